//! Money that one person paid another.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::Amount;
use crate::facts::{FactId, List, Subject};

/// Money that one person paid another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaymentFact {
    /// The payer.
    pub from: FactId,
    /// The payee.
    pub to: FactId,
    /// The amount.
    pub amount: Amount,
}

impl Content for PaymentFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        [&mut self.from, &mut self.to]
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Seats(self.from), Subject::Seats(self.to), Subject::List(List::Payments)]
    }
}
