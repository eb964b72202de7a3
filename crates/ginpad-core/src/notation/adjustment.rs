//! Adjustments: `ann adjust -20 note "false knock"`.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::cursor::{skip_space, skip_while};
use super::entry::{Reader, Way};
use super::fault::EntryFault;
use super::when::LocalTime;
use crate::{Adjustment, DeadHand, Format, Game, LoggedHand, Played, Points};

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
