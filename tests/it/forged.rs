//! Lines that are right by their hashes and wrong by what they say: they stop nothing, and `check` names each with its writer.

use std::fs;

use serde_json::Value;
use uuid::Uuid;

use crate::support::program::Table;
use crate::support::whole::{altered, lines_of};

/// What somebody put in the place of what another device said.
const FORGERIES: [[&str; 2]; 7] = [
    [r#""to":{"title":"Sun"}"#, r#""to":{"title":7}"#],
    [r#""to":{"title":"Sun"}"#, r#""to":{"rules":{"preset":"standard","target":true}}"#],
    [r#""note":"rain""#, r#""note":"\u001b[2J""#],
    [r#""name":"Cid""#, r#""name":"""#],
    [r#""name":"Cid""#, r#""name":"\u001b]0;owned\u0007""#],
    [r#""knock_limit":10"#, r#""knock_limit":true"#],
    [r#""number":2,"gin""#, r#""number":9007199254740991,"gin""#],
];

/// A book of another device with one thing forged, as a file of lines, and its writer.
fn forged([said, now]: [&str; 2]) -> (String, Uuid) {
    let other = Table::after(&["new Cid Dee"]);
    other.args("log -").stdin("cid gin 4\ndee gin 5 note \"rain\"\n").check_status();
    other.does("set title Sun");
    other.does("new Eve Fay");
    other.does("log eve gin 6");
    let whole = other.does("export --json");
    let first = whole.replacen(said, now, 1);
    assert_ne!(first, whole, "nothing of the book is {said}");
    // Every game has a knock limit: only that of the first is forged.
    let line = whole.lines().find(|line| line.contains(said)).unwrap();
    let text = &line[line.find("\"line\":").unwrap() + 7..line.len() - 1];
    let file = altered(&whole, text, &text.replacen(said, now, 1));
    let change = ginpad_core::facts::Change::read(&lines_of(&file)[0]);
    (file, change.unwrap().writer)
}

/// The game of these two stands, and counts one hand.
fn counts(table: &Table, name: &str, why: &str) {
    let games = table.json("games");
    let is_theirs = |game: &&Value| game.to_string().contains(&format!("\"{name}\""));
    let game = games["games"].as_array().unwrap().iter().find(is_theirs).unwrap_or_else(|| panic!("{why}: {games}"));
    let score = table.json(&format!("score {}", game["number"].as_i64().unwrap_or_else(|| panic!("{game}"))));
    assert_eq!(score["hands"].as_array().unwrap().len(), 1, "{why}: {score}");
}

/// Nothing is stopped by what was taken in, and it is named.
fn goes_on(table: &Table, writer: Uuid, why: &str) {
    counts(table, "Ann", why);
    counts(table, "Eve", why);
    let said = table.args("check --json").check_status();
    assert!(!said.out.contains('\u{1b}'), "{why}");
    let check: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(check["ok"], true, "{why}: {check}");
    let problems = check["problems"].as_array().unwrap();
    let is_named = problems.iter().any(|problem| problem["what"].as_str().unwrap().contains(&writer.to_string()));
    assert!(is_named, "{why}: {check}");
    for command in ["games", "players", "standings", "history", "conflicts", "export", "score 1", "score 2", "score 3"]
    {
        let said = table.args(command).run();
        assert!(matches!(said.status, Some(0 | 1)), "{why}: {command}\n{}", said.err);
        assert!(
            !said.err.contains("damaged") && !said.out.contains('\u{1b}'),
            "{why}: {command}\n{}{}",
            said.out,
            said.err
        );
    }
    table.does("log --game 1 dead");
}

#[test]
fn a_forged_fact_that_is_merged_stops_nothing_and_is_named() {
    for forgery in FORGERIES {
        let (file, writer) = forged(forgery);
        let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
        table.put("forged.json", file);
        table.does("merge forged.json");
        goes_on(&table, writer, &format!("{forgery:?}"));
    }
}

#[test]
fn a_forged_fact_in_a_shared_folder_stops_no_device() {
    for forgery in FORGERIES {
        let (file, writer) = forged(forgery);
        // Whoever took it in passes it on.
        let carrier = Table::new();
        fs::create_dir(carrier.path("shared")).unwrap();
        carrier.put("forged.json", file).does("import forged.json");
        carrier.does("sync shared");
        let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
        table.does(&format!("sync '{}'", carrier.path("shared").display()));
        goes_on(&table, writer, &format!("{forgery:?}"));
        // And a newcomer gets what is honest beside it.
        let newcomer = Table::new();
        table.does(&format!("sync '{}'", carrier.path("shared").display()));
        newcomer.does(&format!("sync '{}'", carrier.path("shared").display()));
        counts(&newcomer, "Eve", &format!("{forgery:?}"));
    }
}
