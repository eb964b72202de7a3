//! Where a game stands, in a few words.

use ginpad_core::game::{Closing, Game, ScoredGame};
use ginpad_core::rules::Format;
use ginpad_core::side::{BySide, Side};

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
        (None, Some(Closing::Forfeit(side))) => format!("forfeited by {}", phrases::name(game, side)),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => match game.game.totals {
            Some(totals) => over(totals.winner),
            None => format!("open at {}", score_phrase(game, Side::First)),
        },
    }
}

/// The sides of a game: `Ann – Bob`.
pub(crate) fn sides(game: &Game) -> String {
    game.players.side_names().iter().cloned().collect::<Vec<_>>().join(" – ")
}

/// Why the lower total won a game of one column: `, first to 100`.
fn first_to(game: &ScoredGame, winner: Side) -> String {
    let (rules, totals) = (phrases::rules(game), game.tally.game_score);
    let lower = totals[winner] < totals[winner.other()] && rules.format == Format::Single;
    let lower = lower && !phrases::is_totals_only(game);
    if lower { format!(", first to {}", rules.target) } else { String::new() }
}

/// The score that decides the game, with side `first` first. In a single column, that is the points until the game ends
/// and then the totals; in a best-of, the columns won; otherwise the game score, once a column is closed. Of an old game
/// without hands, it is the totals.
pub(crate) fn score_phrase(game: &ScoredGame, first: Side) -> String {
    let column = |at: usize| game.tally.columns.get(at).map_or(BySide::default(), |column| column.points);
    let settled = game.tally.settled().count() > 0;
    match phrases::rules(game).format {
        _ if phrases::is_totals_only(game) => phrases::pair(game.tally.game_score, first),
        Format::Single if game.tally.ending.is_some() => phrases::pair(game.tally.game_score, first),
        Format::Single => phrases::pair(column(0), first),
        _ if !settled => format!("{} in {}", phrases::pair(column(0), first), phrases::column_name(game, 0)),
        Format::BestOf { .. } => format!("{} in matches", phrases::pair(phrases::finished(game), first)),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => phrases::pair(game.tally.game_score, first),
    }
}
