//! `score --as`: the same game under other rules.

use std::path::Path;

use clap::Args;

use super::{place_of, sheets};
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::table_rules::{NamedRules, table_rules, unusable};
use crate::arguments::{GameName, which_game};
use crate::render::Place;
use crate::reports::comparison::ComparisonReport;
use crate::wording::consequences::{NotCounted, disagreements, not_counted_instead};
use ginpad_core::comparison::Comparison;
use ginpad_core::game::ScoredGame;
use ginpad_core::rules::TableRules;

/// The flags that name other rules.
#[derive(Debug, Args)]
pub(crate) struct OtherRules {
    /// Score the same hands under these rules too: a preset or a file; repeat for more; nothing is kept
    #[arg(long = "as", id = "as", value_name = "RULES")]
    rules: Vec<NamedRules>,

    /// Set one knob of those rules; without `--as`, one of the game's own rules; repeat for more
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,
}

impl OtherRules {
    /// Whether other rules are named.
    pub(super) const fn are_named(&self) -> bool {
        !self.rules.is_empty() || !self.set.is_empty()
    }

    /// Shows the game as it was played beside the same hands under the other rules.
    pub(super) fn run(&self, app: &App, file: Option<&Path>, game: Option<GameName>) -> Result<Answer, Failure> {
        match file {
            Some(file) => self.beside(sheets(app, file, game)?, Place::default()),
            None => app.read(|pad| {
                let game = which_game::game(pad, game)?;
                let (conflicts, place) = (disagreements(&game), place_of(&game));
                Ok(self.beside(vec![game.scored], place)?.remarks(conflicts))
            }),
        }
    }

    /// These games beside themselves under the other rules.
    fn beside(&self, games: Vec<ScoredGame>, place: Place) -> Result<Answer, Failure> {
        let remarks = NotCounted::among(&games).remarks();
        let games = self.compare(&games)?;
        let instead = not_counted_instead(games.iter().map(|compared| &compared.other));
        Ok(Answer::report(ComparisonReport { games, place }).remarks(remarks).remarks(instead))
    }

    /// Each game under each of the other rules: those that `--as` names with the knobs set, else its own with them.
    fn compare(&self, games: &[ScoredGame]) -> Result<Vec<Comparison>, Failure> {
        let named = self.rules.iter().map(|rules| table_rules(Some(rules), &self.set, None));
        let (mut others, mut failures): (Vec<TableRules>, Vec<Failure>) = (Vec::new(), Vec::new());
        named.for_each(|rules| match rules {
            Ok(rules) => others.push(rules),
            Err(more) => failures.push(unusable(more)),
        });
        if !failures.is_empty() {
            return Err(unusable(failures));
        }
        let mut compared = Vec::new();
        for game in games {
            let own = others.is_empty().then(|| table_rules(None, &self.set, Some(&game.game.rules)));
            for rules in others.iter().cloned().chain(own.transpose().map_err(unusable)?) {
                compared.push(Comparison::new(game.clone(), rules).map_err(|only_totals| {
                    let totals = CommandLine::again().without("as").without("set");
                    Failure::refused(only_totals).hint(Hint::with("to see them:", totals))
                })?);
            }
        }
        Ok(compared)
    }
}
