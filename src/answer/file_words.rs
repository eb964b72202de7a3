//! The names of files in messages.

use std::fmt;
use std::path::Path;

use super::Failure;

/// A file's name, safe to print; `-` is standard input.
pub(crate) fn printed(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".into();
    }
    ginpad_core::text::harmless(&path.to_string_lossy())
}

/// The name of a file, safe to print, for a user who needs it in full.
pub(crate) fn in_full(path: &Path) -> String {
    ginpad_core::text::printable(&path.to_string_lossy())
}

/// Reports a file or standard input that cannot be read.
pub(crate) fn unreadable(path: &Path, why: impl fmt::Display) -> Failure {
    Failure::refused(format!("cannot read {}: {why}", printed(path)))
}
