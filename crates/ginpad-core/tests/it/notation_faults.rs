//! What is wrong with entries and sheets, and the message for it.

use crate::notation::{TWO, local, read};
use ginpad_core::notation::read_games;

/// Each wrong entry, the character where it goes wrong, and the whole message.
#[test]
fn a_wrong_entry_is_refused_where_it_goes_wrong() {
    const RESULT: &str = "expected knock, gin, big-gin, undercut or points";
    const END: &str = "expected the end of the entry, or `up`, `note` or `at`";
    const CARD: &str = "is not a card; write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h";
    for (form, at, message) in [
        ("", 1, "expected a player and a result, or `dead`, but the entry ends here".to_string()),
        ("x", 1, "no player named `x` in this game".into()),
        ("anm 4 27", 1, "no player named `anm` in this game; did you mean `Ann`?".into()),
        ("\"cid\" gin 5", 1, "no player named `cid` in this game".into()),
        ("ann", 4, format!("{RESULT}, but the entry ends here")),
        ("ann loses 5", 5, format!("{RESULT}, not `loses`")),
        ("ann knok 4 27", 5, format!("{RESULT}, not `knok`; did you mean `knock`?")),
        ("ann knock", 10, "expected deadwood as a number or cards, but the entry ends here".into()),
        ("ann knock four 27", 11, "expected deadwood as a number or cards, not `four`".into()),
        ("ann knock -4 27", 11, "expected deadwood as a number or cards, not `-4`".into()),
        ("ann knock 4. 27", 11, "expected deadwood as a number or cards, not `4.`".into()),
        ("ann gin", 8, "expected deadwood as a number or cards, but the entry ends here".into()),
        ("ann gin 5+", 11, "expected deadwood as a number or cards, but the entry ends here".into()),
        ("ann points", 11, "expected points, but the entry ends here".into()),
        ("a427", 5, "expected the other side's deadwood, but the entry ends here".into()),
        ("ann knock 4 up 7s", 13, "expected the other side's deadwood, not `up`".into()),
        ("ann knock 4 27 12", 16, format!("{END}, not `12`")),
        ("ann gin 5 bob gin 4", 11, format!("{END}, not `bob`")),
        ("dead 4", 6, format!("{END}, not `4`")),
        ("ann gin 5 noet \"so\"", 11, format!("{END}, not `noet`; did you mean `note`?")),
        ("ann gin 5 up 1s", 14, format!("`1s` {CARD}")),
        ("ann gin 5 up 77", 14, format!("`77` {CARD}")),
        ("ann gin 5 up 7s up 8s", 17, "`up` is given twice".into()),
        ("ann gin 5 note", 15, "expected the note, but the entry ends here".into()),
        ("ann gin 5 note \"so", 16, "the quote is not closed".into()),
        ("ann gin 5 up", 13, "expected a card, but the entry ends here".into()),
        ("ann gin 5 at", 13, "expected a time, but the entry ends here".into()),
        ("ann gin 99999999999", 9, "`99999999999` is too large a number".into()),
        ("ann gin 1+1+1+1+1+1+1+1+1+1+1+1", 9, "at most 11 numbers can be added up".into()),
        ("gin 31", 1, "expected a player's name before `gin`".into()),
        ("31", 1, "expected a player's name before `31`".into()),
        ("\"ann gin 5", 1, "the quote is not closed".into()),
        (
            "dead misdael",
            6,
            "expected the end of the entry, or `up`, `note` or `at`, not `misdael`; did you mean `misdeal`?".into(),
        ),
        ("ann gin 5 note \"a\" note \"b\"", 20, "`note` is given twice".into()),
        ("ann gin 5 at noon", 14, "cannot read `noon` as a time; write it like 2026-11-20 19:30 +01:00".into()),
        ("ann gin 5 at 19:30 at 19:31", 20, "`at` is given twice".into()),
    ] {
        assert_eq!(read(TWO, form).expect_err(form), format!("{at}: {message}"), "{form:?}");
    }
    for form in ["ann gin 99999999999", "ann gin 1000001", "ann gin 1+1+1+1+1+1+1+1+1+1+1+1", "ann gin 5 up", "31"] {
        assert!(read(TWO, form).is_err(), "{form}");
    }
}

/// The faults of a text, each as `line:column reasons`.
fn faults(text: &str) -> Vec<String> {
    let faults = read_games(text, local()).expect_err(text).0.items;
    faults.iter().map(|fault| format!("{}:{} {}", fault.line, fault.column, fault.reasons.join(" / "))).collect()
}

#[test]
fn every_wrong_line_of_a_sheet_is_reported_at_once() {
    let text = "\
# a comment is never wrong: x y z
titel: Friday
date: soon
rules: standard, target=0
stake: 1
sides: Ann, Bob
dealer: Cid

ann knok 4 27
bob gin 5
  cid gin 5
ann knock 12 5
sides: Ann, Bob
ann gin \u{7}
date: 2026-11-20
";
    assert_eq!(
        faults(text),
        [
            "2:1 no header named `titel`; did you mean `title`?",
            "3:7 cannot read `soon` as a time; write it like 2026-11-20 19:30 +01:00",
            "4:8 `target` cannot be 0; it takes a number from 1 to 100000",
            "5:8 `1` has no currency; write it like 1 USD",
            "7:9 no player named `Cid` in this game",
            "9:5 expected knock, gin, big-gin, undercut or points, not `knok`; did you mean `knock`?",
            "11:3 no player named `cid` in this game",
            "13:1 `sides` is given twice; a line of `---` begins another game",
            "14:9 there is a control character here",
            "15:1 `date` is given twice; a line of `---` begins another game",
        ]
    );
}

#[test]
fn the_wrong_lines_of_every_game_in_a_text_are_reported_at_once() {
    let text =
        "sides: Ann, Bob\n\nann gin x\n---\nrules: standard\n---\nsides: Cid, Dee\n\ncid gin 99\ndee knock 11 4\n";
    assert_eq!(
        faults(text),
        [
            "3:9 expected deadwood as a number or cards, not `x`",
            "5:1 the sheet does not say who plays; add a line like `sides: Ann, Bob`",
            "9:1 Dee cannot have 99 deadwood; ten cards hold at most 98",
            "10:1 Dee cannot knock with 11 deadwood; the knock limit is 10",
        ]
    );
}

#[test]
fn a_hand_that_the_rules_refuse_is_refused_with_every_reason() {
    for (rules, sides, entry, reasons) in [
        (
            "standard",
            TWO,
            "ann knock 11 99",
            vec![
                "Ann cannot knock with 11 deadwood; the knock limit is 10",
                "Bob cannot have 99 deadwood; ten cards hold at most 98",
            ],
        ),
        ("standard", TWO, "ann knock 0 12", vec!["Ann cannot knock with 0 deadwood; that is gin"]),
        (
            "straight",
            TWO,
            "ann knock 1 12",
            vec!["Ann cannot knock with 1 deadwood; only gin ends a hand under these rules"],
        ),
        ("family", TWO, "ann big-gin 12", vec!["big gin is not played under these rules"]),
        ("oklahoma", TWO, "ann knock 4 12", vec!["the upcard is missing; under Oklahoma it sets the knock limit"]),
        (
            "oklahoma",
            TWO,
            "ann knock 4 12 up 3h",
            vec!["Ann cannot knock with 4 deadwood; the upcard 3♥ makes the knock limit 3"],
        ),
        (
            "oklahoma",
            TWO,
            "ann knock 1 12 up as",
            vec!["Ann cannot knock with 1 deadwood; the upcard A♠ allows gin only"],
        ),
        ("standard", TWO, "ann undercut 9 4", vec!["Ann cannot undercut with 9 against 4; the knocker has less"]),
        (
            "simple",
            TWO,
            "ann undercut 4 4",
            vec![
                "Ann cannot undercut with 4 against 4; under these rules equal deadwood is the knocker's hand, for 0 points",
            ],
        ),
        ("standard", TWO, "ann points 1001", vec!["a hand is worth 0 to 1000 points, not 1001"]),
        ("standard", TWO, "ann points 1001", vec!["a hand is worth 0 to 1000 points, not 1001"]),
        (
            "standard",
            TWO,
            "ann gin 5, bob gin 4",
            vec!["2 results for 1 pair; a hand of this game needs one result for each pair of opponents"],
        ),
        (
            "standard",
            "Ann & Cid, Bob & Dee",
            "ann gin 5, ann knock 0 3",
            vec![
                "Ann is named in two results; each player has only one",
                "Ann cannot knock with 0 deadwood; that is gin",
            ],
        ),
        ("standard", "Ann & Cid, Bob & Dee", "dead, dead", vec!["every pair's hand is dead"]),
    ] {
        let text = format!("rules: {rules}\nsides: {sides}\n{entry}\n");
        assert_eq!(faults(&text), [format!("3:1 {}", reasons.join(" / "))], "{rules}: {entry}");
    }
}

#[test]
fn a_header_is_refused_where_it_goes_wrong() {
    for (line, expected) in [
        ("sides: Ann", "1:8 1 side; a game has two to six, separated by commas, like Ann, Bob"),
        ("sides: Ann & Eve, Bob, Cid", "1:8 with more than two sides each has one player"),
        ("sides: Ann, ann", "1:8 ann is named twice; a player sits on one side only"),
        ("sides: Ann & Cid, B & C & D", "1:8 the sides have 2 and 3 players; they must be the same size"),
        ("rules: standard\nsides: Ann & Cid, Bob", "1:1 the sides have 2 and 1 players; they must be the same size"),
        ("sides: Ann, ", "1:8 the name needs at least one visible character"),
        ("sides: \"Ann\" x, Bob", "1:8 expected `,` or `&` after a name in quotes"),
        ("sides: Ann, Bob\nrules: standart", "2:8 no preset named `standart`; did you mean `standard`?"),
        ("sides: Ann, Bob\ntitle:", "2:7 the title needs at least one visible character"),
        ("sides: Ann, Bob\nstake: 0.001 USD", "2:8 0.001 is too fine; USD has no smaller coin than 0.01 USD"),
        (
            "sides: Ann, Bob\nclosed: maybe",
            "2:9 expected `unfinished`, `settled`, or `forfeit` and a side, not `maybe`",
        ),
        ("sides: Ann, Bob\nclosed: forfeit Cid", "2:17 no player named `Cid` in this game"),
        ("ann gin 4", "1:1 the sheet does not say who plays; add a line like `sides: Ann, Bob`"),
    ] {
        assert_eq!(faults(line), [expected], "{line}");
    }
}

#[test]
fn a_fault_shows_the_line_and_a_mark_under_the_place() {
    let fault = &read_games("sides: Ann, Bob\n\nann 日本 4 27\n", local()).unwrap_err().0.items[0];
    assert_eq!(
        fault.to_string(),
        "line 3, column 5: expected knock, gin, big-gin, undercut or points, not `日本`\n  ann 日本 4 27\n      ^"
    );
}

#[test]
fn after_a_hundred_wrong_lines_the_rest_are_counted() {
    let sheet = |lines: usize| format!("sides: Ann, Bob\n{}", "ann knok 4 27\n".repeat(lines));
    let faults = read_games(&sheet(412), local()).unwrap_err().0;
    assert_eq!((faults.items.len(), faults.items[99].line, faults.more), (100, 101, 312));
    assert_eq!(faults.lines().last().unwrap(), "and 312 more");
    let faults = read_games(&sheet(100), local()).unwrap_err().0;
    assert_eq!((faults.items.len(), faults.rest()), (100, None));
    let endless = read_games(&[9_000, 9_000, 10].map(sheet).join("---\n"), local()).unwrap_err().0;
    let stopped = endless.items.last().unwrap();
    assert_eq!(stopped.reasons, ["10000 lines are wrong so far; the rest was not read"]);
}
