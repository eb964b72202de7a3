//! The figures of a player or of partners, as columns and as JSON.

use ginpad_core::hand::Moment;
use ginpad_core::players::Name;
use ginpad_core::points::Points;
use ginpad_core::reports::{Figure, FigureKind, GamePlace, Line};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::answer::table::{Cell, Column, Readers, day};

/// The decimals of a figure for programs.
const DECIMALS: u8 = 4;

/// The figures that are always shown.
const ALWAYS: usize = 3;

/// The figures for people, the most telling first.
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

/// A column for each figure, then the days of the first and the last game. People see those that say something of any of
/// the lines; `first` stays where there is little room.
pub(crate) fn columns(lines: &[&Line], first: Option<Figure>) -> Vec<Column> {
    let figure = |figure: &Figure| {
        let rank = TELLING.iter().position(|telling| telling == figure).unwrap_or(TELLING.len());
        let rank = if Some(*figure) == first { 0 } else { (rank + 1).saturating_sub(ALWAYS) };
        let is_told = rank == 0 || lines.iter().any(|line| figure.value(line).is_some_and(|value| value.part != 0));
        let readers = if is_told { Readers::ALL } else { Readers::PROGRAMS };
        Column::new(figure.word(), figure.heading()).rank(rank).only(readers)
    };
    let days = ["first", "last"].map(|key| Column::new(key, key).only(Readers::PROGRAMS));
    Figure::ALL.iter().map(figure).chain(days).collect()
}

/// The cells of a line, in the order of [`columns`].
pub(crate) fn cells(line: &Line) -> impl Iterator<Item = Cell> {
    let cell = |figure: &Figure| match (figure.value(line), figure.kind()) {
        (None, _) => Cell::Empty,
        (Some(value), FigureKind::Count) => Cell::Count(value.part),
        (Some(value), FigureKind::Average) => Cell::Average(value.rounded(DECIMALS)),
        (Some(value), FigureKind::Share) => Cell::Share(value.rounded(DECIMALS)),
    };
    Figure::ALL.iter().map(cell).chain([line.first, line.last].map(Cell::day))
}

/// A line with its name: every figure is a field.
#[derive(Debug, Clone)]
pub(crate) struct NamedLine {
    /// The name of the player, or of the partners.
    pub name: String,
    /// Who the partners are.
    pub partners: Option<Vec<Name>>,
    /// What they did.
    pub line: Line,
}

#[derive(Serialize)]
struct BestHand {
    points: Points,
    game: i64,
    hand: usize,
    date: Option<String>,
}

#[derive(Serialize)]
struct BestGame {
    points: Points,
    game: i64,
    date: Option<String>,
}

impl Serialize for NamedLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let date = |started: Option<Moment>| started.map(day);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(players) = &self.partners {
            map.serialize_entry("players", players)?;
        }
        for figure in Figure::ALL {
            let (key, value) = (figure.word(), figure.value(&self.line));
            match (figure, figure.kind(), value) {
                (Figure::BiggestHand, ..) => {
                    let best = self.line.biggest_hand.map(|best| {
                        let GamePlace { number, started, .. } = best.game;
                        BestHand { points: best.points, game: number, hand: best.hand + 1, date: date(started) }
                    });
                    map.serialize_entry(key, &best)?;
                }
                (Figure::BiggestComeback, ..) => {
                    let best = self.line.comeback.map(|best| BestGame {
                        points: best.points,
                        game: best.game.number,
                        date: date(best.game.started),
                    });
                    map.serialize_entry(key, &best)?;
                }
                (_, FigureKind::Count, value) => map.serialize_entry(key, &value.map(|value| value.part))?,
                (_, _, value) => map.serialize_entry(key, &value.map(|value| value.rounded(DECIMALS)))?,
            }
        }
        map.serialize_entry("first", &date(self.line.first))?;
        map.serialize_entry("last", &date(self.line.last))?;
        map.end()
    }
}
