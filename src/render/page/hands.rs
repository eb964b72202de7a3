//! The hands of a page, each in words.

use ginpad_core::game::ScoredGame;
use ginpad_core::sheet::{EnteredHand, Standing};

use crate::render::answer;
use crate::render::phrases::{self, letter};
use crate::render::styles::html;

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
            class: entered.priced.winner.filter(|_| entered.is_counted()).map_or("", super::table::class),
        }
    };
    game.tally.hands.iter().enumerate().map(line).collect()
}

/// What the letters on the sheet mean, of those that are on it: `K knock`.
pub(super) fn legend(game: &ScoredGame) -> Vec<String> {
    let used: Vec<&str> = game.tally.hands.iter().map(letter).collect();
    let words = LETTERS.iter().filter(|(letter, _)| used.contains(letter));
    words.map(|(letter, word)| format!("{letter} {word}")).collect()
}

/// What the letter of a hand means.
pub(super) fn word(letter: &str) -> &'static str {
    LETTERS.iter().find(|(other, _)| *other == letter).map_or("", |(_, word)| word)
}

const LETTERS: [(&str, &str); 8] = [
    ("K", "knock"),
    ("G", "gin"),
    ("B", "big gin"),
    ("U", "undercut"),
    ("P", "points only"),
    ("R", "several results"),
    ("–", "dead hand"),
    ("×", "not counted"),
];
