//! Checks the content of a book: SQLite's own checks, every line, every list, and the meaning of the lines. Checks the
//! surroundings of its file too: who may use it, what stopped programs left, and whose disk it is on.
//!
//! Each list is read once, in its own order, and compared by sums that do not depend on the order. So a large book
//! takes no more memory than a small one.

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;
use std::sync::Arc;

use super::super::connection::{Soundness, soundness};
use super::super::lines::{STARTS, part_of_start, part_of_sum};
use super::super::runs::ListedRun;
use super::super::{Access, Book, BookError, MIGRATIONS, Notice, OpenBook, Problem, ProblemKind, Watcher, backups_of};
use super::writers::{makes_no_sense, writers};
use crate::disk::{folder_of, left_in, network_of, synced_by};
use ginpad_core::Listed;
use ginpad_core::facts::{Change, Hash, Subject, hash_of, senseless};
use ginpad_core::ledger::Run;
use ginpad_core::text::count_do;

/// Checks a book. `meaning` checks what its lines mean: its findings are added, and damage that stops it is a finding
/// too. The worst comes first. Returns `None` if there is no book.
///
/// # Errors
/// The book cannot be checked: it is busy, the disk fails, or the file is not a book. Damage is not an error.
pub fn check(
    path: &Path,
    state: Option<&Path>,
    watcher: &Arc<dyn Watcher>,
    meaning: impl FnOnce(&mut OpenBook<'_>) -> Result<Vec<Problem>, BookError>,
) -> Result<Option<Vec<Problem>>, BookError> {
    let mut problems = fs::canonicalize(path).map(|book| surroundings(&book)).unwrap_or_default();
    let content = match Book::open_with(path, Access::Read, state, Some(&**watcher), MIGRATIONS) {
        Ok(None) => return Ok(None),
        Ok(Some(mut book)) => {
            problems.extend(book.notices().iter().map(odd));
            if book.leaves_files {
                let what = "another program left the book in WAL mode; the next command that writes in it ends that";
                // The user must not remove its files, which may hold hands, so the message does not name them.
                problems.push(Problem::warning(ProblemKind::Other, what));
            }
            book.read().and_then(|open| examined(&mut open.watched_by(Arc::clone(watcher)), meaning))
        }
        Err(error) => Err(error),
    };
    let mut findings = Findings(problems);
    let content = findings.take(ProblemKind::File, content)?.unwrap_or_default();
    findings.0.extend(content);
    findings.0.sort_by_key(|problem| problem.severity);
    Ok(Some(findings.0))
}

/// Makes a problem of a notice about the file.
fn odd(notice: &Notice) -> Problem {
    let kind = match notice {
        Notice::Linked(_) => ProblemKind::HardLink,
        _ => ProblemKind::Other,
    };
    Problem::warning(kind, notice.to_string())
}

/// The problems found so far.
#[derive(Debug, Default)]
struct Findings(Vec<Problem>);

impl Findings {
    /// Returns the value that was read, or records the damage that prevented it.
    fn take<T>(&mut self, kind: ProblemKind, result: Result<T, BookError>) -> Result<Option<T>, BookError> {
        match result {
            Ok(result) => Ok(Some(result)),
            Err(error) => {
                let what = error.damage()?;
                self.damage(kind, what);
                Ok(None)
            }
        }
    }

    /// Adds damage, each problem once.
    fn damage(&mut self, kind: ProblemKind, what: impl Into<String>) {
        let problem = Problem::damage(kind, what);
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }
}

/// Checks everything that a book holds.
///
/// # Errors
/// The book cannot be read for a reason other than damage.
pub(in crate::book) fn examined(
    open: &mut OpenBook<'_>,
    meaning: impl FnOnce(&mut OpenBook<'_>) -> Result<Vec<Problem>, BookError>,
) -> Result<Vec<Problem>, BookError> {
    let mut findings = Findings::default();
    lines_and_file(open, &mut findings)?;
    let writers = writers(open);
    let writers = findings.take(ProblemKind::Index, writers)?.unwrap_or_default();
    findings.0.extend(writers);
    let numbers = open.numbered_games();
    findings.take(ProblemKind::Index, numbers)?;
    findings.take(ProblemKind::Index, open.choices())?;
    findings.take(ProblemKind::Index, open.devices())?;
    let meaning = meaning(open);
    let meaning = findings.take(ProblemKind::Game, meaning)?.unwrap_or_default();
    findings.0.extend(meaning);
    Ok(findings.0)
}

/// Lets SQLite check the file, and verifies every line.
fn lines_and_file(open: &OpenBook<'_>, findings: &mut Findings) -> Result<(), BookError> {
    let lines = findings.take(ProblemKind::File, open.count_of_lines())?.unwrap_or(0);
    // SQLite's own check takes about as long as verifying every line.
    let steps = open.steps("checking the book", 2 * lines);
    match findings.take(ProblemKind::File, open.sqlite(soundness(&open.transaction)))? {
        Some(Soundness::Unread) => return Err(BookError::Io),
        Some(Soundness::Damaged) => {
            findings.damage(ProblemKind::File, "a part of its file makes no sense, or two of its lists do not agree");
        }
        Some(Soundness::Sound) | None => {}
    }
    steps.advance(lines);
    every_line(open, || steps.advance(1), findings)
}

/// Verifies every line, and compares the lists with them.
fn every_line(open: &OpenBook<'_>, step: impl Fn(), findings: &mut Findings) -> Result<(), BookError> {
    let (mut lists, mut altered, mut unknown) = (Lists::default(), Listed::default(), 0);
    let mut odd: Listed<Problem> = Listed::default();
    let read = open.each_line(|stored| {
        step();
        match stored.change() {
            Ok(change) => {
                senseless(&change).for_each(|aside| odd.push(makes_no_sense(Some(&change), &aside.why)));
                unknown += usize::from(change.has_unknown);
                lists.take(open, (stored.arrival, &stored.hash), &change)
            }
            Err(fault) => {
                let is_altered = hash_of(stored.text) != stored.hash;
                let why = if is_altered { "was altered or is damaged".into() } else { fault.to_string() };
                altered.push(format!("line {} of the book {why}", stored.arrival));
                Ok(())
            }
        }
    });
    let is_read = findings.take(ProblemKind::File, read)?.is_some();
    let has_altered = !altered.is_empty();
    altered.lines().for_each(|what| findings.damage(ProblemKind::Line, what));
    if is_read && !has_altered {
        let faults = findings.take(ProblemKind::Index, lists.faults(open))?.unwrap_or_default();
        faults.into_iter().for_each(|what| findings.damage(ProblemKind::Index, what));
    }
    let rest = odd.rest().map(|rest| Problem::warning(ProblemKind::Unreadable, rest));
    findings.0.extend(odd.items.into_iter().chain(rest));
    if unknown > 0 {
        let holds = count_do(unknown, "change", ["holds", "hold"]);
        let what = format!("{holds} content that only a newer ginpad understands; it is kept but not counted");
        findings.0.push(Problem::warning(ProblemKind::Unknown, what));
    }
    Ok(())
}

/// The right content of the lists, computed from the lines read so far.
#[derive(Default)]
pub(super) struct Lists {
    concerns: Sum,
    sums: Sums,
    /// Whether a line claims a start that is not listed.
    lacks_start: bool,
    run: Option<ListedRun>,
    runs: Sum,
}

/// The number of entries, and the sum of their digests.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    entries: u64,
    sum: u64,
}

impl Sum {
    fn add(&mut self, entry: impl std::hash::Hash) {
        self.entries += 1;
        self.sum = self.sum.wrapping_add(digest(entry));
    }
}

fn digest(entry: impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    entry.hash(&mut hasher);
    hasher.finish()
}

/// A sum over all subjects: of each one's digest times its number of lines, and of the hashes of its lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sums {
    lines: u64,
    hash: i64,
}

impl Lists {
    /// Adds a line, in order of arrival.
    pub(super) fn take(
        &mut self,
        open: &OpenBook<'_>,
        (arrival, hash): (i64, &Hash),
        change: &Change,
    ) -> Result<(), BookError> {
        for subject in change.subjects() {
            self.concerns.add((subject.key().as_slice(), arrival));
            self.sums.lines = self.sums.lines.wrapping_add(digest(subject.key().as_slice()));
            self.sums.hash ^= part_of_sum(hash);
        }
        for (game, time) in change.starts() {
            self.lacks_start |= !open.lists_start((time, change.id, game))?;
        }
        if !self.run.as_mut().is_some_and(|run| run.extend_with(arrival, change, hash)) {
            let begun = ListedRun { arrival, run: Run::begun_by(change, hash) };
            self.run.replace(begun).into_iter().for_each(|run| self.runs.add(run));
        }
        Ok(())
    }

    /// Describes each list that does not agree with the lines.
    pub(super) fn faults(mut self, open: &OpenBook<'_>) -> Result<Vec<&'static str>, BookError> {
        self.run.take().into_iter().for_each(|run| self.runs.add(run));
        let mut faults = Vec::new();
        let (mut concerns, mut runs, mut sums) = (Sum::default(), Sum::default(), Sums::default());
        open.all("SELECT subject, arrival FROM concerns", [], |row| {
            concerns.add((row.get_ref(0)?.as_blob()?, row.get::<_, i64>(1)?));
            Ok(())
        })?;
        if concerns != self.concerns {
            faults.push("the index of lines by subject does not agree with the lines");
        }
        open.listed_runs()?.into_iter().for_each(|run| runs.add(run));
        if runs != self.runs {
            faults.push("the index of lines by writer does not agree with the lines");
        }
        if self.lacks_start {
            faults.push("the index of games by start does not agree with the lines");
        }
        for (time, id, game) in open.starts()? {
            self.sums.lines = self.sums.lines.wrapping_add(digest(STARTS));
            self.sums.hash ^= part_of_start(time, id, &Subject::Game(game).key());
        }
        open.all("SELECT subject, lines, hash FROM sum", [], |row| {
            let lines = digest(row.get_ref(0)?.as_blob()?).wrapping_mul(row.get::<_, i64>(1)?.cast_unsigned());
            sums.lines = sums.lines.wrapping_add(lines);
            sums.hash ^= row.get::<_, i64>(2)?;
            Ok(())
        })?;
        if sums != self.sums {
            faults.push("the line count of a subject does not agree with the lines");
        }
        Ok(faults)
    }
}

/// Finds what is odd around a book, given its resolved path.
pub(super) fn surroundings(book: &Path) -> Vec<Problem> {
    let mut problems = permissions(book);
    problems.extend(leftovers(book));
    if let Some((program, folder)) = synced_by(book, &|file| file.symlink_metadata().is_ok()) {
        let what = format!(
            "{} seems to be a folder that {program} copies to other machines; that can put an old copy in the place of \
             the book, or half of one",
            folder.display()
        );
        problems.push(Problem::warning(ProblemKind::SyncedFolder, what));
    }
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    if let Some(kind) = network_of(book, &mounts) {
        let what = format!(
            "the book seems to be on a disk of another machine ({kind}); two programs that write at once, or a lost \
             connection, can damage it there"
        );
        problems.push(Problem::warning(ProblemKind::Network, what));
    }
    problems
}

/// Whether others may read the book or write in it.
#[cfg(unix)]
fn permissions(book: &Path) -> Vec<Problem> {
    use std::os::unix::fs::PermissionsExt as _;
    const OTHERS: u32 = 0o077;
    const OTHERS_WRITE: u32 = 0o022;
    const ONLY_OWN: u32 = 0o1000;
    let mode = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.permissions().mode());
    let mut problems = Vec::new();
    let (file, folder) = (mode(book), folder_of(book));
    if file & OTHERS != 0 {
        let may = if file & OTHERS_WRITE == 0 { "read" } else { "write in" };
        let what = format!("others on this machine may {may} {}", book.display());
        problems.push(Problem::warning(ProblemKind::Permissions, what));
    }
    if mode(folder) & OTHERS_WRITE != 0 && mode(folder) & ONLY_OWN == 0 {
        let what = format!(
            "others on this machine may write in {}, and so put another file in the place of the book",
            folder.display()
        );
        problems.push(Problem::warning(ProblemKind::Permissions, what));
    }
    problems
}

/// Other systems have other permissions, which are not checked.
#[cfg(not(unix))]
fn permissions(_: &Path) -> Vec<Problem> {
    Vec::new()
}

/// Finds the files that stopped programs left beside a book.
fn leftovers(book: &Path) -> Vec<Problem> {
    let folders = [folder_of(book).to_path_buf(), backups_of(book)];
    let left = folders.iter().flat_map(|folder| left_in(folder));
    left.map(|name| {
        let what = format!("{} was left by a ginpad that was stopped, or one is still at work", name.display());
        Problem::warning(ProblemKind::Leftover, what)
    })
    .collect()
}
