//! What the rules of a table say about cards.

use super::{Ace, Dealt};

/// What the rules of a table say about cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardRules {
    /// How many cards each player is dealt.
    pub dealt: Dealt,
    /// Where the ace stands in a run, and what it counts.
    pub ace: Ace,
    /// What the defender may do against gin.
    pub layoff_on_gin: bool,
    /// Whether a knocker has to throw a card.
    pub knock_discard: KnockDiscard,
    /// How many cards of a knock must be in melds.
    pub knock_melds: KnockMelds,
}

/// Whether a knocker has to throw a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnockDiscard {
    /// Yes, as most rules say.
    Required,
    /// No: a knocker may keep every card, and all that are in no meld count.
    Optional,
}

/// How many cards of a knock must be in melds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KnockMelds {
    /// Any number, as most rules say.
    Any,
    /// More than half of them.
    Majority,
}

impl CardRules {
    /// The base, which most tables play.
    pub const STANDARD: CardRules = CardRules {
        dealt: Dealt::Ten,
        ace: Ace::Low,
        layoff_on_gin: false,
        knock_discard: KnockDiscard::Required,
        knock_melds: KnockMelds::Any,
    };

    /// The most cards that a knock may lay down.
    pub const fn most_of_a_knock(self) -> usize {
        match self.knock_discard {
            KnockDiscard::Required => self.dealt.cards(),
            KnockDiscard::Optional => self.dealt.most(),
        }
    }

    /// Whether enough cards of a knock are in melds, if `unmatched` of its `cards` are in none.
    pub const fn melds_enough(self, cards: usize, unmatched: usize) -> bool {
        match self.knock_melds {
            KnockMelds::Any => true,
            KnockMelds::Majority => 2 * unmatched < cards,
        }
    }

    /// Whether a knock may lay down this many cards.
    pub const fn is_whole_knock(self, cards: usize) -> bool {
        cards >= self.dealt.cards() && cards <= self.most_of_a_knock()
    }
    /// Whether so many cards that leave this deadwood are gin or big gin.
    pub const fn is_gin(self, cards: usize, deadwood: u16) -> bool {
        deadwood == 0 && (cards == self.dealt.cards() || cards == self.dealt.most())
    }
}
