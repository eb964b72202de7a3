//! What a game, and the evening or the trip it belongs to, are called.

use thiserror::Error;

use crate::text::normal;

/// What a game is called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Title(String);

/// The trip, the season or the evening that a game belongs to. Two games with the same event, in any letter case, belong
/// together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Event(String);

/// Why text cannot be a title or an event.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LabelFault {
    /// It is empty.
    #[error("the {what} is empty")]
    Empty {
        /// `title` or `event`.
        what: &'static str,
    },
    /// It is too long.
    #[error("the {what} has {length} characters; at most {most} fit")]
    Long {
        /// `title` or `event`.
        what: &'static str,
        /// How many characters it has.
        length: usize,
        /// How many it may have.
        most: usize,
    },
    /// It holds a character that would move the cursor or reorder the line.
    #[error("the {what} `{shown}` holds a control character")]
    Control {
        /// `title` or `event`.
        what: &'static str,
        /// The text, with such characters shown by their codes.
        shown: String,
    },
}

/// Reads a label, without the spaces around it.
fn label(text: &str, what: &'static str) -> Result<String, LabelFault> {
    let label = normal(text).map_err(|control| LabelFault::Control { what, shown: control.shown })?;
    let length = label.chars().count();
    if label.is_empty() {
        Err(LabelFault::Empty { what })
    } else if length > Title::LONGEST {
        Err(LabelFault::Long { what, length, most: Title::LONGEST })
    } else {
        Ok(label)
    }
}

impl Title {
    /// The most characters that a title, or an event, may have.
    pub const LONGEST: usize = 80;

    /// Reads a title of 1 to 80 characters, without the spaces around it.
    ///
    /// # Errors
    /// It is empty, too long, or holds a control character.
    pub fn read(text: &str) -> Result<Title, LabelFault> {
        label(text, "title").map(Title)
    }

    /// The title in the user's spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Event {
    /// Reads an event of 1 to 80 characters, without the spaces around it.
    ///
    /// # Errors
    /// It is empty, too long, or holds a control character.
    pub fn read(text: &str) -> Result<Event, LabelFault> {
        label(text, "event").map(Event)
    }

    /// The event in the user's spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the other event is the same; letter case makes no difference.
    pub fn is_same(&self, other: &Event) -> bool {
        crate::text::fold(&self.0) == crate::text::fold(&other.0)
    }
}
