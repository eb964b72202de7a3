//! A chart in SVG: every place is worked out here, the template only writes it down.

use askama::Template;
use ginpad_core::side::Side;
use ginpad_core::text::cut;

use super::scale::{Scale, spread, tenth, ticks};
use super::{Chart, ChartLine};

#[derive(Template)]
#[template(path = "chart.html")]
struct ChartOnPage<'a> {
    chart: &'a Chart,
    pictures: Vec<Picture>,
}

/// A chart, in units of its view box.
struct Picture {
    /// Its class, if windows show different pictures.
    class: &'static str,
    frame: Frame,
    /// Numbers on the left, each with its height.
    levels: Vec<(f64, String)>,
    /// Numbers or years below, each with its place.
    steps: Vec<(f64, String)>,
    /// The height of the line across.
    level: f64,
    lines: Vec<Line>,
}

/// The rectangle of the lines within the view box, which begins at 0.
#[derive(Debug, Clone, Copy)]
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    width: f64,
    height: f64,
}

struct Line {
    /// Its class.
    class: &'static str,
    /// Its corners, as `points` of a polyline.
    corners: String,
    /// The marks on it, as the data of a path: round for the first side, square for the second.
    marks: String,
    /// Its name, beside its end.
    name: String,
    value: String,
    /// The height of its label, which keeps clear of another.
    label: f64,
}

const RACE: Frame = Frame { left: 40.0, right: 312.0, top: 20.0, bottom: 206.0, width: 420.0, height: 236.0 };
/// A lifetime is long: in a wide window and on paper its picture is wider than on a telephone.
const LIFE: Frame = Frame { left: 56.0, right: 742.0, top: 24.0, bottom: 256.0, width: 860.0, height: 290.0 };
const NARROW: Frame = Frame { left: 52.0, right: 304.0, top: 24.0, bottom: 252.0, width: 420.0, height: 290.0 };
/// The most characters of a name beside a line, and of one that leads.
const NAME: usize = 9;
const LEADS: usize = 20;
/// How far apart two labels are at least.
const LABEL: f64 = 34.0;
/// How far apart two years are at least.
const YEAR: f64 = 48.0;
/// The most marks of a line; more would run into each other.
const MOST_MARKED: usize = 60;

/// The chart as HTML.
pub(super) fn html(chart: &Chart) -> Option<String> {
    let frames = match chart.leads {
        Some(_) => vec![("wide", LIFE), ("narrow", NARROW)],
        None => vec![("", RACE)],
    };
    let pictures = frames.into_iter().map(|(class, frame)| picture(chart, class, frame)).collect();
    ChartOnPage { chart, pictures }.render().ok()
}

/// The places of numbers on a picture.
struct Plane {
    across: Scale,
    up: Scale,
}

impl Plane {
    fn place(&self, step: usize, number: i64) -> [f64; 2] {
        let [from, _] = self.across.numbers;
        [self.across.place(from + i64::try_from(step).unwrap_or(i64::MAX)), self.up.place(number)]
    }
}

fn picture(chart: &Chart, class: &'static str, frame: Frame) -> Picture {
    let ([from, to], [low, high]) = (chart.steps, chart.range);
    // Below the lowest point there is room for the words that say who leads there.
    let bottom = if low < 0 { frame.bottom - 20.0 } else { frame.bottom };
    let plane = Plane {
        across: Scale { numbers: [from, to.max(from + 1)], places: [frame.left, frame.right] },
        up: Scale { numbers: [low, high.max(low + 1)], places: [bottom, frame.top] },
    };
    let ends: Vec<f64> =
        chart.lines.iter().map(|line| plane.up.place(line.numbers.last().copied().unwrap_or(0))).collect();
    let clear = |one: f64, two: f64| spread([one, two], LABEL, frame.top + 4.0, bottom - 12.0);
    let labels = match ends.as_slice() {
        [one, two, ..] => clear(*one, *two),
        one => [one.first().copied().unwrap_or(0.0).clamp(frame.top + 4.0, bottom - 16.0); 2],
    };
    Picture {
        class,
        frame,
        levels: ticks(low, high, 6).into_iter().map(|number| (plane.up.place(number), chart.written(number))).collect(),
        steps: steps(chart, &plane),
        level: plane.up.place(chart.level),
        lines: chart.lines.iter().zip(labels).map(|(own, label)| line(own, &plane, label)).collect(),
    }
}

/// The years below the lines, or the numbers of the steps. Not more than fit.
fn steps(chart: &Chart, plane: &Plane) -> Vec<(f64, String)> {
    let [from, to] = chart.steps;
    if chart.years.is_empty() {
        return ticks(from, to, 10).into_iter().map(|step| (plane.across.place(step), step.to_string())).collect();
    }
    let mut steps: Vec<(f64, String)> = Vec::new();
    for (step, year) in &chart.years {
        let [at, _] = plane.place(*step, 0);
        if steps.last().is_none_or(|(last, _)| at - last >= YEAR) {
            steps.push((at, year.to_string()));
        }
    }
    steps
}

fn line(line: &ChartLine, plane: &Plane, label: f64) -> Line {
    let corner = |(step, number): (usize, &i64)| {
        let [x, y] = plane.place(step, *number);
        format!("{x},{y}")
    };
    let corners: Vec<String> = line.numbers.iter().enumerate().map(corner).collect();
    let marks = if line.marks.len() > MOST_MARKED { &[] } else { line.marks.as_slice() };
    Line {
        class: line.side.map_or("", crate::render::page::class),
        corners: corners.join(" "),
        marks: marks.iter().map(|step| mark(line.side, plane.place(*step, line.numbers[*step]))).collect(),
        name: cut(&line.name, NAME),
        value: line.value.clone(),
        label,
    }
}

/// A mark, as the data of a path.
fn mark(side: Option<Side>, [x, y]: [f64; 2]) -> String {
    match side {
        Some(Side::First) => format!("M{} {y}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z", tenth(x - 3.6)),
        Some(Side::Second) => format!("M{} {}h6.4v6.4h-6.4z", tenth(x - 3.2), tenth(y - 3.2)),
        None => format!("M{x} {y}m-4 0l4 -4l4 4l-4 4z"),
    }
}
