//! The figures of a player or of partners: as columns, and side by side; and the standings, which show everybody's.

use ginpad_core::reports::{Figure, FigureKind, Line, StandingsRow, game_called};
use ginpad_core::text::printable;
use serde::Serialize;

use crate::answer::{Audience, Block, Cell, Column, Report, Table};

/// The figures for people, the most telling first.
const TELLING: &str = "games won net lost tied hands hands_won points_for points_against gins undercuts knocks big_gins \
    dead points_per_hand_won gin_rate undercut_against hands_per_game knocking_deadwood caught_deadwood undercut_rate \
    undercut_against_rate longest_streak biggest_hand biggest_comeback won_with_deal";
/// The number of figures that even a narrow table shows.
const ALWAYS: usize = 3;

/// The figures of several lines below each other: a column for each figure, then the days of the first and the last
/// game. `name` is the name of a line. People see only figures that some line has; a narrow table keeps the figure
/// `first`.
pub(crate) fn table<'a>(
    caption: &str,
    [kind, heading]: [&'static str; 2],
    lines: &'a [Line],
    name: impl Fn(&Line) -> String + 'a,
    first: Option<Figure>,
) -> Table<'a> {
    let is_telling = |figure: &&Figure| lines.iter().any(|line| says_something(**figure, &line.row));
    let telling: Vec<&Figure> = Figure::ALL.iter().filter(is_telling).collect();
    let names =
        Table::of(caption, lines)
            .programs("kind", |_| Cell::Text(kind.into()))
            .column("name", heading, move |line| Cell::Name(name(line)));
    let figures = Figure::ALL.iter().fold(names, |table, figure| {
        let place = TELLING.split(' ').position(|word| word == figure.word());
        let rank =
            if Some(*figure) == first { 0 } else { (place.unwrap_or(usize::MAX - 1) + 1).saturating_sub(ALWAYS) };
        let is_read = rank == 0 || telling.contains(&figure);
        let audiences = if is_read { Audience::ALL } else { Audience::PROGRAMS };
        let column = Column::new(figure.word(), figure.heading()).rank(rank).only(audiences);
        table.add(column, |line| cell(*figure, &line.row))
    });
    let days = figures.programs("first", |line| Cell::day(line.row.first));
    days.programs("last", |line| Cell::day(line.row.last)).table
}

/// The figures of a few lines side by side, for people: a row for each figure that some line has.
pub(crate) fn side_by_side<'a>(caption: &str, lines: &'a [Line]) -> Table<'a> {
    let figures = Figure::ALL.iter();
    let figures = figures.filter(|figure| lines.iter().any(|line| says_something(**figure, &line.row)));
    let mut table = Table::of(caption, figures).people("", |figure| Cell::Text(label(**figure, lines)));
    for line in lines {
        table = table.people(&printable(&line.name()), |figure| cell(**figure, &line.row));
    }
    table.table.only(Audience::PEOPLE)
}

fn says_something(figure: Figure, row: &StandingsRow) -> bool {
    figure.value(row).is_some_and(|value| value.part != 0)
}

fn cell(figure: Figure, row: &StandingsRow) -> Cell {
    match (figure.value(row), figure.kind()) {
        (None, _) => Cell::Empty,
        (Some(value), FigureKind::Count) => Cell::Count(value.part),
        (Some(value), FigureKind::Average) => Cell::Average(value.rounded()),
        (Some(value), FigureKind::Share) => Cell::Share(value.rounded()),
    }
}

/// The label of a figure without a heading to explain it. For a single line, a record names its game.
pub(crate) fn label(figure: Figure, lines: &[Line]) -> String {
    let game = match (figure, lines) {
        (Figure::BiggestHand, [only]) => only.row.biggest_hand.map(|best| best.game),
        (Figure::BiggestComeback, [only]) => only.row.comeback.map(|best| best.game),
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

/// The standings: `ginpad/standings/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/standings/1")]
pub(crate) struct StandingsReport {
    /// A line for each player, in their order.
    pub players: Vec<Line>,
    /// A line for each side of partners.
    pub partners: Vec<Line>,
    /// The figure that the lines are sorted by, if any.
    #[serde(skip)]
    pub sorted_by: Option<Figure>,
    /// The ranking, in words.
    #[serde(skip)]
    pub ranked_by: String,
}

impl Report for StandingsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let players = table("Players", ["player", "player"], &self.players, Line::name, self.sorted_by);
        let partners = table("Partners", ["partners", "partners"], &self.partners, Line::name, self.sorted_by);
        let players = Table { note: Some(self.ranked_by.clone()), ..players };
        vec![Block::Table(players), Block::Table(partners)]
    }
}
