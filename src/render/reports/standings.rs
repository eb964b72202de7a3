//! The standings, for people, programs and spreadsheets.

use super::figures;
use crate::render::Look;
use crate::render::csv::{CsvCell, csv};
use crate::render::layout::{Grid, GridColumn};
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Line, Partners};
use ginpad_core::text::printable;

/// The standings as they are shown: the lines in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct StandingsShown<'a> {
    /// A line for each player.
    pub players: Vec<(&'a Name, &'a Line)>,
    /// A line for each side of partners.
    pub partners: Vec<&'a Partners>,
    /// How many games were left out because they have no date.
    pub undated: usize,
}

/// The figures of the table, the most telling first. The first four are always shown.
pub(in crate::render) const TELLING: [Figure; 26] = [
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

impl StandingsShown<'_> {
    /// Whether nobody has a line.
    pub(crate) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.partners.is_empty()
    }

    fn partners_named(&self) -> impl Iterator<Item = (String, &Line)> {
        self.partners.iter().map(|partners| (side_name(&partners.names), &partners.line))
    }
}

/// The names of partners, joined.
pub(crate) fn side_name(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
}

/// The standings as a table, and a second one for partners. A wider terminal shows more figures; the one that the lines
/// are sorted by is always shown.
pub(crate) fn standings(shown: &StandingsShown<'_>, sorted_by: Option<Figure>, look: Look) -> String {
    let players: Vec<(String, &Line)> =
        shown.players.iter().map(|(name, line)| (printable(name.as_str()), *line)).collect();
    let partners: Vec<(String, &Line)> = shown.partners_named().map(|(name, line)| (printable(&name), line)).collect();
    let tables = [("player", players), ("partners", partners)].into_iter().filter(|(_, lines)| !lines.is_empty());
    tables.map(|(corner, lines)| table(corner, &lines, sorted_by, look)).collect::<Vec<_>>().join("\n")
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

/// The standings, one line a record: `player` or `partners`, the name, then every figure.
pub(crate) fn standings_plain(shown: &StandingsShown<'_>) -> String {
    let record = |kind: &str, name: &str, line: &Line| {
        let fields = [kind.to_string(), name.to_string()].into_iter().chain(figures::fields(line));
        fields.collect::<Vec<_>>().join("\t") + "\n"
    };
    let players = shown.players.iter().map(|(name, line)| record("player", name.as_str(), line));
    let partners = shown.partners_named().map(|(name, line)| record("partners", &name, line));
    players.chain(partners).collect()
}

/// The standings for a spreadsheet, with the fields of [`standings_plain`].
pub(crate) fn standings_csv(shown: &StandingsShown<'_>) -> String {
    let headings: Vec<&str> = ["kind", "name"].into_iter().chain(figures::headings()).collect();
    let row = |kind: &str, name: String, line: &Line| {
        [CsvCell::Text(kind.into()), CsvCell::Text(name)].into_iter().chain(figures::cells(line)).collect()
    };
    let players = shown.players.iter().map(|(name, line)| row("player", name.to_string(), line));
    let partners = shown.partners_named().map(|(name, line)| row("partners", name, line));
    csv(&headings, players.chain(partners))
}
