//! Books with flipped bits: whatever is sheet_of of a game is what was logged, or else the game is refused.

use std::fs;
use std::path::Path;

use ginpad::book::{Access, Book, BookError, StoredGame};
use ginpad_core::facts::FactId;
use rusqlite::Connection;

use crate::support::program::Table;

/// A book of three games in which everything was done that a game can hold.
pub(crate) fn book() -> Table {
    let table = Table::after(&[
        "new Ann Bob --set target=500 --title 'Friday night'",
        "log ann knock 4 27 note 'took the four'",
    ]);
    for hand in 0..12 {
        table.does(&format!("log {} gin {}", ["ann", "bob"][hand % 2], 1 + hand % 5));
    }
    for command in [
        "undo 2",
        "redo",
        "fix 3 bob knock 5 20+3",
        "drop 4",
        "insert 2 ann knock 5 9",
        "log dead",
        "undo",
        "new Cid Dee --rules hollywood --set target=1000 --stake '0.01 USD'",
        "log cid gin 12",
        "log dee big-gin 40",
        "log cid gin 13",
        "undo",
        "close --forfeit cid",
        "log bob gin 5 --game 1",
        "import sheet.gin",
    ] {
        if command.starts_with("import") {
            table.put("sheet.gin", "sides: Ann, Eve\n\nann gin 4\neve knock 3 20\ndead\nann gin 9\n");
        }
        table.args(command).check_status();
    }
    table
}

/// The games with these ids, if they can be read.
fn read(path: &Path, ids: &[FactId]) -> Result<Vec<StoredGame>, BookError> {
    let Some(mut book) = Book::open(path, Access::Read, None)? else { return Ok(Vec::new()) };
    let open = book.read()?;
    ids.iter().map(|id| open.game(*id)).collect()
}

/// What is sheet_of of a game.
fn sheet_of(game: &StoredGame) -> String {
    format!("{} {:?}", game.number, game.scored)
}

#[test]
fn no_flipped_bit_changes_a_score() {
    // More for a search that takes longer: `GINPAD_FLIPS=6000`.
    let flips = std::env::var("GINPAD_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(250);
    let table = book();
    let ids = {
        let mut book = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
        book.read().unwrap().games().unwrap()
    };
    assert_eq!(ids.len(), 3);
    let whole = fs::read(table.book()).unwrap();
    let before: Vec<String> = read(&table.book(), &ids).unwrap().iter().map(sheet_of).collect();
    let flipped = table.path("flipped.db");
    // A bit in a part of the file that holds nothing would test nothing, and the schema is compared in any case.
    let bytes: Vec<usize> =
        (0..whole.len()).filter(|at| whole[at.saturating_sub(3)..].iter().take(7).any(|byte| *byte != 0)).collect();
    let mut refused = 0;
    for flip in 0..flips {
        // A prime steps through the whole file in no order.
        let at = bytes[flip * 7919 % bytes.len()];
        let bit = flip % 8;
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&flipped, damaged).unwrap();
        for (id, before) in ids.iter().zip(&before) {
            match read(&flipped, &[*id]) {
                Ok(games) => {
                    let now: Vec<String> = games.iter().map(sheet_of).collect();
                    assert!(now.first().is_none_or(|now| now == before), "bit {bit} of byte {at}\n{now:?}\n{before}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > flips / 10, "only {refused} games were refused");
}

/// What is asked of a whole book: each answer, or that it was refused.
fn answers(path: &Path, state: Option<&Path>) -> Vec<Option<String>> {
    let Ok(Some(mut book)) = Book::open(path, Access::Read, state) else { return vec![None; 4] };
    let Ok(open) = book.read() else { return vec![None; 4] };
    let mut whole = Vec::new();
    let whole = open.export(&mut whole).is_ok().then(|| String::from_utf8_lossy(&whole).into_owned());
    let current = open.current_game();
    assert!(!matches!(current, Err(BookError::Unexpected { .. })), "{current:?}");
    vec![
        open.games().ok().map(|games| format!("{games:?}")),
        current.ok().map(|game| format!("{:?}", game.map(|game| game.id))),
        open.people().ok().map(|people| format!("{people:?}")),
        whole,
    ]
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn no_flipped_bit_in_an_index_changes_which_games_there_are() {
    const PAGE: usize = 8192;
    let table = book();
    // The game that this device began last is not the newest of the book, and another was undone.
    table.does("new Ann Cid");
    table.does("undo");
    let elsewhere = |line: &str| table.args(line).env("XDG_STATE_HOME", table.path("elsewhere")).check_status();
    table.does("new Fay Gus");
    elsewhere("new Bob Eve");
    let pages = {
        let book = rusqlite::Connection::open(table.book()).unwrap();
        let trees = "SELECT name, pageno FROM dbstat WHERE name NOT IN ('change', 'sqlite_schema', 'device')";
        let mut trees = book.prepare(trees).unwrap();
        let pages = trees.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        pages.collect::<Result<Vec<(String, usize)>, _>>().unwrap()
    };
    for tree in ["change_by_name", "change_by_id", "concerns", "run", "start", "sum", "game_number", "chosen_game"] {
        assert!(pages.iter().any(|(name, _)| name == tree), "{tree}");
    }
    let whole = fs::read(table.book()).unwrap();
    let before = answers(&table.book(), None);
    assert!(before.iter().all(Option::is_some));
    let flipped = table.path("flipped.db");
    let mut refused = 0;
    for (name, page) in pages {
        let start = (page - 1) * PAGE;
        let bytes = (start..start + PAGE).filter(|at| whole[at - 3..].iter().take(7).any(|byte| *byte != 0));
        // All of the head of the page, and parts of its rows.
        for at in bytes.filter(|at| at - start < 16 || at % 5 == 0) {
            let bit = at % 8;
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&flipped, damaged).unwrap();
            for (now, before) in answers(&flipped, None).iter().zip(&before) {
                refused += usize::from(now.is_none());
                assert!(
                    now.is_none() || now == before,
                    "bit {bit} of byte {} of {name}\n{now:?}\n{before:?}",
                    at - start
                );
            }
        }
    }
    assert!(refused > 200, "only {refused} answers were refused");
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn no_flipped_bit_of_the_header_is_a_mystery_or_written_over() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let whole = fs::read(table.book()).unwrap();
    let before = answers(&table.book(), None);
    let flipped = table.path("flipped.db");
    for (at, bit) in (0..100).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&flipped, &damaged).unwrap();
        let now = answers(&flipped, None);
        assert!(now == before || now.iter().all(Option::is_none), "bit {bit} of byte {at}");
        if let Err(error) = Book::open(&flipped, Access::Write, None) {
            let is_clear =
                matches!(error, BookError::Flawed { .. } | BookError::Malformed(_) | BookError::Newer { .. });
            assert!(is_clear, "bit {bit} of byte {at}: {error}");
            assert_eq!(fs::read(&flipped).unwrap(), damaged, "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn a_book_without_the_number_of_its_schema_is_damaged() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let known = ginpad::book::MIGRATIONS.len();
    let newer = format!("error: this book was written by a newer ginpad (schema 69; this one reads up to {known})\n");
    for (version, says) in [(0, "error: the book is damaged: the beginning of its file was altered\n"), (69, &newer)] {
        let book = rusqlite::Connection::open(table.book()).unwrap();
        book.pragma_update(None, "user_version", version).unwrap();
        drop(book);
        for command in ["score", "log bob gin 5", "export --json"] {
            let said = table.args(command).status(1).refused().err;
            assert!(said.starts_with(says), "{command}\n{said}");
            assert!(said.contains("`ginpad rescue "), "{said}");
        }
    }
    table.does(&format!("rescue {} --to saved.db", table.book().display()));
}

#[test]
fn a_flipped_bit_in_the_schema_is_damage_and_names_a_table() {
    let table = Table::after(&["new Ann Bob"]);
    let whole = fs::read(table.book()).unwrap();
    for (text, at, what) in [
        ("one   INTEGER PRIMARY KEY CHECK (one = 1)", 39, "the table `device` was changed"),
        ("sqlite_autoindex_game_number_1game_number", 31, "the index `sqlite_autoindex_game_number_1` was changed"),
        ("'a line is never altered'", 7, "the trigger `"),
    ] {
        // SQLite may have left the text in other places of the file too, which it does not read.
        let found = whole.windows(text.len()).enumerate().filter(|(_, bytes)| *bytes == text.as_bytes());
        let said: Vec<String> = found
            .map(|(found, _)| {
                let mut damaged = whole.clone();
                damaged[found + at] ^= 4;
                table.put("book.db", damaged);
                table.args("score").run().err.replace(":\n  ", ": ")
            })
            .collect();
        let says = format!("error: the book /home/ann/book.db is damaged, or another program has altered it: {what}");
        let first = |said: &String| said.lines().next().unwrap_or_default().to_string();
        let damage: Vec<String> = said.iter().map(first).filter(|said| !said.is_empty()).collect();
        assert!(!damage.is_empty() && damage.iter().all(|said| said.starts_with(&says)), "{text}\n{said:?}");
    }
    // Two tables that begin in one page.
    table.put("book.db", &whole);
    let book = rusqlite::Connection::open(table.book()).unwrap();
    let twice = "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'sum')
         WHERE name = 'start';";
    book.execute_batch(twice).unwrap();
    drop(book);
    let said = table.args("score").status(1).refused().err;
    assert!(said.starts_with("error: the book is damaged: two of its tables begin in one place\n"), "{said}");
}

#[test]
fn text_that_is_no_text_is_damage() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4 note 'took the four'"]);
    let mut book = fs::read(table.book()).unwrap();
    let at = book.windows(8).position(|bytes| bytes == b"took the").unwrap();
    book[at] = 0xff;
    table.put("book.db", book);
    for command in ["score", "log bob gin 5", "explain 1", "export", "export --json", "undo"] {
        let said = table.args(command).status(1).refused();
        assert!(said.err.starts_with("error: the book is damaged: "), "{command}\n{}", said.err);
    }
}

#[test]
fn a_hand_that_was_changed_is_refused_whatever_is_asked_of_its_game() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4 note 'took the four'", "new Cid Dee"]);
    let mut book = fs::read(table.book()).unwrap();
    let at = book.windows(8).position(|bytes| bytes == b"took the").unwrap();
    book[at] = b'T';
    table.put("book.db", book);
    let says = "error: the book is damaged: a line was altered (game 1)\n";
    for command in ["score 1", "log bob gin 5 --game 1", "explain 1 --game 1", "export 1", "export"] {
        let said = table.args(command).status(1).refused();
        assert!(said.err.starts_with(says), "{command}\n{}", said.err);
    }
    // The other game is as it was.
    table.does("score 2");
    table.does("log cid gin 5");
    // Many games are exported in the same way.
    (0..9).for_each(|_| drop(table.args("new Ann Bob").check_status()));
    let said = table.args("export").status(1).refused();
    assert!(said.err.starts_with(says), "{}", said.err);
}

#[test]
fn a_root_that_points_into_its_own_tree_is_found_by_check() {
    let table = Table::new();
    let game = |number: usize| format!("title: {number}\nsides: Ann, Bob\n\nann gin 4\nbob knock 3 20\n");
    table.put("long.gin", (0..600).map(game).collect::<Vec<_>>().join("---\n"));
    table.does("import long.gin");
    let bytes = fs::read(table.book()).unwrap();
    let page_size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let book = Connection::open(table.book()).unwrap();
    let mut roots = book.prepare("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 1").unwrap();
    let roots = roots.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, usize>(1)?))).unwrap();
    let mut tried = Vec::new();
    for (name, root) in roots.map(Result::unwrap) {
        let page = &bytes[(root - 1) * page_size..];
        // Pages with children, which name the last of them here.
        if ![2, 5].contains(&page[0]) {
            continue;
        }
        let child = u32::from_be_bytes(page[8..12].try_into().unwrap());
        fs::copy(table.book(), table.path("moved.db")).unwrap();
        let moved = Connection::open(table.path("moved.db")).unwrap();
        moved.execute_batch("PRAGMA writable_schema = ON").unwrap();
        moved.execute("UPDATE sqlite_schema SET rootpage = ?1 WHERE name = ?2", (child, &name)).unwrap();
        drop(moved);
        let said = table.args("check --book moved.db").run();
        assert_eq!(said.status, Some(1), "{name}: {}", said.out);
        tried.push(name);
    }
    assert!(
        tried.len() > 2 && tried.contains(&"change".to_string()) && tried.contains(&"concerns".to_string()),
        "{tried:?}"
    );
}
