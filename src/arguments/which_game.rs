//! Finds the game and the hand that the user means.

use super::{GameName, HandName};
use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::book::{ActAuthor, BookError, OpenBook, StoredGame};
use crate::render::{phrases, sides, standing};
use crate::wording::past_words::side_words;
use ginpad_core::facts::SettingKey;
use ginpad_core::game::{Game, ScoredGame, Status};
use ginpad_core::rules::Preset;
use ginpad_core::sheet::EntryAt;
use ginpad_core::text::count;

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
        _ => ("hand", hands, name.place(hands).map(EntryAt::Hand)),
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
    let rules = Some(rules.typed()).filter(|rules| *rules != Preset::standard().name);
    let [point, of_game, line] =
        [stakes.point(), stakes.game(), stakes.line()].map(|amount| amount.map(|amount| amount.to_string()));
    let flags = [("rules", rules), ("stake", point), ("stake-game", of_game), ("stake-line", line)];
    let command = CommandLine::of("new").words(side_words(players));
    let given = flags.into_iter().filter_map(|(flag, value)| Some((flag, value?)));
    Ok(given.fold(command, |command, (flag, value)| command.flag(flag, value)))
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

/// The command that takes back the closing of a game; `None` if it was not closed.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn reopens(book: &OpenBook<'_>, game: &StoredGame) -> Result<Option<String>, Failure> {
    let closing = game.record.latest.get(&SettingKey::Closed).and_then(|closings| closings.last());
    let Some(closing) = closing.filter(|_| game.scored.status() == Status::Closed) else { return Ok(None) };
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
    let (number, stands) = (game.number, standing(&game.scored));
    let back = format!("goes back to game {number} ({}), {stands}", sides(&game.scored.game.players));
    Hint::does(format!("use {number}"), &back)
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
    Some(Remark::Aside(format!("this is game {} ({})", game.number, sides(&game.scored.game.players)).into()))
}
