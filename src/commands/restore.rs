//! `restore`: brings back a backup.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::{self, Before, BookError, RestoreFault, Restored, Restorer};
use crate::cli::session::interrupt::tidied;
use crate::cli::session::{Session, reason, shown, state_folder, whole};
use crate::reports::outcome::Outcome;
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
        let (kept, is_damaged) = match &before {
            Before::Nothing => (None, false),
            Before::Kept(kept) => (Some(kept.as_path()), false),
            Before::Damaged(kept) => (Some(kept.as_path()), true),
        };
        let (verb, does) = match is_damaged {
            true => ("rescue", "saves what can still be verified of it, for it is damaged"),
            false => ("restore", "goes back to it"),
        };
        let outcome = Outcome::new(json!({
            "schema": "ginpad/restore/1",
            "restored": file.to_string_lossy(),
            "games": games,
            "before": kept.map(Path::to_string_lossy),
            "damaged": is_damaged,
        }));
        let holds = format!("restored {}: the book holds {}", shown(&file), count(games, "game"));
        let outcome = outcome.did([holds]).remarks(kept.into_iter().flat_map(|kept| kept_in(kept, verb, does)));
        Ok(Answer::from(outcome).done("the book was restored"))
    }
}

/// Where the book as it was is kept, and the command that uses it.
pub(super) fn kept_in(kept: &Path, verb: &'static str, does: &str) -> Vec<Remark> {
    let hint = kept.to_str().map(|kept| Remark::Hint(Hint::does(CommandLine::of(verb).words([kept]), does)));
    [Remark::note(format!("the book as it was is kept in {}", whole(kept)))].into_iter().chain(hint).collect()
}

fn failure(file: &Path, fault: RestoreFault) -> Failure {
    const AS_IT_WAS: &str = "the book is as it was";
    let name = shown(file);
    let refused =
        |why: &dyn std::fmt::Display| Failure::refused(format!("{name} cannot be restored: {why}")).and(AS_IT_WAS);
    let saves = || rescues(file, "saves what can still be verified into a new book, which can be restored");
    let others = Hint::does(CommandLine::of("backup").switch("list"), "lists the backups that there are");
    let damaged = |reasons: Vec<String>| {
        let what = format!("{name} is damaged and cannot be restored");
        Failure::listing(what, &reasons.into_iter().collect()).and(AS_IT_WAS)
    };
    match fault {
        RestoreFault::From(error) => Failure::refused(format!("cannot read {name}: {}", reason(&error))).hint(others),
        RestoreFault::TheBook => refused(&"it is the book itself").hint(others),
        RestoreFault::Damaged(reasons) => damaged(reasons).hint_if(saves()),
        RestoreFault::DamagedDocument(reasons) => {
            let import = file.to_str().map(|file| CommandLine::of("import").words([file]));
            damaged(reasons).hint_if(import.map(|import| Hint::does(import, "adds what is whole to the book")))
        }
        RestoreFault::Refused(error) if error.is_damage() => refused(&of_the_file(&error)).hint_if(saves()),
        RestoreFault::Refused(error) => refused(&of_the_file(&error)).hint(others),
        RestoreFault::Document(fault) => refused(&fault).hint(others),
        RestoreFault::Book(error) => error.into(),
    }
}

/// The hint that saves what can be read of a damaged book.
pub(super) fn rescues(file: &Path, does: &str) -> Option<Hint> {
    file.to_str().map(|file| Hint::does(CommandLine::of("rescue").words([file]), does))
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
