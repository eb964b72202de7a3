//! Makes files and folders that only their owner can read. Files that SQLite makes may be readable by others.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Makes an empty file and the folders above it, unless they exist.
pub(super) fn file_in_folder(path: &Path) -> io::Result<()> {
    if let Some(above) = path.parent().filter(|above| !above.as_os_str().is_empty()) {
        folder(above)?;
    }
    file(path)
}

/// Makes an empty file, which must not exist.
pub(super) fn new_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Makes an empty file, unless it exists.
pub(super) fn file(path: &Path) -> io::Result<()> {
    match new_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // The folder may be read-only and still hold the book.
        Err(_) if path.exists() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a folder and those above it, unless they exist.
pub(super) fn folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
