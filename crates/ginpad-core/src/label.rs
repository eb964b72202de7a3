//! The title of a game, the event it belongs to, and the note on a hand.

use thiserror::Error;

use crate::text::{fold, normal};

/// A text that people write about a game or a hand, trimmed.
macro_rules! label {
    ($(#[$doc:meta])+ $label:ident, $longest:literal) => {
        $(#[$doc])+
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $label(String);

        impl $label {
            /// The most characters allowed.
            pub const LONGEST: usize = $longest;

            /// The text in the user's spelling.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}

label! {
    /// The title of a game.
    Title, 80
}

label! {
    /// The trip, season or evening a game belongs to. Games whose events differ only in letter case belong together.
    Event, 80
}

label! {
    /// A note on a hand.
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
        /// Its length in characters.
        length: usize,
        /// The most characters allowed.
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

/// Reads a label of at most this many characters. It may be empty.
fn label(text: &str, what: &'static str, most: usize) -> Result<String, LabelFault> {
    let label = normal(text).map_err(|control| LabelFault::Control { what, shown: control.shown })?;
    let length = label.chars().count();
    if length > most { Err(LabelFault::Long { what, length, most }) } else { Ok(label) }
}

/// Reads a label that must not be empty.
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

    /// Whether both events are the same, ignoring letter case.
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
