//! A set of cards, with one bit for each card.

use std::fmt;
use std::ops::Sub;

use derive_more::{BitAnd, BitOr, BitOrAssign};
use serde::{Serialize, Serializer};

use super::suit_table::{EACH_SUIT, SUIT_BITS};
use super::{Ace, Card, Rank, Suit};

/// The most cards that one player holds: the ten dealt and the one just drawn.
pub const MOST_CARDS: usize = 11;

/// A set of cards: a hand, a meld, a part of one, or a whole pack.
///
/// Sixteen bits for each suit, in the order of [`Suit::ALL`]: bit 0 is the ace, bit 12 the king, and the three bits
/// above are always clear. Neighbours in a suit are neighbours in a run, and a rank has the same place in every suit,
/// so the solver finds runs and sets by shifting whole hands.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Ace, Card, Cards};
///
/// let hand = Cards::read("7hdc a23s")?;
/// assert_eq!(hand.len(), 6);
/// assert_eq!((hand.value(Ace::Low), hand.value(Ace::Corner)), (27, 41));
/// assert_eq!(hand.to_string(), "♠A23 ♥7 ♦7 ♣7");
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, BitAnd, BitOr, BitOrAssign)]
pub struct Cards(u64);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards(0);
    /// The pack of 52.
    pub const PACK: Cards = Cards(EACH_SUIT * SUIT_BITS);

    /// The cards of these bits, in the layout of [`Cards`]. Bits that are not a card are dropped.
    pub(crate) const fn from_bits(bits: u64) -> Cards {
        Cards(bits & Cards::PACK.0)
    }

    /// One bit for each card, in the layout of [`Cards`].
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// All four cards of a rank.
    pub(crate) const fn of_rank(rank: Rank) -> Cards {
        Cards(EACH_SUIT << (rank.number() - 1))
    }

    /// All thirteen cards of a suit.
    pub const fn of_suit(suit: Suit) -> Cards {
        Cards(SUIT_BITS << (16 * suit as u32))
    }

    /// Adds a card. Returns false if the set already had it.
    pub fn insert(&mut self, card: Card) -> bool {
        let before = *self;
        *self |= Cards::from(card);
        *self != before
    }

    /// Removes a card. Returns false if the set did not have it.
    pub fn remove(&mut self, card: Card) -> bool {
        let before = *self;
        *self = *self - card.into();
        *self != before
    }

    /// Whether the set has this card.
    pub fn contains(self, card: Card) -> bool {
        self.meets(Cards::from(card))
    }

    /// Whether the two sets share a card.
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The deadwood of all cards without any meld, in points: 340 for the pack with the ace low.
    pub fn value(self, ace: Ace) -> u16 {
        self.iter().map(|card| u16::from(ace.value(card.rank))).sum()
    }

    /// The cards suit by suit in the order of [`Suit::ALL`], each from the ace up.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            let suit = *Suit::ALL.get(place as usize / 16)?;
            left &= left - 1;
            Some(Card { rank: Rank::new(u8::try_from(place % 16 + 1).ok()?)?, suit })
        })
    }

    /// The cards as in text sheets and JSON, in the order of [`Cards::iter`]: `AS TS 7H`.
    pub fn codes(self) -> String {
        let codes: Vec<String> = self.iter().map(Card::code).collect();
        codes.join(" ")
    }

    /// [`Cards::codes`] without spaces, as one word: `ASTS7H`.
    pub fn word(self) -> String {
        self.iter().map(Card::code).collect()
    }

    /// The ranks of each suit after its symbol, without spaces, as one word of an entry: `♠AT♥7`.
    pub fn ranks_word(self) -> String {
        self.suits().collect()
    }

    /// The ranks of each suit in the set, after its symbol: `♠AT`, then `♥7`. The ten is a `T`.
    fn suits(self) -> impl Iterator<Item = String> {
        Suit::ALL.into_iter().filter_map(move |suit| {
            let ranks: String = (self & Cards::of_suit(suit)).iter().map(|card| card.rank.letter()).collect();
            (!ranks.is_empty()).then(|| format!("{}{ranks}", suit.symbol()))
        })
    }
}

impl From<Card> for Cards {
    fn from(card: Card) -> Cards {
        Cards(1 << (16 * card.suit as u32 + u32::from(card.rank.number()) - 1))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |all, card| all | card.into())
    }
}

impl Sub for Cards {
    type Output = Cards;

    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl fmt::Display for Cards {
    /// Prints the cards for people: the ranks of each suit after its symbol, `♠AT ♥7`; a single card as a card, `10♠`.
    /// [`Typed`](super::Typed) reads both back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards = self.iter();
        match (cards.next(), cards.next()) {
            (Some(only), None) => only.fmt(f),
            _ => f.write_str(&self.suits().collect::<Vec<_>>().join(" ")),
        }
    }
}

impl Serialize for Cards {
    /// Writes their codes, as an array.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cards({})", self.codes())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::BitOr;

    use super::*;

    #[test]
    fn the_pack_holds_every_card_once() {
        let cards: Vec<Card> = Cards::PACK.iter().collect();
        assert_eq!(cards.len(), 52);
        assert_eq!(Cards::PACK.iter().count(), 52);
        assert_eq!(Cards::PACK.value(Ace::Low), 340);
        assert!(cards.is_sorted_by_key(|card| (card.suit, card.rank)));
        assert_eq!(cards.iter().copied().collect::<Cards>(), Cards::PACK);
        assert_eq!(Cards::from_bits(u64::MAX), Cards::PACK);
        let suits = Suit::ALL.map(Cards::of_suit).into_iter().fold(Cards::NONE, Cards::bitor);
        let ranks = (1..=13).filter_map(Rank::new).map(Cards::of_rank).fold(Cards::NONE, Cards::bitor);
        assert_eq!((suits, ranks), (Cards::PACK, Cards::PACK));
    }

    #[test]
    fn cards_come_and_go() {
        let mut hand = Cards::NONE;
        for card in Cards::PACK.iter() {
            assert!(!hand.contains(card));
            assert!(hand.insert(card) && !hand.insert(card));
            assert!(hand.contains(card));
        }
        for card in Cards::PACK.iter() {
            assert!(hand.remove(card) && !hand.remove(card));
        }
        assert!(hand.is_empty());
        assert_eq!(hand.to_string(), "");
    }

    #[test]
    fn ranks_by_suit_are_read_back() {
        let hand = Cards::read("567s29h49da39c").unwrap();
        assert_eq!(hand.to_string(), "♠567 ♥29 ♦49 ♣A39");
        assert_eq!(hand.ranks_word(), "♠567♥29♦49♣A39");
        for suit in Suit::ALL {
            let hand = Cards::of_suit(suit) - Cards::of_rank(Rank::new(2).unwrap()) - Cards::of_rank(Rank::ACE);
            assert_eq!(Cards::read(&hand.to_string()), Ok(hand));
            assert_eq!(Cards::read(&hand.ranks_word()), Ok(hand));
        }
        assert_eq!((Cards::NONE.to_string(), Cards::NONE.ranks_word()), (String::new(), String::new()));
    }

    #[test]
    fn sets_are_joined_and_parted() {
        let hand = Cards::of_suit(Suit::Hearts) & Cards::of_rank(Rank::new(10).unwrap());
        assert_eq!((hand.codes(), hand.to_string(), hand.value(Ace::Low)), ("TH".into(), "10♥".into(), 10));
        assert_eq!((Cards::PACK - hand).len(), 51);
        assert_eq!((Cards::PACK - hand) | hand, Cards::PACK);
    }
}
