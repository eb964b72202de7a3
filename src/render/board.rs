//! The board: the score in figures large enough to read across the table.

use askama::Template;

use crate::render::styles::{bold, class};
use crate::render::{Canvas, Place, answer, phrases};
use ginpad_core::text::{align_left, fill, join, pack, wrap};
use ginpad_core::{BySide, Column, Format, Points, ScoredGame, Side};

#[cfg(test)]
mod tests;

/// The content of a board; on a page, its scores.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "board.html")]
pub(crate) struct BoardContent {
    /// The number, the title and the rules of the game.
    pub heading: Vec<String>,
    /// The names of the sides.
    pub names: BySide<String>,
    /// The meaning of the large numbers; `None` if they are plainly points.
    pub what: Option<String>,
    /// The large numbers: points, or columns in a best-of that is over.
    pub numbers: BySide<Points>,
    /// The remark beside each side's number.
    pub remark: BySide<String>,
    /// The last change.
    pub change: Option<String>,
    /// The points of the columns if the game has several, and the deal; after the end, who won and who pays.
    pub ending: Vec<String>,
}

impl BoardContent {
    /// The content of the board of a game. `change` is the last change, if that was not a hand.
    pub(super) fn of(game: &ScoredGame, place: Place, change: Option<&str>) -> BoardContent {
        let last = game.tally.hands.iter().enumerate().rfind(|(_, hand)| hand.is_counted());
        let hand = last.map(|(at, hand)| format!("#{}  {}", at + 1, answer::reading(game, at, hand)));
        let (what, numbers, needs) = numbers(game);
        let remark = |side: Side| match needs {
            Some(needs) => format!("needs {}", needs[side]),
            None if game.winner() == Some(side) => "won".to_string(),
            None => String::new(),
        };
        BoardContent {
            heading: phrases::heading(game, place.number).chain([game.game.rules.to_string()]).collect(),
            names: BySide::from_fn(numbers.size(), |side| phrases::name(game, side)),
            what,
            numbers,
            remark: BySide::from_fn(numbers.size(), remark),
            change: change.map(String::from).or(hand),
            ending: match game.is_open() && phrases::rules(game).format == Format::Single {
                true => phrases::deal(game).into_iter().collect(),
                false => answer::where_it_stands(game),
            },
        }
    }
}

/// The large numbers, their meaning and each side's need: while a game is open, the points of its first open column;
/// afterwards the score that decided it.
fn numbers(game: &ScoredGame) -> (Option<String>, BySide<Points>, Option<BySide<Points>>) {
    let (rules, score) = (phrases::rules(game), game.tally.game_score);
    let settled = game.tally.is_settled();
    let at = game.tally.columns.iter().position(Column::is_open);
    match (at.and_then(|at| Some((at, game.tally.columns.get(at)?))), &rules.format) {
        _ if game.game.totals.is_some() => (Some("total".into()), score, None),
        (_, Format::BestOf) if !game.is_open() && settled => (Some("matches".into()), phrases::finished(game), None),
        (Some((at, column)), format) if game.is_open() || !settled => (
            (*format != Format::Single).then(|| format!("points in {}", phrases::column_name(game, at))),
            column.points,
            column.needs(rules).filter(|_| game.is_open()),
        ),
        (_, Format::Single) => (Some("total".into()), score, None),
        _ => (Some("game score".into()), score, None),
    }
}

/// The characters with figures in [`ROWS`].
const CHARACTERS: &str = "0123456789-";
/// The figures of [`CHARACTERS`], row by row.
const ROWS: [&str; 5] = [
    "███  █  ███ ███ █ █ ███ ███ ███ ███ ███    ",
    "█ █ ██    █   █ █ █ █   █     █ █ █ █ █    ",
    "█ █  █  ███ ███ ███ ███ ███   █ ███ ███ ███",
    "█ █  █  █     █   █   █ █ █   █ █ █   █    ",
    "███ ███ ███ ███   █ ███ ███   █ ███ ███    ",
];
/// The dots in a row of a figure.
const DOTS: usize = 3;

/// The width of `figures` figures in columns, with a dot between each two. `across` is the width of a dot.
pub(super) const fn columns(figures: usize, across: usize) -> usize {
    ((DOTS + 1) * figures).saturating_sub(1) * across
}

/// A number in figures: its rows, all of one width. A dot is `across` columns wide and `down` rows high.
pub(super) fn figures(number: &str, across: usize, down: usize) -> Vec<String> {
    let figure = |row: &str, char: char| -> String {
        let at = CHARACTERS.chars().position(|own| own == char).unwrap_or(0);
        let dots = row.chars().skip((DOTS + 1) * at).take(DOTS);
        dots.map(|dot| String::from(dot).repeat(across)).collect()
    };
    let row = |row| join(number.chars().map(|char| figure(row, char)), &" ".repeat(across));
    ROWS.into_iter().flat_map(|line| std::iter::repeat_n(row(line), down)).collect()
}

/// The sizes of a dot in columns and rows, the largest first.
const SIZES: [(usize, usize); 7] = [(8, 4), (6, 3), (5, 3), (4, 2), (3, 2), (2, 1), (1, 1)];
/// The space between the two sides.
const GAP: usize = 3;
/// The digits that figures leave room for, so that their size stays the same while a score grows.
const DIGITS: usize = 3;

/// The board of a game: both scores in the largest figures that fit the window, the last change beside them, each
/// side's need, and the deal. A window too small for figures gets text. `change` is the last change, if that was not a
/// hand.
pub(crate) fn score_board(game: &ScoredGame, place: Place, change: Option<&str>, canvas: Canvas) -> String {
    let content = BoardContent::of(game, place, change);
    let half = part(canvas, content.numbers.size());
    let rows = canvas.rows.unwrap_or(usize::MAX);
    let numbers = content.numbers.map(|points| points.0.to_string());
    let digits = numbers.iter().map(String::len).max().unwrap_or(0).max(DIGITS);
    let sizes = SIZES.into_iter().filter(|(across, _)| columns(digits, *across) <= half);
    let figures = sizes.map(|(across, down)| numbers.clone().map(|number| figures(&number, across, down)));
    let mut boards = figures.map(|figures| board(&content, figures, canvas));
    let lines = boards.find(|lines| lines.len() <= rows).unwrap_or_else(|| {
        let bare = BoardContent { heading: Vec::new(), ..content.clone() };
        let mut lines = board(&bare, numbers.map(|number| vec![number]), canvas);
        lines.retain(|line| !line.is_empty());
        lines
    });
    lines.iter().take(rows).map(|line| format!("{line}\n")).collect()
}

/// The lines of a board with these numbers. Empty lines separate its parts.
fn board(content: &BoardContent, numbers: BySide<Vec<String>>, canvas: Canvas) -> Vec<String> {
    let columns = canvas.line_columns();
    let half = part(canvas, content.numbers.size());
    let filled = |parts: &[String]| if parts.is_empty() { Vec::new() } else { fill("", parts, columns, 2) };
    let names = beside(content.names.clone().map(|name| wrap(&name, half)), half);
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

/// The width of each of `sides` sides, in columns.
fn part(canvas: Canvas, sides: usize) -> usize {
    canvas.line_columns().saturating_sub(GAP * (sides - 1)) / sides
}

/// The lines of all sides, side by side.
fn beside(lines: BySide<Vec<String>>, part: usize) -> Vec<String> {
    let line = |side: &Vec<String>, at: usize| align_left(side.get(at).map_or("", String::as_str), part + GAP);
    let all = |at: usize| lines.iter().map(|side| line(side, at)).collect::<String>().trim_end().to_string();
    (0..lines.iter().map(Vec::len).max().unwrap_or(0)).map(all).collect()
}
