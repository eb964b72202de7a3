//! Money: the stakes of a game, its result in money, and what players owe.

use super::phrases;
use ginpad_core::game::ScoredGame;
use ginpad_core::money::{Minor, Money, Stakes};
use ginpad_core::players::Name;
use ginpad_core::points::Points;
use ginpad_core::reports::money::{GameMoney, Part, Payment, SidesMoney, StakeKind};
use ginpad_core::text::{count, printable};

/// A payment in words: `Bob pays Ann 10.25 USD`.
pub(crate) fn pays(payment: &Payment) -> String {
    format!("{} pays {} {}", payment.from, payment.to, payment.money)
}

/// The stakes of a game: `0.01 USD a point`, `5.00 USD the game`.
pub(crate) fn stakes(stakes: &Stakes) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(stakes.point().map(|amount| format!("{amount} a point")));
    words.extend(stakes.game().map(|amount| format!("{amount} the game")));
    words.extend(stakes.line().map(|amount| format!("{amount} a line")));
    words
}

/// The payments after a finished game: `Bob pays Ann 10.25 USD`. `None` if the game has no stake or is not over.
pub(crate) fn game_money(game: &ScoredGame) -> Option<String> {
    let money = GameMoney::of(game)?;
    let payments: Vec<String> = money.payments(&game.game.players).iter().map(pays).collect();
    Some(if payments.is_empty() { "nobody owes anything".into() } else { printable(&payments.join(", ")) })
}

/// The steps from the net of a finished game to its money, in words. Empty if the game has no stake or is not over.
pub(super) fn money_steps(game: &ScoredGame) -> Vec<String> {
    let Some(money) = GameMoney::of(game) else { return Vec::new() };
    let has_many = money.pairs.len() > 1;
    let step = |(pair, part): (&SidesMoney, &Part)| {
        let [one, other] = pair.sides;
        let side = if part.units > 0 { one } else { other };
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
        let names = || format!("{} and {}: ", phrases::name(game, one), phrases::name(game, other));
        let between = if has_many { names() } else { String::new() };
        format!("{between}{what}: {}{to}", money.money(part.minor().abs()))
    };
    let lines_unknown = game.game.totals.is_some() && game.game.stakes.line().is_some();
    let unknown = lines_unknown.then(|| "the lines are not known, and nothing is owed for them".to_string());
    let parts = money.pairs.iter().flat_map(|pair| pair.parts.iter().map(move |part| (pair, part)));
    parts.map(step).chain(unknown).chain(game_money(game)).collect()
}

/// A balance in words: `Ann still owes 3.10 USD`, or what Ann is still owed.
pub(crate) fn owes_or_is_owed(name: &Name, balance: Money) -> String {
    let sum = Money { minor: balance.minor.abs(), ..balance };
    match balance.minor {
        Minor::ZERO => format!("{name} owes nothing"),
        owed if owed > Minor::ZERO => format!("{name} is still owed {sum}"),
        _ => format!("{name} still owes {sum}"),
    }
}

#[cfg(test)]
mod tests;
