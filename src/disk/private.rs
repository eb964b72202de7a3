//! Makes files and folders that only their owner can read. SQLite itself may make files that others can read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::names::folder_of;

/// Makes an empty file, which must not exist.
pub(crate) fn new_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Overwrites a small file with a text, usually of the same length, in one step and without waiting for the disk. Makes
/// the file if it does not exist.
pub(crate) fn overwrite(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Without this, opening a pipe of that name would wait.
        options.mode(0o600).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let mut file = options.open(path)?;
    file.write_all(text)?;
    if file.metadata()?.len() > text.len() as u64 {
        file.set_len(text.len() as u64)?;
    }
    Ok(())
}

/// Makes a folder and those above it, unless they exist, and syncs each folder with a new entry. Returns a folder that
/// cannot be synced.
pub(crate) fn make_folder(path: &Path) -> io::Result<Option<PathBuf>> {
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
    Ok(missing.into_iter().rev().map(folder_of).find_map(sync))
}

/// Makes new entries of a folder survive a power cut. Returns the folder if it cannot be synced.
#[cfg(unix)]
pub(crate) fn sync(folder: &Path) -> Option<PathBuf> {
    let synced = fs::File::open(folder).and_then(|opened| opened.sync_all());
    synced.is_err().then(|| folder.to_path_buf())
}

/// Other systems cannot sync a folder; they keep its entries by themselves.
#[cfg(not(unix))]
pub(crate) fn sync(_: &Path) -> Option<PathBuf> {
    None
}
