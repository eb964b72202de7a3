//! Hands given by their cards, in the program: how they are answered, kept, shown, exported and refused.

use ginpad_core::notation::{print_game, read_one};
use serde_json::json;

use crate::core::hands::{ANN, BOB};
use crate::support::hints::hinted;
use crate::support::program::Table;

const GAME: &[&str] = &["new Ann Bob --set target=1000"];

#[test]
fn the_program_keeps_the_cards_and_shows_what_they_came_to() {
    let table = Table::after(GAME);
    let said = table.does(&format!("log ann knock {ANN} {BOB}"));
    assert_eq!(said, "#1  Ann knocks, 4 against 32: 28   Bob lays off ♦89K   Ann 28 (needs 972), Bob 0 (needs 1000)\n");
    let explained = table.does("explain 1");
    for line in [
        "Ann melds 4♦ 5♦ 6♦ 7♦ / K♠ K♥ K♣ and is left with ♥A ♦A ♣2: 4\n",
        "Bob melds 3♠ 3♥ 3♦, lays off ♦89 on 4♦ 5♦ 6♦ 7♦ / K♦ on K♠ K♥ K♣ and is left\nwith ♠5 ♥JQ ♣7: 32\n",
    ] {
        assert!(explained.contains(line), "{explained}");
    }
    let hand = &table.json("score")["hands"][0];
    assert_eq!(hand["results"][0]["deadwood"], json!([4, 32]));
    assert_eq!(
        hand["results"][0]["cards"],
        json!([
            ["KS", "AH", "KH", "AD", "4D", "5D", "6D", "7D", "2C", "KC"],
            ["3S", "5S", "3H", "JH", "QH", "3D", "8D", "9D", "KD", "7C"]
        ])
    );
    table.does(&format!("log bob gin {ANN}"));
    table.does("log ann knock 7 20");
    let hands = &table.json("score")["hands"];
    assert_eq!(
        hands[1]["results"][0]["cards"],
        json!([["KS", "AH", "KH", "AD", "4D", "5D", "6D", "7D", "2C", "KC"], null])
    );
    assert_eq!(hands[2]["results"][0]["cards"], json!(null));
}

#[test]
fn what_kept_lay_offs_from_being_looked_for_is_said() {
    let table = Table::after(&["new Ann Bob --set target=1000 --set layoff_on_gin=true"]);
    for (entry, said) in [
        (format!("ann knock 4 {BOB}"), "lay-offs not counted: Ann's ten cards are not all given"),
        (format!("ann knock {ANN} kd9c"), "lay-offs not counted: Bob's ten cards are not all given"),
        (format!("bob undercut 3c {ANN}"), "lay-offs not counted: Bob's ten cards are not all given"),
        (format!("ann gin {BOB}"), "lay-offs not counted: Ann's ten cards are not all given"),
    ] {
        let answer = table.does(&format!("log {entry}"));
        assert!(answer.contains(said), "{answer}");
    }
    for entry in ["ann knock 2s kd".to_string(), format!("ann knock {ANN} 20"), "ann gin kdqd".into()] {
        let answer = table.does(&format!("log {entry}"));
        assert!(!answer.contains("lay-off"), "{answer}");
    }
}

#[test]
fn what_a_shell_hands_over_as_one_word_is_one_hand() {
    let table = Table::after(GAME);
    for (line, entry) in [
        ("log ann knock 'As 2s' 'Kd Qd'", "Ann knock AS2S QDKD"),
        ("log ann knock 'As, 2s' Kd", "Ann knock AS2S KD"),
        ("log ann gin 'Kd Qd' note 'Kd Qd'", "Ann gin QDKD note \"Kd Qd\""),
        ("log 'ann knock As2s Kd'", "Ann knock AS2S KD"),
        ("log ann gin 'K d'", "Ann gin KD"),
        ("log ann knock '2c,' '4h 5h'", "Ann knock 2C 4H5H"),
    ] {
        table.does(line);
        let hands = table.json("score")["hands"].as_array().unwrap().clone();
        assert_eq!(hands.last().unwrap()["entry"], entry, "{line}");
    }
    let cards = Table::after(&["new Jd Kc"]);
    cards.does("log 'jd 5h qd'");
    assert_eq!(cards.json("score")["hands"][0]["entry"], "Jd knock 5H QD");
    let said = cards.args("log jd knock 'Qs Jh 5h' 'x'").status(1).refused();
    assert!(said.err.contains("jd knock QsJh5h x\n"), "{}", said.err);
    let partners = Table::after(&["new Ann+Cid Bob+Dee"]);
    partners.does("log ann gin 'Kd Qd', dee gin 3c");
    assert_eq!(partners.json("score")["hands"][0]["entry"], "Ann gin QDKD, Dee gin 3C");
}

#[test]
fn hints_are_commands_that_work_as_they_are_pasted() {
    let table = Table::after(&["new \"O'Neil\" Bob --rules classic --set layoff_on_gin=true --set target=1000"]);
    for (entry, hints, entries) in [
        ("o big-gin 567s9hdcac2c3c4c5c 89st8hkdch3d4sjh", 1, 1),
        ("o knock 567s9hdcac2c3c4c 89st8hkdch3d4sjh note '`date` $HOME'", 1, 2),
        ("o k ah 2h 3s note '`date` $HOME'", 2, 3),
    ] {
        let said = table.args(&format!("log {entry}")).status(1).refused();
        let commands = hinted(&said.err);
        assert_eq!(commands.len(), hints, "{}", said.err);
        let run = table.listen(table.shell(&commands[0]), b"");
        assert_eq!(run.status, Some(0), "{}\n{}", commands[0], run.err);
        let hands = table.json("score")["hands"].as_array().unwrap().clone();
        assert_eq!(hands.len(), entries, "{}", commands[0]);
    }
    let hands = &table.json("score")["hands"];
    assert_eq!(hands[0]["points"], 51, "the lay-offs are taken off, for the ten cards are kept");
    assert_eq!(hands[1]["note"], "`date` $HOME");
}

#[test]
fn cards_travel_as_sheets_and_as_a_book() {
    let table = Table::after(GAME);
    for entry in [
        format!("ann knock {ANN} {BOB}"),
        format!("bob undercut 8d9dkd3d3h3s10djdqd3c {ANN}"),
        "ann gin 4567dkshc234h kd8d9d3d3c3sqhjh5s7c".into(),
        "bob big-gin 4567dkshc2345h kd8d9d".into(),
        "ann knock 4 10h9d".into(),
    ] {
        table.does(&format!("log {entry}"));
    }
    let (sheet, book, score) = (table.does("export"), table.does("export --json"), table.json("score"));
    assert!(sheet.contains("\nAnn knock KSAHKHAD4D5D6D7D2CKC 3S5S3HJHQH3D8D9DKD7C\n"), "{sheet}");
    assert!(book.contains("\"knock\":[0,\"KSAHKHAD4D5D6D7D2CKC\",\"3S5S3HJHQH3D8D9DKD7C\"]"), "{book}");
    table.put("sheet.gin", &sheet).put("book.json", &book);
    for file in ["sheet.gin", "book.json"] {
        let other = Table::new();
        other.put(file, if file == "sheet.gin" { &sheet } else { &book });
        other.does(&format!("import {file}"));
        assert_eq!(other.does("export"), sheet, "{file}");
        assert_eq!(other.json("score")["hands"], score["hands"], "{file}");
    }
    assert_eq!(print_game(&read_one(&sheet).unwrap()), sheet);
    table.does("undo");
    table.does("redo");
    table.does(&format!("fix 5 ann knock {ANN} 20"));
    assert_eq!(table.json("score")["hands"][4]["entry"], "Ann knock KSAHKHAD4D5D6D7D2CKC 20");
}

#[test]
fn a_refused_entry_writes_nothing_and_is_told_what_would_do() {
    let table = Table::after(GAME);
    for (entry, hint) in [
        ("ann gin 4567dkshc235h 3s9h", Some("`ginpad log Ann knock ♠K♥235K♦4567♣K ♠3♥9`")),
        ("ann knock 4567dkshc234h 3s9h", Some("`ginpad log Ann gin ♠K♥234K♦4567♣K ♠3♥9`")),
        ("ann bg 4567dkshc2346h 3s9h", Some("`ginpad log Ann gin ♠K♥234K♦4567♣K ♠3♥9`")),
        ("ann undercut 9h 5d", Some("`ginpad log Ann undercut ♦5 ♥9`")),
        ("ann undercut 9h 4567dkshc234h", Some("`ginpad log Ann undercut ♠K♥234K♦4567♣K ♥9`")),
        ("ann knock ksqdjc2h 20", None),
        ("ann knock 2s5h kdqd2s", None),
    ] {
        let before = std::fs::read(table.book()).unwrap();
        let said = table.args(&format!("log {entry}")).status(1).refused();
        assert_eq!(std::fs::read(table.book()).unwrap(), before, "{entry}");
        if let Some(hint) = hint {
            assert!(said.err.ends_with(&format!("hint: {hint}\n")), "{}", said.err);
            let (_, command) = hint.split_once("`ginpad ").unwrap();
            table.does(command.trim_end_matches('`'));
        }
    }
}
