//! Corrections: what stays, what is taken away, and which hand is meant.

use crate::support::hints::commands;
use crate::support::program::Table;

fn entry(table: &Table, hand: usize) -> String {
    table.json("score 1")["hands"][hand - 1]["entry"].as_str().unwrap().to_string()
}

fn noted() -> Table {
    Table::after(&[
        "new Ann Bob",
        "log bob gin 9",
        "log ann knock 4 27 up 7S note 'took the four' at '2026-11-20 19:45'",
    ])
}

#[test]
fn what_a_correction_does_not_say_stays() {
    let table = noted();
    for (correction, after) in [
        ("bob knock 5 20", "Bob knock 5 20 up 7S note \"took the four\" at 2026-11-20 19:45 +00:00"),
        ("a6 23 up 8H", "Ann knock 6 23 up 8H note \"took the four\" at 2026-11-20 19:45 +00:00"),
        ("note 'or the five'", "Ann knock 6 23 up 8H note \"or the five\" at 2026-11-20 19:45 +00:00"),
        ("dead", "dead up 8H note \"or the five\" at 2026-11-20 19:45 +00:00"),
        ("ag 20 up -", "Ann gin 20 note \"or the five\" at 2026-11-20 19:45 +00:00"),
        ("note ''", "Ann gin 20 at 2026-11-20 19:45 +00:00"),
        ("'up 2c note \"up -\" at -'", "Ann gin 20 up 2C note \"up -\""),
        ("'NOTE \"\" UP -'", "Ann gin 20"),
        ("up -", "Ann gin 20"),
        ("'a5 20 note \"\" up 3D'", "Ann knock 5 20 up 3D"),
    ] {
        table.does(&format!("fix 2 {correction}"));
        assert_eq!(entry(&table, 2), after, "{correction}");
    }
    // The same again changed nothing.
    table.does("undo 9");
    assert_eq!(entry(&table, 2), "Ann knock 4 27 up 7S note \"took the four\" at 2026-11-20 19:45 +00:00");
}

#[test]
fn a_forgotten_adjustment_stands_between_the_hands_that_it_was_between() {
    let table = noted();
    table.does("log ann adjust -3");
    let before = table.does("export 1");
    let inserted = table.json("insert 2 bob adjust -20 note 'false knock'");
    assert_eq!(inserted["adjustment"]["number"], 1, "{inserted}");
    assert_eq!(inserted["after"], "open at 20–14", "{inserted}");
    let sheet = table.does("export 1");
    let entries: Vec<&str> = sheet.split("\n\n").nth(1).unwrap().lines().map(|line| &line[..9]).collect();
    assert_eq!(entries, ["Bob gin 9", "Bob adjus", "Ann knock", "Ann adjus"]);
    table.does("undo");
    assert_eq!(table.does("export 1"), before);
    let refused = table.args("insert 2 bob adjust -20 column 2").status(1).refused();
    assert_eq!(refused.err, "error: column 2 is not open\n");
}

#[test]
fn a_word_like_a_modifier_may_be_a_player() {
    let table = Table::after(&[
        "player add Up",
        "player add Note",
        "new Up Note",
        "log up knock 4 27",
        "fix 1 up 5 20",
        "fix 1 'note gin 3'",
    ]);
    assert_eq!(entry(&table, 1), "Note gin 3");
    table.does("fix 1 up 7S");
    assert_eq!(entry(&table, 1), "Note gin 3 up 7S");
}

#[test]
fn the_newest_hand_is_the_last() {
    let table = noted();
    for name in ["last", "LAST", "-1", "2"] {
        table.does(&format!("fix {name} swap"));
    }
    assert_eq!(entry(&table, 2), "Ann knock 4 27 up 7S note \"took the four\" at 2026-11-20 19:45 +00:00");
    table.does("fix -2 swap");
    assert_eq!(entry(&table, 1), "Ann gin 9");
    assert!(table.does("explain -2").starts_with("Hand 1: "));
    table.does("insert last dead");
    assert_eq!(entry(&table, 2), "dead");
    table.does("drop -2");
    assert_eq!(table.does("drop last").lines().count(), 2);
    assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 1);
    table.args("fix last-one swap").status(2).refused();
}

#[test]
fn a_hand_alone_is_shown_with_what_changes_it() {
    let table = noted();
    let before = table.files();
    let said = table.does("fix 2");
    assert_eq!(table.files(), before);
    let ways = commands(&said);
    assert_eq!(ways.len(), 3, "{said}");
    assert_eq!(table.json("fix 2")["number"], 2);
    assert_eq!(table.json("fix 2")["game"], 1);
    assert!(table.does("fix last --plain").starts_with("hand\t2\tknock\tAnn\t"));
    for way in ways {
        if !table.does(&way["ginpad ".len()..]).contains("nothing was changed") {
            table.does("undo");
        }
    }
    // Commands are for the game that was named.
    table.does("new Cid Dee");
    let said = table.does("fix 2 --game 1");
    assert!(commands(&said).iter().all(|way| way.ends_with(" --game 1")), "{said}");
}

#[test]
fn each_partner_of_a_swapped_hand_has_one_of_the_others() {
    let table = Table::after(&["new Ann+Cid Bob+Dee", "log ann knock 4 20, dee gin 12"]);
    table.does("fix 1 swap");
    assert_eq!(entry(&table, 1), "Bob knock 4 20, Cid gin 12");
    table.does("fix 1 swap");
    assert_eq!(entry(&table, 1), "Ann knock 4 20, Dee gin 12");
}

#[test]
fn a_finished_game_that_opens_again_says_so() {
    let table = Table::after(&["new Ann Bob --set target=20", "log ann gin 4"]);
    let said = table.does("fix last bob points 7");
    assert!(said.ends_with("; it is open at 0–7 now\n"), "{said}");
    let said = table.does("undo");
    assert!(said.contains("game 1 was open at 0–7; it is won by Ann"), "{said}");
    assert!(table.does("drop -1").contains("it is open at 0–0 now"));
}

#[test]
fn a_hand_may_be_inserted_last_and_only_its_winner_corrected() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    assert!(table.does("insert 2 bob gin 9").starts_with("hand 2 is new; it comes last\n#2  Bob goes gin against 9"));
    assert!(
        table
            .args("insert 4 dead")
            .status(1)
            .refused()
            .err
            .starts_with("error: game 1 has 2 hands; there is no hand 4\n")
    );
    let refused = table.args("fix 2 ann").status(1).refused();
    assert!(refused.err.ends_with("\nhint: `ginpad fix 2 swap` gives the hand to the other side\n"), "{refused:?}");
    assert!(!table.args("fix 2 bob").status(1).refused().err.contains("swap"));
    let before = table.files();
    assert!(table.does("fix 2 bg9").starts_with("hand 2 is `Bob gin 9` already; nothing was changed\n"));
    assert_eq!(table.files(), before);
}

#[test]
fn partners_whose_hand_is_given_to_the_other_side_keep_their_pairs() {
    let table = Table::after(&["new Al+Bea Cas+Di", "log al gin 20, cas knock 3 9"]);
    // Cas won one table, so Al sat at the other, against Di.
    table.does("fix 1 swap");
    assert!(table.does("export @").contains("Di gin 20, Bea knock 3 9"));
    table.does("fix 1 swap");
    assert!(table.does("export @").contains("Al gin 20, Cas knock 3 9"));
}
