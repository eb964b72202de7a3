//! `ginpad` alone: the current game, or how to start one.

use std::rc::Rc;

use super::found_games::{FoundGames, placed};
use super::score::answer;
use crate::answer::command_line::NEW_GAME;
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::which_game;
use crate::book::{Pad, StoredGame};
use crate::reports::outcome::Outcome;
use crate::reports::score::ScoreReport;
use crate::reports::versus::pair_line as words;
use ginpad_core::reports::{Finished, Ledger, ReportedGame, rivals};
use ginpad_core::side::Side;

/// Shows the current game's sheet and whose deal it is; with no game, how to start one.
pub(crate) fn run(app: &App) -> Result<Answer, Failure> {
    app.read(|pad| {
        let Some(game) = pad.current_game()? else { return Ok(no_game().into()) };
        let found = FoundGames::of_book(pad, &game);
        let placed = placed(app, Rc::new(game.scored.clone()), found.place);
        let report = ScoreReport { note: pair_line(pad, &game)?, ..ScoreReport::new(vec![placed]) };
        let answer = answer(report, found.not_counted()).remarks(found.unsettled()?);
        let next = Hint::does(which_game::next(pad, &game)?, "starts the next game");
        Ok(answer.remarks((!game.scored.is_open()).then_some(Remark::Hint(next))))
    })
}

/// How to start.
fn no_game() -> Outcome {
    let starts = Sentence::from(format!("{NEW_GAME} starts one"));
    let logs = Sentence::from("`log NAME knock COUNT COUNT` logs its first hand");
    let lists = Sentence::default().run(CommandLine::of("help")).say(" lists the commands");
    Outcome { ways: vec!["no game yet".into(), starts, logs, lists], ..Outcome::default() }
}

/// In a book with more games than this, a pair asks for its ledger with `versus`: its sheet should not take longer than
/// in a small book.
const MOST_GAMES: i64 = 1000;

/// Who leads the pair of a finished game, over all their games. Only their games are read.
fn pair_line(pad: &Pad<'_>, game: &StoredGame) -> Result<Option<Sentence>, Failure> {
    if Finished::of(&game.scored).is_none() {
        return Ok(None);
    }
    let players = &game.scored.game.players;
    if players.has_several_sides() {
        return Ok(None);
    }
    let names = players.side_names();
    let names = [&names[Side::First], &names[Side::Second]];
    if pad.is_larger_than(MOST_GAMES)? {
        let versus = Sentence::default().run(CommandLine::of("versus").words(names.map(Clone::clone)));
        return Ok((players.is_single()).then(|| versus.say(" says who leads")));
    }
    let games = pad.games_of_pair(game)?;
    let mut ledger = Ledger::default();
    pad.each_game(&games, |stored| {
        if let Some(sides) = rivals(&stored.scored.game.players, players) {
            ledger.enter(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored }, sides);
        }
        Ok::<(), Failure>(())
    })?;
    Ok(Some(words(names.map(String::as_str), players.of(Side::First).len(), &ledger).into()))
}
