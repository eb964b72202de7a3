//! Money that one person paid another.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};
use crate::money::Amount;

/// Money that one person paid another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaymentFact {
    /// Who paid.
    pub from: FactId,
    /// Who was paid.
    pub to: FactId,
    /// How much.
    pub amount: Amount,
}

impl Content for PaymentFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.from);
        visit(&mut self.to);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Seats(self.from));
        visit(Subject::Seats(self.to));
        visit(Subject::List(List::Payments));
    }
}
