//! A chart on a page: lines in SVG that fill whatever room there is, and the words beside them in HTML.

use askama::Template;
use ginpad_core::text::cut;

use super::{Chart, ChartLine, ROWS, ticks};
use crate::render::styles::class;

/// The most characters of a name beside a line.
const NAME: usize = 9;

/// A chart, whose places are in percent of its width from the left and of its height from the top.
#[derive(Template)]
#[template(path = "chart.html")]
struct ChartOnPage<'a> {
    chart: &'a Chart,
    /// Numbers on the left, each with its height.
    numbers: Vec<(f64, String)>,
    /// Numbers below, each with its place.
    steps: Vec<(f64, String)>,
    /// The lines, each with the height of its label.
    lines: Vec<(&'a ChartLine, f64)>,
}

/// The numbers of the steps below the lines.
fn steps(chart: &Chart) -> Vec<(f64, String)> {
    let place = |step: i64| chart.across(usize::try_from(step - chart.steps[0]).unwrap_or(0));
    ticks(chart.steps, 7).into_iter().map(|step| (place(step), step.to_string())).collect()
}

impl Chart {
    /// The chart as HTML.
    pub(super) fn on_page(&self) -> Option<String> {
        let rows = self.labels().into_iter().map(|row| percent(row as f64, (ROWS - 1) as f64));
        let page = ChartOnPage {
            chart: self,
            numbers: self.numbers().into_iter().map(|number| (self.down(number), self.written(number))).collect(),
            steps: steps(self),
            lines: self.lines.iter().zip(rows).collect(),
        };
        page.render().ok()
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
        (0..line.numbers.len()).map(|step| self.corner(line, step)).collect::<Vec<_>>().join(" ")
    }

    /// The marks on a line as the data of a path.
    fn marks(&self, line: &ChartLine) -> String {
        line.marks.iter().map(|step| format!("M{}h0", self.corner(line, *step))).collect()
    }
}

/// A part of a whole in percent, to a tenth, which is finer than any screen.
fn percent(part: f64, whole: f64) -> f64 {
    (part / whole.max(1.0) * 1000.0).round() / 10.0
}
