//! Single words of the command line, and the game and the hand that they mean.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use uuid::Uuid;

use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::book::{ActAuthor, BookError, OpenBook, StoredGame};
use crate::render::{phrases, sides, standing};
use crate::wording::past_words::{side_words, with_sides};
use ginpad_core::facts::SettingKey;
use ginpad_core::hand::Moment;
use ginpad_core::money::Amount;
use ginpad_core::notation::{LocalTime, WhenFault, excerpt, names_a_day, read_moment};
use ginpad_core::text::{count, harmless};
use ginpad_core::{EntryAt, Game, Preset, ScoredGame, Status};

/// The failure if there is no game at all.
pub(crate) fn no_game() -> Failure {
    Failure::refused("there is no game yet").hint(Hint::with("start one:", CommandLine::new_game()))
}

/// The named game; without a name, the current game.
///
/// # Errors
/// There is no such game.
pub(crate) fn game(book: &OpenBook<'_>, name: Option<GameName>) -> Result<StoredGame, Failure> {
    match name.unwrap_or(GameName::Current(0)) {
        GameName::Current(0) => book.current_game()?.ok_or_else(no_game),
        GameName::Number(number) => match book.game_numbered(number)? {
            Some(game) => Ok(game),
            None => Err(taken_out(book, number)?.unwrap_or_else(|| no_such(book, &number.to_string()))),
        },
        GameName::Current(back) => {
            let current = book.current()?.ok_or_else(no_game)?;
            let back_to = usize::try_from(back).unwrap_or(usize::MAX);
            book.game_before(current, back_to)?.ok_or_else(|| no_such(book, &format!("@-{back}")))
        }
    }
}

/// The failure for a game that was dropped, with the commands that bring it back.
fn taken_out(book: &OpenBook<'_>, number: i64) -> Result<Option<Failure>, BookError> {
    let Some((game, acts)) = book.taken_out(number)? else { return Ok(None) };
    let mut failure = Failure::refused(format!("game {number} ({}) was dropped", sides(&game.scored.game.players)));
    let does = if acts.len() == 1 { "brings it back" } else { "takes one removal back; it needs all of these" };
    for act in acts {
        failure = failure.see(format!("undo {}", book.short_id(act)?), does);
    }
    Ok(Some(failure))
}

fn no_such(book: &OpenBook<'_>, name: &str) -> Failure {
    match book.games().map(|games| games.len()) {
        Ok(0) => no_game(),
        Ok(games) => Failure::refused(format!("there is no game {name}; the book has {}", count(games, "game")))
            .see("games", "lists the games"),
        Err(error) => error.into(),
    }
}

/// The place of a hand, or of an adjustment, in game `number` of the book or in a game of a file.
///
/// # Errors
/// The game has no such hand, or no such adjustment.
pub(crate) fn entry(game: &ScoredGame, name: HandName, number: Option<i64>) -> Result<EntryAt, Failure> {
    let (hands, adjustments) = (game.game.hands.len(), game.game.adjustments.len());
    let (kind, has, at) = match name {
        HandName::Adjustment(at) => {
            ("adjustment", adjustments, (at <= adjustments).then(|| EntryAt::Adjustment(at - 1)))
        }
        HandName::Hand(number) => {
            let at = if number < 0 { hands.checked_add_signed(number) } else { number.unsigned_abs().checked_sub(1) };
            ("hand", hands, at.filter(|at| *at < hands).map(EntryAt::Hand))
        }
    };
    at.ok_or_else(|| {
        let which = number.map_or("the game".to_string(), |number| format!("game {number}"));
        let (totals, shows) = match game.game.totals {
            Some(_) => (", only its totals", "shows them"),
            None => ("", "shows its hands with their numbers"),
        };
        let what = format!("{which} has {}{totals}; there is no {kind} {name}", count(has, kind));
        let score = CommandLine::of("score").words(number.map(|number| number.to_string())).keep("file");
        Failure::refused(what).see(score, shows)
    })
}

/// The place of a hand, counted from 0, in game `number` of the book or in a game of a file.
///
/// # Errors
/// The game has no such hand.
pub(crate) fn hand(game: &ScoredGame, name: HandName, number: Option<i64>) -> Result<usize, Failure> {
    match entry(game, name, number)? {
        EntryAt::Hand(at) => Ok(at),
        EntryAt::Adjustment(_) => Err(Failure::refused(format!("{name} is an adjustment, not a hand"))),
    }
}

/// The command that starts the next game of the same sides under the same rules.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn next(book: &OpenBook<'_>, game: &StoredGame) -> Result<CommandLine, Failure> {
    // Without sides, `new` is a rematch of the current game.
    if book.current()? == Some(game.id) {
        return Ok(CommandLine::of("new"));
    }
    let Game { players, rules, stakes, .. } = &game.scored.game;
    let rules = Some(("rules", rules.typed())).filter(|(_, rules)| *rules != Preset::standard().name);
    let stakes = [("stake", stakes.point()), ("stake-game", stakes.game()), ("stake-line", stakes.line())];
    let stakes = stakes.into_iter().filter_map(|(flag, amount)| Some((flag, amount?.to_string())));
    let command = CommandLine::of("new").words(side_words(players));
    Ok(rules.into_iter().chain(stakes).fold(command, |command, (flag, value)| command.flag(flag, value)))
}

/// Refuses a game that takes no more hands, and hints at how to go on. `typed` is the user's name for the game.
///
/// # Errors
/// It is finished or closed.
pub(crate) fn open(book: &OpenBook<'_>, game: &StoredGame, typed: Option<GameName>) -> Result<(), Failure> {
    if game.scored.is_open() {
        return Ok(());
    }
    let mut ways = Sentence::from("start the next one with ").run(next(book, game)?);
    // If the last change was about another game, undoing it would not help here.
    if let Some(undo) = reopens(book, game)? {
        ways = ways.say("; ").run(undo).say(" opens this one again");
    } else if book.to_undo(1, ActAuthor::ThisDevice, None)?.first().is_some_and(|change| change.is_about(game.id)) {
        ways = ways.say("; ").run("undo").say(" takes back the last change");
    }
    let failure = Failure::refused(over(game)).hint(Hint(ways));
    Err(others(book, game, typed)?.into_iter().fold(failure, Failure::hint))
}

/// The command that takes back the closing of a game; `None` if it was not closed, or was closed twice.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn reopens(book: &OpenBook<'_>, game: &StoredGame) -> Result<Option<String>, Failure> {
    let closing = game.record.latest.get(&SettingKey::Closed).filter(|_| game.scored.status() == Status::Closed);
    let Some([closing]) = closing.map(Vec::as_slice) else { return Ok(None) };
    let Some((_, change)) = book.change_named(closing.of)? else { return Ok(None) };
    Ok(Some(format!("undo {}", book.short_id(change.act())?)))
}

/// Hints at open games that may be meant instead of one that is over. If the user named the game, only one of the same
/// players can be meant.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn others(book: &OpenBook<'_>, game: &StoredGame, typed: Option<GameName>) -> Result<Vec<Hint>, Failure> {
    let open = match typed {
        None => book.open_besides(game.id, MOST_NAMED)?,
        Some(_) => book.open_of_the_same(game)?.into_iter().collect(),
    };
    Ok(open.iter().map(goes_back_to).collect())
}

/// The most open games that are named.
pub(crate) const MOST_NAMED: usize = 3;

/// The command that makes an open game current again.
pub(crate) fn goes_back_to(game: &StoredGame) -> Hint {
    let back = format!("goes back to {}, {}", with_sides(game), standing(&game.scored));
    Hint::does(format!("use {}", game.number), &back)
}

/// Why a game takes no more hands.
pub(crate) fn over(game: &StoredGame) -> String {
    let was_played = game.scored.status() == Status::Finished && game.scored.tally.ending.is_some();
    let which = if was_played { "the game".into() } else { format!("game {}", game.number) };
    format!("{which} {}", why_over(game))
}

/// Like [`over`], without the game: `was won by Ann in hand 9`.
pub(crate) fn why_over(game: &StoredGame) -> String {
    match (game.scored.status(), game.scored.tally.ending) {
        (Status::Finished, Some(ending)) => {
            let how = match ending.winner {
                Some(winner) => format!("was won by {}", game.scored.game.players.side_name(winner)),
                None => "ended in a tie".to_string(),
            };
            format!("{how} in {}", phrases::entry(ending.by))
        }
        _ if game.scored.game.totals.is_some() => "takes no hands, because only its totals are known".into(),
        _ => format!("is over: {}", standing(&game.scored)),
    }
}

/// A remark that names the game, if it is not the newest one and the user gave no number: users then see which game
/// they change.
pub(crate) fn remark(book: &OpenBook<'_>, game: &StoredGame, typed: Option<GameName>) -> Option<Remark> {
    if matches!(typed, Some(GameName::Number(_))) || book.is_newest(game.id).ok()? {
        return None;
    }
    Some(Remark::Aside(format!("this is {}", with_sides(game)).into()))
}

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
    /// The one whose id has this start: as it was typed, and the lowest and the highest id that have it.
    Named(String, (Uuid, Uuid)),
}

/// The name of a hand: `3`, `last` or `-1` for the newest, `-2` for the one before; or of an adjustment: `a1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HandName {
    /// By its number, from 1; below 0, counted from the end.
    Hand(isize),
    /// An adjustment by its number, from 1: `a1`.
    Adjustment(usize),
}

impl fmt::Display for HandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandName::Hand(number) => number.fmt(f),
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
pub(crate) fn year(text: &str) -> Result<String, Failure> {
    let year = text.parse().ok().filter(|year: &u32| (1000..=9999).contains(year));
    year.map(|year| year.to_string())
        .ok_or_else(|| wrong(text, "is not a year").advise("type all four digits, like 2026"))
}

/// Reads the name of a hand.
///
/// # Errors
/// The text is not one.
pub(crate) fn hand_name(text: &str) -> Result<HandName, Failure> {
    let adjustment = text.strip_prefix(['a', 'A']).and_then(|number| number.parse().ok()).filter(|number| *number > 0);
    let hand = if text.eq_ignore_ascii_case("last") { Some(-1) } else { text.parse().ok() };
    adjustment.map(HandName::Adjustment).or(hand.map(HandName::Hand)).ok_or_else(|| {
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
    count.map(Changes::Last).or_else(|| named().flatten()).ok_or_else(|| {
        wrong(text, "is not a number of changes, and not the start of a change's id")
            .see("history", "lists the changes with their ids")
    })
}

/// Reads the start of an id, with or without its hyphens.
fn named(text: &str) -> Option<Changes> {
    let digits: String = text.chars().filter(|char| *char != '-').collect();
    let is_hex = !digits.is_empty() && digits.len() <= 32 && digits.chars().all(|char| char.is_ascii_hexdigit());
    let padded = |fill: char| Uuid::parse_str(&format!("{digits}{}", fill.to_string().repeat(32 - digits.len()))).ok();
    let ids = if is_hex { padded('0').zip(padded('f')) } else { None };
    ids.map(|ids| Changes::Named(text.to_string(), ids))
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
    Some(Hint::one_of("", days.map(|day| again(text.replacen(written, &day.to_string(), 1)))))
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
        let hint =
            fault.cents.as_ref().map(|amounts| Hint::one_of("write it out: ", amounts.iter().map(|one| with(one))));
        Failure::refused(fault).hint(hint)
    })
}
