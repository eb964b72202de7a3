//! Reading what is counted in an entry: numbers, sums, and cards in their place.
//!
//! The cards of two hands may stand word by word in one row, so all white space between two words is tried as the end of
//! a hand.

use super::cursor::{skip_space, skip_while};
use super::entry::{Reader, Verb};
use super::fault::EntryFault;
use crate::cards::{Cards, DEALT, MOST_CARDS, ReadFault, begins_cards};
use crate::hand::{Count, Logged};
use crate::players::Seat;
use crate::text::harmless;

/// What is expected where one's own deadwood belongs, or where there is but one count.
const DEADWOOD: &str = "deadwood as a number or cards";
/// What is expected after it.
const OTHERS: &str = "the other side's deadwood";

impl Reader<'_> {
    /// Every way to read what is counted after a word.
    pub(super) fn counts(&mut self, by: Seat, verb: Verb, at: usize) -> Vec<(Logged, usize)> {
        let big = verb == Verb::BigGin;
        let gin = |own, other| if big { Logged::BigGin { by, own, other } } else { Logged::Gin { by, own, other } };
        match verb {
            Verb::Points => {
                let points = self.number(at, "points");
                points.map(|(count, end)| (Logged::Points { by, points: count.total() }, end)).into_iter().collect()
            }
            Verb::Gin | Verb::BigGin => {
                let own = self.whole(at, if big { MOST_CARDS } else { DEALT });
                // Eleven cards can only be the caller's own; ten may be the other's, where no count follows.
                let only_own = big && own.is_some();
                let others = if only_own { Vec::new() } else { self.count(at, DEADWOOD) };
                let mut ways: Vec<(Logged, usize)> =
                    others.into_iter().map(|(other, end)| (gin(None, other), end)).collect();
                let next = own.and_then(|(own, end)| Some((own, self.after_cards(own, end)?)));
                if let Some((own, next)) = next.filter(|(_, next)| only_own || self.is_count(*next)) {
                    let others = self.count(next, OTHERS).into_iter();
                    ways.extend(others.map(|(other, end)| (gin(Some(own), other), end)));
                }
                if big && own.is_none() {
                    self.too_few_for_big_gin(at);
                }
                ways
            }
            Verb::Knock | Verb::Undercut => {
                let result = |own, other| match verb {
                    Verb::Knock => Logged::Knock { by, own, other },
                    _ => Logged::Undercut { by, own, other },
                };
                let mut ways = Vec::new();
                for (own, end) in self.count(at, DEADWOOD) {
                    let next = own.cards().map_or(Some(end), |cards| self.after_cards(cards, end));
                    let others = next.map(|next| self.count(next, OTHERS)).unwrap_or_default();
                    ways.extend(others.into_iter().map(|(other, end)| (result(own.clone(), other), end)));
                }
                ways
            }
        }
    }

    /// Where the other hand may begin after cards that end at a byte: after white space, with a comma or without. A
    /// comma by itself keeps cards together, unless they are as many as there can be.
    fn after_cards(&self, cards: Cards, end: usize) -> Option<usize> {
        let next = skip_while(self.text, end, |char| char.is_whitespace() || char == ',');
        let apart = self.text[end..next].contains(char::is_whitespace);
        (apart || cards.len() >= DEALT || next == self.text.len()).then_some(next)
    }

    /// Ten cards of one's own before the other's count are one card short of big gin.
    fn too_few_for_big_gin(&mut self, at: usize) {
        let next = self.whole(at, DEALT).and_then(|(cards, end)| self.after_cards(cards, end));
        if let Some(next) = next.filter(|next| self.is_count(*next)) {
            self.fail(next, EntryFault::TooFewForBigGin);
        }
    }

    /// Every way to read deadwood: as a number, or as so many words of cards.
    fn count(&mut self, at: usize, expected: &'static str) -> Vec<(Count, usize)> {
        let start = skip_space(self.text, at);
        if !begins_cards(self.card_at(start)) {
            return self.number(start, expected).into_iter().collect();
        }
        let cards = self.cards(start, DEALT).into_iter();
        cards.filter_map(|(cards, end)| Some((Count::of_cards(cards)?, end))).collect()
    }

    /// Whether a count stands at a byte.
    fn is_count(&self, at: usize) -> bool {
        let start = skip_space(self.text, at);
        self.text[start..].starts_with(|char: char| char.is_ascii_digit()) || begins_cards(self.card_at(start))
    }

    /// So many cards, neither more nor fewer.
    fn whole(&mut self, at: usize, count: usize) -> Option<(Cards, usize)> {
        let start = skip_space(self.text, at);
        // Whether that is wrong is for the count to say that else stands here.
        let known = self.fault.clone();
        let cards = self.cards(start, count);
        self.fault = known;
        cards.into_iter().find(|(cards, _)| cards.len() == count)
    }

    /// The cards from `start`, with as many words as are cards: every number of them, up to so many cards.
    fn cards(&mut self, start: usize, most: usize) -> Vec<(Cards, usize)> {
        let mut ways = Vec::new();
        let mut end = start;
        loop {
            let word = skip_while(self.text, end, |char| char.is_whitespace() || char == ',');
            end = word + self.card_at(word).len();
            if word == end {
                return ways;
            }
            match Cards::read(&self.text[start..end]) {
                Ok(cards) if cards.len() <= most => ways.push((cards, end)),
                Ok(_) | Err(ReadFault::TooMany { .. }) => {
                    self.fail(word, EntryFault::TooManyCards);
                    return ways;
                }
                // A word that is no card at all ends the cards; what it should be is for others to say.
                Err(fault) => {
                    let place = start + fault.place().start;
                    let rank = self.text[word..].starts_with(|char: char| char.is_ascii_digit());
                    if rank && place > word || begins_cards(self.card_at(word)) {
                        self.fail(place, EntryFault::Cards(fault));
                    }
                    return ways;
                }
            }
        }
    }

    /// A number, or the sum of several.
    fn number(&mut self, at: usize, expected: &'static str) -> Option<(Count, usize)> {
        let mut parts = Vec::new();
        let start = skip_space(self.text, at);
        let mut at = start;
        loop {
            let end = skip_while(self.text, at, |char| char.is_ascii_digit());
            let glued = self.text[end..].starts_with(|char: char| !char.is_whitespace() && !matches!(char, ',' | '+'));
            let digits = if glued { "" } else { &self.text[at..end] };
            match digits.parse() {
                Ok(part) => parts.push(part),
                Err(_) if !digits.is_empty() => return self.stop(at, EntryFault::TooLarge(harmless(digits))),
                Err(_) => {
                    self.expect(at, expected, &[]);
                    return None;
                }
            }
            let plus = skip_space(self.text, end);
            if !self.text[plus..].starts_with('+') {
                let many = parts.len() > Count::MOST_PARTS;
                return match Count::new(parts) {
                    Some(count) => Some((count, end)),
                    None if many => self.stop(start, EntryFault::ManyParts),
                    None => self.stop(at, EntryFault::TooLarge(harmless(digits))),
                };
            }
            at = skip_space(self.text, plus + 1);
        }
    }
}
