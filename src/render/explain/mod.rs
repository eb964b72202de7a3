//! The arithmetic of a hand and of the settlement: steps, each with the knobs it comes from.

mod hand;
mod settlement;
mod steps;

pub(crate) use hand::{explain_adjustment, explain_hand};
pub(crate) use settlement::explain_settlement;
pub(crate) use steps::Explanation;
pub(super) use steps::Step;
