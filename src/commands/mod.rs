//! The commands, one verb or one family of verbs in each file. A file has the arguments of its command and the function
//! that runs it. The doc comments of the arguments are the help; the examples above the help are in `examples.txt`.

pub(crate) mod backup;
pub(crate) mod changes;
pub(crate) mod check;
#[cfg(feature = "club")]
pub(crate) mod club;
pub(crate) mod correct;
pub(crate) mod deadwood;
pub(crate) mod edit;
pub(crate) mod export;
pub(crate) mod found_games;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod log;
pub(crate) mod man;
mod meeting;
pub(crate) mod new;
pub(crate) mod player;
mod program;
pub(crate) mod rules;
pub(crate) mod score;
#[cfg(test)]
mod second_door_tests;
pub(crate) mod set;
pub(crate) mod settle;
pub(crate) mod standings;
pub(crate) mod sync;
pub(crate) mod undo;

pub use program::command;
pub(crate) use program::{Cli, Command, Globals, help_pages, in_full, program};
