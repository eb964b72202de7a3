//! Files that are being written under a name of their own, until they are complete and get the name that they are for.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use uuid::Uuid;

use super::private;
use super::writable::folder_of;

/// How the names of all unfinished files begin.
const UNFINISHED: &str = ".ginpad-";

/// What an unfinished file becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Becomes {
    /// A book that is saved from a damaged one.
    Rescued,
    /// A copy of a book.
    Backup,
    /// A copy of a book that is about to be upgraded.
    UpgradeBackup,
    /// What a book is to be again.
    Restored,
    /// A segment in a shared folder.
    Segment,
}

impl Becomes {
    /// How the names of these files begin.
    const fn start(self) -> &'static str {
        match self {
            Becomes::Rescued => ".ginpad-rescue-",
            Becomes::Backup => ".ginpad-backup-",
            Becomes::UpgradeBackup => ".ginpad-upgrade-",
            Becomes::Restored => ".ginpad-restore-",
            Becomes::Segment => ".ginpad-segment-",
        }
    }
}

/// A file that is not complete yet. It is removed unless it gets its name.
#[derive(Debug)]
pub(super) struct Unfinished {
    path: TempPath,
    /// Shows others that somebody is at work in the folder.
    at_work: Option<File>,
}

impl Unfinished {
    /// Chooses a name in the folder of a file. The folder is made if need be; what killed programs left there is removed.
    /// Nobody else writes a file of that name.
    pub(super) fn beside(file: &Path, becomes: Becomes) -> io::Result<Unfinished> {
        let folder = folder_of(file);
        private::folder(folder)?;
        let at_work = tidied(folder, becomes);
        let path = folder.join(format!("{}{}", becomes.start(), Uuid::new_v4()));
        Ok(Unfinished { path: TempPath::try_from_path(path)?, at_work })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, which nothing else may have.
    ///
    /// # Errors
    /// Something has that name (`AlreadyExists`), or the system refuses it.
    pub(super) fn name(self, name: &Path) -> io::Result<()> {
        let named = match self.path.persist_noclobber(name) {
            Ok(()) => Ok(()),
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => Err(taken.error),
            Err(other) => {
                // Some disks cannot give a name only if nothing has it. So an empty file takes the name first.
                private::new_file(name)?;
                other.path.persist(name).map_err(|failed| {
                    let _ = fs::remove_file(name);
                    failed.error
                })
            }
        };
        drop(self.at_work);
        named
    }

    /// Puts the file in the place of another one.
    ///
    /// # Errors
    /// The system refuses it.
    pub(super) fn replace(self, name: &Path) -> io::Result<()> {
        self.path.persist(name).map_err(|failed| failed.error)
    }
}

/// Removes what programs that were killed have left in a folder, unless another one is at work there. The answer shows
/// others that this one is, as long as it lives.
fn tidied(folder: &Path, becomes: Becomes) -> Option<File> {
    let lock = File::open(folder).ok()?;
    if lock.try_lock().is_ok() {
        for left in fs::read_dir(folder).into_iter().flatten().flatten() {
            if left.file_name().to_string_lossy().starts_with(becomes.start()) {
                let _ = fs::remove_file(left.path());
            }
        }
        lock.unlock().ok()?;
    }
    // Another program may have the folder to itself for a moment, while it tidies up.
    lock.lock_shared().ok()?;
    Some(lock)
}

/// Whether a program is making a file of this sort in a folder, as far as the names there tell.
pub(super) fn is_under_way(folder: &Path, becomes: Becomes) -> bool {
    left_in(folder)
        .iter()
        .any(|left| left.file_name().is_some_and(|name| name.to_string_lossy().starts_with(becomes.start())))
}

/// The unfinished files in a folder.
pub(super) fn left_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut left: Vec<PathBuf> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED))
        .map(|entry| entry.path())
        .collect();
    left.sort();
    left
}
