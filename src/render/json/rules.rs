//! Rules as a sheet has them.

use ginpad_core::rules::{Rules, TableRules};
use serde::Serialize;

/// The name and the knobs side by side.
#[derive(Serialize)]
pub(super) struct NamedRulesView<'a> {
    name: &'a str,
    #[serde(flatten)]
    knobs: &'a Rules,
}

impl NamedRulesView<'_> {
    /// The rules of a game.
    pub(super) fn of(rules: &TableRules) -> NamedRulesView<'_> {
        NamedRulesView { name: &rules.preset, knobs: &rules.rules }
    }
}
