//! `score --as`: the same game under other rules.

use std::path::Path;

use clap::Args;

use super::sheets;
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::consequences::{not_counted_in_file, warnings};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::table_rules::table_rules;
use crate::cli::session::{Face, GameName, Session, which_game};
use crate::render::{comparison, comparison_plain, json};
use ginpad_core::comparison::Comparison;
use ginpad_core::game::ScoredGame;

/// The flags that name other rules.
#[derive(Debug, Args)]
pub(crate) struct OtherRules {
    /// Score the same hands under these rules too: a preset or a file; nothing is kept
    #[arg(long = "as", id = "as", value_name = "RULES")]
    rules: Option<String>,

    /// Set one knob of those rules; without `--as`, one of the game's own rules; repeat for more
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,
}

impl OtherRules {
    /// Whether other rules are named.
    pub(super) const fn are_named(&self) -> bool {
        self.rules.is_some() || !self.set.is_empty()
    }

    /// Shows the game as it was played beside the same hands under the other rules.
    pub(super) fn run(
        &self,
        session: &Session,
        file: Option<&Path>,
        game: Option<GameName>,
    ) -> Result<Answer, Failure> {
        match file {
            Some(file) => {
                let games = sheets(session, file, game)?;
                let is_said = session.face() == Face::Table;
                let notes = if is_said { Vec::new() } else { not_counted_in_file(&games) };
                let compare = |game: ScoredGame| self.compare(session, game);
                let compared: Vec<Comparison> = games.into_iter().map(compare).collect::<Result<_, _>>()?;
                let answer = match (session.face(), compared.as_slice()) {
                    (Face::Json, [_, _, ..]) => json::print(&json::comparisons(&compared)),
                    (_, games) => games.iter().map(|game| show(session, game, None)).collect::<Vec<_>>().join("\n"),
                };
                Ok(Answer::of(answer).remarks(notes))
            }
            None => session.read(
                || Err(which_game::no_game()),
                |pad| {
                    let game = which_game::game(pad, game)?;
                    let notes = warnings(&game, session.face());
                    let compared = self.compare(session, game.scored)?;
                    Ok(Answer::of(show(session, &compared, Some(game.number))).remarks(notes))
                },
            ),
        }
    }

    fn compare(&self, session: &Session, game: ScoredGame) -> Result<Comparison, Failure> {
        let rules = table_rules(session, self.rules.as_deref(), &self.set, Some(&game.game.rules))?;
        Comparison::new(game, rules).map_err(|only_totals| {
            Failure::refused(only_totals)
                .hint(Hint::with("to see them:", CommandLine::again().without("as").without("set")))
        })
    }
}

/// A comparison in the face that was asked for.
fn show(session: &Session, compared: &Comparison, number: Option<i64>) -> String {
    match session.face() {
        Face::Json => json::print(&json::comparison(compared, number)),
        Face::Plain => comparison_plain(compared, number),
        Face::Table => comparison(compared, number, session.look()),
    }
}
