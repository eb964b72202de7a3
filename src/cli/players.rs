//! `players`: lists the people of the book.

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::session::{Face, Session};
use crate::render;

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad players                    everyone, with how many games they sat down to";

/// List the players
#[derive(Debug, Args)]
pub(super) struct Players {}

impl Players {
    /// Lists the people.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let people = session.read(|| Ok(Vec::new()), |pad| Ok(pad.people()?))?;
        let rows: Vec<(&str, usize)> = people.iter().map(|person| (person.name.as_str(), person.games)).collect();
        Ok(match session.face() {
            Face::Json => Answer::of(render::json::print(&render::json::people(&rows))),
            Face::Plain => {
                Answer::of(rows.iter().map(|(name, games)| format!("{name}\t{games}\n")).collect::<String>())
            }
            Face::Table if rows.is_empty() => Answer::of("no players yet; `ginpad new Ann Bob` adds them"),
            Face::Table => Answer::of(render::people(&rows, session.look())),
        })
    }
}
