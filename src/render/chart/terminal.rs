//! Charts in a terminal: lines of box characters on a plane of cells. No colour is needed; the two sides differ in the
//! weight of their lines, and each line is labelled at its end.

#[cfg(test)]
use ginpad_core::side::BySide;
use ginpad_core::side::Side;
use ginpad_core::text::{align_right, cut, width};

use super::race::RaceChart;
use super::scale::ticks;
use crate::render::Look;

/// A chart for a terminal.
pub(super) struct TerminalChart {
    /// The heading above it.
    pub heading: String,
    /// The lowest and the highest number.
    pub range: [i64; 2],
    /// A number with a dotted line across the chart: a target, or zero.
    pub level: i64,
    /// How the numbers on the left are written.
    pub axis: Axis,
    /// What is written below it: the number of the first and of the last step.
    pub steps: [i64; 2],
    /// What a step is: `hands`.
    pub unit: &'static str,
    /// The lines. Where they meet, the first is seen.
    pub lines: Vec<TerminalLine>,
}

/// One line.
pub(super) struct TerminalLine {
    /// The weight of the line.
    pub weight: Weight,
    /// Its name, at its end.
    pub name: String,
    /// What is written behind the name.
    pub value: String,
    /// Its numbers, one for each step.
    pub numbers: Vec<i64>,
}

/// How the numbers on the left are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// As they are.
    Points,
    /// Without their signs: a lead of either side.
    Leads,
}

/// The weight of a line, which tells two lines apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// Heavy.
    Heavy,
    /// Light.
    Light,
}

/// How many rows the lines take: odd, so that a level can be in the middle.
const ROWS: usize = 13;
/// The most room for a name.
const NAME: usize = 16;
/// The least room for the lines.
const LEAST: usize = 12;

impl Weight {
    /// A level stretch, and an upright one.
    const fn straight(self) -> [char; 2] {
        match self {
            Weight::Heavy => ['━', '┃'],
            Weight::Light => ['─', '│'],
        }
    }

    /// Where an upright stroke meets a line on its left and on its right, on the left only, and on the right only: at
    /// its upper end, within it, and at its lower end.
    const fn joints(self) -> [[char; 3]; 3] {
        match self {
            Weight::Heavy => [['┳', '╋', '┻'], ['┓', '┫', '┛'], ['┏', '┣', '┗']],
            Weight::Light => [['┬', '┼', '┴'], ['╮', '┤', '╯'], ['╭', '├', '╰']],
        }
    }
}

/// The race in one column, as wide as the look allows.
pub(in crate::render) fn race_chart(race: &RaceChart, look: Look) -> String {
    let target = format!("to {}", race.target);
    let line = |side: Side| TerminalLine {
        weight: if side == Side::First { Weight::Heavy } else { Weight::Light },
        name: race.names[side].clone(),
        value: race.now()[side].to_string(),
        numbers: race.of(side).collect(),
    };
    let chart = TerminalChart {
        heading: race.label.as_ref().map_or_else(|| format!("The race {target}"), |label| format!("{label}, {target}")),
        range: [0, race.highest()],
        level: race.target,
        axis: Axis::Points,
        steps: [race.from, race.to()],
        unit: "hands",
        lines: Side::BOTH.map(line).into(),
    };
    chart.text(look)
}

impl TerminalChart {
    /// The chart as text, no wider than the look allows.
    pub(super) fn text(&self, look: Look) -> String {
        let numbers = self.numbers();
        let axis = numbers.iter().flatten().map(|number| width(&number.to_string())).max().unwrap_or(1);
        let labels = self.labels(look, axis);
        let beside = labels.iter().flatten().map(|label| width(label)).max().unwrap_or(0);
        let room = look.columns().saturating_sub(axis + 1 + 1 + beside).max(LEAST);
        let plane = self.drawn(room);
        let mut text = cut(&self.heading, look.columns()) + "\n";
        for (row, cells) in plane.iter().enumerate() {
            let number = numbers[row].map(|number| number.to_string()).unwrap_or_default();
            let edge = if numbers[row].is_some() { '┤' } else { '│' };
            let label = labels[row].clone().unwrap_or_default();
            let line: String = cells.iter().collect();
            text += &format!("{}{edge}{line} {label}", align_right(&number, axis));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text + &self.below(axis, room, look)
    }

    /// The row of a number, from the top.
    fn row(&self, number: i64) -> usize {
        let [low, high] = self.range;
        let all = i64::try_from(ROWS - 1).unwrap_or(i64::MAX);
        let span = (high - low).max(1);
        // Half a row is rounded up.
        let below = (2 * (number - low) * all + span).div_euclid(2 * span);
        ROWS - 1 - usize::try_from(below.clamp(0, all)).unwrap_or(0)
    }

    /// The numbers beside the rows. The level comes first, and no number is right above or below it.
    fn numbers(&self) -> Vec<Option<i64>> {
        let mut rows = vec![None; ROWS];
        let level = self.row(self.level);
        for number in ticks(self.range[0], self.range[1], 5) {
            let row = self.row(number);
            if row.abs_diff(level) > 1 {
                rows[row] = Some(number);
            }
        }
        rows[level] = Some(self.level);
        match self.axis {
            Axis::Points => rows,
            Axis::Leads => rows.into_iter().map(|number: Option<i64>| number.map(i64::abs)).collect(),
        }
    }

    /// The labels at the ends of the lines, each in a row of its own.
    fn labels(&self, look: Look, axis: usize) -> Vec<Option<String>> {
        let mut rows = vec![None; ROWS];
        let most = look.columns().saturating_sub(axis + 2 + LEAST);
        for line in &self.lines {
            let value = width(&line.value);
            let room = most.saturating_sub(value + 3).min(NAME);
            let label = format!("{} {} {}", line.weight.straight()[0], cut(&line.name, room), line.value);
            let wanted = self.row(line.numbers.last().copied().unwrap_or(0));
            let free = (0..ROWS).filter(|row| rows[*row].is_none()).min_by_key(|row| row.abs_diff(wanted));
            if let Some(row) = free {
                rows[row] = Some(label);
            }
        }
        rows
    }

    /// The plane with every line on it.
    fn drawn(&self, room: usize) -> Vec<Vec<char>> {
        let mut plane = vec![vec![' '; room]; ROWS];
        plane[self.row(self.level)].fill('┄');
        for line in self.lines.iter().rev() {
            self.draw(line, &mut plane, room);
        }
        plane
    }

    /// Draws a line from left to right. A step that takes several columns is level and then rises or falls; several
    /// steps in one column are an upright stroke, in which the line comes in and goes out.
    fn draw(&self, line: &TerminalLine, plane: &mut [Vec<char>], room: usize) {
        let [level, upright] = line.weight.straight();
        let [both, left, right] = line.weight.joints();
        let mut drawn = 0;
        let mut before: Option<usize> = None;
        for column in 0..room {
            let reached = (0..line.numbers.len()).skip(drawn).take_while(|step| self.place(*step, room) <= column);
            let new = drawn..drawn + reached.count();
            drawn = new.end;
            let rows = line.numbers.get(new).unwrap_or_default().iter().map(|number| self.row(*number));
            let Some(row) = rows.clone().next_back().or(before) else { continue };
            let from = before.unwrap_or(row);
            let (top, bottom) =
                rows.fold((from.min(row), from.max(row)), |(top, bottom), row| (top.min(row), bottom.max(row)));
            for cells in &mut plane[top..=bottom] {
                cells[column] = upright;
            }
            let end = |row: usize| {
                if row == top {
                    0
                } else if row == bottom {
                    2
                } else {
                    1
                }
            };
            if top == bottom {
                plane[row][column] = level;
            } else if row == from {
                plane[row][column] = both[end(row)];
            } else {
                plane[from][column] = left[end(from)];
                plane[row][column] = right[end(row)];
            }
            before = Some(row);
        }
    }

    /// The column in which a step, counted from 0, is reached. After the last one, two columns are left for its line.
    fn place(&self, step: usize, room: usize) -> usize {
        let [from, to] = self.steps;
        let steps = usize::try_from(to - from).unwrap_or(0).max(1);
        (step * room.saturating_sub(3)).div_ceil(steps)
    }

    /// The line below the chart, and the numbers of the steps.
    fn below(&self, axis: usize, room: usize, look: Look) -> String {
        let [from, to] = self.steps;
        let mut cells = vec![' '; room];
        let mut rule = vec!['─'; room];
        for step in ticks(from, to, (room / 8).max(2)) {
            let place = self.place(usize::try_from(step - from).unwrap_or(0), room);
            let text = step.to_string();
            let start = place.saturating_sub(text.len() / 2).min(room.saturating_sub(text.len()));
            if cells[start.saturating_sub(1)..(start + text.len()).min(room)].iter().any(|cell| *cell != ' ') {
                continue;
            }
            rule[place] = '┴';
            for (at, char) in text.chars().enumerate() {
                cells[start + at] = char;
            }
        }
        let margin = " ".repeat(axis);
        let rule: String = rule.into_iter().collect();
        let cells: String = cells.into_iter().collect();
        let unit = cut(self.unit, look.columns().saturating_sub(axis + 2 + room));
        format!("{margin}└{rule}\n{}\n", format!("{margin} {} {unit}", cells).trim_end())
    }
}

/// The lines of both sides at a glance, for tests.
#[cfg(test)]
pub(super) fn flat(numbers: BySide<Vec<i64>>) -> TerminalChart {
    let line = |side: Side| TerminalLine {
        weight: if side == Side::First { Weight::Heavy } else { Weight::Light },
        name: if side == Side::First { "Ann".into() } else { "Bob".into() },
        value: numbers[side].last().copied().unwrap_or(0).to_string(),
        numbers: numbers[side].clone(),
    };
    let steps = i64::try_from(numbers[Side::First].len()).unwrap_or(1) - 1;
    let highest = numbers.iter().flatten().copied().max().unwrap_or(0).max(100);
    TerminalChart {
        heading: "The race to 100".into(),
        range: [0, highest],
        level: 100,
        axis: Axis::Points,
        steps: [0, steps],
        unit: "hands",
        lines: Side::BOTH.map(line).into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::render::chart::races;
    use crate::render::samples::{HOLLY, SINGLE, scored};

    fn drawn(text: &str, columns: usize) -> String {
        races(&scored(text)).iter().map(|race| race_chart(race, Look::plain(columns))).collect()
    }

    #[test]
    fn a_race_at_40_columns() {
        insta::assert_snapshot!(drawn(SINGLE, 40), @r#"
The race to 100
   │                       ╭── ─ Bob 110
100┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄│┄┄
   │                ┏━━━━━━━━━ ━ Ann 94
   │                ┃   ╭──╯
   │                ┃   │
   │                ┃   │
   │        ╭───────┃───╯
 50┤        │       ┃
   │        │       ┃
   │    ┏━━━━━━━━━━━┛
   │    ┃   │
   │    ┃   │
  0┤━━━━┛───╯
   └┴───────────────────┴─────
    0                   5      hands
"#);
    }

    #[test]
    fn the_races_of_a_hollywood_game_at_64_columns() {
        insta::assert_snapshot!(drawn(HOLLY, 64), @r#"
Game 1, to 100
   │                                               ┏━━ ━ Ann 158
150┤                                               ┃
   │                                               ┃
   │                                               ┃
100┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┃┄┄
   │                                               ┃
   │                                               ┃
   │                                               ┃
 50┤                                               ┃
   │                        ┏━━━━━━━━━━━━━━━━━━━━━━┛
   │                        ┃
   │                        ┃
  0┤━━━━━━━━━━━━━━━━━━━━━━━━┛───────────────────────── ─ Bob 0
   └┴───────────────────────┴──────────────────────┴──
    0                       1                      2   hands
Game 2, to 100
   │                                               ┏━━ ━ Ann 112
100┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┃┄┄
   │                                               ┃
   │                                               ┃
   │                                               ┃
   │                                               ┃
   │                                               ┃
 50┤                                               ┃
   │                                               ┃
   │                                               ┃
   │                                               ┃
   │                                               ┃
  0┤━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛── ─ Bob 0
   └┴───────────────────────┴──────────────────────┴──
    0                       1                      2   hands
Game 3, to 100
   │                                               ┏━━ ━ Ann 127
   │                                               ┃
   │                                               ┃
100┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┃┄┄
   │                                               ┃
   │                                  ┏━━━━━━━━━━━━┛
   │                                  ┃
 50┤                                  ┃      ╭──────── ─ Bob 53
   │                                  ┃      │
   │                                  ┃      │
   │                     ╭────────────┃──────╯
   │                     │            ┃
  0┤━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
   └┴─────────────┴────────────┴─────────────┴────────
    0             2            4             6         hands
"#);
    }

    #[test]
    fn more_hands_than_columns_are_upright_strokes() {
        let numbers =
            BySide::new((0..400).map(|hand| hand / 4).collect(), (0..400).map(|hand| 90 * (hand % 2)).collect());
        insta::assert_snapshot!(flat(numbers).text(Look::plain(40)), @r#"
The race to 100
100┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┏━━ ━ Ann 99
   │ │╭┬╮╭┬╮╭┬╮│╭╮│╭╮│╭┬╮╭┏━┛── ─ Bob 90
   │ │││││││││││││││││││┏━┛││
   │ │││││││││││││││││┏━┛││││
   │ │││││││││││││││┏━┛││││││
   │ │││││││││││││┏━┛││││││││
 50┤ │││││││││││┏━┛││││││││││
   │ │││││││││┏━┛││││││││││││
   │ │││││││┏━┛││││││││││││││
   │ │││││┏━┛││││││││││││││││
   │ │││┏━┛││││││││││││││││││
   │ │┏━┛││││││││││││││││││││
  0┤━━┛│╰╯│╰╯│╰┴╯╰┴╯╰┴╯│╰╯│╰╯
   └┴────────────┴─────────────
    0           200             hands
"#);
    }

    proptest! {
        #[test]
        fn every_chart_fits_and_each_line_ends_at_its_number(
            ann in proptest::collection::vec(0_i64..3000, 1..120), columns in 40_usize..120
        ) {
            let bob: Vec<i64> = ann.iter().map(|points| points / 2).collect();
            let ends = [ann.last().copied().unwrap_or(0), bob.last().copied().unwrap_or(0)];
            let chart = flat(BySide::new(ann, bob));
            let text = chart.text(Look::plain(columns));
            prop_assert!(text.lines().all(|line| width(line) <= columns), "{}", text);
            prop_assert_eq!(text.lines().count(), ROWS + 3);
            for (name, end) in ["━ Ann", "─ Bob"].into_iter().zip(ends) {
                let label = format!("{name} {end}");
                prop_assert!(text.contains(&label), "{}", text);
            }
        }
    }
}
