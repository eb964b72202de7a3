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

/// Why text cannot be read as cards. Every fault has a [place](ReadFault::place).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadFault {
    /// A character that is not part of any card.
    #[error("`{text}` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)")]
    Nothing {
        /// The typed text.
        text: String,
        /// Its place.
        place: Place,
    },
    /// A number that is not a rank.
    #[error("there is no rank `{text}`; the ranks are A 2-10 J Q K")]
    NoRank {
        /// The typed text.
        text: String,
        /// Its place.
        place: Place,
    },
    /// A playing card that is not in the pack of gin rummy.
    #[error("`{text}` is not in the pack of 52 cards")]
    NotInPack {
        /// The typed text.
        text: String,
        /// Its place.
        place: Place,
    },
    /// Ranks without a suit.
    #[error("`{text}` has no suit (s h d c)")]
    NoSuit {
        /// The typed text.
        text: String,
        /// Their place.
        place: Place,
    },
    /// Suits without a rank.
    #[error("`{text}` is a suit without a rank (A 2-10 J Q K)")]
    SuitAlone {
        /// The typed text.
        text: String,
        /// Their place.
        place: Place,
    },
    /// A range of ranks that does not go up.
    #[error("`{text}` does not go up; a range begins with its lower rank, like 3-5s")]
    Backwards {
        /// The typed text.
        text: String,
        /// Its place.
        place: Place,
    },
    /// Several ranks and several suits in one piece.
    #[error("`{text}` can be read in two ways: as {} or as {}", .readings[0], .readings[1])]
    TwoWays {
        /// The typed text.
        text: String,
        /// Its place.
        place: Place,
        /// The cards of either reading, as codes.
        readings: [String; 2],
    },
    /// A card that was typed before.
    #[error("{card} is given twice")]
    Twice {
        /// The card.
        card: Card,
        /// The place where it is repeated.
        place: Place,
        /// The place where it was first typed.
        first: Place,
    },
    /// More cards than a player can hold.
    #[error("{card} is one card too many; a hand has at most eleven")]
    TooMany {
        /// The twelfth card.
        card: Card,
        /// Its place.
        place: Place,
    },
}

impl ReadFault {
    /// The place of the fault in the text.
    pub const fn place(&self) -> Place {
        match self {
            ReadFault::Nothing { place, .. }
            | ReadFault::NoRank { place, .. }
            | ReadFault::NotInPack { place, .. }
            | ReadFault::NoSuit { place, .. }
            | ReadFault::SuitAlone { place, .. }
            | ReadFault::Backwards { place, .. }
            | ReadFault::TwoWays { place, .. }
            | ReadFault::Twice { place, .. }
            | ReadFault::TooMany { place, .. } => *place,
        }
    }
}
