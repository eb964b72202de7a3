//! Reads adjustments, like `ann adjust -20 note "false knock"`; and corrections: entries that change only what they mention.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::cursor::{parts, skip_space, skip_while};
use super::entry::{Reader, Way, read_entry_between};
use super::print::print_entry;
use super::{EntryFault, LocalTime, print_adjustment};
use crate::hand::{DeadHand, Played};
use crate::points::Points;
use crate::rules::Format;
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

/// The words that mark an adjustment.
const ADJUST: [&str; 4] = ["adjust", "adjusts", "adjusted", PENALTY];

/// The word for an adjustment that takes points away, with or without a minus.
const PENALTY: &str = "penalty";

/// Reads an adjustment: `ann adjust -20`, `adjust ann -20`, `ann penalty 20`. `None` if another word follows the name.
///
/// # Errors
/// Those of [`read_entry`](super::read_entry).
pub fn read_adjustment(
    text: &str,
    game: &Game,
    local: LocalTime<'_>,
) -> Option<Result<Adjustment, (usize, EntryFault)>> {
    let holds = |word: &str| text.as_bytes().windows(word.len()).any(|it| it.eq_ignore_ascii_case(word.as_bytes()));
    if ![ADJUST[0], PENALTY].into_iter().any(holds) {
        return None;
    }
    let text: Cow<'_, str> = if text.is_ascii() { text.into() } else { text.nfc().collect::<String>().into() };
    let mut reader = Reader::new(&text, game, local);
    let start = skip_space(&text, 0);
    let verb =
        |reader: &Reader<'_>, end| ADJUST.iter().find_map(|word| reader.word(skip_space(reader.text, end), word));
    let before = verb(&reader, start);
    let verb = |reader: &Reader<'_>, end| if before.is_some() { Some(end) } else { verb(reader, end) };
    let name = before.map_or(start, |end| skip_space(&text, end));
    let names = reader.names_before(name, |reader, end| verb(reader, end).is_some());
    let who = names.into_iter().rev().find(|way| verb(&reader, way.end).is_some())?;
    let end = verb(&reader, who.end)?;
    let is_penalty = text[start..end].split_whitespace().any(|word| word.eq_ignore_ascii_case(PENALTY));
    if let Some(doubt) = who.doubt {
        return Some(Err(doubt));
    }
    let read = reader.points_and_column(skip_space(&text, end), game).and_then(|(points, column, end)| {
        // An adjustment takes a note like a hand, and nothing else.
        let played = Played::Dead(DeadHand::Stock);
        let read = LoggedHand { played, between: None, upcard: None, note: None, at: None };
        let blank = Way { read, end, doubt: None };
        let LoggedHand { upcard, note, at, .. } = reader.modifiers(&blank)?.read;
        if upcard.is_some() || at.is_some() {
            reader.expect(skip_space(&text, end), "the end of the adjustment, or `note`", &["note"]);
            return None;
        }
        let points = if is_penalty { Points(-points.0.abs()) } else { points };
        Some(Adjustment { after: game.hands.len(), side: who.read.side, points, column, note })
    });
    let nothing = || (end, EntryFault::Expected { expected: "points", found: String::new(), nearest: None });
    Some(read.ok_or_else(|| reader.fault.unwrap_or_else(nothing)))
}

impl Reader<'_> {
    /// Reads the points of an adjustment and the one column they go into, and where they end.
    fn points_and_column(&mut self, at: usize, game: &Game) -> Option<(Points, Option<usize>, usize)> {
        let end = skip_while(self.text, at, |char| char.is_ascii_digit() || matches!(char, '+' | '-' | '\u{2212}'));
        let most = Adjustment::MOST;
        let points = self.text[at..end].replace('\u{2212}', "-").parse().ok();
        let Some(points) = points.filter(|points| (-most..=most).contains(points)).map(Points) else {
            self.expect(at, "points from -1000 to 1000", &[]);
            return None;
        };
        let Some(word) = self.word(skip_space(self.text, end), "column") else { return Some((points, None, end)) };
        let from = skip_space(self.text, word);
        let end = skip_while(self.text, from, |char| char.is_ascii_digit());
        let rules = &game.rules.rules;
        let columns = if rules.format == Format::Hollywood { rules.multipliers.len() } else { Game::MOST_HANDS };
        let Some(column) = self.text[from..end].parse().ok().filter(|column| (1..=columns).contains(column)) else {
            self.expect(from, "the number of a column", &[]);
            return None;
        };
        Some((points, Some(column - 1), end))
    }
}
