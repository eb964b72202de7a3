//! Everybody's balance, a shortest set of payments that settles all, and the games and payments between each two
//! people.
//!
//! | record | fields after it |
//! | --- | --- |
//! | `balance` | name, what the player is owed (below 0: owes), currency |
//! | `pays` | who pays, who is paid, amount, currency: the payments that settle everything |
//! | `pair` | two names, games, what the first won, what the second paid the first, currency |
//! | `paid` | date, who paid, who was paid, amount, currency |
//! | `game` | number, date, who pays, who is paid, amount, currency; one for each two players |

use ginpad_core::reports::money::{Balance, GameMoney, Pair, Payment};
use ginpad_core::reports::{day_text, game_called};
use ginpad_core::text::count;
use ginpad_core::{Currency, Minor, Moment, Money, Name, Players, ScoredGame};
use serde::Serialize;
use serde_json::json;

use crate::answer::{Audience, Block, Cell, Report, cells};
use crate::render::{owes_or_is_owed, pays, sides};

/// Who owes whom: `ginpad/settle/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/settle/1")]
pub(crate) struct SettleReport {
    /// The person that the report is limited to, if any.
    pub player: Option<Name>,
    /// Everybody's balance.
    pub balances: Vec<Balance>,
    /// A shortest set of payments that settles everything.
    pub payments: Vec<Payment>,
    /// The games and payments between each two people, one currency after another.
    pub pairs: Vec<Pair>,
    /// The recorded payments. `None` if only some games were requested: a payment belongs to no game.
    pub paid: Option<Vec<Paid>>,
    /// The money of each game, if requested.
    pub games: Option<Vec<SettledGame>>,
}

/// A recorded payment.
#[derive(Debug, Serialize)]
pub(crate) struct Paid {
    /// The two people and the amount.
    #[serde(flatten)]
    pub payment: Payment,
    /// The time of recording, if known.
    #[serde(rename = "date", serialize_with = "ginpad_core::reports::day_of")]
    pub at: Option<Moment>,
}

/// The money of one game.
#[derive(Debug, Serialize)]
pub(crate) struct SettledGame {
    #[serde(rename = "game", serialize_with = "ginpad_core::reports::number_or_null")]
    number: i64,
    #[serde(rename = "date", serialize_with = "ginpad_core::reports::day_of")]
    started: Option<Moment>,
    payments: Vec<Payment>,
    #[serde(skip)]
    players: Players,
}

impl SettledGame {
    /// Builds the money of a game.
    pub(crate) fn new(number: i64, scored: &ScoredGame, money: &GameMoney) -> SettledGame {
        let players = scored.game.players.clone();
        SettledGame { number, started: scored.game.started, payments: money.payments(&players), players }
    }
}

impl Report for SettleReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut balances: Vec<String> =
            self.balances.iter().map(|balance| owes_or_is_owed(&balance.name, balance.money)).collect();
        if balances.is_empty() {
            let everybody = || "nobody owes anything".to_string();
            balances.push(self.player.as_ref().map_or_else(everybody, |name| format!("{name} owes nothing")));
        }
        let games = self.games.as_deref();
        let paid = self.paid.iter().flatten().filter(|_| games.is_some());
        let [owed, plan] = match &self.paid {
            Some(_) => ["Still owed in all:", "Payments that would settle everything:"],
            None => ["Owed from these games, payments aside:", "Payments that would settle these games:"],
        };
        let pair = |pair| pair_line(pair, self.paid.as_deref());
        let sections: [(&str, Vec<String>); 5] = [
            (owed, balances),
            (plan, self.payments.iter().map(pays).collect()),
            ("Played and paid between two:", self.pairs.iter().map(pair).collect()),
            ("Paid:", paid.map(paid_line).collect()),
            ("Games:", games.unwrap_or_default().iter().map(game_line).collect()),
        ];
        let sections = sections.into_iter().filter(|(_, lines)| !lines.is_empty());
        // An empty sentence ends the paragraph.
        let lines = sections.flat_map(|(heading, lines)| [vec![heading.into()], lines, vec![String::new()]].concat());
        lines.map(Block::words).chain(self.records()).chain([self.sheet()]).collect()
    }
}

impl SettleReport {
    /// Limits the report to one person.
    pub(crate) fn about(mut self, name: &Name) -> SettleReport {
        let is_theirs = |payment: &Payment| payment.from == *name || payment.to == *name;
        self.balances.retain(|balance| balance.name == *name);
        self.payments.retain(is_theirs);
        self.pairs.retain(|pair| pair.players.contains(name));
        self.paid.iter_mut().for_each(|paid| paid.retain(|paid| is_theirs(&paid.payment)));
        let sits = |game: &SettledGame| game.players.seats().any(|(_, seated)| seated == name);
        self.games.iter_mut().for_each(|games| games.retain(sits));
        SettleReport { player: Some(name.clone()), ..self }
    }

    /// The rows for spreadsheets: the games if requested, else the balances.
    fn sheet(&self) -> Block<'_> {
        let audiences = &[Audience::Spreadsheet];
        match &self.games {
            Some(games) => Block::rows(audiences, "game date from to amount currency", payments(games)),
            None => Block::rows(audiences, "name balance currency", self.balances.iter().map(balance)),
        }
    }

    /// The records, one currency after another, then the recorded payments.
    fn records(&self) -> impl Iterator<Item = Block<'_>> {
        let mut currencies: Vec<Currency> = self.pairs.iter().map(|pair| pair.currency).collect();
        currencies.dedup();
        let of_currency = |currency: Currency| {
            let balances = self.balances.iter().filter(move |balance| balance.money.currency == currency);
            let payments = self.payments.iter().filter(move |payment| payment.money.currency == currency);
            let pairs = self.pairs.iter().filter(move |pair| pair.currency == currency);
            [
                Block::kind("balance", balances.map(balance)),
                Block::kind("pays", payments.map(|payment| with_sum(payment, "from to", payment.money))),
                Block::kind("pair", pairs.map(pair_cells)),
            ]
        };
        let paid = self.paid.iter().flatten().map(|paid| with_sum(paid, "date from to", paid.payment.money));
        let games = Block::kind("game", payments(self.games.as_deref().unwrap_or_default()));
        currencies.into_iter().flat_map(of_currency).chain([Block::kind("paid", paid), games])
    }
}

fn balance(balance: &Balance) -> Vec<Cell> {
    with_sum(balance, "name", balance.money)
}

/// The payments of each game.
fn payments(games: &[SettledGame]) -> impl Iterator<Item = Vec<Cell>> {
    let payments = games.iter().flat_map(|game| game.payments.iter().map(move |payment| (game, payment)));
    payments.map(|(game, payment)| {
        let when = vec![Cell::Count(game.number), Cell::day(game.started)];
        [when, with_sum(payment, "from to", payment.money)].concat()
    })
}

/// The fields `keys` of a document, then a sum and its currency.
fn with_sum(document: &impl Serialize, keys: &str, money: Money) -> Vec<Cell> {
    let sum = [Cell::Money(money), Cell::Text(money.currency.code().into())];
    [cells(&json!(document), keys), sum.into()].concat()
}

fn pair_cells(pair: &Pair) -> Vec<Cell> {
    let [won, paid] = [pair.won, pair.paid].map(|minor| Money { currency: pair.currency, minor });
    let mut record = with_sum(pair, "players games", paid);
    record.insert(3, Cell::Money(won));
    record
}

/// A pair in words: `Ann – Bob: 3 games, Ann won 12.50 USD; Bob paid 2.25 USD`. If both paid, the difference counts.
fn pair_line(pair: &Pair, paid: Option<&[Paid]>) -> String {
    let [one, other] = &pair.players;
    let sum = |minor: Minor| Money { currency: pair.currency, minor: minor.abs() };
    let is_first = |minor: Minor| minor > Minor::ZERO;
    let won = match pair.won {
        Minor::ZERO => format!("level in {}", pair.currency.code()),
        won => format!("{} won {}", if is_first(won) { one } else { other }, sum(won)),
    };
    let won = (pair.games > 0).then(|| format!("{}, {won}", count(pair.games, "game")));
    let payer = if is_first(pair.paid) { other } else { one };
    let is_paid = |from: &Name, to: &Name| {
        paid.iter().flat_map(|paid| *paid).any(|Paid { payment, .. }| {
            (&payment.from, &payment.to, payment.money.currency) == (from, to, pair.currency)
        })
    };
    let more = if is_paid(one, other) && is_paid(other, one) { " more" } else { "" };
    let paid = (pair.paid != Minor::ZERO).then(|| format!("{payer} paid {}{more}", sum(pair.paid)));
    let parts: Vec<String> = won.into_iter().chain(paid).collect();
    format!("{one} – {other}: {}", if parts.is_empty() { "all paid back".into() } else { parts.join("; ") })
}

fn paid_line(paid: &Paid) -> String {
    let Payment { from, to, money } = &paid.payment;
    let date = paid.at.map(|at| format!("{}: ", day_text(at))).unwrap_or_default();
    format!("{date}{from} paid {to} {money}")
}

fn game_line(game: &SettledGame) -> String {
    let date = game.started.map(|started| format!(" on {}", day_text(started))).unwrap_or_default();
    let payments: Vec<String> = game.payments.iter().map(pays).collect();
    let what = if payments.is_empty() { format!("{}, level", sides(&game.players)) } else { payments.join(", ") };
    format!("{}{date}: {what}", game_called(game.number))
}

/// A newly recorded payment: `ginpad/payment/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/payment/1")]
pub(crate) struct Recorded {
    /// The two people and the amount.
    #[serde(flatten)]
    pub payment: Payment,
    /// The amount that the first still owes the second; below 0, the second owes the first.
    pub left: Minor,
    /// The first person's whole balance; below 0, the first owes it.
    pub balance: Minor,
}
