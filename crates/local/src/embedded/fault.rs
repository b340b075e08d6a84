//! What a failure of the engine means, and what an operator does about it.
//!
//! The engine tells its faults as text, and SQLite's texts are fixed by its public table of result codes
//! (<https://www.sqlite.org/rescode.html>). Nothing else of the engine's text is passed on where the fault is known: it
//! is advice for the engine's own developers.

use std::fmt;
use std::path::Path;

/// A fault of the file that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The disk, or the quota of the directory, is full.
    Full,
    /// The file holds something else than was written to it.
    Damaged,
    /// The file is no SQLite database.
    NotADatabase,
    /// The file was written by a newer version.
    Newer,
    /// Another process holds SQLite's own lock.
    Locked,
}

impl Fault {
    /// The fault that the engine's text tells of.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let any = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
        if any(&["database or disk is full", "no space left"]) {
            Some(Self::Full)
        } else if any(&["disk image is malformed", "malformed database schema"]) {
            Some(Self::Damaged)
        } else if any(&["file is not a database", "not a valid sqlite database"]) {
            Some(Self::NotADatabase)
        } else if any(&["written by a newer version"]) {
            Some(Self::Newer)
        } else if any(&["database is locked", "database table is locked"]) {
            Some(Self::Locked)
        } else {
            None
        }
    }

    /// The code by which [`dynamo`] knows the fault; none where trying again may help.
    pub(super) fn code(self) -> Option<&'static str> {
        match self {
            Self::Full => Some(dynamo::STORE_FULL),
            Self::Damaged | Self::NotADatabase | Self::Newer => Some(dynamo::STORE_DAMAGED),
            Self::Locked => None,
        }
    }

    /// The fault that an answer with one of those codes tells of.
    pub(super) fn of_code(text: &str) -> Option<Self> {
        if text.contains(dynamo::STORE_FULL) {
            Some(Self::Full)
        } else if text.contains(dynamo::STORE_DAMAGED) {
            Some(Self::Damaged)
        } else {
            None
        }
    }

    /// What happened to `file`, and what to do.
    pub(super) fn explained(self, file: Option<&Path>) -> Explained<'_> {
        Explained { fault: self, file }
    }
}

/// A fault of a file, in words for an operator.
pub(super) struct Explained<'a> {
    fault: Fault,
    file: Option<&'a Path>,
}

impl fmt::Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = Path::new("(in memory)");
        let file = self.file.unwrap_or(memory).display();
        match self.fault {
            Fault::Full => write!(f, "no space left for {file}: make room on its disk"),
            Fault::Damaged => write!(
                f,
                "the file {file} is damaged: stop jaque, copy the file elsewhere, and restore a backup of it"
            ),
            Fault::NotADatabase => write!(
                f,
                "the file {file} is not a database of jaque: move it away or restore a backup of it, or choose another \
                 directory with --data-dir"
            ),
            Fault::Newer => write!(
                f,
                "the file {file} was written by a newer version of jaque: start that version, or choose another \
                 directory with --data-dir"
            ),
            Fault::Locked => write!(
                f,
                "database is locked: another process has the file {file} open; stop that process"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_sqlite_are_known_and_others_are_not() {
        for (text, fault) in [
            ("backend: database or disk is full", Some(Fault::Full)),
            (
                "Internal error: database disk image is malformed",
                Some(Fault::Damaged),
            ),
            ("file is not a database", Some(Fault::NotADatabase)),
            ("backend: database is locked", Some(Fault::Locked)),
            ("disk I/O error", None),
        ] {
            assert_eq!(Fault::of(text), fault, "{text}");
        }
    }
}
