//! The backups beside a book: their folder, their names, and why they were made.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, Utc};

use crate::disk::with_ending;

/// Why a backup was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The user asked for it.
    Asked,
    /// Before a `restore`.
    Restore,
    /// Before a `restore` of a damaged book. It may hold data that nothing else holds.
    Damaged,
    /// Before a `merge`.
    Merge,
    /// Before the book was upgraded to a newer schema.
    Upgrade,
}

impl Reason {
    const ALL: [Reason; 5] = [Reason::Asked, Reason::Restore, Reason::Damaged, Reason::Merge, Reason::Upgrade];

    /// The word for it in the output.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Asked => "asked",
            Reason::Restore => "restore",
            Reason::Damaged => "damaged",
            Reason::Merge => "merge",
            Reason::Upgrade => "upgrade",
        }
    }

    /// The end of a backup's name.
    fn ending(self) -> String {
        match self {
            Reason::Asked => String::new(),
            Reason::Damaged => "-damaged".into(),
            before => format!("-before-{}", before.word()),
        }
    }

    /// Whether a backup made for this reason can be restored.
    pub const fn is_sound(self) -> bool {
        !matches!(self, Reason::Damaged)
    }
}

/// A backup that is kept beside a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its path.
    pub path: PathBuf,
    /// When it was made.
    pub made: DateTime<Utc>,
    /// Why it was made.
    pub reason: Reason,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Returns the folder of a book's backups, beside the book.
pub fn backups_of(book: &Path) -> PathBuf {
    with_ending(book, ".backups")
}

/// The format of the time in a backup's name.
const TIME: &str = "%Y-%m-%dT%H%M%SZ";

/// Returns the first free name for a backup in a folder.
pub(super) fn free_name(folder: &Path, now: DateTime<Utc>, reason: Reason) -> PathBuf {
    let start = format!("{}{}", now.format(TIME), reason.ending());
    let named = |number: u32| match number {
        1 => folder.join(format!("{start}.db")),
        number => folder.join(format!("{start}-{number}.db")),
    };
    (1..).map(named).find(|name| name.symlink_metadata().is_err()).unwrap_or_else(|| named(1))
}

/// Parses a backup's name: when and why it was made, and its number among those of the same second, from 1. `None` if
/// it is no such name.
fn named(name: &str) -> Option<(DateTime<Utc>, Reason, u32)> {
    const LENGTH: usize = "2026-11-20T193000Z".len();
    let (time, rest) = name.split_at_checked(LENGTH)?;
    let made = NaiveDateTime::parse_from_str(time, TIME).ok()?.and_utc();
    let rest = rest.strip_suffix(".db")?;
    let number = |text: &str| match text {
        "" => Some(1),
        text => text.strip_prefix('-')?.parse::<u32>().ok(),
    };
    let mut reasons = Reason::ALL.into_iter().rev();
    let (reason, number) =
        reasons.find_map(|reason| Some((reason, rest.strip_prefix(&*reason.ending()).and_then(number)?)))?;
    Some((made, reason, number))
}

/// Lists the backups beside a book, oldest first. Files with other names are skipped.
pub fn kept(book: &Path) -> Vec<Kept> {
    let entries = fs::read_dir(backups_of(book)).into_iter().flatten().flatten();
    let mut backups: Vec<(Kept, u32)> = entries
        .filter_map(|entry| {
            let (made, reason, number) = named(entry.file_name().to_str()?)?;
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((Kept { path: entry.path(), made, reason, bytes: metadata.len() }, number))
        })
        .collect();
    backups
        .sort_by(|(one, first), (other, second)| (one.made, first, &one.path).cmp(&(other.made, second, &other.path)));
    backups.into_iter().map(|(kept, _)| kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_when_and_what_for() {
        let now: DateTime<Utc> = "2026-11-20T19:30:00Z".parse().unwrap();
        for reason in Reason::ALL {
            let name = free_name(Path::new("/nowhere/book.db.backups"), now, reason);
            assert_eq!(name.parent(), Some(Path::new("/nowhere/book.db.backups")));
            assert_eq!(named(name.file_name().unwrap().to_str().unwrap()), Some((now, reason, 1)));
        }
        assert_eq!(named("2026-11-20T193000Z-before-merge-2.db"), Some((now, Reason::Merge, 2)));
        for other in ["notes.txt", "2026-11-20.db", "2026-11-20T193000Z-copy.db", "2026-11-20T193000Z.db-journal", "é"]
        {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
