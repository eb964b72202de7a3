//! Why two laid-out hands cannot end the deal.

use thiserror::Error;

use super::card::spaced;
use super::{Card, CardRules, Cards, Dealt, KnockDiscard};
use crate::text::count;

/// One reason why two laid-out hands cannot end the deal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShowdownFault {
    /// The knocker's groups hold some cards twice.
    #[error("the knocker has {0} twice")]
    Twice(Cards),
    /// Some cards are in both hands.
    #[error("the knocker and the defender cannot both have {0}")]
    InBothHands(Cards),
    /// A group is not a meld.
    #[error("{} is not a meld", group_words(.cards))]
    NotAMeld {
        /// Which group, counted from 0.
        group: usize,
        /// Its cards, as declared.
        cards: Vec<Card>,
    },
    /// The knocker has too few or too many cards.
    #[error("the knocker has {}; there must be {}{}", count(*.cards, "card"), .dealt.cards(), one_more.words(*.dealt))]
    KnockerCards {
        /// How many cards the knocker has.
        cards: usize,
        /// How many each player was dealt.
        dealt: Dealt,
        /// When there may be one card more.
        one_more: OneMore,
    },
    /// The defender has too few or too many cards.
    #[error("the defender has {}; there must be {}", count(*.cards, "card"), .dealt.cards())]
    DefenderCards {
        /// How many cards the defender has.
        cards: usize,
        /// How many each player was dealt.
        dealt: Dealt,
    },
    /// The knocker has more deadwood than the rules allow.
    #[error("the knocker cannot knock with {deadwood} deadwood; the knock limit is {limit}")]
    OverLimit {
        /// The knocker's deadwood, in points.
        deadwood: u16,
        /// The most that the rules allow, in points.
        limit: u16,
    },
    /// Too few of the knocker's cards are in melds.
    #[error("the knocker has only {melded} of {cards} cards in melds; a knock takes more than half")]
    TooFewMelded {
        /// How many are in melds.
        melded: usize,
        /// How many there are.
        cards: usize,
    },
}

fn group_words(cards: &[Card]) -> String {
    match cards {
        [] => "a group without cards".into(),
        cards => spaced(cards.iter().copied()),
    }
}

/// When a knocker may lay down one card more than each was dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneMore {
    /// Never: the knocker throws a card, and big gin is not played.
    Never,
    /// Only for big gin.
    AllMelded,
    /// Always: the knocker need not throw a card.
    Always,
}

impl OneMore {
    /// When these rules allow it, if big gin is played.
    pub(super) const fn of(rules: CardRules) -> OneMore {
        match rules.knock_discard {
            KnockDiscard::Required => OneMore::AllMelded,
            KnockDiscard::Optional => OneMore::Always,
        }
    }

    fn words(self, dealt: Dealt) -> String {
        match self {
            OneMore::Never => String::new(),
            OneMore::AllMelded => format!(", or {} all melded", dealt.most()),
            OneMore::Always => format!(" or {}", dealt.most()),
        }
    }
}
