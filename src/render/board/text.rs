//! The board as text, in the largest figures that fit.

use std::rc::Rc;

use ginpad_core::game::ScoredGame;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{align_left, fill, pack, width, wrap};

use super::content::Content;
use super::figure::{Dot, figures};
use crate::answer::Draw;
use crate::render::styles::bold;
use crate::render::{Look, PlacedGame, phrases};

/// The board of a game: both scores in the largest figures that the window has room for, the last change beside them,
/// what is needed, and whose deal it is. Where there is no room for figures, the same in letters.
#[derive(Debug)]
pub(crate) struct ScoreBoard {
    /// The game.
    pub game: Rc<PlacedGame>,
    /// What happened last, if that was not a hand.
    pub change: Option<String>,
}

/// The sizes of the figures, the largest first.
const SIZES: [Dot; 7] =
    [Dot::new(8, 4), Dot::new(6, 3), Dot::new(5, 3), Dot::new(4, 2), Dot::new(3, 2), Dot::new(2, 1), Dot::new(1, 1)];

/// The space between the two sides, and before the last change.
const GAP: usize = 3;
/// Figures have room for so many digits, so that their size stays the same while a score grows; so does the last change
/// with its sign.
const DIGITS: usize = 3;

impl Draw for ScoreBoard {
    fn text(&self, look: Look) -> String {
        let game = &self.game.scored;
        let content = Content::of(game, self.game.place, self.change.as_deref());
        let half = (look.line_columns() - GAP) / 2;
        let rows = look.rows.unwrap_or(usize::MAX);
        let numbers = SIZES.into_iter().filter_map(|dot| large_numbers(&content, dot, half));
        let numbers: Vec<Vec<String>> = numbers.chain([numbers_in_letters(&content, half)]).collect();
        let with_all = numbers.iter().map(|numbers| board(game, &content, numbers, look));
        let bare = Content { heading: Vec::new(), ..content.clone() };
        let bare = numbers.iter().map(|numbers| board(game, &bare, numbers, look));
        let bare = bare.map(|board| board.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>());
        let lines = with_all.chain(bare).reduce(|largest, next| if largest.len() <= rows { largest } else { next });
        lines.iter().flatten().take(rows).map(|line| format!("{line}\n")).collect()
    }
}

/// The lines of a board with these numbers. Empty lines are between its parts.
fn board(game: &ScoredGame, content: &Content, numbers: &[String], look: Look) -> Vec<String> {
    let columns = look.line_columns();
    let half = (columns - GAP) / 2;
    let filled = |parts: &[String]| if parts.is_empty() { Vec::new() } else { fill("", parts, columns, 2) };
    let names = beside(BySide::from_fn(|side| wrap(&phrases::name(game, side), half)), half);
    let remarks = beside(content.remark.clone().map(|remark| wrap(&remark, columns - GAP - half)), half);
    let parts = [
        pack(&content.heading, " · ", columns, 2),
        names.iter().map(|line| bold(line, look.colour)).collect(),
        numbers.to_vec(),
        content.what.iter().cloned().chain(remarks).collect(),
        filled(content.change.as_slice()),
        filled(&content.ending),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(&String::new())
}

/// The two numbers in figures, each with the last change in figures half as large beside it, unless they are too wide.
fn large_numbers(content: &Content, dot: Dot, half: usize) -> Option<Vec<String>> {
    let numbers = content.numbers.map(|points| points.0.to_string());
    let characters = |texts: &BySide<String>| texts.iter().map(String::len).max().unwrap_or(0).max(DIGITS);
    let change = |text: &str| if dot.across > 1 { figures(text, dot.half()) } else { vec![text.to_string()] };
    let beside_it = change(&"+".repeat(characters(&content.gained)));
    if dot.columns(characters(&numbers)) + GAP + width(&beside_it[0]) > half {
        return None;
    }
    let side = |side: Side| {
        let change = change(&content.gained[side]);
        let above = dot.rows().saturating_sub(change.len());
        let change = std::iter::repeat_n(String::new(), above).chain(change);
        let rows = figures(&numbers[side], dot).into_iter().zip(change);
        rows.map(|(number, change)| format!("{number}{}{change}", " ".repeat(GAP))).collect()
    };
    Some(beside(BySide::from_fn(side), half))
}

/// The two numbers in letters, each with the last change behind it.
fn numbers_in_letters(content: &Content, half: usize) -> Vec<String> {
    let side = |side| wrap(&format!("{} {}", content.numbers[side], content.gained[side]), half);
    beside(BySide::from_fn(side), half)
}

/// The lines of both sides beside each other.
fn beside(lines: BySide<Vec<String>>, half: usize) -> Vec<String> {
    let line = |side: Side, at: usize| lines[side].get(at).map_or("", String::as_str);
    let both = |at: usize| {
        let first = align_left(line(Side::First, at), half + GAP);
        format!("{first}{}", line(Side::Second, at)).trim_end().to_string()
    };
    (0..lines.iter().map(Vec::len).max().unwrap_or(0)).map(both).collect()
}
