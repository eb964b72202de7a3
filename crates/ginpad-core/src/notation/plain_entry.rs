//! The short way to read the entries that the program prints itself: `Ann knock 4 27`, `Bob gin 31 up 7S`, `dead`.
//!
//! Nearly every line of a text sheet is one of these. They have one reading only, so none of the ways that
//! [`read_entry`](super::read_entry) follows need be tried. A test compares both.

use super::words::{DEAD, WORDS};
use crate::cards::Card;
use crate::hand::{Count, DeadHand, LoggedHand, LoggedResult, Outcome, Played, Upcard};
use crate::players::{Players, Seat};

/// What stands before the upcard.
const UP: &str = "up";

/// Reads an entry in its plainest form. `None` if it has any other form, or may have another reading.
pub(super) fn read_plain_entry(text: &str, players: &Players) -> Option<LoggedHand> {
    if text == "dead" {
        return Some(hand(Played::Dead(DeadHand::Stock)));
    }
    let mut words = text.split(' ');
    let by = player(words.next()?, players)?;
    let how = outcome(words.next()?)?;
    let first = number(words.next()?)?;
    let mut after = words.next();
    let second = after.filter(|word| *word != UP).map(number);
    if second.is_some() {
        after = words.next();
    }
    let upcard = match after {
        None => None,
        Some(UP) => Some(upcard(words.next()?)?),
        Some(_) => return None,
    };
    if words.next().is_some() {
        return None;
    }
    let result = match (how, second) {
        (Outcome::Knock, Some(other)) => {
            LoggedResult::Knock { by, own: Count::number(first)?, other: Count::number(other?)? }
        }
        (Outcome::Undercut, Some(other)) => {
            LoggedResult::Undercut { by, own: Count::number(first)?, other: Count::number(other?)? }
        }
        (Outcome::Gin, None) => LoggedResult::Gin { by, own: None, other: Count::number(first)? },
        (Outcome::BigGin, None) => LoggedResult::BigGin { by, own: None, other: Count::number(first)? },
        (Outcome::Points, None) => LoggedResult::Points { by, points: first },
        _ => return None,
    };
    Some(LoggedHand { upcard, ..hand(Played::Results(vec![result])) })
}

const fn hand(played: Played) -> LoggedHand {
    LoggedHand { played, upcard: None, note: None, at: None }
}

/// The player whose whole name this is, at a table where every name is one word that means nothing else.
fn player(word: &str, players: &Players) -> Option<Seat> {
    let mut found = None;
    for (seat, name) in players.seats() {
        let name = name.as_str();
        let means_more = |known: &str| known.eq_ignore_ascii_case(name);
        if !name.bytes().all(|byte| byte.is_ascii_alphabetic())
            || DEAD.iter().copied().any(means_more)
            || WORDS.iter().any(|(known, _)| means_more(known))
            || means_more(UP)
        {
            return None;
        }
        if name.eq_ignore_ascii_case(word) {
            found = Some(seat);
        }
    }
    found
}

/// The outcome that a full word means.
fn outcome(word: &str) -> Option<Outcome> {
    let known = ["knock", "gin", "big-gin", "undercut", "points"].contains(&word);
    known.then(|| super::words::outcome_of(word)).flatten()
}

/// A number of at most three digits.
fn number(word: &str) -> Option<u32> {
    let digits = (1..=3).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { word.parse().ok() } else { None }
}

/// A card in two letters.
fn upcard(word: &str) -> Option<Upcard> {
    let is_code = word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_code { Card::read(word).ok().map(Upcard::Card) } else { None }
}

#[cfg(test)]
mod tests {
    use chrono::{Offset as _, Utc};

    use super::*;
    use crate::notation::entry::read_any_entry;
    use crate::notation::{LocalTime, read_one};

    /// Tables where a short way could go wrong: names that are words or starts of others, or look like cards.
    const TABLES: [&str; 14] = [
        "Ann, Bob",
        "Ann, An",
        "K, Kd",
        "Gin, Points",
        "Dead, Big",
        "Undercut, U",
        "Knock, Kn",
        "Ann Lee, Ann",
        "A & Ah, D & Dd",
        "\"A-b\", G",
        "\u{c4}nn, Ass",
        "As, P & \u{df}",
        "Up, Ann",
        "Ann & U, Upton & S",
    ];

    #[test]
    fn the_short_way_reads_as_the_long_one() {
        let utc = |_| Utc.fix();
        let local = LocalTime { now: chrono::DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
        let mut short = 0;
        for table in TABLES {
            let Ok(game) = read_one(&format!("sides: {table}\n")) else { continue };
            let names: Vec<String> = game.players.seats().map(|(_, name)| name.as_str().to_string()).collect();
            let lower = names.iter().map(|name| name.to_lowercase());
            for name in names.iter().cloned().chain(lower).chain(["a".into(), "dead".into()]) {
                for how in ["knock", "gin", "big-gin", "big", "undercut", "points", "k", "dead", "Knock"] {
                    let counts = ["", "4", "4 27", "0", "99 4", "010 20", "4 2 7", "4  27", "1000", "4 27 up", "4s 5"];
                    let upcards =
                        ["", " up 7S", " up Td", " up 10h", " up 7", " up kq", " up AS up AS", " up 7s 4", " UP 7S"];
                    for (counts, up) in counts.iter().flat_map(|counts| upcards.map(|up| (counts, up))) {
                        let text = format!("{name} {how} {counts}{up}");
                        if let Some(read) = read_plain_entry(&text, &game.players) {
                            short += 1;
                            assert_eq!(read_any_entry(&text, &game, local), Ok(read), "{table}: {text}");
                        }
                    }
                }
            }
        }
        assert!(short > 400, "{short}");
        let game = read_one("sides: Ann, Bob\n").unwrap();
        assert_eq!(read_any_entry("dead", &game, local).ok(), read_plain_entry("dead", &game.players));
    }
}
