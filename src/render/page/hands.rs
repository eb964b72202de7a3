//! The hands of a page, each in words.

use std::collections::BTreeSet;

use ginpad_core::game::ScoredGame;
use ginpad_core::sheet::{EnteredHand, Standing};

use crate::render::answer;
use crate::render::phrases::{self, letter};
use crate::render::styles::{class, html};

/// A hand in words.
pub(super) struct HandLine {
    /// Its number, from 1.
    pub number: usize,
    /// How it was read, with its points.
    pub words: String,
    /// What else was logged with it, and why it does not count if it does not: as HTML.
    pub remarks: Vec<String>,
    /// The class of the side that won it, for its colour.
    pub class: &'static str,
}

/// Every hand of a game in words.
pub(super) fn lines(game: &ScoredGame) -> Vec<HandLine> {
    let line = |(at, entered): (usize, &EnteredHand)| {
        let mut remarks = answer::remarks_of(game, at);
        match entered.standing {
            Standing::Counted => {}
            Standing::BeyondTheEnd => remarks.push(phrases::AFTER_THE_END.into()),
            Standing::Refused(_) => remarks.push(phrases::not_counted(entered)),
        }
        HandLine {
            number: at + 1,
            words: answer::reading(game, at, entered),
            remarks: remarks.iter().map(|remark| html(remark)).collect(),
            class: entered.priced.winner.filter(|_| entered.is_counted()).map_or("", class),
        }
    };
    game.tally.hands.iter().enumerate().map(line).collect()
}

/// What the letters on the sheet mean, of those that are on it: `K knock`.
pub(super) fn legend(game: &ScoredGame) -> BTreeSet<String> {
    game.tally.hands.iter().map(|hand| letter(hand).join(" ")).collect()
}
