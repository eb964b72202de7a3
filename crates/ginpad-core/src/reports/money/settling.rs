//! The fewest payments that are easy to see: who pays whom until nobody owes anything.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::money::Minor;
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
