//! Lines typed at a pad that stays open: entries, and commands of one letter.
//!
//! A command is a letter on its own, so no name and no card looks like one. Everything else is an entry, which the
//! [`notation`](crate::notation) reads. Any program in which somebody types line after line can use this: a terminal, a
//! page, a phone.

use crate::game::Game;
use crate::hand::{LoggedHand, Outcome, Upcard};
use crate::notation::{EntryFault, LocalTime, quoted, read_entry};
use crate::players::Players;
use crate::text::fold;

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

/// The completions for the word at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completions {
    /// The byte at which the word starts.
    pub start: usize,
    /// The words that can replace it, in the order they are offered.
    pub words: Vec<String>,
}

/// The ways to end a hand, written out.
const WAYS: [Outcome; 5] = [Outcome::Knock, Outcome::Gin, Outcome::BigGin, Outcome::Undercut, Outcome::Points];

/// The words that may follow a result.
const MODIFIERS: [&str; 3] = ["up", "note", "at"];

/// Completes the word before the cursor of an entry: first a player, then how the hand ended, then what belongs to it.
/// A correction may precede the entry.
///
/// # Example
/// ```
/// use ginpad_core::notation::read_one;
/// use ginpad_core::table::complete_entry;
///
/// let players = read_one("sides: Ann, Bob\n").unwrap().players;
/// assert_eq!(complete_entry("a", &players).words, ["Ann"]);
/// assert_eq!(complete_entry("3= bob b", &players).words, ["big-gin"]);
/// ```
pub fn complete_entry(before: &str, players: &Players) -> Completions {
    let entry = before.find('=').filter(|at| !before[..*at].contains(char::is_alphabetic)).map_or(0, |at| at + 1);
    // Among partners each pair of opponents has its own result.
    let result = before[entry..].rfind(',').map_or(entry, |comma| entry + comma + 1);
    let typed = &before[result..];
    let names: Vec<&str> = players.seats().map(|(_, name)| name.as_str()).collect();
    let spelled = || names.iter().map(|name| if is_plain(name) { (*name).to_string() } else { quoted(name) });
    let after_name = names.iter().filter_map(|name| after_word(typed, name)).min_by_key(|rest| rest.len());
    match after_name {
        None => {
            let start = result + typed.len() - typed.trim_start().len();
            of_those(before, start, spelled().chain(["dead".to_string()]))
        }
        Some(rest) => {
            let start = before.len() - last_word(rest).len();
            let is_first = rest.trim_start() == last_word(rest);
            let ways = WAYS.iter().filter(|_| is_first).map(|way| way.word().to_string());
            let modifiers = MODIFIERS.iter().filter(|_| !is_first).map(|word| (*word).to_string());
            // With more than two at the table, the opponent's name precedes a count.
            let others = spelled().filter(|_| !is_first && players.are_named_in_pairs());
            of_those(before, start, ways.chain(others).chain(modifiers))
        }
    }
}

/// Completes a whole line.
pub fn complete_word<'a>(before: &str, words: impl IntoIterator<Item = &'a str>) -> Completions {
    of_those(before, before.len() - before.trim_start().len(), words.into_iter().map(str::to_string))
}

/// The words that begin with the text after `start`, ignoring case.
fn of_those(before: &str, start: usize, words: impl IntoIterator<Item = String>) -> Completions {
    let bare = |text: &str| fold(text.trim_matches('"'));
    let typed = bare(&before[start..]);
    Completions { start, words: words.into_iter().filter(|word| bare(word).starts_with(&typed)).collect() }
}

/// The text after a full name and its space, ignoring case.
fn after_word<'t>(typed: &'t str, name: &str) -> Option<&'t str> {
    let typed = typed.trim_start();
    // The start of a name, or one letter, counts as the name.
    let is_name = |word: &str| !word.is_empty() && fold(name).starts_with(&fold(word));
    let mut ends = typed.match_indices(char::is_whitespace).map(|(at, _)| typed.split_at(at)).rev();
    ends.find(|(word, _)| is_name(word.trim_matches('"'))).map(|(_, rest)| rest)
}

/// The last word of a text; empty after a space.
fn last_word(text: &str) -> &str {
    text.rsplit(char::is_whitespace).next().unwrap_or_default()
}

/// Whether an entry accepts a name without quotes.
fn is_plain(name: &str) -> bool {
    name.chars().all(|char| char.is_alphanumeric() || char == '-' || char == '\'')
}

/// Adds the upcard typed earlier to the text of an entry. Leaves an entry unchanged if it names its own upcard, or if
/// it is not the entry of a hand.
///
/// # Example
/// ```
/// use ginpad_core::hand::{Moment, Upcard};
/// use ginpad_core::notation::{LocalTime, read_one};
/// use ginpad_core::table::with_upcard;
///
/// let game = read_one("sides: Ann, Bob\nrules: oklahoma\n").unwrap();
/// let local = LocalTime { now: Moment::default(), offset_at: &|_| *Moment::default().offset() };
/// let told = |entry| with_upcard(entry, Upcard::read("7h").unwrap(), &game, local);
/// assert_eq!(told("a5 23"), "a5 23 up 7♥");
/// assert_eq!(told("a5 23 up 9c"), "a5 23 up 9c");
/// assert_eq!(told("ann adjust -20"), "ann adjust -20");
/// assert_eq!(told("a5"), "a5");
/// ```
pub fn with_upcard(entry: &str, upcard: Upcard, game: &Game, local: LocalTime<'_>) -> String {
    let extended = format!("{entry} up {upcard}");
    let read = read_entry(entry, game, local);
    // The upcard may decide between two readings.
    if matches!(read, Err((_, EntryFault::Ambiguous { .. }))) && !entry.contains(" up ") {
        return extended;
    }
    let bare = read.ok().filter(|hand| hand.upcard.is_none());
    let with = bare.map(|hand| LoggedHand { upcard: Some(upcard), ..hand });
    if with.is_some() && read_entry(&extended, game, local).ok() == with { extended } else { entry.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_one;

    fn players(sides: &str) -> Players {
        read_one(&format!("sides: {sides}\n")).unwrap().players
    }

    #[test]
    fn a_name_comes_first() {
        let players = players("Ann, Bob");
        let words = |before: &str| complete_entry(before, &players).words;
        assert_eq!(words(""), ["Ann", "Bob", "dead"]);
        assert_eq!(words("B"), ["Bob"]);
        assert_eq!(words("d"), ["dead"]);
        assert_eq!(words("x"), Vec::<String>::new());
        assert_eq!(words("a5"), Vec::<String>::new());
    }

    #[test]
    fn then_how_the_hand_ended_and_then_what_goes_with_it() {
        let players = players("Ann, Bob");
        let completed = |before: &str| complete_entry(before, &players);
        assert_eq!(completed("ann ").words, ["knock", "gin", "big-gin", "undercut", "points"]);
        assert_eq!(completed("a k"), Completions { start: 2, words: vec!["knock".into()] });
        assert_eq!(completed("ann knock 4 27 n"), Completions { start: 15, words: vec!["note".into()] });
        assert_eq!(completed("ann knock 4 27 ").words, ["up", "note", "at"]);
        let three = self::players("Ann, Bob, Cid");
        assert_eq!(complete_entry("ann knock 4 b", &three).words, ["Bob"]);
    }

    #[test]
    fn a_correction_and_the_results_of_partners_are_completed_too() {
        let pair = players("Ann & Cid, Bob & Dee");
        let completed = |before: &str| complete_entry(before, &pair);
        assert_eq!(completed("3= b"), Completions { start: 3, words: vec!["Bob".into()] });
        assert_eq!(completed("a4 20, d").words, ["Dee", "dead"]);
        assert_eq!(completed("a4 20, dee g").words, ["gin"]);
    }

    #[test]
    fn a_name_that_needs_quotes_gets_them() {
        assert_eq!(complete_entry("m", &players("Mary Jane, Bob")).words, ["\"Mary Jane\""]);
    }

    #[test]
    fn a_whole_line_is_completed_from_a_list() {
        let completed = complete_word(" ho", ["standard", "hollywood", "HOUSE"]);
        assert_eq!(completed, Completions { start: 1, words: vec!["hollywood".into(), "HOUSE".into()] });
    }

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
