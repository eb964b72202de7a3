//! Who owes whom: the balances, the payments that settle them, and what there is between two people.
//!
//! | record | fields after it |
//! | --- | --- |
//! | `balance` | name, what the player is owed (below 0: owes), currency |
//! | `pays` | who pays, who is paid, amount, currency: the payments that settle everything |
//! | `pair` | two names, games, what the first won, what the second paid the first, currency |
//! | `paid` | date, who paid, who was paid, amount, currency |
//! | `game` | number, date, who pays, who is paid, amount, currency; one for each two players |

use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::hand::Moment;
use ginpad_core::money::{Currency, Minor, Money};
use ginpad_core::players::Name;
use ginpad_core::reports::day_text;
use ginpad_core::reports::money::{Balance, GameMoney, Pair, Payment};
use ginpad_core::text::count;
use serde::Serialize;

use crate::answer::table::{Cell, Reader, Table};
use crate::answer::{Block, Report, Sentence};
use crate::render::{pays, sides};

/// Who owes whom: `ginpad/settle/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/settle/1")]
pub(crate) struct SettleReport {
    /// What everybody is owed, or owes.
    pub balances: Vec<Balance>,
    /// The payments that settle everything.
    pub payments: Vec<Payment>,
    /// What there is between two people, one currency after another.
    pub pairs: Vec<Pair>,
    /// What was paid. `None` if only some games were asked for: a payment belongs to no game.
    pub paid: Option<Vec<Paid>>,
    /// What each game came to, if that was asked for.
    pub games: Option<Vec<SettledGame>>,
    /// How many games were left out only because nobody knows when they started.
    pub undated: usize,
}

/// A payment that was recorded.
#[derive(Debug, Serialize)]
pub(crate) struct Paid {
    /// Who paid whom how much.
    #[serde(flatten)]
    pub payment: Payment,
    /// When it was recorded, if that is known.
    #[serde(rename = "date", serialize_with = "ginpad_core::reports::day_of")]
    pub at: Option<Moment>,
}

/// What one game came to.
#[derive(Debug, Serialize)]
pub(crate) struct SettledGame {
    #[serde(rename = "game")]
    number: i64,
    #[serde(rename = "date", serialize_with = "ginpad_core::reports::day_of")]
    started: Option<Moment>,
    payments: Vec<Payment>,
    /// The names of its sides.
    #[serde(skip)]
    sides: String,
}

impl SettledGame {
    /// What a game came to.
    pub(crate) fn new(number: i64, scored: &ScoredGame, money: &GameMoney) -> SettledGame {
        let Game { started, players, .. } = &scored.game;
        SettledGame { number, started: *started, payments: money.payments(players), sides: sides(&scored.game) }
    }
}

impl Report for SettleReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let words = |lines: Vec<String>| lines.into_iter().map(Block::words).chain([Block::Words(Sentence::default())]);
        let mut payments: Vec<String> = self.payments.iter().map(pays).collect();
        if payments.is_empty() {
            payments.push("nobody owes anything".into());
        }
        let games = self.games.as_deref();
        let paid = self.paid.iter().flatten().filter(|_| games.is_some());
        words(payments)
            .chain([Block::Table(self.balances())])
            .chain(words(self.pairs.iter().map(pair_line).collect()))
            .chain(words(paid.map(paid_line).collect()))
            .chain(words(games.unwrap_or_default().iter().map(game_line).collect()))
            .chain(self.records())
            .chain(games.map(games_table).map(Block::Table))
            .collect()
    }
}

impl SettleReport {
    /// The balances for people, and for spreadsheets unless the games were asked for.
    fn balances(&self) -> Table<'_> {
        let readers = if self.games.is_some() { Reader::PEOPLE } else { Reader::NO_RECORDS };
        let table = Table::of("Balances", &self.balances)
            .column("name", "player", |balance| Cell::name(&balance.name))
            .column("balance", "balance", |balance| Cell::Money(balance.money))
            .programs("currency", |balance| Cell::Text(balance.money.currency.code().into()));
        table.table.only(readers)
    }

    /// The records, one currency after another, then what was paid.
    fn records(&self) -> impl Iterator<Item = Block<'_>> {
        let mut currencies: Vec<Currency> = self.pairs.iter().map(|pair| pair.currency).collect();
        currencies.dedup();
        let of_currency = |currency: Currency| {
            let balances = self.balances.iter().filter(move |balance| balance.money.currency == currency);
            let payments = self.payments.iter().filter(move |payment| payment.money.currency == currency);
            let pairs = self.pairs.iter().filter(move |pair| pair.currency == currency);
            [
                Block::records("balance", balances.map(|balance| cells([], &[&balance.name], balance.money))),
                Block::records("pays", payments.map(|payment| payment_cells([], payment))),
                Block::records("pair", pairs.map(pair_cells)),
            ]
        };
        let paid = self.paid.iter().flatten().map(|paid| payment_cells([Cell::day(paid.at)], &paid.payment));
        currencies.into_iter().flat_map(of_currency).chain([Block::records("paid", paid)])
    }
}

/// The payments of each game, for programs.
fn games_table(games: &[SettledGame]) -> Table<'_> {
    let payments = games.iter().flat_map(|game| game.payments.iter().map(move |payment| (game, payment)));
    let table = Table::of("", payments)
        .kind("game")
        .programs("game", |(game, _)| Cell::Count(game.number))
        .programs("date", |(game, _)| Cell::day(game.started))
        .programs("from", |(_, payment)| Cell::name(&payment.from))
        .programs("to", |(_, payment)| Cell::name(&payment.to))
        .programs("amount", |(_, payment)| Cell::Money(payment.money))
        .programs("currency", |(_, payment)| Cell::Text(payment.money.currency.code().into()));
    table.table.only(Reader::PROGRAMS)
}

/// Some cells, then names, a sum and its currency.
fn cells(first: impl IntoIterator<Item = Cell>, names: &[&Name], money: Money) -> Vec<Cell> {
    let names = names.iter().copied().map(Cell::name);
    let sum = [Cell::Money(money), Cell::Text(money.currency.code().into())];
    first.into_iter().chain(names).chain(sum).collect()
}

fn payment_cells(first: impl IntoIterator<Item = Cell>, payment: &Payment) -> Vec<Cell> {
    cells(first, &[&payment.from, &payment.to], payment.money)
}

fn pair_cells(pair: &Pair) -> Vec<Cell> {
    let money = |minor| Money { currency: pair.currency, minor };
    let names = pair.players.iter().map(Cell::name);
    let games = [Cell::count(pair.account.games), Cell::Money(money(pair.account.won))];
    cells(names.chain(games), &[], money(pair.account.paid))
}

/// `Ann – Bob: 3 games, Ann won 12.50 USD; Bob paid 2.25 USD`.
fn pair_line(pair: &Pair) -> String {
    let ([one, other], account) = (&pair.players, pair.account);
    let sum = |minor: Minor| Money { currency: pair.currency, minor: minor.abs() };
    let is_first = |minor: Minor| minor > Minor::ZERO;
    let won = match account.won {
        Minor::ZERO => format!("level in {}", pair.currency.code()),
        won => format!("{} won {}", if is_first(won) { one } else { other }, sum(won)),
    };
    let won = (account.games > 0).then(|| format!("{}, {won}", count(account.games, "game")));
    let payer = if is_first(account.paid) { other } else { one };
    let paid = (account.paid != Minor::ZERO).then(|| format!("{payer} paid {}", sum(account.paid)));
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
    let what = if payments.is_empty() { format!("{}, level", game.sides) } else { payments.join(", ") };
    format!("game {}{date}: {what}", game.number)
}

/// A payment that was just recorded: `ginpad/payment/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/payment/1")]
pub(crate) struct Recorded {
    /// Who paid whom how much.
    #[serde(flatten)]
    pub payment: Payment,
    /// What the first still owes the second; below 0 it is the other way.
    pub left: Minor,
    /// What the first is owed in all; below 0 the first owes it.
    pub balance: Minor,
}
