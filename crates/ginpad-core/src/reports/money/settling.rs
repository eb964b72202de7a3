//! A shortest set of payments: who pays whom until nobody owes anything.

use iso_currency::Currency;
use serde::Serialize;

use crate::money::{Minor, Money};
use crate::players::Name;

/// Money that one person pays another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
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

/// Among how many people every division into groups is tried.
const MOST_COMPARED: usize = 12;

/// Somebody who owes money or is owed some.
#[derive(Debug, Clone, Copy)]
struct Open<'a> {
    /// The person's place among all who were given.
    place: usize,
    name: &'a Name,
    balance: Minor,
}

/// Payments that settle a group. The least of several plans is the best: few payments, then little distance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Plan {
    payments: usize,
    /// For each payment, the square of how many places its two people are apart, times its amount.
    distance: i128,
    /// In the order of the names.
    transfers: Vec<Transfer>,
}

/// Payments that bring all balances to zero, if together they are zero. Balances above zero are paid to their owners.
///
/// They are as few as possible among up to twelve people who owe or are owed; among more, there is at most one payment
/// less than there are people. Once one of them is paid, the others stay as they are. Once a part of one is paid, the rest
/// of it is left, unless other payments have become possible that are as few.
pub fn settling<'a>(balances: impl IntoIterator<Item = (&'a Name, Minor)>) -> Vec<Transfer> {
    let people = balances.into_iter().enumerate().map(|(place, (name, balance))| Open { place, name, balance });
    let open: Vec<Open> = people.filter(|person| person.balance != Minor::ZERO).collect();
    let shortest = if open.len() <= MOST_COMPARED { Plan::shortest(&open) } else { None };
    shortest.unwrap_or_else(|| Plan::in_order(&open)).transfers
}

impl Plan {
    /// The best of all plans. It leaves what is best of it when one of its payments is made: if there were a better
    /// plan for the rest, that plan and the payment would be a better plan for the whole. `None` if there is nothing to
    /// pay, or the balances are not zero together.
    fn shortest(people: &[Open<'_>]) -> Option<Plan> {
        // The best plan of each group of people that are the bits of a number, if they can settle among themselves.
        let mut plans: Vec<Option<Plan>> = vec![None; 1 << people.len()];
        for group in 1..plans.len() {
            let members = people.iter().enumerate().filter(|(bit, _)| (group >> bit) & 1 == 1);
            let members: Vec<Open> = members.map(|(_, person)| *person).collect();
            if members.iter().map(|person| person.balance).sum::<Minor>() != Minor::ZERO {
                continue;
            }
            let parts = (1..group).filter(|part| part & group == *part && *part < group ^ *part);
            let divided = parts.filter_map(|part| Some(plans[part].as_ref()?.and(plans[group ^ part].as_ref()?)));
            plans[group] = divided.chain([Plan::in_order(&members)]).min();
        }
        plans.pop().flatten()
    }

    /// The first who owes pays the first who is owed, again and again. Of all plans of the same people, this one has the
    /// least distance: two payments that cross are further than two that do not.
    fn in_order(people: &[Open<'_>]) -> Plan {
        let mut owing: Vec<Open> = people.iter().rev().filter(|person| person.balance < Minor::ZERO).copied().collect();
        let mut owed: Vec<Open> = people.iter().rev().filter(|person| person.balance > Minor::ZERO).copied().collect();
        let mut plan = Plan { payments: 0, distance: 0, transfers: Vec::new() };
        while let (Some(from), Some(to)) = (owing.last_mut(), owed.last_mut()) {
            let minor = to.balance.min(-from.balance);
            let apart = i128::try_from(from.place.abs_diff(to.place)).unwrap_or(i128::MAX);
            plan.distance = plan.distance.saturating_add(apart.saturating_mul(apart).saturating_mul(minor.0));
            plan.payments += 1;
            plan.transfers.push(Transfer { from: from.name.clone(), to: to.name.clone(), minor });
            from.balance += minor;
            to.balance += -minor;
            owing.pop_if(|from| from.balance == Minor::ZERO);
            owed.pop_if(|to| to.balance == Minor::ZERO);
        }
        plan
    }

    /// Two groups, each with its own plan.
    fn and(&self, other: &Plan) -> Plan {
        let mut transfers = [&self.transfers[..], &other.transfers[..]].concat();
        transfers.sort_unstable();
        let distance = self.distance.saturating_add(other.distance);
        Plan { payments: self.payments + other.payments, distance, transfers }
    }
}
