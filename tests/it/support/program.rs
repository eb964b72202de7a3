//! The built program at a table of its own: a temporary folder with its own book, home and clock settings.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use tempfile::TempDir;

use super::line::split;

/// The name of the table's folder in compared and printed text.
pub(crate) const HOME: &str = "/home/ann";

/// A folder in which the program runs.
pub(crate) struct Table {
    folder: TempDir,
    root: PathBuf,
    /// The user who runs the programs, if not the user of the tests.
    user: Option<u32>,
    /// How wrong the clock is, as libfaketime writes it: `-7y`.
    clock: Option<String>,
}

/// The library that shows programs a wrong clock.
const WRONG_CLOCK: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// A run of the program that is to come, and what it should print.
pub(crate) struct Run<'t> {
    table: &'t Table,
    words: Vec<String>,
    stdin: Vec<u8>,
    envs: Vec<(String, String)>,
    out: Option<String>,
    err: Option<String>,
    status: i32,
}

/// What the program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    pub out: String,
    pub err: String,
    pub status: Option<i32>,
}

impl Table {
    pub(crate) fn new() -> Table {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        Table { folder, root, user: None, clock: None }
    }

    /// A table after these commands. Each must succeed.
    pub(crate) fn after(commands: &[&str]) -> Table {
        let table = Table::new();
        for command in commands {
            table.does(command);
        }
        table
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn book(&self) -> PathBuf {
        self.path("book.db")
    }

    /// Puts a file on the table.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) -> &Table {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
        self
    }

    /// The program with this environment, no arguments yet.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ginpad"));
        self.surround(&mut command);
        command
    }

    /// Another program with this environment, no arguments yet.
    #[cfg(unix)]
    pub(crate) fn around(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        self.surround(&mut command);
        command
    }

    /// A shell in which `ginpad` is the program.
    pub(crate) fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("sh");
        self.surround(&mut command);
        let program = Path::new(env!("CARGO_BIN_EXE_ginpad"));
        let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
        // Whoever pastes a command has an editor.
        command.env("PATH", path).env("EDITOR", "true").arg("-c").arg(script);
        command
    }

    fn surround(&self, command: &mut Command) {
        command
            .env_clear()
            .current_dir(self.folder.path())
            .env("HOME", &self.root)
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("GINPAD_BOOK", self.book())
            .env("TZ", "UTC")
            .env("NO_COLOR", "1")
            .env("COLUMNS", "80")
            .stdin(Stdio::null());
        if let Some(clock) = &self.clock {
            command.env("LD_PRELOAD", WRONG_CLOCK).env("FAKETIME", clock).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        #[cfg(unix)]
        if let Some(user) = self.user {
            use std::os::unix::process::CommandExt as _;
            command.uid(user).gid(user);
        }
    }

    /// The same table with a clock that is wrong by this much. Its clock is right, with a line that says so, if
    /// libfaketime is not there; but where `GINPAD_FAKETIME` is `required`, the test fails.
    pub(crate) fn with_a_wrong_clock(self, by: &str) -> Table {
        if Path::new(WRONG_CLOCK).exists() {
            return Table { clock: Some(by.into()), ..self };
        }
        let required = std::env::var_os("GINPAD_FAKETIME").is_some_and(|value| value == "required");
        assert!(!required, "GINPAD_FAKETIME is `required`, and libfaketime is not on this machine");
        skipped("libfaketime is not there, so this clock is right");
        self
    }

    /// The same table with programs that file permissions restrict. The superuser may write everywhere; so if the tests
    /// run as the superuser, everything on the table is given to another user, who runs the programs from now on.
    ///
    /// `None`, with a line that says so, if that user cannot run the program.
    #[cfg(unix)]
    pub(crate) fn bound_by_permissions(mut self) -> Option<Table> {
        use std::os::unix::fs::{MetadataExt as _, chown};
        const SUPERUSER: u32 = 0;
        const NOBODY: u32 = 65534;
        if fs::metadata(&self.root).unwrap().uid() != SUPERUSER {
            return Some(self);
        }
        let mut paths = vec![self.root.clone()];
        while let Some(path) = paths.pop() {
            if path.is_dir() {
                paths.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
            chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        self.user = Some(NOBODY);
        let runs = self.command().arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
        if !runs {
            skipped("the tests run as the superuser, and another user cannot run the program");
        }
        runs.then_some(self)
    }

    /// A run with these arguments, typed as in a shell.
    pub(crate) fn args(&self, line: &str) -> Run<'_> {
        self.words(split(line))
    }

    /// A run with these arguments, one for each word.
    pub(crate) fn words(&self, words: impl IntoIterator<Item = impl Into<String>>) -> Run<'_> {
        let words = words.into_iter().map(Into::into).collect();
        Run { table: self, words, stdin: Vec::new(), envs: Vec::new(), out: None, err: None, status: 0 }
    }

    /// Runs a command that must succeed, and returns its answer.
    pub(crate) fn does(&self, line: &str) -> String {
        let said = self.args(line).run();
        assert_eq!(said.status, Some(0), "ginpad {line}\n{}", said.err);
        said.out
    }

    /// Checks the book, in which nothing may be wrong.
    pub(crate) fn is_well(&self) {
        let said = self.does("check");
        assert!(
            said.starts_with("checked ") && said.lines().count() == 1 && said.ends_with(": all is well\n"),
            "{said}"
        );
    }

    /// Runs a command that answers in JSON.
    pub(crate) fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.does(&format!("{line} --json"))).unwrap()
    }

    /// Every file on the table with its content, except the device's id, which is not part of the book. Large files
    /// are given by their size.
    pub(crate) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
                let kind = entry.file_type().unwrap();
                let path = entry.path();
                if kind.is_dir() && path != self.path("state") {
                    folders.push(path);
                } else if kind.is_file() {
                    let size = entry.metadata().unwrap().len();
                    let content =
                        if size > 4 << 20 { size.to_string().into() } else { fs::read(&path).unwrap_or_default() };
                    found.push((path, content));
                }
            }
        }
        found.sort();
        found
    }

    /// Every file on the table with its content, whatever it is.
    #[cfg(unix)]
    pub(crate) fn all_files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let (mut found, mut folders) = (Vec::new(), vec![self.root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap().is_dir() {
                    true => folders.push(entry.path()),
                    false => found.push((entry.path(), fs::read(entry.path()).unwrap())),
                }
            }
        }
        found
    }

    /// Text without the name of the folder that this run happens to have.
    pub(crate) fn placeless(&self, text: &str) -> String {
        text.replace(&*self.root.to_string_lossy(), HOME)
    }
}

/// Says that a part of the tests was skipped, and how many were skipped so far. It is written past the test harness,
/// which hides what passing tests print.
#[cfg(unix)]
pub(crate) fn skipped(why: &str) {
    static SKIPPED: AtomicUsize = AtomicUsize::new(0);
    let number = SKIPPED.fetch_add(1, Ordering::Relaxed) + 1;
    let line = format!("skipped: {why} ({number} so far)\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

impl Run<'_> {
    pub(crate) fn stdin(mut self, stdin: impl AsRef<[u8]>) -> Self {
        self.stdin = stdin.as_ref().to_vec();
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<Path>) -> Self {
        self.envs.push((name.into(), value.as_ref().to_string_lossy().into_owned()));
        self
    }

    /// What it should answer.
    pub(crate) fn out(mut self, out: impl Into<String>) -> Self {
        self.out = Some(out.into());
        self
    }

    /// What it should remark.
    pub(crate) fn err(mut self, err: impl Into<String>) -> Self {
        self.err = Some(err.into());
        self
    }

    /// The exit status it should have, if not 0.
    pub(crate) fn status(mut self, status: i32) -> Self {
        self.status = status;
        self
    }

    /// Runs it.
    pub(crate) fn run(&self) -> Said {
        let mut command = self.table.command();
        command.args(&self.words).envs(self.envs.iter().cloned());
        self.table.listen(command, &self.stdin)
    }

    /// Runs it and compares everything it says.
    pub(crate) fn check(self) -> Said {
        let said = self.run();
        let expected = Said {
            out: self.out.clone().unwrap_or_default(),
            err: self.err.clone().unwrap_or_default(),
            status: Some(self.status),
        };
        assert!(
            said == expected,
            "ginpad {}\n--- said, status {:?}\n{}{}--- expected, status {}\n{}{}",
            self.words.join(" "),
            said.status,
            said.out,
            said.err,
            self.status,
            expected.out,
            expected.err
        );
        said
    }

    /// Runs it and looks at the exit status only.
    pub(crate) fn check_status(self) -> Said {
        let said = self.run();
        assert_eq!(said.status, Some(self.status), "ginpad {}\n{}{}", self.words.join(" "), said.out, said.err);
        said
    }

    /// Runs it. It must be refused with this status, print on stderr only, and leave every file as it was.
    pub(crate) fn refused(self) -> Said {
        let before = self.table.files();
        let said = self.run();
        let line = self.words.join(" ");
        assert_eq!(said.status, Some(self.status), "ginpad {line}\n{}{}", said.out, said.err);
        assert!(said.err.starts_with("error: "), "ginpad {line}\n{}", said.err);
        assert_eq!(said.out, "", "ginpad {line}");
        let changed: Vec<PathBuf> = differences(&before, &self.table.files());
        assert!(changed.is_empty(), "ginpad {line} changed {changed:?}");
        said
    }
}

impl Table {
    /// Runs a command to its end and returns what it prints.
    pub(crate) fn listen(&self, mut command: Command, stdin: &[u8]) -> Said {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that refuses early does not read all of its input.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let done = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| self.placeless(&String::from_utf8(bytes).unwrap());
        Said { out: text(done.stdout), err: text(done.stderr), status: done.status.code() }
    }
}

/// The files that are in one list only, or differ between them.
fn differences(before: &[(PathBuf, Vec<u8>)], after: &[(PathBuf, Vec<u8>)]) -> Vec<PathBuf> {
    let only = |these: &[(PathBuf, Vec<u8>)], those: &[(PathBuf, Vec<u8>)]| -> Vec<PathBuf> {
        these.iter().filter(|file| !those.contains(file)).map(|(path, _)| path.clone()).collect()
    };
    [only(before, after), only(after, before)].concat()
}

#[test]
fn an_evening_at_the_table() {
    let table = Table::new();
    table
        .args("new Ann Bob --set target=50 --dealer ann --at '2026-11-20 19:30'")
        .out("game 1: Ann – Bob, standard, target=50   Ann deals\n")
        .check();
    table
        .args("log ann knock 4 27")
        .out("#1  Ann knocks, 4 against 27: 23   Ann 23 (needs 27), Bob 0 (needs 50)   Bob deals\n")
        .check();
    table.args("export").out(
        "date: 2026-11-20 19:30 +00:00\nrules: standard, target=50\nsides: Ann, Bob\ndealer: Ann\n\nAnn knock 4 27\n",
    ).check();
    table
        .args("undo")
        .out("undid: logged hand 1 in game 1: Ann knock 4 27\ngame 1 was open at 23–0; it is open at 0–0 now\n")
        .check();
    table.args("log - --json").stdin("bob gin 14\n# a remark\n\nann gin 2\n").check_status();
    assert_eq!(table.json("score")["columns"][0]["points"], serde_json::json!([27, 39]));
}

#[test]
fn remarks_stand_beside_the_answer() {
    let table = Table::after(&["new Ann Bob --set target=20", "log ann gin 4", "insert 1 bob gin 9"]);
    let said = table.args("undo").check_status();
    assert_eq!((said.err.as_str(), said.out.lines().count()), ("", 2));
    let warning = "warning: hand 2 comes after the end of the game and is not counted\n";
    assert_eq!(table.args("redo").check_status().err, warning);
    assert_eq!(table.args("score --json").check_status().err, warning);
    table.args("use 1").out("game 1 (Ann – Bob) is the current one: won by Bob 193–0\n").err("").check();
}

#[test]
fn times_are_kept_with_the_offset_of_the_table() {
    let table = Table::new();
    let east = |words: &str| table.args(words).env("TZ", "EAST-5:30").check_status().out;
    east("new Ann Bob --at '2026-11-20 19:30'");
    east("log ann gin 4 at '2026-11-20 20:15'");
    east("log bob gin 4 at '2026-11-20 16:00 +01:00'");
    let sheet = table.does("export");
    assert!(sheet.starts_with("date: 2026-11-20 19:30 +05:30\n"), "{sheet}");
    assert!(sheet.ends_with("Ann gin 4 at 2026-11-20 20:15 +05:30\nBob gin 4 at 2026-11-20 16:00 +01:00\n"), "{sheet}");
}

#[test]
fn the_book_is_made_where_it_is_named() {
    let table = Table::new();
    for (words, env, place) in [
        ("new Ann Bob --book here/mine.db", "there/yours.db", "here/mine.db"),
        ("new Ann Bob", "there/yours.db", "there/yours.db"),
        ("new Ann Bob --book 'file:x?vfs=unix-none'", "", "file:x?vfs=unix-none"),
    ] {
        assert_eq!(table.args(words).env("GINPAD_BOOK", env).run().status, Some(0));
        assert!(table.path(place).is_file(), "{place}");
    }
    if cfg!(target_os = "linux") {
        assert_eq!(table.args("new Ann Bob").env("GINPAD_BOOK", "").run().status, Some(0));
        assert!(table.path("data/ginpad/book.db").is_file());
    }
}

#[test]
fn every_wrong_line_is_shown_with_its_place() {
    let table = Table::after(&["new Ann Bob --set target=20"]);
    table
        .args("log -")
        .stdin("ann gin 4\nbob gin 9\n")
        .status(1)
        .err("error: 1 line cannot be logged, so nothing was logged:\n  line 2: the game is won by Ann 183–0; this hand comes after its end\n")
        .check();
    table
        .args("log -")
        .stdin("  ann gin 99\n")
        .status(1)
        .err("error: 1 line cannot be logged, so nothing was logged:\n  line 1: Bob cannot have 99 deadwood; ten cards hold at most 98\n")
        .check();
}
