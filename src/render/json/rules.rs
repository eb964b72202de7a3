//! Rules with every knob: `ginpad/rules/1`.

use std::collections::BTreeMap;

use ginpad_core::rules::{Knob, Rules, TableRules};
use serde::{Serialize, Serializer};

/// Every knob by name, in the order of the rules page; null if the format does not have the knob.
struct KnobsView<'a>(&'a Rules);

impl Serialize for KnobsView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), self.0.value(*knob))))
    }
}

/// Where the value of each knob comes from; null if it is not known.
struct SourcesView<'a>(&'a BTreeMap<Knob, String>);

impl Serialize for SourcesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), self.0.get(knob))))
    }
}

/// Rules as a sheet has them: the name and the knobs side by side.
#[derive(Serialize)]
pub(super) struct NamedRulesView<'a> {
    name: &'a str,
    #[serde(flatten)]
    knobs: KnobsView<'a>,
}

impl NamedRulesView<'_> {
    /// The rules of a game.
    pub(super) fn of(rules: &TableRules) -> NamedRulesView<'_> {
        NamedRulesView { name: &rules.preset, knobs: KnobsView(&rules.rules) }
    }
}

/// Rules with their sources.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/rules/1")]
pub(crate) struct RulesView<'a> {
    name: &'a str,
    knobs: KnobsView<'a>,
    sources: SourcesView<'a>,
}

/// A rule file without a fault.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/rules-check/1")]
pub(crate) struct RulesCheckView<'a> {
    ok: bool,
    rules: String,
    knobs: KnobsView<'a>,
}

/// Every knob of some rules with its source.
pub(crate) fn rules<'a>(name: &'a str, rules: &'a Rules, sources: &'a BTreeMap<Knob, String>) -> RulesView<'a> {
    RulesView { name, knobs: KnobsView(rules), sources: SourcesView(sources) }
}

/// A rule file that can be used: `ginpad/rules-check/1`.
pub(crate) fn rules_check(table: &TableRules) -> RulesCheckView<'_> {
    RulesCheckView { ok: true, rules: table.to_string(), knobs: KnobsView(&table.rules) }
}
