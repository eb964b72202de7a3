//! What is on the stage, and what became of something that came onto it.

use ginpad_core::facts::Fact;
use uuid::Uuid;

/// A change or a fact that is on the stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::book) struct Staged {
    /// Its kind.
    pub(in crate::book) kind: String,
    /// Its id.
    pub(in crate::book) id: Uuid,
    /// Its hash.
    pub(in crate::book) hash: Vec<u8>,
}

/// What became of a change or a fact that came onto the stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::book) enum Came {
    /// It was not there yet.
    New,
    /// It was there already.
    Again,
    /// Something else stands under its id, and goes on to.
    Beside {
        /// The kind of what stands there.
        other: String,
        /// The fact that came.
        fact: Option<Box<Fact>>,
    },
}
