//! Single words of the command line that mean a game, a hand or a number of changes.

use std::convert::Infallible;
use std::str::FromStr;

use ginpad_core::text::harmless;
use thiserror::Error;

use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::sentence::Hint;

/// A game as it is named: `12`, `@` for the current one, `@-1` for the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameName {
    /// By its number.
    Number(i64),
    /// The current one, or this many before it.
    Current(i64),
}

/// Why a word is not what the command needs.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum WrongValue {
    /// It is not a game.
    #[error("`{0}` is not a game; type its number, `@` for the current game or `@-1` for the one before")]
    Game(String),
    /// It is not the number of a hand.
    #[error("`{0}` is not the number of a hand")]
    Hand(String),
    /// It is not a number of changes.
    #[error("`{0}` is not a number of changes; give 1 or more")]
    Changes(String),
    /// It is not a number of games.
    #[error("`{0}` is not a number of games; give 1 or more")]
    Games(String),
    /// It is not a figure that a report can be sorted by.
    #[error("`{0}` is not a column of this report; the columns are {1}")]
    SortedBy(String, String),
}

impl WrongValue {
    /// What would help.
    pub(crate) fn hint(&self) -> Hint {
        match self {
            WrongValue::Game(_) => Hint::does(CommandLine::of("games"), "lists the games with their numbers"),
            WrongValue::Hand(_) => Hint::does(CommandLine::of("score"), "shows the hands with their numbers"),
            WrongValue::Changes(_) => Hint::advice("without a number, one change is meant"),
            WrongValue::Games(_) => Hint::advice("without the flag, every game is meant"),
            WrongValue::SortedBy(..) => Hint::advice("without `--sort`, the report has an order of its own"),
        }
    }
}

impl FromStr for GameName {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<GameName, WrongValue> {
        let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number >= 1);
        match text.strip_prefix('@') {
            Some("") => Some(GameName::Current(0)),
            Some(back) => back.strip_prefix('-').and_then(number).map(GameName::Current),
            None => number(text).map(GameName::Number),
        }
        .ok_or_else(|| WrongValue::Game(harmless(text)))
    }
}

/// A value of a flag, or why it cannot be read: it is told with whatever else is wrong with the flags of a report.
pub(crate) type Value<T> = Result<T, WrongValue>;

/// Reads how many games are meant, and keeps why not.
pub(crate) fn games_value(text: &str) -> Result<Value<usize>, Infallible> {
    Ok(number_of_games(text))
}

/// Reads the number of a hand.
///
/// # Errors
/// It is not a number.
pub(crate) fn hand_number(text: &str) -> Result<usize, WrongValue> {
    text.parse().map_err(|_| WrongValue::Hand(harmless(text)))
}

/// Reads how many changes to undo or redo.
///
/// # Errors
/// It is not a number, or it is 0.
pub(crate) fn number_of_changes(text: &str) -> Result<usize, WrongValue> {
    text.parse().ok().filter(|changes| *changes > 0).ok_or_else(|| WrongValue::Changes(harmless(text)))
}

/// Reads how many games are meant.
///
/// # Errors
/// It is not a number, or it is 0.
pub(crate) fn number_of_games(text: &str) -> Result<usize, WrongValue> {
    text.parse().ok().filter(|games| *games > 0).ok_or_else(|| WrongValue::Games(harmless(text)))
}
