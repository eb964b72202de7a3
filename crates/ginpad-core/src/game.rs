//! A game: what a table sits down to, with every hand it logged.

use crate::hand::{AcceptedHand, GameHand, LoggedHand, Moment, RefusedHand};
use crate::label::{Event, Title};
use crate::money::Stakes;
use crate::players::Players;
use crate::points::Points;
use crate::rules::TableRules;
use crate::sheet::{ColumnRace, HandTrace, Tally};
use crate::side::{BySide, Side};

/// A game and its hands. No score is kept here: [`Game::scored`] works it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// What it is called.
    pub title: Option<Title>,
    /// The trip, the season or the evening that it belongs to.
    pub event: Option<Event>,
    /// When it started, to the minute.
    pub started: Option<Moment>,
    /// The rules, frozen at its start.
    pub rules: TableRules,
    /// Who plays.
    pub players: Players,
    /// Who dealt the first hand.
    pub first_dealer: Option<Side>,
    /// What it is played for.
    pub stakes: Stakes,
    /// The totals, if nothing else of the game is known. Such a game has no hands.
    pub totals: Option<Totals>,
    /// Whether it was ended unfinished.
    pub closing: Option<Closing>,
    /// The hands, in order, each as the rules and the players of this game judge it.
    pub hands: Vec<GameHand>,
}

/// What is known of an old game of which nobody wrote down the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The total of each side.
    pub points: BySide<Points>,
    /// Who won. The sides may be level, and the winner may have the lower total.
    pub winner: Option<Side>,
}

impl Totals {
    /// The highest total that is read.
    pub const MOST: i64 = 1_000_000;

    /// Totals, of which the higher wins.
    pub fn new(points: BySide<Points>) -> Totals {
        let winner = Side::BOTH.into_iter().find(|side| points[*side] > points[side.other()]);
        Totals { points, winner }
    }
}

/// How a game was ended unfinished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Closing {
    /// Nobody wins it.
    Unfinished,
    /// This side gave it up; the other wins.
    Forfeit(Side),
}

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Hands can be logged.
    Open,
    /// Its rules say it is over.
    Finished,
    /// It was ended unfinished.
    Closed,
}

impl Status {
    /// The word for it in JSON and on the sheet.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Finished => "finished",
            Status::Closed => "closed",
        }
    }
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
    /// The most hands a game may have: more than any table plays, and few enough that every sum is exact.
    pub const MOST_HANDS: usize = 10_000;

    /// Checks a hand against the rules of this game.
    ///
    /// # Errors
    /// The rules refuse it; every reason is given.
    pub fn accept(&self, hand: LoggedHand) -> Result<AcceptedHand, RefusedHand> {
        AcceptedHand::new(hand, &self.players, &self.rules.rules)
    }

    /// Works out the sheet.
    pub fn scored(self) -> ScoredGame {
        let tally = match &self.totals {
            Some(totals) => Tally::of_totals(&self.rules.rules, totals.points, self.hands.iter()),
            None => Tally::new(&self.rules.rules, self.first_dealer, &self.hands),
        };
        ScoredGame { game: self, tally }
    }
}

impl ScoredGame {
    /// Adds a hand at the end. The rules of this game must have accepted it.
    pub fn log(&mut self, hand: AcceptedHand) {
        let hand = GameHand::Accepted(hand);
        self.tally.enter(&hand, &self.game.rules.rules);
        self.game.hands.push(hand);
    }

    /// Why each hand is entered in its columns, hand by hand.
    pub fn traces(&self) -> impl Iterator<Item = HandTrace> {
        self.tally.traces(&self.game.rules.rules, self.game.first_dealer)
    }

    /// The race in each column, hand by hand.
    pub fn column_races(&self) -> Vec<ColumnRace> {
        self.tally.column_races(&self.game.rules.rules)
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

    /// Who won, if anybody has.
    pub fn winner(&self) -> Option<Side> {
        match (self.tally.ending, self.game.closing) {
            (Some(ending), _) => ending.winner,
            (None, Some(Closing::Forfeit(side))) => Some(side.other()),
            (None, Some(Closing::Unfinished)) => None,
            (None, None) => self.game.totals.and_then(|totals| totals.winner),
        }
    }

    /// Who deals the next hand, if the game is open and its first dealer is known.
    pub fn dealer(&self) -> Option<Side> {
        self.tally.next_dealer.filter(|_| self.is_open())
    }
}
