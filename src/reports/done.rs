//! What a change of people or payments did: a sentence, a record and a document.

use std::fmt;

use serde::Serialize;

use crate::answer::table::Cell;
use crate::answer::{Block, Report};

/// What was done.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Done<D> {
    /// For programs.
    pub document: D,
    /// For people.
    #[serde(skip)]
    pub words: String,
    /// The word for it in a record.
    #[serde(skip)]
    pub verb: &'static str,
    /// The other fields of the record.
    #[serde(skip)]
    pub record: Vec<Cell>,
}

impl<D: Serialize + fmt::Debug> Report for Done<D> {
    fn title(&self) -> String {
        self.words.clone()
    }

    fn blocks(&self) -> Vec<Block> {
        vec![Block::words(&self.words), Block::records(self.verb, [self.record.clone()])]
    }
}
