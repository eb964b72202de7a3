//! What has the name of a file, and what may be done with it.

use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of what is kept beside a file.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(ending);
    name.into()
}

/// Whether two names are of one file.
#[cfg(unix)]
pub(crate) fn is_one_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let file = |path: &Path| std::fs::metadata(path).ok().map(|there| (there.dev(), there.ino()));
    file(one).is_some_and(|one| file(other) == Some(one))
}

/// Whether two names are of one file.
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

/// What has the name of a file, if it is not one.
pub(crate) fn kind_of(there: &Metadata) -> &'static str {
    match there.file_type() {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_symlink() => "a link",
        kind if kind.is_file() => "a file",
        _ => "not a regular file",
    }
}

/// Makes sure that this is a file, and not a pipe or a device.
pub(crate) fn is_regular(path: &Path) -> io::Result<()> {
    let is_file = std::fs::metadata(path)?.is_file();
    if is_file { Ok(()) } else { Err(io::Error::other("it is not a regular file")) }
}

/// Opens a file to read it. A pipe is not waited for.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

/// At most this many bytes of a file, from this place.
pub(crate) fn read_at(file: &mut File, at: u64, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(most);
    file.seek(SeekFrom::Start(at))?;
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
