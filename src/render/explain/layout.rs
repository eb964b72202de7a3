//! An explanation laid out for people: words, their knobs, and numbers in columns.

use super::steps::{Explanation, Headings, Section, Step};
use crate::render::Look;
use crate::render::layout::{bold, side_headings};
use ginpad_core::game::ScoredGame;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{align_left, align_right, fill, hang, width, wrap};

/// The widest column of words. Longer lines are hard to follow to their numbers.
const WORDS: usize = 56;
/// If numbers leave the words less room than this, they go below the words instead of beside them.
const LEAST: usize = 22;
/// If knobs leave the words less room than this, they go below the words instead of beside them.
const BESIDE: usize = 30;
/// The widest column of knobs.
const KNOB: usize = 34;
/// The widest name over a column of numbers.
const HEAD: usize = 12;
/// The narrowest one. A shorter name says too little.
const SHORTEST_HEAD: usize = 4;
/// The indent of a step, and of its further lines.
const INDENT: usize = 2;
/// The space before a knob and before a number.
const GAP: usize = 2;

/// Where the words, knobs and numbers of an explanation go, and how wide they are.
struct StepLayout {
    room: usize,
    words: usize,
    /// The width of the knobs beside the words; 0 if they are below.
    knob: usize,
    numbers: NumberColumns,
    place: NumberPlace,
}

/// The columns of numbers.
struct NumberColumns {
    /// How many there are.
    columns: usize,
    /// How wide each is.
    each: usize,
    /// The headings over them.
    headings: Option<BySide<Vec<String>>>,
}

/// Where the numbers of a step go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberPlace {
    /// On its first line.
    Beside,
    /// On its last line if they fit there, else on a line of their own.
    Below,
}

/// The explanation as text.
pub(super) fn text(explanation: &Explanation<'_>, look: Look) -> String {
    let Explanation { game, title, sections, .. } = explanation;
    let layout = StepLayout::of(game, sections, look.columns());
    let mut text = String::new();
    for line in fill("", std::slice::from_ref(title), look.columns(), INDENT) {
        text.push_str(&format!("{}\n", bold(&line, look.colour)));
    }
    for section in sections {
        text.push('\n');
        let steps = section.steps.iter().flat_map(|step| layout.step(step));
        for line in layout.title(section).into_iter().chain(steps) {
            text.push_str(&format!("{}\n", line.trim_end()));
        }
    }
    text
}

impl NumberColumns {
    /// Columns wide enough for their numbers, under names of at most `head` columns.
    fn of(game: &ScoredGame, sections: &[Section], head: usize) -> NumberColumns {
        let points = || sections.iter().flat_map(|section| &section.steps).map(|step| &step.points);
        let digits = points().flatten().map(|points| width(&points.to_string())).max().unwrap_or(0);
        let headed = sections.iter().any(|section| section.headings == Headings::Sides);
        let headings = headed.then(|| side_headings(game, head.max(digits)));
        let widest = headings.iter().flat_map(BySide::iter).flatten().map(|line| width(line)).max().unwrap_or(0);
        NumberColumns { columns: points().map(Vec::len).max().unwrap_or(0), each: digits.max(widest), headings }
    }

    fn room(&self) -> usize {
        self.columns * (GAP + self.each)
    }
}

impl StepLayout {
    fn of(game: &ScoredGame, sections: &[Section], room: usize) -> StepLayout {
        let steps = || sections.iter().flat_map(|section| &section.steps);
        let knob = steps().flat_map(|step| &step.knobs).map(|knob| width(knob)).max().unwrap_or(0).min(KNOB);
        let words = steps().map(|step| width(&step.what)).max().unwrap_or(0).min(WORDS);
        let least = least(sections).min(room.saturating_sub(INDENT));
        let numbers = NumberColumns::of(game, sections, HEAD);
        let beside = GAP + knob + numbers.room();
        if room >= INDENT + BESIDE.max(least) + beside {
            let words = words.min(room - INDENT - if knob == 0 { numbers.room() } else { beside });
            return StepLayout { room, words, knob, numbers, place: NumberPlace::Beside };
        }
        let under = |numbers: NumberColumns, place: NumberPlace| {
            let taken = if place == NumberPlace::Beside { numbers.room() } else { 0 };
            StepLayout { room, words: words.min(room.saturating_sub(INDENT + taken)), knob: 0, numbers, place }
        };
        if room >= INDENT + least + numbers.room() {
            return under(numbers, NumberPlace::Beside);
        }
        // Names become shorter before numbers move below the words.
        let head = (room.saturating_sub(INDENT + least) / numbers.columns.max(1)).saturating_sub(GAP);
        let shorter = NumberColumns::of(game, sections, head);
        if head >= SHORTEST_HEAD && room >= INDENT + least + shorter.room() {
            return under(shorter, NumberPlace::Beside);
        }
        under(numbers, NumberPlace::Below)
    }

    fn before_numbers(&self) -> usize {
        match self.place {
            NumberPlace::Beside => INDENT + self.words + if self.knob == 0 { 0 } else { GAP + self.knob },
            NumberPlace::Below => self.room.saturating_sub(self.numbers.room()),
        }
    }

    /// The title of a section, with the names of the sides over their numbers. Names that do not fit beside the title
    /// go below it.
    fn title(&self, section: &Section) -> Vec<String> {
        let (Headings::Sides, Some(headings)) = (section.headings, &self.numbers.headings) else {
            return wrap(&section.title, self.room);
        };
        let before = self.before_numbers();
        let fits = width(&section.title) <= before;
        let mut lines = if fits { Vec::new() } else { wrap(&section.title, self.room) };
        let rows = headings.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..rows {
            let title = if fits && row == 0 { section.title.as_str() } else { "" };
            // A shorter name goes next to the numbers, not next to the title.
            let line =
                |side: Side| (row + headings[side].len()).checked_sub(rows).and_then(|at| headings[side].get(at));
            let cells = Side::BOTH.map(|side| self.number(line(side).map_or("", String::as_str)));
            lines.push(format!("{}{}", align_left(title, before), cells.concat()));
        }
        lines
    }

    /// A number with the gap before it.
    fn number(&self, text: &str) -> String {
        format!("{}{}", " ".repeat(GAP), align_right(text, self.numbers.each))
    }

    fn step(&self, step: &Step) -> Vec<String> {
        let free = step.points.is_empty() && (self.knob == 0 || step.knobs.is_empty());
        let room = self.room.saturating_sub(INDENT);
        let most = if free { room.min(self.before_numbers().max(WORDS)) } else { self.words };
        let words = hang(&step.what, most, INDENT);
        let blanks = self.numbers.columns.saturating_sub(step.points.len());
        let points = step.points.iter().map(|points| self.number(&points.to_string()));
        let points: String = std::iter::repeat_with(|| self.number("")).take(blanks).chain(points).collect();
        let points = if step.points.is_empty() { String::new() } else { points };
        let mut lines = match self.place {
            NumberPlace::Beside => self.beside(&words, step, &points),
            NumberPlace::Below => self.below(&words, &points),
        };
        if self.knob == 0 {
            let knobs = step.knobs.iter().flat_map(|knob| wrap(knob, self.room.saturating_sub(2 * INDENT)));
            lines.extend(knobs.map(|line| format!("{}{line}", " ".repeat(2 * INDENT))));
        }
        lines
    }

    /// Words with the numbers on the first line, and the knobs between them unless they go below.
    fn beside(&self, words: &[String], step: &Step, points: &str) -> Vec<String> {
        let knobs: Vec<String> = match self.knob {
            0 => Vec::new(),
            most => step.knobs.iter().flat_map(|knob| wrap(knob, most)).collect(),
        };
        let line = |at: usize| {
            let text = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
            let words = align_left(&text(words), self.words);
            let knob = align_left(&text(&knobs), self.knob);
            let gap = if self.knob == 0 { 0 } else { GAP };
            let points = if at == 0 { points } else { "" };
            format!("{}{words}{}{knob}{points}", " ".repeat(INDENT), " ".repeat(gap))
        };
        (0..words.len().max(knobs.len())).map(line).collect()
    }

    /// Words with the numbers below.
    fn below(&self, words: &[String], points: &str) -> Vec<String> {
        let mut lines: Vec<String> = words.iter().map(|words| format!("{}{words}", " ".repeat(INDENT))).collect();
        let before = self.before_numbers();
        if !points.is_empty() && lines.last().is_none_or(|line| width(line) > before) {
            lines.push(String::new());
        }
        if let Some(last) = lines.last_mut() {
            *last = align_left(last, before) + points;
        }
        lines
    }
}

/// How much room words need beside numbers or knobs, so that they take few lines and no word is broken.
fn least(sections: &[Section]) -> usize {
    let steps = sections.iter().flat_map(|section| &section.steps);
    let beside = steps.filter(|step| !step.points.is_empty() || !step.knobs.is_empty()).map(|step| &step.what);
    let need = |what: &String| {
        let word = what.split_whitespace().map(width).max().unwrap_or(0);
        width(what).min(LEAST.max(INDENT + word))
    };
    beside.map(need).max().unwrap_or(0)
}
