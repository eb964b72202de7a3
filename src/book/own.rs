//! What is a book's own and no fact: the numbers of its games, which of them were chosen, and who writes.

use std::collections::BTreeMap;

use ginpad_core::facts::FactId;

use super::current::Choice;
use super::pad::Pad;
use super::state::Device;

/// What is a book's own, as far as it is what was written.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub numbers: BTreeMap<FactId, i64>,
    pub choices: Vec<Choice>,
    pub devices: Vec<Device>,
}

impl Pad<'_> {
    /// What is this book's own. What cannot be read of it is left out: it is no fact.
    pub(super) fn own(&self) -> Own {
        let numbers = self.numbered_games().unwrap_or_default();
        Own {
            numbers: numbers.into_iter().map(|numbered| (numbered.game, numbered.number.into())).collect(),
            choices: self.choices().unwrap_or_default(),
            devices: self.devices().unwrap_or_default(),
        }
    }
}
