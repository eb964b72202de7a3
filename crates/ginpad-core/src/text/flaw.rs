//! What is wrong with something that was given.

use thiserror::Error;

/// A fault that is told in a sentence, and nowhere told apart from others.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Flaw(pub String);

impl Flaw {
    /// The fault that these words tell.
    pub(crate) fn new(why: impl Into<String>) -> Flaw {
        Flaw(why.into())
    }
}
