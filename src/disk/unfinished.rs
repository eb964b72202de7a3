//! Files that are being written under a name of their own, until they are complete and get the name that they are for.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use uuid::Uuid;

use super::names::folder_of;
use super::private::{new_file, sync};

/// How the names of all unfinished files begin. An id follows.
const UNFINISHED: &str = ".ginpad-";

/// Who may read an unfinished file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Its owner alone.
    Owner,
    /// Whoever may read the folder.
    All,
}

/// A file that is not complete yet. It is removed unless it gets its name.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: TempPath,
    /// Shows others that somebody is at work in the folder.
    at_work: Option<File>,
}

impl Unfinished {
    /// Makes an empty file in the folder of another one. What killed programs left there is removed. Nobody
    /// else writes a file of that name.
    pub(crate) fn beside(file: &Path, readers: Readers) -> io::Result<Unfinished> {
        let folder = folder_of(file);
        let at_work = tidied(folder);
        let path = folder.join(format!("{UNFINISHED}{}", Uuid::new_v4()));
        match readers {
            Readers::Owner => new_file(&path)?,
            Readers::All => OpenOptions::new().write(true).create_new(true).open(&path).map(drop)?,
        }
        Ok(Unfinished { path: TempPath::try_from_path(path)?, at_work })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the file to the disk and gives it its name, which nothing else may have. A folder that cannot be synced is
    /// named.
    ///
    /// # Errors
    /// Something has that name (`AlreadyExists`), or the system refuses it.
    pub(crate) fn name(self, name: &Path) -> io::Result<Option<PathBuf>> {
        synced(&self.path)?;
        match self.path.persist_noclobber(name) {
            Ok(()) => {}
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => return Err(taken.error),
            Err(other) => {
                // Some disks cannot give a name only if nothing has it. So an empty file takes the name first.
                new_file(name)?;
                other.path.persist(name).map_err(|failed| {
                    let _ = fs::remove_file(name);
                    failed.error
                })?;
            }
        }
        drop(self.at_work);
        Ok(sync(folder_of(name)))
    }

    /// Brings the file to the disk and puts it in the place of another one. A folder that cannot be synced is named.
    ///
    /// # Errors
    /// The system refuses it.
    pub(crate) fn replace(self, name: &Path) -> io::Result<Option<PathBuf>> {
        synced(&self.path)?;
        self.path.persist(name).map_err(|failed| failed.error)?;
        Ok(sync(folder_of(name)))
    }
}

/// Brings a file to the disk. Some systems sync only what is open to be written.
fn synced(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(file)?.sync_all()
}

/// Removes what programs that were killed have left in a folder, unless another one is at work there. The answer shows
/// others that this one is, as long as it lives.
fn tidied(folder: &Path) -> Option<File> {
    let lock = File::open(folder).ok()?;
    if lock.try_lock().is_ok() {
        for left in left_in(folder) {
            let _ = fs::remove_file(left);
        }
        lock.unlock().ok()?;
    }
    // Another program may have the folder to itself for a moment, while it tidies up.
    lock.lock_shared().ok()?;
    Some(lock)
}

/// The unfinished files in a folder, by their names.
pub(crate) fn left_in(folder: &Path) -> Vec<PathBuf> {
    let is_unfinished = |name: &OsString| {
        let id = name.to_str().and_then(|name| name.strip_prefix(UNFINISHED)?.get(..36));
        id.is_some_and(|id| Uuid::try_parse(id).is_ok())
    };
    let names = names_in(folder).into_iter().filter(is_unfinished);
    let mut left: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
    left.sort();
    left
}

/// The names in a folder, as far as they can be read. It may be listed after a commit, and nothing may go wrong then: the
/// standard library ends the program if a folder cannot be closed.
#[cfg(unix)]
fn names_in(folder: &Path) -> Vec<OsString> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = File::open(folder).and_then(|folder| Ok(rustix::fs::Dir::new(folder)?));
    let entries = folder.into_iter().flatten().flatten();
    entries.map(|entry| OsStr::from_bytes(entry.file_name().to_bytes()).to_os_string()).collect()
}

/// The names in a folder, as far as they can be read.
#[cfg(not(unix))]
fn names_in(folder: &Path) -> Vec<OsString> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect()
}
