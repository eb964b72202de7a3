//! What the chart of a race shows: the points of both sides after each hand of a column.

use ginpad_core::game::ScoredGame;
use ginpad_core::rules::Format;
use ginpad_core::sheet::ColumnRace;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{and_list, count};

use crate::render::phrases;

/// The race in one column, with everything a chart says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::render) struct RaceChart {
    /// The column's label, in a game of several columns.
    pub label: Option<String>,
    /// The names of the sides.
    pub names: BySide<String>,
    /// The points to reach.
    pub target: i64,
    /// How many hands were on the sheet when the column opened.
    pub from: i64,
    /// The points at the start and after each hand.
    pub points: Vec<BySide<i64>>,
    /// The race in one sentence.
    pub summary: String,
}

impl RaceChart {
    /// The number of hands on the sheet at its end.
    pub(in crate::render) fn to(&self) -> i64 {
        self.from + i64::try_from(self.points.len()).unwrap_or(i64::MAX) - 1
    }

    /// The highest number on the chart: the target, or the points of a side beyond it.
    pub(in crate::render) fn highest(&self) -> i64 {
        self.points.iter().flat_map(BySide::iter).copied().max().unwrap_or(0).max(self.target)
    }

    /// The points of a side at the start and after each hand.
    pub(in crate::render) fn of(&self, side: Side) -> impl DoubleEndedIterator<Item = i64> {
        self.points.iter().map(move |points| points[side])
    }

    /// The points of both sides at its end.
    pub(in crate::render) fn now(&self) -> BySide<i64> {
        self.points.last().copied().unwrap_or_default()
    }
}

/// The races of a game in the order of its columns. A column in which no hand is entered has no race yet.
pub(in crate::render) fn races(game: &ScoredGame) -> Vec<RaceChart> {
    let several = phrases::rules(game).format != Format::Single;
    let chart = |race: ColumnRace| RaceChart {
        label: several.then(|| phrases::label(game, race.column)),
        names: BySide::from_fn(|side| phrases::name(game, side)),
        target: phrases::rules(game).target.0,
        from: i64::try_from(race.from).unwrap_or(i64::MAX),
        summary: summary(game, &race),
        points: race.points.into_iter().map(|points| points.map(|points| points.0)).collect(),
    };
    let entered = |race: &ColumnRace| {
        game.tally.columns.get(race.column).is_some_and(|column| column.hands_won.iter().any(|won| *won > 0))
    };
    game.column_races().into_iter().filter(entered).map(chart).collect()
}

/// `Bob 110, Ann 94. The lead changed in hands 2, 4 and 6.`
fn summary(game: &ScoredGame, race: &ColumnRace) -> String {
    let now = race.now();
    let first = phrases::ahead(now).unwrap_or(Side::First);
    let side = |side: Side| format!("{} {}", phrases::name(game, side), now[side]);
    let changes: Vec<usize> = race.lead_changes().iter().map(|change| change.hand + 1).collect();
    let lead = match changes.as_slice() {
        [] => "The lead did not change".to_string(),
        [only] => format!("The lead changed in hand {only}"),
        few if few.len() <= 6 => format!("The lead changed in hands {}", and_list(few)),
        many => format!("The lead changed {}", count(many.len(), "time")),
    };
    format!("{}, {}. {lead}.", side(first), side(first.other()))
}
