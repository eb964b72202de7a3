//! Charts in a terminal: lines of box characters on a grid of cells. They need no colour: the sides differ in the
//! weight of their lines, and each line has a label at its end.

use ginpad_core::side::Side;
use ginpad_core::text::{align_right, cut, width};

use super::{Chart, ChartLine, ROWS, ticks};
use crate::render::Canvas;

/// The most columns for a name.
const NAME: usize = 16;
/// The fewest columns for the lines.
const LEAST: usize = 12;

/// The directions in which strokes leave a cell. Their sum is the index of the character in [`LINES`].
const LEFT: usize = 1;
const RIGHT: usize = 2;
const UP: usize = 4;
const DOWN: usize = 8;
/// The characters of each side's lines: heavy, light, double, then broken ones.
const LINES: [&str; Side::MOST] = [
    " ╸╺━╹┛┗┻╻┓┏┳┃┫┣╋",
    " ╴╶─╵╯╰┴╷╮╭┬│┤├┼",
    " ═══║╝╚╩║╗╔╦║╣╠╬",
    " ╍╍╍╏┛┗┻╏┓┏┳╏┫┣╋",
    " ╌╌╌╎╯╰┴╎╮╭┬╎┤├┼",
    " ┅┅┅┇┛┗┻┇┓┏┳┇┫┣╋",
];

impl ChartLine {
    /// The character for these strokes.
    fn stroke(&self, strokes: usize) -> char {
        LINES[self.side.unwrap_or(Side::First).index()].chars().nth(strokes).unwrap_or(' ')
    }
}

impl Chart {
    /// The chart, as wide as the canvas allows.
    pub(super) fn drawn(&self, canvas: Canvas) -> String {
        let columns = canvas.line_columns();
        let mut numbers = vec![None; ROWS];
        for number in self.numbers() {
            numbers[self.row(number)] = Some(self.written(number));
        }
        let axis = numbers.iter().flatten().map(|number| width(number)).max().unwrap_or(1);
        let most = columns.saturating_sub(axis + 2 + LEAST);
        let mut labels = vec![String::new(); ROWS];
        for (line, row) in self.lines.iter().zip(self.labels()) {
            let name = cut(&line.name, most.saturating_sub(width(&line.value) + 3).min(NAME));
            labels[row] = format!("{} {name} {}", line.stroke(LEFT + RIGHT), line.value);
        }
        let beside = labels.iter().map(|label| width(label)).max().unwrap_or(0);
        let room = columns.saturating_sub(axis + 2 + beside).max(LEAST);
        let mut plane = vec![vec![' '; room]; ROWS];
        plane[self.row(self.level)].fill('┄');
        self.lines.iter().rev().for_each(|line| self.draw(line, &mut plane));
        let mut lines = vec![cut(&self.heading, columns)];
        for ((cells, number), label) in plane.iter().zip(numbers).zip(labels) {
            let edge = if number.is_some() { '┤' } else { '│' };
            let number = align_right(&number.unwrap_or_default(), axis);
            lines.push(format!("{number}{edge}{} {label}", cells.iter().collect::<String>()));
        }
        let [rule, steps] = self.below(room);
        lines.push(format!("{}└{rule}", " ".repeat(axis)));
        lines.push(format!("{} {steps} {}", " ".repeat(axis), cut(self.unit, columns.saturating_sub(axis + 2 + room))));
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Draws a line from left to right. A step over several columns runs level and then rises or falls; several steps
    /// in one column become an upright stroke, which the line enters and leaves.
    fn draw(&self, line: &ChartLine, plane: &mut [Vec<char>]) {
        let room = plane[0].len();
        let numbers = line.numbers.iter().enumerate();
        let mut steps = numbers.map(|(step, number)| (self.place(step, room), self.row(*number))).peekable();
        let mut before: Option<usize> = None;
        for column in 0..room {
            let reached = std::iter::from_fn(|| steps.next_if(|(place, _)| *place <= column));
            let rows: Vec<usize> = before.into_iter().chain(reached.map(|(_, row)| row)).collect();
            let (Some(from), Some(to)) = (rows.first().copied(), rows.last().copied()) else { continue };
            let (top, bottom) = rows.iter().fold((from, from), |(top, bottom), row| (top.min(*row), bottom.max(*row)));
            for (row, cells) in plane.iter_mut().enumerate().take(bottom + 1).skip(top) {
                let strokes = [(LEFT, row == from), (RIGHT, row == to), (UP, row > top), (DOWN, row < bottom)];
                let strokes = strokes.into_iter().filter(|(_, leaves)| *leaves).map(|(stroke, _)| stroke);
                cells[column] = line.stroke(strokes.sum());
            }
            before = Some(to);
        }
    }

    /// The column of a step, counted from 0. Two columns remain after the last step, for its line.
    fn place(&self, step: usize, room: usize) -> usize {
        let [from, to] = self.steps;
        let steps = usize::try_from(to - from).unwrap_or(0).max(1);
        (step * room.saturating_sub(3)).div_ceil(steps)
    }

    /// The axis below the chart, and the numbers of the steps.
    fn below(&self, room: usize) -> [String; 2] {
        let from = self.steps[0];
        let mut cells = vec![' '; room];
        let mut rule = vec!['─'; room];
        for step in ticks(self.steps, i64::try_from(room / 8).unwrap_or(i64::MAX).max(2)) {
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
        races(&scored(text)).iter().map(|race| race.drawn(Canvas::plain(columns))).collect()
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
1st, to 100
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
2nd, to 100
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
3rd, to 100
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
        insta::assert_snapshot!(chart.drawn(Canvas::plain(40)), @"
        The race to 100
        100┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┏━━ ━ Ann 99
           │ ╷╭┬╮╭┬╮╭┬╮╷╭╮╷╭╮╷╭┬╮╭┏━┛── ─ Bob 90
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
          0┤━━┛╵╰╯╵╰╯╵╰┴╯╰┴╯╰┴╯╵╰╯╵╰╯
           └┴────────────┴─────────────
            0           200             hands
        ");
    }

    proptest! {
        #[test]
        fn every_chart_fits_and_each_line_ends_at_its_number(
            ann in proptest::collection::vec(0_i64..3000, 1..120), columns in 40_usize..120
        ) {
            let bob: Vec<i64> = ann.iter().map(|points| points / 2).collect();
            let ends = [ann.last().copied().unwrap_or(0), bob.last().copied().unwrap_or(0)];
            let chart = flat(ann, bob);
            let text = chart.drawn(Canvas::plain(columns));
            prop_assert!(text.lines().all(|line| width(line) <= columns), "{}", text);
            prop_assert_eq!(text.lines().count(), ROWS + 3);
            for (name, end) in ["━ Ann", "─ Bob"].into_iter().zip(ends) {
                let label = format!("{name} {end}");
                prop_assert!(text.contains(&label), "{}", text);
            }
        }
    }
}
