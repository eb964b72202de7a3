//! `ginpad deadwood` as a player and as a script use it.

use std::fmt::Write as _;

use ginpad_core::cards::{Ace, Cards, deadwood};
use serde_json::{Value, json};

use crate::core::dice::{Dice, times};
use crate::core::vectors;
use crate::support::program::Table;

/// The hands of a file of `tests/vectors`, each with its line.
fn vectors(name: &str) -> Vec<(Value, String)> {
    let lines = vectors::vectors(name).into_iter();
    lines
        .map(|line| {
            let cards: Vec<&str> = line["hand"].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
            let hand = cards.join(" ");
            (line, hand)
        })
        .filter(|(line, _)| (1..=11).contains(&line["hand"].as_array().unwrap().len()))
        .collect()
}

/// What `deadwood --batch` with more flags answers to these hands, line by line.
fn batch(table: &Table, flags: &str, hands: &[String]) -> Vec<String> {
    table.put("hands.txt", hands.join("\n") + "\n");
    let said = table.listen(table.shell(&format!("ginpad deadwood --batch {flags} < hands.txt")), b"");
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    let lines: Vec<String> = said.out.lines().map(str::to_string).collect();
    assert_eq!(lines.len(), hands.len());
    lines
}

#[test]
fn the_worked_hands_come_out_as_worked() {
    let table = Table::new();
    for name in ["hands10", "hands11", "hands_any"] {
        let (lines, hands): (Vec<Value>, Vec<String>) = vectors(name).into_iter().unzip();
        let answers = batch(&table, "--json", &hands);
        let records = batch(&table, "--plain", &hands);
        for ((line, answer), record) in lines.iter().zip(&answers).zip(&records) {
            let answer: Value = serde_json::from_str(answer).unwrap();
            let id = &line["id"];
            assert_eq!(answer["cards"], line["hand"], "{id}");
            let eleven = line["hand"].as_array().unwrap().len() == 11;
            let least = if eleven { "min_deadwood_after_discard" } else { "min_deadwood" };
            let least = line.get(least).unwrap_or(&line["min_deadwood"]);
            assert_eq!(&answer["deadwood"], least, "{id}");
            if let Some(best) = line.get("best_discards") {
                let big = line["big_gin"] == json!(true);
                assert_eq!(answer["big_gin"], big, "{id}");
                let among = |card: &Value| best.as_array().unwrap().contains(card);
                assert_eq!(answer["discard"].is_null(), big, "{id}");
                assert!(big || among(&answer["discard"]), "{id}");
                assert!(big || answer["discards"].as_array().unwrap().iter().all(among), "{id}");
            }
            if let Some(gin) = line.get("gin") {
                assert_eq!(&answer["gin"], gin, "{id}");
                assert_eq!(answer["knock"]["allowed"], answer["deadwood"].as_u64().unwrap() <= 10, "{id}");
            }
            let fields: Vec<&str> = record.split('\t').collect();
            assert_eq!(fields[0], answer["deadwood"].to_string(), "{id}");
            let codes = |list: &Value| {
                let codes: Vec<&str> = list.as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
                codes.join(" ")
            };
            let melds: Vec<String> = answer["melds"].as_array().unwrap().iter().map(codes).collect();
            assert_eq!((fields[1], fields[2]), (melds.join(" / ").as_str(), codes(&answer["unmatched"]).as_str()));
            assert_eq!(fields.get(3).copied(), answer["discard"].as_str(), "{id}");
        }
    }
}

#[test]
fn one_hand_is_answered_like_the_line_of_a_batch() {
    let table = Table::new();
    for cards in ["7hdc a23s 89td kh", "7hdc a23s 89td kh 4c", "7hdc a23s 89tjqd", "2c"] {
        let hands = [cards.to_string()];
        let one: Value = table.json(&format!("deadwood {cards}"));
        let line: Value = serde_json::from_str(&batch(&table, "--json", &hands)[0]).unwrap();
        assert_eq!(one, line);
        let plain = table.does(&format!("deadwood {cards} --plain"));
        assert_eq!(plain, batch(&table, "", &hands)[0].clone() + "\n");
        assert_eq!(plain, table.does(&format!("deadwood --plain {}", cards.to_uppercase().replace(' ', ""))));
    }
    assert!(!table.book().exists());
}

#[test]
fn rules_upcard_and_cards_that_are_gone_are_heeded() {
    let table = Table::new();
    table.put("house.toml", "based_on = \"oklahoma\"\nknock_limit = 7\n");
    let knock = |flags: &str| table.json(&format!("deadwood a23s 7hdc 89td 6h {flags}"))["knock"].clone();
    assert_eq!(knock(""), json!({ "limit": 10, "allowed": true }));
    assert_eq!(knock("--up 3h"), json!({ "limit": 10, "allowed": true }));
    assert_eq!(knock("--rules straight"), json!({ "limit": 0, "allowed": false }));
    assert_eq!(knock("--rules oklahoma --up 5h"), json!({ "limit": 5, "allowed": false }));
    assert_eq!(knock("--rules oklahoma --up kh"), json!({ "limit": 10, "allowed": true }));
    assert_eq!(knock("--rules oklahoma"), json!({ "limit": null, "allowed": null }));
    assert_eq!(knock("--rules ./house.toml --up kh"), json!({ "limit": 7, "allowed": true }));
    assert_eq!(table.json("deadwood a23s 7hdc --rules oklahoma")["knock"]["allowed"], Value::Null);

    let outs = |flags: &str| table.json(&format!("deadwood a23s 7hdc 89td 4h {flags}"))["outs"].clone();
    let all = outs("");
    assert_eq!((&all["gin"], &all["gin_count"], &all["unseen"]), (&json!(["4S", "7S", "JD"]), &json!(3), &json!(42)));
    assert_eq!(all["knock_count"], json!(42));
    let some = outs("--seen 'jd, 7s' --seen 🃁");
    assert_eq!((&some["gin"], &some["unseen"]), (&json!(["4S"]), &json!(39)));
    let pack = (Cards::PACK - Cards::read("a23s 7hdc 89td 4h").unwrap()).codes();
    let none = outs(&format!("--seen '{pack}'"));
    assert_eq!((&none["gin"], &none["knock"], &none["unseen"]), (&json!([]), &json!([]), &json!(0)));
    let upcard = outs("--up jd");
    assert_eq!((&upcard["gin"], &upcard["unseen"]), (&json!(["4S", "7S"]), &json!(41)), "the upcard was seen");
    assert_eq!(outs("--up jd --seen jd"), upcard);
    assert_eq!(outs("--up 4h"), all, "the upcard was taken");
    assert_eq!(table.json("deadwood a23s 7hdc 89td")["outs"], Value::Null);
    assert_eq!(table.json("deadwood a23s 7hdc 89tjd 4h")["outs"], Value::Null);
}

#[test]
fn what_has_no_card_in_it_is_no_question() {
    let table = Table::new();
    for words in [&["deadwood"][..], &["deadwood", ""], &["deadwood", " , "], &["deadwood", "--seen", "kh"]] {
        let said = table.words(words.iter().copied()).status(2).refused();
        assert!(said.err.starts_with("error: there are no cards\n"), "{words:?} {}", said.err);
    }
    table.args("deadwood --batch").out("").check();
}

#[test]
fn everything_wrong_with_a_hand_is_told_each_at_its_place() {
    let table = Table::new();
    let said = table.args("deadwood 7hdc 1d 20h 345s 8x 7d --seen 'kh x 9' --up z --rules nome").status(1).refused();
    insta::assert_snapshot!(said.err, @"
error: the cards cannot be counted:
  there is no rank `1`; the ranks are A 2-10 J Q K
    7hdc 1d 20h 345s 8x 7d
         ^
  there is no rank `20`; the ranks are A 2-10 J Q K
    7hdc 1d 20h 345s 8x 7d
            ^
  `x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)
    7hdc 1d 20h 345s 8x 7d
                      ^
  7♦ is given twice
    7hdc 1d 20h 345s 8x 7d
                        ^
  `x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)
    kh x 9
       ^
  `9` has no suit (s h d c)
    kh x 9
         ^
  no preset named `nome`
  `z` is not a card; write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h
hint: type cards like `7hdc 345s 9d`
");
    table.put("hands.txt", "1h 7d 8x\nas\n");
    let said = table.listen(table.shell("ginpad deadwood --batch < hands.txt"), b"");
    assert_eq!((said.out.as_str(), said.status), ("1\t\tAS\n", Some(1)));
    insta::assert_snapshot!(said.err, @"
error: line 1, column 1: there is no rank `1`; the ranks are A 2-10 J Q K
  1h 7d 8x
  ^
error: line 1, column 8: `x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)
  1h 7d 8x
         ^
error: 1 line could not be read; 1 hand answered
hint: type cards like `7hdc 345s 9d`
");
}

#[test]
fn a_bad_line_is_named_and_the_others_are_answered() {
    let table = Table::new();
    let lines = b"\xef\xbb\xbfas 2s 3s\r\n\n# later\n1h\nkh kd\nqs \xff\n, ,\n2c 2c\njd";
    table.put("hands.txt", [&lines[..], b"\n", &b"9".repeat(80_001)].concat());
    let said = table.listen(table.shell("ginpad deadwood --batch < hands.txt"), b"");
    assert_eq!(said.out, "0\tAS 2S 3S\t\n20\t\tKH KD\n10\t\tJD\n");
    assert_eq!(said.status, Some(1));
    insta::assert_snapshot!(said.err, @"
error: line 4, column 1: there is no rank `1`; the ranks are A 2-10 J Q K
  1h
  ^
error: line 6: it is not UTF-8 text
error: line 7, column 1: there are no cards
  , ,
  ^
error: line 8, column 4: 2♣ is given twice
  2c 2c
     ^
error: line 10: it is longer than 20000 bytes
error: 5 lines could not be read; 3 hands answered
hint: type cards like `7hdc 345s 9d`
");
    let said = table.listen(table.shell("printf 'as kh\\n2s\\n' | ginpad deadwood --batch --seen kh"), b"");
    assert_eq!((said.out.as_str(), said.status), ("2\t\t2S\n", Some(1)));
    assert!(
        said.err.starts_with("error: line 1, column 1: `--seen` names cards that are in the hand: K♥\n"),
        "{}",
        said.err
    );
}

#[test]
fn a_line_is_answered_as_soon_as_it_is_there() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::Stdio;

    let table = Table::new();
    let mut command = table.command();
    command.args(["deadwood", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut hands = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for hand in ["as", "kh kd", "7hdc"] {
        writeln!(hands, "{hand}").unwrap();
        let deadwood = deadwood(Cards::read(hand).unwrap(), Ace::Low).to_string();
        assert!(answers.next().unwrap().unwrap().starts_with(&deadwood));
    }
    drop(hands);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error_and_a_full_disk_is_one() {
    let table = Table::new();
    let hands = "as 2s 3s kh kd\n".repeat(200_000);
    table.put("hands.txt", hands);
    let script = "{ ginpad deadwood --batch < hands.txt; echo \"status $?\" >&2; } | head -1";
    let said = table.listen(table.shell(script), b"");
    assert_eq!((said.out.as_str(), said.err.as_str()), ("20\tAS 2S 3S\tKH KD\n", "status 0\n"));
    if cfg!(target_os = "linux") {
        for flags in ["--batch < hands.txt", "--batch --json < hands.txt", "as 2s 3s"] {
            let said = table.listen(table.shell(&format!("ginpad deadwood {flags} > /dev/full")), b"");
            assert_eq!(said.status, Some(3), "{flags}");
            assert!(said.err.starts_with("error: the answer could not be written: "), "{}", said.err);
        }
    }
}

#[test]
fn no_bytes_break_a_batch() {
    const PIECES: &[&str] = &[
        "a", "10", "1", "k", "♠", "s", "h", "🂡", "🂠", "\u{fe0f}", " ", ",", "\n", "\n", "\r", "#", "\t", "\0", "é", "/",
    ];
    let table = Table::new();
    let mut dice = Dice::new(17);
    let mut bytes: Vec<u8> = Vec::new();
    for _ in 0..times(20_000, 2_000_000) {
        match dice.below(12) {
            0 => bytes.push(dice.roll() as u8),
            _ => bytes.extend(PIECES[dice.below(PIECES.len())].as_bytes()),
        }
    }
    table.put("bytes.txt", &bytes);
    for flags in ["", "--json"] {
        let said = table.listen(table.shell(&format!("ginpad deadwood --batch {flags} < bytes.txt")), b"");
        assert_eq!(said.status, Some(1));
        assert!(said.out.lines().count() > 10);
        assert!(said.err.lines().last().unwrap().starts_with("hint: "));
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: `.ci/run` runs it"]
fn a_batch_of_any_size_takes_little_memory() {
    let table = Table::new();
    let script = "ulimit -v 100000; { yes 'as 2s 3s kh kd' | head -n 2000000; head -c 300000000 /dev/zero; \
                  printf '\\n2c\\n'; } | ginpad deadwood --batch | tail -n 1";
    let said = table.listen(table.shell(script), b"");
    assert_eq!(said.out, "2\t\t2C\n", "{}", said.err);
    assert!(said.err.starts_with("error: line 2000001: it is longer than 20000 bytes\n"), "{}", said.err);
}

#[test]
fn hands_of_the_whole_pack_add_up() {
    let table = Table::new();
    let mut dice = Dice::new(3);
    let hands: Vec<Cards> = (0..times(2_000, 200_000)).map(|_| dice.draw(Cards::PACK, 10)).collect();
    let mut input = String::new();
    hands.iter().for_each(|hand| writeln!(input, "{}", hand.codes()).unwrap());
    table.put("hands.txt", &input);
    let said = table.listen(table.shell("ginpad deadwood --batch < hands.txt"), b"");
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    let records: Vec<&str> = said.out.lines().collect();
    assert_eq!(records.len(), hands.len());
    for (hand, record) in hands.iter().zip(records) {
        let fields: Vec<&str> = record.split('\t').collect();
        assert_eq!(fields[0], deadwood(*hand, Ace::Low).to_string());
        assert_eq!(Cards::read(&format!("{} {}", fields[1].replace('/', " "), fields[2])).unwrap(), *hand);
    }
}

#[test]
fn the_rules_of_an_open_game_count_and_an_upcard_that_they_ignore_is_explained() {
    let table = Table::after(&["new Ann Bob --rules oklahoma"]);
    let said = table.args("deadwood a23s 7hdc 89td 4h --up 3H").run();
    assert_eq!(said.err, "note: by the rules of game 1: oklahoma; `--rules` names others\n");
    assert!(said.out.contains("4: 1 over the limit of 3 that the upcard 3♥ sets"), "{}", said.out);
    let hands = "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --up";
    let refused = table.args(&format!("{hands} 3c")).status(1).refused();
    assert!(refused.err.contains("limit 3\nhint: by the rules of game 1: oklahoma;"), "{}", refused.err);
    table.args("new --set oklahoma=off").run();
    let said = table.args(&format!("{hands} 3c")).run();
    let ignored = "note: the upcard 3♣ sets no knock limit under these rules (oklahoma=off)\n";
    assert_eq!(
        said.err,
        format!("note: by the rules of game 2: oklahoma, oklahoma=off; `--rules` names others\n{ignored}")
    );
    assert_eq!(table.args("deadwood 7hdc --up 3c --rules classic").run().err, ignored);
    table.args("close").run();
    assert_eq!(table.args("deadwood 7hdc").run().err, "");
}
