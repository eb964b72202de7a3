//! Files that have a temporary name while they are written, and get their real name when they are complete.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use uuid::Uuid;

use super::files::with_ending;
use super::interrupt::{Tidying, tidy_on_interrupt};
use super::{folder_of, new_file, sync};

/// The start of the name of every unfinished file. An id follows.
const UNFINISHED: &str = ".ginpad-";

/// A file that is not complete yet. It is removed unless it gets its real name.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: TempPath,
    /// Shows other programs that one is at work in the folder.
    at_work: Option<File>,
    /// Removes the file on Ctrl-C.
    _tidying: Tidying,
}

impl Unfinished {
    /// Makes an empty file in the folder of another one, with a name that nobody else uses. `make` decides who may read
    /// it. Removes what killed programs left there.
    pub(crate) fn beside(file: &Path, make: fn(&Path) -> io::Result<()>) -> io::Result<Unfinished> {
        let folder = folder_of(file);
        let at_work = tidied(folder);
        let path = folder.join(format!("{UNFINISHED}{}", Uuid::new_v4()));
        let unfinished = path.clone();
        let tidying = tidy_on_interrupt(move || {
            // The journal is there if the file is a book.
            let _ = fs::remove_file(with_ending(&unfinished, "-journal"));
            let _ = fs::remove_file(unfinished);
        });
        make(&path)?;
        Ok(Unfinished { path: TempPath::try_from_path(path)?, at_work, _tidying: tidying })
    }

    /// Returns the path under its temporary name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the file and gives it its real name, which must be free. Returns a folder that cannot be synced.
    ///
    /// # Errors
    /// Something has that name (`AlreadyExists`), or the system refuses it.
    pub(crate) fn name(self, name: &Path) -> io::Result<Option<PathBuf>> {
        synced(&self.path)?;
        match self.path.persist_noclobber(name) {
            Ok(()) => {}
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => return Err(taken.error),
            Err(other) => {
                // Some disks cannot rename only if the new name is free. So an empty file takes the name first.
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

    /// Syncs the file and puts it in the place of another one. Returns a folder that cannot be synced.
    ///
    /// # Errors
    /// The system refuses it.
    pub(crate) fn replace(self, name: &Path) -> io::Result<Option<PathBuf>> {
        synced(&self.path)?;
        self.path.persist(name).map_err(|failed| failed.error)?;
        Ok(sync(folder_of(name)))
    }
}

/// Writes a file. A device or a pipe is written in place; any other file is written beside the old one and renamed.
pub(crate) fn replace_file(target: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(target) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => fs::write(target, bytes),
        Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(there) => rename(&fs::canonicalize(target)?, bytes, Some(&there)),
        Err(_) => rename(target, bytes, None),
    }
}

/// Writes a file under another name in the same folder, and renames it to `target` once it is safely on disk. It gets
/// the permissions of the file that it replaces.
fn rename(target: &Path, bytes: &[u8], before: Option<&Metadata>) -> io::Result<()> {
    let unfinished = Unfinished::beside(target, super::new_shared_file)?;
    fs::write(unfinished.path(), bytes)?;
    if let Some(before) = before {
        fs::set_permissions(unfinished.path(), before.permissions())?;
    }
    unfinished.replace(target).map(drop)
}

/// Syncs a file. Some systems sync only a file that is open for writing.
fn synced(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(file)?.sync_all()
}

/// Removes what killed programs left in a folder, unless another program is at work there. While the returned file
/// lives, it shows others that this one is at work.
fn tidied(folder: &Path) -> Option<File> {
    let lock = File::open(folder).ok()?;
    if lock.try_lock().is_ok() {
        for left in left_in(folder) {
            let _ = fs::remove_file(left);
        }
        lock.unlock().ok()?;
    }
    // Another program may hold the folder alone for a moment while it tidies up.
    lock.lock_shared().ok()?;
    Some(lock)
}

/// Lists the unfinished files in a folder, by their names.
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

/// Lists the names in a folder, as far as they can be read. It may run after a commit, when nothing may fail: the
/// standard library ends the program if a folder cannot be closed.
#[cfg(unix)]
fn names_in(folder: &Path) -> Vec<OsString> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = File::open(folder).and_then(|folder| Ok(rustix::fs::Dir::new(folder)?));
    let entries = folder.into_iter().flatten().flatten();
    entries.map(|entry| OsStr::from_bytes(entry.file_name().to_bytes()).to_os_string()).collect()
}

/// Lists the names in a folder, as far as they can be read.
#[cfg(not(unix))]
fn names_in(folder: &Path) -> Vec<OsString> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect()
}
