//! Checks the content of a book: SQLite's own checks, every line, the numbers of lines, every list, and the meaning of
//! the lines.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use uuid::Uuid;

use super::super::connection::{Soundness, soundness};
use super::super::error::BookError;
use super::super::games::StoredGame;
use super::super::notice::Notice;
use super::super::open_book::OpenBook;
use super::super::schema::MIGRATIONS;
use super::super::watched::Watcher;
use super::super::{Access, Book};
use super::lists::Lists;
use super::problem::{Problem, ProblemKind};
use super::surroundings::surroundings;
use ginpad_core::facts::{Change, FactId, SetAside, hash_of, senseless};
use ginpad_core::ledger::{Fork, LineRange, gaps, given_up, joined};
use ginpad_core::listed::Listed;
use ginpad_core::text::{count, count_does, printable};

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
        let holds = count_does(unknown, "change", "hold");
        let what = format!("{holds} content that only a newer ginpad understands; it is kept but not counted");
        findings.0.push(Problem::warning(ProblemKind::Unknown, what));
    }
    Ok(())
}

/// Finds what is odd about the numbers of lines. A gap in what this book wrote itself is damage.
pub(super) fn writers(open: &mut OpenBook<'_>) -> Result<Vec<Problem>, BookError> {
    // `lists.rs` checks that the runs agree with the lines.
    let runs = joined(open.listed_runs()?.into_iter().map(|listed| listed.run).collect());
    let own = open.own_writers()?;
    let mut problems = Vec::new();
    for LineRange { writer, first, last } in gaps(&runs, &given_up(&mut { &*open })?) {
        let is_own = own.contains(&writer);
        let whose = if is_own { "this device".into() } else { format!("the writer {writer}") };
        let lines = count(usize::try_from(last - first + 1).unwrap_or(usize::MAX), "line");
        let are = if first == last { "is" } else { "are" };
        let numbers = if first == last { format!("number {first}") } else { format!("from number {first} to {last}") };
        let what = format!("{lines} of {whose} {are} missing, although later ones are here: {numbers}");
        let kind = ProblemKind::Gap(writer);
        problems.push(if is_own { Problem::damage(kind, what) } else { Problem::warning(kind, what) });
    }
    let lost = open.lost()?.map(Notice::Lost);
    problems.extend(lost.map(|lost| Problem::warning(ProblemKind::Other, lost.to_string())));
    for Fork { writer, number, is_double } in open.forks(&runs)? {
        let what = if is_double {
            format!("two books have written as the writer {writer}: there are several lines with the number {number}")
        } else {
            format!(
                "line {number} of the writer {writer} does not follow the line before it; somebody replaced that line"
            )
        };
        problems.push(Problem::warning(ProblemKind::Fork(writer), what));
    }
    let twice = "SELECT id FROM change GROUP BY id HAVING count(*) > 1 LIMIT 20";
    for id in open.all(twice, [], |row| row.get::<_, Uuid>(0))? {
        let what = format!("several changes have the id {id}; each counts by itself");
        problems.push(Problem::warning(ProblemKind::Twice, what));
    }
    Ok(problems)
}

/// Makes a problem of a fact in this change that makes no sense.
pub(super) fn makes_no_sense(change: Option<&Change>, why: &str) -> Problem {
    let why = printable(why);
    let by = change.map(|change| format!(" in line {} of the writer {}", change.number, change.writer));
    let fact = format!("a fact{}", by.unwrap_or_default());
    let what = format!("{fact} makes no sense, is kept and does not count: {why}");
    Problem::warning(ProblemKind::Unreadable, what)
}

impl OpenBook<'_> {
    /// Visits every game, and returns problems for facts that wait or make no sense.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn meaning(&self, mut visit: impl FnMut(&StoredGame)) -> Result<Vec<Problem>, BookError> {
        let (mut problems, mut waiting) = (Vec::new(), 0);
        for aside in self.everyone()?.set_aside {
            problems.push(self.set_aside(&aside)?);
        }
        let games = self.games()?;
        let (mut to_come, mut left_out) = (games.iter().copied(), Vec::new());
        self.each_game(&games, |game| {
            left_out.extend(to_come.by_ref().take_while(|id| *id != game.id));
            waiting += game.waiting.len();
            for aside in &game.set_aside {
                problems.push(self.set_aside(aside)?);
            }
            problems.extend(self.corrects_what_is_gone(&game)?);
            if game.number == 0 {
                problems.push(Problem::damage(ProblemKind::Index, "a game has no number any more"));
            }
            visit(&game);
            Ok(())
        })?;
        // `each_game` skips a game that makes no sense.
        for game in left_out.into_iter().chain(to_come) {
            if let Err(aside) = self.sensible_game(game)? {
                problems.push(self.set_aside(&aside)?);
            }
        }
        for game in self.games_taken_back()? {
            problems.extend(self.waits_for(game)?);
        }
        if waiting > 0 {
            let what = format!("{} for changes that have not arrived", count_does(waiting, "fact", "wait"));
            problems.push(Problem::warning(ProblemKind::Waiting, what));
        }
        Ok(problems)
    }

    /// Counts the changes in a game that was taken back, which wait for it to be restored.
    fn waits_for(&self, game: FactId) -> Result<Option<Problem>, BookError> {
        let (changes, began) = (self.counting_acts(game)?.len(), self.act_that_began(game)?);
        let Some((began, _)) = began.filter(|_| changes > 0) else { return Ok(None) };
        let game = self.number_if_any(game)?.map_or("a game".into(), |number| format!("game {number}"));
        let what = format!("{} for {game}, which was taken back", count_does(changes, "change", "wait"));
        Ok(Some(Problem::warning(ProblemKind::TakenBack(began), what)))
    }

    /// Finds the corrections of a game that count although what they corrected was taken back, and nobody who knew that
    /// has corrected it since.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn corrects_what_is_gone(&self, game: &StoredGame) -> Result<Vec<Problem>, BookError> {
        let entries = game.record.hands.iter().chain(&game.record.adjustments);
        let corrected = entries.filter(|entry| !entry.undone.is_empty());
        let acts = corrected.map(|entry| Ok(self.fact(entry.id)?.map(|(_, change)| change.act())));
        let acts = acts.collect::<Result<BTreeSet<_>, BookError>>()?;
        let still = "still counts, although the corrected entry was undone; correct it again to keep it";
        let what = format!("a correction in game {} {still}", game.number);
        let problem = |act| Problem::warning(ProblemKind::StillCounts(act), what.clone());
        Ok(acts.into_iter().flatten().map(problem).collect())
    }

    /// Makes a problem of a fact that makes no sense, and names its writer.
    fn set_aside(&self, aside: &SetAside) -> Result<Problem, BookError> {
        let stored = self.fact(aside.fact)?;
        Ok(makes_no_sense(stored.as_ref().map(|(_, change)| change), &aside.why))
    }
}
