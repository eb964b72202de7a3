//! Books with flipped bits: whatever is shown of a game is what was logged, or else the game is refused.

use std::collections::BTreeMap;
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
    let flips: usize = std::env::var("FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(600);
    let table = book();
    let ids = {
        let mut book = Book::open(&table.book(), Access::Read, Uuid::nil()).unwrap().unwrap();
        book.read().unwrap().games().unwrap()
    };
    assert_eq!(ids.len(), 3);
    let whole = fs::read(table.book()).unwrap();
    let before: Vec<String> = read(&table.book(), &ids).unwrap().iter().map(shown).collect();
    let flipped = table.path("flipped.db");
    // A bit in a part of the file that holds nothing would test nothing.
    let bytes: Vec<usize> =
        (0..whole.len()).filter(|at| whole[at.saturating_sub(3)..].iter().take(7).any(|byte| *byte != 0)).collect();
    let (mut refused, mut why) = (0, BTreeMap::<String, usize>::new());
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
                Err(error) => {
                    refused += 1;
                    *why.entry(error.to_string().replace(&*flipped.to_string_lossy(), "BOOK")).or_default() += 1;
                }
            }
        }
    }
    println!("{flips} flips, {refused} games refused\n{why:#?}");
    assert!(refused > 0);
}
