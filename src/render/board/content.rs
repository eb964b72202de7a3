//! What stands on the board.

use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::Format;
use ginpad_core::sheet::Column;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::printable;

use crate::render::phrases;
use crate::render::{Place, answer};

/// What stands on the board of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::render) struct Content {
    /// The number and the title of the game, and its rules.
    pub heading: Vec<String>,
    /// What the large numbers are, unless that goes without saying.
    pub what: Option<String>,
    /// The large numbers: points, or columns in a best-of that is over.
    pub numbers: BySide<Points>,
    /// What is said of each side besides its number.
    pub remark: BySide<String>,
    /// What the last change was.
    pub change: Option<String>,
    /// The points of the columns if there are several, and whose deal it is; when the game is over, who won and who pays.
    pub ending: Vec<String>,
}

impl Content {
    /// The content of the board of a game. `change` is the last change, if that was not a hand.
    pub(in crate::render) fn of(game: &ScoredGame, place: Place, change: Option<&str>) -> Content {
        let last = game.tally.hands.iter().enumerate().rfind(|(_, hand)| hand.is_counted());
        let hand = last.map(|(at, hand)| format!("#{}  {}", at + 1, answer::reading(game, at, hand)));
        let (what, numbers, needs) = numbers(game);
        let remark = |side: Side| match needs {
            Some(needs) => format!("needs {}", needs[side]),
            None if game.winner() == Some(side) => "won".to_string(),
            None => String::new(),
        };
        Content {
            heading: heading(game, place),
            what,
            numbers,
            remark: BySide::from_fn(numbers.size(), remark),
            change: change.map(String::from).or(hand),
            ending: ending(game),
        }
    }
}

/// The large numbers, what they are and what each side still needs: while a game is open, the points of its first open
/// column; afterwards the score that decided it.
fn numbers(game: &ScoredGame) -> (Option<String>, BySide<Points>, Option<BySide<Points>>) {
    let (rules, score) = (phrases::rules(game), game.tally.game_score);
    let settled = game.tally.columns.iter().any(|column| column.settlement().is_some());
    let at = game.tally.columns.iter().position(Column::is_open);
    match (at.and_then(|at| Some((at, game.tally.columns.get(at)?))), &rules.format) {
        _ if phrases::is_totals_only(game) => (Some("total".into()), score, None),
        (_, Format::BestOf { .. }) if !phrases::is_open(game) && settled => {
            (Some("matches".into()), phrases::finished(game), None)
        }
        (Some((at, column)), format) if phrases::is_open(game) || !settled => (
            (*format != Format::Single).then(|| format!("points in {}", phrases::column_name(game, at))),
            column.points,
            column.needs(rules).filter(|_| phrases::is_open(game)),
        ),
        (_, Format::Single) => (Some("total".into()), score, None),
        _ => (Some("game score".into()), score, None),
    }
}

/// The number and the title of a game, and its rules.
fn heading(game: &ScoredGame, place: Place) -> Vec<String> {
    let number = place.number.map(|number| format!("Game {number}"));
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    number.into_iter().chain(title).chain([game.game.rules.to_string()]).collect()
}

/// The points of the columns if there are several, the game score and the deal; when the game is over, who won and who pays.
fn ending(game: &ScoredGame) -> Vec<String> {
    if !phrases::is_open(game) || phrases::rules(game).format != Format::Single {
        return answer::where_it_stands(game);
    }
    phrases::deal(game).into_iter().collect()
}
