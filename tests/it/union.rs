//! Importing a whole book: the union of both books' facts.

use std::collections::BTreeSet;

use ginpad::book::{Book, DocumentFault};
use ginpad_core::facts::{Change, Fact};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::as_the_fold::answers_as_the_fold;
use crate::core::devices::{Step, folded, played, steps};
use crate::devices::contents;
use crate::support::program::Table;
use crate::support::whole::{document, exported, hashed, take_in};

/// A few books that together hold everything: each change and fact is in one or more of them.
pub(crate) fn shared_out(changes: &[Change], facts: &[Fact], books: usize, seed: u64) -> Vec<(Vec<Change>, Vec<Fact>)> {
    let holds = |id: Uuid, book: usize| {
        let dice = (id.as_u128() ^ u128::from(seed)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 64;
        let owner = usize::try_from(dice % books as u128).unwrap();
        owner == book || (dice >> (8 + book)).is_multiple_of(4)
    };
    let share = |book| {
        let changes = changes.iter().filter(|change| holds(change.id, book)).cloned().collect();
        (changes, facts.iter().filter(|fact| holds(fact.id(), book)).cloned().collect())
    };
    (0..books).map(share).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn books_come_together_in_any_order_by_halves_and_again(
        steps in steps(), seed: u64, share: u64, order: u64, books in 2..6_usize,
    ) {
        let (changes, facts) = played(&steps, seed);
        let shares = shared_out(&changes, &facts, books, share);
        let mut book = Book::in_memory(Uuid::new_v4()).unwrap();
        let (mut known_changes, mut known_facts) = (Vec::new(), Vec::new());
        for (number, (changes, facts)) in shares.iter().chain(&shares).enumerate() {
            let before = exported(&book.read().unwrap());
            let pad = book.write().unwrap();
            let taken = take_in(&pad, &document(changes, facts, order.wrapping_add(number as u64))).unwrap();
            pad.commit().unwrap();
            known_changes.extend(changes.clone());
            known_facts.extend(facts.clone());
            prop_assert_eq!(book.read().unwrap().fold().unwrap(), folded(&known_changes, &known_facts));
            answers_as_the_fold(&mut book);
            let now = exported(&book.read().unwrap());
            prop_assert!(contents(&now).is_superset(&contents(&before)), "nothing is lost");
            if number >= books {
                prop_assert_eq!((taken.changes, taken.facts, taken.waiting), (0, 0, 0));
                prop_assert_eq!(now, before);
            }
        }
        prop_assert_eq!(contents(&exported(&book.read().unwrap())), contents(&document(&changes, &facts, 0)));
    }
}

/// A book that another table made, as a document.
pub(crate) fn elsewhere(commands: &[&str]) -> Value {
    Table::after(commands).json("export")
}

#[test]
fn a_book_with_games_takes_in_another_by_its_facts() {
    let table = Table::after(&["new ann Zoe", "log zoe gin 3"]);
    let other = elsewhere(&["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27", "new Cid Dee", "undo"]);
    table.put("other.json", other.to_string());
    table.args("import other.json").out("imported 12 facts of 4 changes\nimported 1 game: game 2\n").check();
    let ids = |book: &Value| -> BTreeSet<String> {
        book["facts"].as_array().unwrap().iter().map(|fact| fact["id"].to_string()).collect()
    };
    let now = table.json("export");
    assert!(ids(&now).is_superset(&ids(&other)), "facts keep their ids");
    let devices: BTreeSet<String> =
        now["changes"].as_array().unwrap().iter().map(|change| change["device"].to_string()).collect();
    assert_eq!(devices.len(), 2, "and changes their devices");
    let names = table.does("players --plain").to_lowercase();
    assert!(names.contains("ann\t1") && names.contains("ann (2)\t1"), "two people until they are joined: {names}");
    assert_eq!(table.json("score 2")["hands"][0]["entry"], "Ann (2) knock 4 27");
    let before = std::fs::read(table.book()).unwrap();
    table.args("import other.json").out("nothing to import: 1 game is in the book already, as game 2\n").check();
    assert_eq!(std::fs::read(table.book()).unwrap(), before);
}

#[test]
fn half_a_change_waits_and_is_said_to() {
    let whole = elsewhere(&["new Ann Bob", "log ann gin 4"]);
    let mut half = whole.clone();
    let facts = half["facts"].as_array_mut().unwrap();
    let player = facts.iter().position(|fact| fact["kind"] == "player").unwrap();
    facts.remove(player);
    let table = Table::new();
    table.put("half.json", half.to_string()).put("whole.json", whole.to_string());
    let said = table.args("import half.json").run();
    assert_eq!(said.out, "restored a book that lacks something: 0 games in 2 changes\n");
    assert_eq!(
        said.err,
        "note: 5 facts of the book wait for the rest of what belongs to them, and count when it is there\n"
    );
    assert_eq!(table.json("import half.json")["waiting"], 5);
    assert_eq!(contents(&table.json("export")), contents(&half), "what waits is exported too");
    assert_eq!(table.json("games")["games"], json!([]));
    table.args("undo").status(1).refused();
    table.args("import whole.json").out("imported 1 fact of 0 changes\nimported 1 game: game 1\n").check();
    assert_eq!(table.json("score 1")["hands"][0]["entry"], "Ann gin 4");
    assert_eq!(contents(&table.json("export")), contents(&whole));
}

/// Why a book refuses a document.
fn refused(book: &mut Book, document: &Value) -> Vec<String> {
    match take_in(&book.write().unwrap(), document) {
        Err(DocumentFault::Refused(faults)) => faults.lines().collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_contradicts_the_book_is_refused_by_name_and_overwrites_nothing() {
    let mine = elsewhere(&["new Ann Bob", "log ann knock 4 27", "log bob gin 3"]);
    let mut book = Book::in_memory(Uuid::new_v4()).unwrap();
    let pad = book.write().unwrap();
    take_in(&pad, &mine).unwrap();
    pad.commit().unwrap();
    let at = |kind: &str| mine["facts"].as_array().unwrap().iter().position(|fact| fact["kind"] == kind).unwrap();
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut other = mine.clone();
        alter(&mut other);
        other
    };
    let id = |value: &Value| value["id"].as_str().unwrap().to_string();
    let (hand, player) = (at("hand"), at("player"));

    let other = altered(&|book| {
        book["facts"][hand]["note"] = "forged".into();
        book["facts"][hand] = hashed(book["facts"][hand].clone());
        book["changes"][0]["made_at"] = 5.into();
        book["changes"][0] = hashed(book["changes"][0].clone());
    });
    assert_eq!(
        refused(&mut book, &other),
        [
            format!("change {} is there twice with different content", id(&mine["changes"][0])),
            format!("hand {} is there twice with different content", id(&mine["facts"][hand])),
        ]
    );

    let unmatched = altered(&|book| book["facts"][hand]["note"] = "forged".into());
    assert_eq!(
        refused(&mut book, &unmatched),
        [format!("line 1: hand {} does not match its hash", id(&mine["facts"][hand]))]
    );

    let new_id = "0199ffff-0000-7000-8000-000000000001";
    let late = altered(&|book| {
        let mut more = book["facts"][hand].clone();
        more["id"] = new_id.into();
        book["facts"].as_array_mut().unwrap().push(hashed(more));
    });
    let why = format!("change {} says that it has 1 fact, but has 2", id(&mine["changes"][1]));
    assert_eq!(refused(&mut book, &late), [why]);

    let two_kinds = altered(&|book| {
        let mut change = book["changes"][0].clone();
        change["id"] = new_id.into();
        change["facts"] = 1.into();
        let undone = id(&book["changes"][1]);
        let undo = json!({ "kind": "undo", "id": id(&book["facts"][player]), "change": new_id, "undone": undone });
        book["changes"].as_array_mut().unwrap().push(hashed(change));
        book["facts"].as_array_mut().unwrap().push(hashed(undo));
    });
    let why = format!("two facts of different kinds have the id {}", id(&mine["facts"][player]));
    assert_eq!(refused(&mut book, &two_kinds), [why]);

    assert_eq!(exported(&book.read().unwrap()), mine);
    answers_as_the_fold(&mut book);
}

#[test]
fn a_document_is_read_strictly() {
    let whole = elsewhere(&["new Ann Bob", "log ann gin 4"]).to_string();
    let table = Table::new();
    let doubled = whole.replacen("\"verb\":\"new\"", "\"verb\":\"log\",\"verb\":\"new\"", 1);
    let deep = whole.replacen(
        "\"verb\":\"new\"",
        &format!("\"verb\":\"new\",\"x\":{}0{}", "[".repeat(300), "]".repeat(300)),
        1,
    );
    let huge = whole.replacen("\"verb\":\"new\"", &format!("\"verb\":\"new\",\"x\":\"{}\"", "x".repeat(4 << 20)), 1);
    let twice = format!("{},\"changes\":[]}}", &whole[..whole.len() - 1]);
    let wrong = whole.replacen("\"sequence\":1", "\"sequence\":\"one\"", 1);
    for (text, why) in [
        (&doubled, "line 1: change 1 has the field `verb` twice"),
        (&deep, "line 1: change 1 is nested too deeply"),
        (&huge, "line 1: what begins here is larger than a book holds"),
        (&twice, "line 1: the field `changes` is there twice"),
        (&wrong, "line 1: the `sequence` of change 1 cannot be \"one\""),
        (&whole[..whole.len() - 1].to_string(), "line 1: the document ends in the middle"),
        (&whole.replace("ginpad/book/1", "ginpad/book/2"), "its schema is `ginpad/book/2`, not `ginpad/book/1`"),
    ] {
        table.put("book.json", text);
        let said = table.args("import book.json").status(1).refused();
        assert!(said.err.contains(why), "{why}\n{}", said.err);
    }
    // Fields that a later version may add beside the facts are skipped, however often they come, and so is a mark of the encoding.
    let later = whole.replacen('{', "{\"club\":{\"a\":[1,{}]},\"tables\":[1,2],\"x\":null,\"x\":[],", 1);
    table.put("book.json", format!("\u{feff}{later}"));
    table.args("import book.json").out("restored the whole book: 1 game in 2 changes\n").check();
    let utf16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    table.put("book.json", utf16);
    let said = table.args("import book.json").status(1).refused();
    assert!(said.err.contains("it is UTF-16 text"), "{}", said.err);
}

#[test]
fn every_entry_at_fault_is_named_with_its_line() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "log bob gin 3"]);
    let whole = table.does("export --json");
    let line = |part: &str| 1 + whole.lines().position(|line| line.contains(part)).unwrap();
    let (change, game) = (line("\"verb\":\"new\""), line("\"kind\":\"game\""));
    let hands: Vec<usize> =
        (1..).zip(whole.lines()).filter(|(_, line)| line.contains("\"hand\"")).map(|(at, _)| at).collect();
    let wrong = whole
        .replacen("\"made_at\":", "\"made\":", 1)
        .replacen("\"kind\":\"game\"", "\"kind\":7", 1)
        .replacen("\"number\":1,\"results\":[", "\"number\":1,\"results\":[{},", 1)
        .replacen("\"number\":2,", "\"number\":3,", 1);
    table.put("wrong.json", wrong);
    let said = table.args("import wrong.json --book other.db").status(1).refused();
    let id = |at: usize| whole.lines().nth(at - 1).unwrap().split('"').nth(7).unwrap().to_string();
    let expected = [
        "error: wrong.json has 4 faults and was not read:".to_string(),
        format!("  line {change}: change 1 has no `made_at`"),
        format!("  line {game}: the `kind` of fact {} cannot be 7", 5),
        format!(
            "  line {}: the `results` of fact 6 cannot be [{{}},{{\"kind\":\"gin\",\"side\":0,\"place\":0,\"ot…",
            hands[0]
        ),
        format!("  line {}: hand {} does not match its hash", hands[1], id(hands[1])),
    ];
    assert_eq!(said.err.lines().take(5).collect::<Vec<_>>(), expected);
    // The first hundred are shown, and the rest counted.
    let many = format!("{{\"schema\":\"ginpad/book/1\",\"changes\":[{}],\"facts\":[]}}", vec!["{}"; 412].join(",\n"));
    table.put("many.json", many);
    let said = table.args("import many.json --book other.db").status(1).refused();
    assert!(
        said.err.starts_with("error: many.json has 412 faults and was not read:\n  line 1: change 1 has no hash\n")
    );
    assert!(said.err.contains("\n  and 312 more\n"), "{}", said.err);
}

#[test]
fn what_a_file_is_its_content_tells() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let whole = table.does("export --json");
    table.put("evening", &whole).put("evening.gin", &whole).put("sheet.json", table.does("export"));
    let restored = "restored the whole book: 1 game in 2 changes\n";
    for file in ["evening", "evening.gin"] {
        assert_eq!(table.does(&format!("import {file} --book {file}.db")), restored);
    }
    assert_eq!(
        table.args("import - --book stdin.db").stdin(format!("\u{feff} \n{whole}")).check_status().out,
        restored
    );
    let piped = table.listen(table.shell("cat evening | ginpad import /dev/stdin --book piped.db"), b"");
    assert_eq!(piped.out, restored);
    assert_eq!(table.does("import sheet.json --book sheet.db"), "imported 1 game: game 1\n");
    table.put("none.json", "[]");
    let said = table.args("import none.json").status(1).refused();
    assert!(
        said.err.contains("hint: it was read as a text sheet, because a whole book begins with `{`"),
        "{}",
        said.err
    );
}

#[test]
fn one_fact_that_waits_is_one() {
    let mut half = elsewhere(&["new Ann Bob", "log ann gin 4"]);
    let hand = half["facts"].as_array_mut().unwrap().pop().unwrap();
    half["changes"].as_array_mut().unwrap().remove(0);
    half["facts"] = json!([hand]);
    let table = Table::new();
    table.put("half.json", half.to_string());
    assert_eq!(
        table.args("import half.json").check_status().err,
        "note: 1 fact of the book waits for the rest of what belongs to it, and counts when it is there\n"
    );
}

#[test]
fn a_trial_of_a_whole_book_waits_for_nobody_and_writes_nothing() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    table.put("other.json", elsewhere(&["new Cid Dee", "log cid gin 4"]).to_string());
    let before = table.files();
    // Somebody else is writing.
    let other = rusqlite::Connection::open(table.book()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let would = table.args("import other.json --dry-run").check_status();
    assert_eq!(would.out, "would import 6 facts of 2 changes\nwould import 1 game: game 2\n");
    drop(other);
    assert_eq!(table.files(), before);
    assert_eq!(table.does("import other.json"), would.out.replace("would import", "imported"));
}

#[test]
fn who_was_seated_by_what_was_undone_takes_no_name() {
    let steps = [
        (0, Step::New),
        (2, Step::Set { game: 0, what: 26 }),
        (2, Step::Undo(11)),
        (0, Step::New),
        (0, Step::Set { game: 3, what: 98 }),
    ];
    let (changes, facts) = played(&steps, 2_666_622_360_801_946_258);
    let mut book = Book::in_memory(Uuid::new_v4()).unwrap();
    let pad = book.write().unwrap();
    take_in(&pad, &document(&changes, &facts, 0)).unwrap();
    pad.commit().unwrap();
    // Two devices seated a Cid, and one of them took that back.
    answers_as_the_fold(&mut book);
}
