//! The figures of a player or of partners: as columns, side by side, and as JSON.

use std::borrow::Borrow;

use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, FigureKind, Partners, StandingsRow, day_text, game_called};
use ginpad_core::text::printable;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::answer::table::{Audience, Cell, Column, Table};

/// The decimals of a figure for programs.
const DECIMALS: u8 = 4;

/// The figures for people, the most telling first.
const TELLING: &str = "games won net lost tied hands hands_won points_for points_against gins undercuts knocks big_gins \
    dead points_per_hand_won gin_rate undercut_against hands_per_game knocking_deadwood caught_deadwood undercut_rate \
    undercut_against_rate longest_streak biggest_hand biggest_comeback won_with_deal";
/// The number of figures that even a narrow table shows.
const ALWAYS: usize = 3;

/// A line of figures with its name.
#[derive(Debug, Clone)]
pub(crate) struct NamedLine {
    /// The name of the player, or of the partners.
    pub name: String,
    /// The partners, if the line is theirs.
    pub partners: Option<Vec<Name>>,
    pub line: StandingsRow,
}

impl NamedLine {
    /// The line of a player.
    pub(crate) fn of(name: &Name, line: &StandingsRow) -> NamedLine {
        NamedLine { name: name.to_string(), partners: None, line: line.clone() }
    }

    /// The line of partners.
    pub(crate) fn of_partners(side: &Partners) -> NamedLine {
        NamedLine { name: joined(&side.names), partners: Some(side.names.clone()), line: side.line.clone() }
    }
}

/// The names of partners, joined.
pub(crate) fn joined(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
}

/// The figures of several lines below each other: a column for each figure, then the days of the first and the last
/// game. People see only figures that some line has; a narrow table keeps the figure `first`.
pub(crate) fn table<'a>(
    caption: &str,
    [kind, heading]: [&'static str; 2],
    lines: impl IntoIterator<Item = impl Borrow<NamedLine> + 'a>,
    first: Option<Figure>,
) -> Table<'a> {
    let lines: Vec<_> = lines.into_iter().collect();
    let is_telling = |figure: &&Figure| lines.iter().any(|named| says_something(**figure, &named.borrow().line));
    let telling: Vec<&Figure> = Figure::ALL.iter().filter(is_telling).collect();
    let names =
        Table::of(caption, lines)
            .programs("kind", |_| Cell::Text(kind.into()))
            .column("name", heading, |named| Cell::Name(named.borrow().name.clone()));
    let figures = Figure::ALL.iter().fold(names, |table, figure| {
        let place = TELLING.split(' ').position(|word| word == figure.word());
        let rank =
            if Some(*figure) == first { 0 } else { (place.unwrap_or(usize::MAX - 1) + 1).saturating_sub(ALWAYS) };
        let is_read = rank == 0 || telling.contains(&figure);
        let audiences = if is_read { Audience::ALL } else { Audience::PROGRAMS };
        let column = Column::new(figure.word(), figure.heading()).rank(rank).only(audiences);
        table.add(column, |named| cell(*figure, &named.borrow().line))
    });
    let days = figures.programs("first", |named| Cell::day(named.borrow().line.first));
    days.programs("last", |named| Cell::day(named.borrow().line.last)).table
}

/// The figures of a few lines side by side, for people: a row for each figure that some line has.
pub(crate) fn side_by_side<'a>(caption: &str, lines: &'a [NamedLine]) -> Table<'a> {
    let figures = Figure::ALL.iter();
    let figures = figures.filter(|figure| lines.iter().any(|named| says_something(**figure, &named.line)));
    let mut table = Table::of(caption, figures).people("", |figure| Cell::Text(label(**figure, lines)));
    for named in lines {
        table = table.people(&printable(&named.name), |figure| cell(**figure, &named.line));
    }
    table.table.only(Audience::PEOPLE)
}

fn says_something(figure: Figure, line: &StandingsRow) -> bool {
    figure.value(line).is_some_and(|value| value.part != 0)
}

fn cell(figure: Figure, line: &StandingsRow) -> Cell {
    match (figure.value(line), figure.kind()) {
        (None, _) => Cell::Empty,
        (Some(value), FigureKind::Count) => Cell::Count(value.part),
        (Some(value), FigureKind::Average) => Cell::Average(value.rounded(DECIMALS)),
        (Some(value), FigureKind::Share) => Cell::Share(value.rounded(DECIMALS)),
    }
}

/// The label of a figure without a heading to explain it. For a single line, a record names its game.
pub(crate) fn label(figure: Figure, lines: &[NamedLine]) -> String {
    let game = match (figure, lines) {
        (Figure::BiggestHand, [only]) => only.line.biggest_hand.map(|best| best.game),
        (Figure::BiggestComeback, [only]) => only.line.comeback.map(|best| best.game),
        _ => None,
    };
    let game = game.map(|game| format!(" ({})", game_called(game.number))).unwrap_or_default();
    let words = match figure {
        Figure::Won => "games won",
        Figure::Lost => "games lost",
        Figure::Tied => "games tied",
        Figure::Dead => "dead hands",
        other => other.heading(),
    };
    format!("{words}{game}")
}

impl Serialize for NamedLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(players) = &self.partners {
            map.serialize_entry("players", players)?;
        }
        for figure in Figure::ALL {
            let (key, value) = (figure.word(), figure.value(&self.line));
            match (figure, figure.kind()) {
                (Figure::BiggestHand, _) => map.serialize_entry(key, &self.line.biggest_hand)?,
                (Figure::BiggestComeback, _) => map.serialize_entry(key, &self.line.comeback)?,
                (_, FigureKind::Count) => map.serialize_entry(key, &value.map(|value| value.part))?,
                (_, _) => map.serialize_entry(key, &value.map(|value| value.rounded(DECIMALS)))?,
            }
        }
        map.serialize_entry("first", &self.line.first.map(day_text))?;
        map.serialize_entry("last", &self.line.last.map(day_text))?;
        map.end()
    }
}
