//! The board as text, in the largest figures that fit.

use std::rc::Rc;

use ginpad_core::game::ScoredGame;
use ginpad_core::side::BySide;
use ginpad_core::text::{align_left, fill, pack, wrap};

use super::content::Content;
use super::figure::{columns, figures};
use crate::answer::Draw;
use crate::render::styles::bold;
use crate::render::{Canvas, PlacedGame, phrases};

/// The board of a game: both scores in the largest figures that the window has room for, the last change beside them,
/// what is needed, and whose deal it is. Where there is no room for figures, the same in letters.
#[derive(Debug)]
pub(crate) struct ScoreBoard {
    /// The game.
    pub game: Rc<PlacedGame>,
    /// What happened last, if that was not a hand.
    pub change: Option<String>,
}

/// The sizes of the figures, the largest first: how many columns and rows a dot takes.
const SIZES: [(usize, usize); 7] = [(8, 4), (6, 3), (5, 3), (4, 2), (3, 2), (2, 1), (1, 1)];
/// The space between the two sides.
const GAP: usize = 3;
/// Figures have room for so many digits, so that their size stays the same while a score grows.
const DIGITS: usize = 3;

impl Draw for ScoreBoard {
    fn text(&self, canvas: Canvas) -> String {
        let game = &self.game.scored;
        let content = Content::of(game, self.game.place, self.change.as_deref());
        let half = part(canvas, content.numbers.size());
        let rows = canvas.rows.unwrap_or(usize::MAX);
        let numbers = content.numbers.map(|points| points.0.to_string());
        let digits = numbers.iter().map(String::len).max().unwrap_or(0).max(DIGITS);
        let sizes = SIZES.into_iter().filter(|(across, _)| columns(digits, *across) <= half);
        let figures = sizes.map(|(across, down)| numbers.clone().map(|number| figures(&number, across, down)));
        let mut boards = figures.map(|figures| board(game, &content, figures, canvas));
        let lines = boards.find(|lines| lines.len() <= rows).unwrap_or_else(|| {
            let bare = Content { heading: Vec::new(), ..content.clone() };
            let mut lines = board(game, &bare, numbers.map(|number| vec![number]), canvas);
            lines.retain(|line| !line.is_empty());
            lines
        });
        lines.iter().take(rows).map(|line| format!("{line}\n")).collect()
    }
}

/// The lines of a board with these numbers. Empty lines are between its parts.
fn board(game: &ScoredGame, content: &Content, numbers: BySide<Vec<String>>, canvas: Canvas) -> Vec<String> {
    let columns = canvas.line_columns();
    let half = part(canvas, content.numbers.size());
    let filled = |parts: &[String]| if parts.is_empty() { Vec::new() } else { fill("", parts, columns, 2) };
    let names = beside(BySide::from_fn(numbers.size(), |side| wrap(&phrases::name(game, side), half)), half);
    let remarks = beside(content.remark.clone().map(|remark| wrap(&remark, half)), half);
    let parts = [
        pack(&content.heading, " · ", columns, 2),
        names.iter().map(|line| bold(line, canvas.colour)).collect(),
        beside(numbers, half),
        content.what.iter().cloned().chain(remarks).collect(),
        filled(content.change.as_slice()),
        filled(&content.ending),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(&String::new())
}

/// The columns that each of so many sides has.
fn part(canvas: Canvas, sides: usize) -> usize {
    canvas.line_columns().saturating_sub(GAP * (sides - 1)) / sides
}

/// The lines of all sides beside each other.
fn beside(lines: BySide<Vec<String>>, part: usize) -> Vec<String> {
    let line = |side: &Vec<String>, at: usize| align_left(side.get(at).map_or("", String::as_str), part + GAP);
    let all = |at: usize| lines.iter().map(|side| line(side, at)).collect::<String>().trim_end().to_string();
    (0..lines.iter().map(Vec::len).max().unwrap_or(0)).map(all).collect()
}
