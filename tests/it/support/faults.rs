//! The built program while strace makes its system calls fail.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use tempfile::NamedTempFile;

use super::line::split;
use super::program::{Said, Table, skipped};

/// Makes system calls fail.
pub(crate) struct Faults {
    strace: PathBuf,
}

/// One system call of a run: its name, and its place among the calls of that name, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SystemCall {
    pub name: String,
    pub nth: usize,
}

impl Faults {
    /// strace on this machine.
    ///
    /// `None`, with a line that says so, if it is not there or may not trace; but where `GINPAD_STRACE` is `required`,
    /// the test fails.
    pub(crate) fn find() -> Option<Faults> {
        let folders: Vec<PathBuf> =
            env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        let strace = folders.iter().map(|folder| folder.join("strace")).find(|place| place.is_file());
        let works = |strace: &PathBuf| {
            let mut try_it = Command::new(strace);
            try_it.args(["-f", "-qq", "--seccomp-bpf", "-e", "inject=getppid:error=EIO", "-e", "trace=getppid"]);
            try_it.arg("true").stdout(Stdio::null()).stderr(Stdio::null());
            try_it.status().is_ok_and(|status| status.success())
        };
        let Some(strace) = strace.filter(works) else {
            let required = env::var_os("GINPAD_STRACE").is_some_and(|value| value == "required");
            assert!(!required, "GINPAD_STRACE is `required`, and strace is not on this machine or may not trace");
            skipped("strace is not on this machine, or may not trace");
            return None;
        };
        Some(Faults { strace })
    }

    /// Runs a command, as typed in a shell, with a fault in the words of `strace -e inject`: `pwrite64:error=EIO:when=3`
    /// fails the third write, with `when=3+` also all that follow, and `fdatasync:signal=KILL:when=1` kills the program.
    pub(crate) fn run(&self, table: &Table, line: &str, fault: &str) -> Said {
        self.inject(table, line, fault, &[])
    }

    /// The same, but only calls that have to do with this file or folder fail.
    pub(crate) fn run_on(&self, table: &Table, line: &str, fault: &str, path: &Path) -> Said {
        self.inject(table, line, fault, &[OsStr::new("-P"), path.as_os_str()])
    }

    /// The same, on a device that keeps its id in this folder.
    pub(crate) fn run_with(&self, table: &Table, line: &str, fault: &str, state: &Path) -> Said {
        let command = self.injected(table, line, fault, &[]);
        listened(table, command, state)
    }

    fn inject(&self, table: &Table, line: &str, fault: &str, more: &[&OsStr]) -> Said {
        table.listen(self.injected(table, line, fault, more), b"")
    }

    fn injected(&self, table: &Table, line: &str, fault: &str, more: &[&OsStr]) -> Command {
        let mut command = table.around(&self.strace);
        let calls = fault.split(':').next().unwrap_or_default();
        command.args(["-f", "-qq", "-o", "/dev/null"]).args(more);
        // Quicker, but signals do not arrive with it.
        if !fault.contains("signal=") {
            command.arg("--seccomp-bpf");
        }
        command.arg(format!("--trace={calls}")).arg(format!("--inject={fault}"));
        command.arg(env!("CARGO_BIN_EXE_ginpad")).args(split(line));
        command
    }

    /// strace around another program, which gets its arguments and its environment from the caller. Without a fault, what
    /// it traces goes into the file `traced`.
    pub(crate) fn around(&self, program: &Path, fault: Option<&str>, traced: &Path) -> Command {
        let mut command = Command::new(&self.strace);
        command.args(["-f", "-qq", "-s", "4096", "-o"]).arg(traced);
        if let Some(fault) = fault {
            command.arg(format!("--trace={}", fault.split(':').next().unwrap_or_default()));
            command.arg(format!("--inject={fault}"));
        }
        command.arg(program);
        command
    }

    /// The system calls of a command that come after it first names a file of this folder. The command must succeed.
    pub(crate) fn calls(&self, table: &Table, line: &str, folder: &Path) -> Vec<SystemCall> {
        self.calls_with(table, line, folder, &table.path("state"))
    }

    /// The files of a folder that a command opens, on a device that keeps its id in the folder `state`. It may find faults.
    pub(crate) fn opened(&self, table: &Table, line: &str, state: &Path, folder: &Path) -> Vec<String> {
        let (traced, said) = self.traced(table, line, state);
        assert!(matches!(said.status, Some(0 | 1)), "{line}\n{}", said.err);
        let opens = traced.lines().filter(|call| call.contains("openat(")).filter_map(|call| call.split('"').nth(1));
        opens.filter(|path| Path::new(path).starts_with(folder)).map(str::to_string).collect()
    }

    /// What strace says of a command, and what the command says.
    fn traced(&self, table: &Table, line: &str, state: &Path) -> (String, Said) {
        let kept = NamedTempFile::new().unwrap();
        let mut command = table.around(&self.strace);
        command.args(["-f", "-qq", "-s", "4096", "-o"]).arg(kept.path());
        command.arg(env!("CARGO_BIN_EXE_ginpad")).args(split(line));
        let said = listened(table, command, state);
        (String::from_utf8_lossy(&fs::read(kept.path()).unwrap()).into_owned(), said)
    }

    /// The same as [`Faults::calls`], on a device that keeps its id in the folder `state`.
    pub(crate) fn calls_with(&self, table: &Table, line: &str, folder: &Path, state: &Path) -> Vec<SystemCall> {
        let (traced, said) = self.traced(table, line, state);
        assert_eq!(said.status, Some(0), "{line}\n{}", said.err);
        calls_in(&traced, folder)
    }
}

/// The system calls of a trace that come after it first names a file of this folder.
pub(crate) fn calls_in(traced: &str, folder: &Path) -> Vec<SystemCall> {
    let mut calls: Vec<SystemCall> = Vec::new();
    let (mut begun, mut before) = (None, Vec::<String>::new());
    for call in traced.lines().filter_map(|line| line.split_once(' ')).map(|(_, call)| call.trim_start()) {
        let Some((name, _)) = call.split_once('(') else { continue };
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            continue;
        }
        before.push(name.to_string());
        let named = || call.contains(&format!("\"{}", OsStr::to_string_lossy(folder.as_os_str())));
        begun = begun.or_else(|| named().then_some(()));
        if begun.is_some() {
            let nth = before.iter().filter(|earlier| *earlier == name).count();
            calls.push(SystemCall { name: name.to_string(), nth });
        }
    }
    calls
}

/// What a command says on a device that keeps its id in this folder.
fn listened(table: &Table, mut command: Command, state: &Path) -> Said {
    command.env("XDG_STATE_HOME", state);
    table.listen(command, b"")
}
