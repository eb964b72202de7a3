//! A hand that the rules of its game refuse: every rendering shows it and explains why it does not count.

use super::samples::{explained, scored, sheet};
use super::{Beside, Canvas, HandLine, explain_hand, hand_record, json};
use crate::answer::Cell;
use ginpad_core::{Game, GameHand, ScoredGame};
use std::rc::Rc;

/// A game in which hand 2 was logged under a knock limit of 10, before the limit became 9.
fn game() -> ScoredGame {
    let before = scored("sides: Ann, Bob\ndealer: Ann\n\nann knock 4 27\nbob knock 10 20\nbob gin 12\n").game;
    let after = scored("rules: standard, knock_limit=9\nsides: Ann, Bob\ndealer: Ann\n").game;
    let judge = |hand: GameHand| GameHand::new(hand.logged().clone(), &after.players, &after.rules.rules);
    let hands = before.hands.into_iter().map(judge).collect();
    Game { hands, ..after }.scored()
}

#[test]
fn the_sheet() {
    insta::assert_snapshot!(sheet(&game(), None, Canvas::plain(60)), @"
    standard, knock_limit=9 · open

               │     Ann ┆     Bob
    ───────────┼───────────────────
     1  K      │  23  23 ┆
     2  ×      │         ┆
     3  G      │         ┆  37  37
    ───────────┼───────────────────
    boxes × 25 │   1     ┆   1
    needs      │      77 ┆      63

    Ann 23 (needs 77), Bob 37 (needs 63)
    Ann deals
    ");
}

#[test]
fn the_answer() {
    let said =
        "#2  Bob knocks, 10 against 20   is not counted: Bob cannot knock with 10 deadwood; the knock limit is 9\n";
    assert_eq!(HandLine { game: Rc::new(game()), hand: 1, beside: Beside::Now }.text(Canvas::plain(200)), said);
}

#[test]
fn the_explanation() {
    insta::assert_snapshot!(explained(&explain_hand(&game(), 1), Canvas::plain(80)), @"
    Hand 2: Bob knocks, 10 against 20 (not counted)

    How it was read
    ────────────────────────────────────
    Bob knock 10 20
    the knock limit is 9 (knock_limit=9)

    Why it is not counted
    ───────────────────────────────────────────────────────
    Bob cannot knock with 10 deadwood; the knock limit is 9

    Entered in
    ──────────────────────────────────
    no column: the hand is not counted
    ");
}

#[test]
fn the_record_and_the_document() {
    let fields = hand_record(&game(), 1);
    let texts: Vec<&str> =
        fields.iter().filter_map(|field| if let Cell::Text(text) = field { Some(&**text) } else { None }).collect();
    assert_eq!(texts, ["hand", "knock", "", "refused", "Bob knock 10 20"]);
    let document = json::score(&game(), super::Place::default());
    let hand = &document["hands"][1];
    assert_eq!(hand["refused"], serde_json::json!(["Bob cannot knock with 10 deadwood; the knock limit is 9"]));
    let scores = ["outcome", "knocker", "winner", "points", "boxes", "columns", "counted"].map(|field| &hand[field]);
    assert_eq!(serde_json::json!(scores), serde_json::json!(["knock", 1, null, 0, 0, [], false]));
    assert_eq!(hand["results"][0]["deadwood"], serde_json::json!([20, 10]));
    assert_eq!(document["hands"][0]["refused"], serde_json::Value::Null);
}
