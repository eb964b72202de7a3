//! Which game, and which hand of it, is meant.

use std::str::FromStr;

use super::failure::Failure;
use super::session::Session;
use crate::book::{Pad, StoredGame};
use crate::render::standing;
use ginpad_core::game::{ScoredGame, Status};
use ginpad_core::text::count;

/// A game as it is named: `12`, `@` for the current one, `@-1` for the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GameName {
    /// By its number.
    Number(i64),
    /// The current one, or so many before it.
    Current(i64),
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(text: &str) -> Result<GameName, String> {
        let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number >= 1);
        match text.strip_prefix('@') {
            Some("") => Some(GameName::Current(0)),
            Some(back) => back.strip_prefix('-').and_then(number).map(GameName::Current),
            None => number(text).map(GameName::Number),
        }
        .ok_or_else(|| "a game is named by its number, `@` for the current one, or `@-1` for the one before".into())
    }
}

/// Reads the number of a hand.
///
/// # Errors
/// It is none.
pub(super) fn hand_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "a hand is named by its number, as `ginpad score` shows it".into())
}

/// There is no game at all.
pub(super) fn no_game() -> Failure {
    Failure::refused("there is no game yet").hint("start one with `ginpad new Ann Bob`")
}

/// The game that is meant; the current one where none is named.
///
/// # Errors
/// There is no such game.
pub(super) fn game(pad: &Pad<'_>, name: Option<GameName>) -> Result<StoredGame, Failure> {
    match name.unwrap_or(GameName::Current(0)) {
        GameName::Current(0) => pad.current_game()?.ok_or_else(no_game),
        GameName::Number(number) => pad.game_numbered(number)?.ok_or_else(|| no_such(pad, &number.to_string())),
        GameName::Current(back) => {
            let current = pad.current_game()?.ok_or_else(no_game)?;
            let mut numbers = Vec::new();
            for id in pad.games()? {
                numbers.push(pad.number_of(id)?);
            }
            let at = numbers.iter().position(|number| *number == current.number).unwrap_or(0);
            let before = usize::try_from(back).ok().and_then(|back| at.checked_sub(back));
            match before.map(|at| numbers[at]) {
                Some(number) => game(pad, Some(GameName::Number(number))),
                None => Err(no_such(pad, &format!("@-{back}"))),
            }
        }
    }
}

fn no_such(pad: &Pad<'_>, name: &str) -> Failure {
    match pad.games().map(|games| games.len()) {
        Ok(0) => no_game(),
        Ok(games) => Failure::refused(format!("there is no game {name}; the book has {}", count(games, "game")))
            .hint("`ginpad games` lists them"),
        Err(error) => error.into(),
    }
}

/// The place of hand number `number` in a game, counted from 0.
///
/// # Errors
/// The game has no such hand.
pub(super) fn hand(game: &StoredGame, number: usize) -> Result<usize, Failure> {
    hand_of(&game.scored, number, Some(game.number))
}

/// The place of hand number `hand` in a game that the book calls `number`, or that stands in a file.
///
/// # Errors
/// The game has no such hand.
pub(super) fn hand_of(game: &ScoredGame, hand: usize, number: Option<i64>) -> Result<usize, Failure> {
    let hands = game.game.hands.len();
    hand.checked_sub(1).filter(|at| *at < hands).ok_or_else(|| {
        let has = if hands == 0 { "no hands yet".to_string() } else { count(hands, "hand") };
        let which = number.map_or("the game".to_string(), |number| format!("game {number}"));
        let failure = Failure::refused(format!("{which} has {has}; there is no hand {hand}"));
        let first = "log the first one with `ginpad log`";
        failure.hint(if hands == 0 { first } else { "`ginpad score` shows them with their numbers" })
    })
}

/// Refuses a game that takes no more hands.
///
/// # Errors
/// It is finished or closed.
pub(super) fn open(game: &StoredGame) -> Result<(), Failure> {
    let next = "start the next one with `ginpad new`, or go on with another that `ginpad games` lists";
    match (game.scored.status(), game.scored.tally.ending) {
        (Status::Open, _) => Ok(()),
        (Status::Finished, Some(ending)) => {
            let hand = ending.hand + 1;
            let how = match ending.winner {
                Some(winner) => format!("was won by {}", game.scored.game.players.side_name(winner)),
                None => "ended level".to_string(),
            };
            Err(Failure::refused(format!("the game {how} in hand {hand}")).hint(next))
        }
        (_, _) => Err(Failure::refused(format!("game {} is over: {}", game.number, standing(&game.scored))).hint(next)),
    }
}

/// A remark where the game that is meant is not the newest: people should see which one they write in.
#[must_use]
pub(super) fn remark(session: &Session, pad: &Pad<'_>, game: &StoredGame) -> Option<String> {
    let newest = pad.newest().ok()??;
    let table = session.face() == super::session::Face::Table;
    let names = game.scored.game.players.side_names();
    (table && newest != game.id).then(|| {
        format!("note: this is game {} ({})", game.number, names.iter().cloned().collect::<Vec<_>>().join(" – "))
    })
}
