//! What the chart of a pair shows: the nets of all their games, added up, with the changes of the lead.

use ginpad_core::reports::{Ledger, LedgerEntry};
use ginpad_core::side::Side;
use ginpad_core::text::{count, cut, printable, sentence};

use super::scale::{Scale, tenth, ticks};
use super::svg::{Frame, Plane, Tick};
use super::terminal::{Axis, TerminalChart, TerminalLine, Weight};
use crate::render::Look;

/// The lifetime line of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::render) struct Lifetime {
    /// The names; above zero the first leads.
    pub names: [String; 2],
    /// The cumulative net before the first game, and after each.
    pub cumulative: Vec<i64>,
    /// The games that took the lead, as places in `cumulative`.
    pub changes: Vec<usize>,
    /// The first game of each year, as a place in `cumulative`, if games of several years are known.
    pub years: Vec<(usize, i32)>,
    /// The line in a sentence.
    pub summary: String,
}

impl Lifetime {
    /// The line of a ledger between these two. `None` if they have finished no game.
    pub(in crate::render) fn of(names: [&str; 2], ledger: &Ledger) -> Option<Lifetime> {
        if ledger.entries.is_empty() {
            return None;
        }
        let names = names.map(printable);
        let changes = (1..).zip(&ledger.entries).filter(|(_, entry)| entry.took_the_lead).map(|(at, _)| at).collect();
        let cumulative = std::iter::once(0).chain(ledger.entries.iter().map(|entry| entry.cumulative.0)).collect();
        let summary = summary(&names, ledger);
        Some(Lifetime { names, cumulative, changes, years: years(&ledger.entries), summary })
    }

    /// Who leads, if anybody does, and by how much.
    pub(in crate::render) fn lead(&self) -> (Option<Side>, i64) {
        let now = self.cumulative.last().copied().unwrap_or(0);
        (leader(now), now.abs())
    }

    fn range(&self) -> [i64; 2] {
        let low = self.cumulative.iter().copied().min().unwrap_or(0);
        let high = self.cumulative.iter().copied().max().unwrap_or(0);
        [low.min(0), high.max(0)]
    }

    fn games(&self) -> i64 {
        i64::try_from(self.cumulative.len()).unwrap_or(i64::MAX) - 1
    }
}

const fn leader(cumulative: i64) -> Option<Side> {
    match cumulative {
        0 => None,
        1.. => Some(Side::First),
        _ => Some(Side::Second),
    }
}

/// The first game of each year; none if all games are of one year.
fn years(entries: &[LedgerEntry]) -> Vec<(usize, i32)> {
    let mut years: Vec<(usize, i32)> = Vec::new();
    for (at, entry) in (1..).zip(entries) {
        let year = entry.game.started.map(|started| chrono::Datelike::year(&started));
        if let Some(year) = year.filter(|year| years.last().is_none_or(|(_, last)| last < year)) {
            years.push((at, year));
        }
    }
    if years.len() > 1 { years } else { Vec::new() }
}

fn summary(names: &[String; 2], ledger: &Ledger) -> String {
    let most = |side: Side| {
        let leads = ledger.entries.iter().filter(|entry| leader(entry.cumulative.0) == Some(side));
        leads.max_by_key(|entry| entry.cumulative.abs()).map(|entry| {
            format!(
                "{} led by {} at most, after game {}",
                names[side.index()],
                entry.cumulative.abs(),
                entry.game.number
            )
        })
    };
    let mut said: Vec<String> = Side::BOTH.into_iter().filter_map(most).collect();
    said.push(match ledger.lead_changes {
        0 => "the lead never changed hands".into(),
        1 => "the lead changed hands once".into(),
        2 => "the lead changed hands twice".into(),
        several => format!("the lead changed hands {}", count(several, "time")),
    });
    said.join("; ") + "."
}

/// The lifetime line as text, as wide as the look allows.
pub(crate) fn lifetime_chart(names: [&str; 2], ledger: &Ledger, look: Look) -> String {
    let Some(life) = Lifetime::of(names, ledger) else {
        return format!(
            "{} and {} have no finished game against each other\n",
            printable(names[0]),
            printable(names[1])
        );
    };
    let (leads, by) = life.lead();
    let chart = TerminalChart {
        heading: format!("Above 0 {} leads, below {}", life.names[0], life.names[1]),
        range: life.range(),
        level: 0,
        axis: Axis::Leads,
        steps: [0, life.games()],
        unit: "games",
        lines: vec![TerminalLine {
            weight: Weight::Heavy,
            name: leads.map_or_else(|| "level at".into(), |side| life.names[side.index()].clone()),
            value: by.to_string(),
            numbers: life.cumulative.clone(),
        }],
    };
    let summary = sentence(&life.summary, look.columns());
    format!("{}{summary}\n", chart.text(look))
}

/// The lifetime line in SVG, in units of its view box.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::render) struct LifetimeSvg {
    /// The size of the view box.
    pub size: Plane,
    /// Where the line is drawn.
    pub frame: Frame,
    /// Numbers on the left, each with its height.
    pub levels: Vec<Tick>,
    /// Numbers or years below, each with its place.
    pub steps: Vec<Tick>,
    /// What the numbers below are, unless they are years.
    pub unit: &'static str,
    /// The height of zero.
    pub zero: f64,
    /// The line, as `points` of a polyline.
    pub line: String,
    /// The area of each side's lead, as the data of a path.
    pub areas: [String; 2],
    /// The places of the lead changes.
    pub changes: Vec<f64>,
    /// Who leads, and the height of that label.
    pub label: Tick,
    /// By how much.
    pub value: String,
    /// Who leads above zero and below it; nobody if the line never is there.
    pub sides: [String; 2],
}

/// The shape of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Shape {
    /// For wide windows and for paper.
    Wide,
    /// For telephones.
    Narrow,
}

impl Shape {
    /// The view box, and where the line is drawn: beside the numbers on the left, and the name on the right.
    const fn planes(self) -> (Plane, Frame) {
        match self {
            Shape::Wide => {
                (Plane { width: 860.0, height: 290.0 }, Frame { left: 56.0, right: 742.0, top: 24.0, bottom: 256.0 })
            }
            Shape::Narrow => {
                (Plane { width: 420.0, height: 290.0 }, Frame { left: 52.0, right: 304.0, top: 24.0, bottom: 252.0 })
            }
        }
    }
}

/// The most places of a line: more games than this are drawn as their highest and lowest points.
const PLACES: usize = 700;

/// The lifetime line.
pub(in crate::render) fn lifetime_svg(life: &Lifetime, shape: Shape) -> LifetimeSvg {
    let (size, frame) = shape.planes();
    let across = Scale { numbers: [0, life.games().max(1)], places: [frame.left, frame.right] };
    let [low, high] = life.range();
    // Below the lowest point there is room for the words that say who leads there.
    let bottom = if low < 0 { frame.bottom - 20.0 } else { frame.bottom };
    let up = Scale { numbers: [low, high.max(low + 1)], places: [bottom, frame.top] };
    let zero = up.place(0);
    let at = |place: usize| across.place(i64::try_from(place).unwrap_or(i64::MAX));
    let places: Vec<[f64; 2]> =
        thinned(&life.cumulative).into_iter().map(|place| [at(place), up.place(life.cumulative[place])]).collect();
    let (leads, by) = life.lead();
    let now = up.place(life.cumulative.last().copied().unwrap_or(0));
    let level = |number: i64| Tick { at: up.place(number), text: number.abs().to_string() };
    LifetimeSvg {
        size,
        frame,
        levels: ticks(low, high, 7).into_iter().map(level).collect(),
        steps: steps(life, across),
        unit: if life.years.is_empty() { "games" } else { "" },
        zero,
        line: places.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" "),
        areas: Side::BOTH.map(|side| area(&places, zero, side)),
        changes: if life.changes.len() <= 60 {
            life.changes.iter().map(|place| at(*place)).collect()
        } else {
            Vec::new()
        },
        label: Tick {
            at: now.clamp(frame.top + 4.0, bottom - 16.0),
            text: leads.map_or_else(|| "level".into(), |side| cut(&life.names[side.index()], 9)),
        },
        value: if by == 0 { String::new() } else { by.to_string() },
        sides: [
            if high > 0 { format!("{} leads", cut(&life.names[0], 20)) } else { String::new() },
            if low < 0 { format!("{} leads", cut(&life.names[1], 20)) } else { String::new() },
        ],
    }
}

/// The years below the line, or the number of games. Not more than fit.
fn steps(life: &Lifetime, across: Scale) -> Vec<Tick> {
    if life.years.is_empty() {
        let tick = |games: i64| Tick { at: across.place(games), text: games.to_string() };
        return ticks(0, life.games(), 10).into_iter().map(tick).collect();
    }
    let mut steps: Vec<Tick> = Vec::new();
    for (place, year) in &life.years {
        let at = across.place(i64::try_from(*place).unwrap_or(i64::MAX));
        if steps.last().is_none_or(|last| at - last.at >= 48.0) {
            steps.push(Tick { at, text: year.to_string() });
        }
    }
    steps
}

/// The places of a line that are drawn: all, or of every stretch its ends, its highest and its lowest.
fn thinned(numbers: &[i64]) -> Vec<usize> {
    if numbers.len() <= PLACES {
        return (0..numbers.len()).collect();
    }
    let stretch = numbers.len().div_ceil(PLACES / 4);
    let mut kept = Vec::new();
    for from in (0..numbers.len()).step_by(stretch) {
        let to = (from + stretch).min(numbers.len());
        let highest = (from..to).max_by_key(|place| numbers[*place]);
        let lowest = (from..to).min_by_key(|place| numbers[*place]);
        kept.extend([Some(from), highest, lowest, Some(to - 1)].into_iter().flatten());
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// The area between the line and zero on one side's part of the plane, as the data of a path.
fn area(places: &[[f64; 2]], zero: f64, side: Side) -> String {
    let own = |y: f64| match side {
        Side::First => y < zero,
        Side::Second => y > zero,
    };
    let mut data = String::new();
    let mut last: Option<[f64; 2]> = None;
    for [x, y] in places {
        if let Some([before, height]) = last
            && own(height) != own(*y)
        {
            let crossing = tenth(before + (x - before) * (zero - height) / (y - height));
            data += &format!("{}{crossing} {zero}{}", if own(*y) { "M" } else { "L" }, if own(*y) { "" } else { "z" });
        }
        if own(*y) {
            data += &format!("L{x} {y}");
        }
        last = Some([*x, *y]);
    }
    if let Some([x, y]) = last
        && own(y)
    {
        data += &format!("L{x} {zero}z");
    }
    data
}
