//! `player add`, `player rename` and `player merge`: what people are called, and who is one.

use clap::{Args, Subcommand};
use serde_json::json;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::Pad;
use crate::cli::session::filter_args::{kept, person};
use crate::cli::session::{Session, which_game};
use crate::reports::outcome::Outcome;
use ginpad_core::facts::Person;
use ginpad_core::players::Name;
use ginpad_core::text::count;

/// Examples above the help of `player rename`.
const RENAME_EXAMPLES: &str = "\
Examples:
  ginpad player rename Jon John     Jon is called John, in every game
  ginpad player rename ann Ann      another spelling of the same name";

/// What to do with a player.
#[derive(Debug, Subcommand)]
pub(crate) enum PlayerCommand {
    /// Add a player who has no game yet
    Add(AddArgs),
    #[command(before_help = RENAME_EXAMPLES)]
    Rename(RenameArgs),
    Merge(MergeArgs),
}

/// Arguments of `player add`.
#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    /// The name
    #[arg(value_name = "NAME")]
    name: String,
}

/// Give a player another name
///
/// Every game shows it, also those that are over. Nothing else changes, and `ginpad undo` brings the old name back.
#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// The player
    #[arg(value_name = "OLD")]
    old: String,

    /// The new name
    #[arg(value_name = "NEW")]
    new: String,
}

impl PlayerCommand {
    /// Adds or renames.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match self {
            PlayerCommand::Add(args) => args.run(session),
            PlayerCommand::Rename(args) => args.run(session),
            PlayerCommand::Merge(args) => args.run(session),
        }
    }
}

impl AddArgs {
    fn run(self, session: &Session) -> Result<Answer, Failure> {
        let name = Name::read(&self.name).map_err(Failure::usage)?;
        session.write(|pad| {
            if let Some(known) = namesake(&pad.people()?, &name) {
                let report = CommandLine::of("player").words([known.name.as_str()]);
                return Err(Failure::refused(format!("the book has a player called {} already", known.name))
                    .hint(Hint::does(report, "shows what it knows of them")));
            }
            pad.add_person(&name, session.now)?;
            Ok(outcome(None, &name, 0).into())
        })
    }
}

impl RenameArgs {
    fn run(self, session: &Session) -> Result<Answer, Failure> {
        session.change(which_game::no_game, |pad| {
            let people = pad.people()?;
            let mut failures = Vec::new();
            let renamed = kept(person(&people, &self.old), &mut failures);
            let new = kept(Name::read(&self.new).map_err(Failure::refused), &mut failures);
            let (Some(renamed), Some(new)) = (renamed, new) else {
                return Err(Failure::all("the player cannot be renamed", failures));
            };
            free(&people, renamed, &new)?;
            pad.rename(renamed, &new, session.now)?;
            Ok(outcome(Some(&renamed.name), &new, games(pad, renamed)?).into())
        })
    }
}

/// Make two spellings one person
///
/// All games, payments and figures of both are those of one person from now on, called by the second name. It is refused while a game seats both. `ginpad undo` takes them apart again.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The spelling that goes
    #[arg(value_name = "NAME")]
    one: String,

    /// The spelling that stands
    #[arg(value_name = "OTHER")]
    other: String,
}

impl MergeArgs {
    /// Makes the two one.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        session.change(which_game::no_game, |pad| {
            let people = pad.people()?;
            let (one, other) = self.both(&people)?;
            apart(pad, one, other)?;
            pad.merge_people(one.id, other.id, session.now)?;
            let games = games(pad, other)?;
            let (merged, name) = (&one.name, &other.name);
            let document = json!({ "schema": "ginpad/player-merge/1", "merged": merged, "name": name, "games": games });
            let what = format!("{merged} is {name} now, with {} in all", count(games, "game"));
            Ok(Outcome::new(document).did([what]).into())
        })
    }

    /// Who is meant.
    fn both<'a>(&self, people: &'a [Person]) -> Result<(&'a Person, &'a Person), Failure> {
        let mut failures = Vec::new();
        let [one, other] = [&self.one, &self.other].map(|typed| kept(person(people, typed), &mut failures));
        match (one, other) {
            (Some(one), Some(other)) if one.id == other.id => {
                let lists = Hint::does(CommandLine::of("players"), "lists the players");
                Err(Failure::refused(format!("{} is one person already", one.name)).hint(lists))
            }
            (Some(one), Some(other)) => Ok((one, other)),
            _ => Err(Failure::all("the two cannot be made one", failures)),
        }
    }
}

/// Refuses to make two people one who sit in one game.
fn apart(pad: &Pad<'_>, one: &Person, other: &Person) -> Result<(), Failure> {
    let Some(game) = pad.games_with_both(one.id, other.id)?.first().copied() else { return Ok(()) };
    let what = format!("{} and {} are two people, because game {game} seats both", one.name, other.name);
    let seats = "shows who sits there; `set sides` corrects it";
    let shows = Hint::does(CommandLine::of("score").words([game.to_string()]), seats);
    Err(Failure::refused(what).hint(shows))
}

/// The person of this name; case makes no difference.
fn namesake<'a>(people: &'a [Person], name: &Name) -> Option<&'a Person> {
    people.iter().find(|person| person.name.folded() == name.folded())
}

/// Refuses a name that the person has already, or somebody else has.
fn free(people: &[Person], renamed: &Person, new: &Name) -> Result<(), Failure> {
    let old = &renamed.name;
    if old == new {
        return Err(Failure::refused(format!("{old} is called that already")));
    }
    let Some(other) = namesake(people, new).filter(|other| other.id != renamed.id) else { return Ok(()) };
    let lists = "lists the players; if both are one person, `player merge` joins them";
    let hint = Hint::does(CommandLine::of("players"), lists);
    Err(Failure::refused(format!("another player is called {}", other.name)).hint(hint))
}

/// How many games that count the person sits in.
fn games(pad: &Pad<'_>, person: &Person) -> Result<usize, Failure> {
    Ok(pad.games_by_person()?.get(&person.id).copied().unwrap_or(0))
}

fn outcome(old: Option<&Name>, new: &Name, games: usize) -> Outcome {
    let document = json!({ "schema": "ginpad/player-name/1", "before": old, "after": new, "games": games });
    Outcome::new(document).did([match old {
        None => format!("added {new}"),
        Some(old) => format!("{old} is called {new} now, in {}", count(games, "game")),
    }])
}
