//! ginpad keeps the score of gin rummy played with real cards.

pub mod book;
pub mod cards;
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
