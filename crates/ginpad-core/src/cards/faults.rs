//! Lists all faults of typed cards at once.
//!
//! [`Typed`] stops at the first fault. This reader continues after the word with the fault; white space, a comma or a
//! `/` ends a word. It skips the rest of that word, so that one mistake is listed once.

use super::read::Typed;
use super::token::separates_words;
use super::words::words_to_codes;
use super::{Card, Cards, MOST_CARDS, NotCards, Place, ReadFault, Suit};

/// The most faults listed: a text with more was never meant as cards.
const MOST_FAULTS: usize = MOST_CARDS;

impl Typed {
    /// Reads typed cards, by the [grammar](Typed#the-grammar). A text without a card gives no cards.
    ///
    /// # Errors
    /// Every fault, in the order of the places: text that is not a card, a repeated card, a twelfth card. Lists at most
    /// the first eleven faults.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Typed;
    ///
    /// let typed = Typed::read("q♠, 10h ♦4").unwrap();
    /// let codes: Vec<String> = typed.iter().map(|card| card.code()).collect();
    /// assert_eq!(codes, ["QS", "TH", "4D"]);
    ///
    /// let faults = Typed::read("7s 8x 10h 1d 7s").unwrap_err();
    /// let places: Vec<usize> = faults.iter().map(|fault| fault.place.start).collect();
    /// assert_eq!(places, [4, 10, 13]);
    /// assert_eq!(faults[1].to_string(), "there is no rank `1`; the ranks are A 2-10 J Q K");
    /// ```
    pub fn read(text: &str) -> Result<Typed, Vec<ReadFault>> {
        Typed::until_fault(text).map_err(|_| FaultReading::of(text).of_a_hand())
    }

    /// Reads groups separated by `/`, each like [`Typed::read`]: a knocker's melds and deadwood as laid out. A text
    /// without a `/` is one group. All groups together are one hand, so no card may be in two groups.
    ///
    /// # Errors
    /// Those of [`Typed::read`], with places in the whole text.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Typed;
    ///
    /// let groups = Typed::read_groups("678c/ 4hdc /ks").unwrap();
    /// assert_eq!(groups.len(), 3);
    /// assert_eq!(groups[0][2].code(), "8C");
    /// assert!(Typed::read_groups("678c / 8c").is_err());
    /// ```
    pub fn read_groups(text: &str) -> Result<Vec<Vec<Card>>, Vec<ReadFault>> {
        let typed = Typed::read(text)?;
        let mut start = 0;
        let groups = text.split('/').map(|group| {
            let places = start..start + group.len();
            start = places.end + 1;
            typed.placed().filter(|(_, place)| places.contains(&place.start)).map(|(card, _)| card).collect()
        });
        Ok(groups.collect())
    }
}

impl Cards {
    /// Reads any number of cards, such as all cards seen.
    ///
    /// # Errors
    /// Those of [`Typed::read`], except that there is no limit to the number of cards.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Cards;
    ///
    /// assert_eq!(Cards::read_any("a23456789tjqks").unwrap().len(), 13);
    /// assert_eq!(Cards::read_any("2s 1h 2s").unwrap_err().len(), 2);
    /// ```
    pub fn read_any(text: &str) -> Result<Cards, Vec<ReadFault>> {
        let mut typed = Typed::none(Cards::PACK.len());
        typed.add(&words_to_codes(text), 0).map_err(|_| FaultReading::of(text).faults)?;
        Ok(typed.cards())
    }
}

/// The cards and the faults read so far.
struct FaultReading {
    /// With room for the whole pack, so that faults after the twelfth card are found too.
    typed: Typed,
    faults: Vec<ReadFault>,
}

impl FaultReading {
    /// Reads a text with a fault.
    #[cold]
    fn of(text: &str) -> FaultReading {
        let (text, mut at) = (&*words_to_codes(text), 0);
        let mut reading = FaultReading { typed: Typed::none(Cards::PACK.len()), faults: Vec::new() };
        while reading.faults.len() < MOST_FAULTS {
            let Err(fault) = reading.typed.add(text, at) else { break };
            at = end_of_word(text, fault.place);
            if matches!(fault.what, NotCards::NoRank(_)) {
                at = end_of_its_suit(text, at);
            }
            reading.faults.push(fault);
        }
        reading
    }

    /// The faults of the text as a hand, including a twelfth card.
    fn of_a_hand(mut self) -> Vec<ReadFault> {
        if let Some((card, place)) = self.typed.placed().nth(MOST_CARDS) {
            let before = self.faults.iter().filter(|fault| fault.place.start < place.start).count();
            self.faults.insert(before, ReadFault { place, what: NotCards::TooMany(card) });
            self.faults.truncate(MOST_FAULTS);
        }
        self.faults
    }
}

/// The end of the word with a fault.
fn end_of_word(text: &str, fault: Place) -> usize {
    let rest = text.get(fault.end..).unwrap_or_default();
    fault.end + rest.find(separates_words).unwrap_or(rest.len())
}

/// The place to continue after a number that is not a rank and ends at the byte `at`. A separate suit after it belongs
/// to the same mistake and is skipped.
fn end_of_its_suit(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let word = rest.trim_start();
    let mut chars = word.chars();
    let suit = chars.next().filter(|char| Suit::from_char(*char).is_some());
    let alone = chars.next().is_none_or(separates_words);
    suit.filter(|_| alone).map_or(at, |suit| at + rest.len() - word.len() + suit.len_utf8())
}
