//! The board as text, in the largest figures that fit.

use std::rc::Rc;

use ginpad_core::game::ScoredGame;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{align_left, fill, pack, wrap};

use super::LastChange;
use super::content::Content;
use super::figure::{Dot, figures};
use crate::answer::Draw;
use crate::render::layout::{bold, side_headings};
use crate::render::{Look, PlacedGame};

/// The board of a game: both scores in the largest figures that the window has room for, the last change beside them,
/// what is needed, and whose deal it is. Where there is no room for figures, the same in letters.
#[derive(Debug)]
pub(crate) struct ScoreBoard {
    /// The game.
    pub game: Rc<PlacedGame>,
    /// What happened last; without it, the last hand.
    pub change: Option<LastChange>,
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

impl Draw for ScoreBoard {
    fn text(&self, look: Look) -> String {
        let game = &self.game.scored;
        let content = Content::of(game, self.game.place, self.change.as_ref());
        let half = (look.line_columns() - GAP) / 2;
        let rows = look.rows.unwrap_or(usize::MAX);
        let large: Vec<_> = SIZES.into_iter().filter_map(|size| large_numbers(&content, size, half)).collect();
        let boards = [large, vec![numbers_in_letters(&content, half)]].into_iter().flat_map(|numbers| {
            let with_all = numbers.iter().flat_map(|numbers| [(numbers, Detail::Roomy), (numbers, Detail::Tight)]);
            let bare = numbers.iter().map(|numbers| (numbers, Detail::Bare));
            let boards = with_all.chain(bare).map(|(numbers, detail)| board(game, &content, numbers, detail, look));
            boards.collect::<Vec<_>>()
        });
        let lines = boards.reduce(|largest, next| if largest.len() <= rows { largest } else { next });
        lines.iter().flatten().take(rows).map(|line| format!("{line}\n")).collect()
    }
}

/// The lines of a board with these numbers.
fn board(game: &ScoredGame, content: &Content, numbers: &[String], detail: Detail, look: Look) -> Vec<String> {
    let columns = look.line_columns();
    let half = (columns - GAP) / 2;
    let filled = |parts: &[String]| if parts.is_empty() { Vec::new() } else { fill("", parts, columns, 2) };
    let is_bare = detail == Detail::Bare;
    let names = beside(side_headings(&game.game.players, half), half);
    let remarks = beside(
        content.remark.clone().map(|remark| remark.map_or_else(Vec::new, |remark| wrap(&remark, columns - GAP - half))),
        half,
    );
    let list = if is_bare { &[] } else { content.columns.as_slice() };
    let parts = [
        if is_bare { Vec::new() } else { pack(&content.heading, " · ", columns, 2) },
        names.iter().map(|line| bold(line, look.colour)).collect(),
        numbers.to_vec(),
        content.focus.what.iter().cloned().chain(remarks).collect(),
        filled(content.change.as_slice()),
        list.iter().flat_map(|column| filled(column)).collect(),
        filled(&content.ending),
    ];
    let between: &[String] = if detail == Detail::Roomy { &[String::new()] } else { &[] };
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
}

/// The two numbers in figures, each with the last change beside it, unless they are too wide.
fn large_numbers(content: &Content, (dot, badge): (Dot, Option<Dot>), half: usize) -> Option<Vec<String>> {
    let numbers = content.focus.numbers.map(|points| points.0.to_string());
    let gained = content.gained.clone().map(Option::unwrap_or_default);
    let characters = |texts: &BySide<String>, least: usize| texts.iter().map(String::len).max().unwrap_or(0).max(least);
    let own = dot.columns(characters(&numbers, DIGITS));
    let beside_it = characters(&gained, CHANGE);
    let beside_it = badge.map_or(beside_it, |badge| badge.columns(beside_it));
    if own + GAP + beside_it > half {
        return None;
    }
    let side = |side: Side| {
        let badge = badge.map_or_else(|| vec![gained[side].clone()], |badge| figures(&gained[side], badge));
        let above = dot.rows().saturating_sub(badge.len());
        let badge = std::iter::repeat_n(String::new(), above).chain(badge);
        let rows = figures(&numbers[side], dot).into_iter().zip(badge);
        rows.map(|(number, badge)| format!("{number}{}{badge}", " ".repeat(GAP))).collect()
    };
    Some(beside(BySide::from_fn(side), half))
}

/// The two numbers in letters, each with the last change behind it.
fn numbers_in_letters(content: &Content, half: usize) -> Vec<String> {
    let side = |side: Side| {
        let number = content.focus.numbers[side].to_string();
        pack(&std::iter::once(number).chain(content.gained[side].clone()).collect::<Vec<_>>(), " ", half, 0)
    };
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
