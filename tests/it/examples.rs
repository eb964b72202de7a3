//! The worked examples of `tests/examples`: every sheet scores as the JSON beside it says.

use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{HandOutcome, Outcome};
use ginpad_core::notation::{print_game, read_one};
use ginpad_core::sheet::{Adjustment, Column, EnteredAdjustment, EnteredHand};
use serde_json::{Value, json};

use crate::support::examples::examples;
use crate::support::json::contains;

fn outcome(outcome: HandOutcome) -> &'static str {
    match outcome {
        HandOutcome::One(Outcome::Knock) => "knock",
        HandOutcome::One(Outcome::Undercut) => "undercut",
        HandOutcome::One(Outcome::Gin) => "gin",
        HandOutcome::One(Outcome::BigGin) => "big-gin",
        HandOutcome::One(Outcome::Points) => "points",
        HandOutcome::One(Outcome::Dead) => "dead",
        HandOutcome::Round => "round",
    }
}

fn hand((at, hand): (usize, &EnteredHand)) -> Value {
    json!({
        "number": at + 1,
        "outcome": outcome(hand.priced.outcome()),
        "winner": hand.priced.winner,
        "points": hand.priced.points,
        "boxes": hand.priced.boxes,
        "columns": hand.columns,
    })
}

fn adjustment((at, entered): (usize, &EnteredAdjustment)) -> Value {
    let Adjustment { after, side, points, .. } = entered.adjustment;
    json!({ "number": at + 1, "after": after, "side": side, "points": points, "columns": entered.columns })
}

fn column(column: &Column) -> Value {
    json!({
        "multiplier": column.multiplier,
        "status": column.status_word(),
        "points": column.points,
        "hands_won": column.hands_won,
        "boxes": column.boxes,
        "finisher": column.finisher(),
        "shutout": column.close.as_ref().is_some_and(|close| close.shutout),
        "settlement": column.settlement().map(|settlement| json!({
            "hand_points": settlement.hand_points,
            "shutout": settlement.shutout,
            "game_bonus": settlement.game_bonus,
            "line_bonus": settlement.line_bonus,
            "totals": settlement.totals(),
            "net": settlement.net(),
        })),
    })
}

fn answer(scored: &ScoredGame) -> Value {
    json!({
        "status": scored.status().word(),
        "hands": scored.tally.hands.iter().enumerate().map(hand).collect::<Vec<_>>(),
        "adjustments": scored.tally.adjustments.iter().enumerate().map(adjustment).collect::<Vec<_>>(),
        "columns": scored.tally.columns.iter().map(column).collect::<Vec<_>>(),
        "game_score": scored.tally.game_score,
        "net": scored.tally.net(),
        "winner": scored.winner(),
    })
}

#[test]
fn every_example_scores_as_its_json_says() {
    let examples = examples();
    assert!(examples.len() >= 40, "only {} examples", examples.len());
    let mut wrong = Vec::new();
    for (name, sheet, expected) in &examples {
        let game = read_one(sheet).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let answer = answer(&game.scored());
        if let Err(difference) = contains(&answer, expected) {
            wrong.push(format!("{name}{difference}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_is_printed_as_it_is_read() {
    for (name, sheet, _) in examples() {
        let game = read_one(&sheet).unwrap();
        let printed = print_game(&game);
        assert_eq!(read_one(&printed).as_ref(), Ok(&game), "{name}");
        assert_eq!(print_game(&read_one(&printed).unwrap()), printed, "{name}");
    }
}
