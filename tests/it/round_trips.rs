//! Exports and imports: a book that is exported and imported again is the same book.

use std::fs;

use ginpad_core::facts::{hash_of, hash_text};
use serde_json::Value;

use crate::devices::two_devices;
use crate::support::examples::examples;
use crate::support::program::Table;
use crate::support::whole::altered;

/// A table whose book holds every worked example, and games with everything else that a sheet can say.
fn full_table() -> Table {
    let table = Table::new();
    for (name, sheet, _) in examples() {
        table.put(&format!("{name}.gin"), sheet);
    }
    let names: Vec<String> = examples().iter().map(|(name, ..)| format!("{name}.gin")).collect();
    table.does(&format!("import {}", names.join(" ")));
    for command in [
        "new Ann Bob --rules oklahoma --title 'Friday: night' --stake '0.05 EUR' --dealer bob --at '2026-11-20 19:30 +05:30'",
        "log ann gin 3+4 up 7S note 'took the \"four\"' at '20:15'",
        "log dead misdeal up KH",
        "log bob points 12 up AD",
        "new Ann+'Cid, Jr' Bob+Dee --set big_gin_bonus=50 --at '2026-11-20 21:00 +01:00'",
        "log ann big-gin 20, bob knock 4 9",
        "close --forfeit ann",
        "new Ann Bob --set target=20 --rules palace --at '2026-11-20 22:00 +01:00'",
        "log bob gin 30",
    ] {
        table.does(command);
    }
    table
}

/// What the program says about every game of a book, without the number that each book gives it, and without what
/// tells an imported game from another.
fn scores(table: &Table, book: &str) -> Vec<Value> {
    let games = table.json(&format!("games --book {book}"))["games"].as_array().unwrap().clone();
    let score = |game: &Value| {
        let mut score = table.json(&format!("score {} --book {book}", game["number"]));
        score["number"] = Value::Null;
        score["imported"] = Value::Bool(false);
        score
    };
    games.iter().map(score).collect()
}

#[test]
fn what_export_wrote_is_imported_as_it_was() {
    let table = full_table();
    let before = scores(&table, "book.db");
    assert!(before.len() > 40);
    let text = table.does("export");
    table.put("all.gin", &text);

    table.does("import all.gin --book copy.db");
    assert_eq!(scores(&table, "copy.db"), before);
    assert_eq!(table.does("export --book copy.db"), text, "the second export");
    for (index, score) in before.iter().enumerate().step_by(9) {
        let mut scored = table.json(&format!("score {} --file all.gin", index + 1));
        scored["number"] = Value::Null;
        assert_eq!(&scored, score, "without a book");
    }

    let kept = fs::read(table.path("copy.db")).unwrap();
    let again = table.does("import all.gin --book copy.db");
    assert!(again.starts_with("nothing to import: ") && again.contains("in the book already"), "{again}");
    assert_eq!(fs::read(table.path("copy.db")).unwrap(), kept);
    let own = table.json("import all.gin");
    assert_eq!(own["added"], Value::Array(Vec::new()), "a book knows its own games again");
    assert_eq!(own["known"].as_array().unwrap().len(), before.len());
}

#[test]
fn single_games_are_exported_and_taken_in_one_by_one() {
    let table = full_table();
    let games = scores(&table, "book.db");
    for number in 1..=games.len() {
        table.put("one.gin", table.does(&format!("export {number}")));
        table.does("import one.gin --book copy.db");
    }
    // The same text twice in one file is two games. In two files it is one game.
    let copies = scores(&table, "copy.db");
    assert!(games.iter().all(|game| copies.contains(game)));
}

#[test]
fn equal_games_of_one_file_are_all_taken_in_once() {
    let table = Table::new();
    let sheet = "sides: Ann, Bob\n\nann gin 20\n";
    table.put("one.gin", sheet).put("two.gin", format!("{sheet}---\n{sheet}"));
    let import = |files: &str| {
        let answer = table.json(&format!("import {files}"));
        (answer["added"].as_array().unwrap().len(), answer["known"].as_array().unwrap().len())
    };
    assert_eq!(import("one.gin one.gin"), (1, 0));
    assert_eq!(import("two.gin"), (1, 1));
    assert_eq!(import("two.gin one.gin"), (0, 2));
    table.does("undo");
    assert_eq!(import("two.gin"), (1, 1));
}

#[test]
fn an_imported_game_that_was_changed_here_is_known_by_its_text() {
    let table = Table::new();
    table.put("one.gin", "sides: Ann, Bob\n\nann gin 20\n");
    table.does("import one.gin");
    table.does("log bob gin 10");
    assert_eq!(table.json("import one.gin")["added"], Value::Array(Vec::new()));
    table.put("now.gin", table.does("export"));
    assert_eq!(table.json("import now.gin")["added"], Value::Array(Vec::new()));
}

#[test]
fn a_dry_run_changes_nothing() {
    let table = Table::new();
    table.put("one.gin", "sides: Ann, Bob\n\nann gin 20\n");
    let before = table.files();
    let said = table.does("import --dry-run one.gin");
    assert!(said.contains("\nimported 1 game: game 1\n") && said.contains("open at 45–0"), "{said}");
    assert_eq!(table.files(), before, "no book is made");
    table.does("new Cid Dee");
    let before = table.files();
    assert_eq!(table.json("import -n one.gin")["added"], serde_json::json!([2]));
    assert_eq!(table.files(), before);
    table.does("import one.gin");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 2);
}

#[test]
fn a_whole_book_travels_as_json_without_loss() {
    let table = full_table();
    for command in ["undo 3", "redo", "fix 1 bob gin 10 --game 3", "drop 1 --game 3", "undo", "new Eve Ann", "undo"] {
        table.does(command);
    }
    let export = table.does("export --json");
    table.put("book.json", &export);
    table.does("import book.json --book copy.db");
    assert_eq!(table.does("export --json --book copy.db"), export);
    assert_eq!(scores(&table, "copy.db"), scores(&table, "book.db"));
    // Undone changes are exported too, and can be redone in the copy, which did not make them.
    let history = table.json("history");
    let undone = history["changes"].as_array().unwrap().iter().find(|change| change["state"] == "undone").unwrap();
    table.does(&format!("redo {} --book copy.db", undone["short"].as_str().unwrap()));
    table.does("redo");
    assert_eq!(scores(&table, "copy.db"), scores(&table, "book.db"));

    table.put("book.json", table.does("export --json"));
    table.does("import book.json --book other.db");
    let kept = fs::read(table.path("other.db")).unwrap();
    let again = table.does("import book.json --book other.db");
    assert!(again.starts_with("nothing to import"), "{again}");
    assert_eq!(fs::read(table.path("other.db")).unwrap(), kept);
}

#[test]
fn of_an_altered_export_what_is_as_it_was_comes_in_and_the_rest_is_named() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let export = table.does("export --json");
    let (lines, senseless) = (export.lines().collect::<Vec<&str>>(), "{\"ginpad\":1,\"facts\":[]}");
    for (altered, named) in [
        (
            export.replace("\"gin\":[0,4]", "\"gin\":[0,5]"),
            "some lines were not accepted: line 3: the line does not match its hash",
        ),
        (
            export.replace("\"log\"", "\"new\""),
            "some lines were not accepted: line 3: the line does not match its hash",
        ),
        (
            lines[..2].join("\n"),
            "some lines were not accepted: line 3: the file ends here, but its header announces 2 more",
        ),
        (
            export.replace(
                lines[2],
                &format!("{{\"sha256\":\"{}\",\"line\":{senseless}}}", hash_text(&hash_of(senseless))),
            ),
            "some lines were not accepted: line 3: the line is not a change: it has no `id`",
        ),
    ] {
        assert_ne!(altered, export);
        let said = table.put("book.json", altered).args("import book.json --book part.db").run();
        assert_eq!(said.out, "imported 1 game and 2 people in 1 change\n", "{}", said.err);
        assert_eq!((said.status, said.err), (Some(1), format!("warning: {named}\n")));
        assert_eq!(table.json("score --book part.db")["hands"].as_array().unwrap().len(), 0);
        // The export as it was brings the rest.
        table.put("book.json", &export).does("import book.json --book part.db");
        assert_eq!(scores(&table, "part.db"), scores(&table, "book.db"));
        fs::remove_file(table.path("part.db")).unwrap();
    }
}

#[test]
fn an_export_without_a_sound_line_is_refused_and_makes_no_book() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let export = table.does("export --json");
    for altered in [export.replace("\"verb\":", "\"verb\":\"log\",\"verb\":"), export[..300].to_string()] {
        table.put("book.json", altered);
        for command in ["import book.json --book copy.db", "merge book.json --book copy.db", "import book.json -n"] {
            table.args(command).status(1).refused();
        }
    }
}

#[test]
fn big_gins_rules_and_notes_survive_an_export() {
    let table = Table::after(&[
        "new Ann Bob --rules hollywood --set big_gin_bonus=50 --set undercut_tie=void",
        "log ann big-gin 40 note 'at last'",
    ]);
    table.put("all.gin", table.does("export"));
    table.does("import all.gin --book copy.db");
    let score = table.json("score --book copy.db");
    assert_eq!(score["rules"]["big_gin_bonus"], 50);
    assert_eq!(score["rules"]["undercut_tie"], "void");
    assert_eq!(score["rules"]["name"], "hollywood");
    let hand = &score["hands"][0];
    assert_eq!((&hand["outcome"], &hand["points"], &hand["note"]), (&"big-gin".into(), &90.into(), &"at last".into()));
}

#[test]
fn a_hand_that_the_rules_refuse_since_another_device_set_them_comes_back_from_a_sheet() {
    let logged = ["log ann knock 4 27 up 9", "log bob gin 12 up 7S", "log ann knock 9 3 up TH"];
    let table = two_devices(&["new Ann Bob --at '2026-11-20 19:30'"], &logged, &["set rules oklahoma"]);
    let sheet = table.does("export @");
    let entries = ["Ann knock 4 27 up 9 refused", "Bob gin 12 up 7S", "Ann knock 9 3 up TH"];
    assert!(sheet.ends_with(&format!("\n\n{}\n", entries.join("\n"))), "{sheet}");
    table.put("sheet.gin", &sheet);
    let why = "hand 1 is not counted: the upcard 9 has no suit; a spade doubles the hand under these rules";
    for command in
        ["score --file sheet.gin --plain", "import sheet.gin --book other.db", "score --plain --book other.db"]
    {
        assert!(table.args(command).check_status().err.contains(why), "{command}");
    }
    assert_eq!(table.does("export --book other.db"), sheet);
    assert_eq!(table.json("check --book other.db")["ok"], true);
    let hands = |command: &str| table.json(command)["hands"].clone();
    assert_eq!(hands("score --book other.db"), hands("score"));
    assert_eq!(hands("score --file sheet.gin"), hands("score"));
    // The book knows the sheet again, and somebody who says the suit makes the hand count.
    assert!(table.does("import sheet.gin --book other.db").contains("already"));
    table.does("fix 1 up 9S --book other.db");
    assert!(table.does("export --book other.db").contains("\nAnn knock 4 27 up 9S\n"));
    // An entry is never typed so.
    assert_eq!(table.args("log ann knock 4 27 up 9 refused").run().status, Some(1));
}

#[test]
fn what_a_later_version_says_is_exported_as_text_that_is_read_back() {
    let later = Table::after(&["new Ann Bob --rules standard,gin_bonus=27", "log ann gin 4", "log bob gin 5"]);
    let export = later.does("export --json");
    let export = altered(&export, r#""gin":[0,4]"#, r#""renege":[0,4]"#);
    let export = altered(&export, r#""preset":"standard""#, r#""preset":"turbo""#);
    let table = Table::new();
    table.put("later.json", export).does("import later.json");
    assert!(table.does("score").contains("turbo (standard, gin_bonus=27)"));
    let said = table.args("export").check_status();
    let text = "rules: standard, gin_bonus=27\nsides: Ann, Bob\n\n# hand 1 is left out: 0 results for 1 pair; a hand of this \
                game needs one result for each pair of opponents\nBob gin 5\n";
    assert!(said.out.ends_with(text), "{}", said.out);
    let warning = "warning: text sheets cannot hold 1 hand; `ginpad export --json` writes all\n";
    assert_eq!(said.err, warning);
    let other = Table::new();
    other.put("later.gin", said.out).does("import later.gin");
    assert_eq!(other.json("score")["hands"].as_array().unwrap().len(), 1);
}
