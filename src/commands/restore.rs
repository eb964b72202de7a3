//! `restore`: brings back a backup.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::answer::file_words::{shown, whole};
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::book::{self, Before, BookError, Kept, RestoreFault, Restored, Restorer};
use crate::disk::interrupt::tidied;
use crate::disk::reason;
use crate::reports::backups::{BackupsReport, ListedBackup};
use crate::reports::outcome::Outcome;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad restore                     which backups there are
  ginpad restore ginpad-2026.db      the book is again what it was in that file
  ginpad restore book.json           from a file of `export --json`";

/// Bring back a backup: the book holds again what the file holds, and nothing else
///
/// Every line of the file is verified before the book is touched: one with a wrong line is refused, and so is a foreign, newer or altered one. The book as it was is kept as a backup, and the answer names the command that goes back to it. Games that were logged after the backup was made are then only there; `export --json` of that file, imported, adds them. The next `sync` brings back what other devices have of it. A backup of an older ginpad is upgraded on the way.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// A backup, another book, or a file that `export --json` wrote; without it, the backups are listed
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Brings it back.
pub(crate) fn run(args: RestoreArgs, app: &App) -> Result<Answer, Failure> {
    let Some(file) = args.file else { return list(app) };
    let book = app.book_to_make()?;
    let restorer = Restorer { state: app.device.state.clone(), now: app.now };
    let restored = book::restore(&book, &file, &restorer, &app.watcher(), tidied);
    let Restored { games, before, notices } = restored.map_err(|fault| failure(&file, fault))?;
    app.note(notices);
    let (kept, verb, does) = match &before {
        Before::Nothing => (None, "", ""),
        Before::Kept(kept) => (Some(kept.as_path()), "restore", "goes back to it"),
        Before::Damaged(kept) => {
            (Some(kept.as_path()), "rescue", "saves what can still be verified of it, for it is damaged")
        }
    };
    let outcome = Outcome::new(json!({
        "schema": "ginpad/restore/1",
        "restored": file.to_string_lossy(),
        "games": games,
        "before": kept.map(Path::to_string_lossy),
        "damaged": matches!(before, Before::Damaged(_)),
    }));
    let holds = format!("restored {}: the book holds {}", shown(&file), count(games, "game"));
    let outcome = outcome.did([holds]).remarks(kept.into_iter().flat_map(|kept| kept_in(kept, verb, does)));
    Ok(Answer::from(outcome))
}

/// Lists the backups.
pub(super) fn list(app: &App) -> Result<Answer, Failure> {
    let book = app.book_path()?;
    let book = std::fs::canonicalize(&book).unwrap_or(book);
    let listed = |Kept { path, made, reason, bytes }: Kept| ListedBackup {
        backup: path.to_string_lossy().into_owned(),
        made: made.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        reason: reason.word(),
        bytes,
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        here: app.here(made.fixed_offset()),
    };
    let backups = book::kept(&book).into_iter().map(listed).collect();
    Ok(Answer::report(
        "Backups",
        BackupsReport { folder: book::backups_of(&book).to_string_lossy().into_owned(), backups },
    ))
}

/// Where the book as it was is kept, and the command that uses it.
pub(super) fn kept_in(kept: &Path, verb: &'static str, does: &str) -> Vec<Remark> {
    let hint = kept.to_str().map(|kept| Remark::Hint(Hint::does(CommandLine::of(verb).words([kept]), does)));
    [Remark::note(format!("the book as it was is kept in {}", whole(kept)))].into_iter().chain(hint).collect()
}

fn failure(file: &Path, fault: RestoreFault) -> Failure {
    let name = shown(file);
    let others = Hint::does(CommandLine::of("restore"), "lists the backups that there are");
    let damaged = |reasons: Vec<String>| {
        Failure::listing(format!("{name} is damaged and cannot be restored"), &reasons.into_iter().collect())
    };
    let failure = match fault {
        RestoreFault::From(error) => Failure::refused(format!("cannot read {name}: {}", reason(&error))).hint(others),
        RestoreFault::TheBook => Failure::refused(format!("{name} is the book itself")).hint(others),
        RestoreFault::Damaged(reasons) => damaged(reasons).hint_if(rescues(file)),
        RestoreFault::DamagedDocument(reasons) => {
            let import = file.to_str().map(|file| CommandLine::of("import").words([file]));
            damaged(reasons).hint_if(import.map(|import| Hint::does(import, "adds what is whole to the book")))
        }
        RestoreFault::Refused(error) => cannot_be("restored", file, &error).hint(others),
        RestoreFault::Document(fault) => Failure::refused(format!("{name} cannot be restored: {fault}")).hint(others),
        RestoreFault::Book(error) => return error.into(),
    };
    failure.and("the book is as it was")
}

/// Another book cannot be `restored` or `merged`.
pub(super) fn cannot_be(done: &str, file: &Path, error: &BookError) -> Failure {
    let failure = Failure::refused(format!("{} cannot be {done}: {error}", shown(file)));
    failure.hint_if(rescues(file).filter(|_| error.is_damage()))
}

/// The hint that saves what can be read of a damaged book.
pub(super) fn rescues(file: &Path) -> Option<Hint> {
    let rescue = CommandLine::of("rescue").words([file.to_str()?]);
    Some(Hint::does(rescue, "saves what can still be verified into a new book"))
}
