//! What a change of people or payments did: a sentence, a record and a document.

use std::fmt;

use ginpad_core::money::Minor;
use ginpad_core::players::Name;
use ginpad_core::reports::money::Payment;
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

/// A player who was added or has another name: `ginpad/player-name/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/player-name/1")]
pub(crate) struct Named {
    /// The name before; null for somebody new.
    pub before: Option<Name>,
    /// The name now.
    pub after: Name,
    /// In how many games that count the player sits.
    pub games: usize,
}

/// Two people who are one now: `ginpad/player-merge/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/player-merge/1")]
pub(crate) struct Joined {
    /// The name that went.
    pub merged: Name,
    /// The name that stands.
    pub name: Name,
    /// In how many games that count the player sits.
    pub games: usize,
}

/// A payment that was just recorded: `ginpad/payment/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/payment/1")]
pub(crate) struct Recorded {
    /// Who paid whom how much.
    #[serde(flatten)]
    pub payment: Payment,
    /// What the first still owes the second; below 0 it is the other way.
    pub left: Minor,
    /// What the first is owed in all; below 0 the first owes it.
    pub balance: Minor,
}
