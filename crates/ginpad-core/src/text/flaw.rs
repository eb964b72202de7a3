//! What is wrong with something that was given.

use thiserror::Error;

/// A fault as a sentence. Nobody needs its kind.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Flaw(pub String);

impl Flaw {
    /// A fault with this sentence.
    pub(crate) fn new(why: impl Into<String>) -> Flaw {
        Flaw(why.into())
    }
}
