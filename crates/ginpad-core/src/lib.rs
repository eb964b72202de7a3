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
pub use game::{Game, ScoredGame};
pub use hand::{AcceptedHand, LoggedHand as Hand, Moment};
pub use listed::Listed;
pub use players::{Name, Players};
pub use points::Points;
pub use rules::{Preset, Rules, TableRules};
pub use sheet::{EntryAt, Tally as Sheet};
pub use side::{BySide, Side};
