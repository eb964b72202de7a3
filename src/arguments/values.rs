//! Single words of the command line that mean a game, a hand or a number of changes.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use uuid::Uuid;

use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use ginpad_core::notation::{LocalTime, WhenFault, excerpt, names_a_day, read_moment};
use ginpad_core::text::harmless;
use ginpad_core::{Amount, Moment};

/// The name of a game: `12`, `@` for the current one, `@-1` for the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameName {
    /// By its number.
    Number(i64),
    /// The current one, or this many before it.
    Current(i64),
}

/// The changes that `undo` or `redo` moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Changes {
    /// This device's last few.
    Last(usize),
    /// The one whose id has this start.
    Named(ChangeName),
}

/// The start of a change's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChangeName {
    /// As it was typed.
    pub typed: String,
    /// The lowest and the highest id with this start.
    pub ids: (Uuid, Uuid),
}

/// The name of a hand: `3`, `last` or `-1` for the newest, `-2` for the one before; or of an adjustment: `a1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandName {
    /// By its number, from 1.
    Number(usize),
    /// Counted from the end, from 1.
    FromEnd(usize),
    /// An adjustment by its number, from 1: `a1`.
    Adjustment(usize),
}

impl HandName {
    /// Its index among this many hands, from 0; `None` if there is no such hand.
    pub(crate) fn place(self, hands: usize) -> Option<usize> {
        match self {
            HandName::Number(number) => number.checked_sub(1).filter(|at| *at < hands),
            HandName::FromEnd(back) => hands.checked_sub(back).filter(|at| *at < hands),
            HandName::Adjustment(_) => None,
        }
    }
}

impl fmt::Display for HandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandName::Number(number) => write!(f, "{number}"),
            HandName::FromEnd(back) => write!(f, "-{back}"),
            HandName::Adjustment(number) => write!(f, "a{number}"),
        }
    }
}

/// The failure for a word that the command cannot use; `is_not` goes on after the word: `is not a game`.
pub(crate) fn wrong(word: &str, is_not: &str) -> Failure {
    Failure::usage(format!("`{}` {is_not}", harmless(word)))
}

/// The failure for a fault at one place of a text, which it marks.
pub(super) fn marked(fault: impl fmt::Display, text: &str, at: usize) -> Failure {
    let (shown, mark) = excerpt(text, text.get(..at).unwrap_or(text).chars().count());
    Failure::refused(format!("{fault}\n  {shown}\n  {}^", " ".repeat(mark)))
}

impl FromStr for GameName {
    type Err = Failure;

    fn from_str(text: &str) -> Result<GameName, Failure> {
        let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number >= 1);
        match text.strip_prefix('@') {
            Some("") => Some(GameName::Current(0)),
            Some(back) => back.strip_prefix('-').and_then(number).map(GameName::Current),
            None => number(text).map(GameName::Number),
        }
        .ok_or_else(|| {
            wrong(text, "is not a game; type its number, `@` for the current game or `@-1` for the one before")
                .see("games", "lists the games with their numbers")
        })
    }
}

/// Reads a year.
///
/// # Errors
/// The text is not one.
pub(crate) fn year(text: &str) -> Result<i32, Failure> {
    let year = text.parse().ok().filter(|year| (1000..=9999).contains(year));
    year.ok_or_else(|| wrong(text, "is not a year").hint(Hint::advice("type all four digits, like 2026")))
}

/// Reads the name of a hand.
///
/// # Errors
/// The text is not one.
pub(crate) fn hand_name(text: &str) -> Result<HandName, Failure> {
    let number = |text: &str| text.parse::<usize>().ok();
    let adjustment = text.strip_prefix(['a', 'A']).and_then(number).filter(|number| *number > 0);
    match text.strip_prefix('-') {
        _ if text.eq_ignore_ascii_case("last") => Some(HandName::FromEnd(1)),
        _ if adjustment.is_some() => adjustment.map(HandName::Adjustment),
        Some(back) => number(back).filter(|back| *back > 0).map(HandName::FromEnd),
        None => number(text).map(HandName::Number),
    }
    .ok_or_else(|| {
        wrong(text, "is not a hand; type its number, or `last` for the newest")
            .see("score", "shows the hands with their numbers")
    })
}

/// Reads a number of games or changes.
///
/// # Errors
/// It is not a number, or it is 0.
pub(crate) fn number(text: &str) -> Result<usize, Failure> {
    let hint = || Hint::advice("give 1 or more, or leave the flag out");
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| wrong(text, "is not a number from 1").hint(hint()))
}

/// The most digits of a number of changes. A longer one is the start of an id, which may have no letter.
const MOST_DIGITS: usize = 6;

/// Reads the number of changes to undo or redo, or the id of one.
///
/// # Errors
/// It is neither a number from 1 nor the start of an id.
pub(crate) fn changes(text: &str) -> Result<Changes, Failure> {
    let count = text.parse().ok().filter(|changes| *changes > 0 && text.len() <= MOST_DIGITS && !text.starts_with('+'));
    let named =
        || (text.len() > MOST_DIGITS || text.contains(|char: char| !char.is_ascii_digit())).then(|| named(text));
    count.map(Changes::Last).or_else(|| named().flatten().map(Changes::Named)).ok_or_else(|| {
        wrong(text, "is not a number of changes, and not the start of a change's id")
            .see("history", "lists the changes with their ids")
    })
}

/// Reads the start of an id, with or without its hyphens.
fn named(text: &str) -> Option<ChangeName> {
    let digits: String = text.chars().filter(|char| *char != '-').collect();
    let is_hex = !digits.is_empty() && digits.len() <= 32 && digits.chars().all(|char| char.is_ascii_hexdigit());
    let padded = |fill: char| Uuid::parse_str(&format!("{digits}{}", fill.to_string().repeat(32 - digits.len()))).ok();
    let ids = if is_hex { padded('0').zip(padded('f')) } else { None };
    ids.map(|ids| ChangeName { typed: text.to_string(), ids })
}

/// The game that a command is about, as a bare number. `--game` works too, because other commands take the game so.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct GameArg {
    /// The game: its number, `@` for the current one, `@-1` for the one before
    game: Option<GameName>,

    /// The same
    #[arg(long = "game", id = "game-flag", value_name = "GAME", hide = true, conflicts_with = "game")]
    flag: Option<GameName>,
}

impl GameArg {
    /// The game, if one is named.
    pub(crate) fn name(self) -> Option<GameName> {
        self.game.or(self.flag)
    }
}

/// Reads a time. `again` makes the command with another text in place of this one.
///
/// # Errors
/// It is not a time, or its day reads in two ways.
pub(crate) fn moment(
    local: LocalTime<'_>,
    text: &str,
    again: impl Fn(String) -> CommandLine,
) -> Result<Moment, Failure> {
    read_moment(text, local).map_err(|fault| Failure::refused(&fault).hint(either_day(text, &fault, again)))
}

/// A hint for a day that can be read in two ways: the command with either day.
pub(crate) fn either_day(text: &str, fault: &WhenFault, again: impl Fn(String) -> CommandLine) -> Option<Hint> {
    let WhenFault::Ambiguous { written, days } = fault else { return None };
    let [one, other] = days.map(|day| again(text.replacen(written, &day.to_string(), 1)));
    Some(Hint(Sentence::default().run(one).say(" or ").run(other)))
}

/// A note with the day of a time, if the user typed no day and it is not today, or if the day is still to come.
pub(crate) fn day_taken(app: &App, typed: &str, taken: Moment) -> Option<Remark> {
    let (day, today) = (taken.date_naive(), app.now.date_naive());
    if today.succ_opt().is_some_and(|tomorrow| day > tomorrow) {
        return Some(Remark::note(format!("{day} is still to come")));
    }
    if day == today || names_a_day(typed) {
        return None;
    }
    let which = if today.pred_opt() == Some(day) { "yesterday, " } else { "" };
    Some(Remark::note(format!("{} is taken as {which}{day}", taken.format("%H:%M"))))
}

/// Reads an amount of money. `with` makes the running command with another amount, for cents without a currency.
///
/// # Errors
/// The text is not one.
pub(crate) fn amount(text: &str, with: impl Fn(&str) -> CommandLine) -> Result<Amount, Failure> {
    Amount::read(text).map_err(|fault| {
        let written_out = |[dollars, euros]: &[String; 2]| {
            Hint(Sentence::from("write it out: ").run(with(dollars)).say(" or ").run(with(euros)))
        };
        let hint = fault.cents.as_ref().map(written_out);
        Failure::refused(fault).hint(hint)
    })
}
