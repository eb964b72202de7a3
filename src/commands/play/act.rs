//! What a line at the pad does. Each line runs the command that does the same.

use super::shell_line::shell_line;
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::book::StoredGame;
use crate::cli::session::card_flags::CardFlags;
use crate::cli::session::{GameName, HandName, Session};
use crate::commands::correct::FixArgs;
use crate::commands::deadwood::DeadwoodArgs;
use crate::commands::explain;
use crate::commands::layoff::LayoffArgs;
use crate::commands::log::LogArgs;
use crate::commands::new::NewArgs;
use crate::commands::odds;
use crate::commands::score;
use crate::commands::undo;
use crate::render::table_help;
use crate::reports::score::View;
use ginpad_core::facts::ChangeVerb;
use ginpad_core::table::{TableCommand, TableLine, ToJudge};

/// Does what a line asks for, in this game.
///
/// # Errors
/// It cannot be done. Nothing was changed then.
pub(super) fn act(session: &Session, game: &StoredGame, line: TableLine<'_>) -> Result<Answer, Failure> {
    let number = GameName::Number(game.number);
    let hands = game.scored.game.hands.len();
    match line {
        TableLine::Nothing | TableLine::Leave => Ok(Answer::default()),
        TableLine::Entry(entry) => match shell_line(session, game, entry) {
            Some(failure) => Err(failure),
            None => LogArgs::of(entry, number).run(session),
        },
        TableLine::Correct(hand, entry) => FixArgs::of(hand.number(hands), entry, number).run(session),
        TableLine::Judge(cards) => judge(session, game, cards),
        TableLine::Command(TableCommand::Sheet) => score::of_game(session, Some(number), View::Sheet),
        TableLine::Command(TableCommand::Board) => score::of_game(session, Some(number), View::Board(None)),
        TableLine::Command(TableCommand::Undo) => undo::in_game(session, ChangeVerb::UNDO, game),
        TableLine::Command(TableCommand::Redo) => undo::in_game(session, ChangeVerb::REDO, game),
        TableLine::Command(TableCommand::Explain) => {
            explain::of_game(session, Some(number), Some(HandName::Number(hands)))
        }
        TableLine::Command(TableCommand::Next) => NewArgs::rematch(session, game),
        TableLine::Command(TableCommand::Odds) => odds::of_game(session, Some(number)),
        TableLine::Command(TableCommand::Help) => Ok(Answer::of(table_help(&game.scored.game, session.look()))),
    }
}

/// Judges cards by the rules of the game.
fn judge(session: &Session, game: &StoredGame, cards: ToJudge<'_>) -> Result<Answer, Failure> {
    let terms = CardFlags::of_game(&game.scored.game.rules.rules, cards.upcard);
    match cards.defender {
        Some(defender) => LayoffArgs::of(cards.hand, defender, terms).run(session),
        None => DeadwoodArgs::of(cards.hand, terms).run(session),
    }
}
