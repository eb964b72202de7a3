//! ginpad keeps the score of gin rummy played with real cards.
//!
//! The crate reads like the game. [`cards`] are held by [`players`]; each deal is a [`hand`], logged as the table
//! says it and priced by the [`rules`] it chose; hands are entered on a [`sheet`] of columns, and the whole is a
//! [`game`]. The [`notation`] is how people write all this down.
//!
//! All of these take values and return values. The [`book`] keeps the facts in SQLite, [`render`] turns a scored
//! game into text, and [`cli`] is the program.
//!
//! ```
//! use ginpad::notation::read_one;
//!
//! let game = read_one("sides: Ann, Bob\n\nann knock 4 27\nbob gin 31\n").unwrap();
//! let scored = game.scored().unwrap();
//! let points: Vec<i64> = scored.tally.columns[0].points.iter().map(|points| points.0).collect();
//! assert_eq!(points, [23, 56]);
//! ```

pub mod book;
pub mod cards;
pub mod cli;

pub mod game;
pub mod hand;
pub mod notation;

pub mod players;
pub mod points;

pub mod render;
pub mod rules;
pub mod sheet;
pub mod side;
pub mod stake;
pub mod words;
