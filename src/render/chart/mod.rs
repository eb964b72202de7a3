//! Charts: the race of a game and the lifetime line of a pair. A page draws lines, a terminal shows bars in a table.

use askama::Template;

use crate::answer::{Audience, Block, Cell, Table};
use crate::render::phrases::{self, ONLY_TOTALS};
use crate::render::styles::class;
use ginpad_core::reports::{ColumnRace, Ledger};
use ginpad_core::text::{cut, join, numbers, printable, times};
use ginpad_core::{Format, ScoredGame, Side};

/// The rows of labels beside the lines: odd, so that a level can lie in the middle.
const ROWS: u32 = 13;
/// The most rows of bars, and the columns that the longest bars of a row share.
const STEPS: usize = 24;
const BARS: i64 = 24;

/// A chart: lines of numbers, step by step. On a page, its places are percentages of its width from the left and of its
/// height from the top.
#[derive(Debug, Clone, Default, PartialEq, Eq, Template)]
#[template(path = "chart.html")]
pub(crate) struct Chart {
    /// Its heading.
    pub heading: String,
    /// The whole chart in a sentence or two.
    pub summary: String,
    /// The lowest and the highest number.
    pub range: [i64; 2],
    /// A number with a line across the chart: a target, or zero.
    pub level: i64,
    /// The words on the line at `level`.
    pub level_words: String,
    /// Whether the numbers are leads: above zero for one side, below zero for the other.
    pub has_leads: bool,
    /// The numbers of the first and the last step.
    pub steps: [i64; 2],
    /// The unit of a step: `hands`.
    pub unit: &'static str,
    /// The lines. Where two meet, the first covers the other.
    pub lines: Vec<ChartLine>,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChartLine {
    /// The side that the line belongs to; `None` if it is about both.
    pub side: Option<Side>,
    /// The name at the end of the line.
    pub name: String,
    /// The text after the name.
    pub value: String,
    /// One number for each step.
    pub numbers: Vec<i64>,
    /// The marked steps, counted from the first.
    pub marks: Vec<usize>,
}

/// Round numbers from `low` to `high`: multiples of 1, 2 or 5 times a power of ten, at most `most` of them.
fn ticks([low, high]: [i64; 2], most: i64) -> Vec<i64> {
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|step| power.saturating_mul(step)));
    let fits = |step: &i64| high.div_euclid(*step) - (low - 1).div_euclid(*step) <= most;
    let step = steps.find(fits).unwrap_or(i64::MAX);
    ((low - 1).div_euclid(step) + 1..=high.div_euclid(step)).map(|times| times * step).collect()
}

/// The races of a game as bars: a table for each column.
pub(crate) fn race_blocks<'a>(game: &ScoredGame) -> Vec<Block<'a>> {
    let races = races(game);
    if races.is_empty() {
        let has_totals = game.game.totals.is_some();
        return vec![Block::words(if has_totals { ONLY_TOTALS } else { "no hand has scored yet" })];
    }
    let blocks = races.into_iter().flat_map(|race| {
        let lines = race.lines.into_iter().map(|line| (line.name, line.numbers)).collect();
        let table = bars("hand", race.steps[0], race.level, lines);
        [Block::words(race.heading), Block::Table(Table { note: Some(race.summary), ..table })]
    });
    blocks.collect()
}

/// Numbers as bars, for people: a row for each step from `from`, a column for each line. Of many steps, the table shows
/// some. `target` is a number to reach.
pub(crate) fn bars<'a>(unit: &str, from: i64, target: i64, lines: Vec<(String, Vec<i64>)>) -> Table<'a> {
    let longest = lines.iter().flat_map(|(_, numbers)| numbers).fold(target.max(1), |most, number| most.max(*number));
    let steps = lines.first().map_or(0, |(_, numbers)| numbers.len());
    let rows = steps.min(STEPS);
    let table = Table::of("", (1..=rows).map(|row| row * steps / rows - 1));
    let table = table.people(unit, move |step| Cell::Count(from + i64::try_from(*step).unwrap_or(i64::MAX)));
    let most = BARS / i64::try_from(lines.len()).unwrap_or(1);
    let table = lines.into_iter().fold(table, |table, (name, numbers)| {
        table.people(&name, move |step| {
            let number = numbers[*step];
            let length = usize::try_from(number * most / longest).unwrap_or(0);
            Cell::Text(format!("{} {number}", "█".repeat(length)).trim_start().into())
        })
    });
    table.table.only(Audience::PEOPLE)
}

/// The races of a game in the order of its columns. A column without a hand has no race yet.
pub(super) fn races(game: &ScoredGame) -> Vec<Chart> {
    let entered = |race: &ColumnRace| {
        game.tally.columns.get(race.column).is_some_and(|column| column.hands_won.iter().any(|won| *won > 0))
    };
    ColumnRace::of(game).iter().filter(|race| entered(race)).map(|race| chart(game, race)).collect()
}

fn chart(game: &ScoredGame, race: &ColumnRace) -> Chart {
    let target = phrases::rules(game).target.0;
    let line = |side: Side| {
        let numbers: Vec<i64> = race.points.iter().map(|points| points[side].0).collect();
        let scored = |at: &usize| numbers[*at] > numbers[at - 1];
        ChartLine {
            side: Some(side),
            name: phrases::name(game, side),
            value: race.now()[side].to_string(),
            marks: (1..numbers.len()).filter(scored).collect(),
            numbers,
        }
    };
    let lines: Vec<ChartLine> = race.now().order().map(line).collect();
    let from = i64::try_from(race.from).unwrap_or(i64::MAX);
    let heading = match phrases::rules(game).format {
        Format::Single => format!("The race to {target}"),
        _ => format!("{}, to {target}", phrases::label(game, race.column)),
    };
    Chart {
        heading,
        summary: summary(game, race),
        range: [0, lines.iter().flat_map(|line| &line.numbers).copied().max().unwrap_or(0).max(target)],
        level: target,
        level_words: format!("target {target}"),
        steps: [from, from + i64::try_from(race.points.len()).unwrap_or(i64::MAX) - 1],
        unit: "hands",
        lines,
        ..Chart::default()
    }
}

/// Summarises a race: `Bob 110, Ann 94. The lead changed in hands 2, 4 and 6.`
fn summary(game: &ScoredGame, race: &ColumnRace) -> String {
    let now = race.now();
    let first = phrases::ahead(now).unwrap_or(Side::First);
    let side = |side: Side| format!("{} {}", phrases::name(game, side), now[side]);
    let changes: Vec<usize> = race.lead_changes().iter().map(|hand| hand + 1).collect();
    let lead = match changes.as_slice() {
        [] => "The lead did not change".to_string(),
        hands => format!("The lead changed in {}", numbers("hand", hands)),
    };
    format!("{}. {lead}.", phrases::from_side(now, first, side).join(", "))
}

/// The lifetime line of a pair. `None` if the two have finished no game.
pub(crate) fn lifetime(names: [&str; 2], ledger: &Ledger) -> Option<Chart> {
    let now = ledger.entries.last()?.cumulative.0;
    let [first, second] = names.map(printable);
    let numbers: Vec<i64> = std::iter::once(0).chain(ledger.entries.iter().map(|entry| entry.cumulative.0)).collect();
    let name = Side::ahead(now).map_or("level at", |side| [&first, &second][side.index()].as_str()).to_string();
    let marks = (1..).zip(&ledger.entries).filter(|(_, entry)| entry.took_the_lead).map(|(at, _)| at).collect();
    Some(Chart {
        heading: format!("Above 0 {first} leads, below {second}"),
        summary: lead_summary([&first, &second], ledger),
        range: [numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0)],
        has_leads: true,
        steps: [0, i64::try_from(ledger.entries.len()).unwrap_or(i64::MAX)],
        unit: "games",
        lines: vec![ChartLine { side: None, name, value: now.abs().to_string(), numbers, marks }],
        ..Chart::default()
    })
}

fn lead_summary(names: [&str; 2], ledger: &Ledger) -> String {
    let most = |side: Side| {
        let leads = ledger.entries.iter().filter(|entry| Side::ahead(entry.cumulative.0) == Some(side));
        let most = leads.max_by_key(|entry| entry.cumulative.abs())?;
        let (name, by, game) = (names[side.index()], most.cumulative.abs(), most.game.number);
        Some(format!("{name} led by {by} at most, after game {game}; "))
    };
    let changed = match ledger.lead_changes {
        0 => "the lead never changed hands".into(),
        changes => format!("the lead changed hands {}", times(changes)),
    };
    Side::TWO.into_iter().filter_map(most).collect::<String>() + &changed + "."
}

/// The most characters of a name beside a line.
const NAME: usize = 9;

impl Chart {
    /// The numbers on the left, each with its height: the level, and round numbers at a distance from it. A lead of
    /// either side has no sign.
    fn numbers_down(&self) -> impl Iterator<Item = (f64, String)> {
        let is_apart = |number: &i64| (self.down(*number) - self.down(self.level)).abs() > 150.0 / f64::from(ROWS);
        let written = |number: i64| if self.has_leads { number.abs() } else { number }.to_string();
        let numbers = ticks(self.range, 5).into_iter().filter(is_apart).chain([self.level]);
        numbers.map(move |number| (self.down(number), written(number)))
    }

    /// The numbers of the steps below the lines, each with its place.
    fn steps_below(&self) -> impl Iterator<Item = (f64, i64)> {
        let place = |step: i64| self.across(usize::try_from(step - self.steps[0]).unwrap_or(0));
        ticks(self.steps, 7).into_iter().map(move |step| (place(step), step))
    }

    /// The lines, each with the height of its label: the free one nearest to its end.
    fn labelled(&self) -> Vec<(&ChartLine, f64)> {
        let mut free: Vec<f64> = (0..ROWS).map(|row| percent(row.into(), (ROWS - 1).into())).collect();
        let mut nearest = |end: f64| {
            let from_end = |at: &usize| (free[*at] - end).abs();
            let nearest = (0..free.len()).min_by(|one, other| from_end(one).total_cmp(&from_end(other)));
            free.remove(nearest.unwrap_or(0))
        };
        let end = |line: &ChartLine| self.down(line.numbers.last().copied().unwrap_or(0));
        self.lines.iter().map(|line| (line, nearest(end(line)))).collect()
    }

    /// The place of a step, counted from 0.
    fn across(&self, step: usize) -> f64 {
        percent(step as f64, (self.steps[1] - self.steps[0]) as f64)
    }

    /// The height of a number.
    fn down(&self, number: i64) -> f64 {
        percent((self.range[1] - number) as f64, (self.range[1] - self.range[0]) as f64)
    }

    /// A corner of a line.
    fn corner(&self, line: &ChartLine, step: usize) -> String {
        format!("{} {}", self.across(step), self.down(line.numbers[step]))
    }

    /// A line as the points of a polyline.
    fn corners(&self, line: &ChartLine) -> String {
        join((0..line.numbers.len()).map(|step| self.corner(line, step)), " ")
    }

    /// The marks on a line as the data of a path.
    fn marks(&self, line: &ChartLine) -> String {
        line.marks.iter().map(|step| format!("M{}h0", self.corner(line, *step))).collect()
    }
}

/// A part of a whole in percent, to a tenth: finer than any screen.
fn percent(part: f64, whole: f64) -> f64 {
    (part / whole.max(1.0) * 1000.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ticks_are_round_and_few(low in -5_000_i64..5_000, span in 0_i64..1_000_000, most in 2_i64..12) {
            let ticks = ticks([low, low + span], most);
            prop_assert!(i64::try_from(ticks.len()).unwrap() <= most);
            prop_assert!(span < 20 || ticks.len() > 1 || most < 4, "{ticks:?}");
            prop_assert!(ticks.iter().all(|tick| (low..=low + span).contains(tick)));
        }
    }
}
