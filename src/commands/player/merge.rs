//! `player merge`: two spellings of one person.

use clap::Args;
use serde_json::json;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::Pad;
use crate::cli::session::filter_args::person;
use crate::cli::session::{Session, which_game};
use crate::reports::outcome::Outcome;
use ginpad_core::facts::Person;
use ginpad_core::listed::Listed;
use ginpad_core::players::Name;
use ginpad_core::text::count;

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
            let games = pad.games_by_person()?.get(&other.id).copied().unwrap_or(0);
            let (one, other) = (&one.name, &other.name);
            let document = json!({ "schema": "ginpad/player-merge/1", "merged": one, "name": other, "games": games });
            let what = format!("{one} is {other} now, with {} in all", count(games, "game"));
            Ok(Outcome::new(document).did([what]).into())
        })
    }

    /// Who is meant.
    fn both<'a>(&self, people: &'a [Person]) -> Result<(&'a Person, &'a Person), Failure> {
        let names: Vec<Name> = people.iter().map(|person| person.name.clone()).collect();
        let mut failures = Vec::new();
        let mut find = |typed: &str| {
            let name = person(&names, typed).map_err(|failure| failures.push(failure)).ok()?;
            people.iter().find(|person| person.name == *name)
        };
        let (one, other) = (find(&self.one), find(&self.other));
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
    let games = pad.games_with_both(one.id, other.id)?;
    let Some(first) = games.first() else { return Ok(()) };
    let what = format!("{} and {} are two people, because a game seats both", one.name, other.name);
    let reasons: Listed<String> = games.iter().map(|game| format!("both sit in game {game}")).collect();
    let seats = "shows who sits there; `set sides` corrects it";
    let shows = Hint::does(CommandLine::of("score").words([first.to_string()]), seats);
    Err(Failure::listing(what, &reasons).hint(shows))
}
