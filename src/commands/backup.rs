//! `backup`: a copy of the book that is known to be good, and the list of those that there are.

use std::path::{PathBuf, is_separator};

use chrono::Utc;
use clap::Args;
use serde_json::json;

use super::restore::{list, rescues};
use crate::answer::file_words::shown;
use crate::answer::{Answer, CommandLine, Failure, Hint, NEW_GAME};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::book::{self, BackedUp, BackupFault, Target};
use crate::disk::interrupt::tidied;
use crate::disk::reason_not_made;
use crate::reports::outcome::Outcome;
use ginpad_core::text::{count, printable};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad backup                         beside the book, under a name by date
  ginpad backup /media/stick            into that folder, under a name by date
  ginpad backup /media/stick/ginpad.db  into that file
  ginpad backup ginpad.db --force       replaces an older backup of this book
  ginpad backup --list                  which backups are kept beside the book";

/// Copy the book, or list the backups beside it
///
/// Others may go on logging; for the moment in which the pages are copied they may have to wait. The copy is checked like `check` does before it gets its name, and only you can read it. No file is replaced, except with `--force` an older backup of the same book that holds nothing else. In a folder, its name is the date and time; without FILE, it goes into the folder of backups beside the book. ginpad also makes a backup there by itself before a `restore`, and before it upgrades a book to a newer schema. Of those before a `restore` it keeps all of the last seven days, the last of each week for thirteen weeks, and the last of each month for ever; the others stay until you remove them, also a book that was damaged when another was restored in its place.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The new file, or a folder; in a folder and without FILE, the name is the date and time
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

/// Makes or lists backups.
pub(crate) fn run(args: BackupArgs, app: &App) -> Result<Answer, Failure> {
    if args.list { list(app) } else { args.make(app) }
}

impl BackupArgs {
    fn make(self, app: &App) -> Result<Answer, Failure> {
        let book = app.book_path()?;
        let target = match (self.file, self.force) {
            (None, _) => Target::Dated,
            (Some(folder), _) if folder.is_dir() => Target::In(folder),
            (Some(folder), _) if folder.to_string_lossy().ends_with(is_separator) => {
                let what = format!("there is no folder {}", shown(&folder));
                return Err(Failure::refused(what).hint(Hint::advice("make it first, or name another one")));
            }
            (Some(file), false) => Target::New(file),
            (Some(file), true) => Target::Newer(file),
        };
        let backed_up = book::back_up(&book, &target, app.now.with_timezone(&Utc), &app.watcher(), tidied);
        let Some(BackedUp { path, games, bytes }) = backed_up.map_err(|fault| failure(app, fault))? else {
            return Err(Failure::refused(format!("there is no book {} yet", shown(&book)))
                .hint(Hint::advice(format!("start a game: {NEW_GAME}"))));
        };
        let backup = path.to_string_lossy();
        let document = json!({ "schema": "ginpad/backup/1", "backup": backup, "games": games, "bytes": bytes });
        let made = format!("the book is backed up in {}: {}", printable(&backup), count(games, "game"));
        Ok(Answer::from(Outcome::new(document).did([made])))
    }
}

fn failure(app: &App, fault: BackupFault) -> Failure {
    let mut hints = vec![Hint::does(CommandLine::of("backup"), "makes one beside the book, under a name by date")];
    let what = match fault {
        BackupFault::Book(error) => return error.into(),
        BackupFault::Damaged(reasons) => {
            let book = app.book_path().unwrap_or_default();
            let what = format!("the book {} is damaged, so no backup was made", shown(&book));
            return Failure::listing(what, &reasons.into_iter().collect()).hint_if(rescues(&book));
        }
        BackupFault::Exists(file) => {
            // Only what looks like a backup may be one.
            if book::schema_of(&file).is_some() {
                let replaces = "replaces it, if it is an older backup of this book";
                hints.insert(0, Hint::does(CommandLine::again().switch("force"), replaces));
            }
            format!("{} is there already; `backup` replaces no file", shown(&file))
        }
        BackupFault::NotAFile(file, what) => format!("{} is {what}; `backup` writes a new file", shown(&file)),
        BackupFault::TheBook(file) => format!("{} is the book itself, or a name that the book needs", shown(&file)),
        BackupFault::Other { path, why } => format!("{} {why}; `backup` does not replace it", shown(&path)),
        BackupFault::Into(file, error) => format!("cannot write {}: {}", shown(&file), reason_not_made(&error)),
    };
    hints.into_iter().fold(Failure::refused(what), Failure::hint)
}
