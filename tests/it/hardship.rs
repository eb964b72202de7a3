//! Hard times for a book: many programs at once, killed programs, full disks, closed outputs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ginpad_core::facts::Change;
use rusqlite::Connection;

use crate::faults::is_listed;
use crate::support::program::{Said, Table};
use crate::support::whole::lines_of;

fn quietly(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The notes of the current game's hands.
fn entries(table: &Table) -> Vec<String> {
    let score = table.json("score");
    score["hands"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hand| hand["note"].as_str().unwrap_or_default().to_string())
        .collect()
}

/// The numbers of the lines at their writers, in the order of arrival.
fn numbers_of(table: &Table) -> Vec<u64> {
    lines_of(&table.does("export --json")).iter().map(|line| Change::read(line).unwrap().number).collect()
}

fn assert_sound(table: &Table) {
    let connection = Connection::open(table.book()).unwrap();
    let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    // An import verifies every hash.
    table.put("whole.json", table.does("export --json"));
    table.does("import whole.json --book verified.db");
    fs::remove_file(table.path("verified.db")).unwrap();
}

#[test]
fn many_programs_log_into_one_book_and_nothing_is_lost() {
    const PROGRAMS: usize = 8;
    const HANDS: usize = 25;
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let log = |program: usize| {
        let script =
            format!("for hand in $(seq {HANDS}); do ginpad log ann gin 1 note {program}-$hand || exit 1; done");
        quietly(table.shell(&script))
    };
    let programs: Vec<Child> = (0..PROGRAMS).map(log).collect();
    for program in programs {
        let done = program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(String::from_utf8_lossy(&done.stdout).lines().count(), HANDS);
    }
    let mut notes = entries(&table);
    // Each program's hands are in the order in which it logged them.
    for program in 0..PROGRAMS {
        let own: Vec<&String> = notes.iter().filter(|note| note.starts_with(&format!("{program}-"))).collect();
        let order: Vec<String> = (1..=HANDS).map(|hand| format!("{program}-{hand}")).collect();
        assert_eq!(own, order.iter().collect::<Vec<_>>());
    }
    notes.sort_unstable();
    notes.dedup();
    assert_eq!(notes.len(), PROGRAMS * HANDS);
    let numbers: i64 = Connection::open(table.book())
        .unwrap()
        .query_row("SELECT count(DISTINCT number) FROM hand", [], |row| row.get(0))
        .unwrap();
    assert_eq!(numbers, (PROGRAMS * HANDS) as i64);
    assert_sound(&table);
}

#[test]
fn programs_that_make_a_book_together_make_one() {
    for _ in 0..5 {
        let table = Table::new();
        let begin = |_| quietly(table.shell("ginpad new Ann Bob"));
        let programs: Vec<Child> = (0..8).map(begin).collect();
        for program in programs {
            let done = program.wait_with_output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        let games = table.json("games");
        let numbers: Vec<i64> =
            games["games"].as_array().unwrap().iter().map(|game| game["number"].as_i64().unwrap()).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(numbers_of(&table), [1, 2, 3, 4, 5, 6, 7, 8], "all of them are on one device");
        assert_eq!(table.json("players")["players"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_killed_program_loses_no_hand_that_it_acknowledged() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    // The length of one run, so that the kills are spread over it. The first kill comes at once. No time limit is
    // tested.
    let clock = Instant::now();
    table.does("log ann gin 1 note first");
    let whole = clock.elapsed();
    let mut acknowledged = vec!["first".to_string()];
    let mut killed = 0;
    for round in 0..60_u32 {
        let note = format!("round-{round}");
        let mut command = table.command();
        command.args(["log", "ann", "gin", "1", "note", &note]);
        let clock = Instant::now();
        let mut program = quietly(command);
        let patience = Duration::from_nanos(whole.as_nanos() as u64 / 40 * u64::from(round % 50));
        while clock.elapsed() < patience {
            std::hint::spin_loop();
        }
        program.kill().unwrap();
        let done = program.wait_with_output().unwrap();
        killed += u32::from(done.status.code().is_none());
        if !done.stdout.is_empty() {
            acknowledged.push(note);
        }
    }
    assert!(killed > 0, "no run was killed");
    table.does("log bob gin 1 note last");
    acknowledged.push("last".into());
    let kept = entries(&table);
    let found: Vec<&String> = kept.iter().filter(|note| acknowledged.contains(note)).collect();
    assert_eq!(found, acknowledged.iter().collect::<Vec<_>>());
    assert_sound(&table);
}

/// Runs a script in a shell, and counts the hands that it leaves in the book.
fn in_shell(table: &Table, script: &str) -> (Said, usize) {
    let said = table.listen(table.shell(script), b"");
    (said, entries(table).len())
}

#[test]
fn where_a_file_may_not_grow_nothing_is_logged_and_it_is_said() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let hand = format!("log ann gin 1 note {}", "x".repeat(400));
    let full = fs::metadata(table.book()).unwrap().len() / 512;
    // The limit is in blocks of 512 bytes. It also sends a signal, which is ignored here: a full disk sends none.
    let script = format!("trap '' XFSZ; ulimit -f {full}; while ginpad {hand}; do :; done");
    let (said, hands) = in_shell(&table, &script);
    assert_eq!(said.out.lines().count(), hands, "each acknowledged hand is kept, and no other");
    assert!(said.err.starts_with("error: "), "{}", said.err);
    assert!(said.err.contains("nothing was changed"), "{}", said.err);
    assert_sound(&table);
    assert!(said.err.starts_with("error: the disk is full; nothing was changed\n"), "{}", said.err);
    // The program outlives the signal even if whoever started it did not ignore it.
    let full = fs::metadata(table.book()).unwrap().len() / 512;
    let (said, more) = in_shell(&table, &format!("ulimit -f {full}; while ginpad {hand}; do :; done"));
    assert_eq!(hands + said.out.lines().count(), more);
    assert!(said.err.starts_with("error: the disk is full; nothing was changed\n"), "{}", said.err);
    assert_sound(&table);
    table.does(&hand);
    assert_eq!(entries(&table).len(), more + 1);
}

#[test]
fn an_answer_that_cannot_be_delivered_is_told_and_the_hand_is_kept() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let (said, hands) = in_shell(&table, "ginpad log ann gin 1 > /dev/full");
    if cfg!(target_os = "linux") {
        assert_eq!((said.status, hands), (Some(3), 1), "{}", said.err);
        let says = "error: the answer could not be written: ";
        assert!(said.err.starts_with(says), "{}", said.err);
    }
    let before = entries(&table).len();
    let (said, hands) = in_shell(&table, "ginpad log ann gin 1 >&-");
    assert_eq!((said.status, hands), (Some(3), before + 1), "{}", said.err);
    assert_eq!(
        said.err,
        "error: the answer could not be written: standard output is closed; what was changed is kept\n\
         hint: `ginpad` shows the current game\n"
    );
    let (said, _) = in_shell(&table, "ginpad score >&-");
    assert_eq!(
        (said.status, said.err.as_str()),
        (Some(3), "error: the answer could not be written: standard output is closed\n")
    );
    // Whoever discards the answer wants none.
    let mut before = before + 1;
    for discard in ["> /dev/null", "1<> /dev/null"] {
        let (said, hands) = in_shell(&table, &format!("ginpad log ann gin 1 {discard}"));
        assert_eq!((said.status, said.err.as_str(), hands), (Some(0), "", before + 1), "{discard}");
        before += 1;
    }
    // A closed or full stderr must not change the answer.
    let (said, hands) = in_shell(&table, "ginpad log ann gin 1 2> /dev/full");
    assert_eq!((said.status, hands), (Some(0), before + 1));
    let (said, _) = in_shell(&table, "ginpad log zed gin 1 2>&-");
    assert_eq!(said.status, Some(1));
    for help in ["--help", "--version", "help log", "nonsense"] {
        let (said, _) = in_shell(&table, &format!("ginpad {help} >&- 2>&-"));
        assert!(matches!(said.status, Some(0..=3)), "{help}: {:?}", said.status);
    }
}

#[test]
fn a_pipe_that_closes_early_is_no_error() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let entries = "ann gin 1\n".repeat(400);
    assert_eq!(table.args("log - --json").stdin(&entries).run().status, Some(0));
    for command in ["score", "score --json", "score --plain", "export", "export --json", "explain", "log ann gin 1"] {
        // The status is the program's own. Its output is larger than the buffer of a pipe.
        let script = format!("{{ ginpad {command}; echo $? >status; }} | true; cat status");
        let (said, _) = in_shell(&table, &script);
        assert_eq!((said.out.as_str(), said.err.as_str()), ("0\n", ""), "{command}");
        let (said, _) = in_shell(&table, &format!("ginpad {command} | head -1"));
        assert_eq!((said.out.lines().count(), said.err.as_str()), (1, ""), "{command}");
    }
}

/// Makes a file or folder read-only until this is dropped.
struct ReadOnly(std::path::PathBuf, u32);

impl ReadOnly {
    fn new(path: std::path::PathBuf) -> ReadOnly {
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode & 0o555)).unwrap();
        ReadOnly(path, mode)
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        fs::set_permissions(&self.0, fs::Permissions::from_mode(self.1)).unwrap();
    }
}

#[test]
fn a_book_that_cannot_be_written_can_be_read() {
    for place in ["kept/book.db", "kept"] {
        let table = Table::after(&["new Ann Bob --book kept/book.db", "log ann gin 4 --book kept/book.db"]);
        let Some(table) = table.bound_by_permissions() else { continue };
        let score = table.does("score --book kept/book.db");
        let _guard = ReadOnly::new(table.path(place));
        assert_eq!(table.does("score --book kept/book.db"), score, "{place}");
        table.does("games --book kept/book.db");
        table.does("export --json --book kept/book.db");
        for command in ["log bob gin 4", "undo", "new Ann Bob", "use 1", "close"] {
            let said = table.args(&format!("{command} --book kept/book.db")).status(1).refused();
            assert!(said.err.contains("read-only") || said.err.contains("permission"), "{place}: {}", said.err);
        }
    }
}

/// Leaves the book in a folder in WAL mode, with files of this kind beside it, as a program does that is killed. The log
/// adds a table.
fn left_in_wal_mode(table: &Table, folder: &str, beside: &[&str]) {
    let wal = Connection::open(table.book()).unwrap();
    let mode: String = wal.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    wal.execute_batch("CREATE TABLE IF NOT EXISTS snacks (what TEXT); DELETE FROM snacks").unwrap();
    fs::create_dir(table.path(folder)).unwrap();
    for ending in [""].iter().chain(beside) {
        let name = format!("book.db{ending}");
        fs::copy(table.path(&name), table.path(format!("{folder}/{name}"))).unwrap();
    }
}

#[test]
fn a_book_in_wal_mode_that_cannot_be_written_is_read_or_it_is_said_what_to_do() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let score = table.does("score");
    for (folder, beside) in [("kept", &["-wal"][..]), ("shared", &["-wal", "-shm"])] {
        left_in_wal_mode(&table, folder, beside);
    }
    let Some(table) = table.bound_by_permissions() else { return };
    for folder in ["kept", "shared"] {
        for file in fs::read_dir(table.path(folder)).unwrap() {
            fs::set_permissions(file.unwrap().path(), fs::Permissions::from_mode(0o400)).unwrap();
        }
        let _guard = ReadOnly::new(table.path(folder));
        let files = table.files();
        let said = table.args(&format!("score --book {folder}/book.db")).run();
        match folder {
            "kept" => is_listed(&said),
            // SQLite can read what a program with more rights uses.
            _ => assert!(said.out == score && said.err.contains("the table `snacks`"), "{said:?}"),
        }
        let said = table.args(&format!("log dead --book {folder}/book.db")).status(1).refused();
        assert!(said.err.contains("read-only"), "{folder}: {}", said.err);
        assert!(files == table.files(), "{folder}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_holds_no_new_book() {
    let table = Table::new();
    fs::create_dir(table.path("kept")).unwrap();
    for place in ["/proc/ginpad/book.db", "/dev/null/book.db"] {
        table.args(&format!("new Ann Bob --book {place}")).status(1).refused();
    }
    let Some(table) = table.bound_by_permissions() else { return };
    let _guard = ReadOnly::new(table.path("kept"));
    for place in ["kept/book.db", "kept/deep/book.db"] {
        let said = table.args(&format!("new Ann Bob --book {place}")).status(1).refused();
        assert!(said.err.contains("permission denied"), "{}", said.err);
    }
}

#[test]
fn without_a_place_for_its_state_a_device_writes_on_all_the_same() {
    let table = Table::new();
    table.put("nowhere", "");
    for command in ["new Ann Bob", "log ann gin 4", "undo"] {
        let said = table.args(command).env("XDG_STATE_HOME", table.path("nowhere")).run();
        assert_eq!(said.status, Some(0), "{}", said.err);
    }
    // The book keeps who writes in it.
    assert_eq!(numbers_of(&table), [1, 2, 3]);
    table.is_well();
}

#[test]
fn a_device_that_cannot_remember_what_it_did_undoes_what_anyone_did_last_and_says_so() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    // Neither the folder nor what is kept in it needs to be usable.
    table.put("nowhere", "").put("half/ginpad/books", "");
    for state in ["nowhere", "half"] {
        let before = fs::read(table.book()).unwrap();
        let run = |command: &str| table.args(command).env("XDG_STATE_HOME", table.path(state)).run();
        let said = run("undo");
        assert!(said.out.starts_with("undid: logged hand 1 in game 1: Ann gin 4\n"), "{said:?}");
        assert!(said.err.contains("this may be another device's change"), "{said:?}");
        // From now on the book knows this device.
        assert_eq!(run("redo").err, "");
        fs::write(table.book(), before).unwrap();
    }
}
