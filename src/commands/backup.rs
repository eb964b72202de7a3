//! `backup`: a copy of the book that is known to be good, and the list of those that there are.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::{CommandLine, NEW_GAME};
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::{self, BackedUp, BackupFault, Kept, Reason, Target};
use crate::cli::session::interrupt::tidied;
use crate::cli::session::{Face, Session, shown, whole};
use crate::disk::reason_not_made;
use crate::render;
use crate::render::json::{self, BackupView, BackupsView, KeptView};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad backup                         into the folder of backups beside the book, by date
  ginpad backup /media/stick/ginpad.db  into that file
  ginpad backup ginpad.db --force       the same again: replaces an older backup of this book
  ginpad backup --list                  which backups are kept beside the book";

/// Copy the book, or list the backups beside it
///
/// Others may go on logging; for the moment in which the pages are copied they may have to wait. The copy is checked like `check` does before it gets its name, and only you can read it. No file is replaced, except with `--force` an older backup of the same book that holds nothing else. Without a file, the copy goes into the folder of backups beside the book, under a name by date. ginpad also makes a backup there by itself before a `restore`, and before it upgrades a book to a newer schema. Of those before a `restore` it keeps all of the last seven days, the last of each week for thirteen weeks, and the last of each month for ever; the others stay until you remove them, also a book that was damaged when another was restored in its place.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The new file; without it, a name by date beside the book
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Replace the file if it is a backup of this book that holds nothing else
    #[arg(short, long, requires = "file")]
    force: bool,

    /// List the backups that are kept beside the book
    #[arg(long, conflicts_with_all = ["file", "force"])]
    list: bool,
}

impl BackupArgs {
    /// Makes or lists backups.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if self.list { list(session) } else { self.make(session) }
    }

    fn make(self, session: &Session) -> Result<Answer, Failure> {
        let book = session.book_path()?;
        let target = match (self.file, self.force) {
            (None, _) => Target::Dated,
            (Some(file), false) => Target::New(file),
            (Some(file), true) => Target::Newer(file),
        };
        let made = book::back_up(&book, &target, session.now.with_timezone(&Utc), &session.watcher(), tidied);
        let Some(BackedUp { path, games, bytes }) = made.map_err(|fault| failure(session, fault))? else {
            return Err(Failure::refused(format!("there is no book {} yet", shown(&book)))
                .hint(Hint::advice(format!("start a game: {NEW_GAME}"))));
        };
        Ok(Answer::of(match session.face() {
            Face::Json => json::print(&BackupView { backup: &path.to_string_lossy(), games, bytes }),
            Face::Plain => format!("backup\t{}\t{games}\t{bytes}\n", whole(&path)),
            Face::Table => format!("the book is backed up in {}: {}", whole(&path), count(games, "game")),
        })
        .done("the backup was made"))
    }
}

/// Lists the backups.
fn list(session: &Session) -> Result<Answer, Failure> {
    let book = session.book_path()?;
    let book = std::fs::canonicalize(&book).unwrap_or(book);
    let (folder, kept) = (book::backups_of(&book), book::kept(&book));
    Ok(match session.face() {
        Face::Json => Answer::of(json::print(&BackupsView {
            folder: &folder.to_string_lossy(),
            backups: kept
                .iter()
                .map(|Kept { path, made, reason, bytes }| KeptView {
                    backup: path.to_string_lossy().into_owned(),
                    made: made.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
                    reason: reason.word(),
                    bytes: *bytes,
                })
                .collect(),
        })),
        Face::Plain => {
            let line = |Kept { path, made, reason, bytes }: &Kept| {
                let made = made.format("%Y-%m-%dT%H:%M:%SZ");
                format!("{made}\t{}\t{bytes}\t{}\n", reason.word(), whole(path))
            };
            Answer::of(kept.iter().map(line).collect::<String>())
        }
        Face::Table if kept.is_empty() => {
            let makes = session.spell(&CommandLine::of("backup"));
            Answer::of(format!("no backups beside the book yet; `{makes}` makes one"))
        }
        Face::Table => {
            let row = |kept: &Kept| {
                [local(session, kept.made), what_for(kept.reason).into(), size(kept.bytes), whole(&kept.path)]
            };
            Answer::of(render::backups(kept.iter().map(row).collect(), session.look()))
        }
    })
}

fn local(session: &Session, made: DateTime<Utc>) -> String {
    session.here(made.fixed_offset()).format("%Y-%m-%d %H:%M").to_string()
}

const fn what_for(reason: Reason) -> &'static str {
    match reason {
        Reason::Asked => "asked for",
        Reason::Restore => "before a restore",
        Reason::Damaged => "damaged",
        Reason::Merge => "before a merge",
        Reason::Upgrade => "before an upgrade",
    }
}

/// A size that people read: `1.4 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
        _ => format!("{}.{} GB", bytes / 1_000_000_000, bytes % 1_000_000_000 / 100_000_000),
    }
}

fn failure(session: &Session, fault: BackupFault) -> Failure {
    let by_date = || Hint::does(CommandLine::of("backup"), "makes one beside the book, under a name by date");
    let refused = |what: String| Failure::refused(what).hint(by_date());
    match fault {
        BackupFault::Book(error) => error.into(),
        BackupFault::Damaged(reasons) => {
            let book = session.book_path().unwrap_or_default();
            let what = format!("the book {} is damaged, so no backup was made", shown(&book));
            let rescue = book.to_str().map(|book| CommandLine::of("rescue").words([book]));
            Failure::listing(what, &reasons.into_iter().collect())
                .hint_if(rescue.map(|rescue| Hint::does(rescue, "saves what can still be verified into a new book")))
        }
        BackupFault::Exists(file) => {
            let again = || CommandLine::again().switch("force");
            let replaces =
                is_a_book(&file).then(|| Hint::does(again(), "replaces it, if it is an older backup of this book"));
            Failure::refused(format!("{} is there already; `backup` replaces no file", shown(&file)))
                .hint_if(replaces)
                .hint(by_date())
        }
        BackupFault::NotAFile(file, what) => refused(format!("{} is {what}; `backup` writes a new file", shown(&file))),
        BackupFault::TheBook(file) => {
            refused(format!("{} is the book itself, or a name that the book needs", shown(&file)))
        }
        BackupFault::Other { path, why } => refused(format!("{} {why}; `backup` does not replace it", shown(&path))),
        BackupFault::Into(file, error) => {
            refused(format!("cannot write {}: {}", shown(&file), reason_not_made(&error)))
        }
    }
}

/// Whether a file looks like a backup.
fn is_a_book(file: &Path) -> bool {
    book::schema_of(file).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_short() {
        let sizes = [0, 1, 999_999, 1_400_000, 25_060_000, 3_210_000_000].map(size);
        assert_eq!(sizes, ["0 kB", "1 kB", "1000 kB", "1.4 MB", "25.0 MB", "3.2 GB"]);
    }
}
