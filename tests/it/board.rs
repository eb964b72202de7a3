//! The board, and a game that is watched: at a real pseudo-terminal, in a pipe, and as a page.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process};

use crate::support::program::Table;
use crate::support::terminal::Terminal;

/// Nothing takes so long.
const IN_VAIN: Duration = Duration::from_secs(30);

fn table() -> Table {
    Table::after(&["new Ann Bob --dealer Ann", "log a5 23"])
}

/// A program that goes on, and the lines it prints on both streams.
struct Following {
    child: Child,
    lines: Receiver<String>,
}

impl Following {
    fn start(table: &Table, line: &str) -> Following {
        let mut command = table.shell(&format!("exec ginpad {line} 2>&1"));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).all(|line| tell.send(line).is_ok()));
        Following { child, lines }
    }

    /// Waits for a line with this text, and returns what was printed up to it.
    fn until(&self, text: &str) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        while !seen.last().is_some_and(|line| line.contains(text)) {
            let next = self.lines.recv_timeout(IN_VAIN);
            seen.push(next.unwrap_or_else(|why| panic!("no line with {text} ({why})\n{}", seen.join("\n"))));
        }
        seen
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_board_follows_other_programs_and_the_window() {
    let table = table();
    for columns in [20, 40, 100] {
        let mut board = Terminal::start(&table, "score --watch --big", columns);
        board.has_whole_screen(true).shows("needs 82").shows("#1").shows("Bob deals");
        let words = table.does("log bg31");
        assert!(words.starts_with("#2  Bob goes gin against 31"), "{words}");
        board.shows("needs 44").shows("#2").shows("Ann deals");
        table.does("undo");
        board.shows("Bob deals").shows("open at");
        board
            .resize_to(100, 30)
            .shows("\n████████")
            .resize_to(40, 24)
            .shows("\n███ ███")
            .resize_to(100, 24)
            .shows("\n██");
        board
            .resize_to(20, 12)
            .shows("\n18         0")
            .resize_to(40, 3)
            .shows("\n18")
            .types("q")
            .has_whole_screen(false);
        assert_eq!(board.status(), Some(0));
    }
}

#[test]
fn a_board_in_the_window_is_whole() {
    let table = table();
    let mut board = Terminal::start(&table, "score --watch --big", 40);
    board.window_is(
        "Game 1 · standard\n\nAnn                  Bob\n\n\
        \x20█  ███              ███\n██  █ █              █ █\n █  ███              █ █\n █  █ █              █ █\n\
        ███ ███              ███\n\nneeds 82             needs 100\n\n#1  Ann knocks, 5 against 23: 18\n\nBob deals",
    );
    board.resize_to(20, 6).window_is(
        "Ann        Bob\n18         0\nneeds 82   needs\n           100\n#1  Ann knocks,\n  5 against 23: 18",
    );
    board.resize_to(20, 2).window_is("Ann        Bob\n18         0");
}

#[test]
fn a_sheet_is_watched_and_its_end_is_in_a_short_window() {
    let table = table();
    for columns in [40, 100] {
        let mut sheet = Terminal::start(&table, "score --watch", columns);
        sheet.has_whole_screen(true).shows("\n 1  K").shows("Bob deals");
        table.does("log bg31");
        sheet.shows("\n 2  G").shows("Ann deals");
        sheet.resize_to(columns, 5).shows("lines above)").shows("Ann deals");
        sheet.resize_to(20, 24).shows("\n 1  K").resize(columns).shows("\n 1  K");
        table.does("undo");
        sheet.shows("Bob deals").types(".").has_whole_screen(false);
        assert_eq!(sheet.status(), Some(0));
    }
}

#[test]
fn keys_leave_and_the_terminal_is_as_it_was() {
    let table = table();
    // Ctrl-Z would leave the screen with a program that has stopped, and does nothing.
    for (key, view) in [("q", ""), ("\x1a.", "--big"), ("\x04", "--big")] {
        let mut board = Terminal::start(&table, &format!("score --watch {view}"), 100);
        board.has_whole_screen(true).shows("Bob deals").types(key).has_whole_screen(false);
        assert_eq!(board.status(), Some(0), "{key:?}");
    }
}

#[test]
fn signals_leave_and_the_terminal_is_as_it_was() {
    let table = table();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let mut board = Terminal::start(&table, "score --watch --big", 100);
        let before = board.modes();
        board.has_whole_screen(true).shows("Bob deals");
        let quiet = board.modes();
        kill_process(Pid::from_raw(board.process().cast_signed()).unwrap(), signal).unwrap();
        board.has_whole_screen(false);
        // What the program found may have been read too late, but never what it made of it. The screen is given back first.
        board.until_modes(|modes| modes == before || modes != quiet);
        assert_eq!(board.status(), None, "{signal:?}");
    }
    let mut board = Terminal::start(&table, "score --watch --big", 100);
    board.has_whole_screen(true).shows("Bob deals").types("\x03").has_whole_screen(false);
    assert_eq!(board.status(), None);
}

#[test]
fn a_book_that_vanishes_is_said_and_watched_for() {
    for columns in [20, 40, 100] {
        let table = table();
        let mut board = Terminal::start(&table, "score --watch --big", columns);
        board.has_whole_screen(true).shows("#1");
        fs::rename(table.book(), table.path("away.db")).unwrap();
        board.shows("! the book vanished").shows("watching").shows("18");
        fs::rename(table.path("away.db"), table.book()).unwrap();
        board.until("without trouble", |screen| !screen.contains("vanished") && screen.contains("#1"));
        // A restored copy of another time, with its times kept.
        fs::copy(table.book(), table.path("copy.db")).unwrap();
        let of_then = fs::metadata(table.book()).unwrap().modified().unwrap();
        table.does("log bg31");
        board.shows("#2");
        fs::File::options().write(true).open(table.path("copy.db")).unwrap().set_modified(of_then).unwrap();
        fs::rename(table.path("copy.db"), table.book()).unwrap();
        board.until("the restored game", |screen| !screen.contains("#2") && screen.contains("Bob"));
        fs::remove_file(table.book()).unwrap();
        board.shows("! the book vanished").types("q").has_whole_screen(false);
        assert_eq!(board.status(), Some(0));
    }
}

#[test]
fn a_book_that_is_busy_or_newer_is_tried_again() {
    let table = table();
    let mut board = Terminal::start(&table, "score --watch --big", 100);
    board.has_whole_screen(true).shows("needs 82");
    let other = Connection::open(table.book()).unwrap();
    let schema: i64 = other.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    other.execute_batch("PRAGMA user_version = 9999").unwrap();
    board.shows("! ").shows("still watching");
    // The window is followed and keys are heard while the book is locked.
    other.execute_batch(&format!("BEGIN EXCLUSIVE; PRAGMA user_version = {schema}")).unwrap();
    board.resize(40).shows("\n █  ███   ").resize(100).shows("needs 82");
    other.execute_batch("COMMIT").unwrap();
    board.until("without trouble", |screen| !screen.contains("watching") && screen.contains("needs 82"));
    drop(other);
    table.does("log bg31");
    board.shows("#2").types("q");
    assert_eq!(board.status(), Some(0));
}

#[test]
fn nobody_waits_for_a_board() {
    let table = table();
    let mut board = Terminal::start(&table, "score --watch --big", 100);
    board.has_whole_screen(true).shows("#1");
    let other = Connection::open(table.book()).unwrap();
    other.busy_timeout(Duration::ZERO).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE; COMMIT").unwrap();
}

#[test]
fn without_a_name_the_current_game_is_watched_and_with_one_that_game() {
    let table = table();
    let mut current = Terminal::start(&table, "score --watch --big", 100);
    let mut first = Terminal::start(&table, "score 1 --watch --big", 100);
    current.shows("Game 1").shows("#1");
    first.shows("Game 1").shows("#1");
    table.does("new Cid Dee");
    current.shows("Game 2").shows("Cid");
    table.does("log c5 23");
    current.shows("#1  Cid knocks");
    table.does("log a5 24 --game 1");
    first.shows("#2  Ann knocks").shows("Game 1");
    table.does("undo 3");
    current.shows("Game 1").shows("Ann");
    table.does("undo 2");
    first.shows("! game 1 was taken back");
    current.shows("! no game is left in the book");
}

#[test]
fn without_a_terminal_each_state_is_a_block() {
    let table = table();
    let board = Following::start(&table, "score --watch --big");
    let first = board.until("Bob deals").join("\n");
    assert!(first.starts_with("Game 1 · standard\n\nAnn") && !first.contains('\x1b'), "{first}");
    table.does("log bg31");
    let second = board.until("Ann deals").join("\n");
    assert!(second.starts_with("\nGame 1 · standard\n\nAnn"), "{second}");
    fs::rename(table.book(), table.path("away.db")).unwrap();
    board.until("warning: the book vanished: there is no");
    fs::rename(table.path("away.db"), table.book()).unwrap();
    board.until("Ann deals");
}

#[test]
fn for_programs_each_state_is_a_document_or_a_block_of_records() {
    let table = table();
    let documents = Following::start(&table, "score --watch --json");
    let records = Following::start(&table, "score --watch --plain");
    let hands = |line: &[String]| {
        let document: serde_json::Value = serde_json::from_str(&line.join("\n")).unwrap();
        document["hands"].as_array().unwrap().len()
    };
    assert_eq!(hands(&documents.until("ginpad/score/1")), 1);
    assert!(records.until("score\t").iter().any(|line| line.starts_with("hand\t1\tknock")));
    table.does("log bg31");
    assert_eq!(hands(&documents.until("ginpad/score/1")), 2);
    assert_eq!(records.until("score\t")[0], "");
}

#[test]
fn a_closed_pipe_ends_it_although_nothing_changes() {
    let table = table();
    let said = table.shell("ginpad score --watch --big | head -n 1; echo over").output().unwrap();
    assert_eq!(String::from_utf8(said.stdout).unwrap(), "Game 1 · standard\nover\n");
    assert_eq!(String::from_utf8(said.stderr).unwrap(), "");
}

#[test]
fn a_page_is_kept_fresh_and_only_then_loads_itself_again() {
    let table = table();
    let page = || fs::read_to_string(table.path("b.html")).unwrap();
    table.does("score --html b.html");
    assert!(!page().contains("http-equiv=\"refresh\""));
    let keeping = Following::start(&table, "score --html b.html --watch");
    let first = keeping.until("after each change");
    assert_eq!(first, ["wrote b.html; it is written again after each change, until Ctrl-C"]);
    assert!(page().contains("<meta http-equiv=\"refresh\" content=\"3\">") && page().contains("Ann knocks"));
    table.does("log bg31");
    keeping.until("wrote b.html again: open at 18–56");
    assert!(page().contains("Bob goes gin"));
    fs::rename(table.book(), table.path("away.db")).unwrap();
    keeping.until("warning: the book vanished");
    fs::rename(table.path("away.db"), table.book()).unwrap();
    keeping.until("wrote b.html again: open at 18–56");
    // Something stands in the way, and then no more.
    fs::remove_file(table.path("b.html")).unwrap();
    fs::create_dir(table.path("b.html")).unwrap();
    table.does("log a4 20");
    keeping.until("warning: cannot write b.html: it is a folder; it will be tried again after the next change");
    fs::remove_dir(table.path("b.html")).unwrap();
    table.does("log a4 21");
    keeping.until("wrote b.html again: open at 51–56");
    assert_eq!(fs::metadata(table.path("b.html")).unwrap().permissions().mode() & 0o400, 0o400);
}

#[test]
fn a_sheet_fits_a_narrow_terminal() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    let sheet = table.args("score").env("COLUMNS", "20").check_status().out;
    assert!(sheet.lines().all(|line| line.chars().count() <= 28), "{sheet}");
    assert!(sheet.contains("\n 1  K      │ 23  23┆\n"), "{sheet}");
}

#[test]
fn a_board_fits_where_no_utf_8_is_shown() {
    let table = table();
    let said = table.args("score --big").env("LC_ALL", "C").env("COLUMNS", "40").check_status();
    assert!(said.out.is_ascii() && said.out.contains("### ###              ###"), "{}", said.out);
}
