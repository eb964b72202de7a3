//! Files and folders: their names, what is behind a name, and how to open, make and sync them. Those made here can be
//! read by their owner alone; SQLite itself may make files that others can read.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the name of a file that belongs beside another, by its ending.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(ending);
    name.into()
}

/// Whether two names belong to one file.
#[cfg(unix)]
pub(crate) fn is_one_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let file = |path: &Path| std::fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()));
    file(one).is_some_and(|one| file(other) == Some(one))
}

/// Whether two names belong to one file.
#[cfg(not(unix))]
pub(crate) fn is_one_file(one: &Path, other: &Path) -> bool {
    std::fs::canonicalize(one).is_ok_and(|one| std::fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Whether the system would let ginpad write in a file and beside it.
#[cfg(unix)]
pub(crate) fn is_writable(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(path, Access::READ_OK | Access::WRITE_OK).is_ok()
        && access(folder_of(path), Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// Whether the system would let ginpad write in a file.
#[cfg(not(unix))]
pub(crate) fn is_writable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| !file.permissions().readonly())
}

/// Names the kind of a thing that is not a file.
pub(crate) fn kind_of(metadata: &Metadata) -> &'static str {
    match metadata.file_type() {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_symlink() => "a link",
        kind if kind.is_file() => "a file",
        _ => "not a regular file",
    }
}

/// Refuses a pipe, a device, or anything else that is not a file.
pub(crate) fn is_regular(path: &Path) -> io::Result<()> {
    let is_file = std::fs::metadata(path)?.is_file();
    if is_file { Ok(()) } else { Err(io::Error::other("it is not a regular file")) }
}

/// The options with which files are opened: without waiting for a pipe of that name, and if new, for their owner alone.
fn options() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options
}

/// Opens a file to read it, without waiting for a pipe.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    options().read(true).open(path)
}

/// Reads at most this many bytes of a file, from this place.
pub(crate) fn read_at(file: &mut File, at: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(most);
    file.seek(SeekFrom::Start(at))?;
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Makes an empty file, which must not exist, for its owner alone.
pub(crate) fn new_file(path: &Path) -> io::Result<()> {
    options().write(true).create_new(true).open(path).map(drop)
}

/// Makes an empty file, which must not exist, for everyone who may read the folder.
pub(crate) fn new_shared_file(path: &Path) -> io::Result<()> {
    File::create_new(path).map(drop)
}

/// Overwrites a small file with a text, usually of the same length, in one step and without waiting for the disk. Makes
/// the file if it does not exist.
pub(crate) fn overwrite(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = options().write(true).create(true).truncate(false).open(path)?;
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
pub(crate) fn sync(folder: &Path) -> Option<PathBuf> {
    // Other systems cannot sync a folder; they keep its entries by themselves.
    let is_synced = cfg!(not(unix)) || File::open(folder).and_then(|opened| opened.sync_all()).is_ok();
    (!is_synced).then(|| folder.to_path_buf())
}
