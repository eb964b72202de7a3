//! The title of a game, the event it belongs to, and the note on a hand.

use thiserror::Error;

use crate::text::{ControlCharacter, fold, normal};

/// A text that people write about a game or a hand, trimmed.
macro_rules! label {
    ($(#[$doc:meta])+ $label:ident, $what:literal, $longest:literal) => {
        $(#[$doc])+
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $label(String);

        impl $label {
            /// The most characters allowed.
            pub const LONGEST: usize = $longest;

            /// Reads it.
            ///
            /// # Errors
            /// It is empty, too long, or holds a control character.
            pub fn read(text: &str) -> Result<$label, LabelFault> {
                $label::read_any(text)?.ok_or(LabelFault::Empty { what: $what })
            }

            /// Reads it; `None` if the text is empty or only spaces.
            pub(crate) fn read_any(text: &str) -> Result<Option<$label>, LabelFault> {
                let label = fitting(clean(text, $what)?, $what, $longest)?;
                Ok((!label.is_empty()).then_some($label(label)))
            }

            /// The text in the user's spelling.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
    };
}

label! {
    /// The title of a game.
    Title, "title", 80
}

label! {
    /// The trip, season or evening a game belongs to. Games whose events differ only in letter case belong together.
    Event, "event", 80
}

label! {
    /// A note on a hand.
    Note, "note", 500
}

/// Why text cannot be a title, an event, a note or a name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LabelFault {
    /// It has no visible character.
    #[error("the {what} needs at least one visible character")]
    Empty {
        /// `title`, `event`, `note` or `name`.
        what: &'static str,
    },
    /// It is too long.
    #[error("the {what} `{start}…` has {length} characters; at most {most} fit")]
    Long {
        /// `title`, `event`, `note` or `name`.
        what: &'static str,
        /// Its first characters.
        start: String,
        /// Its length in characters.
        length: usize,
        /// The most characters allowed.
        most: usize,
    },
    /// It holds a character that would move the cursor or reorder the line.
    #[error("the {what} `{}` holds the control character U+{:04X}", .control.shown, u32::from(.control.char))]
    Control {
        /// `title`, `event`, `note` or `name`.
        what: &'static str,
        /// The character, and the text with such characters shown by their codes.
        control: ControlCharacter,
    },
}

/// The text in its normal form.
pub(crate) fn clean(text: &str, what: &'static str) -> Result<String, LabelFault> {
    normal(text).map_err(|control| LabelFault::Control { what, control })
}

/// The text, if it has at most this many characters.
pub(crate) fn fitting(text: String, what: &'static str, most: usize) -> Result<String, LabelFault> {
    let length = text.chars().count();
    if length <= most {
        return Ok(text);
    }
    Err(LabelFault::Long { what, start: text.chars().take(12).collect(), length, most })
}

impl Event {
    /// Whether both events are the same, ignoring letter case.
    pub fn is_same(&self, other: &Event) -> bool {
        fold(&self.0) == fold(&other.0)
    }
}
