//! The last change of a game.

use super::content::{Focus, last_counted};
use crate::render::answer;
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::sheet::Tally;
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
        let at = last_counted(game)?;
        let entered = game.tally.hands.get(at)?;
        let words = format!("#{}  {}", at + 1, answer::reading(game, at, entered));
        let won = entered.priced.winner.map(|winner| BySide::of(winner, entered.priced.points, Points::ZERO));
        let before = Tally::new(&game.game.rules.rules, game.game.first_dealer, game.game.hands.iter().take(at));
        let before = Focus::of(&ScoredGame { game: game.game.clone(), tally: before });
        let now = Focus::of(game);
        let gained = gained(&before, &now).or(won.filter(|_| now.in_points)).unwrap_or_default();
        Some(LastChange { gained, words })
    }

    /// What changed between two states of a game, in these words.
    pub(crate) fn between(before: &ScoredGame, after: &ScoredGame, words: String) -> LastChange {
        let gained = gained(&Focus::of(before), &Focus::of(after)).unwrap_or_default();
        LastChange { gained, words }
    }

    /// What a side gained, with its sign; nothing if it gained nothing.
    pub(super) fn amount(&self, side: Side) -> Option<String> {
        let gained = self.gained[side];
        (gained != Points::ZERO).then(|| format!("{:+}", gained.0))
    }
}

/// What the sides gained, if both boards show the same numbers.
fn gained(before: &Focus, after: &Focus) -> Option<BySide<Points>> {
    let is_same = before.column.is_some() && before.column == after.column;
    is_same.then(|| BySide::from_fn(|side| after.numbers[side] - before.numbers[side]))
}
