//! `merge`: takes in another book, and makes people with the same name one person.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Hint, printed};
use crate::app::App;
use crate::app::source::{Source, is_database};
use crate::book::{Contents, Merged, Merging, OpenBook, OtherBook, SourceFault, Steps, thin};
use crate::commands::backup::{cannot_be, kept_in};
use crate::commands::changes::{BookBefore, Changes, joined_or_apart, later_version, stand_apart};
use crate::reports::outcome::{Outcome, how_much};
use ginpad_core::ledger::{NamesakeResults, Namesakes};

/// Add everything that another book holds
///
/// Nothing is counted twice, in whatever order and however often books are merged. People with the same name in both books are one person from then on; `--keep-apart` leaves them two, also in later merges and syncs, and `undo` separates joined people. `ginpad conflicts` lists the differences between the two books. The other book is only read, and nothing in it runs. Before anything is added, the book is backed up, and the answer names the command that goes back to it.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Another book, or a file that `export --json` wrote
    file: PathBuf,

    /// Do not merge people with the same name
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
        return app.trial(|open| {
            let (merged, before) = args.merge(app, open, contents)?;
            Ok(args.outcome(&merged, before.changes(app, open)?).into())
        });
    }
    let (merged, before) = app.write(|open| args.merge(app, open, contents))?;
    // With the backup from before the merge, there may now be one too many.
    thin(&app.book_path()?, app.now.to_utc(), &args.file);
    Ok(before.answer(app, |changes| args.outcome(&merged, changes)))
}

impl MergeArgs {
    /// Opens the other book.
    fn contents(&self, app: &App) -> Result<BookFile, Failure> {
        if is_database(&self.file) {
            let book = app.book_path()?;
            let other = OtherBook::open(&self.file, &book, Some(&*app.watcher()));
            return other.map(Contents::Book).map_err(|fault| {
                let advice = "name the file of another book, or what `export --json` wrote of it";
                let advice = matches!(fault, SourceFault::TheBook).then(|| Hint::advice(advice));
                cannot_be("merged", &self.file, fault).hint(advice)
            });
        }
        let source = Source::open(&self.file)?;
        if !is_book(&source)? {
            let import = self.file.to_str().map(|file| CommandLine::of("import").words([file]));
            let what = format!("{} is neither a book nor what `export --json` wrote", printed(&self.file));
            let games = import.map(|import| Hint::does(import, "reads a text sheet or a spreadsheet"));
            return Err(Failure::refused(what).hint(games));
        }
        read(app, &source)
    }

    fn merge(&self, app: &App, open: &OpenBook<'_>, contents: BookFile) -> Result<(Merged, BookBefore), Failure> {
        let merging = Merging {
            namesakes: if self.keep_apart { Namesakes::KeepApart } else { Namesakes::Join },
            is_backed_up: !self.dry_run,
            now: app.now,
        };
        let mut before = BookBefore::default();
        before.remember(open, &BTreeSet::new())?;
        let merged = open.merge(contents, merging, |open, games| before.remember(open, games));
        Ok((merged.map_err(|fault| cannot_be("merged", &self.file, fault))?, before))
    }

    fn outcome(
        &self,
        Merged { taken, met: NamesakeResults { joined, apart }, backup }: &Merged,
        changes: Changes,
    ) -> Outcome {
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

/// Whether a source is a whole book: no other importable file begins in the same way.
///
/// # Errors
/// The source cannot be read.
pub(super) fn is_book(source: &Source) -> Result<bool, Failure> {
    Ok(source.first()? == Some(b'{'))
}

/// The content of a file with a whole book.
pub(super) type BookFile = Contents<BufReader<Watched>>;

/// Opens a whole book of any size.
///
/// # Errors
/// The source cannot be read, or is not a whole book.
pub(super) fn read(app: &App, source: &Source) -> Result<BookFile, Failure> {
    let bytes = usize::try_from(source.bytes()).unwrap_or(usize::MAX);
    let watched = Watched(Box::new(source.read()?), app.door().begin("checking the book", bytes));
    Contents::file(BufReader::with_capacity(AT_ONCE, watched)).map_err(|fault| cannot_be("read", &source.path, fault))
}

/// The bytes that are read at once.
const AT_ONCE: usize = 256 * 1024;

/// A document that shows the progress of reading it.
pub(super) struct Watched(Box<dyn Read>, Box<dyn Steps>);

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.advance(read);
        Ok(read)
    }
}
