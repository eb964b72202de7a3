//! Playing cards: how to read, count and lay them out.
//!
//! - [`Typed`] reads a hand.
//! - [`deadwood`] counts its deadwood, and [`arrange`] lays it out.
//! - [`best_discard`] finds the card to throw from eleven, and [`outs()`] the cards that would help a hand of ten.
//! - [`lay_off`] finds the melds and lay-offs of the defender after a knock.
//! - [`lay_out`] lays out both hands.
//!
//! All of these are exact. Once the sets are chosen, each suit has only one best layout: every unbroken stretch of
//! three or more is a run, and no other card can be in a run. So only the sets must be chosen, and only for ranks with
//! cards that could also be in a run. Every such choice is counted. `docs/solver.md` gives the whole argument.

mod arrangement;
mod card;
mod card_rules;
#[expect(clippy::module_inception, reason = "the noun of the file is the noun of the module")]
mod cards;
mod discard;
mod faults;
mod meld;
mod read;
mod read_fault;
mod showdown;
mod solve;
mod suit_table;
mod token;
mod words;

pub use arrangement::{Arrangement, arrange};
pub use card::{Card, Rank, Suit};
pub use card_rules::{Ace, CardRules, KnockDiscard, KnockMelds};
pub use cards::{Cards, MOST_CARDS};
pub use discard::{Outs, best_discard, best_discards, is_big_gin, outs};
pub use meld::Meld;
pub use read::Typed;
pub(crate) use read::begins_cards;
pub use read_fault::{NotCards, Place, ReadFault};
pub use showdown::{LaidOut, LayOff, Showdown, Tabled, lay_off, lay_out};
pub use solve::deadwood;
pub(crate) use words::words_to_codes;
