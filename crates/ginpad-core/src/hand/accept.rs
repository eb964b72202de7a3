//! What the rules accept of what was logged. Source: the rules page, section 2.

use thiserror::Error;

use super::limit::Limit;
use super::logged::{Count, DeadHand, Logged, LoggedHand, Played};
use super::shown::{Held, shown};
use crate::cards::{Cards, deadwood};
use crate::players::{Players, Seat};
use crate::points::Points;
use crate::rules::{Rules, UndercutTie};
use crate::side::Side;
use crate::text::count;

/// The most that ten unmelded cards can hold: two each of K Q J 10 and two 9s.
pub const MOST_DEADWOOD: u32 = 98;
/// The most points a hand of which only they are known may have.
pub const MOST_POINTS: u32 = 1000;

/// How one pair's hand ended, as the rules accept it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Someone knocked; the counts decide whose hand it is.
    Showdown {
        /// The player named in the entry.
        by: Seat,
        /// The side that knocked.
        knocker: Side,
        /// The knocker's deadwood, 1 to 10.
        knocker_deadwood: u8,
        /// The defender's after lay-offs, 0 to 98.
        defender_deadwood: u8,
    },
    /// Someone went gin.
    Gin {
        /// The caller.
        by: Seat,
        /// The other's deadwood.
        deadwood: u8,
    },
    /// Someone went big gin.
    BigGin {
        /// The caller.
        by: Seat,
        /// The other's deadwood.
        deadwood: u8,
    },
    /// Only the points are known.
    Points {
        /// Whose they are.
        by: Seat,
        /// How many.
        points: Points,
    },
    /// Nobody ended it.
    Dead(DeadHand),
}

/// One reason why the rules cannot accept a hand.
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
    /// A knock with nothing.
    #[error("{who} cannot knock with 0 deadwood; that is gin")]
    KnockIsGin {
        /// The knocker.
        who: String,
    },
    /// Cards told as gin that are none.
    #[error("{who}'s cards are no {call}; they leave {deadwood} deadwood")]
    NotGin {
        /// The caller.
        who: String,
        /// What they leave.
        deadwood: u32,
        /// What was called.
        call: &'static str,
    },
    /// Cards that both hands name.
    #[error("{one} and {other} cannot both have {cards}")]
    InBothHands {
        /// The player named.
        one: String,
        /// The one across the table.
        other: String,
        /// The cards.
        cards: Cards,
    },
    /// More than ten cards can hold.
    #[error("{who} cannot have {deadwood} deadwood; ten cards hold at most {MOST_DEADWOOD}")]
    TooMuch {
        /// Whose deadwood.
        who: String,
        /// The number.
        deadwood: u32,
    },
    /// Big gin where it is not played.
    #[error("big gin is not played under these rules")]
    BigGinOff,
    /// Oklahoma without an upcard.
    #[error("the upcard is missing; under Oklahoma it sets the knock limit")]
    UpcardMissing,
    /// An undercut with more deadwood than the knocker.
    #[error("{who} cannot undercut with {own} against {other}; that is the knocker's hand")]
    NoUndercut {
        /// The one named.
        who: String,
        /// Their deadwood.
        own: u32,
        /// The knocker's.
        other: u32,
    },
    /// Equal counts where a tie is no undercut.
    #[error("{who} cannot undercut with {deadwood} against {deadwood}; under these rules {}", .tie.meaning())]
    TieIsNoUndercut {
        /// The one named.
        who: String,
        /// Both counts.
        deadwood: u32,
        /// What these rules say.
        tie: UndercutTie,
    },
    /// Points that no hand has.
    #[error("a hand is worth 1 to {MOST_POINTS} points, not {0}")]
    PointsRange(u32),
    /// Not one result for each pair.
    #[error("{} for {}; a hand of this game needs one result for each pair of opponents", count(*.results, "result"), count(*.pairs, "pair"))]
    Pairs {
        /// How many results.
        results: usize,
        /// How many pairs.
        pairs: usize,
    },
    /// One player in two results.
    #[error("{who} is named in two results; each player sits at one table")]
    PlayerTwice {
        /// The player.
        who: String,
    },
    /// Nobody ended anything.
    #[error("every pair's hand is dead")]
    AllDead,
}

impl Refusal {
    /// Whether other rules could accept the hand. Where the rules are unknown it says nothing.
    #[must_use]
    pub const fn hangs_on_the_rules(&self) -> bool {
        matches!(
            self,
            Refusal::OverLimit { .. } | Refusal::BigGinOff | Refusal::UpcardMissing | Refusal::TieIsNoUndercut { .. }
        )
    }
}

/// The results of a hand, if the rules accept them.
///
/// # Errors
/// Every reason why they do not.
pub fn accept(hand: &LoggedHand, players: &Players, rules: &Rules) -> Result<Vec<Outcome>, Vec<Refusal>> {
    let results = match &hand.played {
        Played::Dead(dead) => return Ok(vec![Outcome::Dead(*dead)]),
        Played::Results(results) => results,
    };
    let mut bench = Bench { players, rules, limit: Limit::of(rules, hand.upcard), refusals: Vec::new() };
    bench.seating(results);
    let ended_by_cards = |result: &Logged| !matches!(result, Logged::Points { .. } | Logged::Dead);
    if Limit::lacks_upcard(rules, hand.upcard) && results.iter().any(ended_by_cards) {
        bench.refusals.push(Refusal::UpcardMissing);
    }
    let outcomes: Vec<Outcome> = results.iter().map(|result| bench.result(result)).collect();
    if bench.refusals.is_empty() { Ok(outcomes) } else { Err(bench.refusals) }
}

/// Why somebody cannot knock with this deadwood, whatever the other side has.
#[must_use]
pub fn refuse_knock(who: &str, deadwood: u32, limit: Limit) -> Option<Refusal> {
    let who = who.to_string();
    if deadwood == 0 {
        Some(Refusal::KnockIsGin { who })
    } else if deadwood > limit.deadwood.into() {
        Some(Refusal::OverLimit { who, deadwood, limit })
    } else {
        None
    }
}

/// One hand under judgement, with the reasons found so far.
struct Bench<'a> {
    players: &'a Players,
    rules: &'a Rules,
    limit: Limit,
    refusals: Vec<Refusal>,
}

impl Bench<'_> {
    fn seating(&mut self, results: &[Logged]) {
        let pairs = self.players.a_side();
        if results.len() != pairs {
            self.refusals.push(Refusal::Pairs { results: results.len(), pairs });
        }
        let named: Vec<Seat> = results.iter().filter_map(Logged::by).collect();
        if named.is_empty() {
            self.refusals.push(Refusal::AllDead);
        }
        for (at, seat) in named.iter().enumerate() {
            if named[..at].contains(seat) {
                self.refusals.push(Refusal::PlayerTwice { who: self.name(*seat) });
            }
        }
    }

    /// Judges one result. What comes back only counts when nothing was refused.
    fn result(&mut self, result: &Logged) -> Outcome {
        let (Some(held), Some(by)) = (Held::of(result), result.by()) else { return self.untold(result) };
        if let Some(cards) = held.in_both() {
            let (one, other) = (self.name(by), self.across(by));
            self.refusals.push(Refusal::InBothHands { one, other, cards });
        }
        // Where both hands are told by their cards, the lay-offs are taken off.
        let shown = shown(result, self.rules);
        let left = |count: &Count| shown.as_ref().map_or_else(|| count.total(), |table| table.defender.deadwood.into());
        match result {
            Logged::Knock { own, other, .. } => {
                let (knocker, defender) = (own.total(), left(other));
                self.knock(&self.name(by), knocker);
                self.deadwood(&self.across(by), defender);
                showdown(by, by.side, knocker, defender)
            }
            Logged::Undercut { own, other, .. } => {
                let (knocker, defender) = (other.total(), left(own));
                self.knock(&self.across(by), knocker);
                self.deadwood(&self.name(by), defender);
                self.undercut(by, defender, knocker);
                showdown(by, by.side.other(), knocker, defender)
            }
            Logged::Gin { own, other, .. } => {
                self.gin(by, *own, "gin");
                self.deadwood(&self.across(by), left(other));
                Outcome::Gin { by, deadwood: small(left(other)) }
            }
            Logged::BigGin { own, other, .. } => {
                if self.rules.big_gin_bonus.is_none() {
                    self.refusals.push(Refusal::BigGinOff);
                }
                self.gin(by, *own, "big gin");
                self.deadwood(&self.across(by), left(other));
                Outcome::BigGin { by, deadwood: small(left(other)) }
            }
            Logged::Points { .. } | Logged::Dead => self.untold(result),
        }
    }

    /// A result that tells of no deadwood.
    fn untold(&mut self, result: &Logged) -> Outcome {
        let Logged::Points { by, points } = result else { return Outcome::Dead(DeadHand::Stock) };
        if !(1..=MOST_POINTS).contains(points) {
            self.refusals.push(Refusal::PointsRange(*points));
        }
        Outcome::Points { by: *by, points: Points((*points).into()) }
    }

    fn knock(&mut self, who: &str, deadwood: u32) {
        self.refusals.extend(refuse_knock(who, deadwood, self.limit));
    }

    /// Cards told as gin must be gin.
    fn gin(&mut self, by: Seat, own: Option<Cards>, call: &'static str) {
        let left = own.map_or(0, |own| deadwood(own).into());
        if left > 0 {
            self.refusals.push(Refusal::NotGin { who: self.name(by), deadwood: left, call });
        }
    }

    fn undercut(&mut self, by: Seat, own: u32, other: u32) {
        let (who, tie) = (self.name(by), self.rules.undercut_tie);
        if own > other {
            self.refusals.push(Refusal::NoUndercut { who, own, other });
        } else if own == other && own > 0 && matches!(tie, UndercutTie::Knocker | UndercutTie::Void) {
            self.refusals.push(Refusal::TieIsNoUndercut { who, deadwood: own, tie });
        }
    }

    fn deadwood(&mut self, who: &str, deadwood: u32) {
        if deadwood > MOST_DEADWOOD {
            self.refusals.push(Refusal::TooMuch { who: who.to_string(), deadwood });
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.players.name(seat).to_string()
    }

    /// The one across the table: by name where only one can be.
    fn across(&self, seat: Seat) -> String {
        self.players.across(seat)
    }
}

pub(super) fn showdown(by: Seat, knocker: Side, own: u32, other: u32) -> Outcome {
    Outcome::Showdown { by, knocker, knocker_deadwood: small(own), defender_deadwood: small(other) }
}

/// A count as a deadwood; one too large has been refused already.
pub(super) fn small(count: u32) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
