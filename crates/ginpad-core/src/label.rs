//! The title of a game, the event it belongs to, and the note on a hand.

use crate::text::{Flaw, fold, normal};

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
            pub fn read(text: &str) -> Result<$label, Flaw> {
                $label::read_any(text)?.ok_or_else(|| empty($what))
            }

            /// Reads it; `None` if the text is empty or only spaces.
            pub(crate) fn read_any(text: &str) -> Result<Option<$label>, Flaw> {
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

/// The text in its normal form.
pub(crate) fn clean(text: &str, what: &str) -> Result<String, Flaw> {
    normal(text).map_err(|holds| Flaw(format!("the {what} {holds}")))
}

/// The text, if it has at most this many characters.
pub(crate) fn fitting(text: String, what: &str, most: usize) -> Result<String, Flaw> {
    let length = text.chars().count();
    if length <= most {
        return Ok(text);
    }
    let start: String = text.chars().take(12).collect();
    Err(Flaw(format!("the {what} `{start}…` has {length} characters; at most {most} fit")))
}

/// The fault of a text without anything to see.
pub(crate) fn empty(what: &str) -> Flaw {
    Flaw(format!("the {what} needs at least one visible character"))
}

impl Event {
    /// Whether both events are the same, ignoring letter case.
    pub fn is_same(&self, other: &Event) -> bool {
        fold(&self.0) == fold(&other.0)
    }
}
