//! Everything that is wrong with typed cards, told at once.
//!
//! [`Typed`] stops at the first fault. Here the reading goes on after the word that holds it: a word ends where white
//! space, a comma or a `/` parts it from the next. What such a word still meant is not guessed, so that one mistake is
//! told once.

use super::read::{Typed, parts_words};
use super::{Cards, MOST_CARDS, Place, ReadFault, Suit};

/// More faults than this are not told: so much was never meant as cards.
const MOST_FAULTS: usize = MOST_CARDS;

/// A reader that takes every card there is, so that one card too many hides nothing.
type Everything = Typed<{ Cards::PACK.len() }>;

impl Typed {
    /// Everything that is wrong with a text as a hand, in the order of the places; nothing where
    /// [`Typed::read`] reads it. Of long nonsense the first eleven faults.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Typed;
    ///
    /// let faults = Typed::faults("7s 8x 10h 1d 7s");
    /// let places: Vec<usize> = faults.iter().map(|fault| fault.place().start).collect();
    /// assert_eq!(places, [4, 10, 13]);
    /// assert_eq!(faults[2].to_string(), "7♠ is there twice");
    /// ```
    #[must_use]
    pub fn faults(text: &str) -> Vec<ReadFault> {
        let mut reading = Reading::default();
        reading.add(text, 0);
        reading.of_a_hand()
    }

    /// The same of groups parted by `/`, as [`Typed::read_groups`] reads them.
    #[must_use]
    pub fn faults_of_groups(text: &str) -> Vec<ReadFault> {
        let mut reading = Reading::default();
        let mut start = 0;
        for group in text.split('/') {
            reading.add(&text[..start + group.len()], start);
            start += group.len() + 1;
        }
        reading.of_a_hand()
    }
}

impl Cards {
    /// Everything that is wrong with a text as any number of cards, as [`Typed::faults`] tells it of a hand; nothing
    /// where [`Cards::read_any`] reads it.
    #[must_use]
    pub fn faults_of_any(text: &str) -> Vec<ReadFault> {
        let mut reading = Reading::default();
        reading.add(text, 0);
        reading.faults
    }
}

/// A text as far as it was read, with what was wrong.
#[derive(Default)]
struct Reading {
    typed: Everything,
    faults: Vec<ReadFault>,
}

impl Reading {
    /// Reads on from a byte to the end.
    fn add(&mut self, text: &str, start: usize) {
        let mut at = start;
        while self.faults.len() < MOST_FAULTS {
            let Err(fault) = self.typed.add(text, at) else { break };
            at = end_of_word(text, fault.place());
            if matches!(fault, ReadFault::NoRank { .. }) {
                at = end_of_its_suit(text, at);
            }
            self.faults.push(fault);
        }
    }

    /// What is wrong with it as a hand: a twelfth card too.
    fn of_a_hand(mut self) -> Vec<ReadFault> {
        if let Some((card, place)) = self.typed.placed().nth(MOST_CARDS) {
            let before = self.faults.iter().filter(|fault| fault.place().start < place.start).count();
            self.faults.insert(before, ReadFault::TooMany { card, place });
            self.faults.truncate(MOST_FAULTS);
        }
        self.faults
    }
}

/// Where the word ends that a fault is in; a `/` where there are no groups is a word by itself.
fn end_of_word(text: &str, fault: Place) -> usize {
    if text.get(fault.start..).is_some_and(|fault| fault.starts_with('/')) {
        return fault.end;
    }
    let rest = text.get(fault.end..).unwrap_or_default();
    fault.end + rest.find(parts_words).unwrap_or(rest.len())
}

/// Where the suit ends that stands apart from a figure that is no rank, which ends at a byte; that byte where none does.
fn end_of_its_suit(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let word = rest.trim_start();
    let mut chars = word.chars();
    let suit = chars.next().filter(|char| Suit::from_char(*char).is_some());
    let alone = chars.next().is_none_or(parts_words);
    suit.filter(|_| alone).map_or(at, |suit| at + rest.len() - word.len() + suit.len_utf8())
}
