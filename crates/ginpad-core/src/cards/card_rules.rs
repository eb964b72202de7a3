//! The rules of a table about cards, and the place of the ace.

use super::Rank;

/// The rules of a table about cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardRules {
    /// The number of cards dealt to each player: ten, or seven if three or four play. A player who throws one after
    /// drawing holds this many again; big gin is one more.
    pub dealt: usize,
    /// The place of the ace in a run, and its value.
    pub ace: Ace,
    /// Whether the defender may lay off against gin.
    pub layoff_on_gin: bool,
    /// Whether a knocker must throw a card.
    pub knock_discard: KnockDiscard,
    /// The number of cards in a knock that must be in melds.
    pub knock_melds: KnockMelds,
}

/// Whether a knocker must throw a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnockDiscard {
    /// Yes, as in most rules.
    Required,
    /// No: a knocker may keep every card, and every unmelded card counts.
    Optional,
}

/// The number of cards in a knock that must be in melds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnockMelds {
    /// Any number, as in most rules.
    Any,
    /// More than half of them.
    Majority,
}

impl CardRules {
    /// The standard rules, which most tables play.
    pub const STANDARD: CardRules = CardRules {
        dealt: 10,
        ace: Ace::Low,
        layoff_on_gin: false,
        knock_discard: KnockDiscard::Required,
        knock_melds: KnockMelds::Any,
    };

    /// The most cards that a knock may lay down.
    pub const fn most_of_a_knock(self) -> usize {
        match self.knock_discard {
            KnockDiscard::Required => self.dealt,
            KnockDiscard::Optional => self.dealt + 1,
        }
    }

    /// Whether a knock melds enough cards, if `unmatched` of its `cards` are in no meld.
    pub const fn melds_enough(self, cards: usize, unmatched: usize) -> bool {
        match self.knock_melds {
            KnockMelds::Any => true,
            KnockMelds::Majority => 2 * unmatched < cards,
        }
    }

    /// Whether a knock may lay down this many cards.
    pub const fn is_whole_knock(self, cards: usize) -> bool {
        cards >= self.dealt && cards <= self.most_of_a_knock()
    }
    /// Whether this many cards with this deadwood are gin or big gin.
    pub const fn is_gin(self, cards: usize, deadwood: u16) -> bool {
        deadwood == 0 && (cards == self.dealt || cards == self.dealt + 1)
    }
}

/// The place of the ace in a run, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ace {
    /// The ace is low: `A 2 3` is a run, and `Q K A` is not. It counts 1.
    Low,
    /// Runs go round the corner: `Q K A` and `K A 2` are runs too. The ace counts 15.
    Corner,
}

impl Ace {
    /// The deadwood of a card of this rank: pips, face cards 10, and the ace by its place.
    pub const fn value(self, rank: Rank) -> u8 {
        match self {
            Ace::Corner if rank.number() == Rank::ACE.number() => 15,
            Ace::Low | Ace::Corner => rank.value(),
        }
    }
}
