//! What a game, and the evening or the trip it belongs to, are called; and the remark on a hand.

use thiserror::Error;

use crate::text::{fold, normal};

/// A text that people write about a game or a hand, without the spaces around it.
macro_rules! label {
    ($(#[$doc:meta])+ $label:ident, $longest:literal) => {
        $(#[$doc])+
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $label(String);

        impl $label {
            /// The most characters that it may have.
            pub const LONGEST: usize = $longest;

            /// It in the user's spelling.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}

label! {
    /// What a game is called.
    Title, 80
}

label! {
    /// The trip, the season or the evening that a game belongs to. Two games with the same event, in any letter case,
    /// belong together.
    Event, 80
}

label! {
    /// A remark on a hand.
    Note, 500
}

/// Why text cannot be a title, an event or a note.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LabelFault {
    /// It is empty.
    #[error("the {what} is empty")]
    Empty {
        /// `title`, `event` or `note`.
        what: &'static str,
    },
    /// It is too long.
    #[error("the {what} has {length} characters; at most {most} fit")]
    Long {
        /// `title`, `event` or `note`.
        what: &'static str,
        /// How many characters it has.
        length: usize,
        /// How many it may have.
        most: usize,
    },
    /// It holds a character that would move the cursor or reorder the line.
    #[error("the {what} `{shown}` holds a control character")]
    Control {
        /// `title`, `event` or `note`.
        what: &'static str,
        /// The text, with such characters shown by their codes.
        shown: String,
    },
}

/// Reads a label of so many characters at most. It may be empty.
fn label(text: &str, what: &'static str, most: usize) -> Result<String, LabelFault> {
    let label = normal(text).map_err(|control| LabelFault::Control { what, shown: control.shown })?;
    let length = label.chars().count();
    if length > most { Err(LabelFault::Long { what, length, most }) } else { Ok(label) }
}

/// Reads a label that says something.
fn named(text: &str, what: &'static str, most: usize) -> Result<String, LabelFault> {
    let label = label(text, what, most)?;
    if label.is_empty() { Err(LabelFault::Empty { what }) } else { Ok(label) }
}

impl Title {
    /// Reads a title.
    ///
    /// # Errors
    /// It is empty, too long, or holds a control character.
    pub fn read(text: &str) -> Result<Title, LabelFault> {
        named(text, "title", Title::LONGEST).map(Title)
    }
}

impl Event {
    /// Reads an event.
    ///
    /// # Errors
    /// It is empty, too long, or holds a control character.
    pub fn read(text: &str) -> Result<Event, LabelFault> {
        named(text, "event", Event::LONGEST).map(Event)
    }

    /// Whether the other event is the same; letter case makes no difference.
    pub fn is_same(&self, other: &Event) -> bool {
        fold(&self.0) == fold(&other.0)
    }
}

impl Note {
    /// Reads a note. `None` if the text is empty or only spaces.
    ///
    /// # Errors
    /// It is too long, or holds a control character.
    pub fn read(text: &str) -> Result<Option<Note>, LabelFault> {
        let note = label(text, "note", Note::LONGEST)?;
        Ok((!note.is_empty()).then_some(Note(note)))
    }
}
