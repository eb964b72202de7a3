//! The chance to win from the score as it stands. `docs/odds.md` says what the model is, and how good it is.

mod prior;
mod random;

pub use prior::{Prior, SimulatedHand};
pub use random::Random;
