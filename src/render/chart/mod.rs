//! Charts: the race of a game and the lifetime line of a pair, placed on a plane of numbers.
//!
//! What is drawn is the same in SVG and in the terminal; the two differ in how fine their plane is.

mod lifetime;
mod race;
mod scale;
mod svg;
mod terminal;

pub(crate) use lifetime::lifetime_chart;
pub(super) use lifetime::{Lifetime, LifetimeSvg, Shape, lifetime_svg};
pub(super) use race::{RaceChart, races};
pub(super) use svg::{SvgChart, race_svg};
pub(super) use terminal::race_chart;

use ginpad_core::game::ScoredGame;
use ginpad_core::text::sentence;

use super::Look;
use super::phrases::ONLY_TOTALS;

/// The races of a game as text: a chart for each column, with a sentence below it.
pub(crate) fn charts(game: &ScoredGame, look: Look) -> String {
    let races = races(game);
    if races.is_empty() {
        let why = if game.game.totals.is_some() { ONLY_TOTALS } else { "no hand has scored yet" };
        return format!("{why}\n");
    }
    let one = |race: &RaceChart| format!("{}{}\n", race_chart(race, look), sentence(&race.summary, look.columns()));
    races.iter().map(one).collect::<Vec<_>>().join("\n")
}
