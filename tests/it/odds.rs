//! `odds` and `score --odds`, as the program answers them.

use serde_json::{Value, json};

use crate::support::program::Table;

const SHEET: &str = "sides: Ann, Bob\n\nann knock 4 27\nbob knock 3 20\nann gin 20\n";

fn first(odds: &Value) -> f64 {
    odds["win"][0].as_f64().unwrap()
}

#[test]
fn the_book_brings_the_hands_of_all_games_of_the_pair() {
    let table = Table::after(&[
        "new Ann Bob --set target=1000",
        "log ann gin 20",
        "log ann gin 30",
        "log ann gin 40",
        "new Bob Ann --rules hollywood",
        "log ann gin 50",
        "new Ann Cid",
        "log cid gin 50",
        "new Ann Bob",
    ]);
    let odds = table.json("odds");
    assert_eq!((&odds["schema"], &odds["game"], &odds["own_hands"]), (&json!("ginpad/odds/1"), &json!(4), &json!(4)));
    assert_eq!((&odds["method"], &odds["error"], &odds["tie"]), (&json!("exact"), &json!(0.0), &json!(0.0)));
    assert!(first(&odds) > 0.52, "{odds}");
    let sum = first(&odds) + odds["win"][1].as_f64().unwrap();
    assert!((sum - 1.0).abs() < 1e-5, "{odds}");
    let exchanged = table.json("odds 2");
    assert_eq!((&exchanged["own_hands"], &exchanged["method"]), (&json!(4), &json!("simulated")));
    assert!(first(&exchanged) < 0.4 && exchanged["error"].as_f64().unwrap() > 0.001, "{exchanged}");
}

#[test]
fn a_file_brings_its_own_hands_only() {
    let table = Table::after(&["new Ann Bob", "log bob gin 90"]);
    table.put("friday.gin", SHEET);
    let odds = table.json("odds --file friday.gin");
    assert_eq!((&odds["game"], &odds["own_hands"]), (&Value::Null, &json!(3)));
    table.put("two.gin", format!("{SHEET}---\nsides: Bob, Ann\n\nbob gin 4\n---\nsides: Ann, Cid\n\nann gin 4\n"));
    let games = table.json("odds --file two.gin");
    let own: Vec<&Value> = games["games"].as_array().unwrap().iter().map(|game| &game["own_hands"]).collect();
    assert_eq!(own, [&json!(4), &json!(4), &json!(1)]);
    assert_eq!(table.json("odds 2 --file two.gin"), games["games"][1]);
}

#[test]
fn a_score_with_odds_is_the_score_and_the_odds() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    let (score, odds, both) = (table.json("score"), table.json("odds"), table.json("score --odds"));
    assert_eq!(both["odds"], odds);
    let mut without = both;
    without["odds"] = Value::Null;
    assert_eq!(without, score);
    let plain = table.does("score --odds --plain");
    assert!(plain.starts_with(&table.does("score --plain")), "{plain}");
    let record = plain.lines().last().unwrap().to_string();
    let alone = table.does("odds --plain");
    assert_eq!(record.trim_start_matches("odds\t"), alone.trim_end_matches('\n').trim_start_matches("1\t"));
    let shown = table.does("score --odds");
    let line = table.does("odds").lines().nth(1).unwrap().to_string();
    assert_eq!(shown, table.does("score") + &line + "\n");
}

#[test]
fn partners_and_unfinished_games_have_none_and_say_why() {
    let table = Table::after(&["new Ann+Cid Bob+Dee --rules partners", "log ann gin 20, cid gin 4"]);
    let none = table.json("odds");
    assert_eq!((&none["win"], &none["method"], &none["own_hands"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(
        none["none_because"],
        "No odds yet: these sides have won 1 hand against each other, and partners need 40"
    );
    let table = Table::after(&["new Ann Bob", "close"]);
    assert!(table.json("odds")["none_because"].as_str().unwrap().contains("closed unfinished"));
    assert!(table.does("score --odds").ends_with("No odds: the game was closed unfinished, and nobody wins it\n"));
}

#[test]
fn a_decided_game_has_its_result() {
    let table = Table::after(&["new Ann Bob --set target=20", "log ann knock 4 27"]);
    let odds = table.json("odds");
    assert_eq!((&odds["win"], &odds["own_hands"]), (&json!([1.0, 0.0]), &Value::Null));
    assert_eq!(
        table.does("odds"),
        "game 1: Ann – Bob, won by Ann 194–0\nAnn wins the game 194–0, net 194\n".replace("194", &total(&table))
    );
}

fn total(table: &Table) -> String {
    table.json("score")["game_score"][0].to_string()
}

#[test]
fn a_table_needs_no_book() {
    let table = Table::new();
    let odds = table.json("odds --table --rules straight");
    assert_eq!(
        (&odds["schema"], &odds["rules"], &odds["sides"]),
        (&json!("ginpad/odds-table/1"), &json!("straight"), &Value::Null)
    );
    assert_eq!((&odds["needs"][0], &odds["needs"][9], &odds["win"][4][4]), (&json!(100), &json!(10), &json!(0.5)));
    assert_eq!(table.does("odds --table --rules straight --plain").lines().count(), 100);
    assert!(!table.book().exists());
    table.does("new Ann Bob --set target=7");
    assert_eq!(table.json("odds --table")["needs"], json!([7, 6, 5, 4, 3, 2, 1]));
    table.does("new Ann Bob --set target=5000");
    let high = table.json("odds --table");
    assert_eq!(high["none_because"], "No table: the target is 5000, and a table goes up to 1000");
    assert_eq!(high["win"], Value::Null);
}
