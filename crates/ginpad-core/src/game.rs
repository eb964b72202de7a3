//! A game: its players and rules, and every hand the table logged.

use derive_more::Display;
use serde::{Deserialize, Serialize};

use crate::hand::reseated;
use crate::sheet::{facing, in_order, playing_after};
use crate::{
    AcceptedHand, Adjustment, BySide, EntryAt, Event, GameHand, LoggedHand, Moment, Players, Points, RefusedHand, Seat,
    Side, Stakes, TableRules, Tally, Title,
};

/// A game and its hands. It stores no score: [`Game::scored`] computes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Its title.
    pub title: Option<Title>,
    /// The trip, season or evening it belongs to.
    pub event: Option<Event>,
    /// When it started, to the minute.
    pub started: Option<Moment>,
    /// The rules, frozen when it started.
    pub rules: TableRules,
    /// The players, by side.
    pub players: Players,
    /// The side that dealt the first hand.
    pub first_dealer: Option<Side>,
    /// The spots: points each side starts with in every column.
    pub spots: BySide<Points>,
    /// The stakes.
    pub stakes: Stakes,
    /// The totals, if only they are known. Such a game has no hands.
    pub totals: Option<Totals>,
    /// How the table ended it, if it did.
    pub closing: Option<Closing>,
    /// The hands, in order, each judged by the rules of this game.
    pub hands: Vec<GameHand>,
    /// Points given or taken beside the hands, in order.
    pub adjustments: Vec<Adjustment>,
}

/// An entry that may be added to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewEntry {
    /// A hand that the rules accept.
    Hand(AcceptedHand),
    /// Points beside the hands.
    Adjustment(Adjustment),
}

/// The totals of an old game whose hands nobody wrote down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// The total of each side.
    pub points: BySide<Points>,
    /// The winner, even if the sides are level or the winner has the lower total; `None` for a tie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
}

impl Totals {
    /// The highest total accepted.
    pub const MOST: i64 = 1_000_000;

    /// Totals of which the higher wins.
    pub fn new(points: BySide<Points>) -> Totals {
        let winner = points.highest(|_| true);
        Totals { points, winner }
    }

    /// The winner, unless the totals already show who won.
    pub fn named_winner(&self) -> Option<Side> {
        self.winner.filter(|winner| Totals::new(self.points).winner != Some(*winner))
    }
}

/// How a table ended a game before its rules did. Source: `docs/rules.md`, "Beside the hands".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closing {
    /// Nobody wins.
    Unfinished,
    /// The open columns are settled as they stand; whoever is ahead wins.
    Settled,
    /// This side gave up; the other wins. The open columns are settled as they stand.
    Forfeit(Side),
    /// Like [`Closing::Forfeit`], but only the closed columns count.
    ForfeitNoPoints(Side),
}

impl Closing {
    /// The side that gave up.
    pub const fn given_up_by(self) -> Option<Side> {
        match self {
            Closing::Forfeit(by) | Closing::ForfeitNoPoints(by) => Some(by),
            Closing::Unfinished | Closing::Settled => None,
        }
    }
}

/// The state of a game. It prints its word in JSON and on the sheet.
#[derive(Debug, Display, Serialize, Clone, Copy, PartialEq, Eq, Hash)]
#[display(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Hands can be logged.
    Open,
    /// Its rules ended it.
    Finished,
    /// The table ended it.
    Closed,
}

/// How a game went for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// No other side beat it, but it did not win alone.
    #[default]
    Tied,
}

/// A game with its sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredGame {
    /// The game.
    pub game: Game,
    /// Its sheet.
    pub tally: Tally,
}

impl Game {
    /// The game with its two sides swapped; `None` for any other number of sides, or if a hand cannot be reseated.
    pub fn with_sides_turned(&self) -> Option<Game> {
        if self.players.order().count() != 2 {
            return None;
        }
        let players = Players::new(BySide::from_fn(2, |side| self.players.of(side.other()).to_vec())).ok()?;
        let turned = |points: &BySide<Points>| BySide::from_fn(2, |side| points[side.other()]);
        let totals = |totals: Totals| Totals { points: turned(&totals.points), winner: totals.winner.map(Side::other) };
        let closing = |closing| match closing {
            Closing::Forfeit(by) => Closing::Forfeit(by.other()),
            Closing::ForfeitNoPoints(by) => Closing::ForfeitNoPoints(by.other()),
            other => other,
        };
        let seated = |players: &Players| players.order().map(|side| players.of(side).to_vec()).collect::<Vec<_>>();
        let hand = |hand: &GameHand| {
            let hand = reseated(hand.logged(), &seated(&self.players), &seated(&players))?;
            let accepted = AcceptedHand::new(hand, &players, &self.rules.rules);
            Some(accepted.map_or_else(GameHand::Refused, GameHand::Accepted))
        };
        let adjustment = |one: &Adjustment| Adjustment { side: one.side.other(), ..one.clone() };
        Some(Game {
            hands: self.hands.iter().map(hand).collect::<Option<_>>()?,
            adjustments: self.adjustments.iter().map(adjustment).collect(),
            players,
            first_dealer: self.first_dealer.map(Side::other),
            spots: turned(&self.spots),
            totals: self.totals.map(totals),
            closing: self.closing.map(closing),
            ..self.clone()
        })
    }

    /// The most hands a game may have: more than any table plays, and few enough that every sum is exact.
    pub const MOST_HANDS: usize = 10_000;

    /// Checks a hand against the rules of this game.
    ///
    /// Every reason why the rules refuse the hand.
    pub fn accept(&self, hand: LoggedHand) -> Result<AcceptedHand, RefusedHand> {
        AcceptedHand::new(hand, &self.players, &self.rules.rules)
    }

    /// The two who play the next hand, if others sit out and the two are known.
    pub fn playing(&self) -> Option<[Seat; 2]> {
        self.to_play(self.hands.len())
    }

    /// A player's opponent in the next hand, if others sit out and the opponent is known. `playing` are the two whose
    /// turn it is. Before the first cutthroat hand only the dealer is known to play.
    pub(crate) fn opponent_of(&self, by: Seat, playing: Option<[Seat; 2]>) -> Option<Seat> {
        let dealer = self.first_dealer.filter(|dealer| self.hands.is_empty() && *dealer != by.side);
        let two = playing.or_else(|| Some([by, Seat { side: dealer?, place: 0 }]));
        facing(two?, by.side)
    }

    /// The two whose turn it was to play the hand at index `hand`, if others sit out and the two are known.
    pub fn to_play(&self, hand: usize) -> Option<[Seat; 2]> {
        let rules = &self.rules.rules;
        let priced = |hand: &GameHand| match hand {
            GameHand::Accepted(hand) if hand.logged().between.is_some() => Some(hand.price(rules)),
            _ => None,
        };
        let last =
            if rules.table.has_others_sit_out() { self.hands.iter().take(hand).rev().find_map(priced) } else { None };
        playing_after(last.as_ref(), &self.players, rules)
    }

    /// Its hands and adjustments, in the order in which they were logged.
    pub fn entries(&self) -> impl Iterator<Item = EntryAt> + use<> {
        in_order(self.hands.len(), self.adjustments.iter().map(|adjustment| adjustment.after).collect())
    }

    /// The hands that the rules refuse, each with its index.
    pub fn refused_hands(&self) -> impl Iterator<Item = (usize, &RefusedHand)> {
        self.hands.iter().enumerate().filter_map(|(at, hand)| match hand {
            GameHand::Refused(refused) => Some((at, refused)),
            GameHand::Accepted(_) => None,
        })
    }

    /// Scores the game.
    pub fn scored(self) -> ScoredGame {
        let rules = &self.rules.rules;
        let mut tally = match &self.totals {
            Some(totals) => Tally::of_totals(rules, totals.points, self.hands.iter()),
            None => Tally::new(rules, self.first_dealer, self.spots).with(&self.hands, &self.adjustments, rules),
        };
        if tally.ending.is_none() {
            match self.closing {
                None | Some(Closing::Unfinished | Closing::ForfeitNoPoints(_)) => {}
                Some(Closing::Settled) => tally.settle(None, rules),
                Some(Closing::Forfeit(by)) => {
                    tally.settle(tally.winner_by_forfeit(by), rules);
                }
            }
        }
        ScoredGame { game: self, tally }
    }
}

impl ScoredGame {
    /// Adds an entry at the end. The rules of this game must have accepted it.
    pub fn enter(&mut self, entry: NewEntry) {
        match entry {
            NewEntry::Hand(hand) => {
                let hand = GameHand::Accepted(hand);
                self.tally.enter(&hand, &self.game.rules.rules);
                self.game.hands.push(hand);
            }
            NewEntry::Adjustment(adjustment) => {
                self.tally.adjust(&adjustment, &self.game.rules.rules);
                self.game.adjustments.push(adjustment);
            }
        }
    }

    /// Counts the hands up to an entry, this one included.
    pub fn hands_until(&self, at: EntryAt) -> usize {
        match at {
            EntryAt::Hand(at) => at + 1,
            EntryAt::Adjustment(at) => self.game.adjustments.get(at).map_or(0, |adjustment| adjustment.after),
        }
    }

    /// Counts the hands up to the entry that ended the game by its rules.
    pub fn ended_after(&self) -> Option<usize> {
        self.tally.ending.map(|ending| self.hands_until(ending.by))
    }

    /// Its state.
    pub fn status(&self) -> Status {
        match (self.tally.ending, self.game.closing, self.game.totals) {
            (Some(_), ..) | (None, None, Some(_)) => Status::Finished,
            (None, Some(_), _) => Status::Closed,
            (None, None, None) => Status::Open,
        }
    }

    /// Whether hands can be logged.
    pub fn is_open(&self) -> bool {
        self.status() == Status::Open
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Side> {
        match (self.tally.ending, self.game.closing) {
            (Some(ending), _) => ending.winner,
            (None, Some(Closing::Forfeit(by) | Closing::ForfeitNoPoints(by))) => self.tally.winner_by_forfeit(by),
            (None, Some(Closing::Settled)) => {
                self.game.totals.map_or_else(|| self.tally.game_score.highest(|_| true), |totals| totals.winner)
            }
            (None, Some(Closing::Unfinished)) => None,
            (None, None) => self.game.totals.and_then(|totals| totals.winner),
        }
    }

    /// The result for a side, once the game is over and counts.
    pub fn result(&self, side: Side) -> Option<GameResult> {
        // A closing has no effect once the rules have ended the game.
        let closing = self.game.closing.filter(|_| self.tally.ending.is_none());
        match (self.status(), closing) {
            (Status::Open, _) | (Status::Closed, None | Some(Closing::Unfinished)) => return None,
            (Status::Finished | Status::Closed, _) => {}
        }
        let is_below = |points: BySide<Points>, except: Option<Side>| {
            points.order().any(|other| Some(other) != except && points[other] > points[side])
        };
        Some(match (self.winner(), closing) {
            (Some(winner), _) if winner == side => GameResult::Won,
            (Some(_), _) => GameResult::Lost,
            (None, Some(Closing::Forfeit(by) | Closing::ForfeitNoPoints(by)))
                if by == side || is_below(self.tally.leading_points(), Some(by)) =>
            {
                GameResult::Lost
            }
            (None, Some(Closing::Settled)) if is_below(self.tally.game_score, None) => GameResult::Lost,
            (None, _) => GameResult::Tied,
        })
    }

    /// The name of the next dealer: a player, if only one of the dealing side plays at a time; otherwise the side.
    pub fn dealer_name(&self) -> Option<String> {
        let (side, players) = (self.dealer()?, &self.game.players);
        let seat = self.game.playing().and_then(|two| two.into_iter().find(|seat| seat.side == side));
        Some(seat.map_or_else(|| players.side_name(side), |seat| players.name(seat).to_string()))
    }

    /// The side that deals the next hand, if the game is open and its first dealer is known.
    pub fn dealer(&self) -> Option<Side> {
        self.tally.next_dealer.filter(|_| self.is_open())
    }
}
