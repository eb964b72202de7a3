//! Warnings about hands that do not count, and about what devices disagree about.

use std::path::Path;

use super::disagreements::{about, not_counted as not_counted_because};
use crate::answer::file_words::shown;
use crate::answer::{CommandLine, Hint, Remark, Sentence};
use crate::book::{BookError, Pad, ProblemKind, StoredGame};
use ginpad_core::facts::About;
use ginpad_core::game::ScoredGame;
use ginpad_core::listed::Listed;
use ginpad_core::sheet::Standing;
use ginpad_core::text::numbers;

/// Whether a game has the hands it had and then more, which say themselves what they did.
pub(crate) fn only_adds_hands(before: &StoredGame, after: &StoredGame) -> bool {
    let ids = |game: &StoredGame| game.record.hands.iter().map(|hand| hand.id).collect::<Vec<_>>();
    let (was, is) = (ids(before), ids(after));
    is.starts_with(&was) && is.len() > was.len()
}

/// Warnings about hands of a game that do not count, without the hand `shown` (from 0), whose own line says so.
pub(crate) fn not_counted(game: &ScoredGame, shown: Option<usize>) -> Vec<Remark> {
    reasons(game, shown).into_iter().map(Remark::warning).collect()
}

/// Warnings about what devices disagree about, and how to settle it.
pub(crate) fn disagreements(game: &StoredGame) -> Vec<Remark> {
    let disagreements: Vec<String> = disputed(game).collect();
    let settle = Hint::does(CommandLine::of("conflicts"), "lists what was said, and how to settle it");
    let settle = (!disagreements.is_empty()).then_some(Remark::Hint(settle));
    disagreements.into_iter().map(Remark::warning).chain(settle).collect()
}

/// Warnings about corrections that count although what they corrected was taken back.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn still_counts(pad: &Pad<'_>, game: &StoredGame) -> Result<Vec<Remark>, BookError> {
    let mut warnings = Vec::new();
    for problem in pad.corrects_what_is_gone(game)? {
        let ProblemKind::StillCounts(act) = problem.kind else { continue };
        let undo = CommandLine::of("undo").words([pad.short_id(act)?]);
        warnings.push(Remark::Warning(Sentence::from(problem.what + "; ").run(undo).say(" takes that back too")));
    }
    Ok(warnings)
}

/// Everything about a game that waits for somebody to settle it: what devices disagree about, and hands that the rules
/// refuse.
pub(crate) fn unsettled(game: &StoredGame) -> impl Iterator<Item = String> {
    refused(&game.scored, None).chain(disputed(game))
}

/// What devices disagree about. The reasons for a refused hand are given elsewhere.
fn disputed(game: &StoredGame) -> impl Iterator<Item = String> {
    let others = game.conflicts.iter().filter(|conflict| !matches!(conflict.about, About::Refused { .. }));
    others.filter_map(|conflict| about(conflict, Some(game), &[]).1)
}

/// Warnings about hands of a file that do not count. Each names its game if the file holds several.
#[derive(Debug, Default)]
pub(crate) struct NotCounted {
    games: usize,
    /// Why, with the number of the game in the file.
    found: Listed<(usize, String)>,
}

impl NotCounted {
    /// Looks at these games of a file.
    pub(crate) fn among<'a>(games: impl IntoIterator<Item = &'a ScoredGame>) -> NotCounted {
        let mut not_counted = NotCounted::default();
        games.into_iter().for_each(|game| not_counted.add(game));
        not_counted
    }

    /// Adds the next game of the file.
    pub(crate) fn add(&mut self, game: &ScoredGame) {
        self.games += 1;
        reasons(game, None).into_iter().for_each(|reason| self.found.push((self.games, reason)));
    }

    /// The warnings; of many the first, and how many more there are.
    pub(crate) fn remarks(self) -> Vec<Remark> {
        let of = |game| if self.games > 1 { format!("game {game} of the file: ") } else { String::new() };
        warnings(&self.found, |(game, reason)| format!("{}{reason}", of(*game)))
    }
}

/// Warnings about lines of a file that say that the rules refuse their hands, which they do not.
pub(crate) fn marked_in_vain(file: &Path, lines: &Listed<usize>) -> Vec<Remark> {
    let file = shown(file);
    warnings(lines, |line| {
        format!("line {line} of {file} says `refused`, but the rules accept the hand; it is read without that word")
    })
}

/// A warning about each, and how many are left out.
fn warnings<T>(found: &Listed<T>, says: impl Fn(&T) -> String) -> Vec<Remark> {
    let more = (found.more > 0).then(|| format!("the file has {} more like these", found.more));
    found.items.iter().map(says).chain(more).map(Remark::warning).collect()
}

/// Warnings about hands that do not count under other rules, which each game has here.
pub(crate) fn not_counted_instead<'a>(games: impl Iterator<Item = &'a ScoredGame>) -> Vec<Remark> {
    let under_rules = |game: &'a ScoredGame| {
        reasons(game, None).into_iter().map(|reason| format!("under {}, {reason}", game.game.rules))
    };
    warnings(&games.flat_map(under_rules).collect(), String::clone)
}

/// Which hands do not count, and why: one sentence for each reason. The hand `shown` is left out.
fn reasons(game: &ScoredGame, shown: Option<usize>) -> Vec<String> {
    after_the_end(game, shown).into_iter().chain(refused(game, shown)).collect()
}

/// `hand 3 is not counted: Ann cannot knock with 12 deadwood; the knock limit is 10`, for each hand that the rules
/// of its game refuse.
fn refused(game: &ScoredGame, shown: Option<usize>) -> impl Iterator<Item = String> {
    let hands = game.tally.hands.iter().enumerate().filter(move |(at, _)| Some(*at) != shown);
    hands.filter(|(_, hand)| !hand.refusals().is_empty()).map(|(at, hand)| not_counted_because(at + 1, hand.refusals()))
}

/// `hand 3 comes after the end of the game and is not counted`.
fn after_the_end(game: &ScoredGame, shown: Option<usize>) -> Option<String> {
    let hands = game.tally.hands.iter().enumerate().filter(|(at, _)| Some(*at) != shown);
    let hands = hands.filter(|(_, hand)| hand.standing == Standing::BeyondTheEnd);
    let hands: Vec<usize> = hands.map(|(at, _)| at + 1).collect();
    let come = if hands.len() == 1 { "comes" } else { "come" };
    let are = if hands.len() == 1 { "is" } else { "are" };
    let which = numbers("hand", &hands);
    (!hands.is_empty()).then(|| format!("{which} {come} after the end of the game and {are} not counted"))
}
