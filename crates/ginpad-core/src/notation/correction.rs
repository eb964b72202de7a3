//! Corrections: entries in which what is not said stays as it was.

use super::cursor::quoted_at;
use super::entry::read_entry_anew;
use super::print::print_entry;
use super::{EntryFault, LocalTime};
use crate::game::Game;
use crate::hand::LoggedHand;

/// Reads what a correction makes of a hand. Its upcard, note and time stay unless the text says them anew; `up -`,
/// `note ""` and `at -` take them away. A text without a result corrects only those.
///
/// # Errors
/// The byte of `text`, in normal form C, where it goes wrong, and why.
pub fn read_correction(
    text: &str,
    was: &LoggedHand,
    game: &Game,
    local: LocalTime<'_>,
) -> Result<LoggedHand, (usize, EntryFault)> {
    let Cleared { said, kept } = Cleared::of(text, was);
    let only_result = LoggedHand { upcard: None, note: None, at: None, ..was.clone() };
    if said.trim().is_empty() && said != text {
        return Ok(LoggedHand { played: only_result.played, ..kept });
    }
    let hand = read_entry_anew(&said, was, game, local).or_else(|fault| {
        if !begins_with_a_modifier(&said) {
            return Err(fault);
        }
        // The place is that of the text without the result before it.
        let result = print_entry(&only_result, &game.players) + " ";
        read_entry_anew(&(result.clone() + &said), was, game, local)
            .map_err(|(at, fault)| (at.saturating_sub(result.len()), fault))
    })?;
    Ok(LoggedHand {
        upcard: hand.upcard.or(kept.upcard),
        note: hand.note.or(kept.note),
        at: hand.at.or(kept.at),
        ..hand
    })
}

/// The words before an upcard, a note and a time, each with what takes it away.
const MODIFIERS: [(&str, &[&str]); 3] = [("up", &["-"]), ("note", &["\"\"", "“”"]), ("at", &["-"])];

/// A correction, without what it takes away.
struct Cleared {
    /// The rest of the text, with spaces in the place of what is left out, so that every byte keeps its place.
    said: String,
    /// The hand as it was, without that.
    kept: LoggedHand,
}

impl Cleared {
    fn of(text: &str, was: &LoggedHand) -> Cleared {
        let (mut said, mut kept) = (text.to_string(), was.clone());
        let words = words(text);
        for pair in words.windows(2) {
            let &[(from, word), (last, value)] = pair else { continue };
            for (at, (modifier, nothing)) in MODIFIERS.iter().enumerate() {
                if !word.eq_ignore_ascii_case(modifier) || !nothing.contains(&value) {
                    continue;
                }
                let end = last + value.len();
                said.replace_range(from..end, &" ".repeat(end - from));
                match at {
                    0 => kept.upcard = None,
                    1 => kept.note = None,
                    _ => kept.at = None,
                }
            }
        }
        Cleared { said, kept }
    }
}

/// The words of a text with their places. What is in quotes is a part of one word, with the quotes.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut from = None;
    let mut at = 0;
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let end = quoted_at(text, at).map_or(at + char.len_utf8(), |(_, end)| end);
        if char.is_whitespace() {
            words.extend(from.take().and_then(|from| Some((from, text.get(from..at)?))));
        } else {
            from.get_or_insert(at);
        }
        at = end;
    }
    words.extend(from.and_then(|from| Some((from, text.get(from..)?))));
    words
}

fn begins_with_a_modifier(text: &str) -> bool {
    let first = words(text).first().map(|(_, word)| *word).unwrap_or_default();
    MODIFIERS.iter().any(|(word, _)| first.eq_ignore_ascii_case(word))
}
