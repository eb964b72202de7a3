//! Why text cannot be read, and where.

use std::fmt;

use thiserror::Error;

use super::when::WhenFault;
use crate::WhoFault;
use crate::cards::ReadFault;
use crate::text::{Flaw, did_you_mean, or_list, printable, width};

/// Why a text cannot be read as an entry.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EntryFault {
    /// Several readings.
    #[error("this can be read in {}", ways(.readings))]
    Ambiguous {
        /// Each reading in full words.
        readings: Vec<String>,
    },
    /// A name that means nobody at the table, or several players.
    #[error("{0}")]
    Who(#[from] WhoFault),
    /// Unexpected text.
    #[error("expected {expected}{}{}", but_found(.found), did_you_mean(.nearest.as_deref()))]
    Expected {
        /// The expected text.
        expected: &'static str,
        /// The text found there.
        found: String,
        /// The nearest expected word.
        nearest: Option<String>,
    },
    /// An opponent who takes part in another result, or is not the one that the player faces.
    #[error("{0}")]
    Opponent(Flaw),
    /// Invalid cards in place of a count.
    #[error("{0}")]
    Cards(#[from] ReadFault),
    /// More cards than a player held at the end.
    #[error("{0}")]
    TooManyCards(Flaw),
    /// An upcard that is not a card.
    #[error("{0}")]
    Card(Flaw),
    /// A time that cannot be read.
    #[error("{0}")]
    When(#[from] WhenFault),
    /// Any other fault.
    #[error("{0}")]
    Other(#[from] Flaw),
}

/// The readings of an entry, or the first two of many.
fn ways(readings: &[String]) -> String {
    let examples: Vec<String> = readings.iter().take(2).map(|reading| format!("`{reading}`")).collect();
    let ways = if readings.len() > 2 { "several ways, like" } else { "two ways:" };
    format!("{ways} {}", or_list(&examples))
}

fn but_found(found: &str) -> String {
    if found.is_empty() { ", but the entry ends here".into() } else { format!(", not `{found}`") }
}

/// One fault in a text, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// The line as it was read.
    pub text: String,
    /// The faults, one reason a line.
    pub reasons: Vec<String>,
}

impl Fault {
    /// Creates a fault at a byte of a line.
    pub fn at(line: usize, text: &str, byte: usize, reasons: Vec<String>) -> Fault {
        let before = text.get(..byte).unwrap_or(text);
        Fault { line, column: before.chars().count() + 1, text: text.to_string(), reasons }
    }
}

impl fmt::Display for Fault {
    /// Prints the place and the reasons, then the line with a mark under the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.trim().is_empty() {
            return write!(f, "line {}: {}", self.line, self.reasons.join("\n  "));
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reasons.join("\n  "))?;
        let (shown, mark) = excerpt(&self.text, self.column - 1);
        write!(f, "\n  {shown}\n  {}^", " ".repeat(mark))
    }
}

/// The part of a line around a character, safe to print, and the column of that character in it.
pub fn excerpt(line: &str, at: usize) -> (String, usize) {
    const BEFORE: usize = 30;
    const MOST: usize = 60;
    let start = if at > BEFORE + 10 { at - BEFORE } else { 0 };
    let lead = if start > 0 { "…" } else { "" };
    let stretch = |from: usize, to: usize| -> String {
        let part: String = line.chars().skip(from).take(to - from).collect();
        printable(&part.replace('\t', " "))
    };
    let end = start + MOST - lead.chars().count();
    let tail = if line.chars().count() > end { "…" } else { "" };
    (format!("{lead}{}{tail}", stretch(start, end)), width(lead) + width(&stretch(start, at)))
}
