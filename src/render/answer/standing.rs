//! Where a game stands, in a few words.

use ginpad_core::game::{Closing, ScoredGame};
use ginpad_core::rules::Format;
use ginpad_core::side::{BySide, Side};

use crate::render::phrases;

/// Where a game stands, as a phrase within a message: `open at 96–61`, `won by Ann 104–61`.
#[must_use]
pub(crate) fn standing(game: &ScoredGame) -> String {
    match (game.tally.ending, game.game.closing) {
        (Some(ending), _) => match ending.winner {
            Some(winner) => format!("won by {} {}", phrases::name(game, winner), score_phrase(game, winner)),
            None => format!("tied at {}", score_phrase(game, Side::First)),
        },
        (None, Some(Closing::Forfeit(side))) => format!("forfeited by {}", phrases::name(game, side)),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => format!("open at {}", score_phrase(game, Side::First)),
    }
}

/// What decides the game: points in a single column, columns in a best-of, else the game score once there is one.
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
