//! A meld: three or four of a rank, or three or more in a row of one suit.

use std::fmt;

use super::suit_table::{EACH_SUIT, run_cards, set_cards};
use super::{Card, Cards};

/// A set or a run. The ace is low only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meld(Cards);

/// The two kinds of meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MeldKind {
    /// Three or four of one rank.
    Set,
    /// Three or more in a row of one suit.
    Run,
}

impl Meld {
    /// The meld that all of these cards form together; none if they do not form one.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::{Cards, Meld, MeldKind};
    ///
    /// let meld = |text| Meld::new(Cards::read(text).unwrap());
    /// assert_eq!(meld("a23s").unwrap().kind(), MeldKind::Run);
    /// assert_eq!(meld("7hdc").unwrap().kind(), MeldKind::Set);
    /// assert_eq!(meld("qkas"), None);
    /// assert_eq!(meld("a23s 567s"), None, "these are two");
    /// ```
    pub const fn new(cards: Cards) -> Option<Meld> {
        let bits = cards.bits();
        if bits == 0 {
            return None;
        }
        let lowest = bits.trailing_zeros();
        // Shifted down to bit 0, an unbroken stretch of ones plus 1 is a power of two. No stretch crosses from one suit
        // into the next, because the bits between suits are clear.
        let stretch = ((bits >> lowest) + 1).is_power_of_two() && run_cards(bits) == bits;
        let rank = EACH_SUIT << (lowest % 16);
        let set = bits & !rank == 0 && set_cards(bits) == bits;
        if stretch || set { Some(Meld(cards)) } else { None }
    }

    /// A meld that the solver found; its cards are not checked.
    pub(super) const fn found(cards: u64) -> Meld {
        Meld(Cards::from_bits(cards))
    }

    /// Its cards.
    pub const fn cards(self) -> Cards {
        self.0
    }

    /// Whether it is a set or a run.
    pub const fn kind(self) -> MeldKind {
        let bits = self.0.bits();
        if bits & (bits >> 1) == 0 { MeldKind::Set } else { MeldKind::Run }
    }

    /// Its cards in the order in which they are laid out: a run from its low end, a set in the order of the suits.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        self.0.iter()
    }
}

impl MeldKind {
    /// Its name in text and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            MeldKind::Set => "set",
            MeldKind::Run => "run",
        }
    }
}

impl fmt::Display for Meld {
    /// The cards as they are laid out: `6♣ 7♣ 8♣`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
