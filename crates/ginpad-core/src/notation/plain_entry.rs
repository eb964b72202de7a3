//! Reads the entries that the program prints itself, by a fast path: `Ann knock 4 27`, `Bob gin 31 up 7S`, `dead`,
//! `Ann gin 9, Cid knock 4 8`, `Bob gin 31 note "at last"`.
//!
//! Nearly every line of a text sheet is one of these. They have only one reading, so none of the ways that
//! [`read_entry`](super::read_entry) follows need be tried. A test compares both.

use super::words::{DEAD, WORDS};
use crate::cards::Card;
use crate::{
    Count, DeadHand, Game, LoggedHand, LoggedResult, Name, Note, Outcome, Played, Players, Seat, Table, Upcard,
};

/// The word before the upcard.
const UP: &str = "up";

/// The text before a note.
const NOTE: &str = " note \"";

/// Whether the fast path reads the entries of a game. Where more than two sides play, or others sit out, or a name has
/// another meaning, an entry may mean more.
pub(super) fn has_plain_entries(game: &Game) -> bool {
    game.rules.rules.table == Table::Two && game.players.seats().all(|(_, name)| is_plain(name))
}

/// Reads an entry in its plainest form. `None` if it has any other form, or may have another reading.
pub(super) fn read_plain_entry(text: &str, players: &Players) -> Option<LoggedHand> {
    let (text, note) = match text.strip_suffix('"') {
        None => (text, None),
        Some(noted) => {
            let (entry, note) = noted.split_once(NOTE)?;
            (entry, plain_note(note)?)
        }
    };
    if text == "dead" {
        return Some(LoggedHand { played: Played::Dead(DeadHand::Stock), between: None, upcard: None, note, at: None });
    }
    let mut words = text.split(' ');
    let mut results = Vec::with_capacity(players.pairs());
    loop {
        let by = player(words.next()?, players)?;
        let how = Outcome::from_word(words.next()?)?;
        let (first, second, is_last) = match (how, counted(words.next()?)?) {
            (Outcome::Knock | Outcome::Undercut, (own, true)) => {
                let (other, is_last) = counted(words.next()?)?;
                (own, other, is_last)
            }
            (Outcome::Knock | Outcome::Undercut, (_, false)) => return None,
            (_, (only, is_last)) => (only, only, is_last),
        };
        let (own, other) = (Count::number(first)?, Count::number(second)?);
        results.push(match how {
            Outcome::Knock | Outcome::Undercut => LoggedResult::Ended { by, how, own, other },
            Outcome::Gin | Outcome::BigGin => LoggedResult::Ended { by, how, own: Count::NOTHING, other },
            Outcome::Points => LoggedResult::Points { by, points: first },
            Outcome::Dead => return None,
        });
        if is_last {
            break;
        }
        if results.len() == players.pairs() {
            return None;
        }
    }
    let upcard = match words.next() {
        None => None,
        Some(UP) => Some(upcard(words.next()?)?),
        Some(_) => return None,
    };
    match words.next() {
        None => Some(LoggedHand { played: Played::Results(results), between: None, upcard, note, at: None }),
        Some(_) => None,
    }
}

/// Reads a note without a quote or a sign with a special meaning in quotes.
fn plain_note(note: &str) -> Option<Option<Note>> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if note.bytes().all(is_plain) { Note::read_any(note).ok() } else { None }
}

/// Whether a name is one word with no other meaning.
fn is_plain(name: &Name) -> bool {
    let name = name.as_str();
    let means_more = |word: &str| word.eq_ignore_ascii_case(name);
    name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !DEAD.iter().copied().any(means_more)
        && !WORDS.iter().any(|(word, _)| means_more(word))
        && !means_more(UP)
}

/// The player with exactly this name.
fn player(word: &str, players: &Players) -> Option<Seat> {
    players.seats().find(|(_, name)| name.as_str().eq_ignore_ascii_case(word)).map(|(seat, _)| seat)
}

/// Reads a number of at most three digits, and whether no comma follows it.
fn counted(word: &str) -> Option<(u32, bool)> {
    let (digits, is_last) = word.strip_suffix(',').map_or((word, true), |digits| (digits, false));
    let is_number = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (digits.bytes().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')), is_last))
}

/// Reads a card in two letters.
fn upcard(word: &str) -> Option<Upcard> {
    let is_code = word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_code { Card::read(word).ok().map(Upcard::from) } else { None }
}

#[cfg(test)]
mod tests {
    use chrono::{Offset as _, Utc};

    use super::*;
    use crate::notation::entry::read_entry_between;
    use crate::notation::{LocalTime, read_one};

    /// Tables where the fast path could go wrong: names that are words or starts of others, or look like cards.
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
                        short += usize::from(is_read_alike(&text, &game, local));
                    }
                }
            }
        }
        assert!(short > 400, "{short}");
        let game = read_one("sides: Ann, Bob\n").unwrap();
        assert!(is_read_alike("dead", &game, local) && is_read_alike("dead note \"late\"", &game, local));
    }

    #[test]
    fn the_results_of_partners_and_notes_are_read_as_the_long_way_reads_them() {
        let utc = |_| Utc.fix();
        let local = LocalTime { now: chrono::DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
        let mut short = 0;
        for table in ["Ann & Cid, Bob & Dee", "A & Ah, D & Dd", "Ann & U, Upton & S", "K & Q, J & T", "Ann, Bob"] {
            let game = read_one(&format!("sides: {table}\n")).unwrap();
            let names: Vec<&str> = game.players.seats().map(|(_, name)| name.as_str()).collect();
            let results = names.iter().flat_map(|name| {
                ["knock 4 27", "gin 9", "undercut 3 8", "points 20", "knock 4", "dead"]
                    .map(|how| format!("{name} {how}"))
            });
            let results: Vec<String> = results.chain(["dead".into()]).collect();
            let after = [
                "",
                " up 7S",
                " note \"late\"",
                " up 7S note \"a, b 4\"",
                " note \"\"",
                " note \"a\\b\"",
                " note \"a\"b\"",
            ];
            for (one, other) in results.iter().flat_map(|one| results.iter().map(move |other| (one, other))) {
                for joint in [", ", ",", " , "] {
                    for after in after {
                        short += usize::from(is_read_alike(&format!("{one}{joint}{other}{after}"), &game, local));
                    }
                }
            }
            for after in after {
                short += usize::from(is_read_alike(&format!("{} gin 4{after}", names[0]), &game, local));
            }
            assert!(!is_read_alike("dead note \"\u{202e}\"", &game, local));
        }
        assert!(short > 400, "{short}");
    }

    /// Whether the fast path reads a text. If it does, asserts that both ways agree.
    fn is_read_alike(text: &str, game: &Game, local: LocalTime<'_>) -> bool {
        let read = has_plain_entries(game).then(|| read_plain_entry(text, &game.players)).flatten();
        let is_short = read.is_some();
        if let Some(read) = read {
            assert_eq!(read_entry_between(text, game, None, local), Ok(read), "{text}");
        }
        is_short
    }
}
