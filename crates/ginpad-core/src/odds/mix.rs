//! The possible results of the next won hand: hands of the prior and the pair's own, each priced by the rules in force. The
//! prior is how hands end between simulated players; `prior.json` describes how they were simulated.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::cards::{Rank, Suit};
use crate::hand::{Count, DeadHand, GameHand, LoggedHand, LoggedResult, Outcome, Played, Win, reseated};
use crate::players::Seat;
use crate::rules::{Oklahoma, SpadesDouble};
use crate::text::{Flaw, count};
use crate::{Card, Players, Rules, ScoredGame, Side};

/// The weight of the whole prior, in own hands. Of the weights tried, this one predicted best.
const PRIOR_WEIGHT: f64 = 80.0;
/// The fewest own hands that partners need, because the prior has no games of partners.
const FEWEST_OF_PARTNERS: usize = 40;
/// The share of upcards that are spades.
const SPADES: f64 = 0.25;

/// The hands that two sides won against each other, priced by the rules of one game.
#[derive(Debug, Clone)]
pub struct OwnHands<'a> {
    pub(super) players: &'a Players,
    pub(super) rules: &'a Rules,
    wins: BTreeMap<Win, f64>,
    /// The number of hands won.
    pub won: usize,
}

/// The possible wins of the next won hand, each with its chance. The chances add up to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Mix {
    /// Each possible win of a hand, with its chance.
    pub wins: Vec<(Win, f64)>,
    /// The number of own hands in the mix.
    pub own_hands: usize,
}

impl<'a> OwnHands<'a> {
    /// Starts without hands. `players` and `rules` are those of the game that the odds are for.
    pub const fn new(players: &'a Players, rules: &'a Rules) -> OwnHands<'a> {
        OwnHands { players, rules, wins: BTreeMap::new(), won: 0 }
    }

    /// Whether these are the same two sides. The sides, and the players of a side, may be in another order.
    pub fn are_of(&self, players: &Players) -> bool {
        let sorted = |players: &Players| {
            let mut sides = players.folded();
            sides.iter_mut().for_each(|side| side.sort_unstable());
            sides.sort_unstable();
            sides
        };
        sorted(self.players) == sorted(players)
    }

    /// Adds the hands of a game, if it [is of](OwnHands::are_of) the same two sides. Leaves out hands that do not
    /// count, that the rules would refuse or that nobody would have won. Straight gin is a different game: its hands
    /// and those of other rules predict nothing about each other.
    pub fn add(&mut self, game: &ScoredGame) {
        if !self.are_of(&game.game.players) || is_straight(self.rules) != is_straight(&game.game.rules.rules) {
            return;
        }
        let (from, to) = (game.game.players.folded(), self.players.folded());
        let entered = game.tally.hands.iter().map(|entered| entered.is_counted());
        for (hand, _) in game.game.hands.iter().zip(entered).filter(|(_, counted)| *counted) {
            reseated(hand.logged(), &from, &to).into_iter().for_each(|hand| self.add_hand(&hand));
        }
    }

    fn add_hand(&mut self, hand: &LoggedHand) {
        let suit = hand.upcard.and_then(|upcard| upcard.suit);
        let wins = wins(&hand.played, suit, self.players, self.rules);
        self.won += usize::from(!wins.is_empty());
        for (win, share) in wins {
            *self.wins.entry(win).or_default() += share;
        }
    }
}

/// Renames the result as the rules would: big gin becomes gin if it is not played. The same cards will be dealt again,
/// and logged as gin.
fn under_the_rules(result: &LoggedResult, rules: &Rules) -> LoggedResult {
    match result.clone() {
        LoggedResult::Ended { by, how: Outcome::BigGin, other, .. } if !rules.plays_big_gin() => {
            LoggedResult::Ended { by, how: Outcome::Gin, own: Count::NOTHING, other }
        }
        result => result,
    }
}

impl Mix {
    /// Mixes the possible results of the next won hand of a game. For each side, half of the prior and its own hands,
    /// by their weight.
    ///
    /// # Errors
    /// The sides are partners and have won fewer than 40 hands, or no hand that they may win is worth a point.
    pub fn new(own: &OwnHands<'_>) -> Result<Mix, Flaw> {
        let prior = if own.players.pairs() == 1 { prior_wins(own.players, own.rules) } else { BTreeMap::new() };
        if prior.is_empty() && own.won < FEWEST_OF_PARTNERS {
            let won = format!("these sides have won {} against each other", count(own.won, "hand"));
            return Err(Flaw(format!("No odds yet: {won}, and partners need {FEWEST_OF_PARTNERS}")));
        }
        let mut weights = own.wins.clone();
        for (win, share) in prior {
            *weights.entry(win).or_default() += PRIOR_WEIGHT * share;
        }
        if weights.keys().all(|win| win.target_points(own.rules).0 <= 0) {
            let why = "No odds: under these rules no hand that these sides have won is worth a point";
            return Err(Flaw::new(why));
        }
        let sum: f64 = weights.values().sum();
        let wins = weights.into_iter().map(|(win, weight)| (win, weight / sum)).collect();
        Ok(Mix { wins, own_hands: own.won })
    }
}

const fn is_straight(rules: &Rules) -> bool {
    rules.knock_limit == 0
}

/// Upcards of this suit with their shares, or of any suit if it is unknown. A ten allows every knock under Oklahoma, so
/// only spades make a difference.
fn upcards(rules: &Rules, suit: Option<Suit>) -> impl Iterator<Item = (Card, f64)> {
    let spades = match suit {
        Some(Suit::Spades) => 1.0,
        None if rules.spades_double != SpadesDouble::Off => SPADES,
        Some(_) | None => 0.0,
    };
    let ten = Rank::new(10);
    let suits = [(Suit::Spades, spades), (Suit::Hearts, 1.0 - spades)].into_iter().filter(|(_, share)| *share > 0.0);
    suits.filter_map(move |(suit, share)| Some((Card { rank: ten?, suit }, share)))
}

/// The winner's possible gains from a hand under these rules, with their shares. Empty if nobody wins it, or the rules
/// refuse it.
fn wins(played: &Played, suit: Option<Suit>, players: &Players, rules: &Rules) -> Vec<(Win, f64)> {
    let Played::Results(results) = played else { return Vec::new() };
    let results: Vec<LoggedResult> = results.iter().map(|result| under_the_rules(result, rules)).collect();
    // Which partner plays makes no difference here.
    let by = results.first().and_then(LoggedResult::by).filter(|_| rules.table.has_others_sit_out());
    let between = by.map(|by| [by, Seat { side: by.side.other(), place: 0 }]);
    let hand = LoggedHand { played: Played::Results(results), between, upcard: None, note: None, at: None };
    let win = |(upcard, share): (Card, f64)| {
        let hand = LoggedHand { upcard: Some(upcard.into()), ..hand.clone() };
        match GameHand::replayed(hand, players, rules) {
            GameHand::Accepted(accepted) => Some((accepted.price(rules).win()?, share)),
            GameHand::Refused(_) => None,
        }
    };
    upcards(rules, suit).filter_map(win).collect()
}

/// The wins from hands of the prior under these rules, half of them for each side. The shares add up to 1.
fn prior_wins(players: &Players, rules: &Rules) -> BTreeMap<Win, f64> {
    let by = Seat { side: Side::First, place: 0 };
    let mut wins: BTreeMap<Win, f64> = BTreeMap::new();
    for (hand, weight) in prior(rules) {
        for (win, share) in self::wins(&hand.played(by), None, players, rules) {
            // The rules treat both sides alike.
            for winner in Side::TWO {
                let of = Win { winner, ..win };
                *wins.entry(of).or_default() += weight * share;
            }
        }
    }
    let sum: f64 = wins.values().sum();
    wins.values_mut().for_each(|share| *share /= sum);
    wins
}

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
