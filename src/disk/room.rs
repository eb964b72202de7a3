//! How much room is left where temporary files are kept.
//!
//! What comes through a pipe has no length: it may have no end. What is kept of it must not take the last of a disk, on
//! which other programs write too.

use std::path::{Path, PathBuf};
use std::{env, io};

/// So much is left free, in bytes, or a tenth of the disk if that is less.
const MARGIN: u64 = 256 * 1024 * 1024;

/// After so many bytes the disk is looked at again.
const STEP: u64 = 16 * 1024 * 1024;

/// The room for a temporary file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Room {
    folder: PathBuf,
    /// How many bytes were used since the disk was looked at.
    since: u64,
}

impl Room {
    /// In the folder for temporary files.
    pub(crate) fn new() -> Room {
        Room { folder: env::temp_dir(), since: 0 }
    }

    /// Takes note that so many bytes more are used.
    ///
    /// # Errors
    /// Only the margin is left.
    pub(crate) fn used(&mut self, bytes: u64) -> io::Result<()> {
        self.since += bytes;
        if self.since < STEP {
            return Ok(());
        }
        self.since = 0;
        match space(&self.folder) {
            Some((free, all)) if is_scarce(free, all) => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }
}

/// Whether only the margin is left of a disk with so many bytes.
const fn is_scarce(free: u64, all: u64) -> bool {
    free < MARGIN && free < all / 10
}

/// How many bytes are free on the disk of a folder, and how many it has; `None` where that cannot be asked.
#[cfg(unix)]
fn space(folder: &Path) -> Option<(u64, u64)> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some((disk.f_bavail.saturating_mul(disk.f_frsize), disk.f_blocks.saturating_mul(disk.f_frsize)))
}

#[cfg(not(unix))]
fn space(_: &Path) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1024 * 1024;

    #[test]
    fn a_margin_stays_free() {
        assert!(!is_scarce(300 * MB, 1_000_000 * MB));
        assert!(is_scarce(200 * MB, 1_000_000 * MB));
        // A small disk has a small margin.
        assert!(!is_scarce(20 * MB, 100 * MB));
        assert!(is_scarce(9 * MB, 100 * MB));
    }

    #[test]
    #[cfg(unix)]
    fn the_disk_of_a_folder_is_found() {
        let (free, all) = space(&env::temp_dir()).unwrap();
        assert!(free <= all && all > 0);
        assert_eq!(space(Path::new("/nowhere")), None);
    }
}
