//! A game: what a table sits down to, with every hand it logged.

use thiserror::Error;

use crate::hand::{AcceptedHand, GameHand, LoggedHand, Moment, RefusedHand};
use crate::money::Stake;
use crate::players::Players;
use crate::rules::TableRules;
use crate::sheet::{HandTrace, Race, Tally};
use crate::side::Side;
use crate::text::normal;

/// A game and its hands. No score is kept here: [`Game::scored`] works it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// What it is called.
    pub title: Option<Title>,
    /// When it started, to the minute.
    pub started: Option<Moment>,
    /// The rules, frozen at its start.
    pub rules: TableRules,
    /// Who plays.
    pub players: Players,
    /// Who dealt the first hand.
    pub first_dealer: Option<Side>,
    /// What a point is worth.
    pub stake: Option<Stake>,
    /// Whether it was ended unfinished.
    pub closing: Option<Closing>,
    /// The hands, in order, each as the rules and the players of this game judge it.
    pub hands: Vec<GameHand>,
}

/// What a game is called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Title(String);

/// Why text cannot be a title.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TitleFault {
    /// It is empty.
    #[error("the title is empty")]
    Empty,
    /// It is too long.
    #[error("the title has {0} characters; at most 80 fit")]
    Long(usize),
    /// It holds a character that would move the cursor or reorder the line.
    #[error("the title `{0}` holds a control character")]
    Control(String),
}

impl Title {
    /// The most characters a title may have.
    pub const LONGEST: usize = 80;

    /// Reads a title, without the spaces around it.
    ///
    /// # Errors
    /// It is empty, too long, or holds a control character.
    pub fn read(text: &str) -> Result<Title, TitleFault> {
        let title = normal(text).map_err(|control| TitleFault::Control(control.shown))?;
        let length = title.chars().count();
        if title.is_empty() {
            Err(TitleFault::Empty)
        } else if length > Title::LONGEST {
            Err(TitleFault::Long(length))
        } else {
            Ok(Title(title))
        }
    }

    /// The title in the user's spelling.
    pub fn as_str(&self) -> &str {
        &self.0
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
        let tally = Tally::new(&self.rules.rules, self.first_dealer, &self.hands);
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
    pub fn races(&self) -> Vec<Race> {
        self.tally.races(&self.game.rules.rules)
    }

    /// Its state.
    pub fn status(&self) -> Status {
        match (self.tally.ending, self.game.closing) {
            (Some(_), _) => Status::Finished,
            (None, Some(_)) => Status::Closed,
            (None, None) => Status::Open,
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
            (None, Some(Closing::Unfinished) | None) => None,
        }
    }

    /// Who deals the next hand, if the game is open and its first dealer is known.
    pub fn dealer(&self) -> Option<Side> {
        self.tally.next_dealer.filter(|_| self.is_open())
    }
}
