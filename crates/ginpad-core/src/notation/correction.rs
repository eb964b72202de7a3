//! Reads corrections: entries that change only what they mention.

use super::cursor::parts;
use super::entry::read_entry_between;
use super::print::print_entry;
use super::{EntryFault, LocalTime, print_adjustment, read_adjustment};
use crate::{Adjustment, Game, LoggedHand};

/// Reads a correction and applies it to a hand. The upcard, note and time stay unless the text gives new ones; `up -`,
/// `note ""` and `at -` remove them. A text without a result corrects only those.
///
/// # Errors
/// The byte of `text`, in normal form C, at fault, and why.
pub fn read_correction(
    text: &str,
    was: &LoggedHand,
    game: &Game,
    local: LocalTime<'_>,
) -> Result<LoggedHand, (usize, EntryFault)> {
    let Cleared { remaining_text, taken: [upcard, note, at] } = Cleared::of(text);
    let only_result = LoggedHand { upcard: None, note: None, at: None, ..was.clone() };
    let kept = LoggedHand {
        upcard: was.upcard.filter(|_| !upcard),
        note: was.note.clone().filter(|_| !note),
        at: was.at.filter(|_| !at),
        ..only_result.clone()
    };
    if remaining_text.trim().is_empty() && remaining_text != text {
        return Ok(kept);
    }
    let read = |text: &str| read_entry_between(text, game, was.between.or_else(|| game.playing()), local);
    let hand = read(&remaining_text).or_else(|fault| {
        if !begins_with_a_modifier(&remaining_text) {
            return Err(fault);
        }
        // Report the place in the text as typed, without the result added before it.
        let result = print_entry(&only_result, &game.players) + " ";
        read(&(result.clone() + &remaining_text)).map_err(|(at, fault)| (at.saturating_sub(result.len()), fault))
    })?;
    Ok(LoggedHand {
        upcard: hand.upcard.or(kept.upcard),
        note: hand.note.or(kept.note),
        at: hand.at.or(kept.at),
        ..hand
    })
}

/// Reads a correction and applies it to an adjustment. The note stays unless the text gives a new one; `note ""`
/// removes it. A text with only a note corrects only that. `None` if the text is not an adjustment.
///
/// # Errors
/// Those of [`read_correction`].
pub fn read_corrected_adjustment(
    text: &str,
    was: &Adjustment,
    game: &Game,
    local: LocalTime<'_>,
) -> Option<Result<Adjustment, (usize, EntryFault)>> {
    let Cleared { remaining_text, taken: [_, no_note, _] } = Cleared::of(text);
    let kept = was.note.clone().filter(|_| !no_note);
    if remaining_text.trim().is_empty() && remaining_text != text {
        return Some(Ok(Adjustment { note: kept, ..was.clone() }));
    }
    let before = match begins_with_a_modifier(&remaining_text) {
        true => print_adjustment(&Adjustment { note: None, ..was.clone() }, &game.players) + " ",
        false => String::new(),
    };
    let read = read_adjustment(&(before.clone() + &remaining_text), game, local)?;
    let read = read.map_err(|(at, fault)| (at.saturating_sub(before.len()), fault));
    Some(read.map(|is| Adjustment { note: is.note.or(kept), ..is }))
}

/// The words before an upcard, a note and a time, each with the value that removes it.
const MODIFIERS: [(&str, &[&str]); 3] = [("up", &["-"]), ("note", &["\"\"", "“”"]), ("at", &["-"])];

/// A correction without its removals.
struct Cleared {
    /// The rest of the text, with spaces in place of the removals, so that every byte keeps its place.
    remaining_text: String,
    /// Whether it removes the upcard, the note and the time.
    taken: [bool; 3],
}

impl Cleared {
    fn of(text: &str) -> Cleared {
        let (mut remaining_text, mut taken) = (text.to_string(), [false; 3]);
        let words = words(text);
        for pair in words.windows(2) {
            let &[(from, word), (last, value)] = pair else { continue };
            for ((modifier, nothing), is_taken) in MODIFIERS.iter().zip(&mut taken) {
                if !word.eq_ignore_ascii_case(modifier) || !nothing.contains(&value) {
                    continue;
                }
                let end = last + value.len();
                remaining_text.replace_range(from..end, &" ".repeat(end - from));
                *is_taken = true;
            }
        }
        Cleared { remaining_text, taken }
    }
}

/// The words of a text with their places. Quoted text is part of one word, quotes included.
fn words(text: &str) -> Vec<(usize, &str)> {
    parts(text, char::is_whitespace).into_iter().filter(|(_, word)| !word.is_empty()).collect()
}

fn begins_with_a_modifier(text: &str) -> bool {
    let first = words(text).first().map(|(_, word)| *word).unwrap_or_default();
    MODIFIERS.iter().any(|(word, _)| first.eq_ignore_ascii_case(word))
}
