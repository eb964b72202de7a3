//! Reads a typed line as a command or an entry.

use crate::hand::Upcard;

/// The meaning of a typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableLine<'a> {
    /// Nothing: a blank line or a remark.
    Nothing,
    /// Leave.
    Leave,
    /// Run this command line for the game: `score --big`.
    Run(&'static str),
    /// Start the next game.
    Next,
    /// Say how to name the dealer.
    Dealer,
    /// Show the commands.
    Help,
    /// Undo this many of the latest changes.
    Undo(usize),
    /// Redo this many undone changes.
    Redo(usize),
    /// The upcard of the next hand, just turned: `up 7h`. `up -` means that none was turned.
    Upcard(&'a str),
    /// Judge cards: `? 7hdc 345s`.
    Judge {
        /// A player's cards. If the defender's cards follow, they are the knocker's, and may have `/` between melds.
        hand: &'a str,
        /// The defender's cards, after the last `/`.
        defender: Option<&'a str>,
        /// The upcard, after `up`.
        upcard: Option<&'a str>,
    },
    /// Replace a hand, named `3`, `-2` or `last`, by this entry: `3= a6 23`; `swap 3` gives it to the other side. An empty
    /// entry shows the hand.
    Correct(&'a str, &'a str),
    /// The entry of the next hand.
    Entry(&'a str),
}

/// The short and the long form of each command that stands alone.
const COMMANDS: [(&str, &str, TableLine<'static>); 7] = [
    ("s", "score", TableLine::Run("score")),
    ("b", "board", TableLine::Run("score --big")),
    ("e", "explain", TableLine::Run("explain last")),
    ("n", "new", TableLine::Next),
    ("o", "odds", TableLine::Run("odds")),
    ("deal", "dealer", TableLine::Dealer),
    ("?", "help", TableLine::Help),
];

/// The words that leave.
const LEAVE: [&str; 4] = [".", "q", "quit", "exit"];

impl<'a> TableLine<'a> {
    /// Reads a line.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::table::TableLine;
    ///
    /// assert_eq!(TableLine::read("s"), TableLine::Run("score"));
    /// assert_eq!(TableLine::read("u 2"), TableLine::Undo(2));
    /// assert_eq!(TableLine::read("u5 23"), TableLine::Entry("u5 23"));
    /// assert_eq!(TableLine::read("3= a6 23"), TableLine::Correct("3", "a6 23"));
    /// ```
    pub fn read(line: &'a str) -> TableLine<'a> {
        let line = line.trim();
        let is = |word: &str| line.eq_ignore_ascii_case(word);
        if line.is_empty() || line.starts_with('#') {
            return TableLine::Nothing;
        }
        if LEAVE.iter().any(|word| is(word)) {
            return TableLine::Leave;
        }
        if let Some((.., command)) = COMMANDS.iter().find(|(letter, word, _)| is(letter) || is(word)) {
            return *command;
        }
        if let Some(cards) = line.strip_prefix('?') {
            return to_judge(cards);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let read = move_through(&words).or_else(|| upcard(line, &words)).or_else(|| swap(&words));
        read.or_else(|| correction(line)).unwrap_or(TableLine::Entry(line))
    }
}

/// The long form of a command that a single letter means: `explain` for `e`.
pub fn command_of_letter(letter: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(short, ..)| short.eq_ignore_ascii_case(letter)).map(|(_, word, _)| *word)
}

/// Reads `7hdc 345s` or `KNOCKER / DEFENDER`, with or without `up 7S` at the end.
fn to_judge(text: &str) -> TableLine<'_> {
    let up = text.to_ascii_lowercase().rfind(" up ");
    let (cards, upcard) = up.map_or((text, None), |at| (&text[..at], Some(text[at + 4..].trim())));
    let (hand, defender) =
        cards.rsplit_once('/').map_or((cards, None), |(hand, defender)| (hand, Some(defender.trim())));
    TableLine::Judge { hand: hand.trim(), defender, upcard }
}

/// At most this many digits are a number of changes; more are the start of a change's id.
const MOST_DIGITS: usize = 6;

/// Reads `u`, `u2`, `undo 2`, `r 3`.
fn move_through<'a>(words: &[&str]) -> Option<TableLine<'a>> {
    let many = |digits: &str| digits.parse().ok().filter(|many| *many > 0 && digits.len() <= MOST_DIGITS);
    let (word, changes) = match words {
        [word] => match word.split_at_checked(1) {
            Some((letter, digits)) if let Some(changes) = many(digits) => (letter, changes),
            _ => (*word, 1),
        },
        [word, changes] => (*word, many(changes)?),
        _ => return None,
    };
    match word.to_ascii_lowercase().as_str() {
        "u" | "undo" => Some(TableLine::Undo(changes)),
        "r" | "redo" => Some(TableLine::Redo(changes)),
        _ => None,
    }
}

/// Reads `up 7h` and `up7h`. Anything longer may be the entry of a player whose name starts with `up`.
fn upcard<'a>(line: &'a str, words: &[&str]) -> Option<TableLine<'a>> {
    let rest = line.get(..2).filter(|start| start.eq_ignore_ascii_case("up")).and_then(|_| line.get(2..))?.trim();
    let is_word = words.first().is_some_and(|first| first.len() == 2);
    let is_card = Upcard::read(rest).is_ok();
    (is_word && words.len() <= 2 || is_card && (is_word || words.len() == 1)).then_some(TableLine::Upcard(rest))
}

/// Reads `swap`, `swap 3` or `3 swap`, which give the hand to the other side.
fn swap<'a>(words: &[&'a str]) -> Option<TableLine<'a>> {
    let is_swap = |word: &str| word.eq_ignore_ascii_case("swap");
    let (hand, swap) = match words {
        [swap] => ("", swap),
        [hand, swap] if is_swap(swap) => (*hand, swap),
        [swap, hand] => (*hand, swap),
        _ => return None,
    };
    is_swap(swap).then_some(TableLine::Correct(hand_named(hand)?, swap))
}

/// Reads a correction: `3= a6 23`, `-2= dead`, or `= a6 23` for the last hand.
fn correction(line: &str) -> Option<TableLine<'_>> {
    let (hand, entry) = line.split_once('=')?;
    Some(TableLine::Correct(hand_named(hand.trim())?, entry.trim()))
}

/// The word for a hand: its number from 1, or from the end with a `-` before it. An empty text means the last hand.
fn hand_named(hand: &str) -> Option<&str> {
    let is_number = hand.strip_prefix('-').unwrap_or(hand).parse::<usize>().is_ok();
    match hand {
        "" => Some("last"),
        _ => (is_number || hand.eq_ignore_ascii_case("last")).then_some(hand),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_letter_that_stands_alone() {
        for (line, command) in [
            ("s", TableLine::Run("score")),
            (" S ", TableLine::Run("score")),
            ("e", TableLine::Run("explain last")),
            ("n", TableLine::Next),
            ("b", TableLine::Run("score --big")),
            ("o", TableLine::Run("odds")),
            ("?", TableLine::Help),
            ("dealer", TableLine::Dealer),
            ("help", TableLine::Help),
        ] {
            assert_eq!(TableLine::read(line), command, "{line}");
        }
        for entry in ["u5 23", "s 5 23", "-", "dead", "sg31", "na5 23"] {
            assert_eq!(TableLine::read(entry), TableLine::Entry(entry));
        }
    }

    #[test]
    fn blank_lines_and_remarks_ask_for_nothing_and_several_words_leave() {
        for line in ["", "  ", "# the second evening"] {
            assert_eq!(TableLine::read(line), TableLine::Nothing);
        }
        for line in [".", "q", "quit", "EXIT"] {
            assert_eq!(TableLine::read(line), TableLine::Leave);
        }
    }

    #[test]
    fn changes_are_moved_through_and_the_upcard_is_told_before_its_hand() {
        for (line, read) in [
            ("u", TableLine::Undo(1)),
            (" U 2", TableLine::Undo(2)),
            ("u2", TableLine::Undo(2)),
            ("up7h", TableLine::Upcard("7h")),
            ("redo 12", TableLine::Redo(12)),
            ("up 7h", TableLine::Upcard("7h")),
            ("UP 7 h", TableLine::Upcard("7 h")),
            ("up -", TableLine::Upcard("-")),
            ("up", TableLine::Upcard("")),
        ] {
            assert_eq!(TableLine::read(line), read, "{line}");
        }
        for entry in ["u 5 23", "u 0", "undo 41752208", "up 5 23", "upg31", "r5 2"] {
            assert_eq!(TableLine::read(entry), TableLine::Entry(entry));
        }
    }

    #[test]
    fn cards_are_judged_after_a_question_mark() {
        let judge = |hand, defender, upcard| TableLine::Judge { hand, defender, upcard };
        assert_eq!(TableLine::read("? 7hdc 345s"), judge("7hdc 345s", None, None));
        assert_eq!(TableLine::read("?7h UP 4c"), judge("7h", None, Some("4c")));
        assert_eq!(TableLine::read("? 567s / 9hdc / 89s"), judge("567s / 9hdc", Some("89s"), None));
    }

    #[test]
    fn a_correction_names_its_hand_from_either_end() {
        for (line, hand, entry) in [
            ("3= a6 23", "3", "a6 23"),
            ("3 =a6 23", "3", "a6 23"),
            ("= a6 23", "last", "a6 23"),
            ("-2=-", "-2", "-"),
            ("12=", "12", ""),
            ("last= a6 23", "last", "a6 23"),
            ("swap", "last", "swap"),
            ("Swap 3", "3", "Swap"),
            ("-2 swap", "-2", "swap"),
        ] {
            assert_eq!(TableLine::read(line), TableLine::Correct(hand, entry), "{line}");
        }
        for entry in ["a= 5 23", "a5 23 note \"1 = 2\""] {
            assert_eq!(TableLine::read(entry), TableLine::Entry(entry));
        }
    }
}
