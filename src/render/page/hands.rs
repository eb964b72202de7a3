//! The hands of a page, each in words.

use ginpad_core::game::ScoredGame;
use ginpad_core::sheet::{EnteredHand, Standing};

use crate::render::answer;
use crate::render::layout::html;
use crate::render::phrases::{self, mark};

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

impl HandLine {
    /// All of it as one text.
    pub(super) fn text(&self) -> String {
        std::iter::once(self.words.as_str()).chain([" "]).chain(self.remarks.iter().map(String::as_str)).collect()
    }
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
    let used: Vec<&str> = game.tally.hands.iter().map(mark).collect();
    let words = MARKS.iter().filter(|(mark, _)| used.contains(mark));
    words.map(|(mark, word)| format!("{mark} {word}")).collect()
}

/// What the letter of a hand means.
pub(super) fn word(mark: &str) -> &'static str {
    MARKS.iter().find(|(other, _)| *other == mark).map_or("", |(_, word)| word)
}

const MARKS: [(&str, &str); 8] = [
    ("K", "knock"),
    ("G", "gin"),
    ("B", "big gin"),
    ("U", "undercut"),
    ("P", "points only"),
    ("R", "several results"),
    ("–", "dead hand"),
    ("×", "not counted"),
];
