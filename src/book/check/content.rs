//! Checks the content of a book: SQLite's own checks, every line, every list, and the meaning of the lines.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ginpad_core::facts::{hash_of, senseless};
use ginpad_core::listed::Listed;
use ginpad_core::text::count_do;

use super::super::connection::{Soundness, soundness};
use super::super::error::BookError;
use super::super::notice::Notice;
use super::super::open_book::OpenBook;
use super::super::schema::MIGRATIONS;
use super::super::watched::Watcher;
use super::super::{Access, Book};
use super::lists::Lists;
use super::problem::{Problem, ProblemKind};
use super::surroundings::surroundings;
use super::writers::{makes_no_sense, writers};

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
