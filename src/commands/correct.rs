//! `fix`, `drop` and `insert`: correct, remove or insert a hand or an adjustment; and `drop` of a whole game.
//!
//! A finished game can be corrected too. Later hands are scored again. If the game now ends earlier, the hands after its
//! end are kept.

use clap::Args;
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::typed_entry;
use crate::arguments::{GameName, HandName, day_taken, hand_name, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::commands::changes::between;
use crate::commands::games::is_current;
use crate::commands::log::no_entry;
use crate::render::phrases::entry;
use crate::render::{adjusted, game_money, json, sides, standing};
use crate::reports::outcome::{GameChange, Outcome};
use crate::wording::entry_hints::form;
use crate::wording::past_words::reading;
use ginpad_core::facts::HandFact;
use ginpad_core::{AcceptedHand, EntryAt, Game, LoggedHand, NewEntry, Played, ScoredGame};

/// Correct a hand
///
/// Everything that the new entry leaves out stays: the upcard, the note, the time. The hands after it are scored again. If a finished game opens again, ginpad says so. If the game now ends earlier, the hands after its end are kept but not counted.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    /// The number of the hand, `last` or `-1` for the newest; or an adjustment, like `a1`
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// How it really ended; or `swap`, or only what else is wrong, like `up 7S`; without it the hand is shown
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Remove a hand, or a whole game
///
/// The hands after it move up and are scored again. `--game GAME` without a hand drops the whole game: it is in no list and no report, and no other game gets its number. `ginpad undo` brings it back.
#[derive(Debug, Args)]
pub(crate) struct DropArgs {
    /// The number of the hand, `last` or `-1` for the newest; or an adjustment, like `a1`
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true, required_unless_present = "game")]
    hand: Option<HandName>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Insert a forgotten hand
///
/// It becomes hand N. The old hand N and the hands after it move down and are scored again. An adjustment is put before hand N.
#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    /// The number it gets; `last` puts it before the newest hand, the number after the newest puts it at the end
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// How it ended, or an adjustment
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Corrects a hand or an adjustment, or shows how to correct a hand.
pub(crate) fn fix(args: FixArgs, app: &App) -> Result<Answer, Failure> {
    if args.entry.is_empty() {
        return app.read(|book| {
            let game = which_game::game(book, args.game)?;
            Ok(how_to(&game, which_game::entry(&game.scored, args.hand, Some(game.number))?).into())
        });
    }
    let text = typed_entry::entry(&args.entry);
    correct(app, args.game, &args.entry, |book, game| {
        let at = which_game::entry(&game.scored, args.hand, Some(game.number))?;
        let what = |is: &str| format!("{} {is} `{}`", entry(at), reading(&game.scored, at));
        let ScoredGame { game: sheet, .. } = &game.scored;
        let is = match at {
            EntryAt::Hand(hand) => NewEntry::Hand(corrected(app, game, hand, &text)?),
            EntryAt::Adjustment(at) => typed_entry::adjustment(&text, &sheet.adjustments[at], game, app.local())?,
        };
        // An entry that is already the same is written again only to settle a disagreement of devices.
        let may_stay = game.record.entry(at).is_some_and(|record| record.others.is_empty() && record.undone.is_empty());
        if may_stay && HandFact::of(&is, &sheet.players) == HandFact::at(at, sheet) {
            return Ok((game.clone(), what("is") + " already; nothing was changed", at));
        }
        Ok((book.fix(game, at, &is, app.now)?, what("was"), at))
    })
}

/// The hand as the entry corrects it.
fn corrected(app: &App, game: &StoredGame, at: usize, text: &str) -> Result<AcceptedHand, Failure> {
    let was = game.scored.game.hands[at].logged();
    if text.trim().eq_ignore_ascii_case(SWAP) {
        return swapped(game, at, was);
    }
    typed_entry::hand(text, Some(was), &game_before(game, at), app.local()).map_err(|wrong| {
        let failure = wrong.failure;
        // A name alone is the winner that is meant: `fix 3 ann`.
        let winner = game.scored.tally.hands.get(at).and_then(|hand| hand.priced.winner);
        let is_other = game.scored.game.players.find(text).is_ok_and(|seat| winner == Some(seat.side.other()));
        let swap = Hint::does(CommandLine::again().entry(SWAP), "gives the hand to the other side");
        if is_other && swapped(game, at, was).is_ok() { failure.hint_instead(swap) } else { failure }
    })
}

/// The game before a hand: the earlier entries decide who plays, if some sit out, and which columns are open.
fn game_before(game: &StoredGame, at: usize) -> StoredGame {
    let mut before = game.scored.game.clone();
    before.hands.truncate(at);
    before.adjustments.retain(|adjustment| adjustment.after <= at);
    before.closing = None;
    StoredGame { scored: before.scored(), ..game.clone() }
}

/// The word that gives a hand to the other side. It cannot be an entry: the only entry of one word is `dead`.
const SWAP: &str = "swap";

/// The hand with the other side as its winner.
fn swapped(game: &StoredGame, at: usize, was: &LoggedHand) -> Result<AcceptedHand, Failure> {
    let cannot = format!("hand {} cannot be given to the other side", at + 1);
    let Some(swapped) = was.swapped(game.scored.game.players.sides()) else {
        let why = match was.played {
            Played::Dead(_) => "it is dead, so nobody won it",
            Played::Results(_) => "with more than two sides there is no other one",
        };
        let dead = Failure::refused(format!("{cannot}: {why}"));
        return Err(dead.hint(form(&game.scored.game, CommandLine::again())));
    };
    let accepted = game.scored.game.accept(swapped);
    accepted.map_err(|refused| Failure::listing(cannot, &refused.refusals.iter().collect()))
}

/// A hand or an adjustment, and how to change it.
fn how_to(game: &StoredGame, at: EntryAt) -> Outcome {
    let number = at.to_string();
    let fix = |words: &str| CommandLine::of("fix").words([number.clone()]).entry(words).keep("game");
    let way = |command, does: &str| Sentence::default().run(command).say(does);
    let correct = Sentence::from("to correct it, change this and run it: ").run(fix(&reading(&game.scored, at)));
    let sides = game.scored.game.players.sides();
    let outcome = Outcome::new(json::logged_entry(&game.scored, at, game.number));
    let (outcome, can_swap) = match at {
        EntryAt::Hand(at) => {
            let can_swap = game.scored.game.hands[at].logged().swapped(sides).is_some();
            (outcome.hand(&game.scored, Some(at)), can_swap)
        }
        EntryAt::Adjustment(at) => (outcome.did([adjusted(&game.scored, at)]), false),
    };
    let swap = can_swap.then(|| way(fix(SWAP), " gives it to the other side"));
    let drop = way(CommandLine::of("drop").words([number.clone()]).keep("game"), " drops it");
    Outcome { ways: [correct].into_iter().chain(swap).chain([drop]).collect(), ..outcome }
}

/// Takes a hand or an adjustment out, or a whole game.
pub(crate) fn remove(args: DropArgs, app: &App) -> Result<Answer, Failure> {
    let Some(hand) = args.hand else { return app.change(|book| drop_game(app, book, args.game)) };
    correct(app, args.game, &[], |book, game| {
        let at = which_game::entry(&game.scored, hand, Some(game.number)).map_err(|failure| match hand {
            HandName::Number(number) if args.game.is_none() => failure.hint(whole_game(book, number, game)),
            _ => failure,
        })?;
        let what = format!("dropped {}: `{}`", entry(at), reading(&game.scored, at));
        Ok((book.drop_entry(game, at, app.now)?, what, at))
    })
}

/// A hint for a number that is no hand's but a game's. Who has dropped a hand of this game twice does not mean the game.
fn whole_game(book: &OpenBook<'_>, number: usize, at: &StoredGame) -> Option<Hint> {
    let is_meant = |number: &i64| *number != at.number || at.record.hands.is_empty();
    let number = i64::try_from(number).ok().filter(is_meant)?;
    which_game::game(book, Some(GameName::Number(number))).ok()?;
    let drop = CommandLine::of("drop").flag("game", number.to_string());
    Some(Hint::does(drop, &format!("drops the whole game {number}")))
}

/// Takes a whole game out of the book.
fn drop_game(app: &App, book: &OpenBook<'_>, game: Option<GameName>) -> Result<Answer, Failure> {
    let game = which_game::game(book, game)?;
    let was_current = book.current()? == Some(game.id);
    let twin = if was_current { book.open_of_the_same(&game)? } else { None };
    book.drop_game(&game, app.now)?;
    // Two devices may have started one game twice; the other one goes on.
    twin.map(|twin| book.choose(twin.id)).transpose()?;
    let stood = standing(&game.scored);
    let dropped =
        format!("dropped the whole game {} ({}), which was {stood}", game.number, sides(&game.scored.game.players));
    let current = if was_current { book.current_game()? } else { None };
    let current = current.map(|current| Remark::note(is_current(&current)));
    let outcome = Outcome::new(json!({
        "schema": "ginpad/correction/1",
        "game": game.number,
        "hand": null,
        "before": stood,
        "after": null,
    }));
    let gone = GameChange { words: Vec::new(), ..between(&game, None) };
    let back = Sentence::default().run(CommandLine::of("undo")).say(" brings it back");
    let outcome = Outcome { ways: vec![back], ..outcome.did([dropped]).games([gone]) };
    Ok(outcome.remarks(current).into())
}

/// Puts a hand between others.
pub(crate) fn insert(args: InsertArgs, app: &App) -> Result<Answer, Failure> {
    correct(app, args.game, &args.entry, |book, game| {
        if args.entry.is_empty() {
            return Err(no_entry(game));
        }
        let text = typed_entry::entry(&args.entry);
        let Game { hands, totals, .. } = &game.scored.game;
        // A forgotten hand may come after all others.
        let next = if totals.is_none() && args.hand == HandName::Number(hands.len() + 1) {
            which_game::open(book, game, args.game)?;
            None
        } else {
            Some(which_game::hand(&game.scored, args.hand, Some(game.number))?)
        };
        let before = next.map_or_else(|| game.clone(), |next| game_before(game, next));
        let typed = typed_entry::any(&text, &before, app.local()).map_err(|wrong| wrong.failure)?;
        let Game { hands, adjustments, .. } = &before.scored.game;
        let is = match typed {
            NewEntry::Hand(_) => EntryAt::Hand(hands.len()),
            NewEntry::Adjustment(_) => EntryAt::Adjustment(adjustments.len()),
        };
        let place = match next {
            Some(at) => format!("it comes before `{}`", reading(&game.scored, EntryAt::Hand(at))),
            None => "it comes last".into(),
        };
        Ok((book.insert(game, next, &typed, app.now)?, format!("{} is new; {place}", entry(is)), is))
    })
}

/// The corrected game, a sentence about the correction, and the corrected entry.
type Corrected = Result<(StoredGame, String, EntryAt), Failure>;

/// Corrects a game, and describes the change. The answer shows the entry only if `typed` is not empty.
fn correct(
    app: &App,
    game: Option<GameName>,
    typed: &[String],
    change: impl FnOnce(&OpenBook<'_>, &StoredGame) -> Corrected,
) -> Result<Answer, Failure> {
    app.change(|book| {
        let before = which_game::game(book, game)?;
        let remark = which_game::remark(book, &before, game);
        let (after, what, at) = change(book, &before)?;
        let entry_to_show = (!typed.is_empty()).then_some(at);
        let mut document = json!({
            "schema": "ginpad/correction/1",
            "game": after.number,
            "hand": null,
            "before": standing(&before.scored),
            "after": standing(&after.scored),
        });
        let (key, hand) = match at {
            EntryAt::Hand(hand) => ("hand", entry_to_show.map(|_| hand)),
            EntryAt::Adjustment(_) => ("adjustment", None),
        };
        document[key] = entry_to_show.and_then(|at| json::logged_entry(&after.scored, at, after.number)).into();
        let hands = |game: &StoredGame| game.scored.game.hands.len();
        let time = |game: &StoredGame| game.scored.game.hands.get(hand?)?.logged().at;
        let was = time(&before).filter(|_| hands(&before) == hands(&after));
        let day = time(&after).filter(|now| Some(*now) != was).and_then(|now| day_taken(app, &typed.join(" "), now));
        let outcome = Outcome::new(document).did([what]).game(Some(&before), Some(&after), hand);
        // The game says what it is worth, not what is left to pay.
        let is_paid_for = game_money(&before.scored) != game_money(&after.scored) && !book.payments()?.is_empty();
        let owed = Hint::does(CommandLine::of("settle"), "says what is still owed, after what was paid");
        Ok(outcome.remarks(remark).remarks(day).remarks(is_paid_for.then_some(Remark::Hint(owed))).into())
    })
}
