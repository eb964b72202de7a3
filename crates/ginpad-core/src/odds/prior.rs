//! The prior: how hands end between simulated players. `prior.json` describes how they were simulated.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::hand::{Count, DeadHand, LoggedResult, Outcome, Played, most_deadwood};
use crate::players::Seat;
use crate::rules::{Oklahoma, Rules};

/// How a hand between simulated players ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SimulatedHand {
    /// Knock, gin, big gin or dead. The counts may make a knock an undercut.
    pub how: Outcome,
    /// The knocker's deadwood, 1 to 10; 0 if nobody knocked.
    pub knocker: u8,
    /// The defender's deadwood, after lay-offs against a knock; 0 for a dead hand.
    pub defender: u8,
}

/// The file as written.
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

/// The frequency of each hand. An index is a number of points of deadwood.
#[derive(Deserialize)]
struct Histograms {
    /// All hands, including dead ones.
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

/// Every way a hand ends under these rules, with its weight. A way may be listed more than once.
///
/// Knock limits 10, 9 and 0 were simulated, and Oklahoma with a limit of 10. Another limit uses the nearest one above
/// it, without the knocks over the limit. Big gin becomes gin if the rules do not play it.
pub fn prior(rules: &Rules) -> impl Iterator<Item = (SimulatedHand, f64)> {
    let histograms = match (rules.oklahoma, rules.knock_limit) {
        (_, 0) => &FILE.gin_only,
        (Oklahoma::AceOne | Oklahoma::AceGin, _) => &FILE.oklahoma,
        (Oklahoma::Off, 1..=9) => &FILE.nine,
        (Oklahoma::Off, _) => &FILE.ten,
    };
    histograms.hands().filter_map(|(hand, weight)| Some((hand.under(rules)?, weight)))
}

impl Histograms {
    fn hands(&self) -> impl Iterator<Item = (SimulatedHand, f64)> {
        let ends = |how, knocker, defenders| {
            counted(defenders).map(move |(defender, times)| (SimulatedHand { how, knocker, defender }, times))
        };
        let knocks = self.knocker_by_defender.iter().zip(0..);
        let knocks = knocks.flat_map(move |(defenders, knocker)| ends(Outcome::Knock, knocker, defenders));
        let gins = ends(Outcome::Gin, 0, &self.gin_deadwood);
        let ended = knocks.chain(gins).chain(ends(Outcome::BigGin, 0, &self.big_gin_deadwood));
        let dead = self.hands - ended.clone().map(|(_, times)| times).sum::<u32>();
        let dead = (SimulatedHand { how: Outcome::Dead, knocker: 0, defender: 0 }, dead);
        ended.chain([dead]).map(|(hand, times)| (hand, f64::from(times)))
    }
}

/// Each deadwood that occurred, with its frequency.
fn counted(histogram: &[u32]) -> impl Iterator<Item = (u8, u32)> + Clone {
    (0_u8..).zip(histogram.iter().copied()).filter(|(_, times)| *times > 0)
}

impl SimulatedHand {
    /// The hand under these rules: big gin becomes gin if it is not played. `None` if the knock is over the limit, or
    /// the defender has more deadwood than that many cards can have.
    fn under(self, rules: &Rules) -> Option<SimulatedHand> {
        let how = match self.how {
            Outcome::BigGin if !rules.plays_big_gin() => Outcome::Gin,
            how => how,
        };
        let fits = self.knocker <= rules.knock_limit && u32::from(self.defender) <= most_deadwood(rules.cards());
        fits.then_some(SimulatedHand { how, ..self })
    }

    /// The result to log. `by` knocks or goes gin.
    pub fn played(self, by: Seat) -> Played {
        match self.how {
            Outcome::Dead => Played::Dead(DeadHand::Stock),
            how => {
                let (own, other) = (Count::from(self.knocker), Count::from(self.defender));
                Played::Results(vec![LoggedResult::Ended { by, how, own, other }])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TableRules;

    fn share(hands: &[(SimulatedHand, f64)], of: impl Fn(SimulatedHand) -> bool) -> f64 {
        let all: f64 = hands.iter().map(|(_, weight)| weight).sum();
        hands.iter().filter(|(hand, _)| of(*hand)).map(|(_, weight)| weight).sum::<f64>() / all
    }

    fn hands(rules: &str) -> Vec<(SimulatedHand, f64)> {
        prior(&TableRules::read(rules).unwrap().rules).collect()
    }

    #[test]
    fn the_shares_are_those_that_were_measured() {
        for (rules, [knock, gin, big_gin, undercut, dead]) in [
            ("standard", [0.777, 0.109, 0.004, 0.106, 0.005]),
            ("standard, knock_limit=9", [0.742, 0.137, 0.006, 0.109, 0.006]),
            ("straight", [0.0, 0.802, 0.067, 0.0, 0.131]),
            ("oklahoma", [0.603, 0.263, 0.014, 0.083, 0.037]),
        ] {
            let hands = hands(rules);
            let near = |one: f64, other: f64| assert!((one - other).abs() < 0.0006, "{rules}: {one} is not {other}");
            let is = |how| move |hand: SimulatedHand| hand.how == how;
            near(share(&hands, |hand| hand.how == Outcome::Knock && hand.defender > hand.knocker), knock);
            near(share(&hands, is(Outcome::Gin)), gin);
            near(share(&hands, is(Outcome::BigGin)), big_gin);
            near(share(&hands, |hand| hand.how == Outcome::Knock && hand.defender <= hand.knocker), undercut);
            near(share(&hands, is(Outcome::Dead)), dead);
        }
    }

    #[test]
    fn a_limit_that_was_not_simulated_loses_the_knocks_over_it() {
        let over = |hand: SimulatedHand| hand.knocker > 5;
        assert!(share(&hands("standard, knock_limit=9"), over) > 0.4);
        assert!(share(&hands("standard, knock_limit=5"), over) == 0.0);
        assert!(share(&hands("oklahoma, knock_limit=5"), over) == 0.0);
    }

    #[test]
    fn big_gin_is_gin_where_it_is_not_played() {
        let big = |hand: SimulatedHand| hand.how == Outcome::BigGin;
        let gin = |hand: SimulatedHand| hand.how == Outcome::Gin;
        let (with, without) = (hands("straight"), hands("straight, big_gin_bonus=off"));
        assert_eq!(share(&without, big), 0.0);
        assert!((share(&without, gin) - share(&with, gin) - share(&with, big)).abs() < 1e-12);
    }
}
