//! `restore`: brings back a backup.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{self, Before, BookError, RestoreFault, Restored, Restorer};
use crate::cli::session::interrupt::tidied;
use crate::cli::session::{Face, Session, reason, shown, state_folder, whole};
use crate::render::json::{self, RestoreView};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad backup --list               which backups there are
  ginpad restore ginpad-2026.db      the book is again what it was in that file
  ginpad restore book.json           from a file of `export --json`";

/// Bring back a backup: the book holds again what the file holds, and nothing else
///
/// The file is checked whole before the book is touched: a damaged, foreign, newer or altered one is refused. The book as it was is kept as a backup, and the answer names the command that goes back to it. Games that were logged after the backup was made are then only there; `export --json` of that file, imported, adds them. A backup of an older ginpad is upgraded on the way.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// A backup, another book, or a file that `export --json` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl RestoreArgs {
    /// Brings it back.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let RestoreArgs { file } = self;
        let book = session.book_path()?;
        let restorer = Restorer { state: state_folder(), now: session.now };
        let restored = book::restore(&book, &file, &restorer, &session.watcher(), tidied);
        let Restored { games, before, notices } = restored.map_err(|fault| failure(&file, fault))?;
        session.note(notices);
        let kept = match &before {
            Before::Nothing => None,
            Before::Kept(kept) | Before::Damaged(kept) => Some(kept.as_path()),
        };
        let answer = Answer::of(match session.face() {
            Face::Json => json::print(&RestoreView {
                restored: &file.to_string_lossy(),
                games,
                before: kept.map(Path::to_string_lossy).as_deref(),
                damaged: matches!(before, Before::Damaged(_)),
            }),
            Face::Plain => format!("restored\t{}\t{games}\t{}\n", shown(&file), kept.map(whole).unwrap_or_default()),
            Face::Table => {
                let counts = if games == 1 { "counts" } else { "count" };
                format!("restored {}: {} {counts}", shown(&file), count(games, "game"))
            }
        });
        Ok(answer.remarks(way_back(&before)).done("the book was restored"))
    }
}

/// Where the book as it was is kept, and how to go back to it.
fn way_back(before: &Before) -> Vec<Remark> {
    let command =
        |verb, kept: &Path| kept.to_str().map(|kept| Sentence::default().run(CommandLine::of(verb).words([kept])));
    let (note, hint) = match before {
        Before::Nothing => return Vec::new(),
        Before::Kept(kept) => (
            format!("the book as it was is kept in {}", whole(kept)),
            command("restore", kept).map(|command| command.say(" goes back to it")),
        ),
        Before::Damaged(kept) => (
            format!("the book as it was is damaged; it is kept in {}", whole(kept)),
            command("rescue", kept).map(|command| command.say(" saves what can still be verified into a new book")),
        ),
    };
    let hint = hint.map(|hint| Remark::Hint(Hint::Try(hint)));
    [Remark::note(note)].into_iter().chain(hint).collect()
}

fn failure(file: &Path, fault: RestoreFault) -> Failure {
    let refused = |why: &dyn std::fmt::Display| {
        Failure::refused(format!("{} cannot be restored: {why}; the book is as it was", shown(file)))
    };
    let rescue = || {
        let command = file.to_str().map(|file| CommandLine::of("rescue").words([file]));
        command.map(|command| {
            Hint::does(command, "saves what can still be verified into a new book, which can be restored")
        })
    };
    let damaged = |reasons: Vec<String>| {
        let what = format!("{} is damaged and cannot be restored; the book is as it was", shown(file));
        Failure::listing(what, &reasons.into_iter().collect())
    };
    let others = || Hint::does(CommandLine::of("backup").switch("list"), "lists the backups that there are");
    match fault {
        RestoreFault::From(error) => {
            Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error))).hint(others())
        }
        RestoreFault::TheBook => refused(&"it is the book itself").hint(others()),
        RestoreFault::Damaged(reasons) => damaged(reasons).hint_if(rescue()),
        RestoreFault::DamagedDocument(reasons) => {
            let import = file.to_str().map(|file| CommandLine::of("import").words([file]));
            damaged(reasons).hint_if(import.map(|import| Hint::does(import, "adds what is whole to the book")))
        }
        RestoreFault::Refused(error) => {
            let hint = if error.is_damage() { rescue() } else { Some(others()) };
            refused(&of_the_file(&error)).hint_if(hint)
        }
        RestoreFault::Document(fault) => refused(&fault).hint(others()),
        RestoreFault::Book(error) => error.into(),
    }
}

/// What is wrong with the file, which is not the book.
pub(super) fn of_the_file(error: &BookError) -> String {
    match error {
        BookError::Newer { found, known, .. } => {
            format!("it was written by a newer ginpad (schema {found}; this one reads up to {known})")
        }
        BookError::NotABook(_) => "it is not a ginpad book".into(),
        BookError::Foreign(_) => "it is another program's database".into(),
        BookError::Altered { how, .. } => {
            format!("it is damaged, or another program has altered it: {}", how.join(", "))
        }
        BookError::Flawed { what, .. } => format!("it is damaged: {what}"),
        BookError::Malformed(_) => "it is damaged: a part of it makes no sense".into(),
        error => error.to_string(),
    }
}
