//! Why each hand is entered in its columns.

use ginpad_core::notation::read_one;
use ginpad_core::{ColumnReason, ColumnTrace, EnteredHand, EntryAt, ScoredGame, Side};
use proptest::prelude::*;

use crate::support::games::{RandomGame, as_game, game};

fn scored(rules: &str, entries: &[&str]) -> ScoredGame {
    let text = format!("rules: {rules}\nsides: Ann, Bob\n\n{}\n", entries.join("\n"));
    read_one(&text).unwrap_or_else(|faults| panic!("{faults}")).scored()
}

/// The reasons of each hand, column by column.
fn reasons(rules: &str, entries: &[&str]) -> Vec<Vec<(usize, ColumnReason)>> {
    let reasons = |hand: &EnteredHand| hand.traces.iter().map(|trace| (trace.column, trace.reason)).collect();
    scored(rules, entries).tally.hands.iter().map(reasons).collect()
}

#[test]
fn hollywood_gives_a_reason_for_every_column() {
    use ColumnReason::{After, ClosedBy, FirstNew, WonThere};
    let entries = ["ann points 60", "ann points 45", "bob points 30", "bob points 20", "dead"];
    assert_eq!(
        reasons("hollywood", &entries),
        [
            vec![(0, FirstNew), (1, After { column: 0 }), (2, After { column: 0 })],
            vec![(0, WonThere), (1, FirstNew), (2, After { column: 1 })],
            vec![(0, ClosedBy { by: EntryAt::Hand(1) }), (1, FirstNew), (2, After { column: 1 })],
            vec![(0, ClosedBy { by: EntryAt::Hand(1) }), (1, WonThere), (2, FirstNew)],
            vec![],
        ]
    );
}

#[test]
fn where_one_column_is_open_at_a_time_that_is_the_reason() {
    use ColumnReason::Open;
    let entries = ["ann points 60", "ann points 45", "bob points 30"];
    assert_eq!(reasons("standard", &entries), [vec![(0, Open)], vec![(0, Open)], vec![]]);
    assert_eq!(reasons("tournament, target=100", &entries), [vec![(0, Open)], vec![(0, Open)], vec![(1, Open)]]);
}

#[test]
fn a_trace_tells_the_points_after_the_hand() {
    let scored = scored("standard", &["ann points 60", "bob points 30", "ann points 45"]);
    let columns: Vec<ColumnTrace> = scored.tally.hands.iter().flat_map(|hand| hand.traces.clone()).collect();
    let points: Vec<[i64; 2]> = columns.iter().map(|trace| Side::TWO.map(|side| trace.points[side].0)).collect();
    assert_eq!(points, [[60, 0], [60, 30], [105, 30]]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_trace_says_what_the_sheet_of_the_hands_so_far_shows(random in game()) {
        let whole = as_game(&random).scored();
        for (at, trace) in whole.tally.hands.iter().enumerate() {
            let hands = random.hands[..=at].to_vec();
            let mut so_far = RandomGame { hands, ..random.clone() };
            so_far.beside.end = None;
            so_far.beside.adjustments.retain(|adjustment| adjustment.after <= at);
            let so_far = as_game(&so_far).scored().tally;
            let entered = &so_far.hands[at];
            prop_assert_eq!(trace.columns(), entered.columns());
            prop_assert_eq!(trace.next_dealer, so_far.next_dealer);
            for trace in &trace.traces {
                let column = &so_far.columns[trace.column];
                prop_assert_eq!(trace.points, column.points);
            }
        }
    }
}
