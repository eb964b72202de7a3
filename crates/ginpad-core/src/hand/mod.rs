//! One hand: the report of the table, the check by the rules, and the price.
//!
//! A [`LoggedHand`] is the report. The rules turn it into an [`AcceptedHand`] or refuse it. An accepted hand has a
//! price: a [`PricedHand`], which is an itemised receipt. [`settle()`] does the same for two laid-out hands.
//! [`HandAnalysis`] judges a player's cards while the hand is played.

mod accepted;
mod both_hands;
mod faced;
mod logged;
mod outcome;
mod price;
mod refusal;
mod seats;
mod settle;
mod suggestion;
mod upcard;
mod verdict;

pub use accepted::{AcceptedHand, GameHand, RefusedHand};
pub use both_hands::Role;
pub use faced::{Opponents, faced};
pub use logged::{Count, DeadHand, LoggedHand, LoggedResult, Moment, Played};
pub use outcome::Outcome;
pub use price::{Award, Counts, Item, ItemReason, PricedHand, Win};
pub(crate) use refusal::{MOST_POINTS, most_deadwood};
pub use refusal::{Refusal, RefusalKind};
pub use seats::reseated;
pub use settle::{Settled, settle};
pub use upcard::{Limit, LimitSource, Upcard};
pub use verdict::{Call, HandAnalysis, Terms, Verdict};
