//! An explanation laid out for people: words with their knobs, and numbers in columns.

use super::steps::{Explanation, Step};
use crate::render::Look;
use crate::render::styles::bold;
use ginpad_core::side::Side;
use ginpad_core::text::{align_left, align_right, cut, fill, hang, printable, width, wrap};

/// The widest column of words. Longer lines are hard to follow to their numbers.
const WORDS: usize = 72;
/// The widest name over a column of numbers.
const NAME: usize = 12;
/// The indent of a step, and of its further lines.
const INDENT: usize = 2;

/// The explanation as text. The steps of a section stand below its title.
pub(super) fn text(explanation: &Explanation, look: Look) -> String {
    let (steps, room) = (&explanation.steps, look.line_columns());
    let name = |side: Side| cut(&printable(&explanation.players.side_name(side)), NAME.min(room / 6));
    let numbers = steps.iter().map(|step| step.points.len()).max().unwrap_or(0);
    let names = if numbers > 1 { Side::BOTH.map(name).to_vec() } else { Vec::new() };
    let digits = steps.iter().flat_map(|step| &step.points).map(ToString::to_string);
    let column = digits.chain(names.clone()).map(|text| width(&text)).max().unwrap_or(0) + 2;
    let all = room.saturating_sub(INDENT);
    let words = steps.iter().map(|step| width(&words_of(step))).max().unwrap_or(0);
    let words = words.min(WORDS).min(all.saturating_sub(numbers * column));
    // The first of these lines has the numbers behind it.
    let beside = |lines: Vec<String>, texts: Vec<String>, indent: usize| {
        let texts: String = texts.iter().map(|text| align_right(text, column)).collect();
        let room = INDENT + words + numbers * column - width(&texts);
        let line = move |(at, line): (usize, String)| {
            let line = " ".repeat(indent) + &line;
            if at == 0 { align_left(&line, room) + &texts } else { line }
        };
        lines.into_iter().enumerate().map(line).collect::<Vec<_>>()
    };
    let title = fill("", std::slice::from_ref(&explanation.title), room, INDENT);
    let mut lines: Vec<String> = title.iter().map(|line| bold(line, look.colour)).collect();
    for section in steps.chunk_by(|one, next| one.section == next.section) {
        let is_alone = section[0].points.len() < 2;
        let (names, most) = if is_alone { (Vec::new(), room) } else { (names.clone(), INDENT + words) };
        lines.push(String::new());
        lines.extend(beside(wrap(&section[0].section, most), names, 0));
        lines.extend(section.iter().flat_map(|step| {
            let most = if step.points.is_empty() { all.min(WORDS) } else { words };
            let points = step.points.iter().map(ToString::to_string).collect();
            beside(hang(&words_of(step), most, INDENT), points, INDENT)
        }));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A step with its knobs.
fn words_of(step: &Step) -> String {
    let knobs = if step.knobs.is_empty() { String::new() } else { format!(" ({})", step.knobs.join(", ")) };
    format!("{}{knobs}", step.words)
}
