//! Completes what is typed: a half-typed word, and an entry whose upcard was typed before it.

use crate::game::Game;
use crate::hand::{LoggedHand, Outcome, Upcard};
use crate::notation::{LocalTime, quoted, read_entry};
use crate::players::Players;
use crate::text::fold;

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
    let bare = read_entry(entry, game, local).ok().filter(|hand| hand.upcard.is_none());
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
}
