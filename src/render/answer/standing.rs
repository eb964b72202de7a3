//! Where a game stands, in a few words.

use ginpad_core::game::{Closing, ScoredGame};
use ginpad_core::rules::Format;
use ginpad_core::side::{BySide, Side};

use crate::render::phrases;

/// Where a game stands: `open at 96–61`, `won by Ann 229–61`.
#[must_use]
pub(crate) fn standing(game: &ScoredGame) -> String {
    match (game.tally.ending, game.game.closing) {
        (Some(ending), _) => match ending.winner {
            Some(winner) => format!("won by {}{}", phrases::name(game, winner), result(game, winner)),
            None => format!("tied at {}", phrases::pair(game.tally.game_score, Side::First)),
        },
        (None, Some(Closing::Forfeit(side))) => format!("forfeited by {}", phrases::name(game, side)),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => format!("open at {}", score_phrase(game, Side::First)),
    }
}

/// The score of a finished game, the winner's first: columns in a best-of, else the game score. Where the winner has
/// the lower score, the target is what the game was won by.
fn result(game: &ScoredGame, winner: Side) -> String {
    let score = game.tally.game_score;
    match phrases::rules(game).format {
        Format::BestOf { .. } => format!(" {} in columns", phrases::pair(phrases::finished(game), winner)),
        _ if score[winner] < score[winner.other()] => format!(", first to {}", phrases::rules(game).target),
        _ => format!(" {}", phrases::pair(score, winner)),
    }
}

/// The score of an open game: points in a single column, columns in a best-of, else the game score once a column is
/// closed.
fn score_phrase(game: &ScoredGame, first: Side) -> String {
    let column = |at: usize| game.tally.columns.get(at).map_or(BySide::default(), |column| column.points);
    let settled = game.tally.settled().count() > 0;
    match phrases::rules(game).format {
        Format::Single => phrases::pair(column(0), first),
        _ if !settled => format!("{} in {}", phrases::pair(column(0), first), phrases::label(0)),
        Format::BestOf { .. } => format!("{} in columns", phrases::pair(phrases::finished(game), first)),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => phrases::pair(game.tally.game_score, first),
    }
}
