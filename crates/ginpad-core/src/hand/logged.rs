//! What the table says of a hand, as it was said.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use thiserror::Error;

use crate::cards::{Card, Cards, DEALT, MOST_CARDS, deadwood};
use crate::players::Seat;
use crate::side::{BySide, Side};
use crate::text::normal;

/// A point in time with the offset of where it was noted.
pub type Moment = DateTime<FixedOffset>;

/// Deadwood as it was told: a number, the sum of several, or the cards themselves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Count(Told);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Told {
    Numbers(Vec<u32>),
    Cards(Cards),
}

impl Count {
    /// The most parts a sum may have: no player holds more cards.
    pub const MOST_PARTS: usize = MOST_CARDS;

    /// A count of these parts, at least one; no part may be so large that a sum of them could overflow.
    #[must_use]
    pub fn new(parts: Vec<u32>) -> Option<Count> {
        let few = !parts.is_empty() && parts.len() <= Count::MOST_PARTS;
        (few && parts.iter().all(|part| *part <= 1_000_000)).then_some(Count(Told::Numbers(parts)))
    }

    /// A count of these cards, melded to the least deadwood; one at least, and no more than a hand.
    #[must_use]
    pub const fn of_cards(cards: Cards) -> Option<Count> {
        if cards.is_empty() || cards.len() > DEALT { None } else { Some(Count(Told::Cards(cards))) }
    }

    /// What it comes to, in points; cards by themselves, before anything is laid off.
    #[must_use]
    pub fn total(&self) -> u32 {
        match &self.0 {
            Told::Numbers(parts) => parts.iter().sum(),
            Told::Cards(cards) => deadwood(*cards).into(),
        }
    }

    /// How it was added up, where it was a sum of several numbers.
    #[must_use]
    pub fn sum(&self) -> Option<String> {
        match &self.0 {
            Told::Numbers(parts) if parts.len() > 1 => Some(self.to_string()),
            _ => None,
        }
    }

    /// The cards, where it was told by them.
    #[must_use]
    pub const fn cards(&self) -> Option<Cards> {
        match &self.0 {
            Told::Cards(cards) => Some(*cards),
            Told::Numbers(_) => None,
        }
    }

    /// The cards, where they are a whole hand.
    #[must_use]
    pub fn whole(&self) -> Option<Cards> {
        self.cards().filter(|cards| cards.len() == DEALT)
    }
}

impl From<u8> for Count {
    fn from(number: u8) -> Count {
        Count(Told::Numbers(vec![number.into()]))
    }
}

impl fmt::Display for Count {
    /// As entries write it: `4`, `10+9+4`, `AS2S3SKD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Told::Numbers(parts) => f.write_str(&parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")),
            Told::Cards(cards) => f.write_str(&cards.word()),
        }
    }
}

/// A remark about a hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note(String);

/// Why text cannot be a note.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoteFault {
    /// Too long.
    #[error("the note has {0} characters; at most 500 fit")]
    Long(usize),
    /// A character that would move the cursor or reorder the line.
    #[error("the note `{0}` holds a control character")]
    Control(String),
}

impl Note {
    /// The most characters a note may have.
    pub const LONGEST: usize = 500;

    /// Reads a note; `None` where nothing is left of it without the spaces around it.
    ///
    /// # Errors
    /// It is too long, or holds a control character.
    pub fn read(text: &str) -> Result<Option<Note>, NoteFault> {
        let note = normal(text).map_err(|control| NoteFault::Control(control.shown))?;
        let length = note.chars().count();
        if length > Note::LONGEST {
            return Err(NoteFault::Long(length));
        }
        Ok((!note.is_empty()).then_some(Note(note)))
    }

    /// The remark.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One hand as it was logged.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoggedHand {
    /// How it ended.
    pub played: Played,
    /// The first upcard, where it was noted.
    pub upcard: Option<Card>,
    /// A remark.
    pub note: Option<Note>,
    /// When it was played, where that was said.
    pub at: Option<Moment>,
}

/// How a hand ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Played {
    /// Nobody ended it.
    Dead(DeadHand),
    /// One result for each pair of opponents.
    Results(Vec<Logged>),
}

/// Why a hand is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeadHand {
    /// The stock ran down.
    Stock,
    /// It was dealt wrongly.
    Misdeal,
}

/// What is said of one pair of opponents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Logged {
    /// `by` knocked.
    Knock {
        /// The knocker.
        by: Seat,
        /// The knocker's deadwood.
        own: Count,
        /// The defender's, after lay-offs.
        other: Count,
    },
    /// `by` went gin.
    Gin {
        /// The caller.
        by: Seat,
        /// The caller's ten cards, where they were told.
        own: Option<Cards>,
        /// The other's deadwood.
        other: Count,
    },
    /// `by` went big gin.
    BigGin {
        /// The caller.
        by: Seat,
        /// The caller's eleven cards, where they were told.
        own: Option<Cards>,
        /// The other's deadwood.
        other: Count,
    },
    /// `by` undercut a knock.
    Undercut {
        /// The undercutter.
        by: Seat,
        /// The undercutter's deadwood.
        own: Count,
        /// The knocker's.
        other: Count,
    },
    /// An old sheet tells only the points.
    Points {
        /// Whose they are.
        by: Seat,
        /// How many.
        points: u32,
    },
    /// This pair's hand was dead, in a partnership.
    Dead,
}

impl Logged {
    /// The player named.
    #[must_use]
    pub const fn by(&self) -> Option<Seat> {
        match self {
            Logged::Knock { by, .. }
            | Logged::Gin { by, .. }
            | Logged::BigGin { by, .. }
            | Logged::Undercut { by, .. }
            | Logged::Points { by, .. } => Some(*by),
            Logged::Dead => None,
        }
    }

    /// The side that knocked or went gin.
    #[must_use]
    pub const fn knocker(&self) -> Option<Side> {
        match self {
            Logged::Knock { by, .. } | Logged::Gin { by, .. } | Logged::BigGin { by, .. } => Some(by.side),
            Logged::Undercut { by, .. } => Some(by.side.other()),
            Logged::Points { .. } | Logged::Dead => None,
        }
    }

    /// The cards told of each side; none where no side's were.
    #[must_use]
    pub fn cards(&self) -> Option<BySide<Option<Cards>>> {
        let (by, own, other) = match self {
            Logged::Knock { by, own, other } | Logged::Undercut { by, own, other } => (by, own.cards(), other.cards()),
            Logged::Gin { by, own, other } | Logged::BigGin { by, own, other } => (by, *own, other.cards()),
            Logged::Points { .. } | Logged::Dead => return None,
        };
        own.or(other).map(|_| BySide::of(by.side, own, other))
    }
}
