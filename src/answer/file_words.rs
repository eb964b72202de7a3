//! How files are named in messages.

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
