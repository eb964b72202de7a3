//! Charts: the race of a game and the lifetime line of a pair.
//!
//! A terminal and a page draw the same lines, with the same numbers and labels beside the same rows.

use crate::answer::Draw;
use crate::render::Canvas;
use ginpad_core::side::Side;
use ginpad_core::text::sentence;

mod page;
mod race;
mod terminal;

pub(super) use race::races;
pub(crate) use race::{Races, lifetime};

/// How many rows the lines take: odd, so that a level can be in the middle.
const ROWS: usize = 13;

/// A chart: lines of numbers, step by step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chart {
    /// Its heading.
    pub heading: String,
    /// All of it in a sentence or two.
    pub summary: String,
    /// The lowest and the highest number.
    pub range: [i64; 2],
    /// A number with a line across the chart: a target, or zero.
    pub level: i64,
    /// The words on that line.
    pub level_words: String,
    /// Whether the numbers are leads, of one side above zero and of the other below.
    pub has_leads: bool,
    /// The number of the first and of the last step.
    pub steps: [i64; 2],
    /// What a step is: `hands`.
    pub unit: &'static str,
    /// The lines. Where they meet, the first is seen.
    pub lines: Vec<ChartLine>,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChartLine {
    /// The side it belongs to, if it is not about both.
    pub side: Option<Side>,
    /// Its name, at its end.
    pub name: String,
    /// What is written behind the name.
    pub value: String,
    /// Its numbers, one for each step.
    pub numbers: Vec<i64>,
    /// The steps that are marked on it, counted from the first.
    pub marks: Vec<usize>,
}

impl Chart {
    /// How a number is written: a lead of either side without its sign.
    fn written(&self, number: i64) -> String {
        if self.has_leads { number.abs().to_string() } else { number.to_string() }
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

    /// The numbers beside the lines: the level, and round numbers of which none is in the row above or below it.
    fn numbers(&self) -> Vec<i64> {
        let level = self.row(self.level);
        let round = ticks(self.range, 5).into_iter().filter(|number| self.row(*number).abs_diff(level) > 1);
        round.chain([self.level]).collect()
    }

    /// The row of each line's label: the free one that is nearest to its end.
    fn labels(&self) -> Vec<usize> {
        let mut taken: Vec<usize> = Vec::new();
        for line in &self.lines {
            let wanted = self.row(line.numbers.last().copied().unwrap_or(0));
            let free = (0..ROWS).filter(|row| !taken.contains(row)).min_by_key(|row| row.abs_diff(wanted));
            taken.extend(free);
        }
        taken
    }
}

/// Round numbers, both ends within: multiples of 1, 2 or 5 times a power of ten, at most `most` of them.
fn ticks([low, high]: [i64; 2], most: i64) -> Vec<i64> {
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|step| power.saturating_mul(step)));
    let fits = |step: &i64| high.div_euclid(*step) - (low - 1).div_euclid(*step) <= most;
    let step = steps.find(fits).unwrap_or(i64::MAX);
    ((low - 1).div_euclid(step) + 1..=high.div_euclid(step)).map(|times| times * step).collect()
}

impl Draw for Chart {
    fn text(&self, canvas: Canvas) -> String {
        format!("{}{}\n", self.drawn(canvas), sentence(&self.summary, canvas.line_columns()))
    }

    fn html(&self) -> Option<String> {
        self.on_page()
    }
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
