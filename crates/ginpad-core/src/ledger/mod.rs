//! What a store of lines is asked, whichever store it is: what it holds, what it lacks, and what another place lacks.
//!
//! Everything here is pure, or works over the trait [`Store`](crate::facts::Store).

mod counted;
mod gaps;
mod held;
mod lack;

pub use counted::Counted;
pub use gaps::{Gap, gaps, given_up, lacking};
pub use held::{Held, Span};
pub use lack::{Lack, Part};
