//! What was done is taken back and comes back, over finished games, in imports and in restored books.

use ginpad::book::{Access, Book, BookError, StoredGame};
use ginpad_core::facts::FactId;
use uuid::Uuid;

use crate::support::program::Table;
use crate::support::whole::{answers_as_the_fold, file_of, lines_of};

#[test]
fn undo_reaches_over_a_finished_game() {
    let table = Table::after(&[
        "new Ann Bob --set target=50",
        "log ann knock 4 30",
        "log bob gin 4",
        "log ann gin 10",
        "new Ann Cid",
        "log cid gin 3",
    ]);
    let won = table.json("score 1");
    assert_eq!((&won["status"], &won["winner"]), (&"finished".into(), &0.into()));
    table
        .args("undo 3")
        .out("undid: logged hand 1 in game 2: Cid gin 3\nundid: started game 2\nundid: logged hand 3 in game 1: Ann gin 10\ngame 2 is gone (Ann – Cid)\ngame 1 was won by Ann 211–54; it is open at 26–29 now\n")
        .check();
    table.does("redo 3");
    assert_eq!(table.json("score 1"), won);
    assert_eq!(table.json("score 2")["hands"][0]["entry"], "Cid gin 3");
}

#[test]
fn a_correction_opens_and_ends_games_and_loses_no_hand() {
    let table = Table::after(&["new Ann Bob --set target=50", "log ann knock 4 30", "log bob gin 4", "log ann gin 10"]);
    table.does("fix 3 ann gin 0 --json");
    let score = table.json("score");
    assert_eq!((&score["status"], &score["columns"][0]["points"]), (&"finished".into(), &serde_json::json!([51, 29])));
    table.does("fix 1 ann knock 4 5");
    assert_eq!(table.json("score")["status"], "open");
    table.does("log ann gin 20");
    table.does("insert 1 bob gin 40");
    let score = table.json("score");
    let counted: Vec<_> = score["hands"].as_array().unwrap().iter().map(|hand| hand["counted"] == true).collect();
    assert_eq!(counted, [true, false, false, false, false]);
    assert_eq!((&score["winner"], &score["columns"][0]["points"]), (&1.into(), &serde_json::json!([0, 65])));
    assert!(score["hands"][4]["columns"].as_array().unwrap().is_empty());
    table.does("drop 1");
    let score = table.json("score");
    assert!(score["hands"].as_array().unwrap().iter().all(|hand| hand["counted"] == true));
    assert_eq!((&score["winner"], &score["columns"][0]["points"]), (&0.into(), &serde_json::json!([71, 29])));
}

/// Sixty hands of four games that were played in turns, each with a correction that came last.
fn games_in_turns() -> (Table, Vec<FactId>) {
    let mut commands: Vec<String> = (0..4).map(|game| format!("new P{game} Bob --set target=9999")).collect();
    for hand in 0..15 {
        let by = |game| if hand == 7 { "dead".to_string() } else { format!("p{game} knock 4 {}", 20 + hand + game) };
        commands.extend((0..4).map(|game| format!("log {} --game {}", by(game), game + 1)));
    }
    commands.extend((0..4).map(|game| format!("fix {} p{game} gin 12 --game {}", 3 + game, game + 1)));
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let table = Table::after(&commands);
    let ids = Book::open(&table.book(), Access::Read, None).unwrap().unwrap().read().unwrap().games().unwrap();
    (table, ids)
}

#[test]
fn games_that_were_played_in_turns_are_read_together() {
    let (table, ids) = games_in_turns();
    let mut book = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
    assert_eq!(ids.len(), 4);
    answers_as_the_fold(&mut book);
}

#[test]
fn whoever_visits_many_games_may_stop() {
    let (table, ids) = games_in_turns();
    let mut book = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
    let open = book.read().unwrap();
    let many: Vec<FactId> = (0..200).map(|at| ids[at % ids.len()]).collect();
    let mut seen = 0;
    let stop = |_: StoredGame| {
        seen += 1;
        if seen == 20 { Err(BookError::Busy) } else { Ok(()) }
    };
    assert!(matches!(open.each_game(&many, stop), Err(BookError::Busy)));
    assert_eq!(seen, 20);
    let missing: Vec<FactId> = many.iter().copied().chain([FactId { of: Uuid::from_u128(7), place: 0 }]).collect();
    let mut seen = 0;
    let count = |_: StoredGame| {
        seen += 1;
        Ok(())
    };
    assert!(matches!(open.each_game(&missing, count), Err(BookError::Flawed { .. })));
    assert!(seen >= 180, "{seen}");
}

#[test]
fn an_import_is_undone_as_a_whole() {
    let table = Table::new();
    table.put("two.gin", "sides: Ann, Bob\n\nann gin 3\n---\nsides: Cid, Dee\n\ndee gin 3\n");
    table.does("new Ann Bob");
    table.does("import two.gin");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 3);
    table.does("undo");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 1);
    table.does("import two.gin");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 3);
    table.args("redo").status(1).refused();
}

#[test]
fn a_game_that_was_undone_travels_too() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "undo 2"]);
    table.put("book.json", table.does("export --json"));
    table.args("import book.json --book copy.db").out("imported 1 hand and 2 people in 3 changes (1 undo)\n").check();
    let history = table.json("history --book copy.db")["changes"].clone();
    for at in [2, 1] {
        table.does(&format!("redo {} --book copy.db", history[at]["id"].as_str().unwrap()));
    }
    assert_eq!(table.json("score 1 --book copy.db")["hands"][0]["entry"], "Ann gin 4");
}

#[test]
fn a_restored_book_calls_its_games_as_before() {
    // The games were written down in another order than they were played.
    let table = Table::new();
    table.does("new Ann Bob --at 2026-11-20");
    table.does("log ann gin 4");
    table.does("new Cid Dee --at 2026-11-10");
    table.does("new Eve Flo --at 2026-11-15");
    table.put("book.json", table.does("export --json"));
    table.args("import book.json --book copy.db").out("imported 3 games, 1 hand and 6 people in 4 changes\n").check();
    assert_eq!(table.json("games --book copy.db"), table.json("games"));
    // Numbers that cannot be are replaced: each game has one of its own.
    let export = table.does("export --json");
    let lines: Vec<&str> = export.lines().collect();
    let (lines, numbers) = lines.split_at(lines.len() - 3);
    let numbered = |number: &str, at: usize| {
        let (game, _) = numbers[at].split_once("\"number\":").unwrap();
        format!("{game}\"number\":{number}}}\n")
    };
    table
        .put("odd.json", format!("{}\n{}{}{}", lines.join("\n"), numbered("9", 0), numbered("9", 1), numbered("0", 2)));
    table.does("import odd.json --book odd.db");
    let odd = table.json("games --book odd.db");
    let mut numbers: Vec<i64> =
        odd["games"].as_array().unwrap().iter().map(|game| game["number"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [9, 10, 11]);
    // A file may not say the numbers.
    table.put("without.json", file_of(&lines_of(&export)));
    table.does("import without.json --book without.db");
    assert_eq!(table.json("games --book without.db")["games"].as_array().unwrap().len(), 3);
}

#[test]
fn rules_are_frozen_into_a_game() {
    let table = Table::new();
    table.put("house.toml", "gin_bonus = 20\ntarget = 60\n");
    table.does("new Ann Bob --rules house.toml");
    table.does("log ann gin 30");
    table.does("log bob gin 31");
    let before = table.json("score 1");
    assert_eq!(before["columns"][0]["points"], serde_json::json!([50, 51]));
    table.put("house.toml", "gin_bonus = 100\ntarget = 10\n");
    table.does("new Ann Bob --rules house.toml");
    table.does("new Ann Bob --rules hollywood-club");
    table.does("log ann gin 30 up 7H");
    assert_eq!(table.json("score 1"), before);
    assert_eq!(table.json("score 2")["rules"]["gin_bonus"], 100);
}

#[test]
fn a_game_that_was_taken_back_and_has_no_number_is_not_called_by_one() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "set title Rain", "undo 3"]);
    table.put("book.json", table.does("export --json"));
    table.does("import book.json --book other.db");
    let whats = || -> Vec<String> {
        let changes = table.json("history --book other.db");
        changes["changes"].as_array().unwrap().iter().map(|change| change["what"].as_str().unwrap().into()).collect()
    };
    let gone = "a game that was taken back";
    assert_eq!(
        whats()[1..],
        [
            format!("set title of {gone}: Rain (Ann – Bob)"),
            format!("logged a hand in {gone}: Ann gin 4"),
            format!("started {gone} (Ann – Bob)"),
        ]
    );
    let id = table.json("history --book other.db")["changes"][3]["id"].as_str().unwrap().to_string();
    table.does(&format!("redo {id} --book other.db"));
    assert_eq!(whats()[4], "started game 1 (Ann – Bob)");
    // Here the next game takes the number.
    table.does("new Cid Dee");
    assert_eq!(table.json("history --limit 5")["changes"][4]["what"], format!("started {gone} (Ann – Bob)"));
}

#[test]
fn an_undone_game_is_described_and_comes_back_by_redo() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    let history = table.does("history --plain");
    let started = history.lines().last().unwrap().split('\t').nth(1).unwrap().to_string();
    table.does(&format!("undo {started}"));
    assert!(table.does("undo").starts_with("undid: logged hand 1 in game 1: Ann knock 4 27\n"));
    let nothing = table.args("undo").status(1).refused().err;
    assert!(nothing.ends_with("hint: `ginpad redo` restores what was undone last\n"), "{nothing}");
}

#[test]
fn a_correction_says_what_it_does_beside_the_score_of_the_game() {
    let match_over = ["new Ann Bob --rules tournament", "log ann gin 98", "log ann gin 98", "log bob gin 20"];
    let table = Table::after(&match_over);
    table.does("log ann gin 30");
    let said = table.does("drop 3");
    assert!(said.ends_with("\n777–0 in Match 1 now, not 476–70\n"), "{said}");
    let table =
        Table::after(&["new Ann Bob --rules hollywood", "log ann gin 98", "log ann gin 20", "log ann adjust 20"]);
    let said = table.args("fix a1 ann adjust 20 column 1").run();
    assert_eq!(said.status, Some(0));
    assert!(said.err.contains("warning: adjustment a1 is not counted: no column was open for it"));
}
