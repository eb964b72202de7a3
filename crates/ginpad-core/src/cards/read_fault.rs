//! Why typed text cannot be read as cards, and where.

use thiserror::Error;

use super::Card;

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

/// Why text cannot be read as cards. The first field is the typed text, or the card.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCards {
    /// A character that is not part of any card.
    #[error("`{0}` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)")]
    Nothing(String),
    /// A number that is not a rank.
    #[error("there is no rank `{0}`; the ranks are A 2-10 J Q K")]
    NoRank(String),
    /// A playing card that is not in the pack of gin rummy.
    #[error("`{0}` is not in the pack of 52 cards")]
    NotInPack(String),
    /// Ranks without a suit.
    #[error("`{0}` has no suit (s h d c)")]
    NoSuit(String),
    /// Suits without a rank.
    #[error("`{0}` is a suit without a rank (A 2-10 J Q K)")]
    SuitAlone(String),
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
}
