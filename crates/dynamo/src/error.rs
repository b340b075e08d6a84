//! What can go wrong between the rooms and their table.

use std::error::Error;
use std::fmt;

use aws_sdk_dynamodb::error::DisplayErrorContext;
use rooms::{Corrupt, StoreError};

/// A table that could not be made, or is not the table this crate needs.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The SDK refused to build the request: a fault of the definition in this crate.
    Definition(Box<dyn Error + Send + Sync>),
    /// DynamoDB, or the way to it, refused.
    Service {
        /// What was being done.
        doing: &'static str,
        /// The table's name.
        table: String,
        /// What the SDK said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A table of this name exists without an index that the product needs.
    MissingIndex {
        /// The table's name.
        table: String,
        /// The index that is not there.
        index: &'static str,
    },
    /// The table was made but did not become ready in time.
    NotReady {
        /// The table's name.
        table: String,
    },
}

impl TableError {
    pub(crate) fn definition(source: impl Error + Send + Sync + 'static) -> Self {
        Self::Definition(Box::new(source))
    }

    pub(crate) fn service(
        doing: &'static str,
        table: &str,
        source: impl Error + Send + Sync + 'static,
    ) -> Self {
        Self::Service {
            doing,
            table: table.to_owned(),
            source: Box::new(source),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Definition(source) => write!(f, "the table's definition is not valid: {source}"),
            Self::Service {
                doing,
                table,
                source,
            } => {
                write!(
                    f,
                    "{doing} {table:?} failed: {}",
                    DisplayErrorContext(source.as_ref())
                )
            }
            Self::MissingIndex { table, index } => write!(
                f,
                "the table {table:?} has no index {index:?}: name another table, or create this one anew"
            ),
            Self::NotReady { table } => {
                write!(
                    f,
                    "the table {table:?} did not become ready in time: try again"
                )
            }
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Definition(source) | Self::Service { source, .. } => Some(source.as_ref()),
            Self::MissingIndex { .. } | Self::NotReady { .. } => None,
        }
    }
}

/// A stored item that this version cannot read. It never tells what the item holds: that may be a token's hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A newer version wrote it.
    Newer {
        /// The item, or the list in it.
        what: &'static str,
        /// The version it names.
        version: u64,
    },
    /// A list ends in the middle, or holds what cannot be.
    Damaged {
        /// Which list.
        what: &'static str,
    },
    /// An attribute is not there.
    Missing(&'static str),
    /// An attribute has another type, or a value that cannot be.
    Wrong(&'static str),
    /// The moves do not follow the rules.
    Game(Corrupt),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer { what, version } => {
                write!(
                    f,
                    "{what} is of version {version}: it was written by a newer release"
                )
            }
            Self::Damaged { what } => write!(f, "{what} is damaged"),
            Self::Missing(name) => write!(f, "the attribute {name:?} is missing"),
            Self::Wrong(name) => write!(f, "the attribute {name:?} has a wrong type or value"),
            Self::Game(corrupt) => corrupt.fmt(f),
        }
    }
}

impl Error for Unreadable {}

impl From<Unreadable> for StoreError {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable.to_string())
    }
}
