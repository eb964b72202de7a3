//! One hand: what the table says, what the rules accept, and its price.
//!
//! A [`LoggedHand`] is the fact. [`accept()`] is the only place where the rules are asked whether it can be;
//! [`PricedHand::new`] turns what they accept into an itemised receipt. [`settle()`] does both with two hands laid on the
//! table, and [`Judged`] says beforehand what a player's cards are good for.

mod accept;
mod judged;
mod limit;
mod logged;
mod mend;
mod price;
mod settle;
mod shown;
mod verdict;

pub use accept::{MOST_DEADWOOD, MOST_POINTS, Outcome, Refusal, accept, refuse_knock};
pub use judged::Judged;
pub use limit::{Limit, LimitSource};
pub use logged::{Count, DeadHand, Logged, LoggedHand, Moment, Note, NoteFault, Played};
pub use mend::mended;
pub use price::{Award, BoxItem, BoxReason, HandOutcome, Item, ItemReason, Kind, PricedHand};
pub use settle::{Role, SettleFault, Settled, settle};
pub use shown::{Untold, shown, untold};
pub use verdict::{Call, May, Terms, Verdict};
