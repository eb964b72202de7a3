//! How files are named in messages, and why they cannot be used.

use std::io;
use std::path::Path;

/// A file's name, safe to print; `-` is standard input.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".into();
    }
    ginpad_core::text::harmless(&path.to_string_lossy())
}

/// The name of a file that somebody will need whole, safe to print.
pub(crate) fn whole(path: &Path) -> String {
    ginpad_core::text::printable(&path.to_string_lossy())
}

/// Why a file cannot be read or written.
pub(crate) fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full",
        io::ErrorKind::FileTooLarge => "the file may not grow any more",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::InvalidFilename => "its name cannot be used",
        _ => return without_number(&error.to_string()),
    };
    words.into()
}

/// What the system says, without its number for that.
fn without_number(said: &str) -> String {
    match said.split_once(" (os error ") {
        Some(("Input/output error", _)) => "the disk reported a fault".into(),
        Some((words, _)) => words.to_lowercase(),
        None => said.into(),
    }
}
