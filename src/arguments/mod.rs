//! The meaning of the words of a command line: which game, which hand, which rules, which day.

#[cfg(feature = "club")]
mod club_games;
pub(crate) mod filter_args;
pub(crate) mod games;
pub(crate) mod table_rules;
pub(crate) mod typed_entry;
pub(crate) mod which_game;

pub(crate) use filter_args::{GamesFrom, ReportFlags, Reported};
pub(crate) use which_game::{
    Changes, GameArg, GameName, HandName, amount, changes, day_taken, hand_name, moment, number, wrong, year,
};
