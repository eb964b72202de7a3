//! An explanation, step by step: `ginpad/explain/1`.

use ginpad_core::points::Points;
use serde::Serialize;

use crate::render::explain::Explanation;

/// The steps of a hand or of the settlement.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/explain/1")]
pub(crate) struct ExplanationView<'a> {
    game: Option<i64>,
    hand: Option<usize>,
    steps: Vec<StepView<'a>>,
}

#[derive(Serialize)]
struct StepView<'a> {
    section: &'a str,
    step: &'a str,
    knobs: &'a [String],
    points: &'a [Points],
}

/// An explanation of a game that the book calls `number`.
pub(crate) fn explanation<'a>(explanation: &'a Explanation<'_>, number: Option<i64>) -> ExplanationView<'a> {
    let steps = explanation.steps().map(|(section, step)| StepView {
        section: &section.title,
        step: step.exactly(),
        knobs: &step.knobs,
        points: &step.points,
    });
    ExplanationView { game: number, hand: explanation.hand.map(|hand| hand + 1), steps: steps.collect() }
}
