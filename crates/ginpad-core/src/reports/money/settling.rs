//! A shortest set of payments: who pays whom until nobody owes anything.

use iso_currency::Currency;
use serde::Serialize;

use crate::money::{Minor, Money};
use crate::players::Name;

/// Money that one person pays another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Payment {
    /// The payer.
    pub from: Name,
    /// The payee.
    pub to: Name,
    /// The sum, above 0.
    #[serde(flatten)]
    pub money: Money,
}

/// The most people for whom every division into groups is tried.
const MOST_COMPARED: usize = 12;

/// A person with an open balance.
#[derive(Debug, Clone, Copy)]
struct Open<'a> {
    /// The person's index among all people given.
    place: usize,
    name: &'a Name,
    balance: Minor,
}

/// Payments that settle a group. The smallest of several plans is the best: few payments, then little distance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Plan {
    payments: usize,
    /// The sum over all payments of the amount times the squared distance between the two people's places.
    distance: i128,
    /// The payments in the order of the names.
    order: Vec<Payment>,
}

/// Finds payments that bring all balances to zero, if they add up to zero. People with positive balances are paid.
///
/// The plan has the fewest payments possible for up to twelve people with open balances; for more people, at most one
/// payment less than people. After one payment is made, the others stay the same. After a partial payment, its rest
/// stays, unless a different plan has become possible with as few payments.
pub fn settling<'a>(balances: impl IntoIterator<Item = (&'a Name, Minor)>, currency: Currency) -> Vec<Payment> {
    let people = balances.into_iter().enumerate().map(|(place, (name, balance))| Open { place, name, balance });
    let open: Vec<Open> = people.filter(|person| person.balance != Minor::ZERO).collect();
    let shortest = if open.len() <= MOST_COMPARED { Plan::shortest(&open, currency) } else { None };
    shortest.unwrap_or_else(|| Plan::in_order(&open, currency)).order
}

impl Plan {
    /// The best of all plans. After one of its payments, the rest of it is still the best plan: a better plan for the
    /// rest, plus that payment, would be a better plan for the whole. `None` if nothing is open, or the balances do not
    /// add up to zero.
    fn shortest(people: &[Open<'_>], currency: Currency) -> Option<Plan> {
        // The best plan of each group that can settle on its own. The bits of the index are the people in the group.
        let mut plans: Vec<Option<Plan>> = vec![None; 1 << people.len()];
        for group in 1..plans.len() {
            let members = people.iter().enumerate().filter(|(bit, _)| (group >> bit) & 1 == 1);
            let members: Vec<Open> = members.map(|(_, person)| *person).collect();
            if members.iter().map(|person| person.balance).sum::<Minor>() != Minor::ZERO {
                continue;
            }
            let parts = (1..group).filter(|part| part & group == *part && *part < group ^ *part);
            let divided = parts.filter_map(|part| Some(plans[part].as_ref()?.and(plans[group ^ part].as_ref()?)));
            plans[group] = divided.chain([Plan::in_order(&members, currency)]).min();
        }
        plans.pop().flatten()
    }

    /// The first debtor pays the first creditor, again and again. Among all plans for the same people, this one has the
    /// least distance: two payments that cross cover more distance than two that do not.
    fn in_order(people: &[Open<'_>], currency: Currency) -> Plan {
        let mut owing: Vec<Open> = people.iter().rev().filter(|person| person.balance < Minor::ZERO).copied().collect();
        let mut owed: Vec<Open> = people.iter().rev().filter(|person| person.balance > Minor::ZERO).copied().collect();
        let mut plan = Plan { payments: 0, distance: 0, order: Vec::new() };
        while let (Some(from), Some(to)) = (owing.last_mut(), owed.last_mut()) {
            let minor = to.balance.min(-from.balance);
            let apart = i128::try_from(from.place.abs_diff(to.place)).unwrap_or(i128::MAX);
            plan.distance = plan.distance.saturating_add(apart.saturating_mul(apart).saturating_mul(minor.0));
            plan.payments += 1;
            let money = Money { currency, minor };
            plan.order.push(Payment { from: from.name.clone(), to: to.name.clone(), money });
            from.balance += minor;
            to.balance += -minor;
            owing.pop_if(|from| from.balance == Minor::ZERO);
            owed.pop_if(|to| to.balance == Minor::ZERO);
        }
        plan
    }

    /// Combines the plans of two groups.
    fn and(&self, other: &Plan) -> Plan {
        let mut order = [&self.order[..], &other.order[..]].concat();
        order.sort_unstable();
        let distance = self.distance.saturating_add(other.distance);
        Plan { payments: self.payments + other.payments, distance, order }
    }
}
