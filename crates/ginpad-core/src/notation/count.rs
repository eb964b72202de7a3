//! Reads the counts in an entry: numbers, sums, and cards in place of a number.
//!
//! The cards of two hands may follow each other word by word, so each white space between two words is tried as the end
//! of the first hand.

use super::cursor::{skip_space, skip_while};
use super::entry::{Opponent, ReadResult, Reader, Way};
use super::fault::EntryFault;
use super::opponents::OthersCount;
use crate::cards::{Cards, NotCards, ReadFault, begins_cards};
use crate::text::{Flaw, harmless};
use crate::{Count, LoggedResult, Outcome, Seat};

/// The expected text where a player's own deadwood belongs, or where an entry has only one count.
const DEADWOOD: &str = "deadwood as a number or cards";
/// The expected text after it.
const OTHERS: &str = "the other side's deadwood";

impl Reader<'_> {
    /// Every way to read the counts after the word for how the hand ended.
    pub(super) fn counts(&mut self, by: Seat, how: Outcome, at: usize) -> Vec<Way<ReadResult>> {
        let add = |ways: &mut Vec<Way<ReadResult>>, own: &Count, others: Vec<OthersCount>| {
            let ended = |other| LoggedResult::Ended { by, how, own: own.clone(), other };
            ways.extend(others.into_iter().map(|other| other.completes(ended)));
        };
        match how {
            Outcome::Dead => Vec::new(),
            Outcome::Points => {
                let Some((count, end)) = self.number(at, "points") else { return Vec::new() };
                let result = LoggedResult::Points { by, points: count.total(self.rules.ace) };
                let plain = Way { read: ReadResult::from(result), end, doubt: None };
                let with = |loser: Way<Opponent>| {
                    loser.then(ReadResult { opponent: Some(loser.read), ..plain.read.clone() }, loser.end)
                };
                let named = self.loser_after(by, end).into_iter().map(with);
                std::iter::once(plain.clone()).chain(named).collect()
            }
            Outcome::Gin | Outcome::BigGin => {
                let (big, dealt) = (how == Outcome::BigGin, self.rules.dealt);
                let whole = if big { self.exact_cards(at, dealt + 1) } else { None };
                // Eleven cards of a big gin can only be the caller's own. Ten cards may be the opponent's if no count
                // follows; a big gin of ten is for the rules to refuse.
                let only_own = whole.is_some();
                let own = whole.or_else(|| self.exact_cards(at, dealt));
                let mut ways = Vec::new();
                if !only_own {
                    add(&mut ways, &Count::NOTHING, self.others(by, at, DEADWOOD));
                }
                let next = own.and_then(|(own, end)| Some((Count::of_cards(own)?, self.after_cards(own, at, end)?)));
                if let Some((own, next)) = next {
                    let counted = only_own || self.is_count(next);
                    let others = if counted { self.others(by, next, OTHERS) } else { self.named(by, next) };
                    add(&mut ways, &own, others);
                }
                ways
            }
            Outcome::Knock | Outcome::Undercut => {
                let mut ways = Vec::new();
                for (own, end) in self.count(at, DEADWOOD) {
                    let next = own.cards().map_or(Some(end), |cards| self.after_cards(cards, at, end));
                    add(&mut ways, &own, next.map(|next| self.others(by, next, OTHERS)).unwrap_or_default());
                }
                if let Some((own, end)) = self.before_a_name(at) {
                    add(&mut ways, &own, self.named(by, skip_space(self.text, end)));
                }
                if how == Outcome::Undercut {
                    ways.extend(self.undercut(by, at));
                }
                ways
            }
        }
    }

    /// Every way to read the name of the undercut player before both counts: `undercuts ann 4 9`.
    fn undercut(&mut self, by: Seat, at: usize) -> Vec<Way<ReadResult>> {
        let how = Outcome::Undercut;
        let mut ways = Vec::new();
        for named in self.quietly(|reader| reader.named(by, skip_space(reader.text, at))) {
            let (opponent, own) = &named.read;
            for (other, end) in self.count(named.end, OTHERS) {
                let other = named.then((*opponent, other), end);
                ways.push(other.completes(|other| LoggedResult::Ended { by, how, own: own.clone(), other }));
            }
        }
        ways
    }

    /// Where the other hand may begin after cards between two bytes: after white space, with or without a comma. A comma
    /// alone does not end a hand, unless it is a full one whose cards are all apart in the same way.
    fn after_cards(&self, cards: Cards, start: usize, end: usize) -> Option<usize> {
        let next = skip_while(self.text, end, |char| char.is_whitespace() || char == ',');
        let apart = self.text[end..next].contains(char::is_whitespace);
        let is_full = cards.len() >= self.rules.dealt;
        let written = self.text[start..end].trim();
        let has_two_words = |part: &str| part.trim().contains(char::is_whitespace);
        let is_mixed = written.contains(',') && written.split(',').any(has_two_words);
        (apart || is_full && !is_mixed || next == self.text.len()).then_some(next)
    }

    /// Every way to read deadwood: as a number, or as one or more words of cards.
    pub(super) fn count(&mut self, at: usize, expected: &'static str) -> Vec<(Count, usize)> {
        let start = skip_space(self.text, at);
        if !begins_cards(self.card_at(start)) {
            return self.number(start, expected).into_iter().collect();
        }
        let cards = self.cards(start, self.rules.most_of_a_knock()).into_iter();
        cards.filter_map(|(cards, end)| Some((Count::of_cards(cards)?, end))).collect()
    }

    /// Reads the number in `5 d 23`, where `5 d` can be a five of diamonds or a count before a name that begins with D.
    fn before_a_name(&mut self, at: usize) -> Option<(Count, usize)> {
        let start = skip_space(self.text, at);
        let two_words = self.card_at(start).contains(char::is_whitespace);
        if two_words { self.quietly(|reader| reader.number(start, DEADWOOD)) } else { None }
    }

    /// Whether a count begins at a byte.
    pub(super) fn is_count(&self, at: usize) -> bool {
        let start = skip_space(self.text, at);
        self.text[start..].starts_with(|char: char| char.is_ascii_digit()) || begins_cards(self.card_at(start))
    }

    /// Reads exactly this many cards.
    fn exact_cards(&mut self, at: usize, count: usize) -> Option<(Cards, usize)> {
        let start = skip_space(self.text, at);
        // The caller decides whether this is an error: a count may also start here.
        let cards = self.quietly(|reader| reader.cards(start, count));
        cards.into_iter().find(|(cards, _)| cards.len() == count)
    }

    /// Every way to read cards from `start`: one word, two words, and so on, up to `most` cards.
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
                Ok(_) | Err(ReadFault { what: NotCards::TooMany(_), .. }) => {
                    let is_thrown = most == self.rules.dealt;
                    let thrown = if is_thrown { "; leave out the card that was thrown" } else { "" };
                    let why = format!("at most {most} cards can be given here{thrown}");
                    self.fail(word, EntryFault::TooManyCards(Flaw(why)));
                    return ways;
                }
                // A word that does not begin like a card ends the cards. The caller decides how to read it.
                Err(fault) => {
                    let place = start + fault.place.start;
                    let rank = self.text[word..].starts_with(|char: char| char.is_ascii_digit());
                    if rank && place > word || begins_cards(self.card_at(word)) {
                        self.fail(place, fault);
                    }
                    return ways;
                }
            }
        }
    }

    /// Reads a number, or a sum of numbers.
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
                Err(_) if !digits.is_empty() => return self.stop(at, too_large(digits)),
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
                    None if many => {
                        self.stop(start, Flaw(format!("at most {} numbers can be added up", Count::MOST_PARTS)))
                    }
                    None => self.stop(at, too_large(digits)),
                };
            }
            at = skip_space(self.text, plus + 1);
        }
    }
}

fn too_large(digits: &str) -> Flaw {
    Flaw(format!("`{}` is too large a number", harmless(digits)))
}
