//! Books with flipped bits: whatever is shown of a game is what was logged, or else the game is refused.

use std::fs;
use std::path::Path;

use ginpad::book::{Access, Book, BookError, StoredGame};
use uuid::Uuid;

use crate::support::program::Table;

/// A book of three games in which everything was done that a game can hold.
fn book() -> Table {
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
fn read(path: &Path, ids: &[Uuid]) -> Result<Vec<StoredGame>, BookError> {
    let Some(mut book) = Book::open(path, Access::Read, Uuid::nil())? else { return Ok(Vec::new()) };
    let pad = book.read()?;
    ids.iter().map(|id| pad.game(*id)).collect()
}

/// What is shown of a game.
fn shown(game: &StoredGame) -> String {
    format!("{} {:?}", game.number, game.scored)
}

#[test]
fn no_flipped_bit_changes_a_score() {
    // More for a search that takes longer: `GINPAD_FLIPS=6000`.
    let flips = std::env::var("GINPAD_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(250);
    let table = book();
    let ids = {
        let mut book = Book::open(&table.book(), Access::Read, Uuid::nil()).unwrap().unwrap();
        book.read().unwrap().games().unwrap()
    };
    assert_eq!(ids.len(), 3);
    let whole = fs::read(table.book()).unwrap();
    let before: Vec<String> = read(&table.book(), &ids).unwrap().iter().map(shown).collect();
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
                    let now: Vec<String> = games.iter().map(shown).collect();
                    assert!(now.first().is_none_or(|now| now == before), "bit {bit} of byte {at}\n{now:?}\n{before}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > flips / 10, "only {refused} games were refused");
}

#[test]
fn a_header_that_sqlite_refuses_is_damage_and_no_mistake_of_ginpad() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let book = fs::read(table.book()).unwrap();
    // The sizes within a page, the format of the schema, and the encoding of text.
    for at in [20, 21, 47, 59] {
        let mut flipped = book.clone();
        flipped[at] ^= 0xff;
        table.put("book.db", flipped);
        for command in ["score", "games", "log ann gin 5"] {
            let said = table.args(command).status(1).refused();
            let damaged = "error: the book is damaged: a part of its file makes no sense\nhint: `ginpad rescue ";
            assert!(said.err.starts_with(damaged), "{at} {command}: {}", said.err);
        }
    }
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
    let says = "error: the book is damaged: a hand of game 1 is not what was logged\n";
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
