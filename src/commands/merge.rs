//! `merge`: takes in another book, and makes people of one name one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::changes::{Before, Changes, joined_or_apart, later_version, stand_apart};
use super::import_book::{self, BookFile};
use super::restore::{cannot_be, kept_in};
use crate::answer::file_words::shown;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::app::source::{Source, is_database};
use crate::book::{Contents, DocumentFault, MergeFault, Merged, Merging, OtherBook, Pad, thin};
use crate::disk::reason;
use crate::reports::outcome::{Outcome, how_much};
use ginpad_core::ledger::{Met, Namesakes};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad merge stick.db              all that the other book holds besides
  ginpad merge cottage.json          from a file of `export --json`
  ginpad merge stick.db --keep-apart two people of one name stay two";

/// Take in another book: every hand that was logged there, each of them once
///
/// Nothing is counted twice, in whatever order and however often books are merged. Who has the same name in both books is one person from then on; `--keep-apart` leaves them two, also in later merges and syncs, and `undo` takes apart who was joined. What both books say differently is listed by `ginpad conflicts`. The other book is only read, and nothing in it runs. Before anything is added, the book is backed up, and the answer names the command that goes back to it.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Another book, or a file that `export --json` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Leave people of one name two people
    #[arg(long)]
    keep_apart: bool,

    /// Only say what would be merged
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// Takes in the other book.
pub(crate) fn run(args: MergeArgs, app: &App) -> Result<Answer, Failure> {
    let contents = args.contents(app)?;
    if args.dry_run {
        return app.trial(|pad| {
            let (merged, before) = args.merge(app, pad, contents)?;
            Ok(args.outcome(&merged, before.changes(app, pad)?).into())
        });
    }
    let (merged, before) = app.write(|pad| args.merge(app, pad, contents))?;
    // The backup that was made before it may be one too many, now that the merge was kept.
    thin(&app.book_path()?, app.now.to_utc(), &args.file);
    Ok(before.answer(app, |changes| args.outcome(&merged, changes)))
}

impl MergeArgs {
    /// What the other book holds.
    fn contents(&self, app: &App) -> Result<BookFile, Failure> {
        if is_database(&self.file) {
            let book = app.book_path()?;
            let other = OtherBook::open(&self.file, &book, Some(&*app.watcher()));
            return other.map(Contents::Book).map_err(|fault| unusable(&self.file, fault));
        }
        let source = Source::open(&self.file)?;
        if !import_book::is_book(&source)? {
            let import = self.file.to_str().map(|file| CommandLine::of("import").words([file]));
            let what = format!("{} is neither a book nor what `export --json` wrote", shown(&self.file));
            let games = import.map(|import| Hint::does(import, "reads a text sheet or a spreadsheet"));
            return Err(Failure::refused(what).hint_if(games));
        }
        import_book::read(app, &source)
    }

    fn merge(&self, app: &App, pad: &Pad<'_>, contents: BookFile) -> Result<(Merged, Before), Failure> {
        let merging = Merging {
            namesakes: if self.keep_apart { Namesakes::KeepApart } else { Namesakes::Join },
            is_backed_up: !self.dry_run,
            now: app.now,
        };
        let mut before = Before::default();
        before.remember(pad, &BTreeSet::new())?;
        let merged = pad.merge(contents, merging, |pad, games| before.remember(pad, games));
        let merged = merged.map_err(|fault| match fault {
            DocumentFault::Book(error) => error.into(),
            fault => Failure::refused(format!("{} cannot be merged: {fault}", shown(&self.file))),
        })?;
        Ok((merged, before))
    }

    fn outcome(&self, Merged { taken, met: Met { joined, apart }, backup }: &Merged, changes: Changes) -> Outcome {
        let backup = backup.as_deref();
        let document = json!({
            "schema": "ginpad/merge/1",
            "added": taken.amount.facts,
            "joined": joined,
            "changed": changes.moved(),
            "conflicts": changes.conflicts,
            "quarantined": taken.kept_out.total(),
            "dry_run": self.dry_run,
            "changes": taken.amount.changes,
            "games": taken.added,
            "hands": taken.amount.hands,
            "people": taken.amount.people,
            "waiting": 0,
            "unknown": taken.amount.unknown,
            "apart": stand_apart(apart),
            "quarantine": taken.kept_out.items,
            "backup": backup.map(Path::to_string_lossy),
        });
        let mut done = joined_or_apart(joined, &[], apart);
        match how_much(taken.added.len(), taken.amount) {
            Some(what) => done.insert(0, format!("merged {what}").into()),
            None if done.is_empty() => done.push("nothing to merge: the book holds all of it already".into()),
            None => {}
        }
        let outcome = Outcome::new(document)
            .did(done)
            .keeps_out(&taken.kept_out)
            .remarks(later_version(taken.amount.unknown))
            .remarks(backup.into_iter().flat_map(|backup| kept_in(backup, "restore", "goes back to it")));
        changes.add_to(Outcome { is_trial: self.dry_run, ..outcome })
    }
}

fn unusable(file: &Path, fault: MergeFault) -> Failure {
    match fault {
        MergeFault::From(error) => Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error))),
        MergeFault::TheBook => Failure::refused(format!("{} cannot be merged: it is the book itself", shown(file)))
            .hint(Hint::advice("name the file of another book, or what `export --json` wrote of it")),
        MergeFault::Refused(error) => cannot_be("merged", file, &error),
    }
}
