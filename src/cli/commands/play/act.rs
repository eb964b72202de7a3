//! What a line at the pad does. Each line runs the command that does the same.

use crate::book::{MovedChange, Pad, StoredGame};
use crate::cli::commands::correct::FixArgs;
use crate::cli::commands::deadwood::DeadwoodArgs;
use crate::cli::commands::explain;
use crate::cli::commands::layoff::LayoffArgs;
use crate::cli::commands::log::LogArgs;
use crate::cli::commands::new::NewArgs;
use crate::cli::commands::odds;
use crate::cli::commands::score;
use crate::cli::commands::undo::{RedoArgs, UndoArgs, by};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::card_flags::CardFlags;
use crate::cli::session::{GameName, HandName, Session, which_game};
use crate::render::table_help;
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
        TableLine::Entry(entry) => LogArgs::of(entry, number).run(session),
        TableLine::Correct(hand, entry) => FixArgs::of(hand.number(hands), entry, number).run(session),
        TableLine::Judge(cards) => judge(session, game, cards),
        TableLine::Command(TableCommand::Undo) => {
            own(session, game, "undo", |pad| Ok(pad.to_undo(1, by(session))?))?;
            UndoArgs::LAST.run(session)
        }
        TableLine::Command(TableCommand::Redo) => {
            own(session, game, "redo", |pad| Ok(pad.to_redo(1, by(session))?))?;
            RedoArgs::LAST.run(session)
        }
        TableLine::Command(TableCommand::Sheet) => score::of_game(session, Some(number)),
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

/// Refuses to take back or restore a change that is not about this game: the pad stays with its game.
fn own(
    session: &Session,
    game: &StoredGame,
    verb: &'static str,
    moving: impl FnOnce(&Pad<'_>) -> Result<Vec<MovedChange>, Failure>,
) -> Result<(), Failure> {
    let changes = session.read(|| Err(which_game::no_game()), moving)?;
    match changes.first().filter(|change| !change.is_about(game.id)) {
        None => Ok(()),
        Some(other) => {
            let what = format!("the change to {verb} is `{}`, which is not about this game alone", other.verb);
            let anyway = CommandLine::of(verb).words(["1"]);
            Err(Failure::refused(what).hint(Hint::does(anyway, "does it all the same")))
        }
    }
}
