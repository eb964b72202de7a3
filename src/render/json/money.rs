//! Money: what a game comes to.

use ginpad_core::game::ScoredGame;
use ginpad_core::reports::money::{GameMoney, Payment, StakeKind};
use ginpad_core::side::BySide;
use serde::Serialize;

/// What a finished game comes to.
#[derive(Serialize)]
pub(super) struct GameMoneyView {
    currency: &'static str,
    points: Option<i128>,
    game: Option<i128>,
    lines: Option<i128>,
    won: BySide<i128>,
    payments: Vec<Payment>,
}

/// What a finished game comes to. Nothing if it has no stake, or is not over.
pub(super) fn game_money(scored: &ScoredGame) -> Option<GameMoneyView> {
    let money = GameMoney::of(scored)?;
    let of = |kind| money.parts.iter().find(|part| part.kind == kind).map(|part| part.minor().0);
    Some(GameMoneyView {
        currency: money.currency.code(),
        points: of(StakeKind::Point),
        game: of(StakeKind::Game),
        lines: of(StakeKind::Line),
        won: money.won().map(|won| won.0),
        payments: money.payments(&scored.game.players),
    })
}
