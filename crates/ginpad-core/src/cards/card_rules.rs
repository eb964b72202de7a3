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
    pub against_gin: AgainstGin,
    /// Whether a knocker has to throw a card.
    pub knock_discard: KnockDiscard,
    /// How many cards of a knock must be in melds.
    pub knock_melds: KnockMelds,
}

/// What the defender may do against gin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AgainstGin {
    /// The defender only melds. Most rules say so.
    MeldsOnly,
    /// The defender lays off as against a knock.
    LayOffs,
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
        against_gin: AgainstGin::MeldsOnly,
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
}
