//! The prior: how hands end between simulated players. `prior.json` says how they were made.

use std::sync::LazyLock;

use rand_distr::weighted::WeightedAliasIndex;
use serde::Deserialize;

use super::random::Random;
use crate::cards::{Card, Rank, Suit};
use crate::hand::{Count, DeadHand, Limit, LoggedHand, LoggedResult, Played, Upcard, most_deadwood};
use crate::players::Seat;
use crate::rules::{Oklahoma, Rules, SpadesDouble};
use crate::side::Side;

/// How a hand between simulated players ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimulatedHand {
    /// Nobody ended it.
    Dead,
    /// Somebody knocked. The counts may make it an undercut.
    Knock {
        /// The knocker's deadwood, 1 to 10.
        knocker: u8,
        /// The defender's after lay-offs.
        defender: u8,
    },
    /// Somebody went gin.
    Gin {
        /// The defender's deadwood, without lay-offs.
        defender: u8,
    },
    /// Somebody went big gin.
    BigGin {
        /// The defender's deadwood, without lay-offs.
        defender: u8,
    },
}

/// How hands end under one knock limit, each way with its weight.
#[derive(Debug, Clone)]
pub struct Prior {
    hands: Vec<(SimulatedHand, f64)>,
    weights: WeightedAliasIndex<f64>,
}

/// The knock limits that were simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Simulated {
    Ten,
    Nine,
    GinOnly,
    Oklahoma,
}

/// The file, as it is written.
#[derive(Deserialize)]
struct File {
    #[serde(rename = "10")]
    ten: Histograms,
    #[serde(rename = "9")]
    nine: Histograms,
    #[serde(rename = "0")]
    gin_only: Histograms,
    oklahoma: Histograms,
}

/// How often each hand was seen. An index is a number of points of deadwood.
#[derive(Deserialize)]
struct Histograms {
    /// All hands, the dead ones too.
    hands: u32,
    /// By the knocker's deadwood, then by the defender's.
    knocker_by_defender: Vec<Vec<u32>>,
    gin_deadwood: Vec<u32>,
    big_gin_deadwood: Vec<u32>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so no input gets here.
    serde_json::from_str(include_str!("prior.json")).unwrap_or_else(|fault| unreachable!("prior.json: {fault}"))
});

impl Prior {
    /// How hands end under these rules.
    ///
    /// Knock limits 10, 9 and 0 were simulated, and Oklahoma with a limit of 10. Another limit takes the nearest one
    /// above it, without the knocks that are over the limit. Big gin becomes gin if the rules do not play it.
    pub fn of(rules: &Rules) -> Prior {
        let histograms = match Simulated::of(rules) {
            Simulated::Ten => &FILE.ten,
            Simulated::Nine => &FILE.nine,
            Simulated::GinOnly => &FILE.gin_only,
            Simulated::Oklahoma => &FILE.oklahoma,
        };
        let hands: Vec<(SimulatedHand, f64)> =
            histograms.hands().filter_map(|(hand, weight)| Some((hand.under(rules)?, weight))).collect();
        // A table without a weight is impossible: each has gins, which no rules refuse.
        let weights = WeightedAliasIndex::new(hands.iter().map(|(_, weight)| *weight).collect())
            .unwrap_or_else(|fault| unreachable!("prior.json: {fault}"));
        Prior { hands, weights }
    }

    /// Every way a hand ends, with its weight. A way may be listed more than once.
    pub fn hands(&self) -> impl Iterator<Item = (SimulatedHand, f64)> {
        self.hands.iter().copied()
    }

    /// Draws a hand.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::odds::{Prior, Random};
    /// use ginpad_core::rules::Preset;
    ///
    /// let prior = Prior::of(&Preset::standard().rules);
    /// let (mut one, mut other) = (Random::seeded(7), Random::seeded(7));
    /// assert_eq!(prior.draw(&mut one), prior.draw(&mut other));
    /// ```
    pub fn draw(&self, random: &mut Random) -> SimulatedHand {
        self.hands.get(random.weighted(&self.weights)).map_or(SimulatedHand::Dead, |(hand, _)| *hand)
    }

    /// Draws a hand between the first players of both sides, as a table with these rules would log it. The rules must
    /// be those of the prior. Equal seeds give equal hands.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::notation::read_one;
    /// use ginpad_core::odds::{Prior, Random};
    ///
    /// let game = read_one("sides: Ann, Bob\n").unwrap();
    /// let (prior, mut random) = (Prior::of(&game.rules.rules), Random::seeded(7));
    /// let hand = prior.draw_logged(&game.rules.rules, &mut random);
    /// assert!(game.accept(hand).is_ok());
    /// ```
    pub fn draw_logged(&self, rules: &Rules, random: &mut Random) -> LoggedHand {
        let hand = self.draw(random);
        let side = random.pick(&Side::TWO).unwrap_or(Side::First);
        hand.logged(Seat { side, place: 0 }, hand.draw_upcard(rules, random))
    }
}

impl Simulated {
    const fn of(rules: &Rules) -> Simulated {
        match (rules.oklahoma, rules.knock_limit) {
            (_, 0) => Simulated::GinOnly,
            (Oklahoma::AceOne | Oklahoma::AceGin, _) => Simulated::Oklahoma,
            (Oklahoma::Off, 1..=9) => Simulated::Nine,
            (Oklahoma::Off, _) => Simulated::Ten,
        }
    }
}

impl Histograms {
    fn hands(&self) -> impl Iterator<Item = (SimulatedHand, f64)> {
        let knocks = self.knocker_by_defender.iter().zip(0_u8..).flat_map(|(defenders, knocker)| {
            counted(defenders).map(move |(defender, times)| (SimulatedHand::Knock { knocker, defender }, times))
        });
        let gins = counted(&self.gin_deadwood).map(|(defender, times)| (SimulatedHand::Gin { defender }, times));
        let big_gins =
            counted(&self.big_gin_deadwood).map(|(defender, times)| (SimulatedHand::BigGin { defender }, times));
        let ended = knocks.chain(gins).chain(big_gins);
        let dead = self.hands - ended.clone().map(|(_, times)| times).sum::<u32>();
        ended.chain([(SimulatedHand::Dead, dead)]).map(|(hand, times)| (hand, f64::from(times)))
    }
}

/// The deadwood that was seen, and how often.
fn counted(histogram: &[u32]) -> impl Iterator<Item = (u8, u32)> + Clone {
    (0_u8..).zip(histogram.iter().copied()).filter(|(_, times)| *times > 0)
}

impl SimulatedHand {
    /// The hand as these rules have it: big gin is gin where it is not played. `None` if the knock is over the limit, or the
    /// defender has more deadwood than as many cards can have.
    fn under(self, rules: &Rules) -> Option<SimulatedHand> {
        let most = most_deadwood(rules.cards());
        match self {
            SimulatedHand::Knock { knocker, .. } if knocker > rules.knock_limit => None,
            SimulatedHand::Knock { defender, .. }
            | SimulatedHand::Gin { defender }
            | SimulatedHand::BigGin { defender }
                if u32::from(defender) > most =>
            {
                None
            }
            SimulatedHand::BigGin { defender } if !rules.plays_big_gin() => Some(SimulatedHand::Gin { defender }),
            hand => Some(hand),
        }
    }

    /// The hand as it is logged. `by` knocks or goes gin.
    pub fn logged(self, by: Seat, upcard: Option<Upcard>) -> LoggedHand {
        let result = match self {
            SimulatedHand::Dead => return LoggedHand { upcard, ..blank(Played::Dead(DeadHand::Stock)) },
            SimulatedHand::Knock { knocker, defender } => {
                LoggedResult::Knock { by, own: Count::from(knocker), other: Count::from(defender) }
            }
            SimulatedHand::Gin { defender } => LoggedResult::Gin { by, own: None, other: Count::from(defender) },
            SimulatedHand::BigGin { defender } => LoggedResult::BigGin { by, own: None, other: Count::from(defender) },
        };
        LoggedHand { upcard, ..blank(Played::Results(vec![result])) }
    }

    /// An upcard that allows this hand, if the rules ask for one.
    fn draw_upcard(self, rules: &Rules, random: &mut Random) -> Option<Upcard> {
        if rules.oklahoma == Oklahoma::Off && rules.spades_double == SpadesDouble::Off {
            return None;
        }
        let allows = |card: &Card| match self {
            SimulatedHand::Knock { knocker, .. } => knocker <= Limit::of(rules, Some((*card).into())).deadwood,
            SimulatedHand::Dead | SimulatedHand::Gin { .. } | SimulatedHand::BigGin { .. } => true,
        };
        let ranks = (1..=13).filter_map(Rank::new);
        let pack = ranks.flat_map(|rank| Suit::ALL.map(|suit| Card { rank, suit }));
        random.pick(&pack.filter(allows).collect::<Vec<_>>()).map(Upcard::Card)
    }
}

const fn blank(played: Played) -> LoggedHand {
    LoggedHand { played, between: None, upcard: None, note: None, at: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_one;
    use crate::rules::{Preset, Table, TableRules};

    fn share(prior: &Prior, of: impl Fn(SimulatedHand) -> bool) -> f64 {
        let all: f64 = prior.hands().map(|(_, weight)| weight).sum();
        prior.hands().filter(|(hand, _)| of(*hand)).map(|(_, weight)| weight).sum::<f64>() / all
    }

    fn prior(rules: &str) -> Prior {
        Prior::of(&TableRules::read(rules).unwrap().rules)
    }

    #[test]
    fn the_shares_are_those_that_were_measured() {
        use SimulatedHand::{BigGin, Dead, Gin, Knock};
        for (rules, [knock, gin, big_gin, undercut, dead]) in [
            ("standard", [0.777, 0.109, 0.004, 0.106, 0.005]),
            ("standard, knock_limit=9", [0.742, 0.137, 0.006, 0.109, 0.006]),
            ("straight", [0.0, 0.802, 0.067, 0.0, 0.131]),
            ("oklahoma", [0.603, 0.263, 0.014, 0.083, 0.037]),
        ] {
            let prior = prior(rules);
            let near = |one: f64, other: f64| assert!((one - other).abs() < 0.0006, "{rules}: {one} is not {other}");
            near(share(&prior, |hand| matches!(hand, Knock { knocker, defender } if defender > knocker)), knock);
            near(share(&prior, |hand| matches!(hand, Gin { .. })), gin);
            near(share(&prior, |hand| matches!(hand, BigGin { .. })), big_gin);
            near(share(&prior, |hand| matches!(hand, Knock { knocker, defender } if defender <= knocker)), undercut);
            near(share(&prior, |hand| hand == Dead), dead);
        }
    }

    #[test]
    fn a_limit_that_was_not_simulated_loses_the_knocks_over_it() {
        let over = |hand| matches!(hand, SimulatedHand::Knock { knocker, .. } if knocker > 5);
        assert!(share(&prior("standard, knock_limit=9"), over) > 0.4);
        assert!(share(&prior("standard, knock_limit=5"), over) == 0.0);
        assert!(share(&prior("oklahoma, knock_limit=5"), over) == 0.0);
    }

    #[test]
    fn big_gin_is_gin_where_it_is_not_played() {
        let big = |hand| matches!(hand, SimulatedHand::BigGin { .. });
        let gin = |hand| matches!(hand, SimulatedHand::Gin { .. });
        let (with, without) = (prior("straight"), prior("straight, big_gin_bonus=off"));
        assert_eq!(share(&without, big), 0.0);
        assert!((share(&without, gin) - share(&with, gin) - share(&with, big)).abs() < 1e-12);
    }

    #[test]
    fn every_preset_accepts_the_hands_drawn_for_it() {
        for preset in Preset::all().filter(|preset| preset.rules.table == Table::Two) {
            let game = read_one(&format!("rules: {}\nsides: Ann, Bob\n", preset.name)).unwrap();
            let (rules, mut random) = (&game.rules.rules, Random::seeded(1));
            let prior = Prior::of(rules);
            for _ in 0..300 {
                let hand = prior.draw_logged(rules, &mut random);
                assert!(game.accept(hand.clone()).is_ok(), "{} refuses {hand:?}", preset.name);
            }
        }
    }
}
