//! Long work: a bar on a terminal and nowhere else, and Ctrl-C, which leaves at once and leaves nothing half done.

use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::support::program::Table;

/// A part of every bar.
const BAR: &str = "writing the book";
/// What takes a line off the screen.
const CLEARED: &str = "\u{1b}[2K";

/// A table with a book of one game, and a file with so many games that importing them takes a while.
fn table() -> Table {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    let hands = "ann knock 4 27\nbob gin 31\n".repeat(6);
    let game =
        |number: usize| format!("title: Game {number}\nrules: standard, target=100000\nsides: Ann, Bob\n\n{hands}");
    let games: Vec<String> = (0..4000).map(game).collect();
    table.put("many.gin", games.join("---\n"));
    table
}

/// The import at a terminal of its own, 60 columns wide.
#[cfg(target_os = "linux")]
fn at_a_terminal(table: &Table) -> Child {
    let program = env!("CARGO_BIN_EXE_ginpad");
    let mut command = table.shell(&format!("script -qec 'stty cols 60 rows 20; exec {program} import many.gin' log"));
    command.env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Reads what the terminal shows until it shows this, or to its end.
#[cfg(target_os = "linux")]
fn read_until(child: &mut Child, wanted: Option<&str>) -> String {
    let stdout = child.stdout.as_mut().unwrap();
    let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&shown).into_owned();
        match stdout.read(&mut buffer).unwrap() {
            _ if wanted.is_some_and(|wanted| text.contains(wanted)) => return text,
            0 => return text,
            read => shown.extend(&buffer[..read]),
        }
    }
}

fn journal(table: &Table) -> PathBuf {
    table.path("book.db-journal")
}

/// The book as the program sees it, with everything that it holds.
fn content(table: &Table) -> (String, String) {
    (table.does("export --json"), table.does("games"))
}

#[test]
fn no_bar_is_printed_without_a_terminal() {
    let said = table().args("import many.gin").check_status();
    assert_eq!((said.out.as_str(), said.err.as_str()), ("imported 4000 games: games 2 to 4001\n", ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_bar_comes_and_goes_on_a_terminal() {
    let table = table();
    let mut child = at_a_terminal(&table);
    let shown = read_until(&mut child, None);
    assert!(child.wait().unwrap().success(), "{shown}");
    assert!(shown.contains(BAR) && shown.contains('#') && shown.contains('%'), "{shown}");
    let left = shown.rsplit(CLEARED).next().unwrap();
    assert_eq!(left.trim(), "imported 4000 games: games 2 to 4001");
}

#[test]
#[cfg(target_os = "linux")]
fn control_c_takes_the_bar_off_the_screen_and_keeps_nothing() {
    let table = table();
    let before = content(&table);
    let mut child = at_a_terminal(&table);
    let mut shown = read_until(&mut child, Some(BAR));
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    shown += &read_until(&mut child, None);
    assert_eq!(child.wait().unwrap().code(), Some(130), "{shown}");
    let left = shown.rsplit(CLEARED).next().unwrap();
    assert!(!left.contains(BAR) && !left.contains("imported"), "{left:?}");
    assert_eq!(content(&table), before);
}

#[test]
fn an_interrupted_import_keeps_nothing_and_leaves_no_file() {
    let table = table();
    let (before, files) = (content(&table), table.files());
    let mut command = table.command();
    let mut child = command.args(["import", "many.gin"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while !journal(&table).exists() {
        assert!(began.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(), "no import was seen");
        thread::sleep(Duration::from_millis(1));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().signal(), Some(2), "Ctrl-C ends the program");
    assert_eq!(content(&table), before);
    table.does("log bob gin 4");
    table.does("undo");
    assert!(!journal(&table).exists());
    let names = |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    assert_eq!(names(&table.files()), names(&files));
    assert!(fs::metadata(table.book()).unwrap().len() < 1 << 20, "what was not kept takes no room");
}
