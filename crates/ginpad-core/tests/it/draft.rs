//! A hand given piece by piece: what is asked, which answers are allowed, and that the result is that of a whole entry.

use ginpad_core::notation::{Draft, LocalTime, Missing, read_entry, read_one, read_seating};
use ginpad_core::{Game, Moment, Outcome, Side, Upcard};

fn local() -> LocalTime<'static> {
    LocalTime { now: Moment::default(), offset_at: &|_| *Moment::default().offset() }
}

fn table(rules: &str, sides: &str) -> Game {
    read_one(&format!("rules: {rules}\nsides: {sides}\n")).unwrap()
}

/// A draft after these answers.
fn draft<'a>(game: &'a Game, answers: &[&str]) -> Draft<'a> {
    let mut draft = Draft::new(game, local());
    for answer in answers {
        draft.give(answer).unwrap_or_else(|faults| panic!("{answers:?}: {faults:?}"));
    }
    draft
}

fn refused(game: &Game, answers: &[&str], last: &str) -> String {
    let mut draft = draft(game, answers);
    let before = draft.missing();
    let faults = draft.give(last).expect_err(last);
    assert_eq!(draft.missing(), before, "{last}: nothing is kept");
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
}

const HAND: &str = "456s 789h A23d 2c";
const OTHERS: &str = "KsKhKd 7s8s9s 3s10hJhJc";

#[test]
fn the_answers_come_to_the_entry() {
    for (rules, sides, answers, entry, points) in [
        ("standard", "Ann, Bob", vec!["ann", "knock", "4", "27"], "Ann knock 4 27", 23),
        ("standard", "Ann, Bob", vec!["b", "K", "4", "10+9+8"], "Bob knock 4 10+9+8", 23),
        ("standard", "Ann, Bob", vec!["ann", "knock", "3h", "4d 2c"], "Ann knock 3H 4D2C", 3),
        ("standard", "Ann, Bob", vec!["ann", "knock", "9", "4"], "Ann knock 9 4", 30),
        ("standard", "Ann, Bob", vec!["ann", "undercut", "4", "9"], "Ann undercut 4 9", 30),
        ("standard", "Ann, Bob", vec!["ann", "gin", "31"], "Ann gin 31", 56),
        ("standard", "Ann, Bob", vec!["ann", "big gin", "40"], "Ann big-gin 40", 71),
        ("standard", "Ann, Bob", vec!["ann", "points", "25"], "Ann points 25", 25),
        ("standard", "Ann, Bob", vec!["dead"], "dead", 0),
        (
            "standard",
            "Ann, Bob",
            vec!["ann", "knock", HAND, OTHERS],
            "Ann knock 4S5S6S7H8H9HAD2D3D2C 7S8S9S3SJHTHKSKHKDJC",
            8,
        ),
        (
            "standard",
            "Ann, Bob",
            vec!["ann", "gin", "as2s3s7s7h7d7c9ctcjc 4s kh qd"],
            "Ann gin AS2S3S7S7H7D7C9CTCJC 4SKHQD",
            49,
        ),
        // Both counts, or a whole entry, at any step.
        ("standard", "Ann, Bob", vec!["ann", "knock", "5 23"], "Ann knock 5 23", 18),
        ("standard", "Ann, Bob", vec!["a5 23"], "Ann knock 5 23", 18),
        ("standard", "Ann, Bob", vec!["ann", "knock", "bob gin 31 note \"oh\""], "Bob gin 31 note \"oh\"", 56),
        ("oklahoma", "Ann, Bob", vec!["ann", "7s", "knock", "4", "27"], "Ann knock 4 27 up 7S", 46),
        ("oklahoma", "Ann, Bob", vec!["ann", "as", "gin", "27"], "Ann gin 27 up AS", 104),
        ("straight", "Ann, Bob", vec!["ann", "gin", "27"], "Ann gin 27", 52),
        (
            "partners",
            "Ann & Cid, Bob & Dee",
            vec!["ann", "knock", "4", "20", "dee", "gin", "12"],
            "Ann knock 4 20, Dee gin 12",
            21,
        ),
        ("partners", "Ann & Cid, Bob & Dee", vec!["dead", "dee", "gin", "12"], "dead, Dee gin 12", 37),
        ("partners", "Ann & Cid, Bob & Dee", vec!["dead", "-"], "dead", 0),
        ("cutthroat", "Ann, Bob, Cid", vec!["cid", "ann", "gin", "4"], "Cid gin Ann 4", 29),
        ("captain", "Ann, Bob & Cid", vec!["dead"], "dead", 0),
        ("round-table", "Ann, Bob, Cid", vec!["ann", "points", "25"], "Ann points 25", 25),
        ("partners", "Ann & Cid, Bob & Dee", vec!["ann", "k", "5", "23", "cid", "dead"], "Ann knock 5 23, dead", 18),
        ("partners", "Ann & Cid, Bob & Dee", vec!["a4 20, dee gin 12"], "Ann knock 4 20, Dee gin 12", 21),
    ] {
        let game = table(rules, sides);
        let draft = draft(&game, &answers);
        assert_eq!(draft.missing(), None, "{answers:?}");
        let hand = draft.entry().unwrap();
        assert_eq!(read_entry(entry, &game, local()).as_ref(), Ok(hand.logged()), "{answers:?}");
        assert_eq!(draft.entry().unwrap().price(&game.rules.rules).points.0, points, "{answers:?}");
    }
}

#[test]
fn each_step_asks_for_what_is_missing() {
    let game = table("oklahoma", "Ann, Bob");
    let whose = |draft: &Draft<'_>| match draft.missing() {
        Some(Missing::Deadwood(whose, _)) => Some(whose),
        _ => None,
    };
    let kind = |missing: Option<Missing>| match missing {
        Some(Missing::Who(_)) => "who",
        Some(Missing::Opponent(_)) => "opponent",
        Some(Missing::Upcard) => "upcard",
        Some(Missing::How(_)) => "how",
        Some(Missing::Points(_)) => "points",
        Some(Missing::Deadwood(..)) => "deadwood",
        None => "nothing",
    };
    let steps: [(&[&str], &str, Option<&str>); 8] = [
        (&[], "who", None),
        (&["ann"], "upcard", None),
        (&["ann", "7s"], "how", None),
        (&["ann", "7s", "knock"], "deadwood", Some("Ann")),
        (&["ann", "7s", "knock", "4"], "deadwood", Some("Bob")),
        (&["bob", "7s", "gin"], "deadwood", Some("Ann")),
        (&["bob", "7s", "points"], "points", None),
        (&["bob gin 4 up 7s"], "nothing", None),
    ];
    for (answers, missing, name) in steps {
        let draft = draft(&game, answers);
        assert_eq!((kind(draft.missing()), whose(&draft).as_deref()), (missing, name), "{answers:?}");
        assert_eq!(draft.entry().is_some(), missing == "nothing");
    }
    let partners = table("partners", "Ann & Cid, Bob & Dee");
    let draft = draft(&partners, &["ann", "gin", "4"]);
    assert_eq!(draft.result_number(), 2);
    let Some(Missing::Who(free)) = draft.missing() else { panic!("players are asked for") };
    let names: Vec<&str> = free.into_iter().map(|seat| partners.players.name(seat)).collect();
    assert_eq!(names, ["Cid", "Bob", "Dee"]);

    for (sides, answers, offered) in [
        ("Ann, Bob, Cid", vec!["ann"], vec!["Bob", "Cid"]),
        ("Ann, Bob, Cid\n\nann gin bob 4", vec![], vec!["Ann", "Cid"]),
    ] {
        let game = table("cutthroat", sides);
        let Some(Missing::Who(seats) | Missing::Opponent(seats)) = self::draft(&game, &answers).missing() else {
            panic!("players are asked for")
        };
        assert_eq!(seats.iter().map(|seat| game.players.name(*seat)).collect::<Vec<_>>(), offered, "{sides}");
    }
    let round = table("round-table", "Ann, Bob, Cid");
    assert_eq!(whose(&self::draft(&round, &["ann", "gin", "1"])).as_deref(), Some("Cid"));
}

#[test]
fn the_rules_say_which_ways_a_hand_can_end() {
    let ways = |rules: &str, answers: &[&str]| {
        let game = table(rules, "Ann, Bob");
        let Some(Missing::How(ways)) = draft(&game, answers).missing() else { panic!("ways are asked for") };
        ways.into_iter().map(Outcome::word).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ways("standard", &["ann"]), "knock gin big-gin undercut points");
    assert_eq!(ways("family", &["ann"]), "knock gin undercut points");
    assert_eq!(ways("straight", &["ann"]), "gin big-gin points");
    assert_eq!(ways("oklahoma", &["ann", "as"]), "gin big-gin points");
    assert_eq!(ways("oklahoma-classic", &["ann", "as"]), "knock gin undercut points");
}

#[test]
fn what_the_rules_refuse_is_not_kept() {
    let standard = table("standard", "Ann, Bob");
    let knock = "expected knock, gin, big-gin, undercut or points, not";
    for (answers, last, message) in [
        (vec![], "eve", "no player named `eve` in this game".to_string()),
        (vec![], "ann knok 4 27", format!("{knock} `knok`; did you mean `knock`?")),
        (vec![], "ann knock 12 27", "Ann cannot knock with 12 deadwood; the knock limit is 10".into()),
        (vec!["ann"], "knok", format!("{knock} `knok`; did you mean `knock`?")),
        (vec!["ann", "knock"], "12", "Ann cannot knock with 12 deadwood; the knock limit is 10".into()),
        (vec!["ann", "knock"], "0", "Ann cannot knock with 0 deadwood; that is gin".into()),
        (vec!["ann", "knock"], "kskh", "Ann cannot knock with 20 deadwood; the knock limit is 10".into()),
        (vec!["ann", "knock"], "four", "expected deadwood as a number or cards, not `four`".into()),
        (vec!["ann", "knock"], "456s789hA23d", "only 9 of Ann's ten cards are given".into()),
        (vec!["ann", "knock", "4"], "99", "Bob cannot have 99 deadwood; ten cards hold at most 98".into()),
        (vec!["ann", "knock", "4h"], "4h", "Ann and Bob cannot both have 4\u{2665}".into()),
        (vec!["ann", "knock", "4"], "5 6", "expected the end of the entry, or `up`, `note` or `at`, not `6`".into()),
        (vec!["ann", "undercut"], "11", "Ann cannot undercut with 11 deadwood; the knock limit is 10".into()),
        (vec!["ann", "undercut", "5"], "4", "Ann cannot undercut with 5 against 4; the knocker has less".into()),
        (vec!["ann", "points"], "1001", "a hand is worth 0 to 1000 points, not 1001".into()),
        (vec!["ann gin 4"], "ann", "this answers another question".into()),
    ] {
        assert_eq!(refused(&standard, &answers, last), message, "{answers:?} {last}");
    }
    for (rules, answers, last, message) in [
        ("family", vec!["ann"], "bg", "big gin is not played under these rules"),
        ("straight", vec!["ann"], "knock", "only gin ends a hand under these rules"),
        ("oklahoma", vec!["ann", "as"], "knock", "the upcard A\u{2660} allows gin only"),
        (
            "oklahoma",
            vec!["ann", "3h", "knock"],
            "4",
            "Ann cannot knock with 4 deadwood; the upcard 3\u{2665} makes the knock limit 3",
        ),
        (
            "oklahoma",
            vec!["ann"],
            "1s",
            "`1s` is not a card; write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h",
        ),
    ] {
        assert_eq!(refused(&table(rules, "Ann, Bob"), &answers, last), message, "{rules} {answers:?} {last}");
    }
    let partners = table("partners", "Ann & Cid, Bob & Dee");
    let twice = "Ann is named in two results; each player has only one";
    assert_eq!(refused(&table("cutthroat", "Ann, Bob, Cid"), &["ann"], "ann"), twice);
    let another = "at a round table an undercut follows from the counts; log the knock, not Ann's undercut";
    assert_eq!(refused(&table("round-table", "Ann, Bob, Cid"), &["ann"], "undercut"), another);
    assert_eq!(refused(&partners, &["ann", "gin", "4"], "ann"), twice);
}

#[test]
fn what_is_typed_beside_counts_is_not_lost() {
    let game = table("standard", "Ann, Bob");
    for last in ["4 27 note fun", "4 27 at 21:10", "4 27 up 7h"] {
        assert_eq!(refused(&game, &["ann", "knock"], last), "expected only the counts");
    }
}

#[test]
fn an_upcard_is_asked_for_once_and_has_its_suit_where_that_matters() {
    let seven = Upcard::read("7s").unwrap();
    let oklahoma = table("oklahoma-classic", "Ann & Cid, Bob & Dee");
    let mut hand = draft(&oklahoma, &["ann", "7s", "knock", "4", "20"]);
    hand.give("dee gin 12").expect_err("one result of two");
    hand.give("dee").unwrap();
    hand.give("gin").unwrap();
    hand.give("12").unwrap();
    assert_eq!(hand.entry().unwrap().logged().upcard, Some(seven));
    let spades = table("standard, spades_double=points", "Ann, Bob");
    let mut hand = draft(&spades, &["ann", "knock"]);
    let bare = hand.upcard(Upcard::read("7").unwrap()).unwrap_err();
    assert_eq!(bare[0].to_string(), "the upcard 7 has no suit; a spade doubles the hand under these rules");
    hand.upcard(seven).unwrap();
    hand.give("4 27").unwrap();
    assert_eq!(hand.entry().unwrap().price(&spades.rules.rules).points.0, 46);
}

/// Each number in the offered range can lead to an entry that the rules accept, and no other number can.
#[test]
fn the_numbers_offered_are_those_that_the_rules_accept() {
    for rules in ["standard", "simple", "family", "straight", "standard, knock_limit=1", "simple, knock_limit=1"] {
        let game = table(rules, "Ann, Bob");
        for how in Outcome::ALL.into_iter().filter(|how| *how != Outcome::Dead) {
            let start = draft(&game, &["ann"]);
            let mut asked = start.clone();
            if asked.give(how.word()).is_err() {
                let accepted = |own: u32| start.clone().give(&format!("ann {} {own} 98", how.word())).is_ok();
                assert!(!(0..=98).any(accepted), "{rules}: {} was not offered", how.word());
                continue;
            }
            check_numbers(rules, &asked, 2);
        }
    }
}

/// Tries every number up to 120 at a step, and at the step after it.
fn check_numbers(rules: &str, draft: &Draft<'_>, steps: usize) {
    let range = match draft.missing() {
        Some(Missing::Points(range) | Missing::Deadwood(_, range)) => range,
        other => return assert_eq!(other, None),
    };
    let most = *range.end();
    for number in (0..=120).chain([most, most + 1]) {
        let mut next = draft.clone();
        let taken = next.give(&number.to_string()).is_ok();
        assert_eq!(taken, range.contains(&number), "{rules}: {number} in {range:?}");
        if taken && steps > 0 {
            check_numbers(rules, &next, steps - 1);
        }
    }
}

#[test]
fn the_sides_of_a_game_are_given_all_at_once() {
    let reasons = |sides: &[&str]| {
        let faults = read_seating(sides).expect_err(&sides.join(" | "));
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let empty = "the name needs at least one visible character";
    assert_eq!(reasons(&["", "Bob & \"Dee\" x"]), format!("{empty}; expected `,` or `&` after a name in quotes"));
    assert_eq!(reasons(&["Ann & ann", "Bob"]), "ann is named twice; a player sits on one side only");
    assert_eq!(reasons(&["a&b&c&d&e", "Bob"]), "5 players on a side; at most 4 can play together");
    let uneven = "the sides have 2 and 3 players; they must be the same size";
    assert_eq!(reasons(&["\"Smith, Ann\" & Cid", "Bob & Eve & Fay"]), uneven);
    assert_eq!(reasons(&["Ann & Cid", "Bob & cid"]), "cid is named twice; a player sits on one side only");
    assert_eq!(reasons(&["Ann & Cid", "Bob+Dee", "Eve"]), "with more than two sides each has one player");
    let number = "a game has two to six, separated by commas, like Ann, Bob";
    assert_eq!(reasons(&["Ann"]), format!("1 side; {number}"));
    assert_eq!(reasons(&["a", "b", "c", "d", "e", "f", "g"]), format!("7 sides; {number}"));
    let names = read_seating(&["\"Smith, Ann\" & Cid", "Smith, Bob+“Dee + Eve”,"]).unwrap().side_names();
    assert_eq!(
        (names[Side::First].as_str(), names[Side::Second].as_str()),
        ("Smith, Ann & Cid", "Smith, Bob & Dee + Eve")
    );
}

#[test]
fn a_word_for_a_dead_hand_does_not_take_the_place_of_a_count() {
    let partners = table("partners", "Ann & Cid, Bob & Dee");
    assert!(!refused(&partners, &["ann", "k", "5", "23", "cid", "k"], "dead").is_empty());
    let two = table("standard", "Ann, Bob");
    assert!(!refused(&two, &["ann", "gin"], "-").is_empty());
}
