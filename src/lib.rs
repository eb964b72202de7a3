//! The program around the game in [`ginpad_core`]: a [`book`] in SQLite, a private module `render` that turns results
//! into text, and the commands ([`cli`]).

mod answer;
mod app;
mod arguments;
pub mod book;
pub mod cli;
#[cfg(feature = "club")]
pub mod club;
mod commands;
mod disk;
mod render;
mod reports;
mod wording;
