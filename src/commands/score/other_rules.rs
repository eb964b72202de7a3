//! `score --as`: the same game under other rules.

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::arguments::filter_args::kept;
use crate::arguments::table_rules::{NamedRules, table_rules, unusable};
use crate::commands::found_games::FoundGames;
use crate::reports::comparison::ComparisonReport;
use crate::wording::consequences::not_counted_instead;
use ginpad_core::comparison::Comparison;
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

    /// Shows the games as they were played beside the same hands under the other rules: those that `--as` names with the
    /// knobs set, else the game's own with them.
    pub(super) fn compare(&self, found: &FoundGames<'_>) -> Result<Answer, Failure> {
        let mut failures = Vec::new();
        let named = self.rules.iter().map(|rules| table_rules(Some(rules), &self.set, None).map_err(unusable));
        let others: Vec<TableRules> = named.filter_map(|rules| kept(rules, &mut failures)).collect();
        if !failures.is_empty() {
            return Err(unusable(failures));
        }
        let mut compared = Vec::new();
        for game in found.games.iter() {
            let own = others.is_empty().then(|| table_rules(None, &self.set, Some(&game.game.rules)));
            for rules in others.iter().cloned().chain(own.transpose().map_err(unusable)?) {
                compared.push(Comparison::new(game.as_ref().clone(), rules).map_err(|only_totals| {
                    let totals = CommandLine::again().without("as").without("set");
                    Failure::refused(only_totals).hint(Hint::with("to see them:", totals))
                })?);
            }
        }
        let instead = not_counted_instead(compared.iter().map(|compared| &compared.other));
        let answer = Answer::report("Other rules", ComparisonReport { games: compared, place: found.place });
        Ok(answer.remarks(found.not_counted()).remarks(instead).remarks(found.unsettled()?))
    }
}
