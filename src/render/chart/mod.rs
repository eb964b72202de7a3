//! Charts: the race of a game and the lifetime line of a pair, placed on a plane of numbers.
//!
//! What is drawn is the same in SVG and in the terminal; the two differ in how fine their plane is.

mod race;
mod scale;
mod svg;

pub(super) use race::{RaceChart, races};
pub(super) use svg::{SvgChart, race_svg};
