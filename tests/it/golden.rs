//! The golden books: one of each released schema, which must read as it always did.

use std::fs;
use std::path::{Path, PathBuf};

use ginpad::book::{Book, MIGRATIONS};
use serde_json::Value;
use uuid::Uuid;

use crate::book::busy_table;
use crate::support::program::Table;
use crate::support::whole::take_in;

// The golden book of a schema is made once, just before the schema is released.

fn golden(schema: usize) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/schema-{schema}.db"))
}

#[test]
fn the_golden_books_read_as_they_always_did() {
    if std::env::var_os("GINPAD_BLESS").is_some() && !golden(MIGRATIONS.len()).exists() {
        make_the_golden_book();
    }
    (1..=MIGRATIONS.len()).for_each(reads_as_it_always_did);
}

fn reads_as_it_always_did(schema: usize) {
    let table = Table::new();
    fs::copy(golden(schema), table.book()).unwrap();
    let kept = fs::read_to_string(golden(schema).with_extension("json")).unwrap();
    let mut kept: Vec<Value> = serde_json::from_str(&kept).unwrap();
    kept.sort_by_key(|game| game["number"].as_i64());
    let now = scores(&table);
    assert_eq!(fs::read(table.book()).unwrap(), fs::read(golden(schema)).unwrap(), "reading does not change the file");
    assert_eq!(now.len(), kept.len());
    for (now, kept) in now.iter().zip(&kept) {
        crate::support::json::contains(now, kept)
            .unwrap_or_else(|difference| panic!("game {}{difference}", kept["number"]));
    }
    take_in(&Book::in_memory(Uuid::new_v4()).unwrap().write().unwrap(), &table.json("export")).unwrap();
    // It can be written in like any other book. What another device did is not undone by the way.
    table.does("new Ann Bob");
    table.does("log ann gin 4");
    table.does("undo 2");
    table.does("redo 2");
    assert_eq!(table.json("score")["hands"][0]["entry"], "Ann gin 4");
    assert_eq!(scores(&table)[..kept.len()], now);
    let backup = table.path(format!("book.db.schema-{schema}.backup"));
    assert_eq!(backup.exists(), schema < MIGRATIONS.len(), "an older book is copied before it is upgraded");
}

fn scores(table: &Table) -> Vec<Value> {
    let mut games = table.json("games")["games"].as_array().unwrap().clone();
    games.sort_by_key(|game| game["number"].as_i64());
    games.iter().map(|game| table.json(&format!("score {}", game["number"]))).collect()
}

/// Makes the golden book of the latest schema, unless it exists.
fn make_the_golden_book() {
    let golden = golden(MIGRATIONS.len());
    let table = busy_table();
    for format in ["single", "multi-match", "best-of", "hollywood"] {
        let turned = match format {
            "multi-match" => "--set game_target=200",
            "best-of" => "--set best_of=3",
            "hollywood" => "--set columns=3 --set column_multipliers=1/1/2",
            _ => "--set shutout=double-total",
        };
        let new = format!("new Ann Bob --at '2026-11-20 19:30' --set format={format} {turned} --dealer Bob");
        let game = table.json(&new)["number"].clone();
        while table.json(&format!("score {game}"))["status"] == "open" {
            for entry in [
                "ann knock 4 27",
                "bob gin 31 at '2026-11-20 20:15'",
                "dead misdeal",
                "ann big-gin 40",
                "bob knock 9 9",
            ] {
                if table.json(&format!("score {game}"))["status"] == "open" {
                    table.does(&format!("log {entry} --game {game}"));
                }
            }
        }
    }
    for (name, sheet, _) in crate::support::examples::examples() {
        table.put(&format!("{name}.gin"), sheet);
        table.does(&format!("import {name}.gin"));
    }
    table.does("undo 4");
    table.does("redo 2");
    table.does("new Dee Eve --set layoff_on_gin=true");
    for entry in [
        "dee knock KsKhKc4567dAhAd2c 3s3h3d8d9dKdQhJh5s7c",
        "eve knock 7s KdQd",
        "eve undercut 2s Qd",
        "dee gin 4567dKsKhKc234h 3s4s5s3c4c5c3d2d8d6h",
        "eve big-gin 4567dKsKhKc234h5h 3s4s",
    ] {
        table.does(&format!("log {entry}"));
    }
    table.does("new Dee Eve");
    table.does("log dee gin 5");
    table.does("undo");
    fs::create_dir_all(golden.parent().unwrap()).unwrap();
    let scores = serde_json::to_string_pretty(&scores(&table)).unwrap();
    fs::write(golden.with_extension("json"), scores + "\n").unwrap();
    fs::copy(table.book(), golden).unwrap();
}
