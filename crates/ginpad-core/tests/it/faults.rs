//! The faults found in other scorekeepers, each as a test, and the settlement table.

use ginpad_core::notation::{read_entry, read_one};
use ginpad_core::{EntryAt, GameHand, ScoredGame, Side, Status};

/// A sheet between Ann and Bob, scored.
fn sheet(rules: &str, entries: &[&str]) -> ScoredGame {
    let text = format!("rules: {rules}\nsides: Ann, Bob\n\n{}\n", entries.join("\n"));
    let game = read_one(&text).unwrap_or_else(|faults| panic!("{faults}"));
    game.scored()
}

fn seen(scored: &ScoredGame, column: usize) -> [i64; 2] {
    Side::TWO.map(|side| scored.tally.columns[column].points[side].0)
}

fn score(scored: &ScoredGame) -> [i64; 2] {
    Side::TWO.map(|side| scored.tally.game_score[side].0)
}

fn totals(scored: &ScoredGame, column: usize) -> [i64; 2] {
    let settlement = &scored.tally.columns[column].settlement.expect("a closed column");
    Side::TWO.map(|side| settlement.totals()[side].0)
}

const POINTS_ONLY: &str = "hollywood, game_bonus=0, line_bonus=0, shutout=none";

/// Where the hand with this number is entered.
fn entered(scored: &ScoredGame, number: usize) -> Vec<usize> {
    scored.tally.hands[number - 1].columns()
}

#[test]
fn fault_1_a_side_shut_out_of_column_1_keeps_its_first_win() {
    let scored = sheet(POINTS_ONLY, &["ann points 60", "ann points 45", "bob points 30", "bob points 20"]);
    assert_eq!(seen(&scored, 0), [105, 0]);
    assert_eq!(entered(&scored, 3), [1], "the first win starts in column 2");
    assert_eq!(entered(&scored, 4), [1, 2], "the second goes on to column 3");
    assert_eq!((seen(&scored, 1), seen(&scored, 2)), ([45, 50], [0, 20]));
}

#[test]
fn fault_2_a_hand_that_closes_two_columns_opens_the_way_past_both() {
    let entries = ["bob points 2", "bob points 67", "ann points 36", "bob points 66", "ann points 7"];
    let scored = sheet(POINTS_ONLY, &entries);
    assert_eq!(scored.tally.closed_by(EntryAt::Hand(3)).collect::<Vec<_>>(), [0, 1], "hand 4 closes columns 1 and 2");
    assert_eq!((seen(&scored, 0), seen(&scored, 1)), ([36, 135], [0, 133]));
    assert_eq!(entered(&scored, 5), [2]);
    assert_eq!(seen(&scored, 2), [7, 66]);
}

#[test]
fn fault_3_a_closed_column_takes_nothing_more() {
    let entries = ["ann points 60", "ann points 45", "bob points 30", "bob points 40", "bob points 50"];
    let scored = sheet(POINTS_ONLY, &entries);
    assert_eq!(seen(&scored, 0), [105, 0]);
    let close = scored.tally.columns[0].close.as_ref().unwrap();
    assert_eq!((close.by, close.finisher), (EntryAt::Hand(1), Side::First));
    let single = sheet("standard", &["ann points 100", "bob points 500"]);
    assert_eq!((seen(&single, 0), single.winner()), ([100, 0], Some(Side::First)));
    assert!(!single.tally.hands[1].is_counted());
}

#[test]
fn fault_4_a_hand_won_for_no_points_is_a_hand_won() {
    let scored = sheet("hollywood, undercut_tie=no-bonus", &["ann knock 5 5", "bob points 10", "bob points 10"]);
    assert_eq!(scored.tally.columns[0].hands_won[Side::Second], 3);
    assert_eq!((seen(&scored, 0), seen(&scored, 1), seen(&scored, 2)), ([0, 20], [0, 20], [0, 10]));
    let scored = sheet("standard, undercut_tie=no-bonus", &["ann knock 5 5", "ann points 100"]);
    let close = scored.tally.columns[0].close.as_ref().unwrap();
    assert!(!close.is_shutout(), "Bob won a hand, if for no points");
    let scored = sheet("standard, undercut_tie=no-bonus, shutout_when=no-points", &["ann knock 5 5", "ann points 100"]);
    assert!(scored.tally.columns[0].close.as_ref().unwrap().is_shutout(), "Bob scored no point");
}

#[test]
fn fault_5_equal_counts_and_gin_against_nothing_are_entered_and_score() {
    for (tie, winner, points, boxes) in [
        ("bonus", Some(Side::Second), 25, 1),
        ("no-bonus", Some(Side::Second), 0, 1),
        ("knocker", Some(Side::First), 0, 1),
        ("void", None, 0, 0),
    ] {
        let scored = sheet(&format!("standard, undercut_tie={tie}"), &["ann knock 5 5"]);
        let priced = &scored.tally.hands[0].priced;
        assert_eq!((priced.winner, priced.points.0, priced.boxes.0), (winner, points, boxes), "{tie}");
    }
    let scored = sheet("standard", &["ann gin 0", "bob big-gin 0"]);
    assert_eq!(seen(&scored, 0), [25, 31]);
}

#[test]
fn fault_6_the_target_met_exactly_ends_the_game() {
    let scored = sheet("standard", &["ann points 99"]);
    assert_eq!((scored.status(), scored.winner()), (Status::Open, None));
    let scored = sheet("standard", &["ann points 99", "ann points 1"]);
    assert_eq!((scored.status(), scored.winner()), (Status::Finished, Some(Side::First)));
    let scored = sheet("multi-match, game_target=250, line_bonus=25", &["bob points 1", "ann points 100"]);
    assert_eq!((score(&scored), scored.status()), ([225, 26], Status::Open));
    let scored = sheet("multi-match, game_target=225, line_bonus=25", &["bob points 1", "ann points 100"]);
    assert_eq!((score(&scored), scored.winner()), ([225, 26], Some(Side::First)));
}

#[test]
fn fault_7_every_box_is_added_the_losers_too() {
    let rules = "standard, gin_boxes=2, undercut_boxes=1, gin_off_boxes=3, shutout=none";
    let scored = sheet(rules, &["bob gin 10", "ann knock 5 3", "ann knock 4 0", "ann points 100"]);
    let boxes = Side::TWO.map(|side| scored.tally.columns[0].boxes[side].0);
    assert_eq!(boxes, [1, 3 + 2 + 4]);
    assert_eq!(totals(&scored, 0), [100 + 100 + 25, 35 + 27 + 29 + 225]);
}

#[test]
fn fault_8_the_game_bonus_goes_to_the_finisher() {
    for (finisher, expected) in [("ann", [200, 0]), ("bob", [0, 200])] {
        let entry = format!("{finisher} points 100");
        assert_eq!(totals(&sheet("standard, line_bonus=0, shutout=none", &[&entry]), 0), expected);
    }
    // Bob finishes with the lower total. The bonus and the game are still his.
    let mut entries = vec!["ann points 1"; 9];
    entries.push("bob points 100");
    let scored = sheet("standard, game_bonus=50, line_bonus=25", &entries);
    assert_eq!((totals(&scored, 0), scored.winner()), ([9 + 9 * 25, 100 + 50 + 25], Some(Side::Second)));
    // An undercut: the finisher is not the knocker.
    let scored = sheet("standard, line_bonus=0, shutout=none", &["bob points 80", "ann knock 9 4"]);
    assert_eq!(totals(&scored, 0), [0, 80 + 30 + 100]);
}

#[test]
fn fault_9_correcting_a_hand_corrects_everything_after_it() {
    let finished = sheet("standard", &["ann points 60", "ann points 30", "ann points 10", "bob points 5"]);
    assert_eq!(finished.winner(), Some(Side::First));
    assert!(!finished.tally.hands[3].is_counted());
    let corrected = |number: usize, entry: &str| {
        let mut game = finished.game.clone();
        game.hands[number - 1] = entry_of(&finished, entry);
        game.scored()
    };
    let other_winner = corrected(2, "bob points 30");
    assert_eq!((seen(&other_winner, 0), other_winner.status()), ([70, 35], Status::Open));
    assert!(other_winner.tally.hands[3].is_counted(), "the hand beyond the end counts again");
    let lowered = corrected(2, "ann points 29");
    assert_eq!((seen(&lowered, 0), lowered.status()), ([99, 5], Status::Open));
    assert_eq!((lowered.winner(), score(&lowered)), (None, [0, 0]));
    let raised = corrected(1, "ann points 100");
    assert_eq!((seen(&raised, 0), raised.winner()), ([100, 0], Some(Side::First)));
    assert!(raised.tally.hands[1..].iter().all(|hand| !hand.is_counted() && hand.traces.is_empty()));
}

fn entry_of(scored: &ScoredGame, entry: &str) -> GameHand {
    let text = format!("sides: Ann, Bob\n\n{entry}\n");
    let hand = read_one(&text).unwrap().hands.remove(0);
    let utc = |_| chrono::FixedOffset::east_opt(0).unwrap();
    let local = ginpad_core::notation::LocalTime { now: chrono::DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
    assert_eq!(read_entry(entry, &scored.game, local).as_ref(), Ok(hand.logged()));
    hand
}

/// The amounts of `docs/rules.md`, "Settling a column": 105 points, 3 hands, line 25, game 100, the other side shut
/// out.
#[test]
fn every_kind_of_shutout_settles_as_the_rules_page_says() {
    for (shutout, total) in [
        ("none", 280),
        ("100", 380),
        ("double-hands", 385),
        ("double-bonuses", 455),
        ("double-hands-and-game", 485),
        ("double-total", 560),
    ] {
        for (winner, expected) in [("ann", [total, 0]), ("bob", [0, total])] {
            let entry = format!("{winner} points 35");
            let scored = sheet(&format!("standard, shutout={shutout}"), &[entry.as_str(); 3]);
            assert_eq!(totals(&scored, 0), expected, "{shutout}");
            let added = &scored.tally.columns[0].settlement.unwrap().shutout;
            let added = Side::TWO.map(|side| added[side].0);
            assert_eq!(added, expected.map(|total| if total == 0 { 0 } else { total - 280 }), "{shutout}");
        }
    }
}

/// Lines credited at once are points of the column and prevent a shutout under `no-points`. Lines credited at the end
/// do not.
#[test]
fn a_line_credited_at_once_spoils_a_shutout_that_asks_for_no_points() {
    for (line, shutout) in
        [("line_timing=immediate", false), ("line_timing=immediate, line_bonus=0", true), ("line_timing=end", true)]
    {
        let rules = format!("standard, undercut_tie=no-bonus, shutout_when=no-points, {line}");
        let scored = sheet(&rules, &["ann knock 5 5", "ann points 100"]);
        assert_eq!(scored.tally.columns[0].close.as_ref().unwrap().is_shutout(), shutout, "{line}");
    }
}

/// Lines credited at once are points of the hands: they double with them, and are shown as lines.
#[test]
fn a_shutout_doubles_lines_credited_at_once_with_the_hands() {
    for (shutout, total) in [
        ("none", 280),
        ("100", 380),
        ("double-hands", 280 + 180),
        ("double-bonuses", 280 + 100),
        ("double-hands-and-game", 280 + 280),
        ("double-total", 560),
    ] {
        let rules = format!("standard, shutout={shutout}, line_timing=immediate, target=180");
        let scored = sheet(&rules, &["ann points 35"; 3]);
        let settlement = &scored.tally.columns[0].settlement.unwrap();
        let (hands, lines) = (settlement.hand_points[Side::First].0, settlement.line_bonus[Side::First].0);
        assert_eq!((hands, lines, seen(&scored, 0)), (105, 75, [180, 0]), "{shutout}");
        assert_eq!(totals(&scored, 0), [total, 0], "{shutout}");
    }
}
