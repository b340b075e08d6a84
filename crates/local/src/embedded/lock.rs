//! The data directory, and the lock that keeps it to one process.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::EmbeddedError;

/// A data directory held by this process until it is dropped, or the process ends in whatever way: the lock is the
/// kernel's, so a `kill -9` leaves nothing to clean up.
#[derive(Debug)]
pub(super) struct DataDir {
    path: PathBuf,
    _lock: File,
}

impl DataDir {
    /// Makes the directory (for its owner alone) where it is missing, and takes its lock.
    pub(super) fn open(path: &Path) -> Result<Self, EmbeddedError> {
        create_private(path)
            .map_err(|e| EmbeddedError::io("create the data directory", path, e))?;
        let lock_path = path.join("lock");
        let mut lock = private_file()
            .truncate(false)
            .open(&lock_path)
            .map_err(|e| EmbeddedError::io("open the lock file", &lock_path, e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let process = lock
                    .read_to_string(&mut text)
                    .ok()
                    .and_then(|_| text.trim().parse().ok());
                return Err(EmbeddedError::InUse {
                    dir: path.to_owned(),
                    process,
                });
            }
            Err(TryLockError::Error(e)) => {
                return Err(EmbeddedError::io("lock the file", &lock_path, e));
            }
        }
        // For the message of the one that is refused; nothing depends on it.
        let _ = lock
            .set_len(0)
            .and_then(|()| lock.rewind())
            .and_then(|()| writeln!(lock, "{}", std::process::id()));
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// A file of the directory, made empty and for its owner alone where it is missing.
    pub(super) fn private(&self, name: &str) -> Result<PathBuf, EmbeddedError> {
        let path = self.path.join(name);
        private_file()
            .truncate(false)
            .open(&path)
            .map_err(|e| EmbeddedError::io("create the file", &path, e))?;
        Ok(path)
    }
}

fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("jaque-lock-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        dir
    }

    #[test]
    fn a_data_directory_serves_one_holder_at_a_time() {
        let dir = scratch("one").join("deep").join("er");
        let held = DataDir::open(&dir).unwrap();
        let refused = DataDir::open(&dir).unwrap_err();
        assert!(
            matches!(refused, EmbeddedError::InUse { process: Some(p), .. } if p == std::process::id()),
            "{refused}"
        );
        assert!(refused.to_string().contains("--data-dir"), "{refused}");
        drop(held);
        DataDir::open(&dir).unwrap();
        fs::remove_dir_all(dir).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_data_directory_and_its_files_are_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = scratch("private");
        let held = DataDir::open(&dir).unwrap();
        let file = held.private("rooms.sqlite").unwrap();
        let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&dir), 0o700);
        assert_eq!(mode(&file), 0o600);
        assert_eq!(mode(&dir.join("lock")), 0o600);
        fs::remove_dir_all(dir).unwrap();
    }
}
