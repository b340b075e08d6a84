//! Why the embedded store did not open or do its work.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use dynamo::TableError;

use super::fault::Fault;

/// Why the embedded store did not open or do its work.
#[derive(Debug)]
#[non_exhaustive]
pub enum EmbeddedError {
    /// A file or directory could not be made or read.
    Io {
        /// What was being done, with an infinitive: "create the data directory".
        doing: &'static str,
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process has this data directory open.
    InUse {
        /// The data directory.
        dir: PathBuf,
        /// The other process, where its lock file names it.
        process: Option<u32>,
    },
    /// The path cannot be handed to the engine.
    NotText {
        /// The path that is not UTF-8.
        path: PathBuf,
    },
    /// The engine refused to open its file or to sweep it.
    Engine {
        /// What was being done, with an infinitive: "open the database".
        doing: &'static str,
        /// What the engine said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The file is damaged, full, locked or no database: what happened and what to do.
    File(String),
    /// The table is not there and could not be made.
    Table(TableError),
}

impl EmbeddedError {
    pub(super) fn io(doing: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io {
            doing,
            path: path.to_owned(),
            source,
        }
    }

    pub(super) fn engine(
        doing: &'static str,
        file: Option<&Path>,
        source: impl Error + Send + Sync + 'static,
    ) -> Self {
        match Fault::of(&source.to_string()) {
            Some(fault) => Self::File(fault.explained(file).to_string()),
            None => Self::Engine {
                doing,
                source: Box::new(source),
            },
        }
    }

    /// The table could not be prepared: because of the file, where that is known.
    pub(super) fn table(file: Option<&Path>, error: TableError) -> Self {
        match Fault::of(&error.to_string()).or_else(|| Fault::of_code(&error.to_string())) {
            Some(fault) => Self::File(fault.explained(file).to_string()),
            None => Self::Table(error),
        }
    }
}

impl fmt::Display for EmbeddedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io {
                doing,
                path,
                source,
            } => {
                write!(f, "could not {doing} {}: {source}", path.display())
            }
            Self::InUse { dir, process } => {
                write!(
                    f,
                    "the data directory {} is in use by another jaque",
                    dir.display()
                )?;
                if let Some(process) = process {
                    write!(f, " (process {process})")?;
                }
                f.write_str(": stop that one, or choose another with --data-dir")
            }
            Self::NotText { path } => write!(
                f,
                "the path {} is not UTF-8: choose another with --data-dir",
                path.display()
            ),
            Self::Engine { doing, source } => write!(f, "could not {doing}: {source}"),
            Self::File(what) => f.write_str(what),
            Self::Table(source) => write!(f, "could not prepare the table: {source}"),
        }
    }
}

impl Error for EmbeddedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Engine { source, .. } => Some(source.as_ref()),
            Self::Table(source) => Some(source),
            Self::InUse { .. } | Self::NotText { .. } | Self::File(_) => None,
        }
    }
}
