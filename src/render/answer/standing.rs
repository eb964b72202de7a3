//! Where a game stands, in a few words.

use ginpad_core::game::{Closing, Game, ScoredGame};
use ginpad_core::points::Points;
use ginpad_core::rules::Format;
use ginpad_core::sheet::Column;
use ginpad_core::side::{BySide, Side};

use crate::render::money;
use crate::render::phrases;

/// Where a game stands: `open at 96–61`, `won by Ann 229–61`.
pub(crate) fn standing(game: &ScoredGame) -> String {
    let over = |winner: Option<Side>| match winner {
        Some(winner) => {
            let (name, score) = (phrases::name(game, winner), score_phrase(game, winner));
            format!("won by {name} {score}{}", first_to(game, winner))
        }
        None => format!("tied at {}", score_phrase(game, Side::First)),
    };
    match (game.tally.ending, game.game.closing) {
        (Some(ending), _) => over(ending.winner),
        (None, Some(Closing::Forfeit(by) | Closing::ForfeitNoPoints(by))) => {
            format!("forfeited by {}", phrases::name(game, by))
        }
        (None, Some(Closing::Settled)) => format!("settled, {}", over(game.winner())),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => match game.game.totals {
            Some(totals) => over(totals.winner),
            None => format!("open at {}", score_phrase(game, Side::First)),
        },
    }
}

/// Where a game stands before its next hand: the score, what each side needs and who deals. If it is over, how it ended and
/// who pays.
pub(crate) fn where_it_stands(game: &ScoredGame) -> Vec<String> {
    match phrases::verdict(game) {
        Some(verdict) => [verdict].into_iter().chain(money::game_money(game)).collect(),
        None => open_score(game).into_iter().chain(game_score(game)).chain(phrases::deal(game)).collect(),
    }
}

/// The points of the open columns in which a hand was won, and what each side needs.
fn open_score(game: &ScoredGame) -> Vec<String> {
    let rules = phrases::rules(game);
    let is_single = rules.format == Format::Single;
    let each = |(at, column): (usize, &Column)| {
        let score = both(game, column.points, column.needs(rules));
        if is_single { score } else { format!("{}: {score}", phrases::label(game, at)) }
    };
    let is_shown = |column: &Column| column.is_open() && (is_single || column.hands_won.iter().any(|won| *won > 0));
    let columns = game.tally.columns.iter().enumerate().filter(|(_, column)| is_shown(column));
    columns.map(each).collect()
}

/// The score that decides a game of several columns, once one is settled, and what each side still needs:
/// `game score: Ann 330 (needs 170), Bob 362 (needs 138)`, `matches: Ann 1 (needs 2), Bob 0 (needs 3)`.
fn game_score(game: &ScoredGame) -> Option<String> {
    game.tally.columns.iter().find(|column| column.settlement().is_some())?;
    let (what, score) = match phrases::rules(game).format {
        Format::MultiMatch { .. } | Format::Hollywood { .. } => ("game score", game.tally.game_score),
        Format::BestOf { .. } => ("matches", phrases::finished(game)),
        Format::Single => return None,
    };
    Some(format!("{what}: {}", both(game, score, phrases::needs_for_the_game(game))))
}

/// The points of both sides, and what each needs: `Ann 23 (needs 77), Bob 0 (needs 100)`.
fn both(game: &ScoredGame, points: BySide<Points>, needs: Option<BySide<Points>>) -> String {
    let side = |side: Side| {
        let needs = needs.map(|needs| format!(" (needs {})", needs[side])).unwrap_or_default();
        format!("{} {}{needs}", phrases::name(game, side), points[side])
    };
    points.order().map(side).collect::<Vec<_>>().join(", ")
}

/// The sides of a game: `Ann – Bob`.
pub(crate) fn sides(game: &Game) -> String {
    game.players.side_names().iter().cloned().collect::<Vec<_>>().join(" – ")
}

/// Why the lower total won a game of one column: `, first to 100`.
fn first_to(game: &ScoredGame, winner: Side) -> String {
    let (rules, totals) = (phrases::rules(game), game.tally.game_score);
    let lower = totals.iter().any(|total| *total > totals[winner]) && rules.format == Format::Single;
    let lower = lower && !phrases::is_totals_only(game);
    if lower { format!(", first to {}", rules.target) } else { String::new() }
}

/// The score that decides the game, with side `first` first. In a single column, that is the points until the game ends
/// and then the totals; in a best-of, the columns won; otherwise the game score, once a column is closed. Of an old game
/// without hands, it is the totals.
pub(crate) fn score_phrase(game: &ScoredGame, first: Side) -> String {
    let column = |at: usize| game.tally.columns.get(at).map_or(game.tally.game_score, |column| column.points);
    let settled = game.tally.columns.iter().any(|column| column.settlement().is_some());
    match phrases::rules(game).format {
        _ if phrases::is_totals_only(game) => phrases::pair(game.tally.game_score, first),
        Format::Single if settled => phrases::pair(game.tally.game_score, first),
        Format::Single => phrases::pair(column(0), first),
        _ if !settled => format!("{} in {}", phrases::pair(column(0), first), phrases::column_name(game, 0)),
        Format::BestOf { .. } => format!("{} in matches", phrases::pair(phrases::finished(game), first)),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => phrases::pair(game.tally.game_score, first),
    }
}
