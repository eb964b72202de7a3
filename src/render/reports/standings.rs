//! The figures of several people, as a table.

use super::figures;
use crate::render::Look;
use crate::render::layout::{Grid, GridColumn};
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Line};

/// The figures of the table, the most telling first. The first four are always shown.
const TELLING: [Figure; 26] = [
    Figure::Games,
    Figure::Won,
    Figure::Net,
    Figure::Lost,
    Figure::Tied,
    Figure::Hands,
    Figure::HandsWon,
    Figure::PointsFor,
    Figure::PointsAgainst,
    Figure::Gins,
    Figure::Undercuts,
    Figure::Knocks,
    Figure::BigGins,
    Figure::Dead,
    Figure::PointsAHand,
    Figure::GinRate,
    Figure::UndercutAgainst,
    Figure::HandsAGame,
    Figure::KnockingDeadwood,
    Figure::CaughtDeadwood,
    Figure::UndercutRate,
    Figure::UndercutAgainstRate,
    Figure::LongestStreak,
    Figure::BiggestHand,
    Figure::BiggestComeback,
    Figure::WonWithDeal,
];
/// How many of them are always shown.
const ALWAYS: usize = 3;

/// The names of partners, joined.
pub(crate) fn side_name(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
}

pub(super) fn table(corner: &'static str, lines: &[(String, &Line)], sorted_by: Option<Figure>, look: Look) -> String {
    let says_something = |figure: &Figure| {
        let is_said = |(_, line): &(String, &Line)| figure.value(line).is_some_and(|value| value.part != 0);
        Some(*figure) == sorted_by || rank(*figure) == Some(0) || lines.iter().any(is_said)
    };
    let figures: Vec<Figure> = Figure::ALL.iter().copied().filter(says_something).collect();
    let ranked = |figure: &Figure| match rank(*figure) {
        _ if Some(*figure) == sorted_by => 0,
        Some(rank) => rank,
        None => usize::MAX,
    };
    let ranks: Vec<usize> = figures.iter().map(ranked).collect();
    let column = |figure: &Figure| GridColumn {
        heading: figure.heading().into(),
        cells: lines.iter().map(|(_, line)| figures::shown(*figure, line)).collect(),
    };
    let names = lines.iter().map(|(name, _)| name.clone()).collect();
    Grid { corner, names, columns: figures.iter().map(column).collect() }.fitted(&ranks, look).text(look)
}

/// How telling a figure is: 0 for those that are always shown.
fn rank(figure: Figure) -> Option<usize> {
    let at = TELLING.iter().position(|telling| *telling == figure)?;
    Some((at + 1).saturating_sub(ALWAYS))
}
