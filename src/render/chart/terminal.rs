//! Charts in a terminal: lines of box characters on a plane of cells. No colour is needed; the two sides differ in the
//! weight of their lines, and each line is labelled at its end.

use ginpad_core::side::Side;
use ginpad_core::text::{align_right, cut, width};

use super::scale::ticks;
use super::{Chart, ChartLine};
use crate::render::Look;

/// How many rows the lines take: odd, so that a level can be in the middle.
const ROWS: usize = 13;
/// The most room for a name.
const NAME: usize = 16;
/// The least room for the lines.
const LEAST: usize = 12;

impl ChartLine {
    /// Whether it is light, which tells the second side's line from the first's.
    fn is_light(&self) -> bool {
        self.side == Some(Side::Second)
    }

    /// A level stretch, and an upright one.
    fn straight(&self) -> [char; 2] {
        if self.is_light() { ['─', '│'] } else { ['━', '┃'] }
    }

    /// Where an upright stroke meets the line on its left and on its right, on the left only, and on the right only: at
    /// its upper end, within it, and at its lower end.
    fn joints(&self) -> [[char; 3]; 3] {
        match self.is_light() {
            true => [['┬', '┼', '┴'], ['╮', '┤', '╯'], ['╭', '├', '╰']],
            false => [['┳', '╋', '┻'], ['┓', '┫', '┛'], ['┏', '┣', '┗']],
        }
    }
}

/// The chart, as wide as the look allows.
pub(super) fn drawn(chart: &Chart, look: Look) -> String {
    let columns = look.line_columns();
    let numbers = chart.numbers();
    let axis = numbers.iter().flatten().map(|number| width(number)).max().unwrap_or(1);
    let labels = chart.labels(columns.saturating_sub(axis + 2 + LEAST));
    let beside = labels.iter().flatten().map(|label| width(label)).max().unwrap_or(0);
    let room = columns.saturating_sub(axis + 2 + beside).max(LEAST);
    let mut lines = vec![cut(&chart.heading, columns)];
    for (row, cells) in chart.plane(room).iter().enumerate() {
        let number = numbers[row].clone().unwrap_or_default();
        let edge = if numbers[row].is_some() { '┤' } else { '│' };
        let label = labels[row].clone().unwrap_or_default();
        lines.push(format!("{}{edge}{} {label}", align_right(&number, axis), cells.iter().collect::<String>()));
    }
    let [rule, steps] = chart.below(room);
    lines.push(format!("{}└{rule}", " ".repeat(axis)));
    lines.push(format!("{} {steps} {}", " ".repeat(axis), cut(chart.unit, columns.saturating_sub(axis + 2 + room))));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

impl Chart {
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
    fn numbers(&self) -> Vec<Option<String>> {
        let mut rows = vec![None; ROWS];
        let level = self.row(self.level);
        for number in ticks(self.range[0], self.range[1], 5) {
            let row = self.row(number);
            if row.abs_diff(level) > 1 {
                rows[row] = Some(self.written(number));
            }
        }
        rows[level] = Some(self.written(self.level));
        rows
    }

    /// The labels at the ends of the lines, each in a row of its own and in so much room.
    fn labels(&self, most: usize) -> Vec<Option<String>> {
        let mut rows = vec![None; ROWS];
        for line in &self.lines {
            let room = most.saturating_sub(width(&line.value) + 3).min(NAME);
            let label = format!("{} {} {}", line.straight()[0], cut(&line.name, room), line.value);
            let wanted = self.row(line.numbers.last().copied().unwrap_or(0));
            let free = (0..ROWS).filter(|row| rows[*row].is_none()).min_by_key(|row| row.abs_diff(wanted));
            if let Some(row) = free {
                rows[row] = Some(label);
            }
        }
        rows
    }

    /// The plane with every line on it.
    fn plane(&self, room: usize) -> Vec<Vec<char>> {
        let mut plane = vec![vec![' '; room]; ROWS];
        plane[self.row(self.level)].fill('┄');
        for line in self.lines.iter().rev() {
            self.draw(line, &mut plane, room);
        }
        plane
    }

    /// Draws a line from left to right. A step that takes several columns is level and then rises or falls; several
    /// steps in one column are an upright stroke, in which the line comes in and goes out.
    fn draw(&self, line: &ChartLine, plane: &mut [Vec<char>], room: usize) {
        let [level, upright] = line.straight();
        let [both, left, right] = line.joints();
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
    fn below(&self, room: usize) -> [String; 2] {
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
        [rule, cells].map(|chars| chars.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::render::chart::races;
    use crate::render::samples::{HOLLY, SINGLE, scored};

    fn of(text: &str, columns: usize) -> String {
        races(&scored(text)).iter().map(|race| drawn(race, Look::plain(columns))).collect()
    }

    /// The race of two sides with these numbers.
    fn flat(ann: Vec<i64>, bob: Vec<i64>) -> Chart {
        let steps = i64::try_from(ann.len()).unwrap() - 1;
        let highest = ann.iter().chain(&bob).copied().max().unwrap_or(0).max(100);
        let line = |side, name: &str, numbers: Vec<i64>| ChartLine {
            side: Some(side),
            name: name.into(),
            value: numbers.last().copied().unwrap_or(0).to_string(),
            numbers,
            marks: Vec::new(),
        };
        Chart {
            heading: "The race to 100".into(),
            range: [0, highest],
            level: 100,
            steps: [0, steps],
            unit: "hands",
            lines: vec![line(Side::First, "Ann", ann), line(Side::Second, "Bob", bob)],
            ..Chart::default()
        }
    }

    #[test]
    fn a_race_at_40_columns() {
        insta::assert_snapshot!(of(SINGLE, 40), @r#"
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
        insta::assert_snapshot!(of(HOLLY, 64), @r#"
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
        let chart = flat((0..400).map(|hand| hand / 4).collect(), (0..400).map(|hand| 90 * (hand % 2)).collect());
        insta::assert_snapshot!(drawn(&chart, Look::plain(40)), @r#"
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
            let chart = flat(ann, bob);
            let text = drawn(&chart, Look::plain(columns));
            prop_assert!(text.lines().all(|line| width(line) <= columns), "{}", text);
            prop_assert_eq!(text.lines().count(), ROWS + 3);
            for (name, end) in ["━ Ann", "─ Bob"].into_iter().zip(ends) {
                let label = format!("{name} {end}");
                prop_assert!(text.contains(&label), "{}", text);
            }
        }
    }
}
