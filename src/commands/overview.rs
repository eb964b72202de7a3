//! `ginpad` alone: the current game, or how to start one.

use super::score::{place_of, show};
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::answer::{Answer, Content};
use crate::book::{Pad, StoredGame};
use crate::cli::messages::consequences::{still_counts, warnings};
use crate::cli::session::{Face, Session, which_game};
use crate::render;
use ginpad_core::reports::{Finished, Ledger, ReportedGame, rivals};
use ginpad_core::side::Side;
use ginpad_core::text::sentence;

/// Shows the current game's sheet and whose deal it is; with no game, how to start one.
pub(crate) fn run(session: &Session) -> Result<Answer, Failure> {
    let with_next = |pad: &Pad<'_>, game: StoredGame| {
        let ledger = if session.face() == Face::Table { pair_line(session, pad, &game)? } else { None };
        Ok((which_game::next(pad, &game)?, ledger, still_counts(pad, &game)?, game))
    };
    let read = |pad: &Pad<'_>| pad.current_game()?.map(|game| with_next(pad, game)).transpose();
    let current = session.read(|| Ok(None), read)?;
    Ok(match (current, session.face()) {
        (Some((next, ledger, still, game)), face) => {
            let mut answer = show(session, &game.scored, place_of(&game)).remarks(warnings(&game, face)).remarks(still);
            if let Some(ledger) = ledger {
                let text = format!("{}\n\n{}", answer.text().trim_end(), sentence(&ledger, session.look().columns()));
                answer.content = Content::Printed(text);
            }
            let over = face == Face::Table && !game.scored.is_open();
            answer.remarks(over.then(|| Remark::Hint(Hint::does(next, "starts the next game"))))
        }
        (None, Face::Table) => Answer::of(how_to_start(session)),
        (None, Face::Json) => Answer::of("null"),
        (None, Face::Plain) => Answer::default(),
    })
}

/// In a book with more games than this, a pair asks for its ledger with `versus`: its sheet should not take longer than
/// in a small book.
const MOST_GAMES: i64 = 1000;

/// Who leads the pair of a finished game, over all their games. Only their games are read.
fn pair_line(session: &Session, pad: &Pad<'_>, game: &StoredGame) -> Result<Option<String>, Failure> {
    if Finished::of(&game.scored).is_none() {
        return Ok(None);
    }
    let players = &game.scored.game.players;
    let names = players.side_names();
    let names = [&names[Side::First], &names[Side::Second]];
    if pad.is_larger_than(MOST_GAMES)? {
        let versus = session.spell(&CommandLine::of("versus").words(names.map(Clone::clone)));
        return Ok((players.a_side() == 1).then(|| format!("`{versus}` says who leads")));
    }
    let games = pad.games_of_pair(game)?;
    let mut ledger = Ledger::default();
    pad.each_game(&games, |stored| {
        if let Some(own) = rivals(&stored.scored.game.players, players) {
            ledger.enter(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored }, own);
        }
        Ok::<(), Failure>(())
    })?;
    Ok(Some(render::pair_line(names.map(String::as_str), players.a_side(), &ledger)))
}

/// The first commands of a new book.
fn how_to_start(session: &Session) -> String {
    let new = session.spell(&CommandLine::new_game());
    let log = session.spell(&CommandLine::of("log").entry("ann knock 4 27"));
    let help = session.spell(&CommandLine::of("help"));
    let width =
        [&new, &log, &help].map(|command| command.chars().count()).into_iter().max().unwrap_or_default().max(30);
    format!(
        "no game yet\n\n  {new:width$}  starts one\n  {log:width$}  logs its first hand\n  {help:width$}  lists the commands"
    )
}
