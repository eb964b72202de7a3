//! Money won and lost in games, debts between people, and the payments that settle them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use iso_currency::Currency;
use serde::Serialize;

use crate::facts::Union;
use crate::reports::Finished;
use crate::{Amount, BySide, Minor, Money, Name, Players, ScoredGame, Side};

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

/// The kind of a stake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StakeKind {
    /// Each point of the net.
    Point,
    /// Winning the game.
    Game,
    /// Each line: each hand won, in every settled column that took it, times the column's multiplier.
    Line,
}

/// The result of one stake of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The kind of the stake.
    pub kind: StakeKind,
    /// The amount for one unit.
    pub stake: Amount,
    /// The units the first side won minus those of the other: points of the net, games, or lines.
    pub units: i64,
}

impl Part {
    /// The sum the first side wins by it; negative if it loses.
    pub fn minor(&self) -> Minor {
        Minor(i128::from(self.units) * i128::from(self.stake.minor))
    }
}

/// The result of a finished game in money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameMoney {
    /// The currency of its stakes.
    pub currency: Currency,
    /// The result between every two sides.
    pub pairs: Vec<SidesMoney>,
}

/// The result of a game between two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SidesMoney {
    /// The sides, in the order of the sheet.
    pub sides: [Side; 2],
    /// The result of each stake for the first of them.
    pub parts: Vec<Part>,
}

impl SidesMoney {
    /// The sum the first of the two wins; negative if it loses.
    pub fn won(&self) -> Minor {
        self.parts.iter().map(Part::minor).sum()
    }
}

impl GameMoney {
    /// Computes the result of a game. `None` if it has no stake, is open, or was closed unfinished.
    ///
    /// If a side gave up, the other wins the stake of the game, and the settled columns count. In a game with only
    /// totals, the net and the winner count, but not the unknown lines.
    pub fn of(scored: &ScoredGame) -> Option<GameMoney> {
        let stakes = &scored.game.stakes;
        let currency = stakes.currency()?;
        let winner = Finished::of(scored)?.winner;
        let of = |kind, stake: Option<Amount>, units| stake.map(|stake| Part { kind, stake, units });
        let lines = stakes.line().filter(|_| scored.game.totals.is_none());
        let between = |one: Side, other: Side| {
            let won = i64::from(winner == Some(one)) - i64::from(winner == Some(other));
            let parts = [
                of(StakeKind::Point, stakes.point(), scored.tally.between(one, other).0),
                of(StakeKind::Game, stakes.game(), won),
                of(StakeKind::Line, lines, line_difference(scored, one, other)),
            ];
            SidesMoney { sides: [one, other], parts: parts.into_iter().flatten().collect() }
        };
        let later = |one: Side| scored.game.players.order().filter(move |other| *other > one);
        let of_side = |one: Side| later(one).map(|other| between(one, other)).collect::<Vec<_>>();
        Some(GameMoney { currency, pairs: scored.game.players.order().flat_map(of_side).collect() })
    }

    /// The sum each side wins; negative if it loses.
    pub fn won(&self, players: &Players) -> BySide<Minor> {
        self.sum(players, SidesMoney::won)
    }

    /// The sum each side wins by stakes of a kind; `None` if the game has none of this kind.
    pub fn of_kind(&self, kind: StakeKind, players: &Players) -> Option<BySide<Minor>> {
        let of = |pair: &SidesMoney| pair.parts.iter().filter(|part| part.kind == kind).map(Part::minor).sum();
        let has_any = self.pairs.iter().flat_map(|pair| &pair.parts).any(|part| part.kind == kind);
        has_any.then(|| self.sum(players, of))
    }

    /// Adds up `of` for each side against all others. One against a team wins or loses with each of its players.
    fn sum(&self, players: &Players, of: impl Fn(&SidesMoney) -> Minor) -> BySide<Minor> {
        let mut won = BySide::none(players.sides());
        for pair in &self.pairs {
            let [one, other] = pair.sides;
            for _ in 0..settled_with(players, pair.sides).len() / players.pairs().max(1) {
                won[one] += of(pair);
                won[other] += -of(pair);
            }
        }
        won
    }

    /// A sum in the currency of this game.
    pub const fn money(&self, minor: Minor) -> Money {
        Money { minor, currency: self.currency }
    }

    /// The payments by seat: each player pays the player in the same place of the other side. The remainder of a
    /// division among partners goes from the first payers to the first payees. One against a team settles with each of
    /// its players. Empty if the sides are level.
    pub fn payments(&self, players: &Players) -> Vec<Payment> {
        let payments = self.pairs.iter().flat_map(|pair| {
            let won = pair.won();
            let two = settled_with(players, pair.sides).into_iter().enumerate();
            two.map(move |(place, (one, other))| {
                let (from, to) = if won > Minor::ZERO { (other, one) } else { (one, other) };
                let money = self.money(won.abs().share(place, players.pairs()));
                Payment { from: from.clone(), to: to.clone(), money }
            })
        });
        payments.filter(|payment| payment.money.minor != Minor::ZERO).collect()
    }
}

/// The players of two sides who settle with each other: those in the same places, or one player with each of a team.
fn settled_with(players: &Players, [one, other]: [Side; 2]) -> Vec<(&Name, &Name)> {
    let most = players.of(one).len().max(players.of(other).len());
    players.of(one).iter().cycle().zip(players.of(other).iter().cycle()).take(most).collect()
}

/// The lines one side won minus those of the other, in the settled columns, each times the column's multiplier.
fn line_difference(scored: &ScoredGame, one: Side, other: Side) -> i64 {
    let lines = |hands: usize| i64::try_from(hands).unwrap_or(i64::MAX);
    let settled = scored.tally.columns.iter().filter(|column| column.settlement.is_some());
    let columns =
        settled.map(|column| (lines(column.hands_won[one]) - lines(column.hands_won[other])) * column.multiplier);
    columns.sum()
}

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
