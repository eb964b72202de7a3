//! Facts of known kinds that make no sense: nobody is kept out of a book because of one.

use std::fs;

use ginpad_core::facts::Change;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::devices::contents;
use crate::support::program::Table;
use crate::support::whole::hashed;

/// What somebody may put into a book of a version that does not know these kinds. `here` is a game of the book.
fn nonsense(change: Uuid, here: Uuid) -> Vec<Value> {
    let (some, other) = (Uuid::now_v7(), Uuid::now_v7());
    let facts = [
        json!({ "kind": "totals", "points": "many" }),
        json!({ "kind": "totals", "game": some, "points": [120, 80] }),
        json!({ "kind": "paid", "payer": some, "payee": some, "minor": -5, "currency": "EURO" }),
        json!({ "kind": "paid", "payer": some, "payee": other, "minor": 5, "currency": "EUR" }),
        json!({ "kind": "rescue", "rescued": [], "facts": 3 }),
        json!({ "kind": "setting", "key": 7 }),
        json!({ "kind": "setting", "game": here, "key": "rules" }),
        json!({ "kind": "joining", "player": some, "same_as": some }),
        json!({ "kind": "joining", "player": "Ann", "same_as": "Bob" }),
        json!({ "kind": "transfer", "hand": some, "game": here, "number": 0 }),
        json!({ "kind": "transfer", "hand": some, "game": here, "number": 7, "seats": null }),
        json!({ "kind": "transfer" }),
        json!({ "kind": "keeping", "versions": "all" }),
    ];
    let with_ids = |fact: Value| {
        let mut whole = json!({ "kind": fact["kind"], "id": Uuid::now_v7(), "change": change });
        whole.as_object_mut().unwrap().extend(fact.as_object().unwrap().clone());
        hashed(whole)
    };
    facts.into_iter().map(with_ids).collect()
}

fn change(id: Uuid, facts: usize) -> Change {
    serde_json::from_value(json!({ "id": id, "verb": "import", "device": Uuid::now_v7(), "sequence": 1, "made_at": 5,
        "made_offset": 0, "schema": 3, "facts": facts }))
    .unwrap()
}

fn bytes(hash: &Value) -> Vec<u8> {
    let text = hash.as_str().unwrap();
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn id(value: &Value) -> Uuid {
    value.as_str().unwrap().parse().unwrap()
}

/// A golden book of a schema, with what that version would have kept whole of this.
fn with_nonsense(schema: usize) -> (Table, Vec<Value>) {
    let table = Table::new();
    fs::copy(format!("{}/tests/golden/schema-{schema}.db", env!("CARGO_MANIFEST_DIR")), table.book()).unwrap();
    let book = Connection::open(table.book()).unwrap();
    let here: Uuid = book.query_row("SELECT id FROM game LIMIT 1", [], |row| row.get(0)).unwrap();
    let is_known = |kind: &str| {
        let there = "SELECT count(*) FROM sqlite_schema WHERE name = ?1";
        book.query_row(there, [kind], |row| row.get::<_, i64>(0)).unwrap() > 0
    };
    let made = Uuid::now_v7();
    let mut facts = nonsense(made, here);
    facts.retain(|fact| !is_known(fact["kind"].as_str().unwrap()));
    let change = change(made, facts.len());
    book.execute(
        "INSERT INTO change (id, verb, device, sequence, made_at, made_offset, schema, facts, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            change.id,
            change.verb,
            change.device,
            change.sequence,
            change.made_at,
            change.made_offset,
            change.schema,
            change.facts,
            ginpad_core::facts::hash(&change)
        ],
    )
    .unwrap();
    for fact in &facts {
        let mut content = fact.clone();
        let hash = content.as_object_mut().unwrap().shift_remove("hash").unwrap();
        book.execute(
            "INSERT INTO kept_whole (id, change, kind, content, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id(&fact["id"]), made, fact["kind"].as_str(), content.to_string(), bytes(&hash)],
        )
        .unwrap();
    }
    (table, facts)
}

#[test]
fn no_fact_that_makes_no_sense_stops_an_upgrade() {
    for schema in 3..=7 {
        let (table, facts) = with_nonsense(schema);
        // Who only reads upgrades a copy.
        table.does("games");
        table.does("new Ann Bob");
        table.does("log ann gin 4");
        let said = table.json("check");
        let problems = said["problems"].as_array().unwrap();
        let listed =
            problems.iter().find(|problem| problem["kind"] == "unreadable").unwrap_or_else(|| panic!("{said}"));
        // A move of a hand that is not there waits, if it may make sense.
        let count = facts.len();
        assert_eq!(listed["what"], format!("{count} facts make no sense; they are kept, and not counted"), "{said}");
        // They are passed on as they are.
        let export = table.json("export");
        let held = contents(&export);
        let theirs = contents(&json!({ "changes": [], "facts": facts }));
        assert!(held.is_superset(&theirs), "schema {schema}");
        let other = Table::new();
        other.put("whole.json", export.to_string());
        other.does("import whole.json");
        assert_eq!(contents(&other.json("export")), held, "schema {schema}");
        assert_eq!(other.args("check").run().status, Some(0));
        let third = Table::after(&["new Cid Dee"]);
        fs::copy(table.book(), third.path("other.db")).unwrap();
        third.does("merge other.db");
        assert!(contents(&third.json("export")).is_superset(&held), "schema {schema}");
        // A rescue saves them too.
        table.args("rescue book.db --to saved.db").run();
        assert!(contents(&table.json("export --book saved.db")).is_superset(&held), "schema {schema}");
    }
}

/// A golden book of a schema before 8, in which a later version added fields to facts, with values that they cannot have.
fn with_misfit_fields(schema: usize) -> (Table, Vec<Value>) {
    let table = Table::new();
    fs::copy(format!("{}/tests/golden/schema-{schema}.db", env!("CARGO_MANIFEST_DIR")), table.book()).unwrap();
    let all = table.json("export")["facts"].as_array().unwrap().clone();
    let book = Connection::open(table.book()).unwrap();
    let is_whole = |fact: &Value| {
        let kept = "SELECT count(*) FROM kept_whole WHERE id = ?1";
        book.query_row(kept, [id(&fact["id"])], |row| row.get::<_, i64>(0)).unwrap() > 0
    };
    let of_kind = |kind: &'static str| all.iter().filter(move |fact| fact["kind"] == kind).cloned();
    let of_kind = |kind| of_kind(kind).filter(|fact| !is_whole(fact));
    let with = |mut fact: Value, more: Value| {
        fact.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        hashed(fact)
    };
    let ranks = [
        json!({ "upcard_rank": null }),
        json!({ "upcard_rank": 7 }),
        json!({ "upcard_rank": "no rank" }),
        json!({ "upcard_rank": "t" }),
        json!({ "upcard": "7S", "upcard_rank": "7" }),
    ];
    // A hand beside its own upcard has one in its row.
    let has_card = |hand: &Value, rank: &Value| rank.get("upcard").is_none_or(|card| hand.get("upcard") == Some(card));
    let mut hands: Vec<Value> = of_kind("hand").collect();
    let mut facts = Vec::new();
    for rank in ranks {
        if let Some(at) = hands.iter().position(|hand| has_card(hand, &rank)) {
            facts.push(with(hands.remove(at), rank));
        }
    }
    assert!(facts.len() >= 4, "{facts:?}");
    let money = [
        json!({ "event": 5 }),
        json!({ "event": "", "stake_game_minor": -3, "stake_game_currency": "USD" }),
        json!({ "stake_line_minor": 5, "stake_line_currency": null }),
    ];
    if schema == 3 {
        facts.extend(of_kind("game").zip(money).map(|(game, money)| with(game, money)));
    }
    keep_whole(&book, &facts);
    (table, facts)
}

/// Lets a book keep these facts whole, as a version does that does not know all of their fields.
fn keep_whole(book: &Connection, facts: &[Value]) {
    for fact in facts {
        let kind = fact["kind"].as_str().unwrap();
        let guard = format!("{kind}_no_update");
        let sql: String =
            book.query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [&guard], |row| row.get(0)).unwrap();
        let mut content = fact.clone();
        let hash = bytes(&content.as_object_mut().unwrap().shift_remove("hash").unwrap());
        book.execute_batch(&format!("DROP TRIGGER {guard}")).unwrap();
        let update = format!("UPDATE {kind} SET hash = ?1 WHERE id = ?2");
        assert_eq!(book.execute(&update, params![hash, id(&fact["id"])]).unwrap(), 1);
        book.execute_batch(&sql).unwrap();
        book.execute(
            "INSERT INTO kept_whole (id, change, kind, content, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id(&fact["id"]), id(&fact["change"]), kind, content.to_string(), hash],
        )
        .unwrap();
    }
    // A rescue would find the rows as they were before.
    book.execute_batch("VACUUM").unwrap();
}

#[test]
fn no_field_with_a_value_that_it_cannot_have_stops_an_upgrade() {
    for schema in 3..=7 {
        let (table, facts) = with_misfit_fields(schema);
        let scores = |table: &Table| table.does("games --plain");
        let before = Table::new();
        fs::copy(format!("{}/tests/golden/schema-{schema}.db", env!("CARGO_MANIFEST_DIR")), before.book()).unwrap();
        assert_eq!(scores(&table), scores(&before), "schema {schema}");
        table.does("player add Zoe");
        assert_eq!(scores(&table), scores(&before), "the fields that are known count, schema {schema}");
        let said = table.json("check");
        assert_eq!(said["ok"], true, "{said}");
        // They are passed on as they are, by every way.
        let export = table.json("export");
        let held = contents(&export);
        let theirs = contents(&json!({ "changes": [], "facts": facts }));
        assert!(held.is_superset(&theirs), "schema {schema}");
        if ![3, 7].contains(&schema) {
            continue;
        }
        table.put("whole.json", export.to_string());
        for take_in in ["import whole.json", "merge book.db", "rescue book.db --to"] {
            let other = format!("{}.db", take_in.replace([' ', '.'], "-"));
            match take_in.starts_with("rescue") {
                true => table.does(&format!("{take_in} {other}")),
                false => table.does(&format!("{take_in} --book {other}")),
            };
            let there = contents(&table.json(&format!("export --book {other}")));
            let lost: Vec<&String> = held.difference(&there).collect();
            assert!(lost.is_empty(), "schema {schema}, {take_in}: {lost:?}");
        }
    }
}

#[test]
fn a_field_that_fits_counts_in_every_report_although_another_of_its_game_does_not() {
    let table = Table::new();
    fs::copy(format!("{}/tests/golden/schema-3.db", env!("CARGO_MANIFEST_DIR")), table.book()).unwrap();
    let facts = table.json("export")["facts"].as_array().unwrap().clone();
    let mut game = facts.into_iter().find(|fact| fact["kind"] == "game" && fact["event"].is_null()).unwrap();
    let later = json!({ "event": "Cruise", "stake_game_minor": -3, "stake_game_currency": "USD",
        "stake_line_minor": 25, "stake_line_currency": "USD" });
    game.as_object_mut().unwrap().extend(later.as_object().unwrap().clone());
    let game = hashed(game);
    keep_whole(&Connection::open(table.book()).unwrap(), std::slice::from_ref(&game));
    // As a copy that is upgraded to be read, and then as the book itself.
    for command in ["check", "player add Zoe"] {
        table.does(command);
        let cruise = table.json("games --event cruise");
        let number = cruise["games"][0]["number"].as_u64().unwrap_or_else(|| panic!("{cruise}"));
        let sheet = table.does(&format!("export {number}"));
        assert!(sheet.contains("event: Cruise\n") && sheet.contains("stake-line: 0.25 USD\n"), "{sheet}");
        assert!(!sheet.contains("stake-game"), "{sheet}");
        assert!(contents(&table.json("export")).is_superset(&contents(&json!({ "changes": [], "facts": [game] }))));
    }
    assert_eq!(table.json("check")["ok"], true);
}
