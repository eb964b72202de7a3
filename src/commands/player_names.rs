//! `player add`, `player rename` and `player merge`: what people are called, and who is one.

use clap::Subcommand;
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::filter_args::{kept, person};
use crate::book::Pad;
use crate::reports::outcome::Outcome;
use ginpad_core::facts::{FactId, Person};
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
    Add {
        /// The name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Give a player another name
    ///
    /// Every game shows it, also those that are over. Nothing else changes, and `ginpad undo` brings the old name back.
    #[command(before_help = RENAME_EXAMPLES)]
    Rename {
        /// The player
        #[arg(value_name = "OLD")]
        old: String,

        /// The new name
        #[arg(value_name = "NEW")]
        new: String,
    },
    /// Make two spellings one person
    ///
    /// All games, payments and figures of both are those of one person from now on, called by the second name. It is refused while a game seats both. `ginpad undo` takes them apart again.
    Merge {
        /// The spelling that goes
        #[arg(value_name = "NAME")]
        one: String,

        /// The spelling that stands
        #[arg(value_name = "OTHER")]
        other: String,
    },
}

impl PlayerCommand {
    /// Adds, renames or merges.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        match self {
            PlayerCommand::Add { name } => {
                let name = Name::read(&name).map_err(Failure::usage)?;
                app.write(|pad| add(app, pad, &name))
            }
            PlayerCommand::Rename { old, new } => app.change(|pad| rename(app, pad, &old, &new)),
            PlayerCommand::Merge { one, other } => app.change(|pad| merge(app, pad, [&one, &other])),
        }
    }
}

fn add(app: &App, pad: &Pad<'_>, name: &Name) -> Result<Answer, Failure> {
    if let Some(known) = pad.people()?.iter().find(|person| person.name.folded() == name.folded()) {
        let report = CommandLine::of("player").words([known.name.as_str()]);
        return Err(Failure::refused(format!("the book has a player called {} already", known.name))
            .hint(Hint::does(report, "shows what it knows of them")));
    }
    pad.add_person(name, app.now)?;
    let document = json!({ "schema": "ginpad/player-name/1", "before": null, "after": name, "games": 0 });
    Ok(Outcome::new(document).did([format!("added {name}")]).into())
}

fn rename(app: &App, pad: &Pad<'_>, old: &str, new: &str) -> Result<Answer, Failure> {
    let people = pad.people()?;
    let mut failures = Vec::new();
    let turned = || Hint::does(names("rename", [new, old]), "is the other way round");
    let found = person(&people, old).map_err(|failure| failure.hint_if(knows(&people, new).then(turned)));
    let renamed = kept(found, &mut failures);
    let new = kept(Name::read(new).map_err(Failure::refused), &mut failures);
    let (Some(renamed), Some(new)) = (renamed, new) else {
        return Err(Failure::all("the player cannot be renamed", failures));
    };
    let old = &renamed.name;
    if *old == new && !pad.disagrees_on_name(renamed)? {
        return Err(Failure::refused(format!("{old} is called that already")));
    }
    let mut others = people.iter().filter(|other| other.id != renamed.id);
    if let Some(other) = others.find(|other| other.name.folded() == new.folded()) {
        let joins = names("merge", [old.as_str(), other.name.as_str()]);
        let hint = match pad.games_with_both(renamed.id, other.id)?.first() {
            Some(_) => Hint::does(CommandLine::of("players"), "lists the players"),
            None => Hint::does(joins, "joins the two, if they are one person"),
        };
        return Err(Failure::refused(format!("another player is called {}", other.name)).hint(hint));
    }
    pad.rename(renamed, &new, app.now)?;
    let games = games(pad, renamed.id)?;
    let document = json!({ "schema": "ginpad/player-name/1", "before": old, "after": new, "games": games });
    let lead = if *old == new { format!("{new} stays the name") } else { format!("{old} is called {new} now") };
    let what = format!("{lead}, in {}", count(games, "game"));
    Ok(Outcome::new(document).did([what]).into())
}

fn merge(app: &App, pad: &Pad<'_>, typed: [&str; 2]) -> Result<Answer, Failure> {
    let people = pad.people()?;
    let mut failures = Vec::new();
    let [one, other] = typed;
    let renames = || Hint::does(names("rename", typed), "gives one player that name");
    let found = person(&people, other).map_err(|failure| failure.hint_if(knows(&people, one).then(renames)));
    let (one, other) = (kept(person(&people, one), &mut failures), kept(found, &mut failures));
    let (Some(one), Some(other)) = (one, other) else {
        return Err(Failure::all("the two cannot be made one", failures));
    };
    let (merged, name) = (&one.name, &other.name);
    if one.id == other.id {
        let lists = Hint::does(CommandLine::of("players"), "lists the players");
        return Err(Failure::refused(format!("{name} is one person already")).hint(lists));
    }
    if let Some(game) = pad.games_with_both(one.id, other.id)?.first() {
        let what = format!("{merged} and {name} are two people, because game {game} seats both");
        let score = CommandLine::of("score").words([game.to_string()]);
        return Err(Failure::refused(what).hint(Hint::does(score, "shows who sits there; `set sides` corrects it")));
    }
    pad.merge_people(one.id, other.id, app.now)?;
    let games = games(pad, other.id)?;
    let document = json!({ "schema": "ginpad/player-merge/1", "merged": merged, "name": name, "games": games });
    let what = format!("{merged} is {name} now, with {} in all", count(games, "game"));
    Ok(Outcome::new(document).did([what]).into())
}

/// Whether somebody has this name.
fn knows(people: &[Person], typed: &str) -> bool {
    let folded = Name::read(typed).map(|name| name.folded());
    people.iter().any(|person| Ok(person.name.folded()) == folded)
}

/// A command about two names.
fn names(verb: &str, [one, other]: [&str; 2]) -> CommandLine {
    CommandLine::of("player").words([verb, one, other])
}

/// How many games that count somebody sits in.
fn games(pad: &Pad<'_>, person: FactId) -> Result<usize, Failure> {
    Ok(pad.games_by_person()?.get(&person).copied().unwrap_or(0))
}
