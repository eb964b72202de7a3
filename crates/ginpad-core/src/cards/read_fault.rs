//! Why typed text cannot be read as cards, and where.

use thiserror::Error;

use super::Card;
use crate::text::Flaw;

/// A stretch of the typed text, in bytes: from `start` up to but not including `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// Why text cannot be read as cards, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct ReadFault {
    /// The place of the fault in the text.
    pub place: Place,
    /// The fault.
    pub what: NotCards,
}

/// Why text cannot be read as cards. The first field is the typed text, the card, or the whole reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCards {
    /// A number that is not a rank.
    #[error("there is no rank `{0}`; the ranks are A 2-10 J Q K")]
    NoRank(String),
    /// A range of ranks that does not go up.
    #[error("`{0}` does not go up; a range begins with its lower rank, like 3-5s")]
    Backwards(String),
    /// Several ranks and several suits in one piece, and the cards of either reading, as codes.
    #[error("`{0}` can be read in two ways: as {1} or as {2}")]
    TwoWays(String, String, String),
    /// A card that was first typed at another place.
    #[error("{0} is given twice")]
    Twice(Card, Place),
    /// The twelfth card: more than a player can hold.
    #[error("{0} is one card too many; a hand has at most eleven")]
    TooMany(Card),
    /// Any other fault.
    #[error("{0}")]
    Other(Flaw),
}
