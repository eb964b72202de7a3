//! `undo` and `redo`: take back the last changes of this device, or any change by its id, and restore them.

mod in_game;
mod named;

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use uuid::Uuid;

pub(crate) use self::in_game::{redo_in, undo_in};
use self::named::{redoable, undoable};
use super::history::{reported, reported_by_id};
use super::merge::{apart_lines, joining_hint};
use crate::book::{By, Pad, StoredGame};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::consequences::{change as change_of, changes_wait, not_counted, still_counts};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::past_words::{described, joinings};
use crate::cli::messages::sentence::{Hint, Remark, Sentence};
use crate::cli::session::{Changes, Face, Session, changes};
use crate::render::json::{self, UndoView, UndoneGameView};
use ginpad_core::facts::{ChangeVerb, FactId};
use ginpad_core::ledger::{Act, Apart};
use ginpad_core::text::count;

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
        let nothing = || Failure::refused("there is nothing to undo");
        session.change(nothing, |pad| {
            let most = match &self.changes {
                Changes::Named(name) => {
                    return move_them(session, pad, ChangeVerb::UNDO, &[undoable(pad, name)?]);
                }
                Changes::Last(most) => *most,
            };
            let by = by(session, pad)?;
            let moving = pad.to_undo(most, by, None)?;
            let Some(last) = moving.first().map(|last| last.id) else {
                return Err(none_of_this_device(pad)?.unwrap_or_else(nothing));
            };
            enough(&moving, most, "taken back")?;
            let answer = move_them(session, pad, ChangeVerb::UNDO, &moving)?;
            Ok(answer.remarks(newer_elsewhere(pad, last)?).remarks(of_anyone(by)))
        })
    }
}

impl RedoArgs {
    /// Restores changes.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let nothing = || {
            Failure::refused("there is nothing to redo").hint(Hint::advice(
                "`redo` restores what `undo` took back on this device, until the next change; `redo CHANGE` restores \
                 any change by its id",
            ))
        };
        session.change(nothing, |pad| {
            let most = match &self.changes {
                Changes::Named(name) => {
                    return move_them(session, pad, ChangeVerb::REDO, &[redoable(pad, name)?]);
                }
                Changes::Last(most) => *most,
            };
            let by = by(session, pad)?;
            let moving = pad.to_redo(most, by, None)?;
            if moving.is_empty() {
                return Err(nothing());
            }
            enough(&moving, most, "restored")?;
            Ok(move_them(session, pad, ChangeVerb::REDO, &moving)?.remarks(of_anyone(by)))
        })
    }
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

/// Refuses to undo or redo fewer changes than the user asked for.
fn enough(moving: &[Act], asked: usize, moved: &str) -> Result<(), Failure> {
    if moving.len() >= asked {
        return Ok(());
    }
    let what = format!("only {} of this device can be {moved}", count(moving.len(), "change"));
    let fewer = CommandLine::again().operand("changes", [moving.len().to_string()]);
    Err(Failure::refused(what).hint(Hint::run(fewer)))
}

/// Why this device has nothing to undo, if another device has.
fn none_of_this_device(pad: &Pad<'_>) -> Result<Option<Failure>, Failure> {
    let Some(newest) = pad.newer_elsewhere(None)? else { return Ok(None) };
    let what = reported(pad, &newest)?;
    let failure = Failure::refused("this device has made no change that can be undone");
    let undo = CommandLine::of("undo").words([pad.short_id(newest.id)?]);
    let ways = Sentence::default().run(undo).say(format!(" takes back what another device did last: {what}"));
    Ok(Some(
        failure.hint(Hint::Try(ways)).hint(Hint::does(CommandLine::of("history"), "lists all changes with their ids")),
    ))
}

/// A note if a change of another device is newer than this one.
fn newer_elsewhere(pad: &Pad<'_>, change: Uuid) -> Result<Option<Remark>, Failure> {
    let Some(newer) = pad.newer_elsewhere(Some(change))? else { return Ok(None) };
    let said = format!("a newer change is another device's: {}; ", reported(pad, &newer)?);
    let undo = CommandLine::of("undo").words([pad.short_id(newer.id)?]);
    Ok(Some(Remark::note(Sentence::from(said).run(undo).say(" takes it back"))))
}

/// What counts although it builds on acts that were taken back.
fn what_stays(pad: &Pad<'_>, acts: &[Act]) -> Result<Vec<Remark>, Failure> {
    let (mut remarks, mut stands) = (Vec::new(), BTreeMap::<Uuid, Vec<FactId>>::new());
    for game in acts.iter().flat_map(Act::begun) {
        if let Some((other, true)) = pad.act_that_began(game)? {
            stands.entry(other).or_default().push(game);
        }
    }
    let is_large = acts.iter().any(Act::is_large);
    for (other, games) in &stands {
        let (games, them) = match games.as_slice() {
            [only] => (format!("game {} stays", pad.number_of(*only)?), "it"),
            _ if is_large => ("some of these games stay".into(), "them"),
            several => (format!("{} stay", count(several.len(), "game")), "them"),
        };
        let said = Sentence::from(format!("{games}, because another import brought {them} too; "));
        let undo = CommandLine::of("undo").words([pad.short_id(*other)?]);
        remarks.push(Remark::note(said.run(undo).say(" takes that back as well")));
    }
    let built = acts.iter().flat_map(|act| act.games().into_iter().map(move |game| (act, game)));
    let mut told = BTreeSet::new();
    for (act, game) in built {
        let built = pad.built_on_undone(game, Some(act.id))?;
        if built.is_empty() || pad.counts(game)? {
            for correction in built.into_iter().filter(|correction| told.insert(*correction)) {
                let what = reported_by_id(pad, correction)?;
                remarks.push(still_counts("what corrected it", &what, &pad.short_id(correction)?));
            }
        } else {
            remarks.push(changes_wait(built.len(), "the game", &pad.short_id(act.id)?));
        }
    }
    Ok(remarks)
}

/// Whom a merge that was restored does not make one, because a game seats both by now.
fn still_apart(pad: &Pad<'_>, acts: &[Act]) -> Result<Vec<Remark>, Failure> {
    let mut remarks = Vec::new();
    for [one, other] in acts.iter().flat_map(joinings) {
        let Some(game) = pad.games_with_both(one, other)?.first().copied() else { continue };
        let people = pad.people_apart()?;
        let name = |id: FactId| people.iter().find(|person| person.id == id).map_or("somebody", |it| it.name.as_str());
        let said = format!("{} and {} are still two people, because both sit in game {game}", name(one), name(other));
        remarks.push(Remark::warning(said));
    }
    Ok(remarks)
}

/// More games than this are counted, not listed.
const MOST_GAMES: usize = 5;

fn move_them(session: &Session, pad: &Pad<'_>, verb: ChangeVerb, moving: &[Act]) -> Result<Answer, Failure> {
    let total = pad.games_of_acts(moving)?;
    let few = total <= MOST_GAMES;
    let mut shown: Vec<FactId> = Vec::new();
    for game in moving.iter().flat_map(Act::games).filter(|_| few) {
        if !shown.contains(&game) {
            shown.push(game);
        }
    }
    let shown = shown.as_slice();
    let known = apart(pad, moving)?;
    let (whats, before, after) = match moving {
        // The usual undo takes back one change, and then nothing is read twice.
        [only] => {
            let Step { what, before, after } = step(session, pad, verb, only)?;
            (vec![what], before, after)
        }
        several => {
            let whats =
                |pad: &Pad<'_>| several.iter().map(|change| Ok(step(session, pad, verb, change)?.what)).collect();
            let whats: Vec<String> = pad.rehearse::<_, Failure>(whats)?;
            let before = states(pad, shown)?;
            pad.move_acts(verb, several, session.now)?;
            (whats, before, states(pad, shown)?)
        }
    };
    let (word, past) = match verb {
        ChangeVerb::REDO => ("redone", "redid"),
        _ => ("undone", "undid"),
    };
    let stays = if verb == ChangeVerb::UNDO { what_stays(pad, moving)? } else { still_apart(pad, moving)? };
    let answer = match session.face() {
        Face::Json => {
            let states = games_json(&before, &after);
            let verbs: Vec<&str> = moving.iter().map(Act::verb).collect();
            Answer::of(json::print(&UndoView { verbs, changes: &whats, games: states }))
        }
        Face::Plain => {
            let lines = moving.iter().zip(&whats).map(|(act, what)| format!("{word}\t{}\t{what}\n", act.verb()));
            Answer::of(lines.collect::<String>())
        }
        Face::Table => {
            let mut lines: Vec<String> = whats.iter().map(|what| format!("{past} {what}")).collect();
            lines.extend(
                before.iter().zip(&after).filter_map(|(before, after)| change_of(before.as_ref(), after.as_ref())),
            );
            if !few {
                let list = session.spell(&CommandLine::of("games"));
                lines.push(format!("{} changed; `{list}` lists them", count(total, "game")));
            }
            let late = after.iter().flatten().flat_map(|game| not_counted(&game.scored));
            Answer::of(lines.join("\n")).remarks(late)
        }
    };
    Ok(answer.remarks(stays).remarks(namesakes(&known, &apart(pad, moving)?)))
}

/// The people who share a name, if these acts may change that.
fn apart(pad: &Pad<'_>, acts: &[Act]) -> Result<Vec<Apart>, Failure> {
    if acts.iter().any(Act::is_about_people) { Ok(pad.apart()?) } else { Ok(Vec::new()) }
}

/// Who shares a name with others now, and did not before or for another reason: another was added or renamed meanwhile, or
/// a wish that they stay apart was taken back.
fn namesakes(known: &[Apart], now: &[Apart]) -> Vec<Remark> {
    let was_so = |apart: &Apart, known: &Apart| {
        known.why == apart.why && apart.names.iter().all(|name| known.names.contains(name))
    };
    let new: Vec<Apart> = now.iter().filter(|now| !known.iter().any(|known| was_so(now, known))).cloned().collect();
    apart_lines(&new).into_iter().map(Remark::note).chain(joining_hint(&new)).collect()
}

/// What undoing or redoing one change did, with the games that it is about before and after.
struct Step {
    what: String,
    before: Vec<Option<StoredGame>>,
    after: Vec<Option<StoredGame>>,
}

/// Undoes or redoes one change, and describes it with the numbers that its hands had then.
fn step(session: &Session, pad: &Pad<'_>, verb: ChangeVerb, act: &Act) -> Result<Step, Failure> {
    let games = if act.game_count() <= MOST_GAMES { act.games() } else { Vec::new() };
    let before = states(pad, &games)?;
    pad.move_acts(verb, std::slice::from_ref(act), session.now)?;
    let after = states(pad, &games)?;
    let games: Vec<&StoredGame> = before.iter().chain(&after).flatten().collect();
    let what = described(pad, act, &games, session.face())?;
    Ok(Step { what, before, after })
}

/// The games that are in the book now.
fn states(pad: &Pad<'_>, games: &[FactId]) -> Result<Vec<Option<StoredGame>>, Failure> {
    games.iter().map(|id| Ok(if pad.counts(*id)? { Some(pad.game(*id)?) } else { None })).collect()
}

fn games_json(before: &[Option<StoredGame>], after: &[Option<StoredGame>]) -> Vec<UndoneGameView> {
    before
        .iter()
        .zip(after)
        .map(|(before, after)| {
            let number = before.as_ref().or(after.as_ref()).map(|game| game.number);
            let [before, after] = [before, after].map(|game| game.as_ref().map(|game| &game.scored));
            json::undone_game(number, before, after)
        })
        .collect()
}
