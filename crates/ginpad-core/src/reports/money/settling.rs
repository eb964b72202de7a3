//! The fewest payments that are easy to see: who pays whom until nobody owes anything.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use iso_currency::Currency;
use serde::Serialize;

use crate::money::{Minor, Money};
use crate::players::Name;

/// Money that one person pays another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// Who pays.
    pub from: Name,
    /// Who is paid.
    pub to: Name,
    /// How much: more than 0.
    pub minor: Minor,
}

/// Money that one person pays another, in its currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Payment {
    /// Who pays.
    pub from: Name,
    /// Who is paid.
    pub to: Name,
    /// How much: more than 0.
    #[serde(flatten)]
    pub money: Money,
}

impl Transfer {
    /// The same in a currency.
    pub fn in_currency(self, currency: Currency) -> Payment {
        Payment { from: self.from, to: self.to, money: Money { currency, minor: self.minor } }
    }
}

/// Payments that bring all balances to zero, if together they are zero. Balances above zero are paid to their owners.
///
/// Whoever owes most pays whoever is owed most, again and again; among equals the name decides. Each payment settles at
/// least one person and the last one settles two. So among n people there are at most n − 1.
pub fn settling<'a>(balances: impl IntoIterator<Item = (&'a Name, Minor)>) -> Vec<Transfer> {
    let mut owing = BinaryHeap::new();
    let mut owed = BinaryHeap::new();
    for (name, balance) in balances {
        if balance < Minor::ZERO {
            owing.push((-balance, Reverse(name)));
        } else if balance > Minor::ZERO {
            owed.push((balance, Reverse(name)));
        }
    }
    let mut transfers = Vec::new();
    while let (Some((owes, from)), Some((is_owed, to))) = (owing.pop(), owed.pop()) {
        let minor = owes.min(is_owed);
        transfers.push(Transfer { from: from.0.clone(), to: to.0.clone(), minor });
        if owes > minor {
            owing.push((owes - minor, from));
        }
        if is_owed > minor {
            owed.push((is_owed - minor, to));
        }
    }
    transfers
}
