//! The payments that count.

use uuid::Uuid;

use super::{CountingChanges, Joined, PaymentFact, Unreadable};
use crate::money::Amount;

/// Money that one person paid another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// The id of its fact.
    pub id: Uuid,
    /// Who paid.
    pub payer: Uuid,
    /// Who was paid.
    pub payee: Uuid,
    /// How much.
    pub amount: Amount,
}

/// The payments that count, in the order of their ids, and those that make no sense.
pub fn payments<'a>(
    facts: impl Iterator<Item = &'a PaymentFact>,
    standing: &CountingChanges,
) -> (Vec<Payment>, Vec<Unreadable>) {
    let (mut payments, mut unreadable) = (Vec::new(), Vec::new());
    for fact in facts.filter(|fact| standing.counts(fact.change)) {
        match fact.amount() {
            Ok(amount) => payments.push(Payment { id: fact.id, payer: fact.payer, payee: fact.payee, amount }),
            Err(why) => unreadable.push(why),
        }
    }
    payments.sort_unstable_by_key(|payment| payment.id);
    (payments, unreadable)
}

/// Payments between people as they are listed. What somebody paid themselves, under two spellings, is no payment.
pub fn between_people(payments: Vec<Payment>, joined: &Joined) -> Vec<Payment> {
    let listed = |payment: Payment| Payment {
        payer: joined.listed_as(payment.payer),
        payee: joined.listed_as(payment.payee),
        ..payment
    };
    payments.into_iter().map(listed).filter(|payment| payment.payer != payment.payee).collect()
}
