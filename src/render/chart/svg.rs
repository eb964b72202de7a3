//! The geometry of a chart in SVG: every place is worked out here, the template only writes it down.

use std::fmt::Write;

use ginpad_core::side::{BySide, Side};
use ginpad_core::text::cut;

use super::race::RaceChart;
use super::scale::{Scale, spread, tenth, ticks};

/// A chart in SVG, in units of its view box.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::render) struct SvgChart {
    /// The size of the view box.
    pub size: Plane,
    /// Where the lines are drawn.
    pub frame: Frame,
    /// Numbers on the left, each with its height.
    pub levels: Vec<Tick>,
    /// Numbers below, each with its place.
    pub steps: Vec<Tick>,
    /// The height of the target.
    pub target: Option<Tick>,
    /// The lines.
    pub lines: Vec<SvgLine>,
}

/// The size of a view box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::render) struct Plane {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// The rectangle of the lines within the view box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::render) struct Frame {
    /// The left edge.
    pub left: f64,
    /// The right edge.
    pub right: f64,
    /// The upper edge.
    pub top: f64,
    /// The lower edge.
    pub bottom: f64,
}

/// A number beside an axis.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::render) struct Tick {
    /// Where it is.
    pub at: f64,
    /// What is written there.
    pub text: String,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::render) struct SvgLine {
    /// The side it belongs to.
    pub side: Side,
    /// Its corners, as `points` of a polyline.
    pub corners: String,
    /// Marks on it where the side scored, as the data of a path: round for the first side, square for the second.
    pub marks: String,
    /// Its name, beside its end.
    pub name: String,
    /// The number at its end.
    pub value: String,
    /// The height of its end.
    pub end: f64,
    /// The height of the label, which keeps clear of the other.
    pub label: f64,
}

/// A place on the view box.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    x: f64,
    y: f64,
}

/// The view box of a race.
const RACE: Plane = Plane { width: 420.0, height: 236.0 };
/// Where its lines are drawn: beside the numbers on the left, and the names on the right.
const FRAME: Frame = Frame { left: 40.0, right: 312.0, top: 20.0, bottom: 206.0 };
/// The most characters of a name beside a line.
const NAME: usize = 9;
/// How far apart two labels are at least.
const LABEL: f64 = 34.0;
/// The most hands whose scores are marked; more marks would run into each other.
const MOST_MARKED: usize = 45;

/// The chart of a race.
pub(in crate::render) fn race_svg(race: &RaceChart) -> SvgChart {
    let across = Scale { numbers: [race.from, race.to().max(race.from + 1)], places: [FRAME.left, FRAME.right] };
    let up = Scale { numbers: [0, race.highest()], places: [FRAME.bottom, FRAME.top] };
    let tick = |scale: Scale| move |number: i64| Tick { at: scale.place(number), text: number.to_string() };
    let ends = race.now().map(|points| up.place(points));
    let [one, two] = spread([ends[Side::First], ends[Side::Second]], LABEL, FRAME.top + 4.0, FRAME.bottom - 12.0);
    let labels = BySide::new(one, two);
    SvgChart {
        size: RACE,
        frame: FRAME,
        levels: ticks(0, race.highest(), 6).into_iter().map(tick(up)).collect(),
        steps: ticks(race.from, race.to(), 10).into_iter().map(tick(across)).collect(),
        target: Some(Tick { at: up.place(race.target), text: format!("target {}", race.target) }),
        lines: Side::BOTH.map(|side| line(race, side, across, up, labels[side])).into(),
    }
}

fn line(race: &RaceChart, side: Side, across: Scale, up: Scale, label: f64) -> SvgLine {
    let places: Vec<Place> = (race.from..)
        .zip(race.of(side))
        .map(|(hand, points)| Place { x: across.place(hand), y: up.place(points) })
        .collect();
    let scored = |pair: &[Place]| match pair {
        [before, after] if before.y > after.y => Some(mark(side, *after)),
        _ => None,
    };
    SvgLine {
        side,
        corners: corners(&places),
        marks: if places.len() <= MOST_MARKED { places.windows(2).filter_map(scored).collect() } else { String::new() },
        name: cut(&race.names[side], NAME),
        value: race.now()[side].to_string(),
        end: up.place(race.now()[side]),
        label,
    }
}

/// A mark, as the data of a path.
fn mark(side: Side, place: Place) -> String {
    let Place { x, y } = place;
    match side {
        Side::First => format!("M{} {y}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z", tenth(x - 3.6)),
        Side::Second => format!("M{} {}h6.4v6.4h-6.4z", tenth(x - 3.2), tenth(y - 3.2)),
    }
}

/// The corners of a line, without those in the middle of a straight stretch.
fn corners(places: &[Place]) -> String {
    let mut text = String::new();
    for (at, place) in places.iter().enumerate() {
        let level = |other: Option<&Place>| other.is_some_and(|other| (other.y - place.y).abs() < 1e-9);
        if level(at.checked_sub(1).and_then(|before| places.get(before))) && level(places.get(at + 1)) {
            continue;
        }
        let _ = write!(text, "{}{},{}", if text.is_empty() { "" } else { " " }, place.x, place.y);
    }
    text
}
