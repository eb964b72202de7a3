//! `players`: lists the people of the book.

use clap::Args;

use crate::answer::{Answer, Failure, Head, NEW_GAME};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::reports::players::{Known, PlayersReport};
use ginpad_core::facts::Person;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad players                    everyone, and in how many games";

/// List the players
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// Lists the people.
pub(crate) fn run(_: PlayersArgs, app: &App) -> Result<Answer, Failure> {
    app.read(|pad| {
        let games = pad.games_by_person()?;
        let known = |person: Person| Known { games: games.get(&person.id).copied().unwrap_or(0), name: person.name };
        let players: Vec<Known> = pad.people()?.into_iter().map(known).collect();
        let why_empty = players.is_empty().then(|| format!("no players yet; {NEW_GAME} adds them").into());
        let head = Head { title: "Players".into(), why_empty, ..Head::default() };
        Ok(Answer::headed(head, PlayersReport { players }))
    })
}
