//! Money: what a game comes to, who owes whom, and a payment.

use ginpad_core::game::ScoredGame;
use ginpad_core::money::Money;
use ginpad_core::players::Name;
use ginpad_core::reports::money::{Account, GameMoney, StakeKind, Transfer};
use ginpad_core::side::BySide;
use serde::Serialize;

use crate::render::money::{Paid, SettleShown, SettledGame};
use crate::render::reports::day;

/// Who owes whom.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/settle/1")]
pub(crate) struct SettleView<'a> {
    balances: Vec<BalanceView<'a>>,
    payments: Vec<PaymentView>,
    pairs: Vec<PairView<'a>>,
    paid: Option<Vec<PaidView<'a>>>,
    games: Option<Vec<SettledGameView>>,
    undated: usize,
}

/// A payment that was just recorded.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/payment/1")]
pub(crate) struct NewPaymentView<'a> {
    from: &'a str,
    to: &'a str,
    currency: &'static str,
    minor: i128,
    left: i128,
    balance: i128,
}

#[derive(Serialize)]
struct BalanceView<'a> {
    name: &'a str,
    currency: &'static str,
    minor: i128,
}

#[derive(Serialize)]
struct PaymentView {
    from: String,
    to: String,
    currency: &'static str,
    minor: i128,
}

#[derive(Serialize)]
struct PairView<'a> {
    players: [&'a str; 2],
    currency: &'static str,
    games: usize,
    won: i128,
    paid: i128,
}

#[derive(Serialize)]
struct PaidView<'a> {
    from: &'a str,
    to: &'a str,
    currency: &'static str,
    minor: i128,
    date: Option<String>,
}

#[derive(Serialize)]
struct SettledGameView {
    game: i64,
    date: Option<String>,
    payments: Vec<PaymentView>,
}

/// What a finished game comes to.
#[derive(Serialize)]
pub(super) struct GameMoneyView {
    currency: &'static str,
    points: Option<i128>,
    game: Option<i128>,
    lines: Option<i128>,
    won: BySide<i128>,
    payments: Vec<PaymentView>,
}

/// Who owes whom: `ginpad/settle/1`.
pub(crate) fn settle<'a>(shown: &'a SettleShown<'_>) -> SettleView<'a> {
    let accounts = || shown.accounts.currencies();
    SettleView {
        balances: accounts().flat_map(balances).collect(),
        payments: accounts().flat_map(payments).collect(),
        pairs: accounts().flat_map(pairs).collect(),
        paid: shown.paid.as_ref().map(|paid| paid.iter().map(paid_view).collect()),
        games: shown.games.as_ref().map(|games| games.iter().map(game).collect()),
        undated: shown.undated,
    }
}

/// A payment, and what is left between the two: `ginpad/payment/1`.
pub(crate) fn payment<'a>(from: &'a Name, to: &'a Name, money: Money, account: &Account) -> NewPaymentView<'a> {
    NewPaymentView {
        from: from.as_str(),
        to: to.as_str(),
        currency: money.currency.code(),
        minor: money.minor.0,
        left: account.left_between(from, to).0,
        balance: account.balance(from).0,
    }
}

/// What a finished game comes to. Nothing if it has no stake, or is not over.
pub(super) fn game_money(scored: &ScoredGame) -> Option<GameMoneyView> {
    let money = GameMoney::of(scored)?;
    let of = |kind| money.parts.iter().find(|part| part.kind == kind).map(|part| part.minor().0);
    let transfers = money.transfers(&scored.game.players);
    Some(GameMoneyView {
        currency: money.currency.code(),
        points: of(StakeKind::Point),
        game: of(StakeKind::Game),
        lines: of(StakeKind::Line),
        won: money.won().map(|won| won.0),
        payments: transfers.iter().map(|transfer| view(transfer, money.money(transfer.minor))).collect(),
    })
}

fn balances(account: &Account) -> impl Iterator<Item = BalanceView<'_>> {
    let currency = account.currency.code();
    account.balances().into_iter().map(move |(name, minor)| BalanceView {
        name: name.as_str(),
        currency,
        minor: minor.0,
    })
}

fn payments(account: &Account) -> impl Iterator<Item = PaymentView> {
    account.settling().into_iter().map(|transfer| view(&transfer, account.money(transfer.minor)))
}

fn pairs(account: &Account) -> impl Iterator<Item = PairView<'_>> {
    account.pairs().map(|([one, other], pair)| PairView {
        players: [one.as_str(), other.as_str()],
        currency: account.currency.code(),
        games: pair.games,
        won: pair.won.0,
        paid: pair.paid.0,
    })
}

fn paid_view(paid: &Paid) -> PaidView<'_> {
    PaidView {
        from: paid.from.as_str(),
        to: paid.to.as_str(),
        currency: paid.money.currency.code(),
        minor: paid.money.minor.0,
        date: paid.at.map(day),
    }
}

fn game(game: &SettledGame) -> SettledGameView {
    SettledGameView {
        game: game.number,
        date: game.started.map(day),
        payments: game.payments.iter().map(|(transfer, money)| view(transfer, *money)).collect(),
    }
}

fn view(transfer: &Transfer, money: Money) -> PaymentView {
    PaymentView {
        from: transfer.from.to_string(),
        to: transfer.to.to_string(),
        currency: money.currency.code(),
        minor: money.minor.0,
    }
}
