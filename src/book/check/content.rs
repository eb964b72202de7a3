//! Checks what a book holds: SQLite's own checks, every line, every list, and what it means.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ginpad_core::facts::{hash_of, senseless};
use ginpad_core::listed::Listed;
use ginpad_core::text::count_does;

use super::super::connection::{Soundness, soundness};
use super::super::error::BookError;
use super::super::notice::Notice;
use super::super::pad::Pad;
use super::super::schema::MIGRATIONS;
use super::super::watched::Watcher;
use super::super::{Access, Book};
use super::lists::Lists;
use super::problem::{Problem, ProblemKind};
use super::surroundings::surroundings;
use super::writers::{makes_no_sense, writers};

/// Checks a book. `meaning` is asked what its lines mean: what it finds is added, and damage that keeps it from looking is
/// a finding too. The worst comes first. `None` if there is no book.
///
/// # Errors
/// The book cannot be looked at: it is busy, the disk fails, or the file is not a book. Damage is no error.
pub fn check(
    path: &Path,
    state: Option<&Path>,
    watcher: &Arc<dyn Watcher>,
    meaning: impl FnOnce(&mut Pad<'_>) -> Result<Vec<Problem>, BookError>,
) -> Result<Option<Vec<Problem>>, BookError> {
    let mut problems = fs::canonicalize(path).map(|book| surroundings(&book)).unwrap_or_default();
    let content = match Book::open_with(path, Access::Read, state, Some(&**watcher), MIGRATIONS) {
        Ok(None) => return Ok(None),
        Ok(Some(mut book)) => {
            problems.extend(book.notices().iter().map(odd));
            if book.leaves_files() {
                let what = "another program left the book in WAL mode; the next command that writes in it ends that";
                // No file of it may be removed: the log may hold hands.
                problems.push(Problem::warning(ProblemKind::Other, what));
            }
            book.read().and_then(|pad| examined(&mut pad.watched_by(Arc::clone(watcher)), meaning))
        }
        Err(error) => Err(error),
    };
    let mut found = Findings(problems);
    let content = found.take(ProblemKind::File, content)?.unwrap_or_default();
    found.0.extend(content);
    found.0.sort_by_key(|problem| problem.severity);
    Ok(Some(found.0))
}

/// What is odd about the file of a book.
fn odd(notice: &Notice) -> Problem {
    let kind = match notice {
        Notice::Linked(_) => ProblemKind::HardLink,
        _ => ProblemKind::Other,
    };
    Problem::warning(kind, notice.to_string())
}

/// Problems, while they are found.
#[derive(Debug, Default)]
struct Findings(Vec<Problem>);

impl Findings {
    /// What was found out, if no damage was in the way.
    fn take<T>(&mut self, kind: ProblemKind, found: Result<T, BookError>) -> Result<Option<T>, BookError> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(error) => {
                let what = error.damage()?;
                self.damage(kind, what);
                Ok(None)
            }
        }
    }

    /// Adds damage, each once.
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
/// The book cannot be read for another reason than damage.
pub(in crate::book) fn examined(
    pad: &mut Pad<'_>,
    meaning: impl FnOnce(&mut Pad<'_>) -> Result<Vec<Problem>, BookError>,
) -> Result<Vec<Problem>, BookError> {
    let mut found = Findings::default();
    lines_and_file(pad, &mut found)?;
    let writers = writers(pad);
    let writers = found.take(ProblemKind::Index, writers)?.unwrap_or_default();
    found.0.extend(writers);
    let numbers = pad.numbered_games();
    found.take(ProblemKind::Index, numbers)?;
    found.take(ProblemKind::Index, pad.choices())?;
    found.take(ProblemKind::Index, pad.devices())?;
    let meaning = meaning(pad);
    let meaning = found.take(ProblemKind::Game, meaning)?.unwrap_or_default();
    found.0.extend(meaning);
    Ok(found.0)
}

/// Lets SQLite check the file, and verifies every line.
fn lines_and_file(pad: &Pad<'_>, found: &mut Findings) -> Result<(), BookError> {
    let lines = found.take(ProblemKind::File, pad.count_of_lines())?.unwrap_or(0);
    // SQLite's own check takes about as long as to verify every line.
    let steps = pad.steps("checking the book", 2 * lines);
    match found.take(ProblemKind::File, pad.sqlite(soundness(&pad.transaction)))? {
        Some(Soundness::Unread) => return Err(BookError::Io),
        Some(Soundness::Damaged) => {
            found.damage(ProblemKind::File, "a part of its file makes no sense, or two of its lists do not agree");
        }
        Some(Soundness::Sound) | None => {}
    }
    steps.advance(lines);
    every_line(pad, || steps.advance(1), found)
}

/// Verifies every line, and compares the lists with them.
fn every_line(pad: &Pad<'_>, step: impl Fn(), found: &mut Findings) -> Result<(), BookError> {
    let (mut lists, mut altered, mut unknown) = (Lists::default(), Listed::default(), 0);
    let mut odd: Listed<Problem> = Listed::default();
    let read = pad.each_line(|stored| {
        step();
        match stored.change() {
            Ok(change) => {
                senseless(&change).for_each(|aside| odd.push(makes_no_sense(Some(&change), &aside.why)));
                unknown += usize::from(change.has_unknown);
                lists.take(pad, (stored.arrival, &stored.hash), &change)
            }
            Err(fault) => {
                let is_altered = hash_of(stored.text) != stored.hash;
                let why = if is_altered { "is not what was written".into() } else { fault.to_string() };
                altered.push(format!("line {} of the book {why}", stored.arrival));
                Ok(())
            }
        }
    });
    let is_read = found.take(ProblemKind::File, read)?.is_some();
    let has_altered = !altered.is_empty();
    altered.lines().for_each(|what| found.damage(ProblemKind::Line, what));
    if is_read && !has_altered {
        let faults = found.take(ProblemKind::Index, lists.faults(pad))?.unwrap_or_default();
        faults.into_iter().for_each(|what| found.damage(ProblemKind::Index, what));
    }
    let rest = odd.rest().map(|rest| Problem::warning(ProblemKind::Unreadable, rest));
    found.0.extend(odd.items.into_iter().chain(rest));
    if unknown > 0 {
        let holds = count_does(unknown, "change", "hold");
        let what = format!("{holds} what only a newer ginpad knows; that is kept, and not counted");
        found.0.push(Problem::warning(ProblemKind::Unknown, what));
    }
    Ok(())
}
