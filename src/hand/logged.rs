//! What the table says of a hand, as it was said.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

use crate::cards::Card;
use crate::players::{Seat, harmless, is_control};

/// A point in time with the offset of where it was noted.
pub type Moment = DateTime<FixedOffset>;

/// Deadwood as it was counted: a number, or the sum of several.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Count(Vec<u32>);

impl Count {
    /// The most parts a sum may have: no player holds more cards.
    pub const MOST_PARTS: usize = 11;

    /// A count of these parts, at least one; no part may be so large that a sum of them could overflow.
    #[must_use]
    pub fn new(parts: Vec<u32>) -> Option<Count> {
        let few = !parts.is_empty() && parts.len() <= Count::MOST_PARTS;
        (few && parts.iter().all(|part| *part <= 1_000_000)).then_some(Count(parts))
    }

    /// What it comes to.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Its parts, as they were typed.
    #[must_use]
    pub fn parts(&self) -> &[u32] {
        &self.0
    }
}

impl From<u8> for Count {
    fn from(number: u8) -> Count {
        Count(vec![number.into()])
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&parts.join("+"))
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
        let note: String = text.trim().nfc().collect();
        if note.chars().any(is_control) {
            return Err(NoteFault::Control(harmless(&note)));
        }
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
        /// The other's deadwood.
        other: Count,
    },
    /// `by` went big gin.
    BigGin {
        /// The caller.
        by: Seat,
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
}
