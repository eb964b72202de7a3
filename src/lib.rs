//! The program around the game of [`ginpad_core`]: a [`book`] in SQLite, text for people and programs, and one verb a
//! file ([`cli`]).

pub mod book;
pub mod cli;
mod render;
