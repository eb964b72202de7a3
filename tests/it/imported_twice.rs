//! The same notebook imported on two devices, and imported again after an undo: it is one, and its people are.

use std::fs;

use crate::sharing::{agree, answers, does, on};
use crate::support::program::Table;

const DATED: &str = "date: 2025-01-03 19:00\nsides: Ann, Bob\n\nann gin 5\nbob knock 3 20\n";
const UNDATED: &str = "sides: Ann, Bob\n\nann gin 5\nbob knock 3 20\n";

/// Two laptops that import a sheet, after each has done something else.
fn imported(sheet: &str, before: [&[&str]; 2], after: &[&str]) -> Table {
    let table = Table::new();
    table.put("old.gin", sheet);
    fs::create_dir(table.path("shared")).unwrap();
    for (laptop, before) in ["one", "two"].iter().zip(before) {
        before.iter().for_each(|command| drop(does(&table, laptop, command)));
        does(&table, laptop, "import old.gin");
    }
    after.iter().for_each(|command| drop(does(&table, "one", command)));
    table
}

/// Everyone, with how many games they play in.
fn people(table: &Table, laptop: &str) -> Vec<String> {
    let people = does(table, laptop, "players --plain");
    people.lines().map(|line| line.split('\t').take(2).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_sheet_imported_on_two_laptops_is_one_game_of_two_people() {
    for sheet in [DATED, UNDATED] {
        let table = imported(sheet, [&[], &[]], &[]);
        agree(&table, &["one", "two"]);
        assert_eq!(people(&table, "one"), ["Ann 1", "Bob 1"]);
        assert_eq!(people(&table, "two"), ["Ann 1", "Bob 1"]);

        let table = imported(sheet, [&[], &[]], &[]);
        does(&table, "one", "merge two.db");
        does(&table, "two", "merge one.db");
        assert_eq!(people(&table, "one"), ["Ann 1", "Bob 1"]);
        assert_eq!(people(&table, "two"), ["Ann 1", "Bob 1"]);

        let table = imported(sheet, [&[], &[]], &[]);
        does(&table, "one", "merge two.db --keep-apart");
        assert_eq!(people(&table, "one"), ["Ann 1", "Bob 1", "Ann (2) 0", "Bob (2) 0"]);
        agree(&table, &["one", "two"]);
        assert_eq!(people(&table, "two"), ["Ann 1", "Bob 1", "Ann (2) 0", "Bob (2) 0"]);
    }
}

#[test]
fn who_was_renamed_since_is_the_one_whom_the_sheet_of_a_dated_game_names() {
    let table = imported(DATED, [&[], &[]], &["player rename Ann Annie"]);
    agree(&table, &["one", "two"]);
    assert_eq!(people(&table, "one"), ["Annie 1", "Bob 1"]);
    // Whoever imported the sheet first.
    let table = imported(DATED, [&[], &[]], &[]);
    does(&table, "two", "player rename Ann Annie");
    agree(&table, &["one", "two"]);
    assert_eq!(people(&table, "one"), ["Bob 1", "Annie 1"]);
    assert_eq!(people(&table, "two"), ["Bob 1", "Annie 1"]);
    let joined = imported(DATED, [&[], &[]], &["player rename Ann Annie"]);
    assert_eq!(answers(&joined, "one", "merge two.db")["joined"], serde_json::json!(["Annie", "Bob"]));
    does(&joined, "one", "undo");
    assert_eq!(people(&joined, "one"), ["Annie 1", "Bob 1", "Ann 0", "Bob (2) 0"], "one undo takes both apart");
    // Nothing says when an undated game was: two evenings may look alike.
    let table = imported(UNDATED, [&[], &[]], &["player rename Ann Annie"]);
    agree(&table, &["one", "two"]);
    assert_eq!(people(&table, "one"), ["Annie 1", "Bob 1", "Ann 0"]);
}

#[test]
fn of_several_people_of_one_name_a_dated_game_says_who_is_meant() {
    // At the first laptop are two whom somebody called Ann at some time.
    let table = imported(DATED, [&["new Ann Cid"], &["new Ann Dee"]], &["player rename Ann Annie", "new Ann Eve"]);
    agree(&table, &["one", "two"]);
    assert_eq!(people(&table, "one"), ["Annie 3", "Cid 1", "Bob 1", "Dee 1", "Ann 1", "Eve 1"]);
}

#[test]
fn what_another_laptop_imported_too_stays_after_an_undo() {
    let table = imported(DATED, [&[], &[]], &[]);
    agree(&table, &["one", "two"]);
    let history = does(&table, "one", "history --plain");
    let imports: Vec<&str> = history.lines().filter(|line| line.contains("\timport\t")).collect();
    let own = imports.iter().find(|line| line.contains("\tthis\t")).unwrap().split('\t').next().unwrap();
    let said = on(&table, "one", &format!("undo {own}"));
    assert!(said.out.starts_with("undid: import"), "{}", said.out);
    let stays = "note: game 1 stays, because another device imported it too; `ginpad drop --game 1` drops it\n";
    assert_eq!(said.err, stays);
    assert_eq!(people(&table, "one"), ["Ann 1", "Bob 1"]);
    let other = imports.iter().find(|line| !line.contains("\tthis\t")).unwrap().split('\t').next().unwrap();
    does(&table, "one", &format!("undo {other}"));
    assert!(answers(&table, "one", "games")["games"].as_array().unwrap().is_empty());
    let history = does(&table, "one", "history");
    assert!(history.contains("  merged Ann into Ann and merged Bob"), "who is nowhere has a name still: {history}");
}

#[test]
fn of_many_games_that_stay_after_an_undo_the_number_is_given() {
    let sheets = (1..=8).map(|day| DATED.replace("01-03", &format!("01-{day:02}"))).collect::<Vec<_>>().join("---\n");
    let table = imported(&sheets, [&[], &[]], &[]);
    agree(&table, &["one", "two"]);
    // The newest change of one of the laptops joins the people.
    let undone = |laptop| [on(&table, laptop, "undo"), on(&table, laptop, "undo")].map(|said| said.err).concat();
    let said = undone("one");
    let stay =
        "note: 8 of 8 games did not go, because another device imported them too; `drop --game GAME` drops one\n";
    assert!(said.starts_with(stay), "{said}");
    does(&table, "one", "sync shared");
    does(&table, "two", "sync shared");
    assert_eq!(does(&table, "one", "games --plain").lines().count(), 8);
}

#[test]
fn what_is_imported_again_is_back_as_it_stood() {
    let table = Table::new();
    table.put("old.gin", DATED);
    for command in ["import old.gin", "fix 1 ann gin 9", "player rename Ann Annie"] {
        table.does(command);
    }
    let score = table.does("score --plain");
    let history = table.does("history --plain");
    let import = history.lines().find(|line| line.contains("\timport\t")).unwrap().split('\t').next().unwrap();
    table.does(&format!("undo {import}"));
    let again = table.args("import old.gin").check_status();
    assert!(again.err.contains("note: 1 change is in force again; "), "{}", again.err);
    assert_eq!(table.does("score --plain").replace("Annie", "Ann"), score.replace("Annie", "Ann"));
    table.is_well();
}

#[test]
fn a_table_that_two_laptops_read_in_different_ways_is_a_disagreement() {
    let table = Table::new();
    table.put("old.csv", "date,side 1,side 2,total 1,total 2\n1/5/2011,Ann,Bob,310,255\n");
    fs::create_dir(table.path("shared")).unwrap();
    does(&table, "one", "import old.csv --dates day-first");
    does(&table, "two", "import old.csv --dates month-first");
    agree(&table, &["one", "two"]);
    for laptop in ["one", "two"] {
        let said = answers(&table, laptop, "conflicts");
        let [found] = &said["conflicts"].as_array().unwrap()[..] else { panic!("{said}") };
        assert_eq!(
            (&found["kind"], &found["said"][0]["words"]),
            (&"import".into(), &"imported as of 2011-05-01".into())
        );
        assert!(
            does(&table, laptop, "check").starts_with("conflict: game 1: this game was imported in different ways")
        );
    }
    // One of the imports is taken back, and the other counts.
    does(&table, "one", "undo");
    agree(&table, &["one", "two"]);
    assert_eq!(answers(&table, "two", "conflicts")["conflicts"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_namesake_does_not_make_a_known_sheet_another() {
    let table = Table::new();
    table.put("one.gin", DATED).put("two.gin", DATED.replace("Bob", "Cid").replace("bob", "cid"));
    table.does("import two.gin --book x.db");
    table.does("import one.gin --book y.db");
    table.does("merge x.db --keep-apart --book y.db");
    for update in ["", " --update"] {
        let said = table.args(&format!("import one.gin --book y.db{update}")).check_status();
        assert!(said.out.starts_with("nothing to import: 1 game is in the book already"), "{said:?}");
        assert_eq!(said.err, "");
    }
}

#[test]
fn a_quote_within_a_name_opens_none() {
    let table = Table::new();
    table.put("inches.gin", "sides: 5\" Bo, 6\" Al\n\n5 knock 4 27\n");
    assert_eq!(table.does("import inches.gin"), "imported 1 game: game 1\n");
}

#[test]
fn a_sheet_imported_again_says_that_its_hands_were_corrected_in_the_book() {
    let table = Table::new();
    table.put("old.gin", DATED);
    table.does("import old.gin");
    table.does("log ann knock 3 9");
    assert_eq!(table.args("import old.gin").check_status().err, "", "it only went on");
    for correction in ["fix 1 ann gin 9", "drop 1"] {
        table.does(correction);
        let said = table.args("import old.gin").check_status().err;
        let note = "note: game 1 differs from the file in hands; `ginpad import old.gin --update` makes the book like";
        assert!(said.starts_with(note), "{said}");
    }
}
