//! The backups that are kept beside a book: their folder, their names, and what they were made for.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, Utc};

use crate::disk::with_ending;

/// What a backup was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Somebody asked for it.
    Asked,
    /// Before a `restore`.
    Restore,
    /// Before a `restore` of a book that was damaged. It may hold what nothing else holds.
    Damaged,
    /// Before a `merge`.
    Merge,
    /// Before the book was upgraded to a newer schema.
    Upgrade,
}

impl Reason {
    const ALL: [Reason; 5] = [Reason::Asked, Reason::Restore, Reason::Damaged, Reason::Merge, Reason::Upgrade];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Asked => "asked",
            Reason::Restore => "restore",
            Reason::Damaged => "damaged",
            Reason::Merge => "merge",
            Reason::Upgrade => "upgrade",
        }
    }

    /// The end of a name.
    fn ending(self) -> String {
        match self {
            Reason::Asked => String::new(),
            Reason::Damaged => "-damaged".into(),
            before => format!("-before-{}", before.word()),
        }
    }

    /// Whether what is kept can be restored.
    pub const fn is_sound(self) -> bool {
        !matches!(self, Reason::Damaged)
    }
}

/// A backup that is kept beside a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Where it is.
    pub path: PathBuf,
    /// When it was made.
    pub made: DateTime<Utc>,
    /// What for.
    pub reason: Reason,
    /// How large it is, in bytes.
    pub bytes: u64,
}

/// The folder of the backups of a book, beside it.
pub fn backups_of(book: &Path) -> PathBuf {
    with_ending(book, ".backups")
}

/// How the time stands in a name.
const TIME: &str = "%Y-%m-%dT%H%M%SZ";

/// The name of a backup in a folder, the first that nothing has.
pub(super) fn free_name(folder: &Path, now: DateTime<Utc>, reason: Reason) -> PathBuf {
    let start = format!("{}{}", now.format(TIME), reason.ending());
    let named = |number: u32| match number {
        1 => folder.join(format!("{start}.db")),
        number => folder.join(format!("{start}-{number}.db")),
    };
    (1..).map(named).find(|name| name.symlink_metadata().is_err()).unwrap_or_else(|| named(1))
}

/// When and what for a backup of this name was made, and which of that second it is, from 1; `None` if it is not the name
/// of one.
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

/// The backups that are kept beside a book, the oldest first. Only what has the name of one is listed.
pub fn kept(book: &Path) -> Vec<Kept> {
    let entries = fs::read_dir(backups_of(book)).into_iter().flatten().flatten();
    let mut found: Vec<(Kept, u32)> = entries
        .filter_map(|entry| {
            let (made, reason, number) = named(entry.file_name().to_str()?)?;
            let there = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((Kept { path: entry.path(), made, reason, bytes: there.len() }, number))
        })
        .collect();
    found.sort_by(|(one, first), (other, second)| (one.made, first, &one.path).cmp(&(other.made, second, &other.path)));
    found.into_iter().map(|(kept, _)| kept).collect()
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
