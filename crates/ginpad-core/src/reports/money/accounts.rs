//! Winnings and payments of all people: each person's balance, and the account between two people.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use iso_currency::Currency;
use serde::Serialize;

use super::owed::{GameMoney, settled_with};
use super::owed::{Payment, settling};
use crate::facts::Union;
use crate::money::{Amount, Minor, Money};
use crate::players::{Name, Players};

/// Winnings and payments of all people, each currency on its own.
#[derive(Debug, Clone, Default)]
pub struct Accounts {
    /// The accounts by currency code.
    accounts: BTreeMap<&'static str, Account>,
}

/// Winnings and payments of all people in one currency.
#[derive(Debug, Clone)]
pub struct Account {
    /// The currency.
    pub currency: Currency,
    balances: BTreeMap<Name, Minor>,
    pairs: BTreeMap<(Name, Name), Pair>,
}

/// The sum a person is owed; negative if the person owes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// The person.
    pub name: Name,
    /// The sum.
    #[serde(flatten)]
    pub money: Money,
}

/// The account between two people in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The two people, in the order of their names.
    pub players: [Name; 2],
    /// The currency.
    pub currency: Currency,
    /// The number of finished games with a stake in which they settle with each other.
    pub games: usize,
    /// The sum the first won from the second in these games; negative if the first lost.
    pub won: Minor,
    /// The sum the second paid the first, minus the sum the first paid the second.
    pub paid: Minor,
}

impl Accounts {
    /// Enters the result of a game. Partners settle with the player in the same place of the other side.
    pub fn enter(&mut self, money: &GameMoney, players: &Players) {
        let account = self.account(money.currency);
        for Payment { from, to, money } in money.payments(players) {
            let (pair, minor) = account.owe(&from, &to, money.minor);
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

    /// The accounts of all currencies in use, by currency code.
    pub fn currencies(&self) -> impl Iterator<Item = &Account> {
        self.accounts.values()
    }

    /// The account of this currency, if anybody won or paid in it.
    pub fn of(&self, currency: Currency) -> Option<&Account> {
        self.accounts.get(currency.code())
    }

    /// The currencies for a payment from one person to another: those in which the first must pay the second; or else
    /// those in which the second must pay the first; or else those of their games and payments; or else all.
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

    /// The sum a person is owed; negative if the person owes it.
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

    /// The accounts between any two people who played or paid in this currency.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> {
        self.pairs.values().cloned()
    }

    /// A [shortest set of payments](settling) that settles everything, in the order of the names. Only people connected
    /// by games or payments, directly or through others, pay each other: each group settles on its own.
    pub fn payments(&self) -> Vec<Payment> {
        let groups = self.groups();
        let of = |group: &Vec<&Name>| settling(group.iter().map(|name| (*name, self.balance(name))), self.currency);
        let mut payments: Vec<Payment> = groups.iter().flat_map(of).collect();
        payments.sort_unstable();
        payments
    }

    /// The sum that `from` pays `to` in the payments that settle everything; negative for the other direction.
    pub fn left_between(&self, from: &Name, to: &Name) -> Minor {
        let each = |payment: Payment| match (&payment.from, &payment.to) {
            pair if pair == (from, to) => payment.money.minor,
            pair if pair == (to, from) => -payment.money.minor,
            _ => Minor::ZERO,
        };
        self.payments().into_iter().map(each).sum()
    }

    /// Groups of people connected by games or payments, directly or through others. Groups and people are in the order
    /// of the names.
    fn groups(&self) -> Vec<Vec<&Name>> {
        let mut connected = Union(HashMap::new());
        self.pairs.keys().for_each(|(one, other)| connected.join(one, other));
        let mut groups: HashMap<&Name, Vec<&Name>> = HashMap::new();
        let people: BTreeSet<&Name> = self.pairs.keys().flat_map(|(one, other)| [one, other]).collect();
        people.into_iter().for_each(|name| groups.entry(connected.root(name)).or_default().push(name));
        let mut groups: Vec<_> = groups.into_values().collect();
        groups.sort_unstable();
        groups
    }

    /// Adds to the debt of one person to another; a negative sum reduces it. Returns their account, and the change from
    /// the view of the one whose name comes first.
    fn owe(&mut self, from: &Name, to: &Name, minor: Minor) -> (&mut Pair, Minor) {
        self.change(to, minor);
        self.change(from, -minor);
        (self.pair(from, to), if to < from { minor } else { -minor })
    }

    fn change(&mut self, name: &Name, by: Minor) {
        *self.balances.entry(name.clone()).or_default() += by;
    }

    fn pair(&mut self, one: &Name, other: &Name) -> &mut Pair {
        let (currency, zero) = (self.currency, Minor::ZERO);
        let new = |players| Pair { players, currency, games: 0, won: zero, paid: zero };
        self.pairs.entry(ordered(one, other)).or_insert_with_key(|(one, other)| new([one.clone(), other.clone()]))
    }
}

/// Two names in alphabetical order.
fn ordered(one: &Name, other: &Name) -> (Name, Name) {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    (first.clone(), second.clone())
}
