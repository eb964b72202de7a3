//! A meld: three or four of a rank, or three or more in a row of one suit.

use derive_more::Display;
use serde::{Serialize, Serializer};

use super::suit_table::{EACH_SUIT, above, run_cards, set_cards};
use super::{Ace, Card, Cards};

/// A set or a run. It prints the ranks of each suit after its symbol, like [`Cards`]: `♣678`.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meld(Cards);

impl Meld {
    /// The meld that these cards form together; `None` if they do not form one.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::{Ace, Cards, Meld};
    ///
    /// let meld = |text| Meld::new(Cards::read(text).unwrap(), Ace::Low);
    /// assert!(meld("a23s").unwrap().is_run());
    /// assert!(!meld("7hdc").unwrap().is_run());
    /// assert_eq!(meld("qkas"), None);
    /// assert_eq!(meld("a23s 567s"), None, "these are two");
    /// assert!(Meld::new(Cards::read("qkas")?, Ace::Corner).is_some());
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    pub const fn new(cards: Cards, ace: Ace) -> Option<Meld> {
        let bits = cards.bits();
        if bits == 0 {
            return None;
        }
        // An unbroken stretch has one first card, and no stretch crosses from one suit into the next. A whole suit has
        // no first card if runs go round the corner.
        let firsts = bits & !above(bits, ace);
        let stretch = firsts & firsts.wrapping_sub(1) == 0 && run_cards(bits, ace) == bits;
        let rank = EACH_SUIT << (bits.trailing_zeros() % 16);
        let set = bits & !rank == 0 && set_cards(bits) == bits;
        if stretch || set { Some(Meld(cards)) } else { None }
    }

    /// A meld that the solver found; its cards are not checked.
    pub(super) const fn unchecked(cards: u64) -> Meld {
        Meld(Cards::from_bits(cards))
    }

    /// Its cards.
    pub const fn cards(self) -> Cards {
        self.0
    }

    /// Whether it is a run, and not a set.
    pub const fn is_run(self) -> bool {
        let bits = self.0.bits();
        bits & (bits >> 1) != 0
    }

    /// Its cards in the order in which they are laid out: a run from its low end, a set in the order of the suits.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let [first, rest] = self.parts();
        first.iter().chain(rest.iter())
    }

    /// Its cards in two parts. If a run goes round the corner, the second part begins with the ace; any other meld has
    /// only the first.
    #[inline]
    const fn parts(self) -> [Cards; 2] {
        let bits = self.0.bits();
        let ace = bits & (bits >> 12) & EACH_SUIT;
        let from_the_ace = bits & !(bits + ace);
        if ace == 0 || from_the_ace == bits {
            return [self.0, Cards::NONE];
        }
        [Cards::from_bits(bits & !from_the_ace), Cards::from_bits(from_the_ace)]
    }
}

impl Serialize for Meld {
    /// Writes the codes of its cards in layout order, as an array.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
