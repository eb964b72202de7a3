//! What a document says under an id that already stands for something else in it.

use std::fmt;

use ginpad_core::facts::Fact;
use ginpad_core::listed::Listed;
use uuid::Uuid;

use super::super::document::Hash;
use super::super::taking::{of_two_kinds, there_twice};

/// Something that a document says under an id that already stands for something else in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::book) struct Beside {
    /// The word under which a book keeps it.
    pub(in crate::book) kind: String,
    pub(in crate::book) id: Uuid,
    pub(in crate::book) hash: Hash,
    /// What it says; of a change and of an unknown kind it is left out.
    pub(in crate::book) fact: Option<Box<Fact>>,
    /// The kind of the other.
    other: String,
}

impl Beside {
    /// A change, or this fact, beside something of that other kind.
    pub(super) fn new(id: Uuid, hash: Hash, fact: Option<Box<Fact>>, other: String) -> Beside {
        let kind = fact.as_ref().map_or("change".into(), |fact| fact.kept_as().into_owned());
        let fact = fact.filter(|fact| !matches!(**fact, Fact::Unknown(_)));
        Beside { kind, id, hash, fact, other }
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Beside { kind, id, other, .. } = self;
        f.write_str(&match [kind, other].map(|kind| kind == "change") {
            _ if kind == other => there_twice(kind, *id),
            [false, false] => of_two_kinds("fact", *id),
            _ => of_two_kinds("change", *id),
        })
    }
}

/// What is wrong with entries that have the ids of others.
pub(super) fn told(beside: &Listed<Beside>) -> Listed<String> {
    Listed { items: beside.items.iter().map(ToString::to_string).collect(), more: beside.more }
}
