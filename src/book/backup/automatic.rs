//! Backups that ginpad makes by itself, before a change that `undo` cannot take back whole.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::super::copy::{are_the_same, opened_anew, page_by_page, sync};
use super::super::disk::{DiskFault, not_copied};
use super::super::error::BookError;
use super::super::fault::{Soundness, soundness};
use super::super::private;
use super::super::same_file::is_one_file;
use super::super::unfinished::{Becomes, Unfinished};
use super::super::watched::Steps;
use super::super::writable::folder_of;
use super::kept::{Reason, free_name, kept};
use super::thinning::superfluous;

/// Backs a book up into the folder of its backups, and says where. Whoever calls holds the write lock and has written
/// nothing yet, so the copy is the book as it was last committed. `part` is how many steps it takes to copy, and as many
/// to compare. Older ones are removed by [`thin`], once the change was kept.
///
/// A damaged book is copied as it is: a `restore` is what helps then. But it is not upgraded.
///
/// # Errors
/// The copy cannot be written, or is not what was written. Nothing is left of it then.
pub(in crate::book) fn automatic(
    book: &Path,
    reason: Reason,
    now: DateTime<Utc>,
    steps: &Steps<'_>,
    part: usize,
) -> Result<PathBuf, BookError> {
    let sqlite = |error| BookError::of(error, book);
    let system = |error: std::io::Error| not_copied(book, &error);
    let name = free_name(book, now, reason);
    let becomes = if reason == Reason::Upgrade { Becomes::UpgradeBackup } else { Becomes::Backup };
    let copy = Unfinished::beside(&name, becomes).map_err(system)?;
    private::new_file(copy.path()).map_err(system)?;
    // A connection that writes cannot be copied from, so another one reads the book beside it.
    let source = opened_anew(book).map_err(sqlite)?;
    page_by_page(&source, copy.path(), steps, part).map_err(|error| sqlite(error).looked_into(&source))?;
    sync(copy.path()).map_err(system)?;
    let opened = opened_anew(copy.path()).map_err(sqlite)?;
    if !are_the_same(&source, &opened, || steps.step()).unwrap_or(false) {
        match soundness(&source) {
            Ok(Soundness::Sound) => return Err(BookError::Io(DiskFault::Copy)),
            _ if reason == Reason::Upgrade => return Err(BookError::Malformed(book.to_path_buf())),
            _ => {}
        }
    }
    drop((source, opened));
    copy.name(&name).map_err(system)?;
    let _ = private::sync(folder_of(&name));
    Ok(name)
}

/// Files of a backup that is of no use if the change after it fails. They are removed then.
#[derive(Debug)]
pub(in crate::book) struct UntilCommitted(Vec<PathBuf>);

impl UntilCommitted {
    pub(in crate::book) const fn nothing() -> UntilCommitted {
        UntilCommitted(Vec::new())
    }

    pub(in crate::book) fn add(&mut self, file: &Path) {
        self.0.push(file.to_path_buf());
    }

    /// The change was kept, or may have been: the files stay.
    pub(in crate::book) fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for UntilCommitted {
    fn drop(&mut self) {
        for file in &self.0 {
            let _ = fs::remove_file(file);
        }
    }
}

/// Removes the automatic backups that are kept no longer, but never `spared`. One that cannot be removed stays. It is
/// called after a change was kept: a change that fails takes no backup away.
pub fn thin(book: &Path, now: DateTime<Utc>, spared: &Path) {
    let automatic: Vec<_> = kept(book).into_iter().filter(|backup| backup.reason.is_thinned()).collect();
    let made: Vec<DateTime<Utc>> = automatic.iter().map(|backup| backup.made).collect();
    for backup in superfluous(&made, now).into_iter().filter_map(|place| automatic.get(place)) {
        if !is_one_file(&backup.path, spared) {
            let _ = fs::remove_file(&backup.path);
        }
    }
}
