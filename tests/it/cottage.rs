//! `merge`: books of several laptops come together, whatever is in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use ginpad::book::{Book, Contents, Merging, OpenBook};
use ginpad_core::facts::{Change, Line, fold};
use ginpad_core::ledger::Namesakes;
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::core::facts_devices::{now, played, steps};
use crate::support::program::{HOME, Said, Table};
use crate::support::whole::{answers_as_the_fold, contents, exported, file_of};

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
    let before = contents(&does(&table, "one", "export --json"));
    let tried = on(&table, "one", "merge two.db --dry-run");
    assert_eq!(
        tried.out,
        "nothing was changed; without `--dry-run` this would be done:\nmerged 1 game, 2 hands and 2 people in 3 changes\n\
         Ann is one person now; `ginpad undo` separates them\ngame 2 (Ann – Cid) is open at 45–28\n"
    );
    assert_eq!((tried.err.as_str(), contents(&does(&table, "one", "export --json"))), ("", before.clone()));
    assert!(backups(&table, "one").is_empty());

    let said = on(&table, "one", "merge two.db");
    assert_eq!(
        said.out,
        "merged 1 game, 2 hands and 2 people in 3 changes\nAnn is one person now; `ginpad undo` separates them\n\
         game 2 (Ann – Cid) is open at 45–28\n"
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
    let apart = "ann (2) of another book and Ann of this one stay apart: they were made one before, and that was undone; \
                 `ginpad player merge 'ann (2)' Ann` makes them one person\n";
    assert_eq!(again.out, apart);

    // The command that the answer names takes back all.
    let back = said.err.split('`').find(|command| command.starts_with("ginpad restore")).unwrap();
    let back = back.replace(HOME, &table.path("").to_string_lossy());
    let mut restores = table.shell(&back);
    restores.env("GINPAD_BOOK", table.path("one.db")).env("XDG_STATE_HOME", table.path("one-state"));
    assert_eq!(table.listen(restores, b"").status, Some(0), "{back}");
    assert_eq!(contents(&does(&table, "one", "export --json")), before);
}

const NOTHING: &str = "nothing to merge: the book holds all of it already\n";

#[test]
fn people_of_one_name_stay_two_if_that_is_asked_for() {
    let table = two_laptops();
    let said = answers(&table, "one", "merge two.db --keep-apart");
    assert_eq!((&said["added"], &said["joined"], &said["quarantined"]), (&json!(5), &json!([]), &json!(0)));
    assert_eq!(said["apart"], json!([{ "names": ["Ann", "ann (2)"], "why": "you used `--keep-apart`" }]));
    assert_eq!((&said["games"], &said["hands"], &said["people"]), (&json!([2]), &json!(2), &json!(2)));
    assert!(does(&table, "one", "players --plain").contains("ann (2)\t1"));
    // They stay apart until that is taken back.
    let said = answers(&table, "one", "merge two.db");
    assert_eq!((&said["added"], &said["joined"]), (&json!(0), &json!([])));
    assert_eq!(said["apart"][0]["why"], "somebody asked for that");
    assert_eq!(does(&table, "one", "undo"), "undid: kept Ann and ann (2) apart\n");
    let said = answers(&table, "one", "merge two.db");
    assert_eq!((&said["added"], &said["joined"]), (&json!(0), &json!(["Ann"])));
    assert!(said["backup"].is_string());
    // A third of this name is somebody whom nobody can know.
    does(&table, "one", "undo");
    does(&table, "three", "new Ann Eve");
    let said = on(&table, "one", "merge three.db");
    assert!(
        said.out
            .contains("Ann (3) of another book and Ann and ann (2) of this one stay apart: nobody can tell who is who"),
        "{}",
        said.out
    );
}

#[test]
fn an_export_is_merged_like_its_book() {
    let table = two_laptops();
    table.put("two.json", does(&table, "two", "export --json"));
    let said = answers(&table, "one", "merge two.json");
    assert_eq!((&said["added"], &said["joined"]), (&json!(5), &json!(["Ann"])));
    assert_eq!(does(&table, "one", "merge two.db --plain"), format!("did\t{NOTHING}"));
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
    assert!(said.out.contains("\n1 conflict since then; `ginpad conflicts` lists what was said"), "{}", said.out);
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
    let altered = "another program has altered it";
    refused("CREATE TRIGGER vanish AFTER INSERT ON concerns BEGIN DELETE FROM change; END", altered);
    refused(
        "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        altered,
    );
    let guard: String = {
        let book = Connection::open(table.path("two.db")).unwrap();
        let guards = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'change' ORDER BY sql LIKE '%UPDATE%' DESC";
        book.query_row(guards, [], |row| row.get(0)).unwrap()
    };
    refused(&format!("DROP TRIGGER {guard}"), altered);
    refused(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'change'",
        "",
    );
    refused("PRAGMA user_version = 99", "was written by a newer ginpad");
    refused("PRAGMA application_id = 7", "is another program's database");
    let said = on(&table, "one", "merge one.db");
    assert_eq!(said.err.lines().next(), Some("error: one.db cannot be merged: it is the book itself"));
}

#[test]
fn a_line_that_another_program_altered_is_kept_out_and_the_rest_comes() {
    let table = two_laptops();
    let export = does(&table, "two", "export --json");
    let gin = "\"gin\":";
    assert_eq!(export.matches(gin).count(), 2, "{export}");
    let at = export.rfind(gin).unwrap();
    table.put("forged.json", format!("{}\"big_gin\":{}", &export[..at], &export[at + gin.len()..]));
    let said = on(&table, "one", "merge forged.json");
    assert!(
        said.err.contains("some lines were not accepted: line 4: the line does not match its hash"),
        "{}",
        said.err
    );
    assert!(said.out.contains("game 2 (Ann – Cid) is open at 45–0\n"), "{}", said.out);
    // The whole file brings it later.
    does(&table, "one", "merge two.db");
    assert!(does(&table, "one", "export").ends_with("Ann gin 20\nCid gin 3\n"));
}

#[test]
fn of_a_damaged_book_what_is_as_it_was_comes_in() {
    let table = two_laptops();
    let mut damaged = fs::read(table.path("two.db")).unwrap();
    let gin = b"\"gin\":";
    let at = damaged.windows(gin.len()).position(|bytes| bytes == gin).unwrap();
    damaged[at + 1] ^= 1;
    table.put("damaged.db", damaged);
    let said = on(&table, "one", "merge damaged.db");
    assert!(said.err.contains("some lines were not accepted: line ") && said.status == Some(1), "{}", said.err);
    assert!(said.out.contains("merged 1 game, 1 hand and "), "{}", said.out);
    does(&table, "one", "merge two.db");
    assert!(does(&table, "one", "export").ends_with("Ann gin 20\nCid gin 3\n"));
}

#[test]
fn a_game_that_seats_two_of_one_name_keeps_them_two() {
    let table = two_laptops();
    does(&table, "one", "merge two.db --keep-apart");
    does(&table, "one", "new Ann 'ann (2)'");
    does(&table, "two", "log cid gin 9");
    let said = on(&table, "one", "merge two.db");
    assert!(
        said.out.contains("\nann (2) of another book and Ann of this one stay apart: game 3 seats both\n"),
        "{}",
        said.out
    );
}

/// What joins books in memory, which no backup is made of.
const IN_MEMORY: fn() -> Merging = || Merging { namesakes: Namesakes::Join, is_backed_up: false, now: now() };

/// Takes in what another book exports. The answer is whether anything came.
fn merge(open: &OpenBook<'_>, other: &str) -> bool {
    let merged = open.merge(Contents::file(other.as_bytes()).unwrap(), IN_MEMORY(), |_, _| Ok(())).unwrap();
    assert!(merged.taken.kept_out.is_empty());
    merged.taken.amount.changes > 0 || !merged.met.joined.is_empty()
}

/// What several devices know of the same lines: each of them a part, some of it the same.
pub(crate) fn shared_out(lines: &[Line], parts: usize, share: u64) -> Vec<Vec<Line>> {
    let has = |line: &Line, part: usize| {
        let bits = line.name().as_u128().wrapping_mul(u128::from(share) << 1 | 1) >> 64;
        bits % parts as u128 == part as u128 || (bits >> 16) % parts as u128 == part as u128
    };
    (0..parts).map(|part| lines.iter().filter(|line| has(line, part)).cloned().collect()).collect()
}

fn folded(file: &str) -> ginpad_core::facts::Fold {
    let lines: BTreeSet<String> = contents(file);
    let change = |text: &String| Change::read(&Line::new(text.clone()).unwrap()).unwrap();
    fold(&lines.iter().map(change).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn books_that_merge_in_any_order_end_alike(
        steps in steps(), seed: u64, share: u64, meetings in prop::collection::vec((0..3_usize, 0..3_usize, any::<bool>()), 0..8),
    ) {
        let lines = played(&steps, seed).lines;
        let mut books: Vec<Book> = (0..3).map(|_| Book::in_memory().unwrap()).collect();
        for (book, lines) in books.iter_mut().zip(shared_out(&lines, 3, share)) {
            let open = book.write().unwrap();
            merge(&open, &file_of(&lines));
            open.commit().unwrap();
        }
        let older: Vec<String> = books.iter_mut().map(|book| exported(&book.read().unwrap())).collect();
        let mut meet = |from: usize, into: usize, is_old: bool| {
            let other = if is_old { older[from].clone() } else { exported(&books[from].read().unwrap()) };
            let open = books[into].write().unwrap();
            let brought = merge(&open, &other);
            open.commit().unwrap();
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
        let first = exported(&books[0].read().unwrap());
        prop_assert!(lines.iter().all(|line| contents(&first).contains(line.text())));
        for book in &mut books {
            let all = exported(&book.read().unwrap());
            prop_assert_eq!(contents(&all), contents(&first));
            prop_assert_eq!(&folded(&all).conflicts, &folded(&first).conflicts);
            answers_as_the_fold(book);
        }
    }
}
