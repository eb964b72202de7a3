//! The notation as people type it: every form of an entry, and the readings that it may have.

use chrono::{DateTime, FixedOffset};
use ginpad_core::Game;
use ginpad_core::notation::{LocalTime, print_entry, read_entry, read_one};

fn utc(_: chrono::NaiveDateTime) -> FixedOffset {
    FixedOffset::east_opt(0).unwrap()
}

pub(crate) fn local() -> LocalTime<'static> {
    let now = DateTime::parse_from_rfc3339("2026-11-20T22:15:00+00:00").unwrap();
    LocalTime { now, offset_at: &utc }
}

pub(crate) fn table(sides: &str) -> Game {
    read_one(&format!("sides: {sides}\n")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// An entry in full words, or what is wrong with it.
pub(crate) fn read(sides: &str, text: &str) -> Result<String, String> {
    let game = table(sides);
    read_entry(text, &game, local())
        .map(|hand| print_entry(&hand, &game.players))
        .map_err(|(at, fault)| format!("{}: {fault}", text[..at].chars().count() + 1))
}

pub(crate) const TWO: &str = "Ann, Bob";

#[test]
fn every_form_of_an_entry_is_read() {
    for (forms, entry) in [
        (
            "ann knock 4 27|Ann knocks 4 27|a k 4 27|ak4 27|a4 27|a 4 27|ANN KNOCK 4 27|an k 4 27|  a  4   27  ",
            "Ann knock 4 27",
        ),
        ("a5 23|a5  23|ann5 23|A5 23", "Ann knock 5 23"),
        ("ag31|a g 31|a gin 31|ann gins 31|AG31|aGin31|a g31", "Ann gin 31"),
        (
            "abg31|abig31|abiggin31|a bg 31|a big 31|a big gin 31|ann big-gin 31|a biggin 31|ABG31|a Big Gin31",
            "Ann big-gin 31",
        ),
        ("au4 9|a u 4 9|ann undercut 4 9|ann undercuts 4 9|AU4 9", "Ann undercut 4 9"),
        ("ap40|a p 40|ann points 40|AP40", "Ann points 40"),
        ("dead|DEAD|draw|Wash|-| - ", "dead"),
        ("dead misdeal|draw misdeal|wash MISDEAL|- misdeal", "dead misdeal"),
        ("ann gin 0|ag0|ag00", "Ann gin 0"),
        ("a4 5+6|a4 5 + 6|a4 5 +6|a4 5+ 6", "Ann knock 4 5+6"),
        ("ak1+3 10+10+7|ak 1 + 3 10 + 10 + 7", "Ann knock 1+3 10+10+7"),
        ("a4 27 up 7s|a4 27 UP ♠7|a4 27 up 7♠|a4 27 up 🂧", "Ann knock 4 27 up 7S"),
        ("a4 27 up 10h|a4 27 up Th", "Ann knock 4 27 up TH"),
        (r#"a4 27 note "so""#, r#"Ann knock 4 27 note "so""#),
        (r#"a4 27 up 10 h|a4 27 up H10"#, "Ann knock 4 27 up TH"),
        (r#"a4 27 note “so”|a4 27 Note " so ""#, r#"Ann knock 4 27 note "so""#),
        (r#"a4 27 note """#, "Ann knock 4 27"),
        ("a4 27 note took the four up 2c", r#"Ann knock 4 27 up 2C note "took the four""#),
        (r#"a4 27 note "a \"b\" \\c""#, r#"Ann knock 4 27 note "a \"b\" \\c""#),
        (
            "a4 27 at 19:30|a4 27 at 2026-11-20 19:30|a4 27 at 2026-11-20T19:30Z",
            "Ann knock 4 27 at 2026-11-20 19:30 +00:00",
        ),
        (
            r#"b g 9 at 19:30 +01 note "x" up 2c|bg9 up 2C note "x" at 2026-11-20 19:30 +0100"#,
            r#"Bob gin 9 up 2C note "x" at 2026-11-20 19:30 +01:00"#,
        ),
        ("dead up 7s", "dead up 7S"),
        (r#""ann" 4 27|"A" k 4 27"#, "Ann knock 4 27"),
    ] {
        for form in forms.split('|') {
            assert_eq!(read(TWO, form).as_deref(), Ok(entry), "{form}");
        }
    }
}

#[test]
fn the_tables_of_a_partnership_hand_are_parted_by_commas() {
    let sides = "Ann & Cid, Bob & Dee";
    for form in ["ann knock 4 27, dee gin 12", "a4 27,dg12", "a 4 27 , d g 12"] {
        assert_eq!(read(sides, form).as_deref(), Ok("Ann knock 4 27, Dee gin 12"), "{form}");
    }
    for form in ["cid undercut 3 8, dead", "cu3 8,-"] {
        assert_eq!(read(sides, form).as_deref(), Ok("Cid undercut 3 8, dead"), "{form}");
    }
    assert_eq!(read(sides, "dead").as_deref(), Ok("dead"));
    assert_eq!(read(sides, "dead, bob gin 4 up 2h").as_deref(), Ok("dead, Bob gin 4 up 2H"));
}

#[test]
fn a_name_that_reads_like_a_word_is_told_from_it() {
    for (sides, form, entry) in [
        ("Gus, Bob", "gg31", "Gus gin 31"),
        ("Kay, Bob", "k4 27", "Kay knock 4 27"),
        ("Kay, Bob", "kk4 27", "Kay knock 4 27"),
        ("Pat, Una", "pp12", "Pat points 12"),
        ("Pat, Una", "uu4 9", "Una undercut 4 9"),
        ("Ann, Annabel", "ann 4 27", "Ann knock 4 27"),
        ("Ann, Annabel", "anna 4 27", "Annabel knock 4 27"),
        ("Mary Ann, Bob", "mary ann g 3", "Mary Ann gin 3"),
        ("Mary Ann, Bob", "mary  a g3", "Mary Ann gin 3"),
        ("P1, P2", "p1 4 27", "P1 knock 4 27"),
        ("Dead, Bob", "dead gin 5", "Dead gin 5"),
        ("Dead, Bob", "dead", "dead"),
        ("Ünal, Bob", "ü g 3", "Ünal gin 3"),
        ("Zoë, Bob", "zoe\u{308} g 3", "Zoë gin 3"),
    ] {
        assert_eq!(read(sides, form).as_deref(), Ok(entry), "{sides}: {form}");
    }
}

#[test]
fn a_whole_name_that_is_a_word_of_its_own_is_only_that_name() {
    const OTHERS: &str = "the other side's deadwood, but the entry ends here";
    for (sides, form, entry) in [
        ("Lou, Ann", "Lou 5 23", "Lou knock 5 23"),
        ("Lou, Ann", "lou 4 9", "Lou knock 4 9"),
        ("Lu, Ann", "lu 4 9", "Lu knock 4 9"),
        ("Stu, Ann", "STU 5 23", "Stu knock 5 23"),
        ("Meg, Ann", "me g 31", "Meg gin 31"),
        ("Meg, Ann", "meg g 31", "Meg gin 31"),
        ("Meg, Me", "meg 3 31", "Meg knock 3 31"),
        ("Kip, Ann", "kip p 25", "Kip points 25"),
        ("Kip, Ann", "kip 2 5", "Kip knock 2 5"),
        ("Bob, Bobby", "bob 5 23", "Bob knock 5 23"),
        ("Bob, Bobby", "bobb 5 23", "Bobby knock 5 23"),
        ("Bob, Bobby", "bobby 5 23", "Bobby knock 5 23"),
        ("the Rock, Ann", "the rock 5 23", "the Rock knock 5 23"),
        ("the Rock, Ann", "the ro 5 23", "the Rock knock 5 23"),
        ("the Rock, The", "the rock 5 23", "the Rock knock 5 23"),
        ("the Rock, The", "the 5 23", "\"The\" knock 5 23"),
        ("Bill and Ben, Ann", "bill and ben 5 23", "Bill and Ben knock 5 23"),
        ("Bill and Ben, Bill", "bill and b 5 23", "Bill and Ben knock 5 23"),
        ("Mary, Mary Kate", "mary k 4 27", "\"Mary\" knock 4 27"),
        ("Mary, Mary Kate", "mary kate 4 27", "Mary Kate knock 4 27"),
        ("Mary, Mary Kate", "mary ka k4 27", "Mary Kate knock 4 27"),
        ("A, AK", "ak 4 27", "AK knock 4 27"),
    ] {
        assert_eq!(read(sides, form).as_deref(), Ok(entry), "{sides}: {form}");
    }
    for (sides, form, at) in [("Meg, Ann", "meg 31", 7), ("Kip, Ann", "kip 25", 7), ("Lou, Ann", "lou 9", 6)] {
        assert_eq!(read(sides, form), Err(format!("{at}: expected {OTHERS}")), "{sides}: {form}");
    }
    let named = "1: `b` could be Bob or Bill and Ben";
    assert_eq!(read("Bob, Bill and Ben", "b 4 27"), Err(named.into()), "the name keeps its `and`");
}

#[test]
fn the_rules_choose_among_readings() {
    let read = |rules: &str, sides: &str, text: &str| {
        let game = read_one(&format!("rules: {rules}\nsides: {sides}\n")).unwrap();
        read_entry(text, &game, local())
            .map(|hand| print_entry(&hand, &game.players))
            .map_err(|(_, fault)| fault.to_string())
    };
    let two = |one: &str, other: &str| Err(format!("this can be read in two ways: `{one}` or `{other}`"));
    for (rules, sides, form, expected) in [
        // An undercut of a knock over the limit, or with more than the knocker, is not accepted.
        ("standard", "Lou, Ann", "lou5 23", Ok("Lou knock 5 23".to_string())),
        ("standard", "Lou, Ann", "lou9 4", Ok("Lou knock 9 4".into())),
        ("standard", "Lou, Ann", "lou4 9", two("Lou undercut 4 9", "Lou knock 4 9")),
        ("standard", "A, AB", "abg31", two("A big-gin 31", "AB gin 31")),
        ("family", "A, AB", "abg31", Ok("AB gin 31".into())),
        // If the rules accept no reading, all readings are shown.
        ("straight", "Lou, Ann", "lou4 9", two("Lou undercut 4 9", "Lou knock 4 9")),
    ] {
        assert_eq!(read(rules, sides, form), expected, "{rules}, {sides}: {form}");
    }
}

#[test]
fn an_entry_that_reads_two_ways_is_refused_with_both() {
    for (sides, form, message) in [
        ("A, AB", "abg31", "1: this can be read in two ways: `A big-gin 31` or `AB gin 31`"),
        ("A, AK", "ak4 27", "1: this can be read in two ways: `A knock 4 27` or `AK knock 4 27`"),
    ] {
        let refused = read(sides, form).expect_err(form);
        assert_eq!(refused, message, "{sides}: {form}");
    }
}

#[test]
fn the_start_of_two_names_is_refused_with_both_named() {
    for (sides, form, message) in [
        ("Ann, Annabel", "an 4 27", "1: `an` could be Ann or Annabel"),
        ("Bea & Bob, Ann & Bo", "b gin 4, ann gin 3", "1: `b` could be Bea, Bob or Bo"),
        ("Bea & Bob, Ann & Eve", "ann gin 3, b gin 4", "12: `b` could be Bea or Bob"),
        ("Ann, Annabel", "an loses 4", "4: expected knock, gin, big-gin, undercut or points, not `loses`"),
    ] {
        assert_eq!(read(sides, form).expect_err(form), message, "{sides}: {form}");
    }
}
