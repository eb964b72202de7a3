//! The program around the game in [`ginpad_core`]: a [`book`] in SQLite, a private module `render` that turns results
//! into text, and the commands ([`cli`]).

pub mod book;
pub mod cli;
mod disk;
mod render;
