//! `players`: lists the people of the book.

use std::collections::BTreeMap;

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::cli::session::{Face, Session};
use crate::render;
use ginpad_core::facts::Person;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad players                    everyone, and in how many games";

/// List the players
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {}

impl PlayersArgs {
    /// Lists the people.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let none = || Ok((Vec::new(), BTreeMap::new()));
        let (people, games) = session.read(none, |pad| Ok((pad.people()?, pad.games_by_person()?)))?;
        let sat = |person: &Person| games.get(&person.id).copied().unwrap_or(0);
        let rows: Vec<(&str, usize)> = people.iter().map(|person| (person.name.as_str(), sat(person))).collect();
        Ok(match session.face() {
            Face::Json => Answer::of(render::json::print(&render::json::people(&rows))),
            Face::Plain => {
                Answer::of(rows.iter().map(|(name, games)| format!("{name}\t{games}\n")).collect::<String>())
            }
            Face::Table if rows.is_empty() => {
                Answer::of(format!("no players yet; `{}` adds them", session.spell(&CommandLine::new_game())))
            }
            Face::Table => Answer::of(render::people(&rows, session.look())),
        })
    }
}
