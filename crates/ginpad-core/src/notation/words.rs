//! The words of an entry for how a hand ended.

use crate::Outcome;

/// Every word for a result with a player, the full word of each outcome first.
pub(super) const WORDS: &[(&str, Outcome)] = &[
    ("knock", Outcome::Knock),
    ("knocks", Outcome::Knock),
    ("knocked", Outcome::Knock),
    // Printed for a knocker who does not win. The counts decide.
    ("is undercut", Outcome::Knock),
    ("k", Outcome::Knock),
    ("gin", Outcome::Gin),
    ("gins", Outcome::Gin),
    ("ginned", Outcome::Gin),
    ("g", Outcome::Gin),
    ("big-gin", Outcome::BigGin),
    ("biggin", Outcome::BigGin),
    ("big gin", Outcome::BigGin),
    ("big", Outcome::BigGin),
    ("bg", Outcome::BigGin),
    ("undercut", Outcome::Undercut),
    ("undercuts", Outcome::Undercut),
    // Printed for a defender who does not win, even though their deadwood is no higher than the knocker's.
    ("defends", Outcome::Undercut),
    ("u", Outcome::Undercut),
    ("points", Outcome::Points),
    ("p", Outcome::Points),
    ("won", Outcome::Points),
    ("wins", Outcome::Points),
    ("win", Outcome::Points),
];

/// Every word for a dead hand.
pub(super) const DEAD: &[&str] = &["dead", "draw", "wall", "wash", "washed", "-"];

/// The word for a wrongly dealt hand, alone or after a word for a dead hand.
pub(super) const MISDEAL: &str = "misdeal";

/// The outcomes of a result with a player.
pub(super) const OF_A_PLAYER: [Outcome; 5] =
    [Outcome::Knock, Outcome::Gin, Outcome::BigGin, Outcome::Undercut, Outcome::Points];

/// Their full words, for messages.
pub(super) const EXPECTED: &str = "knock, gin, big-gin, undercut or points";

/// Whether a word, in any case, may follow the counts of an entry.
pub(super) fn is_modifier(word: &str) -> bool {
    ["up", "upcard", "note", "at"].iter().any(|modifier| modifier.eq_ignore_ascii_case(word))
}

/// The outcome that a word means, in any case.
pub(super) fn outcome_of(typed: &str) -> Option<Outcome> {
    WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(typed)).map(|(_, outcome)| *outcome)
}
