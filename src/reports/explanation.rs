//! The arithmetic of a hand, an adjustment or the settlement.

use serde::{Serialize, Serializer};
use serde_json::json;

use ginpad_core::sheet::EntryAt;

use super::one_or_all;
use crate::answer::table::Cell;
use crate::answer::{Block, Report};
use crate::render::Explanation;

/// The arithmetic of a hand or of the settlement, step by step: `ginpad/explain/1`, or `ginpad/explanations/1` for the
/// settlements of several games.
#[derive(Debug)]
pub(crate) struct ExplanationReport {
    /// The number of the game in the book.
    pub game: Option<i64>,
    /// The explanation of the game, or of each of several games.
    pub explanations: Vec<Explanation>,
}

impl Serialize for ExplanationReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = |Explanation { entry, steps, .. }: &Explanation| {
            let hand = match entry {
                Some(EntryAt::Hand(at)) => Some(at + 1),
                _ => None,
            };
            let mut document = json!({ "schema": "ginpad/explain/1", "game": self.game, "hand": hand, "steps": steps });
            if let Some(EntryAt::Adjustment(at)) = entry {
                document["adjustment"] = (at + 1).into();
            }
            document
        };
        one_or_all(&self.explanations, document, "ginpad/explanations/1", serializer)
    }
}

impl Report for ExplanationReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let explanations = self.explanations.iter().enumerate();
        let blocks = explanations.flat_map(|(at, explanation)| {
            let gap = (at > 0).then(Vec::new);
            let records = explanation.steps.iter().map(|step| {
                let what = format!("{}: {}", step.section, step.step);
                let points = step.points.iter().map(|points| Cell::Count(points.0));
                [Cell::Text(what), Cell::Text(step.knobs.join(" "))].into_iter().chain(points).collect()
            });
            let records = Block::Records(gap.into_iter().chain(records).collect());
            std::iter::once(records).chain(explanation.blocks())
        });
        blocks.collect()
    }
}
