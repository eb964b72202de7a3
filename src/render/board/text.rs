//! The board as text, in the largest figures that fit.

use ginpad_core::game::ScoredGame;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{align_left, align_right, fill, pack, width};

use super::LastChange;
use super::content::Content;
use super::figure::{Dot, figures};
use crate::render::layout::{bold, side_headings};
use crate::render::{Look, Place, phrases};

/// The room for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    /// How wide it is.
    pub look: Look,
    /// How many rows it has; without an end on paper and in a file.
    pub rows: Option<usize>,
}

/// The sizes of the figures, the largest first: the score, and the last change beside it. Where that has no size, it
/// stands there in letters.
const SIZES: [(Dot, Option<Dot>); 8] = [
    (Dot::new(8, 4), Some(Dot::new(4, 2))),
    (Dot::new(6, 3), Some(Dot::new(3, 2))),
    (Dot::new(5, 3), Some(Dot::new(2, 1))),
    (Dot::new(4, 2), Some(Dot::new(2, 1))),
    (Dot::new(4, 2), Some(Dot::new(1, 1))),
    (Dot::new(3, 2), Some(Dot::new(1, 1))),
    (Dot::new(2, 1), Some(Dot::new(1, 1))),
    (Dot::new(1, 1), None),
];

/// The space between the two sides, and before the last change.
const GAP: usize = 3;
/// Figures have room for so many digits, so that their size stays the same while a score grows.
const DIGITS: usize = 3;
/// The last change has room for a sign and two digits.
const CHANGE: usize = 3;

/// How much stands on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Everything, with empty lines between the parts.
    Roomy,
    /// Everything.
    Tight,
    /// Names, numbers and the last change.
    Bare,
}

/// The board of a game: both scores in the largest figures that the window has room for, the last change beside them,
/// what is needed, and whose deal it is. Where there is no room for figures, the same in plain lines. Without a change,
/// the last hand is shown.
pub(crate) fn board(game: &ScoredGame, place: Place, change: Option<&LastChange>, window: Window) -> String {
    let content = Content::of(game, place, change);
    let rows = window.rows.unwrap_or(usize::MAX);
    let columns = window.look.line_columns();
    let with_all = SIZES.into_iter().flat_map(|size| [(size, Detail::Roomy), (size, Detail::Tight)]);
    let bare = SIZES.into_iter().map(|size| (size, Detail::Bare));
    let drawn = with_all.chain(bare).filter(|_| columns >= Look::NARROWEST);
    let fitting = drawn
        .filter_map(|(size, detail)| drawn_large(game, &content, size, detail, window.look))
        .find(|lines| lines.len() <= rows);
    let lines = fitting.unwrap_or_else(|| in_lines(game, &content, rows, window.look));
    lines.join("\n") + "\n"
}

/// The board with figures, unless they are too wide.
fn drawn_large(
    game: &ScoredGame,
    content: &Content,
    size: (Dot, Option<Dot>),
    detail: Detail,
    look: Look,
) -> Option<Vec<String>> {
    let columns = look.line_columns();
    let half = (columns - GAP) / 2;
    let numbers = large_numbers(content, size, half)?;
    let names = side_headings(game, half);
    let mut parts: Vec<Vec<String>> = Vec::new();
    if detail != Detail::Bare {
        parts.push(pack(&content.heading, " · ", columns, 2));
    }
    let names = beside(&names[Side::First], &names[Side::Second], half);
    parts.push(names.iter().map(|line| bold(line, look.colour)).collect());
    let remark = |side: Side| content.remark[side].iter().cloned().collect::<Vec<_>>();
    let mut below: Vec<String> = content.focus.what.iter().cloned().collect();
    below.extend(beside(&remark(Side::First), &remark(Side::Second), half));
    parts.push(numbers);
    parts.push(below);
    parts.push(content.change.iter().flat_map(|change| filled(std::slice::from_ref(change), columns)).collect());
    if detail != Detail::Bare {
        parts.push(content.columns.iter().flat_map(|column| filled(column, columns)).collect());
    }
    parts.push(filled(&content.ending, columns));
    let between: &[String] = if detail == Detail::Roomy { &[String::new()] } else { &[] };
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between))
}

/// Parts on as many lines as they need: none if there is nothing to say.
fn filled(parts: &[String], columns: usize) -> Vec<String> {
    if parts.is_empty() { Vec::new() } else { fill("", parts, columns, 2) }
}

/// The two numbers in figures, each with the last change beside it, unless they are too wide.
fn large_numbers(content: &Content, (dot, badge): (Dot, Option<Dot>), half: usize) -> Option<Vec<String>> {
    let numbers = content.focus.numbers.map(|points| points.0.to_string());
    let gained = BySide::from_fn(|side| content.gained[side].clone().unwrap_or_default());
    let characters = |texts: &BySide<String>, least: usize| texts.iter().map(String::len).max().unwrap_or(0).max(least);
    let own = dot.columns(characters(&numbers, DIGITS));
    let beside_it = characters(&gained, CHANGE);
    let beside_it = badge.map_or(beside_it, |badge| badge.columns(beside_it));
    if own + GAP + beside_it > half {
        return None;
    }
    let side = |side: Side| {
        let badge = match badge {
            Some(badge) => figures(&gained[side], badge),
            None => vec![gained[side].clone()],
        };
        let above = dot.rows().saturating_sub(badge.len());
        let badge = std::iter::repeat_n(String::new(), above).chain(badge);
        let rows = figures(&numbers[side], dot).into_iter().zip(badge);
        let row =
            |(number, badge): (String, String)| format!("{number}{}{badge}", " ".repeat(GAP)).trim_end().to_string();
        rows.map(row).collect::<Vec<_>>()
    };
    Some(beside(&side(Side::First), &side(Side::Second), half))
}

/// The lines of both sides beside each other.
fn beside(first: &[String], second: &[String], half: usize) -> Vec<String> {
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    let both = |at: usize| {
        let gap = " ".repeat(GAP);
        format!("{}{gap}{}", align_left(&line(first, at), half), line(second, at)).trim_end().to_string()
    };
    (0..first.len().max(second.len())).map(both).collect()
}

/// The board without figures. If there are too few rows, what matters least is left out.
fn in_lines(game: &ScoredGame, content: &Content, rows: usize, look: Look) -> Vec<String> {
    let columns = look.line_columns();
    let numbers = &content.focus.numbers;
    let longest = numbers.iter().map(|points| points.to_string().len()).max().unwrap_or(0);
    let names = Side::BOTH.map(|side| phrases::name(game, side));
    let name = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let name = if name + 1 + longest <= columns { name } else { 0 };
    let side = |(side, own): (Side, &String)| {
        let score = format!("{} {}", align_left(own, name), align_right(&numbers[side].to_string(), longest));
        let said = content.gained[side].iter().chain(&content.remark[side]).cloned();
        fill("", &std::iter::once(score).chain(said).collect::<Vec<_>>(), columns, 2)
    };
    let scores: Vec<String> = Side::BOTH.into_iter().zip(&names).flat_map(side).collect();
    let of = |part: &[String]| filled(part, columns);
    let what = content.focus.what.iter().flat_map(|what| of(std::slice::from_ref(what))).collect();
    let change = content.change.iter().flat_map(|change| of(std::slice::from_ref(change))).collect();
    let list: Vec<String> = content.columns.iter().flat_map(|column| of(column)).collect();
    let heading = pack(&content.heading, " · ", columns, 2);
    // The parts as they stand, each with its weight: what has the least is left out first.
    let mut parts = [(1, heading), (3, what), (6, scores), (5, change), (2, list), (4, of(&content.ending))];
    for weight in 1..=5 {
        if parts.iter().map(|(_, lines)| lines.len()).sum::<usize>() <= rows {
            break;
        }
        parts.iter_mut().filter(|(own, _)| *own == weight).for_each(|(_, lines)| lines.clear());
    }
    parts.into_iter().flat_map(|(_, lines)| lines).take(rows.max(1)).collect()
}
