#![doc = include_str!("../README.md")]
//!
//! ## The modules
//!
//! The crate reads like the game. [`players`] hold [`cards`]. Each deal is a [`hand`]: the table logs it, and the
//! [`rules`] that the table chose price it. A [`sheet`] of columns takes the hands, and a [`game`] holds all of this.
//! People write a game down in the [`notation`]; any store can keep it as [`facts`] in its [`ledger`]. [`reports`] look
//! back over many games.

#![forbid(unsafe_code)]

pub mod cards;
pub mod comparison;
pub mod facts;
mod from_str;
pub mod game;
pub mod hand;
pub mod label;
pub mod ledger;
pub mod listed;
pub mod money;
pub mod notation;
#[cfg(feature = "odds")]
pub mod odds;
pub mod players;
pub mod points;
pub mod reports;
pub mod rules;
pub mod sheet;
pub mod side;
pub mod table;
pub mod text;

pub use cards::{Card, Cards};
pub use game::{Closing, Game, GameResult, NewEntry, ScoredGame, Status, Totals};
pub use hand::{
    AcceptedHand, Award, Call, Count, DeadHand, GameHand, HandAnalysis, Item, ItemReason, Limit, LimitSource,
    LoggedHand, LoggedHand as Hand, LoggedResult, Moment, Opponents, Outcome, Played, PricedHand, Refusal, RefusalKind,
    RefusedHand, Role, Settled, Terms, Upcard, Verdict, Win,
};
pub use label::{Event, Note, Title};
pub use listed::Listed;
pub use money::{Amount, AmountFault, Currency, Minor, Money, Stakes, WrittenAmount};
pub use players::{Name, Players, Seat, WhoFault};
pub use points::{Boxes, Points};
pub use rules::{
    About, Contradiction, Credit, DeadDeal, DealerRule, Format, Knob, LineTiming, Oklahoma, Preset, RuleFile, Rules,
    Setting, Shutout, ShutoutDoubling, ShutoutWhen, SpadesDouble, SweepBonus, Table, TableRules, UndercutTie,
    UpcardFrom, Value, Values,
};
pub use sheet::{
    Adjustment, Close, CloseReason, Column, ColumnReason, ColumnTrace, Ending, EnteredHand, EntryAt, Nets, Settlement,
    Standing, Tally, Tally as Sheet,
};
pub use side::{BySide, Side};
