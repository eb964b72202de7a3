//! Reads the upcard, the note and the time after a result.

use super::cursor::{quoted_at, skip_space, skip_while, word_at};
use super::day::day_before;
use super::entry::{Reader, Way};
use super::fault::EntryFault;
use super::when::{ends_half_day, read_moment};
use crate::cards::Card;
use crate::text::Flaw;
use crate::{LoggedHand, Note, Played, Upcard};

impl Reader<'_> {
    /// Reads upcard, note and time, to the end of the text.
    pub(super) fn modifiers(&mut self, played: &Way<LoggedHand>) -> Option<Way<LoggedHand>> {
        let mut hand = played.read.clone();
        let mut noted = false;
        let mut at = skip_space(self.text, played.end);
        while at < self.text.len() {
            let end = if let Some(end) = self.word(at, "up").or_else(|| self.word(at, "upcard")) {
                self.upcard(at, end, &mut hand)?
            } else if let Some(end) = self.word(at, "note") {
                if std::mem::replace(&mut noted, true) {
                    return self.stop(at, twice("note"));
                }
                self.note(end, &mut hand)?
            } else if let Some(end) = self.word(at, "at") {
                self.time(at, end, &mut hand)?
            } else if self.is_half_day(at) {
                self.time(at, at, &mut hand)?
            } else {
                let words =
                    if matches!(hand.played, Played::Dead(_)) { &["misdeal", "note"][..] } else { &["note"][..] };
                self.expect(at, "the end of the entry, or `up`, `note` or `at`", words);
                return None;
            };
            at = skip_space(self.text, end);
        }
        Some(played.then(hand, at))
    }

    /// Reads the upcard after the word `up`, which begins at byte `at` and ends at byte `end`.
    fn upcard(&mut self, at: usize, end: usize, hand: &mut LoggedHand) -> Option<usize> {
        let card = skip_space(self.text, end);
        let word = self.card_at(card);
        if word.is_empty() {
            self.expect(card, "a card", &[]);
            return None;
        }
        match (Upcard::read(word), hand.upcard) {
            (Ok(upcard), None) => hand.upcard = Some(upcard),
            (Ok(_), Some(_)) => return self.stop(at, twice("up")),
            (Err(fault), _) => return self.stop(card, EntryFault::Card(fault)),
        }
        Some(card + word.len())
    }

    /// Reads the note after its word. Without quotes it ends before `up`, `at` or a time of day.
    fn note(&mut self, end: usize, hand: &mut LoggedHand) -> Option<usize> {
        let start = skip_space(self.text, end);
        if self.unclosed(start) {
            return None;
        }
        let (text, end) = quoted_at(self.text, start).unwrap_or_else(|| self.bare_note(start));
        if end == start {
            self.expect(start, "the note", &[]);
            return None;
        }
        match Note::read_any(&text) {
            Ok(note) => hand.note = note,
            Err(fault) => return self.stop(start, fault),
        }
        Some(end)
    }

    /// Whether a card follows `up` at a byte, or a time follows `at`: "she went up at once" is a note.
    fn ends_note(&self, at: usize) -> bool {
        let card = ["up", "upcard"].iter().find_map(|word| self.word(at, word));
        let is_card = |end| Upcard::read(self.card_at(skip_space(self.text, end))).is_ok();
        let time = self.word(at, "at").map(|end| skip_space(self.text, end));
        card.is_some_and(is_card)
            || time.is_some_and(|time| self.text[time..].starts_with(|char: char| char.is_ascii_digit()))
    }

    /// The words of a note without quotes, and where they end.
    fn bare_note(&self, start: usize) -> (String, usize) {
        let mut end = start;
        loop {
            let next = skip_space(self.text, end);
            if next == self.text.len() || self.ends_note(next) || self.is_half_day(next) {
                return (self.text[start..end].to_string(), end);
            }
            end = skip_while(self.text, next, |char| !char.is_whitespace());
        }
    }

    /// Reads the time after the word `at`, which begins at byte `at` and ends at byte `end`. A time with `am` or `pm`
    /// needs no `at`.
    fn time(&mut self, at: usize, end: usize, hand: &mut LoggedHand) -> Option<usize> {
        let time = skip_space(self.text, end);
        let end = self.time_end(time);
        if time == end {
            self.expect(time, "a time", &[]);
            return None;
        }
        let written = &self.text[time..end];
        match (read_moment(written, self.local.of_the_evening_of(self.game, written)), hand.at) {
            (Ok(moment), None) => hand.at = Some(moment),
            (Ok(_), Some(_)) => return self.stop(at, twice("at")),
            (Err(fault), _) => return self.stop(time, fault),
        }
        Some(end)
    }

    /// The word at `at`, or two words that make one card: `10 h`.
    pub(super) fn card_at(&self, at: usize) -> &str {
        let word = word_at(self.text, at);
        let next = skip_space(self.text, at + word.len());
        let both = &self.text[at..next + word_at(self.text, next).len()];
        if Card::read(word).is_err() && Card::read(both).is_ok() { both } else { word }
    }

    /// Whether a quote opens here and never closes. If so, notes the fault.
    pub(super) fn unclosed(&mut self, at: usize) -> bool {
        let unclosed = self.text[at..].starts_with(['"', '“']) && quoted_at(self.text, at).is_none();
        if unclosed {
            self.fail(at, Flaw::new("the quote is not closed"));
        }
        unclosed
    }

    pub(super) fn stop<T>(&mut self, at: usize, fault: impl Into<EntryFault>) -> Option<T> {
        self.fail(at, fault);
        None
    }

    /// Whether a time with `am` or `pm` begins at a byte: `7pm`, `7:30 pm`.
    fn is_half_day(&self, at: usize) -> bool {
        let word = word_at(self.text, at);
        let next = skip_space(self.text, at + word.len());
        let and_next = || &self.text[at..next + word_at(self.text, next).len()];
        let number = word.starts_with(|char: char| char.is_ascii_digit());
        let reads = |text: &str| number && ends_half_day(text);
        reads(word) || reads(and_next())
    }

    /// The end of the words from `at` that could belong to a time.
    fn time_end(&self, at: usize) -> usize {
        let day = day_before(&self.text[at..]).map_or(at, |(day, _)| at + day.len());
        let mut end = skip_while(self.text, day, |char| !char.is_whitespace());
        loop {
            let next = skip_space(self.text, end);
            let half = ends_half_day(word_at(self.text, next));
            let more = self.text[next..].starts_with(|char: char| char.is_ascii_digit() || matches!(char, '+' | '-'))
                || self.word(next, "z").is_some();
            if next >= self.text.len() || !more && !half {
                return end;
            }
            end = skip_while(self.text, next, |char| !char.is_whitespace());
        }
    }
}

fn twice(part: &str) -> Flaw {
    Flaw(format!("`{part}` is given twice"))
}
