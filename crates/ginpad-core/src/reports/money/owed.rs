//! The money won and lost in one game, and a shortest set of payments: who pays whom until nobody owes anything.

use iso_currency::Currency;
use serde::Serialize;

use crate::game::ScoredGame;
use crate::money::{Amount, Minor, Money};
use crate::players::{Name, Players};
use crate::reports::Finished;
use crate::side::{BySide, Side};

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
pub(super) fn settled_with(players: &Players, [one, other]: [Side; 2]) -> Vec<(&Name, &Name)> {
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
