//! The possible results of the next won hand: hands of the prior and the pair's own, each priced by the rules in force.

use std::collections::BTreeMap;

use super::prior::prior;
use crate::cards::{Card, Rank, Suit};
use crate::hand::reseated;
use crate::text::{Flaw, count};
use crate::{
    Count, GameHand, LoggedHand, LoggedResult, Outcome, Played, Players, Rules, ScoredGame, Seat, Side, SpadesDouble,
    Win,
};

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
