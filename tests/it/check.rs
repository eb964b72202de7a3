//! `check`: it finds whatever changes what is shown, says nothing of a sound book, and warns of what may go wrong.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use ginpad::book::{self, Access, Book, BookError, Problem, Severity, Watcher};
use rusqlite::Connection;
use serde_json::Value;

use crate::devices::two_devices;
use crate::support::program::{HOME, Table};
#[cfg(unix)]
use crate::support::terminal::Terminal;
use crate::support::watching::Listener;
use crate::support::whole::{file_of, lines_of};

/// A small book with some of everything.
fn book() -> Table {
    let table = Table::after(&[
        "new Ann Bob --set target=500 --title 'Friday night' --dealer Ann",
        "log ann knock 4 27 note 'took the four'",
        "log bob gin 5",
        "log ann big-gin 12",
        "fix 2 bob knock 5 20+3",
        "drop 3",
        "insert 1 ann knock 5 9 up 7S",
        "undo",
        "log dead",
        "new Cid Dee --rules hollywood --set target=1000 --stake '0.01 USD'",
        "log cid gin 12",
        "set title Rain",
        "close --forfeit cid",
        "new Ann+Cid Bob+Dee --rules partners",
        "log ann gin 4, cid knock 3 9",
        "player add Eve",
        "player rename Eve Eva",
        "settle --paid Cid Dee 0.05 USD",
        "use 1",
        "new Ann Fay",
        "undo",
        "use 2",
    ]);
    table.put("sheet.gin", "sides: Ann, Gus\n\nann gin 4\ngus knock 3 20\ndead\nann gin 9\n");
    table.does("import sheet.gin");
    table
}

/// Everything that is shown of a book.
fn read_game(path: &Path) -> Result<String, BookError> {
    let Some(mut book) = Book::open(path, Access::Read, None)? else { return Ok(String::new()) };
    let open = book.read()?;
    let mut all = String::new();
    for game in open.games()? {
        let game = open.game(game)?;
        all += &format!("{} {:?} {:?}\n", game.number, game.scored, game.conflicts);
    }
    let current = open.current_game()?.map(|game| game.number);
    all += &format!("{current:?} {:?} {:?}\n", open.people()?, open.payments()?);
    let mut whole = Vec::new();
    let exported = open.export(&mut whole).map_err(|fault| fault.to_string());
    all += &format!("{exported:?} {}", String::from_utf8_lossy(&whole));
    Ok(all)
}

fn damage(path: &Path) -> Result<Vec<Problem>, BookError> {
    let watcher: Arc<dyn Watcher> = Arc::new(Listener::default());
    let checked = book::check(path, None, &watcher, |_| Ok(Vec::new()))?.unwrap_or_default();
    Ok(checked.into_iter().filter(|problem| problem.severity == Severity::Damage).collect())
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn whatever_a_flipped_bit_changes_is_found() {
    // More for a search that takes longer: `GINPAD_CHECKED_FLIPS=60000`.
    let flips = std::env::var("GINPAD_CHECKED_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(3000);
    let table = book();
    let (whole, before) = (fs::read(table.book()).unwrap(), read_game(&table.book()).unwrap());
    assert_eq!(damage(&table.book()).unwrap(), []);
    // A bit in a part of the file that holds nothing would test nothing.
    let bytes: Vec<usize> =
        (0..whole.len()).filter(|at| whole[at.saturating_sub(3)..].iter().take(7).any(|byte| *byte != 0)).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found: usize = thread::scope(|scope| {
        let search = |first: usize| {
            let (table, whole, before, bytes) = (&table, &whole, &before, &bytes);
            scope.spawn(move || {
                let flipped = table.path(format!("flipped-{first}.db"));
                let is_found = |flip: &usize| {
                    // A prime steps through the whole file in no order.
                    let (at, bit) = (bytes[flip * 7919 % bytes.len()], flip % 8);
                    let mut damaged = whole.clone();
                    damaged[at] ^= 1 << bit;
                    fs::write(&flipped, damaged).unwrap();
                    // A file that cannot be opened is reported too.
                    if !damage(&flipped).is_ok_and(|damage| damage.is_empty()) {
                        return true;
                    }
                    let now = read_game(&flipped);
                    assert!(now.as_ref().is_ok_and(|now| now == before), "bit {bit} of byte {at}\n{now:?}\n{before}");
                    false
                };
                (first..flips).step_by(threads).filter(is_found).count()
            })
        };
        let searches: Vec<_> = (0..threads).map(search).collect();
        searches.into_iter().map(|search| search.join().unwrap()).sum()
    });
    assert!(found > flips / 2, "only {found} of {flips} flips were found");
}

#[test]
fn of_a_sound_book_nothing_is_said() {
    let table = book();
    table.is_well();
    assert_eq!(
        table.does("check --json"),
        "{\n  \"schema\": \"ginpad/check/1\",\n  \"ok\": true,\n  \"problems\": [],\n  \"about\": null\n}\n"
    );
    table.args("check --plain").check();
    // Nothing is written, not even beside the book.
    let before = table.files();
    table.does("check --verbose");
    assert_eq!(table.files(), before);
    let empty = Table::new();
    assert_eq!(empty.does("check"), format!("there is no book {HOME}/book.db yet\n"));
    assert!(!empty.book().exists());
}

fn problems(said: &Value) -> Vec<(&str, &str, &str)> {
    said["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| {
            let field = |name: &str| problem[name].as_str().unwrap();
            (field("severity"), field("kind"), field("what"))
        })
        .collect()
}

/// Runs the first command of a sentence.
pub(crate) fn pasted(table: &Table, sentence: &str) {
    let command = sentence.split('`').nth(1).unwrap().replace(HOME, &table.path("").to_string_lossy());
    let done = table.listen(table.shell(&command), b"");
    assert_eq!(done.status, Some(0), "{command}\n{}", done.err);
}

/// What `check` says as JSON, whatever its status.
fn checked(table: &Table, status: i32) -> Value {
    let said = table.args("check --json").run();
    assert_eq!(said.status, Some(status), "{}{}", said.out, said.err);
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn a_guard_that_is_gone_is_damage() {
    let table = book();
    Connection::open(table.book()).unwrap().execute_batch("DROP TRIGGER change_no_delete").unwrap();
    let said = checked(&table, 1);
    let what = "it is damaged, or another program has altered it: the trigger `change_no_delete` is missing";
    assert_eq!(problems(&said), [("damage", "file", what)]);
}

#[test]
fn what_devices_disagree_about_is_listed_with_what_settles_it() {
    let table = two_devices(
        &["new Ann Bob", "log ann knock 4 27", "log bob gin 5"],
        &["fix 1 ann knock 4 28", "log ann gin 9"],
        &["fix 1 ann knock 4 29", "log ann gin 10"],
    );
    let said = checked(&table, 0);
    let conflicts: Vec<&str> =
        problems(&said).iter().filter(|(severity, ..)| *severity == "conflict").map(|(_, _, what)| *what).collect();
    assert!(!conflicts.is_empty(), "{said}");
    assert!(conflicts[0].starts_with("game 1: hand"), "{conflicts:?}");
    table.does(
        table.json("conflicts")["conflicts"][0]["commands"][0].as_str().unwrap().strip_prefix("ginpad ").unwrap(),
    );
    let left = checked(&table, 0);
    assert_eq!(problems(&left).iter().filter(|(severity, ..)| *severity == "conflict").count(), conflicts.len() - 1);
}

#[test]
fn what_devices_disagree_about_people_is_listed_in_the_same_words() {
    let table = two_devices(
        &["new Ann Bob", "log ann knock 4 27"],
        &["player rename Ann Anna", "fix 1 ann knock 4 28"],
        &["player rename Ann Annie", "fix 1 ann knock 4 29"],
    );
    let said = checked(&table, 0);
    let conflicts: Vec<&str> =
        problems(&said).iter().filter(|(severity, ..)| *severity == "conflict").map(|(_, _, what)| *what).collect();
    let listed = table.json("conflicts");
    let listed: Vec<&str> =
        listed["conflicts"].as_array().unwrap().iter().map(|conflict| conflict["what"].as_str().unwrap()).collect();
    assert_eq!((conflicts.len(), listed.len()), (2, 2), "{conflicts:?} {listed:?}");
    assert!(conflicts.contains(&listed[0]), "{conflicts:?} {listed:?}");
    assert!(listed[0].ends_with(" was renamed in different ways"), "{listed:?}");
    let of_game =
        |said: &str| said.split_once(": ").map_or(said, |(_, what)| what).split(';').next().unwrap().to_string();
    assert!(conflicts.iter().any(|conflict| of_game(conflict) == of_game(listed[1])), "{conflicts:?} {listed:?}");
}

#[test]
#[cfg(unix)]
fn a_book_that_lies_unsafely_is_warned_of() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = book();
    let kinds = |path: &Path| -> Vec<String> {
        let said = table.json(&format!("check --book '{}'", path.display()));
        assert_eq!(said["ok"], true);
        problems(&said).iter().map(|(_, kind, _)| (*kind).to_string()).collect()
    };
    let copied = |folder: &str| {
        fs::create_dir_all(table.path(folder)).unwrap();
        let path = table.path(folder).join("book.db");
        fs::copy(table.book(), &path).unwrap();
        path
    };
    assert!(kinds(&table.book()).is_empty());
    assert_eq!(kinds(&copied("Dropbox/cards")), ["synced-folder"]);
    let shared = copied("shared");
    fs::create_dir(table.path("shared/.stfolder")).unwrap();
    assert_eq!(kinds(&shared), ["synced-folder"]);
    let open = copied("open");
    fs::set_permissions(&open, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(kinds(&open), ["permissions"]);
    fs::set_permissions(table.path("open"), fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(kinds(&open), ["permissions", "permissions"]);
    let linked = copied("linked");
    fs::hard_link(&linked, table.path("linked/other.db")).unwrap();
    assert_eq!(kinds(&linked), ["hard-link"]);
    let left = copied("left");
    fs::write(table.path("left/.ginpad-6f8c1d1c-52a1-4a0c-9a37-0b1f8f1f2a11"), "").unwrap();
    fs::create_dir(table.path("left/book.db.backups")).unwrap();
    fs::write(table.path("left/book.db.backups/.ginpad-0d3e2bb4-6a58-4f5e-8a36-7f3f2d1c0b22"), "").unwrap();
    assert_eq!(kinds(&left), ["leftover", "leftover"]);
    let wal = copied("wal");
    Connection::open(&wal).unwrap().execute_batch("PRAGMA journal_mode = WAL").unwrap();
    assert_eq!(kinds(&wal), ["other"]);
    assert!(!table.does(&format!("check --book {}", wal.display())).contains("hint: remove"), "its log may hold hands");
}

#[test]
fn a_report_says_where_everything_is_and_nothing_about_people() {
    let table = book();
    let said = table.does("check --verbose");
    for name in ["ginpad ", "platform ", "SQLite ", "book ", "schema ", "config ", "TERM ", "locale "] {
        assert!(said.lines().any(|line| line.starts_with(name)), "{name}\n{said}");
    }
    for name in ["Ann", "Bob", "Friday", "four"] {
        assert!(!said.contains(name), "{name}\n{said}");
    }
    let about = &table.json("check --verbose")["about"];
    assert!(about.as_array().unwrap().iter().any(|line| line["name"] == "SQLite"));
}

#[test]
#[cfg(unix)]
fn a_command_that_check_names_is_not_broken() {
    let table = two_devices(
        &["new Bartholomew Bob", "log bartholomew knock 4 27"],
        &["fix 1 bartholomew knock 4 28"],
        &["fix 1 bartholomew knock 4 29"],
    );
    let shown = Terminal::start(&table, "check", 40).everything_shown();
    assert!(shown.contains("\nhint: `ginpad conflicts` lists what was\n  said, and"), "{shown}");
}

/// Alters a row although the book refuses that, and leaves the schema as it was.
fn altered(table: &Table, guard: &str, statement: &str) {
    let book = Connection::open(table.book()).unwrap();
    let made: String =
        book.query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [guard], |row| row.get(0)).unwrap();
    book.execute_batch(&format!("DROP TRIGGER {guard}; {statement}; {made}")).unwrap();
}

const STOLEN: &str = "UPDATE change SET line = replace(line, 'took the four', 'stole the four')";

#[test]
fn a_hand_that_was_altered_is_damage_and_its_game_is_named() {
    let table = book();
    altered(&table, "change_no_update", STOLEN);
    let said = table.args("check").status(1).run();
    assert!(said.out.starts_with("damage: "), "{}", said.out);
    assert!(said.out.lines().any(|line| line.starts_with("damage: ") && line.contains("game 1")), "{}", said.out);
    assert!(said.out.contains("hint: `ginpad rescue "), "{}", said.out);
    assert_eq!((said.status, said.err.as_str()), (Some(1), ""));
    table.args("backup").status(1).refused();
    // The newest backup is named, and is the way back.
    let good = book();
    good.does("backup");
    altered(&good, "change_no_update", STOLEN);
    let said = good.args("check").run();
    let hint = said.out.lines().find(|line| line.contains("`ginpad restore ")).unwrap();
    pasted(&good, hint);
    good.is_well();
}

#[test]
fn a_line_that_is_gone_is_damage_wherever_it_stood() {
    let table = book();
    let whole = fs::read(table.book()).unwrap();
    let lines = lines_of(&table.does("export --json")).len();
    for arrival in 1..=lines {
        table.put("book.db", &whole);
        altered(&table, "change_no_delete", &format!("DELETE FROM change WHERE arrival = {arrival}"));
        let said = checked(&table, 1);
        assert!(problems(&said).iter().any(|(severity, ..)| *severity == "damage"), "{arrival}: {said}");
    }
}

#[test]
fn lines_that_are_missing_between_others_are_a_gap() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "log bob gin 5", "log ann gin 6"]);
    let mut lines = lines_of(&table.does("export --json"));
    lines.remove(2);
    let other = Table::new();
    other.put("some.json", file_of(&lines)).does("import some.json");
    let said = checked(&other, 0);
    let kinds: Vec<&str> = problems(&said).iter().map(|(_, kind, _)| *kind).collect();
    assert_eq!(kinds, ["gap"], "{said}");
    assert_eq!(other.json("score")["hands"].as_array().unwrap().len(), 2, "what is beyond a gap counts");
}

#[test]
fn lines_that_nobody_has_any_more_are_given_up() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "log bob gin 5", "log ann gin 6"]);
    let whole = lines_of(&table.does("export --json"));
    let mut lines = whole.clone();
    lines.remove(2);
    let other = Table::new();
    other.put("some.json", file_of(&lines)).does("import some.json");
    let said = other.args("check").run().out;
    let hint = said.lines().find(|line| line.contains("check --give-up")).unwrap();
    let writer = hint.split(['`', ' ']).find(|word| word.len() == 36).unwrap();
    let refused = other.args("check --give-up nobody").status(1).refused();
    assert!(refused.err.contains("`nobody` is not the start of the id of one writer"), "{}", refused.err);
    pasted(&other, hint);
    other.is_well();
    other.args(&format!("check --give-up {writer}")).status(1).refused();
    assert!(other.does("history").contains("give-up"), "{}", other.does("history"));
    // Whoever takes it back wants to hear of it again.
    other.does("undo");
    assert!(other.does("check --plain").contains("\tgap\t"));
    other.does("redo");
    other.is_well();
    // What turns up is taken all the same.
    other.put("all.json", file_of(&whole)).does("import all.json");
    other.is_well();
    assert_eq!(other.json("score")["hands"].as_array().unwrap().len(), 3);
    Table::new().args("check --give-up 7ab1").status(1).refused();
}
