//! Backups that ginpad makes by itself, before a change that `undo` cannot take back whole.

use std::fs;
use std::path::Path;

use chrono::{DateTime, Utc};
use tempfile::TempPath;

use super::super::copy::{into_file, is_sound, opened_anew};
use super::super::error::{BookError, not_copied};
use super::super::watched::Watcher;
use super::kept::{Reason, backups_of, free_name, kept};
use super::thinning::superfluous;
use crate::disk::{Readers, Unfinished, is_one_file, make_folder};

/// Backs a book up into the folder of its backups. Whoever calls holds the write lock and has written nothing yet, so the
/// copy is the book as it was last committed. The answer is the backup, which is removed unless it is told to stay, and
/// what it was made for in the end: a damaged book is copied as it is, since a `restore` is what helps then, but it is not
/// upgraded. Older backups are removed by [`thin`], once the change was kept.
///
/// # Errors
/// The copy cannot be written, or is not what was written. Nothing is left of it then.
pub(in crate::book) fn automatic(
    book: &Path,
    reason: Reason,
    now: DateTime<Utc>,
    watcher: Option<&dyn Watcher>,
) -> Result<(TempPath, Reason), BookError> {
    let sqlite = |error| BookError::of(error, book);
    let system = |error: std::io::Error| not_copied(book, &error);
    let folder = backups_of(book);
    make_folder(&folder).map_err(system)?;
    let copy = Unfinished::beside(&folder.join("backup"), Readers::Owner).map_err(system)?;
    // A connection that writes cannot be copied from, so another one reads the book beside it.
    let source = opened_anew(book).map_err(sqlite)?;
    into_file(&source, copy.path(), watcher).map_err(|error| sqlite(error).after_second_check(&source))?;
    let opened = opened_anew(copy.path()).map_err(sqlite)?;
    let reason = match reason {
        reason if is_sound(&opened, copy.path()) => reason,
        _ if is_sound(&source, book) => return Err(BookError::Io),
        Reason::Upgrade => return Err(BookError::Malformed(book.to_path_buf())),
        _ => Reason::Damaged,
    };
    drop((source, opened));
    let name = free_name(&folder, now, reason);
    copy.name(&name).map_err(system)?;
    Ok((TempPath::try_from_path(name).map_err(system)?, reason))
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
