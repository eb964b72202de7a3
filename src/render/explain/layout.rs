//! An explanation laid out for people: words, their knobs, and numbers in columns.

use super::steps::{Explanation, Step};
use crate::render::Look;
use crate::render::layout::{bold, side_headings};
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{align_left, align_right, fill, hang, width, wrap};

/// The widest column of words. Longer lines are hard to follow to their numbers.
const WORDS: usize = 56;
/// If knobs leave the words less room than this, they go below the words instead of beside them.
const BESIDE: usize = 30;
/// The least room for words.
const LEAST: usize = 6;
/// The widest column of knobs.
const KNOB: usize = 34;
/// The indent of a step, and of its further lines.
const INDENT: usize = 2;
/// The space before a knob and before a number.
const GAP: usize = 2;

/// How wide the words, knobs and numbers of an explanation are.
struct StepLayout {
    words: usize,
    /// The width of the knobs beside the words with the space before them; 0 if they are below.
    knobs: usize,
    /// The width of each number.
    number: usize,
    /// How many numbers a step has at most.
    numbers: usize,
    names: BySide<Vec<String>>,
}

/// The explanation as text. The steps of a section stand below its title.
pub(super) fn text(explanation: &Explanation, look: Look) -> String {
    let room = look.line_columns();
    let layout = StepLayout::of(explanation, room);
    let title = fill("", std::slice::from_ref(&explanation.title), room, INDENT);
    let mut lines: Vec<String> = title.iter().map(|line| bold(line, look.colour)).collect();
    for steps in explanation.steps.chunk_by(|one, next| one.section == next.section) {
        lines.push(String::new());
        lines.extend(layout.title(&steps[0], room));
        lines.extend(steps.iter().flat_map(|step| layout.step(step, room)));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The widest of these texts.
fn widest<T: ToString>(texts: impl Iterator<Item = T>) -> usize {
    texts.map(|text| width(&text.to_string())).max().unwrap_or(0)
}

impl StepLayout {
    fn of(explanation: &Explanation, room: usize) -> StepLayout {
        let steps = &explanation.steps;
        let numbers = steps.iter().map(|step| step.points.len()).max().unwrap_or(0);
        let digits = widest(steps.iter().flat_map(|step| &step.points));
        let names = side_headings(&explanation.players, digits.max(if room < 60 { room / 6 } else { 12 }));
        let number = if numbers > 1 { digits.max(widest(names.iter().flatten())) } else { digits };
        let left = room.saturating_sub(INDENT + numbers * (GAP + number));
        let knobs = widest(steps.iter().flat_map(|step| &step.knobs)).min(KNOB) + GAP;
        let knobs = if knobs > GAP && left >= BESIDE + knobs { knobs } else { 0 };
        let words = widest(steps.iter().map(|step| &step.words)).min(WORDS).min(left - knobs).max(LEAST);
        StepLayout { words, knobs, number, numbers, names }
    }

    /// The title of a section, with the names of the sides over their numbers.
    fn title(&self, first: &Step, room: usize) -> Vec<String> {
        let before = INDENT + self.words + self.knobs;
        if first.points.len() < 2 {
            return wrap(&first.section, room);
        }
        let rows = self.names.iter().map(Vec::len).max().unwrap_or(0);
        let name = |row: usize, side: Side| {
            // The last line of a name stands next to the numbers.
            let at = (row + self.names[side].len()).checked_sub(rows);
            self.number(at.and_then(|at| self.names[side].get(at)).map_or("", String::as_str))
        };
        let mut names: Vec<String> = (0..rows).map(|row| Side::BOTH.map(|side| name(row, side)).concat()).collect();
        names.iter_mut().for_each(|line| *line = align_left("", before) + line);
        if width(&first.section) > before {
            return wrap(&first.section, room).into_iter().chain(names).collect();
        }
        names[0].replace_range(..before, &align_left(&first.section, before));
        names
    }

    /// A number with the gap before it.
    fn number(&self, text: &str) -> String {
        format!("{}{}", " ".repeat(GAP), align_right(text, self.number))
    }

    /// Words with the numbers on the first line, and the knobs between them or below.
    fn step(&self, step: &Step, room: usize) -> Vec<String> {
        let is_alone = step.points.is_empty() && (step.knobs.is_empty() || self.knobs == 0);
        let most = if is_alone {
            room.saturating_sub(INDENT).min(WORDS.max(INDENT + self.words + self.knobs))
        } else {
            self.words
        };
        let words = hang(&step.words, most, INDENT);
        let knobs = |room: usize| step.knobs.iter().flat_map(move |knob| wrap(knob, room)).collect::<Vec<_>>();
        let beside = if self.knobs == 0 { Vec::new() } else { knobs(self.knobs - GAP) };
        let blanks = std::iter::repeat_n(String::new(), self.numbers.saturating_sub(step.points.len()));
        let points = blanks.chain(step.points.iter().map(ToString::to_string));
        let points: String = points.map(|points| self.number(&points)).collect();
        let line = |at: usize| {
            let text = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
            let knob = align_right("", GAP.min(self.knobs)) + &text(&beside);
            let points = if at == 0 { points.as_str() } else { "" };
            let words = align_left(&text(&words), self.words);
            format!("{}{words}{}{points}", " ".repeat(INDENT), align_left(&knob, self.knobs))
        };
        let lines = (0..words.len().max(beside.len())).map(line);
        let below = if self.knobs == 0 { knobs(room.saturating_sub(2 * INDENT)) } else { Vec::new() };
        lines.chain(below.iter().map(|knob| " ".repeat(2 * INDENT) + knob)).collect()
    }
}
