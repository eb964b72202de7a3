//! `fix`, `drop` and `insert`: correct, remove or insert a hand or an adjustment; `drop` of a whole game; and `move` of
//! a hand that was logged in the wrong game.
//!
//! A finished game can be corrected too. Later hands are scored again. If the game now ends earlier, the hands after its
//! end are kept.

use clap::Args;
use serde_json::{Value, json};

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::{GameName, HandName, day_taken, hand_name, typed_entry, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::commands::changes::between;
use crate::commands::games::is_current;
use crate::commands::log::no_entry;
use crate::render::phrases::entry;
use crate::render::{adjusted, game_money, json, standing};
use crate::reports::outcome::{GameChange, Outcome};
use crate::wording::past_words::{reading, with_sides};
use ginpad_core::facts::{ChangeVerb, Edited, EditedHand, HandFact};
use ginpad_core::hand::GameHand;
use ginpad_core::players::Players;
use ginpad_core::text::and_list;
use ginpad_core::{AcceptedHand, EntryAt, Game, LoggedHand, NewEntry, Played};

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
        let (was, mut wanted) = (&game.scored.game, game.scored.game.clone());
        match at {
            EntryAt::Hand(at) => wanted.hands[at] = GameHand::Accepted(corrected(app, game, at, &text)?),
            EntryAt::Adjustment(at) => {
                wanted.adjustments[at] = typed_entry::adjustment(&text, &was.adjustments[at], game, app.local())?;
            }
        }
        // An entry that is already the same is written again only to settle a disagreement of devices.
        let may_stay = game.record.entry(at).is_some_and(|record| record.others.is_empty() && record.undone.is_empty());
        if may_stay && HandFact::at(at, &wanted) == HandFact::at(at, was) {
            return Ok((game.clone(), what("is") + " already; nothing was changed", at));
        }
        let edited = Edited { set: Vec::new(), hands: vec![EditedHand::Corrected { was: at, is: at }] };
        Ok((book.edit(ChangeVerb::FIX, game, &wanted, &edited, app.now)?, what("was"), at))
    })
}

/// The hand as the entry corrects it.
fn corrected(app: &App, game: &StoredGame, at: usize, text: &str) -> Result<AcceptedHand, Failure> {
    let was = game.scored.game.hands[at].logged();
    if text.trim().eq_ignore_ascii_case(SWAP) {
        return swapped(game, at, was);
    }
    typed_entry::hand(text, Some(was), &game_before(game, at), app.local()).map_err(|failure| {
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
        return Err(dead.hint(typed_entry::form(&game.scored.game)));
    };
    let accepted = game.scored.game.accept(swapped);
    accepted.map_err(|refused| Failure::listing(cannot, &refused.refusals.iter().collect()))
}

/// A hand or an adjustment, and how to change it.
fn how_to(game: &StoredGame, at: EntryAt) -> Outcome {
    let fix = |words: &str| CommandLine::of(format!("fix {at}")).entry(words).keep("game");
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
    let swap = can_swap.then(|| Hint::does(fix(SWAP), "gives it to the other side").0);
    let drop = Hint::does(CommandLine::of(format!("drop {at}")).keep("game"), "drops it").0;
    Outcome { ways: [correct].into_iter().chain(swap).chain([drop]).collect(), ..outcome }
}

/// Takes a hand or an adjustment out, or a whole game.
pub(crate) fn remove(args: DropArgs, app: &App) -> Result<Answer, Failure> {
    let Some(hand) = args.hand else { return app.change(|book| drop_game(app, book, args.game)) };
    correct(app, args.game, &[], |book, game| {
        let at = which_game::entry(&game.scored, hand, Some(game.number)).map_err(|failure| match hand {
            HandName::Hand(number) if args.game.is_none() => failure.hint(whole_game(book, number, game)),
            _ => failure,
        })?;
        let what = format!("dropped {}: `{}`", entry(at), reading(&game.scored, at));
        let edited = Edited { set: Vec::new(), hands: vec![EditedHand::Removed { was: at }] };
        Ok((book.edit(ChangeVerb::DROP, game, &game.scored.game, &edited, app.now)?, what, at))
    })
}

/// A hint for a number that is no hand's but a game's. Who has dropped a hand of this game twice does not mean the game.
fn whole_game(book: &OpenBook<'_>, number: isize, at: &StoredGame) -> Option<Hint> {
    let is_meant = |number: &i64| *number != at.number || at.record.hands.is_empty();
    let number = i64::try_from(number).ok().filter(is_meant)?;
    which_game::game(book, Some(GameName::Number(number))).ok()?;
    Some(Hint::does(format!("drop --game {number}"), &format!("drops the whole game {number}")))
}

/// Takes a whole game out of the book.
fn drop_game(app: &App, book: &OpenBook<'_>, game: Option<GameName>) -> Result<Answer, Failure> {
    let game = which_game::game(book, game)?;
    let was_current = book.current()? == Some(game.id);
    let twin = if was_current { book.open_of_the_same(&game)? } else { None };
    book.drop_game(&game, app.now)?;
    // Two devices may have started one game twice; the other one goes on.
    twin.map(|twin| book.choose(twin.id)).transpose()?;
    let dropped = format!("dropped the whole {}, which was {}", with_sides(&game), standing(&game.scored));
    let current = if was_current { book.current_game()? } else { None };
    let current = current.map(|current| Remark::note(is_current(&current)));
    let outcome = Outcome::new(document(&game, None));
    let gone = GameChange { words: Vec::new(), ..between(&game, None) };
    let ways = vec![Hint::does("undo", "brings it back").0];
    let outcome = Outcome { ways, ..outcome.did([dropped]).games([gone]) };
    Ok(outcome.remarks(current).into())
}

/// The document of a correction, without the entry.
fn document(before: &StoredGame, after: Option<&StoredGame>) -> Value {
    let [stood, stands] = [Some(before), after].map(|game| game.map(|game| standing(&game.scored)));
    json!({
        "schema": "ginpad/correction/1",
        "game": before.number,
        "hand": null,
        "before": stood,
        "after": stands,
    })
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
        let next = if totals.is_none() && args.hand == HandName::Hand(hands.len().cast_signed() + 1) {
            which_game::open(book, game, args.game)?;
            None
        } else {
            Some(which_game::hand(&game.scored, args.hand, Some(game.number))?)
        };
        let mut before = next.map_or_else(|| game.clone(), |next| game_before(game, next));
        let typed = typed_entry::any(&text, &before, app.local())?;
        let Game { hands, adjustments, .. } = &before.scored.game;
        let is = match typed {
            NewEntry::Hand(_) => EntryAt::Hand(hands.len()),
            NewEntry::Adjustment(_) => EntryAt::Adjustment(adjustments.len()),
        };
        let place = match next {
            Some(at) => format!("it comes before `{}`", reading(&game.scored, EntryAt::Hand(at))),
            None => "it comes last".into(),
        };
        before.scored.enter(typed);
        let verb = if next.is_some() { ChangeVerb::INSERT } else { ChangeVerb::LOG };
        let edited = Edited { set: Vec::new(), hands: vec![EditedHand::New { is, next: next.map(EntryAt::Hand) }] };
        let after = book.edit(verb, game, &before.scored.game, &edited, app.now)?;
        Ok((after, format!("{} is new; {place}", entry(is)), is))
    })
}

/// Corrects a game, and describes the change. `change` gives the corrected game, a sentence about the correction, and the
/// corrected entry, which the answer shows only if `typed` is not empty.
fn correct(
    app: &App,
    game: Option<GameName>,
    typed: &[String],
    change: impl FnOnce(&OpenBook<'_>, &StoredGame) -> Result<(StoredGame, String, EntryAt), Failure>,
) -> Result<Answer, Failure> {
    app.change(|book| {
        let before = which_game::game(book, game)?;
        let remark = which_game::remark(book, &before, game);
        let (after, what, at) = change(book, &before)?;
        let entry_to_show = (!typed.is_empty()).then_some(at);
        let mut document = document(&before, Some(&after));
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
        let owed = Hint::does("settle", "says what is still owed, after what was paid");
        Ok(outcome.remarks(remark).remarks(day).remarks(is_paid_for.then_some(Remark::Hint(owed))).into())
    })
}

/// Move a hand to another game
///
/// For a hand that was logged in the wrong game. At least one of its players sits in the other game, on either side; an opponent who does not is replaced by the one there. The hand comes last in the other game, unless `--before` says otherwise. Both games are scored anew; `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// The number of the hand; `last` or `-1` is the newest
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// The game that it belongs to
    #[arg(long, value_name = "GAME")]
    to: GameName,

    /// The hand of that game that was played after it
    #[arg(long, value_name = "HAND", value_parser = hand_name, allow_hyphen_values = true)]
    before: Option<HandName>,

    /// The game that holds the hand, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Moves the hand. If the other game refuses it, nothing changes.
pub(crate) fn move_hand(args: MoveArgs, app: &App) -> Result<Answer, Failure> {
    app.change(|book| {
        let from = which_game::game(book, args.game)?;
        let at = which_game::hand(&from.scored, args.hand, Some(from.number))?;
        let to = which_game::game(book, Some(args.to))?;
        if from.id == to.id {
            let order = Hint::advice("to change the order of hands, `drop` one and `insert` it elsewhere");
            return Err(Failure::refused(format!("hand {} is in game {} already", at + 1, to.number)).hint(order));
        }
        let before = args.before.map(|name| which_game::hand(&to.scored, name, Some(to.number))).transpose()?;
        let (mut reasons, mut hint) = (Vec::new(), None);
        if before.is_none() && !to.scored.is_open() {
            reasons.push(format!("game {} {}", to.number, which_game::why_over(&to)));
            let reopens = which_game::reopens(book, &to)?.map(|undo| Hint::does(undo, "opens that game again"));
            hint = before_the_end(&to).or(reopens);
        }
        let refused = |reasons: &[String], hint| {
            let what = format!("hand {} cannot be moved to game {}", at + 1, to.number);
            Failure::because(what, reasons).hint(hint)
        };
        let Some([left, reached]) = book.move_hand((&from, at), (&to, before), app.now)? else {
            let [ours, theirs] =
                [&from, &to].map(|game| format!("between {}", and_list(game.scored.game.players.side_names().iter())));
            reasons.push(format!("game {} is {ours}, game {} {theirs}", from.number, to.number));
            let drop =
                format!("`drop {} --game {}` removes the hand; then log it in the right game", at + 1, from.number);
            return Err(refused(&reasons, Some(Hint::advice(drop))));
        };
        let moved = &from.record.hands[at];
        let place = reached.record.hands.iter().position(|hand| hand.first == moved.first).unwrap_or_default();
        if let Some(GameHand::Refused(hand)) = reached.scored.game.hands.get(place) {
            reasons.extend(hand.refusals.iter().map(ToString::to_string));
            hint = Some(Hint::does(format!("score {}", to.number), "shows the rules of that game"));
        }
        if !reasons.is_empty() {
            return Err(refused(&reasons, hint));
        }
        let seat = other_seat(&from.scored.game.players, &to.scored.game.players).unwrap_or_default();
        let lead = format!("hand {} of game {} is hand {} of game {}", at + 1, from.number, place + 1, to.number);
        let outcome = Outcome::default().did([format!("{lead} now{seat}")]);
        let outcome = outcome.game(Some(&from), Some(&left), None).game(Some(&to), Some(&reached), Some(place));
        let hand = json::logged_entry(&reached.scored, EntryAt::Hand(place), reached.number);
        let document = json!({ "schema": "ginpad/move/1", "hand": hand, "games": outcome.games });
        Ok(outcome.document(document).remarks(which_game::remark(book, &from, args.game)).into())
    })
}

/// A hint for a finished game: the hand may belong before the one that ended it.
fn before_the_end(game: &StoredGame) -> Option<Hint> {
    let EntryAt::Hand(last) = game.scored.tally.ending?.by else { return None };
    let last = last + 1;
    let earlier = CommandLine::again().flag("before", last.to_string());
    Some(Hint::does(earlier, &format!("puts it before hand {last}, if that was played later")))
}

/// A clause that names the player in the other seat, if only one of the two players is in both games.
fn other_seat(from: &Players, to: &Players) -> Option<String> {
    let only = |these: &Players, those: &Players| {
        let mut names = these.seats().map(|(_, name)| name);
        names.find(|name| those.seats().all(|(_, other)| other != *name)).cloned()
    };
    Some(format!(", with {} in the seat of {}", only(to, from)?, only(from, to)?))
}
