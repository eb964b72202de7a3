//! Hands that the rules of their game refuse, because the rules were changed after the hands were logged.

use ginpad_core::notation::{print_game, read_one};
use ginpad_core::{
    Boxes, BySide, Game, GameHand, LoggedHand, LoggedResult, Outcome, Played, Points, ScoredGame, Seat, Side, Standing,
};
use proptest::prelude::*;

use crate::support::games::{as_game, knobs, plain_game, table_rules};

/// A game with its hands logged under the rules `before` and judged by the rules `after`.
fn judged(before: &str, after: &str, sides: &str, entries: &[&str]) -> ScoredGame {
    let sheet = |rules: &str, entries: &str| {
        let text = format!("rules: {rules}\nsides: {sides}\ndealer: Ann\n\n{entries}\n");
        read_one(&text).unwrap_or_else(|faults| panic!("{faults}"))
    };
    under(sheet(before, &entries.join("\n")), sheet(after, ""))
}

/// The hands of one game, in another.
fn under(hands: Game, game: Game) -> ScoredGame {
    let judge = |hand: GameHand| GameHand::new(hand.logged().clone(), &game.players, &game.rules.rules);
    let hands = hands.hands.into_iter().map(judge).collect();
    Game { hands, ..game }.scored()
}

const STRICT: &str = "standard, knock_limit=9";

#[test]
fn a_refused_hand_stays_with_its_reasons_and_scores_nothing() {
    let scored = judged("standard", STRICT, "Ann, Bob", &["ann knock 4 27", "bob knock 10 20", "bob gin 12"]);
    let hand = &scored.tally.hands[1];
    let reasons: Vec<String> = hand.refusals().iter().map(ToString::to_string).collect();
    assert_eq!(reasons, ["Bob cannot knock with 10 deadwood; the knock limit is 9"]);
    assert!(!hand.is_counted() && hand.traces.is_empty());
    let priced = &hand.priced;
    assert_eq!((priced.winner, priced.points, priced.boxes), (None, Points::ZERO, Boxes::ZERO));
    let award = &priced.awards[0];
    assert_eq!((award.outcome, award.knocker), (Outcome::Knock, Some(Side::Second)));
    assert_eq!(award.deadwood, Some(ginpad_core::hand::Counts { knocker: 10, defender: 20 }));
    assert_eq!(scored.tally.columns[0].points, BySide::new(Points(23), Points(37)));
    assert!(print_game(&scored.game).contains("\nBob knock 10 20 refused\n"), "nothing that was said is lost");
}

#[test]
fn eleven_cards_of_a_knock_are_refused_where_a_knocker_throws_a_card() {
    let entries = ["ann knock a23s7hdc9tjc2h5h 30"];
    let scored = judged("simple", "simple, knock_discard=required", "Ann, Bob", &entries);
    let reasons: Vec<String> = scored.tally.hands[0].refusals().iter().map(ToString::to_string).collect();
    assert_eq!(reasons, ["Ann cannot have 11 cards in the end; under these rules it is at most 10"]);
    let text = print_game(&scored.game);
    assert_eq!(read_one(&text).unwrap(), scored.game, "{text}");
}

#[test]
fn cards_of_another_number_than_were_dealt_are_refused() {
    let entries = ["ann gin 3456s9hdc 20", "ann knock 2 70", "ann bg 3456s9hdcs khqdjc8h7d2c4h"];
    let reasons = |before: &str, after: &str, entries: &[&str]| -> Vec<String> {
        let scored = judged(before, after, "Ann, Bob", entries);
        let text = print_game(&scored.game);
        assert_eq!(read_one(&text).unwrap(), scored.game, "{text}");
        let hands = scored.tally.hands.iter();
        hands.map(|hand| hand.refusals().iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")).collect()
    };
    assert_eq!(
        reasons("standard, cards=7", "standard", &entries),
        [
            "gin takes ten cards under these rules; Ann has 7",
            "",
            "big gin takes eleven cards under these rules; Ann has 8"
        ]
    );
    let ten = ["ann gin 3456s9hdcqkjd 80", "ann knock 2 71", "ann gin 3", "ann knock 3456s789d2h4h2c 20"];
    assert_eq!(
        reasons("standard", "standard, cards=7", &ten),
        [
            "Ann cannot have 10 cards in the end; under these rules it is at most 7; \
             Bob cannot have 80 deadwood; seven cards hold at most 70",
            "Bob cannot have 71 deadwood; seven cards hold at most 70",
            "",
            "Ann cannot have 10 cards in the end; under these rules it is at most 7",
        ]
    );
}

#[test]
fn the_deal_passes_over_a_refused_hand() {
    let dealer = |entries: &[&str]| judged("standard", STRICT, "Ann, Bob", entries).dealer();
    assert_eq!(dealer(&["ann knock 4 27"]), Some(Side::Second));
    assert_eq!(dealer(&["ann knock 4 27", "bob knock 10 20"]), Some(Side::Second));
}

#[test]
fn a_refused_hand_after_the_end_is_refused_first_of_all() {
    let entries = ["ann points 120", "bob knock 10 20", "bob gin 12"];
    let scored = judged("standard", STRICT, "Ann, Bob", &entries);
    let standings: Vec<&Standing> = scored.tally.hands.iter().map(|hand| &hand.standing).collect();
    assert!(
        matches!(standings[..], [Standing::Counted, Standing::Refused(_), Standing::BeyondTheEnd]),
        "{standings:?}"
    );
}

#[test]
fn a_round_is_refused_as_a_whole_and_cards_are_laid_out_all_the_same() {
    let entries = ["ann knock 10 20, dee gin 31", "ann gin 4567dkshc234h kd8d9d3d3c3sqhjh5s7c, bob big-gin 3"];
    let scored = judged("standard", "standard, knock_limit=9, big_gin_bonus=off", "Ann & Cid, Bob & Dee", &entries);
    let reasons: Vec<Vec<String>> =
        scored.tally.hands.iter().map(|hand| hand.refusals().iter().map(ToString::to_string).collect()).collect();
    assert_eq!(
        reasons,
        [
            vec!["Ann cannot knock with 10 deadwood; the knock limit is 9".to_string()],
            vec!["big gin is not played under these rules".to_string()]
        ]
    );
    let priced = &scored.tally.hands[1].priced;
    assert_eq!((priced.outcome_word(), priced.knocker(), priced.winner), ("round", None, None));
    assert_eq!(priced.awards[0].deadwood, Some(ginpad_core::hand::Counts { knocker: 0, defender: 59 }));
    let scored = judged("round-table", "round-table, knock_limit=3", "Ann, Bob, Cid", &["bob knock 5 9 8"]);
    let against: Vec<_> = scored.tally.hands[0].priced.awards.iter().map(|award| award.against).collect();
    assert_eq!(against, [Some(Side::Third), Some(Side::First)]);
}

/// What the rules say against an entry of a game with more than two sides.
fn reasons_of_several(rules: &str, sides: &str, entry: &str) -> String {
    match read_one(&format!("rules: {rules}\nsides: {sides}\ndealer: Ann\n\n{entry}\n")) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn a_hand_of_a_round_table_has_one_call_and_a_result_against_each_other_player() {
    for (entry, reason) in [
        ("ann knock 4 27, ann knock 4 30", ""),
        ("ann points 12", ""),
        ("ann points 12, bob points 7", ""),
        ("ann knock 4 27, ann gin 12", "with one count against all opponents"),
        ("ann knock 4 27, ann knock 5 12", "with one count against all opponents"),
        ("ann knock 4 27", "needs 2 results, one against each other player; 1 given"),
        ("ann knock 4 27, ann points 12", "needs 2 results, one against each other player; 2 given"),
        ("ann points 12, bob points 7, cid points 3", "needs 2 results, one against each other player; 3 given"),
        ("ann knock 4 27, bob knock 4 12", "Ann and Bob"),
        ("ann knock 4 khqd7c, ann knock 4 kh9d", "two players cannot both have K♥"),
    ] {
        let reasons = reasons_of_several("round-table", "Ann, Bob, Cid", entry);
        assert_eq!(reasons.is_empty(), reason.is_empty(), "{entry}: {reasons}");
        assert!(reasons.contains(reason), "{entry}: {reasons}");
    }
}

#[test]
fn a_hand_is_between_two_sides_and_only_where_others_sit_out() {
    let between = |rules: &str, sides: &str, two: [usize; 2]| -> Vec<String> {
        let empty = read_one(&format!("rules: {rules}\nsides: {sides}\ndealer: Ann\n")).unwrap();
        let seats: Vec<Seat> = empty.players.seats().map(|(seat, _)| seat).collect();
        let played = Played::Results(vec![LoggedResult::Points { by: seats[0], points: 12 }]);
        let between = Some(two.map(|at| seats[at]));
        let hand = LoggedHand { played, between, upcard: None, note: None, at: None };
        let hand = GameHand::new(hand, &empty.players, &empty.rules.rules);
        let scored = Game { hands: vec![hand], ..empty }.scored();
        scored.tally.hands[0].refusals().iter().map(ToString::to_string).collect()
    };
    assert!(between("cutthroat", "Ann, Bob, Cid", [0, 2]).is_empty());
    assert!(!between("cutthroat", "Ann, Bob, Cid", [1, 2]).is_empty(), "Ann did not play");
    assert!(!between("captain", "Ann, Bob & Cid", [1, 2]).is_empty(), "partners");
    assert!(!between("round-table", "Ann, Bob, Cid", [0, 1]).is_empty(), "nobody sits out");
}

#[test]
fn a_sheet_says_which_hands_are_refused_and_is_read_again() {
    let entries = ["bob knock 10 20 note \"so refused\"", "ann knock 9 27"];
    let scored = judged("standard", STRICT, "Ann, Bob", &entries);
    let text = print_game(&scored.game);
    assert!(text.ends_with("\nBob knock 10 20 note \"so refused\" refused\nAnn knock 9 27\n"), "{text}");
    assert_eq!(read_one(&text).unwrap(), scored.game);
    let loud = text.replace(" refused\nAnn", "  REFUSED \nAnn");
    assert_eq!(read_one(&loud).unwrap(), scored.game);
    // Without the word it is a mistake, and a hand that the rules accept counts in spite of it.
    let faults = read_one(&text.replace("\" refused", "\"")).unwrap_err().to_string();
    assert!(faults.contains("Bob cannot knock with 10 deadwood; the knock limit is 9"), "{faults}");
    let accepted = read_one(&text.replace(", knock_limit=9", "")).unwrap();
    assert!(accepted.hands.iter().all(|hand| matches!(hand, GameHand::Accepted(_))));
    assert!(!print_game(&accepted).contains("refused\n"));
}

#[test]
fn an_upcard_without_its_suit_is_read_again_though_the_rules_now_ask_for_the_suit() {
    let scored = judged("standard", "oklahoma", "Ann, Bob", &["ann knock 4 27 up 9", "bob gin 12"]);
    let text = print_game(&scored.game);
    assert!(text.ends_with("\nAnn knock 4 27 up 9 refused\nBob gin 12 refused\n"), "{text}");
    assert_eq!(read_one(&text).unwrap(), scored.game);
}

#[test]
fn no_word_makes_a_hand_of_what_no_hand_can_be() {
    for entry in [
        "ann knock 4 111",
        "ann knock 111 4",
        "ann points 1001",
        "ann points 1001",
        "ann gin 3, bob gin 4",
        "ann knock 4s5s6s 9",
    ] {
        let text = format!("sides: Ann, Bob\n\n{entry} refused\n");
        assert!(read_one(&text).is_err(), "{entry}");
    }
    assert!(read_one("sides: Ann, Bob\n\nrefused\n").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// A game with refused hands scores like the game without them.
    #[test]
    fn refused_hands_change_nothing(before in plain_game(), after in knobs()) {
        let game = Game { rules: table_rules(&after), hands: Vec::new(), ..as_game(&before) };
        let scored = under(as_game(&before), game.clone());
        let accepted = scored.game.hands.iter().filter(|hand| matches!(hand, GameHand::Accepted(_))).cloned();
        let without = Game { hands: accepted.collect(), ..game }.scored();
        let counted = |scored: &ScoredGame| {
            let kept = scored.tally.hands.iter().filter(|hand| hand.refusals().is_empty());
            kept.map(|hand| (hand.priced.clone(), hand.standing.clone(), hand.columns())).collect::<Vec<_>>()
        };
        prop_assert_eq!(counted(&scored), counted(&without));
        prop_assert_eq!(scored.tally.game_score, without.tally.game_score);
        prop_assert_eq!((scored.dealer(), scored.winner()), (without.dealer(), without.winner()));
        let points = |scored: &ScoredGame| scored.tally.columns.iter().map(|column| column.points).collect::<Vec<_>>();
        prop_assert_eq!(points(&scored), points(&without));
        let refused = scored.tally.hands.iter().filter(|hand| !hand.refusals().is_empty());
        prop_assert!(refused.clone().all(|hand| !hand.is_counted() && hand.priced.winner.is_none()));
        // A sheet holds them, and is read back to the same game.
        let text = print_game(&scored.game);
        let read = read_one(&text).map_err(|faults| TestCaseError::fail(format!("{text}{faults}")))?;
        prop_assert_eq!(&read, &scored.game);
    }
}
