//! The game of gin rummy on paper: cards, rules, hands, the score sheet, and how people write them down.
//!
//! The crate reads like the game. [`players`] hold [`cards`]. Each deal is a [`hand`]: the table logs it, and the
//! [`rules`] that the table chose price it. A [`sheet`] of columns takes the hands, and a [`game`] holds all of this.
//! People write a game down in the [`notation`]; any store can keep it as [`facts`] in its [`ledger`]. [`reports`] look
//! back over many games.
//!
//! Everything here takes values and returns values. Files, the clock, the environment and randomness belong to the
//! program around it: times and ids come in as arguments.
//!
//! ```
//! use ginpad_core::notation::read_one;
//!
//! let game = read_one("sides: Ann, Bob\n\nann knock 4 27\nbob gin 31\n").unwrap();
//! let scored = game.scored();
//! let points: Vec<i64> = scored.tally.columns[0].points.iter().map(|points| points.0).collect();
//! assert_eq!(points, [23, 56]);
//! ```

#![forbid(unsafe_code)]

pub mod cards;
pub mod comparison;
pub mod facts;
pub mod game;
pub mod hand;
pub mod label;
pub mod ledger;
pub mod listed;
pub mod money;
pub mod notation;
pub mod odds;
pub mod players;
pub mod points;
pub mod reports;
pub mod rules;
pub mod sheet;
pub mod side;
pub mod table;
pub mod text;
