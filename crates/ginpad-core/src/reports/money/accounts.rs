//! What everybody won and paid: balances of people, and what there is between two of them.

use std::collections::{BTreeMap, BTreeSet};

use iso_currency::Currency;
use serde::Serialize;

use super::owed::{GameMoney, settled_with};
use super::settling::{Payment, Transfer, settling};
use crate::money::{Amount, Minor, Money};
use crate::players::{Name, Players};

/// What everybody won and paid, each currency for itself.
#[derive(Debug, Clone, Default)]
pub struct Accounts {
    /// By the code of the currency.
    accounts: BTreeMap<&'static str, Account>,
}

/// What everybody won and paid in one currency.
#[derive(Debug, Clone)]
pub struct Account {
    /// The currency.
    pub currency: Currency,
    balances: BTreeMap<Name, Minor>,
    pairs: BTreeMap<(Name, Name), PairAccount>,
}

/// What there is between two people, from the side of the one whose name comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct PairAccount {
    /// In how many finished games with a stake they settle with each other.
    pub games: usize,
    /// What the first won from the second in these games; below 0 the first lost.
    pub won: Minor,
    /// What the second paid the first, less what the first paid the second.
    pub paid: Minor,
}

/// What a person is owed; below 0 the person owes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// The person.
    pub name: Name,
    /// How much.
    #[serde(flatten)]
    pub money: Money,
}

/// What there is between two people in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The two, by their names.
    pub players: [Name; 2],
    /// The currency.
    #[serde(serialize_with = "crate::money::code")]
    pub currency: Currency,
    /// What there is.
    #[serde(flatten)]
    pub account: PairAccount,
}

impl Accounts {
    /// Enters what a game came to. Partners settle with the one in the same place of the other side.
    pub fn enter(&mut self, money: &GameMoney, players: &Players) {
        let account = self.account(money.currency);
        let transfers = money.transfers(players);
        for transfer in &transfers {
            let (pair, minor) = account.owe(&transfer.from, &transfer.to, transfer.minor);
            pair.won += minor;
        }
        for (one, other) in money.pairs.iter().flat_map(|pair| settled_with(players, pair.sides)) {
            account.pair(one, other).games += 1;
        }
    }

    /// Enters a payment in the account of its currency.
    pub fn pay(&mut self, from: &Name, to: &Name, amount: Amount) -> &Account {
        let account = self.account(amount.currency);
        let (pair, minor) = account.owe(from, to, -amount.minor());
        pair.paid += -minor;
        account
    }

    /// The currencies in which anybody won or paid, by their codes.
    pub fn currencies(&self) -> impl Iterator<Item = &Account> {
        self.accounts.values()
    }

    /// What everybody won and paid in this currency, if anybody did.
    pub fn of(&self, currency: Currency) -> Option<&Account> {
        self.accounts.get(currency.code())
    }

    /// The currencies that a payment from one person to another can be in: those that the first has to pay the second
    /// in; else those that the second has to pay the first in; else those they played for or paid in; else all.
    pub fn between(&self, from: &Name, to: &Name) -> Vec<Currency> {
        let owes = |account: &&Account| account.left_between(from, to) > Minor::ZERO;
        let is_owed = |account: &&Account| account.left_between(from, to) < Minor::ZERO;
        let met = |account: &&Account| account.pairs.contains_key(&ordered(from, to));
        let of = |wanted: &dyn Fn(&&Account) -> bool| -> Vec<Currency> {
            self.currencies().filter(|account| wanted(account)).map(|account| account.currency).collect()
        };
        let sets = [of(&owes), of(&is_owed), of(&met), of(&|_| true)];
        sets.into_iter().find(|set| !set.is_empty()).unwrap_or_default()
    }

    fn account(&mut self, currency: Currency) -> &mut Account {
        let account = || Account { currency, balances: BTreeMap::new(), pairs: BTreeMap::new() };
        self.accounts.entry(currency.code()).or_insert_with(account)
    }
}

impl Account {
    /// A sum in this currency.
    pub const fn money(&self, minor: Minor) -> Money {
        Money { minor, currency: self.currency }
    }

    /// What a person is owed; below 0 the person owes it.
    pub fn balance(&self, name: &Name) -> Minor {
        self.balances.get(name).copied().unwrap_or_default()
    }

    /// The balances that are not zero, the highest first.
    pub fn balances(&self) -> Vec<Balance> {
        let open = self.balances.iter().filter(|(_, minor)| **minor != Minor::ZERO);
        let balance = |(name, minor): (&Name, &Minor)| Balance { name: name.clone(), money: self.money(*minor) };
        let mut open: Vec<Balance> = open.map(balance).collect();
        open.sort_by_key(|balance| std::cmp::Reverse(balance.money.minor));
        open
    }

    /// Everybody who played for this currency or paid in it with each other, two by two.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.pairs.iter().map(|((one, other), account)| Pair {
            players: [one.clone(), other.clone()],
            currency: self.currency,
            account: *account,
        })
    }

    /// A [shortest set of payments](settling) that settles everything, in the order of the names. People who never had to
    /// do with each other, not even through others, do not pay each other: each group settles for itself.
    pub fn settling(&self) -> Vec<Transfer> {
        let groups = self.groups();
        let of = |group: &Vec<&Name>| settling(group.iter().map(|name| (*name, self.balance(name))));
        let mut transfers: Vec<Transfer> = groups.iter().flat_map(of).collect();
        transfers.sort_unstable();
        transfers
    }

    /// The same in the currency of the account.
    pub fn payments(&self) -> Vec<Payment> {
        self.settling().into_iter().map(|transfer| transfer.in_currency(self.currency)).collect()
    }

    /// What the payments that settle everything bring from `from` to `to`; below 0 it is the other way.
    pub fn left_between(&self, from: &Name, to: &Name) -> Minor {
        let each = |transfer: Transfer| match (&transfer.from, &transfer.to) {
            pair if pair == (from, to) => transfer.minor,
            pair if pair == (to, from) => -transfer.minor,
            _ => Minor::ZERO,
        };
        self.settling().into_iter().map(each).sum()
    }

    /// People who have to do with each other, directly or through others. The groups and their people are in the order
    /// of the names.
    fn groups(&self) -> Vec<Vec<&Name>> {
        let mut others: BTreeMap<&Name, Vec<&Name>> = BTreeMap::new();
        for (one, other) in self.pairs.keys() {
            others.entry(one).or_default().push(other);
            others.entry(other).or_default().push(one);
        }
        let mut seen = BTreeSet::new();
        let mut groups = Vec::new();
        for name in others.keys() {
            let mut group = Vec::new();
            let mut waiting = vec![*name];
            while let Some(next) = waiting.pop() {
                if seen.insert(next) {
                    group.push(next);
                    waiting.extend(others.get(next).into_iter().flatten());
                }
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }

    /// One person owes another this much more, or less. The account of the two, and by how much that of the first of them
    /// by name is higher.
    fn owe(&mut self, from: &Name, to: &Name, minor: Minor) -> (&mut PairAccount, Minor) {
        self.change(to, minor);
        self.change(from, -minor);
        (self.pair(from, to), if to < from { minor } else { -minor })
    }

    fn change(&mut self, name: &Name, by: Minor) {
        match self.balances.get_mut(name) {
            Some(balance) => *balance += by,
            None => {
                self.balances.insert(name.clone(), by);
            }
        }
    }

    fn pair(&mut self, one: &Name, other: &Name) -> &mut PairAccount {
        self.pairs.entry(ordered(one, other)).or_default()
    }
}

/// Two names in their order.
fn ordered(one: &Name, other: &Name) -> (Name, Name) {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    (first.clone(), second.clone())
}
