//! Backups that ginpad makes by itself before a change that `undo` cannot take back completely, and how long it keeps
//! them.
//!
//! Every backup of the last seven days is kept; then the last of each week, for thirteen weeks; then the last of each
//! month, for ever. The newest few are kept whatever the clock says.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use rusqlite::OpenFlags;
use tempfile::TempPath;

use super::super::connection::open;
use super::super::copy::{into_file, is_sound};
use super::super::error::{BookError, not_copied};
use super::super::watched::Watcher;
use super::kept::{Kept, Reason, backups_of, free_name, kept};
use crate::disk::{Unfinished, is_one_file, make_folder, new_file};

/// Backs a book up into its folder of backups. The caller holds the write lock and has written nothing yet, so the copy
/// is the book as it was last committed. Returns the backup, which is deleted unless the caller keeps it, and its final
/// reason. A damaged book is copied as it is, because a `restore` can then help, but it is not upgraded. [`thin`]
/// removes older backups after the change is committed.
///
/// # Errors
/// The copy cannot be written, or is not what was written; nothing of it remains.
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
    let copy = Unfinished::beside(&folder.join("backup"), new_file).map_err(system)?;
    // SQLite cannot copy from a connection that writes, so another one reads the book.
    let source = open(book, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sqlite)?;
    into_file(&source, copy.path(), watcher).map_err(|error| sqlite(error).after_second_check(&source))?;
    let opened = open(copy.path(), OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sqlite)?;
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

/// Removes automatic backups whose time is over, but never `spared`. One that cannot be removed stays. Call it after a
/// change is committed: a failed change must not remove a backup.
pub fn thin(book: &Path, now: DateTime<Utc>, spared: &Path) {
    let is_thinned = |backup: &Kept| matches!(backup.reason, Reason::Restore | Reason::Merge);
    let automatic: Vec<Kept> = kept(book).into_iter().filter(is_thinned).collect();
    let made: Vec<DateTime<Utc>> = automatic.iter().map(|backup| backup.made).collect();
    for backup in superfluous(&made, now).into_iter().filter_map(|place| automatic.get(place)) {
        if !is_one_file(&backup.path, spared) {
            let _ = fs::remove_file(&backup.path);
        }
    }
}

/// Every backup is kept this long.
const ALL: TimeDelta = TimeDelta::days(7);

/// One backup a week is kept this long.
const WEEKLY: TimeDelta = TimeDelta::weeks(13);

/// This many of the newest are kept at any age, because the clock may be wrong.
const NEWEST: usize = 3;

/// Returns the indexes of the backups whose time is over, given when each was made. Of two made at the same time, the
/// later index is the newer one.
fn superfluous(made: &[DateTime<Utc>], now: DateTime<Utc>) -> Vec<usize> {
    let mut newest_first: Vec<(usize, &DateTime<Utc>)> = made.iter().enumerate().collect();
    newest_first.sort_unstable_by_key(|(place, made)| Reverse((*made, *place)));
    let (mut weeks, mut months) = (BTreeSet::new(), BTreeSet::new());
    let mut is_kept = |rank: usize, made: &DateTime<Utc>| {
        let age = now.signed_duration_since(*made);
        let week = (made.iso_week().year(), made.iso_week().week());
        let is_last_of = if age < ALL {
            true
        } else if age < WEEKLY {
            weeks.insert(week)
        } else {
            months.insert((made.year(), made.month()))
        };
        is_last_of || rank < NEWEST
    };
    let ranked = newest_first.into_iter().enumerate();
    ranked.filter(|(rank, (_, made))| !is_kept(*rank, made)).map(|(_, (place, _))| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i64) -> DateTime<Utc> {
        "2026-01-05T12:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::days(day)
    }

    /// Returns the days whose backups remain if one is made and old ones are removed every day.
    fn left_after(days: i64) -> Vec<i64> {
        let mut kept: Vec<i64> = Vec::new();
        for today in 0..=days {
            kept.push(today);
            let gone = superfluous(&kept.iter().map(|made| day(*made)).collect::<Vec<_>>(), day(today));
            kept = kept.iter().enumerate().filter(|(place, _)| !gone.contains(place)).map(|(_, made)| *made).collect();
        }
        kept
    }

    #[test]
    fn a_week_is_kept_whole_a_quarter_by_weeks_and_the_rest_by_months() {
        // The first day is a Monday.
        assert_eq!(left_after(6), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(left_after(20), [6, 13, 14, 15, 16, 17, 18, 19, 20]);
        let year = left_after(365);
        assert!(year.len() <= 7 + 14 + 12, "{year:?}");
        let old: Vec<(i32, u32)> = year
            .iter()
            .map(|made| day(*made))
            .filter(|made| day(365) - made >= WEEKLY)
            .map(|made| (made.year(), made.month()))
            .collect();
        assert_eq!(old.len(), old.iter().collect::<BTreeSet<_>>().len(), "one a month");
        assert_eq!(old.first(), Some(&(2026, 1)));
        let recent = year.iter().filter(|made| day(365) - day(**made) < WEEKLY).count();
        assert!((7 + 11..=7 + 13).contains(&recent), "{year:?}");
    }

    #[test]
    fn the_newest_stay_whatever_the_clock_says() {
        let made = [day(0), day(1), day(2), day(3)];
        assert_eq!(superfluous(&made, day(10_000)), [0]);
        assert!(superfluous(&made, day(-10_000)).is_empty());
        assert!(superfluous(&[], day(0)).is_empty());
    }

    #[test]
    fn of_two_of_one_second_only_the_older_is_kept_no_longer() {
        let made = [day(0), day(0), day(40), day(40), day(40)];
        assert_eq!(superfluous(&made, day(50)), [0]);
        let made = [day(0), day(0), day(39), day(40), day(40)];
        assert_eq!(superfluous(&made, day(50)), [0]);
    }
}
