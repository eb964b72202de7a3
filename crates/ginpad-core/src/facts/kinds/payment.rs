//! Money that one person paid another.

use iso_currency::Currency;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::Unreadable;
use crate::money::Amount;

/// Money that one person paid another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// Who paid.
    pub payer: Uuid,
    /// Who was paid.
    pub payee: Uuid,
    /// How much, in minor units of the currency.
    pub minor: i64,
    /// The currency's three letters.
    pub currency: String,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl PaymentFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// How much was paid.
    ///
    /// # Errors
    /// The currency is unknown, or the amount is not above 0.
    pub fn amount(&self) -> Result<Amount, Unreadable> {
        let currency = currency(&self.currency).map_err(|why| Unreadable::new(self.id, why))?;
        if self.minor < 1 {
            return Err(Unreadable::new(self.id, "a payment is of nothing"));
        }
        Ok(Amount { minor: self.minor, currency })
    }
}

/// The currency with this code.
pub(super) fn currency(code: &str) -> Result<Currency, String> {
    Currency::from_code(code).ok_or_else(|| format!("no currency has the code {code}"))
}
