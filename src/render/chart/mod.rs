//! Charts: the race of a game and the lifetime line of a pair.
//!
//! What is drawn is the same in SVG and in the terminal; the two differ in how fine their plane is.

mod lifetime;
mod race;
mod scale;
mod svg;
mod terminal;

use ginpad_core::side::Side;
use ginpad_core::text::sentence;

use super::Look;
use crate::answer::Draw;

pub(crate) use lifetime::lifetime;
pub(crate) use race::Races;
pub(super) use race::races;

/// A chart: lines of numbers, step by step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chart {
    /// The heading above it in a terminal.
    pub heading: String,
    /// What it is, for readers who do not see it.
    pub title: String,
    /// Its label beside others on a page.
    pub label: Option<String>,
    /// All of it in a sentence or two.
    pub summary: String,
    /// The lowest and the highest number.
    pub range: [i64; 2],
    /// A number with a line across the chart: a target, or zero.
    pub level: i64,
    /// The words on that line.
    pub level_words: String,
    /// Whether the numbers are leads, of one side above zero and of the other below: then who leads there.
    pub leads: Option<[String; 2]>,
    /// The number of the first and of the last step.
    pub steps: [i64; 2],
    /// What a step is: `hands`.
    pub unit: &'static str,
    /// The first step of each year, counted from the first, if that is written below in place of numbers.
    pub years: Vec<(usize, i32)>,
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
        if self.leads.is_some() { number.abs().to_string() } else { number.to_string() }
    }
}

impl Draw for Chart {
    fn text(&self, look: Look) -> String {
        format!("{}{}\n", terminal::drawn(self, look), sentence(&self.summary, look.line_columns()))
    }

    fn html(&self) -> Option<String> {
        svg::html(self)
    }
}
