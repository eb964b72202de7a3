//! `undo` and `redo`: take back the last changes of the book, and restore them.

use clap::Args;
use uuid::Uuid;

use super::log::reading;
use crate::book::{MovedChange, Pad, StoredGame};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::consequences::{change as change_of, not_counted};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::{Face, Session, number_of_changes};
use crate::render::json::{self, UndoView, UndoneGameView};
use ginpad_core::facts::{ChangeVerb, PaymentFact};
use ginpad_core::text::{and_list, count};

/// Examples above the help of `undo`.
pub(crate) const UNDO_EXAMPLES: &str = "\
Examples:
  ginpad undo                       take back the last change of any kind
  ginpad undo 3                     the last three";

/// Examples above the help of `redo`.
pub(crate) const REDO_EXAMPLES: &str = "\
Examples:
  ginpad redo                       restore what the last undo took back
  ginpad redo 3                     the last three";

/// Take back the last changes
///
/// Works for every command that changes the book, even after a game has ended or the program was closed.
#[derive(Debug, Args)]
pub(crate) struct UndoArgs {
    /// How many changes
    #[arg(value_name = "N", default_value_t = 1, value_parser = number_of_changes)]
    changes: usize,
}

/// Restore what was undone
///
/// What `undo` took back can be restored until the next change.
#[derive(Debug, Args)]
pub(crate) struct RedoArgs {
    /// How many changes
    #[arg(value_name = "N", default_value_t = 1, value_parser = number_of_changes)]
    changes: usize,
}

impl UndoArgs {
    /// Takes changes back.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let nothing = || Failure::refused("there is nothing to undo");
        session.change(nothing, |pad| {
            let moving = pad.to_undo(self.changes)?;
            enough(&moving, self.changes, "taken back").unwrap_or_else(|| Err(nothing()))?;
            move_them(session, pad, ChangeVerb::Undo, &moving)
        })
    }
}

impl RedoArgs {
    /// Restores changes.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let nothing = || {
            Failure::refused("there is nothing to redo")
                .hint(Hint::advice("`redo` restores what `undo` took back, until the next change"))
        };
        session.change(nothing, |pad| {
            let moving = pad.to_redo(self.changes)?;
            enough(&moving, self.changes, "restored").unwrap_or_else(|| Err(nothing()))?;
            move_them(session, pad, ChangeVerb::Redo, &moving)
        })
    }
}

/// Refuses to undo or redo fewer changes than the user asked for. `None` if there are no changes at all.
fn enough(moving: &[MovedChange], asked: usize, moved: &str) -> Option<Result<(), Failure>> {
    match moving.len() {
        0 => None,
        most if most < asked => {
            let what = format!("only {} can be {moved}", count(most, "change"));
            let fewer = CommandLine::again().operand("changes", [most.to_string()]);
            Some(Err(Failure::refused(what).hint(Hint::run(fewer))))
        }
        _ => Some(Ok(())),
    }
}

/// More games than this are counted, not listed.
const MOST_GAMES: usize = 5;

fn move_them(session: &Session, pad: &Pad<'_>, verb: ChangeVerb, moving: &[MovedChange]) -> Result<Answer, Failure> {
    let total = pad.games_moved(moving)?;
    let few = total <= MOST_GAMES;
    let mut shown: Vec<Uuid> = Vec::new();
    for game in moving.iter().flat_map(|change| &change.games).filter(|_| few) {
        if !shown.contains(game) {
            shown.push(*game);
        }
    }
    let shown = shown.as_slice();
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
            pad.move_changes(verb, several, session.now)?;
            (whats, before, states(pad, shown)?)
        }
    };
    let (word, past) = match verb {
        ChangeVerb::Redo => ("redone", "redid"),
        _ => ("undone", "undid"),
    };
    match session.face() {
        Face::Json => {
            let states = games_json(&before, &after);
            let verbs: Vec<&str> = moving.iter().map(|change| change.verb.as_str()).collect();
            Ok(Answer::of(json::print(&UndoView { verbs, changes: &whats, games: states })))
        }
        Face::Plain => {
            let lines = moving.iter().zip(&whats).map(|(change, what)| format!("{word}\t{}\t{what}\n", change.verb));
            Ok(Answer::of(lines.collect::<String>()))
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
            Ok(Answer::of(lines.join("\n")).remarks(late))
        }
    }
}

/// What undoing or redoing one change did, with the games that it is about before and after.
struct Step {
    what: String,
    before: Vec<Option<StoredGame>>,
    after: Vec<Option<StoredGame>>,
}

/// Undoes or redoes one change, and describes it with the numbers that its hands had then.
fn step(session: &Session, pad: &Pad<'_>, verb: ChangeVerb, change: &MovedChange) -> Result<Step, Failure> {
    let games = if change.game_count <= MOST_GAMES { change.games.as_slice() } else { &[] };
    let before = states(pad, games)?;
    let paid = payments(pad, change)?;
    pad.move_changes(verb, std::slice::from_ref(change), session.now)?;
    let after = states(pad, games)?;
    let merged = merged(pad, change)?;
    let what = if !merged.is_empty() {
        format!("{}: {}", change.verb, and_list(&merged))
    } else if paid.is_empty() {
        described(change, &before, &after)
    } else {
        format!("{}: {}", change.verb, and_list(&paid))
    };
    Ok(Step { what, before, after })
}

/// The payments of a change: `Bob paid Ann 12.40 USD`.
fn payments(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people = if change.payments.is_empty() { Vec::new() } else { pad.people()? };
    let name = |id: Uuid| people.iter().find(|person| person.id == id).map(|person| person.name.as_str());
    let sentence = |payment: &PaymentFact| {
        let (from, to) = (name(payment.payer).unwrap_or("somebody"), name(payment.payee).unwrap_or("somebody"));
        let amount = payment.amount().map(|amount| amount.to_string());
        format!("{from} paid {to} {}", amount.unwrap_or_else(|_| "an unknown amount".into()))
    };
    Ok(change.payments.iter().map(sentence).collect())
}

/// The people whom a change made one: `Annie is Ann`.
fn merged(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people = if change.joined.is_empty() { Vec::new() } else { pad.people_apart()? };
    let name =
        |id: &Uuid| people.iter().find(|person| person.id == *id).map_or("somebody", |person| person.name.as_str());
    Ok(change.joined.iter().map(|[one, other]| format!("{} is {}", name(one), name(other))).collect())
}

/// The games that are in the book now.
fn states(pad: &Pad<'_>, games: &[Uuid]) -> Result<Vec<Option<StoredGame>>, Failure> {
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

/// What a change did, in a few words: `log in game 12: hand 9, ann knock 4 27`.
fn described(change: &MovedChange, before: &[Option<StoredGame>], after: &[Option<StoredGame>]) -> String {
    let verb = &change.verb;
    let states = || before.iter().chain(after).flatten();
    let Some(game) = states().find(|game| change.games.contains(&game.id)) else {
        return format!("{verb} ({})", count(change.game_count, "game"));
    };
    let found = |id: &Uuid| {
        states().find_map(|game| game.place_of(*id).map(|at| format!("hand {}, {}", at + 1, reading(&game.scored, at))))
    };
    match change.hands.as_slice() {
        [only] => match found(only) {
            Some(hand) => format!("{verb} in game {}: {hand}", game.number),
            None => format!("{verb} in game {}", game.number),
        },
        [] if change.game_count == 1 && !change.settings.is_empty() => {
            let set: Vec<&str> = change.settings.iter().map(|key| key.word()).collect();
            format!("{verb} {} of game {}", and_list(&set), game.number)
        }
        [] if change.game_count == 1 => format!("{verb} of game {}", game.number),
        _ if change.game_count == 1 => {
            format!("{verb} in game {}: {}", game.number, count(change.hand_count, "hand"))
        }
        _ => format!("{verb} of {}", count(change.game_count, "game")),
    }
}
