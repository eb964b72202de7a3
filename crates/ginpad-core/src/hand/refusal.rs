//! Why the rules refuse a hand.

use thiserror::Error;

use super::upcard::Limit;
use super::upcard::Upcard;
use crate::Rules;
use crate::cards::{Ace, Card, CardRules, Cards, arrange};
use crate::text::number_word;

/// The most deadwood that the cards of a player can have under any rules.
const MOST_DEADWOOD: u32 = 110;
/// The most points of a hand logged by its points alone.
pub(crate) const MOST_POINTS: u32 = 1000;

/// One reason why the rules refuse a hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Refusal {
    /// The kind of reason.
    pub kind: RefusalKind,
    why: String,
}

/// The kind of a reason, as far as anything depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// A knock over the limit.
    OverLimit,
    /// A knock over the limit, with more deadwood than any cards hold.
    FarOverLimit,
    /// Cards in place of a count that are neither all cards nor deadwood only.
    PartOfHand,
    /// Big gin under rules that do not play it, with the card to throw for gin if the eleven cards are known.
    BigGinOff(Option<Card>),
    /// Oklahoma without an upcard.
    UpcardMissing,
    /// An upcard without a suit, although the suit counts.
    SuitMissing,
    /// Something else that other rules could accept.
    OfTheRules,
    /// An unknown opponent of the named player.
    OpponentMissing,
    /// Every pair's hand is dead.
    AllDead,
    /// More or fewer results than the table needs.
    Results,
    /// A group before the last that is not a meld.
    NotAMeld,
    /// Possible numbers and cards that no rules accept together.
    Combination,
    /// Numbers or cards that no hand has.
    Impossible,
}

impl Refusal {
    pub(super) fn new(kind: RefusalKind, why: impl Into<String>) -> Refusal {
        Refusal { kind, why: why.into() }
    }

    pub(super) fn too_few_melded(who: &str, melded: usize, cards: usize) -> Refusal {
        let how_many = format!("{who} cannot knock with only {melded} of {cards} cards in melds");
        Refusal::new(RefusalKind::OfTheRules, how_many + "; under these rules it takes more than half")
    }

    pub(super) fn in_both_hands(one: &str, other: &str, cards: Cards) -> Refusal {
        Refusal::new(RefusalKind::Combination, format!("{one} and {other} cannot both have {cards}"))
    }

    /// Big gin is not played. `throw` is the card to throw for gin, if known.
    pub fn big_gin_off(throw: Option<Card>) -> Refusal {
        Refusal::new(RefusalKind::BigGinOff(throw), "big gin is not played under these rules")
    }

    pub(crate) fn suit_missing(upcard: Upcard) -> Refusal {
        let why = format!("the upcard {upcard} has no suit; a spade doubles the hand under these rules");
        Refusal::new(RefusalKind::SuitMissing, why)
    }

    pub(crate) fn player_twice(who: &str) -> Refusal {
        let why = format!("{who} is named in two results; each player has only one");
        Refusal::new(RefusalKind::Combination, why)
    }

    /// Whether other rules could accept the hand. Such a refusal means nothing if the rules could not be read.
    pub(crate) const fn depends_on_the_rules(&self) -> bool {
        matches!(
            self.kind,
            RefusalKind::OverLimit
                | RefusalKind::FarOverLimit
                | RefusalKind::PartOfHand
                | RefusalKind::BigGinOff(_)
                | RefusalKind::UpcardMissing
                | RefusalKind::SuitMissing
                | RefusalKind::OfTheRules
        )
    }

    /// Whether a hand with this fault may be kept in a book: its numbers and cards are possible, and only their
    /// combination or the rules of its game are against it.
    pub(crate) const fn may_stand_in_a_book(&self) -> bool {
        !matches!(
            self.kind,
            RefusalKind::FarOverLimit
                | RefusalKind::PartOfHand
                | RefusalKind::Results
                | RefusalKind::NotAMeld
                | RefusalKind::Impossible
        )
    }
}

/// The reason why the rules need more of the upcard, if any: the card, or its suit.
pub(super) fn refuse_upcard(upcard: Option<Upcard>, rules: &Rules) -> Option<Refusal> {
    if Limit::lacks_upcard(rules, upcard) {
        let why = "the upcard is missing; under Oklahoma it sets the knock limit";
        return Some(Refusal::new(RefusalKind::UpcardMissing, why));
    }
    upcard.filter(|upcard| upcard.lacks_suit(rules)).map(Refusal::suit_missing)
}

/// The reason why a player cannot knock with this deadwood, if any. The opponent's deadwood makes no difference.
pub(super) fn refuse_knock(who: impl FnOnce() -> String, deadwood: u32, limit: Limit) -> Option<Refusal> {
    if deadwood == 0 {
        let why = format!("{} cannot knock with 0 deadwood; that is gin", who());
        Some(Refusal::new(RefusalKind::Combination, why))
    } else if deadwood > limit.deadwood.into() {
        let kind = if deadwood > MOST_DEADWOOD { RefusalKind::FarOverLimit } else { RefusalKind::OverLimit };
        Some(Refusal::new(kind, format!("{} cannot knock with {deadwood} deadwood; {limit}", who())))
    } else {
        None
    }
}

/// The reason why a player cannot have this deadwood, if any: it is more than cards can hold.
pub(super) fn refuse_deadwood(who: impl FnOnce() -> String, deadwood: u32, rules: CardRules) -> Option<Refusal> {
    let (dealt, most) = (number_word(rules.dealt), most_deadwood(rules));
    let kind = if deadwood > MOST_DEADWOOD { RefusalKind::Impossible } else { RefusalKind::OfTheRules };
    let why = || format!("{} cannot have {deadwood} deadwood; {dealt} cards hold at most {most}", who());
    (deadwood > most).then(|| Refusal::new(kind, why()))
}

/// The most deadwood that a player's cards can have. They include no three of a rank, so ten cards are two each of K Q
/// J 10 and two 9s, and seven are two each of K Q J and a 10. Round the corner, two aces come first.
pub(crate) const fn most_deadwood(rules: CardRules) -> u32 {
    match (rules.dealt, rules.ace) {
        (7, Ace::Low) => 70,
        (7, Ace::Corner) => 80,
        (_, Ace::Low) => 98,
        (_, Ace::Corner) => 110,
    }
}

/// The reason why a player cannot knock with these cards, if any: too few of them are in melds. The cards are the
/// knocker's full hand, or only the deadwood; then the others are in melds.
pub(super) fn refuse_melds(who: impl FnOnce() -> String, given: Cards, rules: CardRules) -> Option<Refusal> {
    let (unmatched, is_whole) = (arrange(given, rules.ace).unmatched.len(), rules.is_whole_knock(given.len()));
    let is_deadwood = unmatched == given.len();
    let cards = if is_whole { given.len() } else { rules.most_of_a_knock() };
    let too_few = (is_whole || is_deadwood) && !rules.melds_enough(cards, unmatched);
    too_few.then(|| Refusal::too_few_melded(&who(), cards - unmatched, cards))
}
