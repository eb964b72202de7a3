//! What a line at the pad does. Each line runs the command that does the same.

use ginpad_core::players::WhoFault;
use ginpad_core::table::{TableCommand, TableLine, ToJudge};

use super::follow::Page;
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::book::StoredGame;
use crate::cli::session::card_flags::CardFlags;
use crate::cli::session::{GameName, HandName, Session, typed_entry};
use crate::cli::typed::{is_command, typed};
use crate::commands::correct::FixArgs;
use crate::commands::deadwood::DeadwoodArgs;
use crate::commands::explain;
use crate::commands::layoff::LayoffArgs;
use crate::commands::log::LogArgs;
use crate::commands::new::NewArgs;
use crate::commands::odds;
use crate::commands::score;
use crate::commands::undo::{redo_in, undo_in};
use crate::render::table_help;

/// Does what a line asks for in the game of a page.
///
/// # Errors
/// It cannot be done. Nothing was changed then.
pub(super) fn act(session: &Session, page: &Page, line: TableLine<'_>) -> Result<Answer, Failure> {
    let game = &page.game;
    let number = GameName::Number(game.number);
    let hands = game.scored.game.hands.len();
    match line {
        TableLine::Nothing | TableLine::Leave => Ok(Answer::default()),
        TableLine::Entry(line) => match command(page, line).as_deref() {
            None => LogArgs::of(line, number).run(session),
            Some([log, entry @ ..]) if log == "log" && entry.iter().any(|word| !word.starts_with('-')) => {
                LogArgs::of(&typed_entry::entry(entry), number).run(session)
            }
            Some(words) => typed(words, page.other_than_current(), session),
        },
        TableLine::Correct(hand, entry) => FixArgs::of(hand.number(hands), entry, number).run(session),
        TableLine::Judge(cards) => judge(session, game, cards),
        TableLine::Command(TableCommand::Undo) => undo_in(session, game),
        TableLine::Command(TableCommand::Redo) => redo_in(session, game),
        TableLine::Command(TableCommand::Sheet) => score::of_game(session, Some(number)),
        TableLine::Command(TableCommand::Board) => score::board_of_game(session, number),
        TableLine::Command(TableCommand::Explain) => {
            explain::of_game(session, Some(number), Some(HandName::Number(hands)))
        }
        TableLine::Command(TableCommand::Next) => NewArgs::rematch(session, game),
        TableLine::Command(TableCommand::Odds) => odds::of_game(session, Some(number)),
        TableLine::Command(TableCommand::Help) => Ok(Answer::of(table_help(&game.scored.game, session.look()))),
    }
}

/// The words of a line that is a command of the program, like `games` or `rules hollywood`. `None` if it may be an entry.
fn command(page: &Page, line: &str) -> Option<Vec<String>> {
    let words = shlex::split(line)?;
    let mut words = words.strip_prefix(&["ginpad".to_string()]).unwrap_or(&words).to_vec();
    let verb = words.first()?.clone();
    let is_nobody = matches!(page.game.scored.game.players.find(&verb), Err(WhoFault::Unknown { .. }));
    if !is_nobody || !is_command(&verb) {
        return None;
    }
    if verb == "rules" && words.get(1).is_some_and(|word| !["show", "check"].contains(&word.as_str())) {
        words.insert(0, "set".into());
    }
    Some(words)
}

/// Judges cards by the rules of the game.
fn judge(session: &Session, game: &StoredGame, cards: ToJudge<'_>) -> Result<Answer, Failure> {
    let terms = CardFlags::of_game(&game.scored.game.rules.rules, cards.upcard);
    match cards.defender {
        Some(defender) => LayoffArgs::of(cards.hand, defender, terms).run(session),
        None => DeadwoodArgs::of(cards.hand, terms).run(session),
    }
}
