//! Makes files and folders that only their owner can read. Files that SQLite makes may be readable by others.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::notice::Notice;

/// Makes an empty file and the folders above it, unless they exist, and syncs the folders in which something is new. A
/// folder that cannot be synced is named.
pub(super) fn file_in_folder(path: &Path) -> io::Result<Option<Notice>> {
    let mut notice = None;
    if let Some(above) = path.parent().filter(|above| !above.as_os_str().is_empty()) {
        notice = folder(above)?;
        file(path)?;
        notice = notice.or_else(|| sync(above));
    } else {
        file(path)?;
    }
    Ok(notice)
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

/// Makes a folder and those above it, unless they exist, and syncs the folders in which one is new. A folder that cannot
/// be synced is named.
pub(super) fn folder(path: &Path) -> io::Result<Option<Notice>> {
    if path.is_dir() {
        return Ok(None);
    }
    let missing = path.ancestors().take_while(|folder| !folder.is_dir());
    let missing: Vec<&Path> = missing.filter(|folder| !folder.as_os_str().is_empty()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    Ok(missing.into_iter().rev().filter_map(Path::parent).find_map(sync))
}

/// Makes sure that what is new in a folder survives a power cut.
#[cfg(unix)]
pub(super) fn sync(folder: &Path) -> Option<Notice> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let synced = fs::File::open(folder).and_then(|opened| opened.sync_all());
    synced.is_err().then(|| Notice::NotSynced(folder.to_path_buf()))
}

/// Other systems cannot sync a folder, and keep it by themselves.
#[cfg(not(unix))]
pub(super) fn sync(_: &Path) -> Option<Notice> {
    None
}
