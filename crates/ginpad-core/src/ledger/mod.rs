//! What a store of lines is asked, whichever store it is: what it holds, what it lacks, and what another place lacks.
//!
//! Everything here is pure, or works over the trait [`Store`](crate::facts::Store).

mod act;
mod batch;
mod counted;
mod gaps;
mod held;
mod known_games;
mod lack;
mod namesakes;
mod segment;

pub use act::{Act, Did, built_on_undone, redoable, undoable};
pub use batch::Batch;
pub use counted::Counted;
pub use gaps::{Gap, gaps, given_up, lacking, lasts};
pub use held::{Held, Span};
pub use known_games::{Beginning, KnownGames, Longer, Recognised, seating};
pub use lack::{Lack, Part};
pub use namesakes::{Acquaintance, Apart, Met, Namesakes, WhyApart};
pub use segment::Segment;
