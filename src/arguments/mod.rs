//! What the words of a command line mean: which game, which hand, which rules, which day.

pub(crate) mod card_flags;
#[cfg(feature = "club")]
mod club_games;
pub(crate) mod day;
pub(crate) mod filter_args;
mod from;
mod game_arg;
pub(crate) mod games;
pub(crate) mod knob_flags;
mod report_flags;
pub(crate) mod table_rules;
pub(crate) mod typed_entry;
mod values;
pub(crate) mod which_game;

pub(crate) use from::GamesFrom;
pub(crate) use game_arg::GameArg;
pub(crate) use knob_flags::KnobFlags;
pub(crate) use report_flags::ReportFlags;
pub(crate) use values::{ChangeName, Changes, GameName, HandName, WrongValue, changes, hand_name, number, year};
