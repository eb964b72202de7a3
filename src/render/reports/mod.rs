//! Reports over many games, for people, programs and spreadsheets.

mod figures;
mod player;
mod ratings;
mod records;
#[cfg(test)]
mod samples;
mod standings;
#[cfg(test)]
mod tests;
mod versus;

pub(super) use figures::{number, shown as figure};
pub(crate) use player::{PlayerShown, player, player_csv, player_plain};
pub(crate) use ratings::{RatingsShown, ratings, ratings_csv, ratings_plain};
pub(crate) use records::{RecordsShown, records, records_csv, records_plain};
pub(crate) use standings::side_name;
pub(crate) use versus::{Listed, VersusShown, pair_line, versus, versus_csv, versus_plain};
pub(super) use versus::{history_lines, label};

use ginpad_core::hand::Moment;

/// A date, by the calendar of the place where the game was played.
pub(super) fn day(moment: Moment) -> String {
    moment.format("%Y-%m-%d").to_string()
}
