//! Whole books: `backup` makes a verified copy, `restore` goes back to one, `rescue` saves the lines of a damaged book that
//! still verify, and `merge` takes in another book and makes people with the same name one person.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf, is_separator};

use chrono::Utc;
use clap::Args;
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, in_full, printed, unreadable};
use crate::app::{App, SAVES, Source, is_database};
use crate::book::{
    self, BackedUp, BackupFault, BookError, Contents, Kept, Merged, Merging, OpenBook, OtherBook, RescueFault, Rescued,
    Restored, Restorer, SourceFault, Target, thin,
};
use crate::commands::changes::{BookBefore, joined_or_apart, later_version, stand_apart};
use crate::disk::{reason, reason_not_made};
use crate::reports::book::{BackupsReport, ListedBackup};
use crate::reports::outcome::{Outcome, how_much};
use ginpad_core::ledger::{FileFault, NamesakeResults, Namesakes};
use ginpad_core::text::{count, printable};

/// Copy the book, or list the backups beside it
///
/// Others may go on logging; for the moment in which the pages are copied they may have to wait. The copy is checked as by `check` before it gets its name, and only you can read it. No file is replaced, except with `--force` an older backup of the same book that holds nothing else. In a folder, its name is the date and time; without FILE, it goes into the folder of backups beside the book. ginpad also makes a backup there by itself before a `restore`, and before it upgrades a book to a newer schema. Of the backups before a `restore`, it keeps all of the last seven days, the last of each week for thirteen weeks, and the last of each month for ever; all others stay until you remove them, even a damaged book that a `restore` replaced.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The new file, or a folder; in a folder and without FILE, the name is the date and time
    file: Option<PathBuf>,

    /// Replace the file if it is a backup of this book that holds nothing else
    #[arg(short, long, requires = "file")]
    force: bool,

    /// List the backups that are kept beside the book
    #[arg(long, conflicts_with_all = ["file", "force"])]
    list: bool,
}

/// Makes or lists backups.
pub(crate) fn run(args: BackupArgs, app: &App) -> Result<Answer, Failure> {
    if args.list { list(app) } else { args.make(app) }
}

impl BackupArgs {
    fn make(self, app: &App) -> Result<Answer, Failure> {
        let book = app.book_path()?;
        let target = match (self.file, self.force) {
            (None, _) => Target::In(book::backups_of(&book.canonicalize().unwrap_or_else(|_| book.clone()))),
            (Some(folder), _) if folder.is_dir() => Target::In(folder),
            (Some(folder), _) if folder.to_string_lossy().ends_with(is_separator) => {
                let what = format!("there is no folder {}", printed(&folder));
                return Err(Failure::refused(what).advise("make it first, or name another one"));
            }
            (Some(file), false) => Target::New(file),
            (Some(file), true) => Target::Newer(file),
        };
        let backed_up = book::back_up(&book, &target, app.now.with_timezone(&Utc), &app.watcher());
        let Some(BackedUp { path, games, bytes }) = backed_up.map_err(|fault| failure(app, fault))? else {
            return Err(Failure::refused(format!("there is no book {} yet", printed(&book)))
                .hint(Hint::with("start a game:", CommandLine::new_game())));
        };
        let backup = path.to_string_lossy();
        let document = json!({ "schema": "ginpad/backup/1", "backup": backup, "games": games, "bytes": bytes });
        let made = format!("the book is backed up in {}: {}", printable(&backup), count(games, "game"));
        Ok(Answer::from(Outcome::new(document).did([made])))
    }
}

fn failure(app: &App, fault: BackupFault) -> Failure {
    let mut hints = vec![Hint::does("backup", "makes one beside the book, under a name by date")];
    let what = match fault {
        BackupFault::Book(error) => return error.into(),
        BackupFault::Damaged(reasons) => {
            let book = app.book_path().unwrap_or_default();
            let what = format!("the book {} is damaged, so no backup was made", printed(&book));
            return Failure::listing(what, &reasons.into_iter().collect()).hint(Hint::on_file("rescue", &book, SAVES));
        }
        BackupFault::Exists(file) => {
            // Only a file that looks like a backup may be one.
            let force =
                Hint::does(CommandLine::again().switch("force"), "replaces it, if it is an older backup of this book");
            hints.extend(book::schema_of(&file).map(|_| force));
            format!("{} exists already; `backup` does not replace files", printed(&file))
        }
        BackupFault::Unsuitable(file, why) => format!("{} {why}; `backup` does not replace it", printed(&file)),
        BackupFault::Into(file, error) => format!("cannot write {}: {}", printed(&file), reason_not_made(&error)),
    };
    hints.into_iter().fold(Failure::refused(what), Failure::hint)
}

/// Bring back a backup: the book holds again what the file holds, and nothing else
///
/// Every line of the file is verified before the book is touched: one with a wrong line is refused, and so is a foreign, newer or altered one. The book as it was is kept as a backup, and the answer names the command that goes back to it. Games that were logged after the backup are then only in that copy; to add them, write it with `export --json` and import the file. The next `sync` brings back what other devices have of it. A backup of an older ginpad is upgraded on the way.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// A backup, another book, or a file that `export --json` wrote; without it, the backups are listed
    file: Option<PathBuf>,
}

/// Brings back a backup.
pub(crate) fn restore(args: RestoreArgs, app: &App) -> Result<Answer, Failure> {
    let Some(file) = args.file else { return list(app) };
    let book = app.book_to_make()?;
    let restorer = Restorer { state: app.device.state.clone(), now: app.now };
    let restored = book::restore(&book, &file, &restorer, &app.watcher());
    let Restored { games, before, notices } = restored.map_err(|fault| restore_failure(&file, fault))?;
    app.note(notices);
    let is_damaged = before.as_ref().is_some_and(|(_, reason)| !reason.is_sound());
    let (verb, does) = match is_damaged {
        true => ("rescue", "saves what can still be verified of it, for it is damaged"),
        false => ("restore", "goes back to it"),
    };
    let kept = before.map(|(kept, _)| kept);
    let outcome = Outcome::new(json!({
        "schema": "ginpad/restore/1",
        "restored": file.to_string_lossy(),
        "games": games,
        "before": kept.as_deref().map(Path::to_string_lossy),
        "damaged": is_damaged,
    }));
    let holds = format!("restored {}: the book holds {}", in_full(&file), count(games, "game"));
    let outcome = outcome.did([holds]).remarks(kept.iter().flat_map(|kept| kept_in(kept, verb, does)));
    Ok(Answer::from(outcome))
}

/// Lists the backups.
fn list(app: &App) -> Result<Answer, Failure> {
    let book = app.book_path()?;
    let book = std::fs::canonicalize(&book).unwrap_or(book);
    let listed = |Kept { path, made, reason, bytes }: Kept| ListedBackup {
        backup: path.to_string_lossy().into_owned(),
        made: made.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        reason: reason.word(),
        bytes,
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        here: app.to_local_time(made.fixed_offset()),
    };
    let backups = book::kept(&book).into_iter().map(listed).collect();
    let folder = book::backups_of(&book).to_string_lossy().into_owned();
    Ok(Answer::report("Backups", BackupsReport { folder, backups }))
}

/// The notes that name the backup of the book as it was, and the command that uses it.
pub(super) fn kept_in(kept: &Path, verb: &'static str, does: &str) -> Vec<Remark> {
    let hint = Hint::on_file(verb, kept, does).map(Remark::Hint);
    [Remark::note(format!("the book as it was is kept in {}", in_full(kept)))].into_iter().chain(hint).collect()
}

fn restore_failure(file: &Path, fault: SourceFault) -> Failure {
    let name = printed(file);
    let others = Hint::does("restore", "lists the backups that there are");
    let failure = match fault {
        SourceFault::Book(error) => return error.into(),
        SourceFault::TheBook => Failure::refused(format!("{name} is the book itself")).hint(others),
        SourceFault::Damaged(reasons) => {
            let hint = match is_database(file) {
                true => Hint::on_file("rescue", file, SAVES),
                false => Hint::on_file("import", file, "adds what is whole to the book"),
            };
            let what = format!("{name} is damaged and cannot be restored");
            Failure::listing(what, &reasons.into_iter().collect()).hint(hint)
        }
        fault => cannot_be("restored", file, fault).hint(others),
    };
    failure.and("the book is as it was")
}

/// The failure if a file cannot be `restored`, `merged`, `imported` or `read`.
pub(super) fn cannot_be(done: &str, file: &Path, fault: SourceFault) -> Failure {
    let is_damaged = matches!(&fault, SourceFault::Other(error) if error.is_damage());
    let again = matches!(fault, SourceFault::File(_) | SourceFault::NoLine(_))
        .then(|| Hint::advice("write the file again with `export --json`, or use another copy of it"));
    let why = match fault {
        SourceFault::Book(error) => return error.into(),
        SourceFault::File(FileFault::Io(error)) => return unreadable(file, reason(&error)),
        // The failure names the file already.
        SourceFault::Other(BookError::NotABook(_)) => "it is not a ginpad book".to_string(),
        SourceFault::Other(BookError::Foreign(_)) => "it is another program's database, not a ginpad book".to_string(),
        fault => fault.to_string(),
    };
    let failure = Failure::refused(format!("{} cannot be {done}: {why}", printed(file)));
    failure.hint(Hint::on_file("rescue", file, SAVES).filter(|_| is_damaged)).hint(again)
}

/// Save what still verifies of a damaged book into a new one
///
/// Every line of a book holds what one command did, and has a hash. `rescue` looks for lines on every page of the file, whatever became of the rest, and saves those that match their hashes. The damaged file is left as it is, and nothing in it runs. Known losses are listed.
#[derive(Debug, Args)]
pub(crate) struct RescueArgs {
    /// The damaged book
    file: PathBuf,

    /// The new book; no file is ever replaced
    #[arg(long, value_name = "NEW")]
    to: Option<PathBuf>,
}

/// Saves the lines that still verify.
pub(crate) fn rescue(args: RescueArgs, app: &App) -> Result<Answer, Failure> {
    let RescueArgs { file, to } = args;
    let to = to.unwrap_or_else(|| file.with_extension("rescued.db"));
    if to == Path::new("-") {
        return Err(Failure::refused("a book cannot be written to standard output").hint(to_a_new_file(&file)));
    }
    let last_numbers = book::last_numbers(app.device.state.as_deref(), &file);
    let rescued = book::rescue(&file, &to, &last_numbers).map_err(|fault| rescue_failure(&file, &to, fault))?;
    let Rescued { amount, games, lost, unsure, unread_pages, lost_lines, .. } = &rescued;
    let document = json!({
        "schema": "ginpad/rescue/1",
        "book": to.to_string_lossy(),
        "changes": amount.changes,
        "facts": amount.facts,
        "games": games,
        "unread_pages": unread_pages,
        "lost_lines": lost_lines,
        "lost": lost.items,
        "more": lost.more,
        "unsure": unsure,
    });
    let what = how_much(*games, *amount).unwrap_or_else(|| "nothing".into());
    let pages = (*unread_pages > 0).then(|| format!("{} of the file cannot be read", count(*unread_pages, "page")));
    let whole = rescued.is_whole().then(|| "nothing is lost".to_string());
    let lost = lost.lines().map(|line| format!("lost: {line}"));
    let unsure = unsure.iter().map(|(writer, last)| {
        format!("saved all lines of the writer {writer} up to {last}; ginpad cannot know whether there were more")
    });
    let saved = [format!("saved {what} in {}", printed(&to))];
    let done = saved.into_iter().chain(pages).chain(whole).chain(lost).chain(unsure);
    let copy = "another copy of the book may hold what is lost; `export --json` of that copy, imported into the new book, adds it";
    Ok(Outcome::new(document).did(done).remarks((!rescued.is_whole()).then(|| Remark::note(copy))).into())
}

/// The form of a rescue into another file.
fn to_a_new_file(file: &Path) -> Hint {
    let rescue = CommandLine::of("rescue").words([file.to_string_lossy()]).flag("to", "NEW");
    Hint::with("choose a new file:", rescue.form())
}

fn rescue_failure(file: &Path, to: &Path, fault: RescueFault) -> Failure {
    match fault {
        RescueFault::Book(error) => error.into(),
        RescueFault::From(error) => unreadable(file, reason(&error)).advise("name the file of the damaged book"),
        RescueFault::Into(error) => {
            let what = match error.kind() {
                ErrorKind::AlreadyExists => format!("{} exists already; `rescue` does not replace files", printed(to)),
                _ => format!("cannot make {}: {}", printed(to), reason_not_made(&error)),
            };
            Failure::refused(what).hint(to_a_new_file(file))
        }
        fault => Failure::refused(format!("nothing can be saved from {}: {fault}", printed(file)))
            .advise("use a copy of the book, if there is one; check the disk if it failed"),
    }
}

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
pub(crate) fn merge(args: MergeArgs, app: &App) -> Result<Answer, Failure> {
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
            let what = format!("{} is neither a book nor what `export --json` wrote", printed(&self.file));
            let games = Hint::on_file("import", &self.file, "reads a text sheet or a spreadsheet");
            return Err(Failure::refused(what).hint(games));
        }
        read(&source)
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
        changes: Outcome,
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
        changes.below(Outcome { is_trial: self.dry_run, ..outcome })
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
pub(super) type BookFile = Contents<BufReader<File>>;

/// Opens a whole book of any size.
///
/// # Errors
/// The source cannot be read, or is not a whole book.
pub(super) fn read(source: &Source) -> Result<BookFile, Failure> {
    let file = BufReader::with_capacity(AT_ONCE, source.read()?);
    Contents::file(file).map_err(|fault| cannot_be("read", &source.path, fault))
}

/// The bytes that are read at once.
const AT_ONCE: usize = 256 * 1024;
