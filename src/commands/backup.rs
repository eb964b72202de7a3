//! `backup`: a copy of the book that is known to be good, and the list of those that there are.

use std::path::{Path, PathBuf};

use chrono::Utc;
use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::{CommandLine, NEW_GAME};
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::{self, BackedUp, BackupFault, Kept, Reason, Target};
use crate::cli::face::ReportFlags;
use crate::cli::session::interrupt::tidied;
use crate::cli::session::{Session, shown};
use crate::disk::reason_not_made;
use crate::reports::backups::{BackupsReport, ListedBackup, made};

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

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
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
        let backed_up = book::back_up(&book, &target, session.now.with_timezone(&Utc), &session.watcher(), tidied);
        let Some(BackedUp { path, games, bytes }) = backed_up.map_err(|fault| failure(session, fault))? else {
            return Err(Failure::refused(format!("there is no book {} yet", shown(&book)))
                .hint(Hint::advice(format!("start a game: {NEW_GAME}"))));
        };
        let backup = path.to_string_lossy().into_owned();
        Ok(Answer::report(made(backup, games, bytes)).done("the backup was made"))
    }
}

/// Lists the backups.
fn list(session: &Session) -> Result<Answer, Failure> {
    let book = session.book_path()?;
    let book = std::fs::canonicalize(&book).unwrap_or(book);
    let listed = |Kept { path, made, reason, bytes }: Kept| ListedBackup {
        backup: path.to_string_lossy().into_owned(),
        made: made.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        reason: reason.word(),
        bytes,
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        here: session.here(made.fixed_offset()),
        purpose: what_for(reason),
    };
    let backups = book::kept(&book).into_iter().map(listed).collect();
    Ok(Answer::report(BackupsReport { folder: book::backups_of(&book).to_string_lossy().into_owned(), backups }))
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
