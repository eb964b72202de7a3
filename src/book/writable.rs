//! What the machine allows: whether a book may be written, and how large a file may grow.

use std::path::Path;
#[cfg(unix)]
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether the system would let ginpad write in a book and beside it.
#[cfg(unix)]
pub(super) fn is_writable(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(path, Access::READ_OK | Access::WRITE_OK).is_ok()
        && access(folder_of(path), Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// Whether the system would let ginpad write in a book.
#[cfg(not(unix))]
pub(super) fn is_writable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| !file.permissions().readonly())
}

/// Whether a journal is beside a book.
pub(super) fn has_journal(path: &Path) -> bool {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    Path::new(&journal).symlink_metadata().is_ok_and(|journal| journal.len() > 0)
}

/// Whether the system has said that a file may not grow.
#[cfg(unix)]
static LIMIT: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on a file that may not grow is an error like a full disk. Otherwise the system ends the program.
#[cfg(unix)]
pub fn outlive_the_file_size_limit() {
    let reached = LIMIT.get_or_init(Arc::default);
    // Without the signal's name, nothing is lost but the message.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::clone(reached));
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub fn outlive_the_file_size_limit() {}

/// Whether a file has reached the limit of its size.
#[cfg(unix)]
pub(super) fn reached_the_limit() -> bool {
    LIMIT.get().is_some_and(|reached| reached.load(Ordering::Relaxed))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(super) fn reached_the_limit() -> bool {
    false
}
