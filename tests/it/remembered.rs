//! `player` and `records` at the table: every figure follows the facts, and the flags choose the games.

use serde_json::{Value, json};

use crate::support::json::contains;
use crate::support::program::Table;

/// Twelve games of Ann and Bob on twelve days, one with Cid, and one that is open. Ann wins two of three.
fn book() -> Table {
    let table = Table::new();
    let mut sheets: Vec<String> = (1..=12)
        .map(|day| {
            let winner = if day % 3 == 0 { "bob" } else { "ann" };
            format!("date: 2025-11-{day:02} 20:00 +00:00\nrules: simple\nsides: Ann, Bob\n\n{winner} gin 80\n")
        })
        .collect();
    sheets.push(
        "date: 2025-11-13 20:00 +00:00\nrules: hollywood\nsides: Cid, Ann\nclosed: forfeit Cid\n\ncid gin 9\n".into(),
    );
    sheets.push("rules: simple\nsides: Ann, Dee\n\ndee gin 40\n".into());
    table.put("old.gin", sheets.join("---\n"));
    table.does("import old.gin");
    table
}

#[track_caller]
fn assert_contains(actual: &Value, expected: &Value) {
    contains(actual, expected).unwrap_or_else(|difference| panic!("{difference}"));
}

fn record<'a>(records: &'a Value, kind: &str) -> &'a Value {
    records["records"].as_array().unwrap().iter().find(|record| record["record"] == kind).unwrap_or(&Value::Null)
}

#[test]
fn a_player_has_a_page_with_every_field() {
    let table = book();
    let page = table.json("player ann");
    assert_contains(
        &page,
        &json!({
            "schema": "ginpad/player/1",
            "player": { "name": "Ann", "games": 13, "won": 9, "lost": 4, "tied": 0, "hands": 14, "gins": 8,
                "biggest_hand": { "points": 105, "game": 1, "hand": 1, "date": "2025-11-01" } },
            "first": { "game": 1, "date": "2025-11-01" },
            "rating": { "games": 13, "enough_games": true },
            "undated": 0, "partners": [],
        }),
    );
    let opponents: Vec<&Value> = page["opponents"].as_array().unwrap().iter().collect();
    let named = |field: &str| opponents.iter().map(|one| one[field].clone()).collect::<Vec<_>>();
    assert_eq!(named("name"), ["Bob", "Cid", "Dee"]);
    assert_eq!(named("games"), [12, 1, 0]);
    assert_eq!(named("cumulative"), [420, 41, 0]);
    assert_eq!(page["rating_history"].as_array().unwrap().len(), 13);
    assert_eq!(page["rating_history"][12]["rating"], page["rating"]["rating"]);
    // Cid gave up the only game: a rating, but of too few games.
    let cid = table.json("player cid");
    assert_contains(&cid, &json!({ "rating": { "games": 1, "enough_games": false }, "player": { "lost": 1 } }));
    let dee = table.args("player dee").check_status().out;
    assert!(
        dee.starts_with("Dee has not finished a game\nno rating without a finished game that has a date\n"),
        "{dee}"
    );
    assert_eq!(table.json("player dee")["rating"], Value::Null);
}

#[test]
fn the_flags_choose_games_and_the_rating_stays() {
    let table = book();
    let whole = table.json("player ann");
    let filtered = table.json("player ann --since 2025-11-10 --until 2025-11");
    assert_contains(&filtered["player"], &json!({ "games": 4, "won": 3, "hands": 4 }));
    assert_eq!(filtered["undated"], 1);
    assert_eq!(filtered["rating"], whole["rating"]);
    assert_eq!(filtered["rating_history"], whole["rating_history"]);
    assert_eq!(table.json("player ann --last 2")["player"]["games"], 1, "the newest game of all is open");
    assert_eq!(table.json("player ann --rules hollywood")["player"]["games"], 1);
    assert_eq!(table.json("player ann --with bob")["player"]["games"], 12);
    let enough = table.json("player ann --min-games 2");
    assert_eq!(enough["opponents"].as_array().unwrap().len(), 1);
    assert_eq!(table.json("player ann --sort net")["opponents"][0]["name"], "Bob");
    assert_eq!(table.json("player ann --sort points_against")["opponents"][0]["name"], "Bob");

    let since = table.json("records --since 2025-11-10");
    assert_contains(record(&since, "biggest-hand"), &json!({ "players": ["Ann"], "game": 10, "equaled": 2 }));
    let with = table.json("records --with dee");
    assert_contains(record(&with, "biggest-hand"), &json!({ "players": ["Dee"], "against": ["Ann"], "value": 65 }));
    assert_eq!(record(&with, "biggest-game"), &Value::Null, "that game is open");
    let often = table.json("records --min-games 2");
    assert_contains(record(&often, "biggest-hand"), &json!({ "players": ["Ann"], "game": 1, "equaled": 11 }));
}

#[test]
fn a_corrected_hand_corrects_records_and_ratings() {
    let table = book();
    let (records, player) = (table.json("records"), table.json("player bob"));
    assert_contains(
        record(&records, "longest-streak"),
        &json!({ "value": 2, "players": ["Ann"], "game": 2, "equaled": 3 }),
    );
    table.does("fix 1 --game 12 ann gin 98");
    let fixed = table.json("records");
    assert_contains(record(&fixed, "biggest-game"), &json!({ "value": 123, "players": ["Ann"], "game": 12 }));
    assert_contains(record(&fixed, "longest-streak"), &json!({ "value": 4, "game": 13, "began": { "game": 10 } }));
    let rating = |page: &Value| page["rating"]["rating"].as_i64().unwrap();
    assert!(rating(&table.json("player bob")) < rating(&player));
    table.does("undo");
    assert_eq!(table.json("records"), records);
    assert_eq!(table.json("player bob"), player);
}

#[test]
fn everybody_is_rated() {
    let table = book();
    let ratings = table.json("ratings");
    assert_contains(
        &ratings,
        &json!({ "schema": "ginpad/ratings/1", "undated": 0, "players": [
            { "name": "Ann", "games": 13, "enough_games": true },
            { "name": "Bob", "games": 12, "enough_games": true },
            { "name": "Cid", "games": 1, "enough_games": false },
        ] }),
    );
    for (at, player) in ["ann", "bob", "cid"].into_iter().enumerate() {
        let page = table.json(&format!("player {player}"));
        assert_contains(&ratings["players"][at], &page["rating"]);
    }
    assert_eq!(table.does("ratings --plain --min-games 13").lines().count(), 1);
    table.args("ratings --min-games 99").out("nobody has finished 99 rated games\n").check();
    table.put("undated.gin", "rules: simple\nsides: Ann, Dee\n\ndee gin 90\n");
    table.does("import undated.gin");
    assert_eq!(table.json("ratings")["undated"], 1);
    assert_eq!(table.args("ratings --csv").run().err, "note: 1 game has no date and is left out\n");
    Table::new().args("ratings").out("no ratings yet: no finished game has a date\n").check();
}

#[test]
fn nothing_to_remember_is_said_and_no_error() {
    let table = Table::new();
    table.args("records").out("no games yet\n").check();
    table.does("new Ann Bob");
    table.args("records").out("nothing to show yet\n").check();
    table
        .args("records --json")
        .out(
            "{\n  \"schema\": \"ginpad/records/1\",\n  \"records\": [],\n  \"on_this_day\": [],\n  \"undated\": 0\n}\n",
        )
        .err("note: nothing to show yet\n")
        .check();
    table.args("records --until 1999 --plain").err("note: no game fits\n").check();
    table.args("player ann --until 1999").out("no game fits\n").check();
    table.args("player ann --until 1999 --plain --csv").status(2).refused();
    let csv = table.args("player ann --until 1999 --csv").err("note: no game fits\n").run();
    assert_eq!(csv.out.lines().count(), 2, "the headings and Ann's own line\n{}", csv.out);
    let empty = table.args("records --min-games 3 --csv").check_status();
    assert_eq!(empty.out.lines().count(), 1);
    assert_eq!(empty.err, "note: nothing fits: fewer than 3 finished games\n");
}
