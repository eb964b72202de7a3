//! Whether two names are of one file.

use std::path::Path;

/// Whether two names are of one file.
#[cfg(unix)]
pub(super) fn is_one_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let file = |path: &Path| std::fs::metadata(path).ok().map(|there| (there.dev(), there.ino()));
    file(one).is_some_and(|one| file(other) == Some(one))
}

/// Whether two names are of one file.
#[cfg(not(unix))]
pub(super) fn is_one_file(one: &Path, other: &Path) -> bool {
    std::fs::canonicalize(one).is_ok_and(|one| std::fs::canonicalize(other).is_ok_and(|other| one == other))
}
