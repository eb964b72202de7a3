//! `merge`: books of several laptops come together, whatever is in them.

use std::fs;
use std::path::PathBuf;

use ginpad::book::{Book, Merging, Namesakes, Pad, look_through};
use ginpad_core::facts::Conflict;
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::as_the_fold::answers_as_the_fold;
use crate::core::devices::{now, played, steps};
use crate::devices::contents;
use crate::support::program::{HOME, Said, Table};
use crate::support::whole::{document, exported};
use crate::union::shared_out;

/// What a laptop does with its book.
pub(crate) fn on(table: &Table, laptop: &str, command: &str) -> Said {
    let run = table.args(command).env("XDG_STATE_HOME", table.path(format!("{laptop}-state")));
    run.env("GINPAD_BOOK", table.path(format!("{laptop}.db"))).run()
}

pub(crate) fn does(table: &Table, laptop: &str, command: &str) -> String {
    let said = on(table, laptop, command);
    assert_eq!(said.status, Some(0), "{laptop}: {command}\n{}", said.err);
    said.out
}

pub(crate) fn answers(table: &Table, laptop: &str, command: &str) -> Value {
    serde_json::from_str(&does(table, laptop, &format!("{command} --json"))).unwrap()
}

/// The automatic backups before merges of a laptop.
pub(crate) fn backups(table: &Table, laptop: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(table.path(format!("{laptop}.db.backups"))).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Two laptops that know nothing of each other. Ann is at both.
pub(crate) fn two_laptops() -> Table {
    let table = Table::new();
    for command in ["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27"] {
        does(&table, "one", command);
    }
    for command in ["new ann Cid --at '2026-11-20 20:30'", "log ann gin 20", "log cid gin 3"] {
        does(&table, "two", command);
    }
    table
}

#[test]
fn another_book_comes_in_and_who_has_one_name_is_one() {
    let table = two_laptops();
    let other = fs::read(table.path("two.db")).unwrap();
    let before = answers(&table, "one", "export");
    let tried = on(&table, "one", "merge two.db --dry-run");
    assert_eq!(
        tried.out,
        "would merge 1 game, 2 hands and 2 people (7 facts)\n  game 2 (Ann – Cid): open at 45–28\nAnn would be one person\n"
    );
    assert_eq!((tried.err.as_str(), answers(&table, "one", "export")), ("", before.clone()));
    assert!(backups(&table, "one").is_empty());

    let said = on(&table, "one", "merge two.db");
    assert_eq!(
        said.out,
        "merged 1 game, 2 hands and 2 people (7 facts)\n  game 2 (Ann – Cid): open at 45–28\nAnn is one person now\n"
    );
    assert_eq!(fs::read(table.path("two.db")).unwrap(), other, "the other book is only read");
    let players = does(&table, "one", "players --plain");
    assert!(players.contains("Ann\t2") && !players.to_lowercase().contains("ann (2)"), "{players}");
    assert_eq!(backups(&table, "one").len(), 1);

    let again = on(&table, "one", "merge two.db");
    assert_eq!((again.out.as_str(), again.err.as_str()), (NOTHING, ""));
    assert_eq!(backups(&table, "one").len(), 1, "nothing was added, so nothing is backed up");

    // `undo` takes apart who was joined, and what was taken apart is not joined again.
    does(&table, "one", "undo");
    assert!(does(&table, "one", "players --plain").contains("ann (2)\t1"));
    let again = on(&table, "one", "merge two.db");
    let apart = "Ann and ann (2) stay apart: they were made one before, and that was undone\n";
    assert_eq!(again.out, format!("{NOTHING}{apart}"));
    assert!(again.err.contains("`ginpad player merge 'ann (2)' Ann`"), "{}", again.err);

    // The command that the answer names takes back all.
    let back = said.err.split('`').find(|command| command.starts_with("ginpad restore")).unwrap();
    let back = back.replace(HOME, &table.path("").to_string_lossy());
    let mut restores = table.shell(&back);
    restores.env("GINPAD_BOOK", table.path("one.db")).env("XDG_STATE_HOME", table.path("one-state"));
    assert_eq!(table.listen(restores, b"").status, Some(0), "{back}");
    assert_eq!(answers(&table, "one", "export")["facts"], before["facts"]);
}

const NOTHING: &str = "nothing to merge: the book holds everything of it already\n";

#[test]
fn people_of_one_name_stay_two_if_that_is_asked_for() {
    let table = two_laptops();
    let said = answers(&table, "one", "merge two.db --keep-apart");
    assert_eq!((&said["added"], &said["joined"], &said["quarantined"]), (&json!(7), &json!([]), &json!(0)));
    assert_eq!(said["apart"], json!([{ "names": ["Ann", "ann (2)"], "why": "that was asked for" }]));
    assert_eq!((&said["games"], &said["hands"], &said["people"]), (&json!([2]), &json!(2), &json!(2)));
    assert!(does(&table, "one", "players --plain").contains("ann (2)\t1"));
    // They stay apart until that is taken back.
    let said = answers(&table, "one", "merge two.db");
    assert_eq!((&said["added"], &said["joined"]), (&json!(0), &json!([])));
    assert_eq!(said["apart"][0]["why"], "somebody asked for that");
    let said = on(&table, "one", "undo");
    assert_eq!(said.out, "undid merge: the wish that Ann and ann (2) stay apart\n");
    let note = "note: Ann and ann (2) are still apart; a later merge or sync may make them one, and `ginpad player merge \
                'ann (2)' Ann` does so now\n";
    assert_eq!(said.err, note);
    let said = answers(&table, "one", "merge two.db");
    assert_eq!((&said["added"], &said["joined"]), (&json!(0), &json!(["Ann"])));
    assert!(said["backup"].is_string());
    // A third of this name is somebody whom nobody can know.
    does(&table, "one", "undo");
    does(&table, "three", "new Ann Eve");
    let said = on(&table, "one", "merge three.db");
    assert!(said.out.contains("Ann, ann (2) and Ann (3) stay apart: nobody can tell who is who"), "{}", said.out);
}

#[test]
fn an_export_is_merged_like_its_book() {
    let table = two_laptops();
    table.put("two.json", does(&table, "two", "export --json"));
    let said = answers(&table, "one", "merge two.json");
    assert_eq!((&said["added"], &said["joined"]), (&json!(7), &json!(["Ann"])));
    assert_eq!(does(&table, "one", "merge two.db --plain"), "merged\t0\t0\t0\t0\t0\t\n");
    // An older schema is read too, and its file is left as it was.
    let golden = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/schema-3.db")).unwrap();
    table.put("old.db", &golden);
    assert!(answers(&table, "one", "merge old.db")["added"].as_u64() > Some(0));
    assert_eq!(fs::read(table.path("old.db")).unwrap(), golden);
}

/// Every laptop shows the same sheets and people, and nobody said anything differently.
fn agree(table: &Table, laptops: &[&str]) -> String {
    let sheets = does(table, laptops[0], "export");
    for laptop in laptops {
        assert_eq!(does(table, laptop, "export"), sheets, "{laptop}");
        assert_eq!(answers(table, laptop, "conflicts")["conflicts"], json!([]), "{laptop}");
        assert_eq!(does(table, laptop, "standings --csv"), does(table, laptops[0], "standings --csv"), "{laptop}");
        assert_eq!(on(table, laptop, "check").status, Some(0), "{laptop}");
    }
    sheets
}

#[test]
fn three_laptops_at_a_cottage_end_with_one_and_the_same_sheet() {
    let table = Table::new();
    // Each logs on its own. The clock of the third is wrong.
    for (laptop, commands) in [
        ("one", ["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27", "log bob gin 31"]),
        ("two", ["new bob Cid --at '2026-11-20 20:30'", "log cid gin 20", "log bob undercut 4 9"]),
        ("three", ["new Cid ann --at '2001-01-01 00:10'", "log cid points 9", "log ann gin 1"]),
    ] {
        commands.iter().for_each(|command| drop(does(&table, laptop, command)));
    }
    let copied = |from: &str, to: &str| _ = fs::copy(table.path(from), table.path(to)).unwrap();
    copied("one.db", "one-before.db");
    copied("two.db", "two-before.db");
    // A fourth goes on in a copy of the first one's book.
    copied("one.db", "four.db");
    does(&table, "four", "log dead");
    does(&table, "four", "new Dee Eve --at '2026-11-21 10:00'");
    does(&table, "one", "fix 1 ann knock 5 27");
    does(&table, "two", "log cid gin 4");
    // They meet in some order, by halves, and twice.
    for (laptop, file) in [
        ("two", "one-before.db"),
        ("three", "two-before.db"),
        ("one", "three.db"),
        ("one", "three.db"),
        ("two", "three.db"),
        ("four", "two.db"),
        ("three", "four.db"),
        ("one", "four.db"),
        ("two", "one.db"),
        ("three", "two.db"),
        ("four", "three.db"),
        ("one", "four.db"),
        ("two", "four.db"),
        ("three", "one.db"),
    ] {
        does(&table, laptop, &format!("merge {file}"));
    }
    let laptops = ["one", "two", "three", "four"];
    let sheets = agree(&table, &laptops);
    let hands = sheets
        .lines()
        .filter(|line| [" knock ", " gin ", " undercut ", " points "].iter().any(|kind| line.contains(kind)));
    assert_eq!(hands.count(), 7, "{sheets}");
    assert_eq!(sheets.lines().filter(|line| *line == "dead").count(), 1, "{sheets}");
    assert!(sheets.contains("knock 5 27") && !sheets.contains("knock 4 27"), "{sheets}");
    assert_eq!(does(&table, "one", "players --plain").lines().count(), 5);
    for laptop in laptops {
        for other in laptops.into_iter().filter(|other| *other != laptop) {
            assert_eq!(does(&table, laptop, &format!("merge {other}.db")), NOTHING, "{laptop} {other}");
        }
    }
}

#[test]
fn what_is_said_differently_is_told_with_the_way_to_settle_it() {
    let table = Table::new();
    for command in ["new Ann Bob", "log ann knock 4 27"] {
        does(&table, "one", command);
    }
    fs::copy(table.path("one.db"), table.path("two.db")).unwrap();
    does(&table, "one", "fix 1 ann knock 5 27");
    does(&table, "two", "fix 1 ann knock 6 27");
    let tried = answers(&table, "one", "merge two.db --dry-run");
    assert_eq!(tried["conflicts"][0]["kind"], "hand");
    let said = on(&table, "one", "merge two.db");
    assert!(said.out.contains("1 thing is said differently:\n"), "{}", said.out);
    assert!(said.err.contains("`ginpad conflicts` lists what was said differently"), "{}", said.err);
    let listed = answers(&table, "one", "conflicts");
    assert_eq!(listed["conflicts"], tried["conflicts"]);
    // It is said once.
    does(&table, "two", "log dead");
    assert_eq!(answers(&table, "one", "merge two.db")["conflicts"], json!([]));
}

#[test]
fn nothing_in_a_hostile_book_runs() {
    let table = two_laptops();
    let before = fs::read(table.path("one.db")).unwrap();
    let refused = |statement: &str, why: &str| {
        fs::copy(table.path("two.db"), table.path("hostile.db")).unwrap();
        let hostile = Connection::open(table.path("hostile.db")).unwrap();
        hostile.execute_batch(statement).unwrap();
        drop(hostile);
        let bytes = fs::read(table.path("hostile.db")).unwrap();
        let said = on(&table, "one", "merge hostile.db");
        assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{statement}\n{}", said.err);
        assert!(said.err.starts_with("error: hostile.db cannot be merged: ") && said.err.contains(why), "{}", said.err);
        assert_eq!(fs::read(table.path("one.db")).unwrap(), before, "{statement}");
        assert_eq!(fs::read(table.path("hostile.db")).unwrap(), bytes, "{statement}");
        assert!(backups(&table, "one").is_empty());
    };
    const DEFENCELESS: &str =
        "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF;";
    let altered = "another program has altered it";
    refused("CREATE TRIGGER vanish AFTER INSERT ON change BEGIN DELETE FROM hand; END", altered);
    refused(
        "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        altered,
    );
    refused("DROP TRIGGER hand_no_update; UPDATE hand SET number = 7", altered);
    refused(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'hand'; PRAGMA user_version = 8",
        "",
    );
    refused(
        &format!("{DEFENCELESS} INSERT INTO superseded VALUES (zeroblob(5000000), zeroblob(16))"),
        "it is damaged: its pages or rows do not fit together",
    );
    refused(
        &format!(
            "{DEFENCELESS} INSERT INTO seat SELECT id, 0, value, randomblob(16) FROM game, (WITH RECURSIVE n(value) AS (SELECT 9 UNION ALL SELECT value + 1 FROM n LIMIT 100000) SELECT value FROM n)"
        ),
        "it is damaged",
    );
    refused("PRAGMA user_version = 99", "it was written by a newer ginpad");
    refused("PRAGMA application_id = 7", "it is another program's database");
    // A row that says something else than its hash.
    let no_update: String = {
        let book = Connection::open(table.path("two.db")).unwrap();
        book.query_row("SELECT sql FROM sqlite_schema WHERE name = 'player_name_no_update'", [], |row| row.get(0))
            .unwrap()
    };
    let forged = format!("DROP TRIGGER player_name_no_update; UPDATE player_name SET name = 'Zed'; {no_update}");
    refused(&forged, "does not match its hash");
    let said = on(&table, "one", "merge one.db");
    assert_eq!(said.err.lines().next(), Some("error: one.db cannot be merged: it is the book itself"));
}

#[test]
fn a_game_that_seats_two_of_one_name_keeps_them_two() {
    let table = two_laptops();
    does(&table, "one", "merge two.db --keep-apart");
    does(&table, "one", "new Ann 'ann (2)'");
    does(&table, "two", "log cid gin 9");
    let said = on(&table, "one", "merge two.db");
    assert!(said.out.ends_with("Ann and ann (2) stay apart: game 3 seats both\n"), "{}", said.out);
}

/// What joins books in memory, which no backup is made of.
const IN_MEMORY: fn() -> Merging = || Merging { namesakes: Namesakes::Join, is_backed_up: false, now: now() };

/// Takes in what another book exports. The answer is whether anything came.
fn merge(pad: &Pad<'_>, other: &Value) -> bool {
    let sifted = pad.sift(look_through(other.to_string().as_bytes()).unwrap()).unwrap();
    let brings = sifted.brings_anything().unwrap();
    assert!(sifted.quarantined.is_empty());
    let merged = pad.merge(sifted, IN_MEMORY()).unwrap();
    brings || !merged.joined.is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn books_that_merge_in_any_order_end_alike(
        steps in steps(), seed: u64, share: u64, order: u64, meetings in prop::collection::vec((0..3_usize, 0..3_usize, any::<bool>()), 0..8),
    ) {
        let (changes, facts) = played(&steps, seed);
        let mut books: Vec<Book> = (1..=3).map(|device| Book::in_memory(Uuid::from_u128(device << 100)).unwrap()).collect();
        for (book, (changes, facts)) in books.iter_mut().zip(shared_out(&changes, &facts, 3, share)) {
            let pad = book.write().unwrap();
            merge(&pad, &document(&changes, &facts, order));
            pad.commit().unwrap();
        }
        let older: Vec<Value> = books.iter_mut().map(|book| exported(&book.read().unwrap())).collect();
        let mut meet = |from: usize, into: usize, is_old: bool| {
            let other = if is_old { older[from].clone() } else { exported(&books[from].read().unwrap()) };
            let pad = books[into].write().unwrap();
            let brought = merge(&pad, &other);
            pad.commit().unwrap();
            assert!(contents(&exported(&books[into].read().unwrap())).is_superset(&contents(&other)), "nothing is lost");
            brought
        };
        for (from, into, is_old) in meetings {
            meet(from, into, is_old);
        }
        let everybody = [(0, 1), (1, 2), (2, 0), (0, 1), (0, 2), (1, 0)];
        for (from, into) in everybody {
            meet(from, into, false);
        }
        for (from, into) in everybody {
            prop_assert!(!meet(from, into, false), "a merge brings nothing twice");
        }
        let all = contents(&exported(&books[0].read().unwrap()));
        prop_assert!(all.is_superset(&contents(&document(&changes, &facts, 0))));
        let fold = books[0].read().unwrap().fold().unwrap();
        for book in &mut books {
            prop_assert_eq!(&contents(&exported(&book.read().unwrap())), &all);
            prop_assert_eq!(&book.read().unwrap().fold().unwrap(), &fold);
            answers_as_the_fold(book);
        }
        let own = |conflict: &&Conflict| matches!(conflict, Conflict::Joining { .. });
        if !steps.iter().any(|(_, step)| matches!(step, crate::core::devices::Step::Join { .. })) {
            prop_assert_eq!(fold.conflicts.iter().find(own), None, "merges do not stand against each other");
        }
    }
}
