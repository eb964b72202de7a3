//! Why the rules refuse a hand.

use thiserror::Error;

use super::limit::Limit;
use super::logged::Count;
use super::outcome::Outcome;
use super::upcard::Upcard;
use crate::cards::{Ace, Card, CardRules, Cards, Dealt, arrange, deadwood, spaced};
use crate::rules::UndercutTie;
use crate::text::{count, number_word};

/// The most deadwood that the cards of a player can have under any rules.
const MOST_DEADWOOD: u32 = 110;
/// The most points of a hand logged by its points alone.
pub(crate) const MOST_POINTS: u32 = 1000;

/// One reason why the rules refuse a hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A knock over the limit.
    #[error("{who} cannot knock with {deadwood} deadwood; {limit}")]
    OverLimit {
        /// The knocker.
        who: String,
        /// The knocker's deadwood.
        deadwood: u32,
        /// The limit of this hand.
        limit: Limit,
    },
    /// A knock without deadwood.
    #[error("{who} cannot knock with 0 deadwood; that is gin")]
    KnockIsGin {
        /// The knocker.
        who: String,
    },
    /// A knock with too few cards in melds.
    #[error(
        "{who} cannot knock with only {melded} of {cards} cards in melds; under these rules it takes more than half"
    )]
    TooFewMelded {
        /// The knocker.
        who: String,
        /// The most cards that can be in melds.
        melded: usize,
        /// The number of the knocker's cards.
        cards: usize,
    },
    /// Gin was called with cards that leave deadwood.
    #[error("{who}'s cards are not {}; they leave {deadwood} deadwood", gin_words(*.called))]
    NotGin {
        /// The caller.
        who: String,
        /// The deadwood that the cards leave.
        deadwood: u32,
        /// Gin or big gin.
        called: Outcome,
    },
    /// The same cards were given for both hands.
    #[error("{one} and {other} cannot both have {cards}")]
    InBothHands {
        /// One player.
        one: String,
        /// The opponent.
        other: String,
        /// The cards.
        cards: Cards,
    },
    /// Cards in place of a count that are neither all cards nor deadwood only.
    #[error("only {cards} of {who}'s {} cards are given", number_word(*.all))]
    PartOfHand {
        /// The player with these cards.
        who: String,
        /// The number of cards given.
        cards: usize,
        /// The number of cards in the full hand.
        all: usize,
    },
    /// Gin was called with fewer cards than it takes.
    #[error("{} takes {} cards under these rules; {who} has {cards}", gin_words(*.called), number_word(*.all))]
    TooFewCards {
        /// The caller.
        who: String,
        /// The number of cards given.
        cards: usize,
        /// The number of cards needed.
        all: usize,
        /// Gin or big gin.
        called: Outcome,
    },
    /// More cards than a player may have at the end.
    #[error("{who} cannot have {} in the end; under these rules it is at most {most}", count(*.cards, "card"))]
    TooManyCards {
        /// The player with these cards.
        who: String,
        /// The number of cards given.
        cards: usize,
        /// The most that the rules allow.
        most: usize,
    },
    /// More deadwood than a player's cards can have.
    #[error("{who} cannot have {deadwood} deadwood; {} cards hold at most {}", number_word(.rules.dealt.cards()), most_deadwood(*.rules))]
    TooMuchDeadwood {
        /// The player with this deadwood.
        who: String,
        /// The deadwood given.
        deadwood: u32,
        /// The rules about cards.
        rules: CardRules,
    },
    /// Big gin under rules that do not play it.
    #[error("big gin is not played under these rules")]
    BigGinOff {
        /// The card to throw for gin, if the eleven cards are known.
        throw: Option<Card>,
    },
    /// Oklahoma without an upcard.
    #[error("the upcard is missing; under Oklahoma it sets the knock limit")]
    UpcardMissing,
    /// An upcard without a suit, although the suit counts.
    #[error("the upcard {0} has no suit; a spade doubles the hand under these rules")]
    SuitMissing(Upcard),
    /// An undercut with more deadwood than the knocker.
    #[error("{who} cannot undercut with {own} against {other}; the knocker has less")]
    NotAnUndercut {
        /// The named player.
        who: String,
        /// Their deadwood.
        own: u32,
        /// The knocker's deadwood.
        other: u32,
    },
    /// An undercut with equal counts under rules where a tie is not an undercut.
    #[error("{who} cannot undercut with {deadwood} against {deadwood}; under these rules {}", .tie.meaning())]
    TieIsNotAnUndercut {
        /// The named player.
        who: String,
        /// Both counts.
        deadwood: u32,
        /// The rule for a tie.
        tie: UndercutTie,
    },
    /// More or fewer points than a hand can have.
    #[error("a hand is worth 0 to {MOST_POINTS} points, not {0}")]
    PointsRange(u32),
    /// More or fewer results than pairs.
    #[error("{} for {}; a hand of this game needs one result for each pair of opponents", count(*.results, "result"), count(*.pairs, "pair"))]
    Pairs {
        /// The number of results.
        results: usize,
        /// The number of pairs.
        pairs: usize,
    },
    /// More or fewer results than the caller has opponents at a round table.
    #[error("a hand of a round table needs {}, one against each other player; {results} given", count(*.others, "result"))]
    Round {
        /// The number of results.
        results: usize,
        /// The number of opponents.
        others: usize,
    },
    /// Two callers at a round table.
    #[error("{one} and {other} cannot both end the hand")]
    TwoCallers {
        /// One caller.
        one: String,
        /// The other.
        other: String,
    },
    /// Several ways to end one hand.
    #[error("a hand ends in one way, with one count against all opponents; these results give several")]
    TwoCalls,
    /// Two defenders with the same cards.
    #[error("two players cannot both have {cards}")]
    InTwoHands {
        /// The cards.
        cards: Cards,
    },
    /// An undercut at a round table, where the counts decide who undercut whom.
    #[error("at a round table an undercut follows from the counts; log the knock, not {who}'s undercut")]
    UndercutOfRound {
        /// The named player.
        who: String,
    },
    /// An unknown opponent of the named player.
    #[error("it is not known who played against {who}; name the opponent before the opponent's count")]
    OpponentMissing {
        /// The named player.
        who: String,
    },
    /// One player in two results.
    #[error("{who} is named in two results; each player has only one")]
    PlayerTwice {
        /// The player.
        who: String,
    },
    /// Every pair's hand is dead.
    #[error("every pair's hand is dead")]
    AllDead,
    /// Cards that appear twice in one laid-out hand.
    #[error("the knocker has {0} twice")]
    Twice(Cards),
    /// Groups before the last that are not melds.
    #[error("{} is not a meld", group_words(.0))]
    NotAMeld(Vec<Card>),
    /// A laid-out hand with the wrong number of cards.
    #[error("{who} has {}; there must be {needs}", count(*.cards, "card"))]
    OtherNumber {
        /// The player with this hand.
        who: &'static str,
        /// The number of cards.
        cards: usize,
        /// The number of cards needed, in words.
        needs: String,
    },
}

impl Refusal {
    /// Whether other rules could accept the hand. Such a refusal means nothing if the rules could not be read.
    pub(crate) const fn depends_on_the_rules(&self) -> bool {
        matches!(
            self,
            Refusal::OverLimit { .. }
                | Refusal::TooFewMelded { .. }
                | Refusal::PartOfHand { .. }
                | Refusal::TooMuchDeadwood { deadwood: ..=MOST_DEADWOOD, .. }
                | Refusal::NotGin { .. }
                | Refusal::TooFewCards { .. }
                | Refusal::TooManyCards { .. }
                | Refusal::BigGinOff { .. }
                | Refusal::UpcardMissing
                | Refusal::SuitMissing(_)
                | Refusal::TieIsNotAnUndercut { .. }
        )
    }

    /// Whether a hand with this fault may be kept in a book: its numbers and cards are possible, and only their
    /// combination or the rules of its game are against it.
    pub(crate) const fn may_stand_in_a_book(&self) -> bool {
        match self {
            Refusal::OverLimit { deadwood, .. } | Refusal::TooMuchDeadwood { deadwood, .. } => {
                *deadwood <= MOST_DEADWOOD
            }
            Refusal::PartOfHand { .. }
            | Refusal::PointsRange(_)
            | Refusal::Pairs { .. }
            | Refusal::Round { .. }
            | Refusal::Twice(_)
            | Refusal::NotAMeld(_)
            | Refusal::OtherNumber { .. } => false,
            _ => true,
        }
    }
}

/// The reason why a player cannot knock with this deadwood, if any. The opponent's deadwood makes no difference.
pub(crate) fn refuse_knock(who: impl FnOnce() -> String, deadwood: u32, limit: Limit) -> Option<Refusal> {
    if deadwood == 0 {
        Some(Refusal::KnockIsGin { who: who() })
    } else if deadwood > limit.deadwood.into() {
        Some(Refusal::OverLimit { who: who(), deadwood, limit })
    } else {
        None
    }
}

/// The reason why cards cannot be a player's count, if any: they are one card short of a hand, so one was forgotten, or
/// they are fewer cards with a meld among them.
pub(crate) fn refuse_part(who: impl FnOnce() -> String, count: &Count, rules: CardRules) -> Option<Refusal> {
    let all = rules.dealt.cards();
    let given = count.cards().filter(|cards| cards.len() < all)?;
    let is_part = given.len() + 1 == all || deadwood(given, rules.ace) < given.value(rules.ace);
    is_part.then(|| Refusal::PartOfHand { who: who(), cards: given.len(), all })
}

/// The most deadwood that a player's cards can have. They include no three of a rank, so ten cards are two each of K Q
/// J 10 and two 9s, and seven are two each of K Q J and a 10. Round the corner, two aces come first.
pub(crate) const fn most_deadwood(rules: CardRules) -> u32 {
    match (rules.dealt, rules.ace) {
        (Dealt::Ten, Ace::Low) => 98,
        (Dealt::Ten, Ace::Corner) => 110,
        (Dealt::Seven, Ace::Low) => 70,
        (Dealt::Seven, Ace::Corner) => 80,
    }
}

/// The reason why a player cannot knock with these cards, if any: too few of them are in melds. The cards are the
/// knocker's full hand, or only the deadwood; then the others are in melds.
pub(crate) fn refuse_melds(who: impl FnOnce() -> String, given: Cards, rules: CardRules) -> Option<Refusal> {
    let (unmatched, is_whole) = (arrange(given, rules.ace).unmatched.len(), rules.is_whole_knock(given.len()));
    let is_deadwood = unmatched == given.len();
    let cards = if is_whole { given.len() } else { rules.most_of_a_knock() };
    let too_few = (is_whole || is_deadwood) && !rules.melds_enough(cards, unmatched);
    too_few.then(|| Refusal::TooFewMelded { who: who(), melded: cards - unmatched, cards })
}

/// The reason why a player cannot have these cards at the end, if any: they are too many.
pub(crate) fn refuse_cards(who: impl FnOnce() -> String, given: Option<Cards>, most: usize) -> Option<Refusal> {
    let cards = given?.len();
    (cards > most).then(|| Refusal::TooManyCards { who: who(), cards, most })
}

/// The words for gin or big gin within a sentence.
const fn gin_words(called: Outcome) -> &'static str {
    match called {
        Outcome::BigGin => "big gin",
        _ => "gin",
    }
}

fn group_words(cards: &[Card]) -> String {
    match cards {
        [] => "a group without cards".into(),
        cards => spaced(cards.iter().copied()),
    }
}
