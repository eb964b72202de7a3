//! Checks what a book holds: SQLite's own checks, every hash, every count, every game.

use std::fs;
use std::path::Path;
use std::rc::Rc;

use ginpad_core::facts::Conflict;
use ginpad_core::listed::Listed;
use ginpad_core::text::{and_list, count, harmless};
use uuid::Uuid;

use super::super::error::BookError;
use super::super::notice::Notice;
use super::super::pad::{Pad, StoredGame};
use super::super::read::{self, Arrivals, Mismatch, Soundness};
use super::super::watched::{Part, SQLITES_STEPS, Watcher, WithinStatement, Work};
use super::super::{Access, Book, DiskFault};
use super::beside::{self, Beside};
use super::problem::{Problem, ProblemKind, Severity};
use super::surroundings::surroundings;

/// How many steps of its own SQLite needs to check the rows of a fact with their indexes, about.
const STEPS_OF_SQLITE_FOR_A_FACT: usize = 300;

/// What a check has found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Checked {
    /// What is wrong, the worst first.
    pub problems: Vec<Problem>,
}

/// What a check shows.
#[derive(Debug)]
pub enum Seen<'s, 'b> {
    /// A game that counts.
    Game(&'s StoredGame),
    /// What devices disagree about people, in this book.
    People(&'s Pad<'b>, &'s [Conflict]),
}

/// Checks a book, and shows every game that counts and what devices disagree about people. `None` if there is no book.
///
/// # Errors
/// The book cannot be looked at: it is busy, the disk fails, or the file is not a book. Damage is no error.
pub fn check(
    path: &Path,
    device: Uuid,
    watcher: &Rc<dyn Watcher>,
    visit: impl FnMut(Seen<'_, '_>) -> Result<(), BookError>,
) -> Result<Option<Checked>, BookError> {
    let mut problems = fs::canonicalize(path).map(|book| surroundings(&book)).unwrap_or_default();
    let content = match Book::open_watched(path, Access::Read, device, &**watcher) {
        Ok(None) => return Ok(None),
        Ok(Some(mut book)) => {
            problems.extend(book.notices().iter().map(odd));
            if book.leaves_files() {
                let what = "another program left the book in WAL mode; the next command that writes in it ends that";
                // No file of it may be removed: the log may hold hands.
                problems.push(Problem::warning(ProblemKind::Other, what));
            }
            WithinStatement::listen(&mut book.connection).map_err(|error| BookError::of(error, path))?;
            book.read().and_then(|pad| examined(&pad.watched_by(Rc::clone(watcher)), visit))
        }
        Err(error) => Err(error),
    };
    let mut found = Findings(problems);
    let content = found.take(ProblemKind::File, content)?.unwrap_or_default();
    found.0.extend(content);
    // Which games are concerned is what people want to know first.
    found.0.sort_by_key(|problem| (problem.severity, problem.kind != ProblemKind::Game));
    Ok(Some(Checked { problems: found.0 }))
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

    fn warn(&mut self, kind: ProblemKind, what: impl Into<String>) {
        self.0.push(Problem::warning(kind, what));
    }

    fn has_damage(&self) -> bool {
        self.0.iter().any(|problem| problem.severity == Severity::Damage)
    }
}

/// Checks everything that a book holds, and shows every game that counts and what devices disagree about people.
///
/// # Errors
/// The book cannot be read for another reason than damage.
pub(in crate::book) fn examined(
    pad: &Pad<'_>,
    mut visit: impl FnMut(Seen<'_, '_>) -> Result<(), BookError>,
) -> Result<Vec<Problem>, BookError> {
    let mut found = Findings::default();
    if let Some(may_have_gaps) = facts_and_file(pad, &mut found)? {
        incomplete(pad, &may_have_gaps, &mut found)?;
    }
    if found.has_damage() {
        waiting(pad, 0, &mut found)?;
        games_at_fault(pad, &mut found)?;
        return Ok(found.0);
    }
    let mut in_place = 0;
    let replayed = pad.games().and_then(|games| {
        pad.each_game(&games, |game| {
            in_place += game.waiting.len();
            visit(Seen::Game(&game))
        })
    });
    found.take(ProblemKind::Game, replayed)?;
    waiting(pad, in_place, &mut found)?;
    let about_people = pad.conflicts_about_people().and_then(|about| visit(Seen::People(pad, &about)));
    found.take(ProblemKind::Game, about_people)?;
    found.take(ProblemKind::Game, pad.people())?;
    found.take(ProblemKind::Game, pad.payments())?;
    found.take(ProblemKind::Game, pad.current())?;
    Ok(found.0)
}

/// Verifies every fact, and lets SQLite check the file: at the same time in a large book. The answer is missing if the facts
/// cannot be read.
fn facts_and_file(pad: &Pad<'_>, found: &mut Findings) -> Result<Option<MayHaveGaps>, BookError> {
    let connection = &pad.transaction;
    let arrivals = found.take(ProblemKind::File, pad.sqlite(Arrivals::now(connection)))?;
    let facts = arrivals.map_or(0, |arrivals| arrivals.facts());
    // SQLite's own check takes about as long as to verify every fact.
    let steps = pad.steps(Work::Check, 2 * facts);
    let units = facts * STEPS_OF_SQLITE_FOR_A_FACT / SQLITES_STEPS;
    let beside = if facts > beside::FACTS { Beside::begin(connection) } else { None };
    let Some(beside) = beside else {
        let is_read = every_fact(pad, || steps.step(), found)?;
        let _within = pad.within_statement(facts, units);
        let sound = read::soundness(connection);
        structure(pad, sound, read::broken_references(connection), found)?;
        return Ok(is_read);
    };
    let part = Part::of(&steps, facts, units);
    let step = || {
        steps.step();
        beside.tell(&part);
    };
    let is_read = every_fact(pad, step, found)?;
    let broken = read::broken_references(connection);
    structure(pad, beside.answer(&part), broken, found)?;
    Ok(is_read)
}

/// What a look at every fact has shown.
struct Verified {
    mismatches: Listed<Mismatch>,
    /// Whether changes of a device may be missing.
    may_have_gaps: bool,
}

/// Verifies every fact.
fn every_fact(pad: &Pad<'_>, step: impl Fn(), found: &mut Findings) -> Result<Option<MayHaveGaps>, BookError> {
    let mut mismatches = Listed::default();
    let verified = read::verify_each(&pad.transaction, step, |mismatch| mismatches.push(mismatch));
    let verified = verified.map(|may_have_gaps| Verified { mismatches, may_have_gaps });
    Ok(found.take(ProblemKind::File, pad.sqlite(verified))?.map(|verified| found.verified(verified)))
}

/// Whether changes of a device may be missing.
struct MayHaveGaps(bool);

impl Findings {
    fn verified(&mut self, verified: Verified) -> MayHaveGaps {
        for mismatch in &verified.mismatches.items {
            let kind = match mismatch {
                Mismatch::Hash { .. } => ProblemKind::Fact,
                Mismatch::Count { .. } => ProblemKind::Change,
            };
            self.damage(kind, said(mismatch));
        }
        if let Some(rest) = verified.mismatches.rest() {
            self.damage(ProblemKind::Fact, format!("{rest} do not match their hashes"));
        }
        MayHaveGaps(verified.may_have_gaps)
    }
}

/// What is not as it was written, in a player's words.
fn said(mismatch: &Mismatch) -> String {
    let (kind, id) = match mismatch {
        Mismatch::Hash { kind, id } => (kind.as_str(), id),
        Mismatch::Count { change, says, there } => {
            return match says.checked_sub(*there) {
                Some(1) if *says == 1 => format!("change {change} lacks its only fact"),
                Some(lacks) => format!("change {change} lacks {lacks} of its {says} facts"),
                None => format!("change {change} says that it has {}, but has {there}", count(*says, "fact")),
            };
        }
    };
    let what = match kind {
        "hand" => "a hand is not what was logged",
        "game" => "a game is not what was written",
        "player" | "player-name" => "the name of a player is not what was written",
        "paid" => "a payment is not what was written",
        "change" => "the record of a change is not what was written",
        _ => return format!("a fact is not what was written: {} {id}", harmless(kind)),
    };
    format!("{what}: {id}")
}

/// Says whether the file and its rows agree, by SQLite's own checks, and looks at the rows that no hash is over.
fn structure(
    pad: &Pad<'_>,
    sound: rusqlite::Result<Soundness>,
    broken: rusqlite::Result<Vec<String>>,
    found: &mut Findings,
) -> Result<(), BookError> {
    match found.take(ProblemKind::File, pad.sqlite(sound))? {
        Some(Soundness::Unread) => return Err(BookError::Io(DiskFault::Read)),
        Some(Soundness::Damaged) => {
            found.damage(ProblemKind::File, "a part of its file makes no sense, or two of its lists do not agree");
        }
        Some(Soundness::Sound) | None => {}
    }
    let broken = found.take(ProblemKind::File, pad.sqlite(broken))?;
    for table in broken.unwrap_or_default() {
        let what = format!("the list `{table}` names something that is not in the book");
        found.damage(ProblemKind::Reference, what);
    }
    let strange = found.take(ProblemKind::File, pad.sqlite(read::strange_rows(&pad.transaction, pad.device)))?;
    strange.unwrap_or_default().into_iter().for_each(|what| found.damage(ProblemKind::File, what));
    Ok(())
}

/// Warns of facts and changes that wait. So many facts wait although they are in their places, because of what they say about
/// hands.
fn waiting(pad: &Pad<'_>, in_place: usize, found: &mut Findings) -> Result<(), BookError> {
    let counted = found.take(ProblemKind::Waiting, pad.sqlite(read::count_of_waiting(&pad.transaction)))?;
    let Some((facts, changes)) = counted.map(|(facts, changes)| (facts + in_place, changes)) else { return Ok(()) };
    if facts + changes > 0 {
        let parts = [(facts, "fact"), (changes, "change")];
        let parts: Vec<String> =
            parts.iter().filter(|(number, _)| *number > 0).map(|(number, noun)| count(*number, noun)).collect();
        let (wait, count) = if facts + changes == 1 { ("waits", "does") } else { ("wait", "do") };
        let what = format!("{} {wait} for something that is not in this book, and {count} not count", and_list(&parts));
        found.warn(ProblemKind::Waiting, what);
    }
    Ok(())
}

/// What the book has not got: changes of a device; and what it has and does not know.
fn incomplete(pad: &Pad<'_>, may_have_gaps: &MayHaveGaps, found: &mut Findings) -> Result<(), BookError> {
    let connection = &pad.transaction;
    if may_have_gaps.0 {
        let gaps = found.take(ProblemKind::Gap, pad.sqlite(read::gaps_in_changes(connection)))?;
        for gap in gaps.unwrap_or_default() {
            let whose =
                if gap.device == pad.device { "this device".into() } else { format!("the device {}", gap.device) };
            let what = format!(
                "{} of {whose} that came before others {} not in this book",
                count(gap.count, "change"),
                are(gap.count)
            );
            found.warn(ProblemKind::Gap, what);
        }
    }
    let unknown = found.take(ProblemKind::Unknown, pad.sqlite(read::count_of_unknown(connection)))?.unwrap_or(0);
    if unknown > 0 {
        let what = format!("{} of a newer ginpad {} kept, and not counted", count(unknown, "fact"), are(unknown));
        found.warn(ProblemKind::Unknown, what);
    }
    let unread = found.take(ProblemKind::Unreadable, pad.sqlite(read::count_of_unread(connection)))?.unwrap_or(0);
    if unread > 0 {
        let is_kept = if unread == 1 { "makes no sense; it is kept" } else { "make no sense; they are kept" };
        found.warn(ProblemKind::Unreadable, format!("{} {is_kept}, and not counted", count(unread, "fact")));
    }
    Ok(())
}

const fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// Looks at every game by itself, to say which of them are concerned.
fn games_at_fault(pad: &Pad<'_>, found: &mut Findings) -> Result<(), BookError> {
    let Some(games) = found.take(ProblemKind::Game, pad.games())? else { return Ok(()) };
    let mut faults: Listed<String> = Listed::default();
    for game in games {
        if let Err(error) = pad.game(game) {
            let what = error.damage()?;
            if !faults.items.contains(&what) {
                faults.push(what);
            }
        }
    }
    let rest = faults.rest().map(|rest| format!("{rest} games are damaged"));
    faults.items.into_iter().chain(rest).for_each(|what| found.damage(ProblemKind::Game, what));
    Ok(())
}
