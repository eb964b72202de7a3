//! The last change of a game.

use super::content::Focus;
use crate::render::answer;
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::side::{BySide, Side};

/// What happened last in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastChange {
    /// What each side gained by it; below 0 what it lost.
    pub(super) gained: BySide<Points>,
    /// What it was.
    pub(super) words: String,
}

impl LastChange {
    /// The last hand that counts.
    pub(crate) fn hand(game: &ScoredGame) -> Option<LastChange> {
        let at = game.tally.hands.iter().rposition(|hand| hand.is_counted())?;
        let entered = &game.tally.hands[at];
        let words = format!("#{}  {}", at + 1, answer::reading(game, at, entered));
        let winner = entered.priced.winner.filter(|_| Focus::of(game).in_points);
        let gained = winner.map(|winner| BySide::of(winner, entered.priced.points, Points::ZERO));
        Some(LastChange { gained: gained.unwrap_or_default(), words })
    }

    /// What changed between two states of a game, in these words.
    pub(crate) fn between(before: &ScoredGame, after: &ScoredGame, words: String) -> LastChange {
        let (before, after) = (Focus::of(before), Focus::of(after));
        let is_same = before.column.is_some() && before.column == after.column;
        let gained = BySide::from_fn(|side| after.numbers[side] - before.numbers[side]);
        LastChange { gained: if is_same { gained } else { BySide::default() }, words }
    }

    /// What a side gained, with its sign; nothing if it gained nothing.
    pub(super) fn amount(&self, side: Side) -> Option<String> {
        let gained = self.gained[side];
        (gained != Points::ZERO).then(|| format!("{:+}", gained.0))
    }
}
