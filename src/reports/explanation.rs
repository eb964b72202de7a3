//! The arithmetic of a hand or of the settlement.

use serde::Serialize;

use crate::answer::table::Cell;
use crate::answer::{Block, Report};
use crate::render::Explanation;

/// The arithmetic of a hand or of the settlement, step by step: `ginpad/explain/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/explain/1")]
pub(crate) struct ExplanationReport {
    /// The number of the game in the book.
    pub game: Option<i64>,
    /// The steps.
    #[serde(flatten)]
    pub explanation: Explanation,
}

impl Report for ExplanationReport {
    fn title(&self) -> String {
        "Explanation".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let records = self.explanation.steps.iter().map(|step| {
            let what = format!("{}: {}", step.section, step.step);
            let points = step.points.iter().map(|points| Cell::Count(points.0));
            [Cell::Text(what), Cell::Text(step.knobs.join(" "))].into_iter().chain(points).collect()
        });
        vec![Block::Records(records.collect()), Block::Drawing(Box::new(self.explanation.clone()))]
    }
}
