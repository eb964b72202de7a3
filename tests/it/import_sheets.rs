//! Imports of text sheets: games that the book has with fewer hands, files of any size, and pipes.

use std::process::Stdio;
use std::time::Duration;
use std::{fs, thread};

use serde_json::json;

use crate::support::hints::commands;
use crate::support::program::Table;

const BEGUN: &str = "date: 2026-11-20 19:30 +01:00\nrules: standard\nsides: Ann, Bob\n\nAnn gin 20\n";
const REST: &str = "Bob knock 4 27\nAnn gin 31\n";

/// A table whose book has a game with one hand, and a sheet of the same game with two more.
fn table() -> Table {
    let table = Table::new();
    table.put("begun.gin", BEGUN).put("whole.gin", format!("{BEGUN}{REST}"));
    table.does("import begun.gin");
    table
}

fn hands(table: &Table, game: usize) -> usize {
    table.json(&format!("score {game}"))["hands"].as_array().unwrap().len()
}

#[test]
fn a_sheet_that_goes_on_is_named_and_its_hands_are_added_when_asked_for() {
    let table = table();
    table.put("whole.gin", format!("{BEGUN}{REST}---\nsides: Cid, Dee\n\ncid gin 3\n"));
    let said = table.args("import whole.gin").check_status();
    assert_eq!(
        said.out,
        "imported 1 game: game 2\nthe sheets go on with game 1 (2 more hands); `ginpad import whole.gin --continue` adds \
         what is missing\n"
    );
    assert_eq!(hands(&table, 1), 1);
    let again = table.args("import whole.gin").check_status();
    assert_eq!(again.out.lines().next(), Some("1 game is in the book already, as game 2"));

    let hint = commands(&said.out).remove(0);
    let done = table.listen(table.shell(&hint), b"");
    assert_eq!(done.out, "continued game 1 (2 more hands)\n1 game is in the book already, as game 2\n");
    assert_eq!((hands(&table, 1), hands(&table, 2)), (3, 1));
    assert_eq!(
        table.does("import whole.gin --continue"),
        "nothing to import: 2 games are in the book already, as games 1 and 2\n"
    );
    assert!(table.does("import begun.gin").starts_with("nothing to import: "), "it came from this text");
    table.does("undo");
    assert_eq!(hands(&table, 1), 1);
}

#[test]
fn what_goes_on_is_the_same_for_programs_and_in_a_dry_run() {
    let table = table();
    let before = table.files();
    let named = table.json("import whole.gin --dry-run");
    assert_eq!(
        (&named["added"], &named["longer"]),
        (&json!([]), &json!([{ "game": 1, "hands": 2, "adjustments": 0, "closing": false }]))
    );
    let would = table.args("import whole.gin --dry-run --continue").check_status();
    assert_eq!((would.out.lines().last(), would.err.as_str()), (Some("continued game 1 (2 more hands)"), ""));
    assert_eq!(table.files(), before);
    assert!(table.does("import whole.gin --plain").starts_with("did\tthe sheets go on with game 1 (2 more hands); "));
    let continued = table.json("import whole.gin --continue");
    assert_eq!(
        (&continued["longer"], &continued["continued"]),
        (&json!([]), &json!([{ "game": 1, "hands": 2, "adjustments": 0, "closing": false }]))
    );
}

#[test]
fn a_game_that_was_logged_is_gone_on_with_in_its_exported_sheet() {
    let table = Table::after(&["new Ann Bob --at '2026-11-20 19:30 +01:00'", "log ann gin 20"]);
    let sheet = table.does("export");
    table.put(
        "more.gin",
        format!("{}\nclosed: unfinished\n\nAnn gin 20\nbob gin 4\n", sheet.split("\n\n").next().unwrap()),
    );
    assert_eq!(table.does("import more.gin --continue"), "continued game 1 (1 more hand and the closing)\n");
    assert_eq!(table.json("score")["status"], "closed");
    // A game that was ended is not the beginning of another.
    table.put("further.gin", format!("{sheet}bob gin 4\nbob gin 5\n"));
    assert_eq!(table.does("import further.gin"), "imported 1 game: game 2\n");
}

#[test]
fn a_sheet_that_only_closes_a_game_is_that_game() {
    let table = table();
    let closed = |how: &str| BEGUN.replace("\n\n", &format!("\nclosed: {how}\n\n"));
    table.put("closed.gin", closed("unfinished")).put("forfeit.gin", closed("forfeit Bob"));
    let said = table.args("import closed.gin").check_status();
    assert_eq!(
        said.out,
        "the sheets go on with game 1 (the closing); `ginpad import closed.gin --continue` adds what is missing\n"
    );
    assert_eq!(table.json("score")["status"], "open");
    let done = table.json("import closed.gin --continue");
    assert_eq!(done["continued"], json!([{ "game": 1, "hands": 0, "adjustments": 0, "closing": true }]));
    assert_eq!((&table.json("score")["status"], hands(&table, 1)), (&json!("closed"), 1));
    assert!(table.does("import closed.gin --continue").starts_with("nothing to import: 1 game is in the book already"));
    // A game that was closed is not closed in another way.
    assert_eq!(table.json("import forfeit.gin --continue --dry-run")["added"], json!([2]));
    table.does("undo");
    assert_eq!(table.json("score 1")["status"], "open");
    // Of two sheets that go on, one may bring hands and one a closing.
    table.put("more.gin", "sides: Cid, Dee\n\ncid gin 3\n");
    table.does("import more.gin");
    table.put("more.gin", format!("sides: Cid, Dee\n\ncid gin 3\ncid gin 4\n---\n{}", closed("unfinished")));
    let said = table.args("import more.gin").check_status();
    let what = "the sheets go on with games 1 and 2 (1 more hand and the closing); ";
    assert!(said.out.starts_with(what), "{}", said.out);
    // A game without a hand is recognised by its start.
    table.put("empty.gin", "date: 2026-11-21\nsides: Cid, Dee\n");
    table.does("import empty.gin");
    table.put("empty.gin", "date: 2026-11-21\nsides: Cid, Dee\nclosed: unfinished\n");
    assert_eq!(table.does("import empty.gin --continue"), "continued game 3 (the closing)\n");
}

#[test]
fn what_is_announced_is_what_is_continued() {
    let longer = |hands: usize| format!("{BEGUN}{}", "Bob gin 4\n".repeat(hands));
    for hands in [[1, 3], [3, 1]] {
        let (table, alone) = (table(), table());
        for table in [&table, &alone] {
            table.put("two.gin", hands.map(longer).join("---\n"));
        }
        let said = table.args("import two.gin").check_status();
        let more = if hands[0] == 1 { "1 more hand" } else { "3 more hands" };
        let what = format!("the sheets go on with game 1 ({more}) and have 1 new game like it; ");
        assert!(said.out.starts_with(&what), "{}", said.out);
        assert_eq!(table.json("import two.gin")["held"], 1);
        // The first sheet goes on with the game whether it was announced or not, and the second is a new one.
        for table in [&table, &alone] {
            let done = table.json("import two.gin --continue");
            assert_eq!((&done["continued"][0]["hands"], &done["added"]), (&json!(hands[0]), &json!([2])), "{done}");
            assert_eq!([1, 2].map(|game| self::hands(table, game)), hands.map(|more| more + 1));
        }
    }
    // Of two files, the second goes on where the first ends, and what both have comes once.
    let table = table();
    table.put("one.gin", longer(1)).put("three.gin", longer(3)).put("again.gin", longer(3));
    let files = "import one.gin three.gin again.gin";
    let named = table.json(files);
    assert_eq!(
        (&named["longer"], &named["known"]),
        (&json!([{ "game": 1, "hands": 3, "adjustments": 0, "closing": false }]), &json!([]))
    );
    assert_eq!(table.json(&format!("{files} --continue"))["continued"], named["longer"]);
    // A shorter sheet of another file is the beginning of the longer one, and no game of its own.
    let table = self::table();
    table.put("three.gin", longer(3)).put("one.gin", longer(1)).put("two.gin", longer(2));
    let named = table.json("import three.gin one.gin two.gin");
    assert_eq!((&named["longer"][0]["hands"], &named["held"], &named["added"]), (&json!(3), &json!(0), &json!([])));
    let done = table.json("import three.gin one.gin two.gin --continue");
    assert_eq!((&done["continued"][0], &done["added"]), (&named["longer"][0], &json!([])));
}

#[test]
fn the_order_of_the_sheets_of_a_file_makes_no_difference() {
    for files in [[BEGUN.to_string(), format!("{BEGUN}{REST}")], [format!("{BEGUN}{REST}"), BEGUN.to_string()]] {
        let table = table();
        table.put("both.gin", files.join("---\n"));
        let said = table.json("import both.gin --continue");
        assert_eq!((&said["added"], &said["known"]), (&json!([]), &json!([1])), "{said}");
        assert_eq!(hands(&table, 1), 3);
        // In an empty book they are two games, for an export may hold two such games.
        assert_eq!(table.json("import both.gin --book other.db")["added"], json!([1, 2]));
    }
}

#[test]
fn only_the_games_with_the_sides_and_the_start_of_a_sheet_are_the_same_game() {
    let table = table();
    let other = |what: &str, with: &str| BEGUN.replace(what, with) + REST;
    for (what, with) in [("Ann, Bob", "Bob, Ann"), ("19:30", "19:31"), ("standard", "classic"), ("gin 20", "gin 21")] {
        table.put("other.gin", other(what, with));
        let added = table.json("import other.gin --continue --dry-run");
        assert_eq!((&added["added"], &added["continued"]), (&json!([2]), &json!([])), "{with}");
    }
    // Without a start and a hand, there is nothing to tell a game by.
    table.put("empty.gin", "sides: Cid, Dee\n").put("one.gin", "sides: Cid, Dee\n\ncid gin 4\n");
    table.does("import empty.gin");
    assert_eq!(table.json("import one.gin")["added"], json!([3]));
}

#[test]
fn equal_games_and_short_ones_are_told_apart_in_any_number() {
    let table = Table::new();
    table.put("equal.gin", vec![BEGUN; 400].join("---\n"));
    assert_eq!(table.does("import equal.gin"), "imported 400 games: games 1 to 400\n");
    assert!(table.does("import equal.gin").starts_with("nothing to import: 400 games are in the book already"));
    table.put("longer.gin", vec![format!("{BEGUN}{REST}"); 401].join("---\n"));
    let said = table.json("import longer.gin --continue");
    assert_eq!(said["continued"].as_array().unwrap().len(), 400);
    assert_eq!(said["added"], json!([401]));
}

#[test]
fn a_pipe_is_read_twice_too_and_leaves_nothing_behind() {
    let table = Table::new();
    table.put("whole.gin", format!("{BEGUN}{REST}")).put("bad.gin", format!("{BEGUN}{REST}cid gin 4\n"));
    fs::create_dir(table.path("spool")).unwrap();
    let run = |script: &str| table.listen(table.shell(&format!("export TMPDIR=$PWD/spool; {script}")), b"");
    assert_eq!(run("cat whole.gin | ginpad import -").out, "imported 1 game: game 1\n");
    assert_eq!(run("(read line; ginpad score --file - --plain) <whole.gin | head -1").status, Some(0));
    let refused = run("cat bad.gin | ginpad import - --book other.db");
    assert_eq!((refused.status, table.path("other.db").exists()), (Some(1), false));
    assert_eq!(run("TMPDIR=/nowhere; cat whole.gin | ginpad import -").status, Some(1));
    assert_eq!(fs::read_dir(table.path("spool")).unwrap().count(), 0);
}

#[test]
fn several_games_of_a_file_are_shown_as_one_by_one() {
    let table = Table::new();
    table.put("two.gin", format!("{BEGUN}---\ntitle: Ü\n{BEGUN}{REST}"));
    let [first, second] = [1, 2].map(|game| table.json(&format!("score {game} --file two.gin")));
    assert_eq!(table.json("score --file two.gin")["games"], json!([first, second]));
    let [first, second] = [1, 2].map(|game| table.does(&format!("score {game} --file two.gin")));
    assert_eq!(table.does("score --file two.gin"), format!("{first}\n{second}"));
    table.put("one.gin", BEGUN);
    assert_eq!(table.json("score --file one.gin")["schema"], "ginpad/score/1");
    table.args("score 3 --file two.gin").status(1).refused();
}

#[test]
fn the_order_of_the_files_makes_no_difference() {
    let longer = |hands: usize| format!("{BEGUN}{}", "Bob gin 4\n".repeat(hands));
    let orders = ["begun.gin one.gin three.gin", "three.gin begun.gin one.gin", "one.gin three.gin begun.gin"];
    for (files, more) in orders.iter().flat_map(|files| [(files, ""), (files, " --continue")]) {
        let table = Table::new();
        table.put("begun.gin", BEGUN).put("one.gin", longer(1)).put("three.gin", longer(3));
        let would = table.args(&format!("import {files}{more} --dry-run")).check_status();
        assert!(would.out.contains("\nimported 1 game: game 1\n"), "{files}: {}", would.out);
        assert!(would.out.contains("Ann – Bob") && would.err.is_empty(), "{files}: {}", would.err);
        assert_eq!(table.does(&format!("import {files}{more}")), "imported 1 game: game 1\n");
        assert_eq!(hands(&table, 1), 4, "{files}");
        let again = table.json(&format!("import {files}"));
        assert_eq!((&again["added"], &again["known"], &again["longer"]), (&json!([]), &json!([1]), &json!([])));
    }
    // Without a start nothing tells whether they are one game.
    for files in ["short.gin long.gin", "long.gin short.gin"] {
        let table = Table::new();
        table
            .put("short.gin", "sides: Ann, Bob\n\nann gin 4\n")
            .put("long.gin", "sides: Ann, Bob\n\nann gin 4\nann gin 5\n");
        assert_eq!(table.does(&format!("import {files} --continue")), "imported 2 games: games 1 and 2\n");
    }
}

#[test]
fn the_hint_of_a_trial_does_what_it_says() {
    let table = table();
    for flag in ["--dry-run", "-n"] {
        let said = table.args(&format!("import whole.gin {flag}")).check_status();
        assert!(said.out.contains("; `ginpad import whole.gin --continue` adds what is missing\n"), "{}", said.out);
    }
}

#[test]
fn a_book_can_be_read_beside_a_large_import() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let game = |number: usize| {
        format!("title: {number}\nrules: standard, target=100000\nsides: Ann, Bob\n\n{}", "ann gin 9\n".repeat(500))
    };
    table.put("large.gin", (0..60).map(game).collect::<Vec<_>>().join("---\n"));
    let book = rusqlite::Connection::open(table.book()).unwrap();
    book.busy_timeout(Duration::ZERO).unwrap();
    let mut command = table.command();
    let mut import =
        command.args(["import", "large.gin"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut read, mut waited) = (0, 0);
    while import.try_wait().unwrap().is_none() {
        if book.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err() {
            let hands = book.query_row("SELECT count(*) FROM hand", [], |row| row.get::<_, i64>(0));
            *(if hands.is_ok() { &mut read } else { &mut waited }) += 1;
        }
        thread::sleep(Duration::from_millis(1));
    }
    drop(book);
    // At the end, what was got ready is copied in at one go; on a busy machine that takes a while too.
    assert!(4 * read > waited, "read {read} times, waited {waited} times");
    assert_eq!(table.json("score 61")["hands"].as_array().unwrap().len(), 500);
    table.put("whole.json", table.does("export --json"));
    table.does("import whole.json --book verified.db");
}

#[test]
fn a_hand_that_is_marked_as_refused_and_is_not_is_a_hand() {
    let table = Table::new();
    table.put(
        "friday.gin",
        "# cards\nsides: Ann, Bob\n\nann gin 4 refused\nbob knock 3 20\n---\nsides: Cid, Dee\n\ncid gin 9 Refused\n",
    );
    for command in ["import -n friday.gin", "score --file friday.gin", "explain 1 --file friday.gin --game 1"] {
        assert_eq!(table.args(command).run().err, "", "{command}");
    }
    table.does("import friday.gin");
    assert_eq!(
        table.does("export 1"),
        "rules: standard\nsides: Ann, Bob\n\nann gin 4\nbob knock 3 20\n".replace("ann", "Ann").replace("bob", "Bob")
    );
    // Where the rules do refuse it, the word is right.
    table.put("right.gin", "rules: standard, knock_limit=3\nsides: Ann, Bob\n\nann knock 4 20 refused\n");
    let said = table.args("import right.gin").check_status().err;
    assert!(said.contains("warning: hand 1 is not counted: "), "{said}");
}

#[test]
fn a_sheet_goes_on_with_adjustments_as_with_hands() {
    let table = Table::new();
    let begun =
        "date: 2026-11-20 19:30 +01:00\nrules: standard\nsides: Ann, Bob\n\nAnn adjust 5\nBob adjust 3\nAnn gin 20\n";
    table.put("begun.gin", begun).put("whole.gin", format!("{begun}Bob adjust -2\nBob knock 4 27\n"));
    table.does("import begun.gin");
    let said = table.args("import whole.gin").check_status().out;
    assert!(said.contains("game 1 (1 more hand and 1 more adjustment)"), "{said}");
    table.does("import whole.gin --continue");
    assert!(table.does("export").ends_with("Ann gin 20\nBob adjust -2\nBob knock 4 27\n"));
}

#[test]
fn rules_that_would_put_a_spot_at_the_target_are_refused() {
    let table = Table::new();
    table.does("new Ann Bob --spot Bob=25");
    let said = table.args("set rules target=25").run();
    assert_eq!(said.status, Some(1));
    assert_eq!(
        said.err,
        "error: game 1 cannot have the target 25: a spot of 25 is not below it\n\
         hint: `ginpad set spot - --game 1` takes the spots away\n"
    );
    table.does("set rules target=26");
}
