//! The prior: how hands end between simulated players. `prior.json` describes how they were simulated.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{Count, DeadHand, LoggedResult, Oklahoma, Outcome, Played, Rules, Seat};

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

/// Every way a hand ended in the simulation nearest to these rules, with its weight.
///
/// Knock limits 10, 9 and 0 were simulated, and Oklahoma with a limit of 10. Another limit uses the nearest one above
/// it, so these rules may refuse some of the hands.
pub fn prior(rules: &Rules) -> impl Iterator<Item = (SimulatedHand, f64)> {
    let histograms = match (rules.oklahoma, rules.knock_limit) {
        (_, 0) => &FILE.gin_only,
        (Oklahoma::AceOne | Oklahoma::AceGin, _) => &FILE.oklahoma,
        (Oklahoma::Off, 1..=9) => &FILE.nine,
        (Oklahoma::Off, _) => &FILE.ten,
    };
    histograms.hands()
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
}
