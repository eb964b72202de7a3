//! Every rendering of a game: a pure function from what is known to text.
//!
//! Width and colour come in as a [`Look`]; nothing here asks the terminal, the clock or the environment. Text for
//! people is never wider than the look says, down to [`Look::NARROWEST`]; text for programs is tab-separated, one record a
//! line, and pays no heed to width.
//!
//! # Records of [`sheet_plain`]
//!
//! The first field says what the line is. A field that does not apply is empty; hands and columns count from 1;
//! two numbers are those of the first and the second side.
//!
//! | record | fields after it |
//! | --- | --- |
//! | `game` | number, title, rules, date, status, who deals next, winner |
//! | `side` | 1 or 2, name, then one field a player |
//! | `hand` | number, outcome, winner, points, boxes, columns parted by commas, `counted`, `beyond` or `refused`, the entry |
//! | `column` | number, multiplier, `open` or `finished`, points ×2, hands won ×2, boxes ×2, needs ×2, finisher, `shutout` or nothing |
//! | `settlement` | column, hand points ×2, shutout ×2, game bonus ×2, line bonus ×2, totals ×2, net |
//! | `score` | game score ×2, net, winner |
//!
//! # Records of the plain explanations
//!
//! One step a line: what it is (its section, a colon, the step), the knobs it comes from as `knob=value`, parted by
//! spaces, or nothing, then its points: one number, or one for each side.
//!
//! # The record of [`deadwood_record`]
//!
//! The deadwood, the melds, the unmatched cards and, where one of eleven is thrown, that card. Cards are codes parted by
//! spaces; melds are parted by ` / `, as they are typed.

mod deadwood;
mod explain;
mod explain_settlement;
mod fill;
mod fit;
mod grid;
mod heads;
mod ink;
pub(crate) mod json;
mod laid;
mod layoff;
mod layout;
mod line;
mod lists;
mod plain;
#[cfg(test)]
mod refused;
mod rows;
#[cfg(test)]
mod samples;
mod say;
mod score;
mod shown;
mod steps;
mod table;
#[cfg(test)]
mod wide;

pub(crate) use deadwood::{deadwood, deadwood_record};
pub(crate) use explain::explain_hand;
pub(crate) use explain_settlement::explain_settlement;
pub(crate) use fit::sentence;
pub(crate) use layoff::{layoff, layoff_plain};
pub(crate) use line::{logged, standing};
pub(crate) use lists::{GameRow, games, games_plain, people, presets, rules};
pub(crate) use plain::{hand_plain, sheet_plain};
pub(crate) use score::sheet;

/// How text for people is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// The most columns a line may take. Less than [`Look::NARROWEST`] is taken as that.
    pub width: usize,
    /// Whether it may be styled.
    pub colour: Colour,
}

/// Whether text may be styled. No meaning rests on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Characters only.
    Plain,
    /// Bold and dim, where they help the eye.
    Styled,
}

impl Look {
    /// The narrowest text there is.
    pub(crate) const NARROWEST: usize = 40;

    /// A plain look of that width.
    #[cfg(test)]
    #[must_use]
    pub(crate) const fn plain(width: usize) -> Look {
        Look { width, colour: Colour::Plain }
    }

    /// The columns there are.
    fn columns(self) -> usize {
        self.width.max(Look::NARROWEST)
    }
}
