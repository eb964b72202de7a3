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
