//! What stands on the board.

use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::Format;
use ginpad_core::sheet::Column;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{count, printable};

use super::LastChange;
use crate::render::phrases::{self, Position};
use crate::render::{Place, money, score_phrase};

/// The numbers that are drawn large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::render) struct Focus {
    /// What they are, unless that goes without saying.
    pub what: Option<String>,
    /// The numbers: points, or columns in a best-of that is over.
    pub numbers: BySide<Points>,
    /// Whether they are points.
    pub in_points: bool,
    /// What each side still needs.
    pub needs: Option<BySide<Points>>,
    /// The column they belong to, counted from 0.
    pub column: Option<usize>,
}

impl Focus {
    /// While a game is open, the points of its first open column; afterwards the score that decided it.
    pub(super) fn of(game: &ScoredGame) -> Focus {
        let rules = phrases::rules(game);
        let total = |what: &str, numbers| Focus {
            what: Some(what.into()),
            numbers,
            in_points: true,
            needs: None,
            column: None,
        };
        let settled = game.tally.settled().count() > 0;
        let at = game.tally.columns.iter().position(Column::is_open);
        match (at.and_then(|at| Some((at, game.tally.columns.get(at)?))), &rules.format) {
            _ if phrases::is_totals_only(game) => total("total", game.tally.game_score),
            (_, Format::BestOf { .. }) if !phrases::is_open(game) && settled => {
                Focus { in_points: false, ..total("matches", phrases::finished(game)) }
            }
            (Some((at, column)), format) if phrases::is_open(game) || !settled => Focus {
                what: (*format != Format::Single).then(|| format!("points in {}", phrases::column_name(game, at))),
                numbers: column.points,
                in_points: true,
                needs: column.needs(rules).filter(|_| phrases::is_open(game)),
                column: Some(at),
            },
            (_, Format::Single) => total("total", game.tally.game_score),
            _ => total("game score", game.tally.game_score),
        }
    }
}

/// What stands on the board.
pub(in crate::render) struct Content {
    /// The number and the title of the game, and its rules.
    pub heading: Vec<String>,
    /// The numbers.
    pub focus: Focus,
    /// What each side gained by the last change.
    pub gained: BySide<Option<String>>,
    /// What is said of each side besides its number.
    pub remark: BySide<Option<String>>,
    /// What the last change was.
    pub change: Option<String>,
    /// The columns, if there are several: each in parts.
    pub columns: Vec<Vec<String>>,
    /// Whose deal it is; when the game is over, who won and who pays.
    pub ending: Vec<String>,
}

/// Of more closed columns than this, only the last are listed.
const CLOSED: usize = 3;

impl Content {
    /// The content of the board of a game.
    pub(in crate::render) fn of(game: &ScoredGame, place: Place, change: Option<&LastChange>) -> Content {
        let focus = Focus::of(game);
        let hand = LastChange::hand(game);
        let change = change.or(hand.as_ref());
        let remark = |side: Side| match &focus.needs {
            Some(needs) => Some(format!("needs {}", needs[side])),
            None => (game.winner() == Some(side)).then(|| "won".to_string()),
        };
        Content {
            heading: heading(game, place),
            gained: BySide::from_fn(|side| change.and_then(|change| change.amount(side))),
            remark: BySide::from_fn(remark),
            change: change.map(|change| change.words.clone()),
            columns: columns(game),
            ending: ending(game),
            focus,
        }
    }
}

/// The number and the title of a game, and its rules.
fn heading(game: &ScoredGame, place: Place) -> Vec<String> {
    let number = place.number.map(|number| format!("Game {number}"));
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    number.into_iter().chain(title).chain([game.game.rules.to_string()]).collect()
}

/// Whose deal it is, and the game score if there is one; when the game is over, who won and who pays.
fn ending(game: &ScoredGame) -> Vec<String> {
    if !phrases::is_open(game) {
        let verdict = phrases::verdict(game, Position::Start).into_iter();
        return verdict.chain(money::game_money(game, Position::Start)).collect();
    }
    let score = (game.tally.settled().count() > 0).then(|| match phrases::rules(game).format {
        Format::BestOf { .. } => score_phrase(game, Side::First),
        _ => format!("game score {}", score_phrase(game, Side::First)),
    });
    phrases::deal(game).into_iter().chain(score).collect()
}

/// Each column: whether it is open or who closed it, its numbers, and what is needed there.
fn columns(game: &ScoredGame) -> Vec<Vec<String>> {
    if game.tally.columns.len() < 2 {
        return Vec::new();
    }
    let hidden = game.tally.settled().count().saturating_sub(CLOSED);
    let closed = |(at, column): &(usize, &Column)| column.is_open() || *at >= hidden;
    let columns = game.tally.columns.iter().enumerate().filter(closed);
    let before = (hidden > 0).then(|| vec![format!("{} closed before", count(hidden, phrases::column_noun(game)))]);
    before.into_iter().chain(columns.map(|(at, column)| column_line(game, at, column))).collect()
}

fn column_line(game: &ScoredGame, at: usize, column: &Column) -> Vec<String> {
    let label = match column.multiplier {
        1 => phrases::column_title(game, at),
        times => format!("{} × {times}", phrases::column_title(game, at)),
    };
    let pair = |points| phrases::pair(points, Side::First);
    match &column.close {
        Some(close) => {
            let finisher = phrases::name(game, close.finisher);
            vec![format!("{label} closed by {finisher}"), pair(close.settlement.totals())]
        }
        None if !phrases::is_open(game) => vec![format!("{label} not closed"), pair(column.points)],
        None => {
            let needs = column.needs(phrases::rules(game)).map(|needs| format!("needs {}", pair(needs)));
            [format!("{label} open"), pair(column.points)].into_iter().chain(needs).collect()
        }
    }
}
