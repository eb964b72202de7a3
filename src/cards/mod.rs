//! Playing cards.

mod card;

pub use card::{Card, CardFault, Rank, Suit};
