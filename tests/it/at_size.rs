//! What a command costs in a large book: what it reads of the file is counted, because no clock can be trusted.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use ginpad::book::{Access, Book, BookError, Contents, Exchange, Merging, OpenBook, SharedFolder, Watcher};
use ginpad_core::facts::{Change, FactId};
use ginpad_core::ledger::Namesakes;
use ginpad_core::notation::read_one;
use ginpad_core::{Game, GameHand, Moment};
use rusqlite::Connection;

use crate::support::program::{Table, skipped};
use crate::support::watching::Listener;
use crate::support::whole::lines_of;
use crate::support::with_hands;

/// A small book and a large one, by their games. In a smaller book than that, all that a command looks up stands on the same
/// few pages.
const SIZES: [usize; 2] = [400, 4000];

/// So many bytes more may be read in the large one: its indexes have a level more, and no two games share a page.
const MORE: u64 = 400_000;

/// A table with a book of this many imported games, all of them over, and one game that has ended since.
fn book_of(games: usize) -> Table {
    let table = Table::new();
    let game = |number: usize| {
        let (day, other) = (number % 28 + 1, ["Bob", "Cid", "Dee"][number % 3]);
        let other_hand = other.to_lowercase();
        format!(
            "title: {number}\ndate: 2019-03-{day:02}\nrules: standard, target=50\nsides: Ann, {other}\n\nann gin 30\n{other_hand} gin 3\nann gin 21\n"
        )
    };
    table.put("many.gin", (0..games).map(game).collect::<Vec<_>>().join("---\n"));
    table.does("import many.gin");
    table.does("new Ann Bob --set target=20");
    table.does("log ann gin 4");
    table
}

/// How many bytes a command reads, of the book and of the program itself. The system counts what the children of a
/// shell have read. `None` where it does not.
fn bytes_read(table: &Table, line: &str) -> Option<u64> {
    let before = fs::read(table.book()).unwrap();
    let mut command = table.shell(&format!("ginpad {line} >said 2>&1; cat /proc/$$/io"));
    let said = command.stderr(Stdio::null()).output().unwrap();
    fs::write(table.book(), before).unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    said.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse().ok())
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn what_is_about_one_game_reads_as_much_in_a_large_book_as_in_a_small_one() {
    let [small, large] = SIZES.map(book_of);
    let size = |table: &Table| fs::metadata(table.book()).unwrap().len();
    assert!(size(&large) > 4_000_000, "{}", size(&large));
    if bytes_read(&small, "").is_none() {
        return skipped("the system does not count what a program reads");
    }
    let device = |line: &str| format!("{line} --game 1 --at 10:00");
    let commands = [
        "score".to_string(),
        "explain".to_string(),
        "log ann gin 3".to_string(),
        "fix 1 bob gin 9".to_string(),
        "new".to_string(),
        "new Ann Bob".to_string(),
        "new Eve Flo".to_string(),
        "use 3".to_string(),
        "score @-1".to_string(),
        "undo".to_string(),
        "undo 3".to_string(),
        "history".to_string(),
        "fix last".to_string(),
        "player rename Eve Eva".to_string(),
        device("insert 1 ann gin 3"),
    ];
    for line in commands {
        let [few, many] = [&small, &large].map(|table| bytes_read(table, &line).unwrap());
        assert!(many < few + MORE, "ginpad {line}: {few} bytes in a small book, {many} in a large one");
    }
    // The control: whoever reads all games reads the book.
    let [few, many] = [&small, &large].map(|table| bytes_read(table, "games").unwrap());
    assert!(many > few + 3_000_000, "ginpad games: {few} bytes in a small book, {many} in a large one");
}

/// What a merge and a sync look at of the games that may change.
fn look(open: &OpenBook<'_>, games: &BTreeSet<FactId>) -> Result<(), BookError> {
    open.each_game_among(games, |_| Ok::<(), BookError>(()))
}

#[test]
fn a_merge_scores_the_games_that_it_concerns_once_before_and_once_after() {
    let table = book_of(20);
    fs::copy(table.book(), table.path("copy.db")).unwrap();
    table.does("fix 1 ann gin 9 --game 3 --book copy.db");
    let other = table.does("export --json --book copy.db");
    let mut book = Book::open(&table.book(), Access::Write, None).unwrap().unwrap();
    let listener = Arc::new(Listener::default());
    let open = book.write().unwrap().watched_by(Arc::clone(&listener) as Arc<dyn Watcher>);
    let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
    let merging = Merging { namesakes: Namesakes::Join, is_backed_up: false, now };
    let mut concerned = BTreeSet::new();
    let merged = open.merge(Contents::file(other.as_bytes()).unwrap(), merging, |open, games| {
        concerned.extend(games.iter().copied());
        look(open, games)
    });
    merged.unwrap();
    let number = |game: &FactId| open.game(*game).unwrap().number;
    assert_eq!(concerned.iter().map(number).collect::<Vec<_>>(), [3]);
    look(&open, &concerned).unwrap();
    assert_eq!(listener.steps("reading games"), 2);
}

#[test]
fn a_sync_scores_what_came_once_while_it_holds_the_book() {
    let table = book_of(20);
    fs::create_dir(table.path("shared")).unwrap();
    table.does("sync shared");
    let path = table.path("other.db");
    let folder = SharedFolder::open(&table.path("shared"), &path).unwrap();
    let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
    let mut exchange = Exchange::begin(folder, Namesakes::Join, now).unwrap();
    assert!(exchange.fetch());
    let mut book = Book::open(&path, Access::Write, None).unwrap().unwrap();
    let listener = Arc::new(Listener::default());
    let open = book.write().unwrap().watched_by(Arc::clone(&listener) as Arc<dyn Watcher>);
    // None of them was there before, and what is said of them is read when the book was let go of.
    exchange.arrivals.receive(&open, look).unwrap();
    assert_eq!(exchange.arrivals.brought.amount.hands, 61);
    assert_eq!(listener.steps("reading games"), 0);
    look(&open, &open.games().unwrap().into_iter().collect()).unwrap();
    assert_eq!(listener.steps("reading games"), 21);
}

#[test]
fn games_linked_by_moves_are_put_in_order_once_for_all_of_them() {
    let mut book = Book::in_memory().unwrap();
    let open = book.write().unwrap();
    let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
    let sheet =
        read_one("rules: standard, target=100000\nsides: Ann, Bob\n\nann gin 4\nbob gin 7\nann gin 9\n").unwrap();
    let hands: Vec<_> = sheet
        .hands
        .iter()
        .map(|hand| match hand {
            GameHand::Accepted(accepted) => accepted.clone(),
            GameHand::Refused(refused) => panic!("{refused:?}"),
        })
        .collect();
    let games: Vec<FactId> = (0..40)
        .map(|_| {
            let game = open.begin_game(&Game { hands: Vec::new(), ..sheet.clone() }, now).unwrap();
            open.log(&game, &with_hands(&game, &hands), now).unwrap();
            game.id
        })
        .collect();
    let all = || {
        let began = Instant::now();
        open.each_game(&games, |_| Ok::<(), BookError>(())).unwrap();
        began.elapsed()
    };
    let apart = (0..3).map(|_| all()).max().unwrap();
    for pair in games.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|game| open.game(game).unwrap());
        open.move_hand((&from, 0), (&to, None), now).unwrap().unwrap();
    }
    let linked = (0..3).map(|_| all()).min().unwrap();
    // If each game were read with all others, it would take some eighty times as long.
    assert!(linked < 30 * apart, "{linked:?} for linked games, {apart:?} for others");
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn an_import_of_one_sheet_reads_as_much_in_a_large_book_as_in_a_small_one() {
    // Beside the games of Ann, which have a date, as many of others without one.
    let book = |games: usize| {
        let table = book_of(games);
        let other = |number: usize| format!("title: {number}\nsides: Eve, Flo\n\neve gin {}\n", number % 30);
        table.put("undated.gin", (0..games).map(other).collect::<Vec<_>>().join("---\n"));
        table.does("import undated.gin");
        for (name, lines) in [
            ("dated", "date: 2020-01-02\nsides: Ann, Bob\n\nann gin 3\n"),
            ("undated", "sides: Ann, Bob\n\nann gin 3\n"),
            ("apart", "sides: Ann, Eve\n\nann gin 3\n"),
            ("new", "sides: Gus, Hal\n\ngus gin 3\n"),
        ] {
            table.put(&format!("{name}.gin"), lines);
        }
        table
    };
    let [small, large] = SIZES.map(book);
    if bytes_read(&small, "").is_none() {
        return skipped("the system does not count what a program reads");
    }
    for sheet in ["dated", "undated", "apart", "new"] {
        let line = format!("import {sheet}.gin");
        let [few, many] = [&small, &large].map(|table| bytes_read(table, &line).unwrap());
        assert!(many < few + MORE, "ginpad {line}: {few} bytes in a small book, {many} in a large one");
    }
}

#[test]
fn the_game_before_another_is_found_among_games_with_and_without_a_date() {
    let table = Table::new();
    // Sixty games on each of two days, then as many without a date.
    let game = |number: usize| {
        let date = ["date: 2019-03-01\n", "date: 2019-03-02\n", ""][number / 60];
        format!("title: {number}\n{date}sides: Ann, Bob\n\nann gin 30\n")
    };
    table.put("many.gin", (0..180).map(game).collect::<Vec<_>>().join("---\n"));
    table.does("import many.gin");
    table.does("new Cid Dee");
    table.does("undo");
    table.does("new Eve Flo");
    let listed = table.json("games");
    let numbers: Vec<i64> =
        listed["games"].as_array().unwrap().iter().map(|game| game["number"].as_i64().unwrap()).collect();
    // Backwards from the last game, and from one in the middle of a day.
    let last = *numbers.last().unwrap();
    for (from, steps) in [(last, [1, 2, 17, 59, 60, 61, 100, 179]), (numbers[90], [1, 2, 16, 17, 30, 31, 89, 90])] {
        table.does(&format!("use {from}"));
        let at = numbers.iter().position(|number| *number == from).unwrap();
        for back in steps.into_iter().filter(|back| *back <= at) {
            let before = table.json(&format!("score @-{back}"));
            assert_eq!(before["number"], numbers[at - back], "{back} before {from}");
        }
        table.args(&format!("score @-{}", at + 1)).status(1).refused();
    }
    // A list that was altered hides no game.
    let book = Connection::open(table.book()).unwrap();
    book.execute("UPDATE start SET id = zeroblob(16) WHERE time = (SELECT min(time) FROM start)", []).unwrap();
    drop(book);
    let said = table.args(&format!("score @-{}", 89)).status(1).refused();
    assert!(said.err.contains("the index of games by start was altered"), "{}", said.err);
}

#[test]
fn the_ledger_of_a_pair_is_left_to_versus_in_a_large_book() {
    let large = book_of(1200);
    let shown = large.does("");
    assert!(shown.ends_with("`ginpad versus Ann Bob` says who leads\n"), "{shown}");
    assert!(book_of(20).does("").contains("Ann leads Bob"));
}

#[test]
fn a_large_import_is_undone_and_restored_without_a_look_at_its_hands() {
    let table = Table::after(&["new Ann Bob"]);
    let game = |number: usize| format!("title: {number}\nsides: Cid, Dee\n\ncid gin 3\ndee gin 4\n");
    table.put("many.gin", (0..600).map(game).collect::<Vec<_>>().join("---\n"));
    table.does("import many.gin");
    if let Some(read) = bytes_read(&table, "undo") {
        let size = fs::metadata(table.book()).unwrap().len();
        let fixed = bytes_read(&Table::after(&["new Ann Bob"]), "undo").unwrap();
        assert!(read < fixed + size / 3, "{read} of {size} and {fixed} bytes");
    }
    let said = table.args("undo").check_status().out;
    assert_eq!(said, "undid: imported 600 games\n600 games changed; `ginpad games` lists the games as they are now\n");
    assert_eq!(table.does("games --plain").lines().count(), 1);
    let said = table.args("redo").check_status().out;
    assert_eq!(said, "redid: imported 600 games\n600 games changed; `ginpad games` lists the games as they are now\n");
    assert_eq!(table.does("games --plain").lines().count(), 601);
    // A hand of one of its games counts that game once.
    table.does("log cid gin 4 --game 300");
    let said = table.args("undo 2").check_status().out;
    assert!(said.ends_with("600 games changed; `ginpad games` lists the games as they are now\n"), "{said}");
    assert_eq!(table.json("undo")["changes"][0], "started game 1");
}

#[test]
fn many_hands_of_one_game_are_counted() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let entries = "ann gin 1\n".repeat(1200);
    table.args("log -").stdin(entries).check_status();
    let said = table.args("undo").check_status().out;
    assert!(said.starts_with("undid: logged 1200 hands in game 1\n"), "{said}");
    let said = table.args("redo").check_status().out;
    assert!(said.starts_with("redid: logged 1200 hands in game 1\n"), "{said}");
}

#[test]
fn a_long_list_of_games_has_them_all() {
    let large = book_of(1200);
    let plain = large.does("games --plain");
    let numbers: Vec<i64> = plain.lines().map(|line| line.split('\t').next().unwrap().parse().unwrap()).collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=1201).collect::<Vec<_>>());
    let json = large.json("games");
    let listed: Vec<i64> =
        json["games"].as_array().unwrap().iter().map(|game| game["number"].as_i64().unwrap()).collect();
    assert_eq!(listed, numbers);
    let table = large.does("games");
    assert_eq!(table.lines().count(), 1201 + 2, "the headings and the games");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

#[test]
fn whoever_stops_reading_a_long_list_holds_nobody_up() {
    let large = book_of(1200);
    // The reader of the list does not read on, and the book is written meanwhile.
    let script = "ginpad games --json | { head -c 1; ginpad new Ann Bob --no-input >out; cat >/dev/null; }";
    let said = large.listen(large.shell(script), b"");
    assert_eq!((said.status, said.out.as_str()), (Some(0), "{"), "{}", said.err);
    assert!(fs::read_to_string(large.path("out")).unwrap().starts_with("game 1202: Ann – Bob"));
}

/// A table with a book in which another device has begun this many games, each with a change of its own.
fn begun_elsewhere(games: usize) -> Table {
    let table = Table::new();
    let game = read_one("sides: Ann, Bob\n\nann gin 4\n").unwrap();
    let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
    let state = table.path("other-state");
    let mut book = Book::open(&table.book(), Access::Write, Some(&state)).unwrap().unwrap();
    let open = book.write().unwrap();
    for _ in 0..games {
        open.begin_game(&Game { hands: Vec::new(), ..game.clone() }, now).unwrap();
    }
    open.commit().unwrap();
    table
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn the_first_change_of_a_device_does_not_look_through_those_of_others() {
    let [small, large] = SIZES.map(begun_elsewhere);
    if bytes_read(&small, "").is_none() {
        return skipped("the system does not count what a program reads");
    }
    for line in ["log ann gin 3", "new", "undo", "score"] {
        let [few, many] = [&small, &large].map(|table| bytes_read(table, line).unwrap());
        assert!(many < few + MORE, "ginpad {line}: {few} bytes in a small book, {many} in a large one");
    }
    // The device has written now, and its changes have numbers of their own.
    for table in [&small, &large] {
        table.does("log ann gin 3");
        table.does("log ann gin 3");
    }
    let lines = lines_of(&large.does("export --json"));
    let numbers: Vec<u64> = lines.iter().rev().take(3).map(|line| Change::read(line).unwrap().number).collect();
    assert_eq!(numbers, [2, 1, 4000]);
    // It has few changes, and none before them is looked at: that would be a megabyte. In a larger tree, each search takes a
    // page or two more.
    for line in ["undo", "redo"] {
        let [few, many] = [&small, &large].map(|table| bytes_read(table, line).unwrap_or_default());
        assert!(many < few + 150_000, "ginpad {line}: {few} bytes in a small book, {many} in a large one");
        for table in [&small, &large] {
            table.does(line);
        }
    }
    let [few, many] = [&small, &large].map(|table| bytes_read(table, "undo").unwrap_or_default());
    assert!(many < few + 150_000, "a second undo: {few} bytes in a small book, {many} in a large one");
}

#[test]
fn a_long_answer_says_where_it_found_no_room() {
    let large = book_of(1200);
    let said = large.args("export --json").env("TMPDIR", "/nowhere").run();
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "nothing is printed by half");
    assert!(
        said.err.starts_with("error: a long answer cannot be kept in the folder for temporary files: "),
        "{}",
        said.err
    );
    let some = large.args("games").env("TMPDIR", "/nowhere").run();
    assert_eq!(some.status, Some(0), "a list of this size is kept in memory");
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn a_sync_reads_what_is_new_and_not_what_is_there() {
    let [small, large] = SIZES.map(book_of);
    if bytes_read(&small, "").is_none() {
        return skipped("the system does not count what a program reads");
    }
    let elsewhere = |table: &Table, line: &str| {
        let run = table.args(&format!("{line} --book copy.db")).env("XDG_STATE_HOME", table.path("other-state"));
        assert_eq!(run.run().status, Some(0), "{line}");
    };
    let [few, many] = [&small, &large].map(|table| {
        fs::create_dir(table.path("shared")).unwrap();
        let all = bytes_read(table, "sync shared").unwrap();
        table.does("sync shared");
        let nothing = bytes_read(table, "sync shared").unwrap();
        fs::copy(table.book(), table.path("copy.db")).unwrap();
        table.does("new Eve Flo");
        let sent = bytes_read(table, "sync shared").unwrap();
        elsewhere(table, "sync shared");
        elsewhere(table, "log eve gin 5");
        elsewhere(table, "sync shared");
        table.does("sync shared --dry-run");
        let received = bytes_read(table, "sync shared").unwrap();
        [nothing, sent, received, all]
    });
    for (at, what) in ["nothing", "a game that was sent", "a game that was received"].iter().enumerate() {
        assert!(many[at] < few[at] + MORE, "{what}: {few:?} bytes in a small book, {many:?} in a large one");
    }
    assert!(many[3] > few[3] + 3_000_000, "the control: {few:?} {many:?}");
}
