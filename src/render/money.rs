//! Money: what a game comes to, who owes whom, and what was paid.

use super::Look;
use super::csv::{CsvCell, csv};
use super::layout::List;
use super::phrases::{self, Position};
use super::reports::day;
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::Moment;
use ginpad_core::money::{Minor, Money, Stakes};
use ginpad_core::players::Name;
use ginpad_core::points::Points;
use ginpad_core::reports::money::{Account, Accounts, GameMoney, PairAccount, Part, StakeKind, Transfer};
use ginpad_core::side::Side;
use ginpad_core::text::{count, printable, sentence};

/// Who owes whom, as it is shown.
#[derive(Debug)]
pub(crate) struct SettleShown<'a> {
    /// What everybody won and paid.
    pub accounts: &'a Accounts,
    /// The games, if they were asked for.
    pub games: Option<Vec<SettledGame>>,
    /// What was paid. `None` if only some games were asked for: a payment belongs to no game.
    pub paid: Option<Vec<Paid>>,
    /// How many games were left out because they have no date.
    pub undated: usize,
}

/// What one game came to.
#[derive(Debug, Clone)]
pub(crate) struct SettledGame {
    /// Its number.
    pub number: i64,
    /// When it started.
    pub started: Option<Moment>,
    /// The names of its sides.
    pub sides: String,
    /// Who pays whom.
    pub payments: Vec<(Transfer, Money)>,
}

/// A payment that was recorded.
#[derive(Debug, Clone)]
pub(crate) struct Paid {
    /// When it was recorded, if its id says so.
    pub at: Option<Moment>,
    /// Who paid.
    pub from: Name,
    /// Who was paid.
    pub to: Name,
    /// How much.
    pub money: Money,
}

impl SettledGame {
    /// What a game came to.
    pub(crate) fn new(number: i64, scored: &ScoredGame, money: &GameMoney) -> SettledGame {
        let transfers = money.transfers(&scored.game.players).into_iter();
        SettledGame {
            number,
            started: scored.game.started,
            sides: Side::BOTH.map(|side| scored.game.players.side_name(side)).join(" – "),
            payments: transfers.map(|transfer| (transfer.clone(), money.money(transfer.minor))).collect(),
        }
    }
}

/// `Bob pays Ann 10.25 USD`.
fn pays(transfer: &Transfer, money: Money) -> String {
    format!("{} pays {} {money}", shown(&transfer.from), shown(&transfer.to))
}

fn shown(name: &Name) -> String {
    printable(name.as_str())
}

/// What a game is played for: `0.01 USD a point`, `5.00 USD the game`.
pub(crate) fn stakes(stakes: &Stakes) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(stakes.point().map(|amount| format!("{amount} a point")));
    said.extend(stakes.game().map(|amount| format!("{amount} the game")));
    said.extend(stakes.line().map(|amount| format!("{amount} a line")));
    said
}

/// What a finished game comes to: `Bob pays Ann 10.25 USD`. Nothing if it has no stake, or is not over.
pub(crate) fn game_money(game: &ScoredGame, position: Position) -> Option<String> {
    let money = GameMoney::of(game)?;
    let transfers = money.transfers(&game.game.players);
    let payments: Vec<String> = transfers.iter().map(|transfer| pays(transfer, money.money(transfer.minor))).collect();
    let nobody = match position {
        Position::Start => "Nobody owes anything",
        Position::Within => "nobody owes anything",
    };
    Some(if payments.is_empty() { nobody.into() } else { payments.join(", ") })
}

/// The steps from the net of a finished game to its money, in words. Nothing if it has no stake, or is not over.
pub(super) fn money_steps(game: &ScoredGame) -> Vec<String> {
    let Some(money) = GameMoney::of(game) else { return Vec::new() };
    let step = |part: &Part| {
        let side = if part.units > 0 { Side::First } else { Side::Second };
        let stake = part.stake;
        let units = usize::try_from(part.units.unsigned_abs()).unwrap_or(usize::MAX);
        let what = match part.kind {
            StakeKind::Point => format!("net {} × {stake}", Points(part.units).abs()),
            StakeKind::Game if units == 0 => "the stake of the game, which nobody won".to_string(),
            StakeKind::Game => "the stake of the game".to_string(),
            StakeKind::Line if units == 0 => "the lines, which are level".to_string(),
            StakeKind::Line => format!("{} more × {stake}", count(units, "line")),
        };
        let to = if units == 0 { String::new() } else { format!(", to {}", phrases::name(game, side)) };
        format!("{what}: {}{to}", money.money(part.minor().abs()))
    };
    let lines_unknown = game.game.totals.is_some() && game.game.stakes.line().is_some();
    let unknown = lines_unknown.then(|| "the lines are not known, and nothing is owed for them".to_string());
    money.parts.iter().map(step).chain(unknown).chain(game_money(game, Position::Within)).collect()
}

/// What is still to be paid, who owes how much, and what there is between two people.
pub(crate) fn settle(shown: &SettleShown<'_>, look: Look) -> String {
    let broken = |text: String| -> String { text.lines().map(|line| sentence(line, look.columns()) + "\n").collect() };
    let mut parts = vec![
        broken(payments(shown)),
        balances(shown, look),
        broken(pairs(shown)),
        broken(paid(shown)),
        broken(games(shown)),
    ];
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The payments that settle everything.
fn payments(shown: &SettleShown<'_>) -> String {
    let each = |account: &Account| -> String {
        let transfers = account.settling();
        transfers.iter().map(|transfer| pays(transfer, account.money(transfer.minor)) + "\n").collect()
    };
    let text: String = shown.accounts.currencies().map(each).collect();
    if text.is_empty() { "nobody owes anything\n".into() } else { text }
}

fn balances(shown: &SettleShown<'_>, look: Look) -> String {
    let rows = |account: &Account| -> Vec<[String; 2]> {
        let row = |(name, minor): (&Name, Minor)| [self::shown(name), account.money(minor).to_string()];
        account.balances().into_iter().map(row).collect()
    };
    let rows: Vec<[String; 2]> = shown.accounts.currencies().flat_map(rows).collect();
    if rows.is_empty() {
        return String::new();
    }
    List { heads: ["player", "balance"], rows, numbers: &[1], flexible: 0 }.text(look)
}

/// `Ann – Bob: 3 games, Ann won 12.50 USD; Bob paid 2.25 USD`, for each two people.
fn pairs(shown: &SettleShown<'_>) -> String {
    let each = |account: &Account| -> String {
        account.pairs().map(|(names, pair)| pair_line(account, names, pair) + "\n").collect()
    };
    shown.accounts.currencies().map(each).collect()
}

fn pair_line(account: &Account, names: [&Name; 2], pair: &PairAccount) -> String {
    let [one, other] = names.map(shown);
    let sum = |minor: Minor| account.money(minor.abs());
    let mut parts = Vec::new();
    if pair.games > 0 {
        let games = count(pair.games, "game");
        parts.push(match pair.won {
            Minor::ZERO => format!("{games}, level in {}", account.currency.code()),
            won => format!("{games}, {} won {}", if won > Minor::ZERO { &one } else { &other }, sum(won)),
        });
    }
    if pair.paid != Minor::ZERO {
        parts.push(format!("{} paid {}", if pair.paid > Minor::ZERO { &other } else { &one }, sum(pair.paid)));
    }
    format!("{one} – {other}: {}", if parts.is_empty() { "all paid back".into() } else { parts.join("; ") })
}

/// The payments that were recorded, if the games are listed too.
fn paid(shown: &SettleShown<'_>) -> String {
    let listed = shown.paid.as_ref().filter(|_| shown.games.is_some());
    let line = |paid: &Paid| {
        let date = paid.at.map(|at| format!("{}: ", day(at))).unwrap_or_default();
        format!("{date}{} paid {} {}\n", self::shown(&paid.from), self::shown(&paid.to), paid.money)
    };
    listed.into_iter().flatten().map(line).collect()
}

/// What each game came to.
fn games(shown: &SettleShown<'_>) -> String {
    let line = |game: &SettledGame| {
        let date = game.started.map(|started| format!(" on {}", day(started))).unwrap_or_default();
        let payments: Vec<String> = game.payments.iter().map(|(transfer, money)| pays(transfer, *money)).collect();
        let what = if payments.is_empty() { format!("{}, level", printable(&game.sides)) } else { payments.join(", ") };
        format!("game {}{date}: {what}\n", game.number)
    };
    shown.games.iter().flatten().map(line).collect()
}

/// Who owes whom, one record a line. The page of the module `render` names the fields.
pub(crate) fn settle_plain(shown: &SettleShown<'_>) -> String {
    let mut records: Vec<Vec<String>> = Vec::new();
    let mut add = |fields: &[&str]| records.push(fields.iter().map(ToString::to_string).collect());
    for account in shown.accounts.currencies() {
        let code = account.currency.code();
        let number = |minor: Minor| account.money(minor).number();
        for (name, minor) in account.balances() {
            add(&["balance", name.as_str(), &number(minor), code]);
        }
        for Transfer { from, to, minor } in account.settling() {
            add(&["pays", from.as_str(), to.as_str(), &number(minor), code]);
        }
        for ([one, other], pair) in account.pairs() {
            let games = pair.games.to_string();
            add(&["pair", one.as_str(), other.as_str(), &games, &number(pair.won), &number(pair.paid), code]);
        }
    }
    for paid in shown.paid.iter().flatten() {
        let date = paid.at.map(day).unwrap_or_default();
        let (number, code) = (paid.money.number(), paid.money.currency.code());
        add(&["paid", &date, paid.from.as_str(), paid.to.as_str(), &number, code]);
    }
    for game in shown.games.iter().flatten() {
        let (number, date) = (game.number.to_string(), game.started.map(day).unwrap_or_default());
        for (Transfer { from, to, .. }, money) in &game.payments {
            add(&["game", &number, &date, from.as_str(), to.as_str(), &money.number(), money.currency.code()]);
        }
    }
    records.iter().map(|record| record.join("\t") + "\n").collect()
}

/// Who owes how much for a spreadsheet, one balance a line. If the games were asked for, they are the lines instead.
pub(crate) fn settle_csv(shown: &SettleShown<'_>) -> String {
    let text = |text: &str| CsvCell::Text(text.to_string());
    if let Some(games) = &shown.games {
        let rows = games.iter().flat_map(|game| game.payments.iter().map(move |payment| (game, payment)));
        let row = |(game, (transfer, money)): (&SettledGame, &(Transfer, Money))| {
            vec![
                CsvCell::number(Some(game.number)),
                CsvCell::text(game.started.map(day)),
                text(transfer.from.as_str()),
                text(transfer.to.as_str()),
                CsvCell::Number(money.number()),
                text(money.currency.code()),
            ]
        };
        return csv(&["game", "date", "from", "to", "amount", "currency"], rows.map(row));
    }
    let balances = shown.accounts.currencies().flat_map(|account| {
        let row = move |(name, minor): (&Name, Minor)| {
            vec![text(name.as_str()), CsvCell::Number(account.money(minor).number()), text(account.currency.code())]
        };
        account.balances().into_iter().map(row)
    });
    csv(&["name", "balance", "currency"], balances)
}

/// What is left after a payment: `Ann still owes Bob 3.10 USD`. What the payer owes or is owed in all is said too, unless
/// the two settle it between them.
pub(crate) fn left_after(account: &Account, from: &Name, to: &Name) -> String {
    let (between, balance) = (left_between(account, from, to), account.balance(from));
    if balance == -account.left_between(from, to) {
        return between;
    }
    let (from, in_all) = (shown(from), account.money(balance.abs()));
    match balance {
        Minor::ZERO => format!("{between}; in all, {from} owes nothing"),
        balance if balance > Minor::ZERO => format!("{between}; in all, {from} is owed {in_all}"),
        _ => format!("{between}; in all, {from} owes {in_all}"),
    }
}

/// What is left between two people: `Ann still owes Bob 3.10 USD`.
fn left_between(account: &Account, from: &Name, to: &Name) -> String {
    let left = account.left_between(from, to);
    let (one, other) = (shown(from), shown(to));
    match left {
        Minor::ZERO => "nothing is left between them".into(),
        left if left > Minor::ZERO => format!("{one} still owes {other} {}", account.money(left)),
        left => format!("{other} owes {one} {} now", account.money(left.abs())),
    }
}

#[cfg(test)]
mod tests;
