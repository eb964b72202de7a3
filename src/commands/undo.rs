//! `undo` and `redo`: take back the last changes of this device, or any change by its id, and restore them.

use clap::Args;
use serde_json::json;

use super::changes::joined_or_apart;
use super::history::reported;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{By, Pad, StoredGame};
use crate::cli::messages::consequences::still_counts;
use crate::cli::messages::past_words::described;
use crate::cli::session::{ChangeName, Changes, Session, changes};
use crate::reports::outcome::Outcome;
use ginpad_core::facts::{ChangeVerb, FactId};
use ginpad_core::ledger::{Act, Apart, Did};
use ginpad_core::notation::{print_entry, shown_entry};
use ginpad_core::text::{and_list, count, harmless};

/// Examples above the help of `undo`.
pub(crate) const UNDO_EXAMPLES: &str = "\
Examples:
  ginpad undo                       take back the last change of any kind
  ginpad undo 3                     the last three
  ginpad undo 019aabc4-12f3         the change with this id; `ginpad history` lists them";

/// Examples above the help of `redo`.
pub(crate) const REDO_EXAMPLES: &str = "\
Examples:
  ginpad redo                       restore what the last undo took back
  ginpad redo 3                     the last three
  ginpad redo 019aabc4-12f3         the change with this id, whoever undid it";

/// Take back the last changes
///
/// Works for every command that changes the book, even after a game has ended or the program was closed. The last changes are those that this device made; one of another device is taken back by its id.
#[derive(Debug, Args)]
pub(crate) struct UndoArgs {
    /// How many changes; or one change, by the start of its id
    #[arg(value_name = "N|CHANGE", default_value = "1", value_parser = changes)]
    changes: Changes,
}

/// Restore what was undone
///
/// What `undo` took back can be restored until the next change of this device. A change that is named can be restored at any time.
#[derive(Debug, Args)]
pub(crate) struct RedoArgs {
    /// How many changes; or one change, by the start of its id
    #[arg(value_name = "N|CHANGE", default_value = "1", value_parser = changes)]
    changes: Changes,
}

impl UndoArgs {
    /// Takes changes back.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        run(session, ChangeVerb::UNDO, &self.changes)
    }
}

impl RedoArgs {
    /// Restores changes.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        run(session, ChangeVerb::REDO, &self.changes)
    }
}

fn run(session: &Session, verb: ChangeVerb, changes: &Changes) -> Result<Answer, Failure> {
    session.change(
        || nothing(verb, None),
        |pad| {
            let by = by(session, pad)?;
            let (moving, last, anyone) = match changes {
                Changes::Named(name) => (vec![named(pad, name, verb)?], None, Vec::new()),
                Changes::Last(most) => {
                    let moving = last(pad, verb, *most, by, None)?;
                    enough(&moving, *most, verb)?;
                    let last = moving.first().map(|act| act.id).filter(|_| verb == ChangeVerb::UNDO);
                    (moving, last, of_anyone(by))
                }
            };
            let outcome = moved(session, pad, verb, &moving)?;
            let newer = if last.is_some() { pad.newer_elsewhere(last)? } else { None };
            Ok(outcome.remarks(newer.map(|newer| newer_elsewhere(pad, &newer)).transpose()?).remarks(anyone).into())
        },
    )
}

/// Undoes or redoes the last change of a game, whatever was done in other games since: `u` and `r` at the pad.
///
/// # Errors
/// There is none, or it is about other games too.
pub(crate) fn in_game(session: &Session, verb: ChangeVerb, game: &StoredGame) -> Result<Answer, Failure> {
    session.change(
        || nothing(verb, Some(game)),
        |pad| {
            let moving = last(pad, verb, 1, by(session, pad)?, Some(game))?;
            if let Some(other) = moving.iter().find(|act| !act.is_about(game.id)) {
                let what = other.verb();
                let what = format!("the change to {} is `{what}`, which is not about this game alone", word(verb));
                let anyway = CommandLine::of(word(verb)).words([pad.short_id(other.id)?]);
                return Err(Failure::refused(what).hint(Hint::does(anyway, "does it all the same")));
            }
            Ok(moved(session, pad, verb, &moving)?.into())
        },
    )
}

fn word(verb: ChangeVerb) -> &'static str {
    if verb == ChangeVerb::REDO { "redo" } else { "undo" }
}

fn nothing(verb: ChangeVerb, game: Option<&StoredGame>) -> Failure {
    let (verb, history) = (word(verb), CommandLine::of("history"));
    let (what, history) = match game.map(|game| game.number.to_string()) {
        Some(number) => (format!("there is nothing to {verb} in game {number}"), history.flag("game", number)),
        None => (format!("there is nothing to {verb}"), history),
    };
    let lists = format!("lists the changes with their ids; `{verb} CHANGE` takes any of them");
    Failure::refused(what).hint(Hint::does(history, &lists))
}

/// Whose changes are meant where nobody names one. A device that cannot remember what it did takes what anyone did last.
fn by(session: &Session, pad: &Pad<'_>) -> Result<By, Failure> {
    let knows_its_own = !pad.own_writers()?.is_empty() || session.is_remembered();
    Ok(if knows_its_own { By::ThisDevice } else { By::Anyone })
}

/// Says that the change may be of another device.
fn of_anyone(by: By) -> Vec<Remark> {
    if by == By::ThisDevice {
        return Vec::new();
    }
    let note = "this device cannot tell its own changes from others, because its state folder cannot be used; this is what \
                any device did last";
    let names =
        Hint::does(CommandLine::of("check").switch("verbose"), "names the state folder, which must be writable");
    vec![Remark::note(note), Remark::Hint(names)]
}

/// The last changes of this device, or of a game.
fn last(pad: &Pad<'_>, verb: ChangeVerb, most: usize, by: By, game: Option<&StoredGame>) -> Result<Vec<Act>, Failure> {
    let id = game.map(|game| game.id);
    let moving = if verb == ChangeVerb::REDO { pad.to_redo(most, by, id) } else { pad.to_undo(most, by, id) }?;
    if moving.is_empty() { Err(nothing(verb, game)) } else { Ok(moving) }
}

/// Refuses to undo or redo fewer changes than the user asked for.
fn enough(moving: &[Act], asked: usize, verb: ChangeVerb) -> Result<(), Failure> {
    if moving.len() >= asked {
        return Ok(());
    }
    let moved = if verb == ChangeVerb::REDO { "restored" } else { "taken back" };
    let what = format!("only {} of this device can be {moved}", count(moving.len(), "change"));
    let fewer = CommandLine::again().operand("changes", [moving.len().to_string()]);
    Err(Failure::refused(what).hint(Hint::run(fewer)))
}

/// A note about a change of another device that is newer than what was undone.
fn newer_elsewhere(pad: &Pad<'_>, newer: &Act) -> Result<Remark, Failure> {
    let said = format!("a newer change is another device's: {}; ", reported(pad, newer)?);
    let undo = CommandLine::of("undo").words([pad.short_id(newer.id)?]);
    Ok(Remark::note(Sentence::from(said).run(undo).say(" takes it back")))
}

/// How many changes are named that a start of an id may mean.
const MOST_MEANT: usize = 3;

/// The one change whose id starts like this, if it can be undone or redone.
fn named(pad: &Pad<'_>, name: &ChangeName, verb: ChangeVerb) -> Result<Act, Failure> {
    let found = pad.acts_between(name.ids, MOST_MEANT + 1)?;
    let typed = harmless(&name.typed);
    let refused = |what| Err(Failure::refused(what).hint(Hint::does(CommandLine::of("history"), "lists the changes")));
    let act = if let [only] = found.as_slice() { pad.act(*only)? } else { None };
    let Some(act) = act else {
        if found.is_empty() {
            return refused(format!("no change has an id that starts with `{typed}`"));
        }
        let mut ids = found.iter().take(MOST_MEANT).map(|id| pad.short_id(*id)).collect::<Result<Vec<_>, _>>()?;
        ids.extend((found.len() > MOST_MEANT).then(|| "more".into()));
        return refused(format!("`{typed}` is the start of several changes: {}", and_list(&ids)));
    };
    let why = match act.did {
        Did::Undo(_) | Did::Redo(_) => "did nothing but undo or redo others",
        Did::Unknown => "was made by a newer ginpad, and does nothing in this one",
        Did::Something if verb == ChangeVerb::UNDO && !act.counts => "is undone already",
        Did::Something if verb == ChangeVerb::REDO && act.counts => "was not undone",
        Did::Something => return Ok(act),
    };
    refused(format!("change {} {why}: {}", pad.short_id(act.id)?, reported(pad, &act)?))
}

/// More games than this are counted, not listed.
const MOST_GAMES: usize = 5;

/// Undoes or redoes changes. Each is described with the numbers that its hands had when it was its turn.
fn moved(session: &Session, pad: &Pad<'_>, verb: ChangeVerb, moving: &[Act]) -> Result<Outcome, Failure> {
    let turn = |pad: &Pad<'_>, act: &Act| {
        let games = if act.game_count() <= MOST_GAMES { act.games() } else { Vec::new() };
        let before = states(pad, &games)?;
        pad.move_acts(verb, std::slice::from_ref(act), session.now)?;
        let after = states(pad, &games)?;
        let games: Vec<&StoredGame> = before.iter().chain(&after).flatten().collect();
        Ok::<_, Failure>((described(pad, act, &games, shown_entry)?, described(pad, act, &games, print_entry)?))
    };
    let described = pad.rehearse(|pad| moving.iter().map(|act| turn(pad, act)).collect::<Result<Vec<_>, _>>())?;
    let (words, changes): (Vec<String>, Vec<String>) = described.into_iter().unzip();
    let total = pad.games_of_acts(moving)?;
    let mut games: Vec<FactId> = Vec::new();
    for game in moving.iter().flat_map(Act::games).filter(|_| total <= MOST_GAMES) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    let (before, known) = (states(pad, &games)?, namesakes(pad, moving)?);
    pad.move_acts(verb, moving, session.now)?;
    let (after, apart) = (states(pad, &games)?, namesakes(pad, moving)?);
    let past = if verb == ChangeVerb::REDO { "redid" } else { "undid" };
    let mut outcome = Outcome::default().did(words.iter().map(|what| format!("{past} {what}")));
    for (before, after) in before.iter().zip(&after) {
        outcome = outcome.game(before.as_ref(), after.as_ref(), None);
        if let Some(after) = after {
            outcome = outcome.remarks(still_counts(pad, after)?);
        }
    }
    // Somebody else may have been added or renamed meanwhile, or a wish that they stay apart was taken back.
    let was_so =
        |now: &Apart, known: &Apart| known.why == now.why && now.names.iter().all(|it| known.names.contains(it));
    let new: Vec<Apart> = apart.into_iter().filter(|now| !known.iter().any(|known| was_so(now, known))).collect();
    outcome.ways.extend(joined_or_apart(&[], &[], &new));
    let begun: Vec<bool> = moving.iter().flat_map(Act::begun).map(|game| pad.counts(game)).collect::<Result<_, _>>()?;
    if verb == ChangeVerb::UNDO && begun.contains(&true) {
        let stays = Sentence::from("what another import brought too stays; ").run(CommandLine::of("history"));
        outcome.ways.push(stays.say(" lists the imports"));
    }
    if total > MOST_GAMES {
        let many = Sentence::from(format!("{} changed; ", count(total, "game"))).run(CommandLine::of("games"));
        outcome.ways.push(many.say(" lists them"));
    }
    let verbs: Vec<&str> = moving.iter().map(Act::verb).collect();
    let document = json!({ "schema": "ginpad/undo/1", "verbs": verbs, "changes": changes, "games": outcome.games });
    Ok(outcome.document(document))
}

/// The people who share a name, if these acts may change that.
fn namesakes(pad: &Pad<'_>, acts: &[Act]) -> Result<Vec<Apart>, Failure> {
    if acts.iter().any(Act::is_about_people) { Ok(pad.apart()?) } else { Ok(Vec::new()) }
}

/// The games as they are now; none for one that does not count.
fn states(pad: &Pad<'_>, games: &[FactId]) -> Result<Vec<Option<StoredGame>>, Failure> {
    games.iter().map(|id| Ok(if pad.counts(*id)? { Some(pad.game(*id)?) } else { None })).collect()
}
