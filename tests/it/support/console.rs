//! Running the `console` blocks of a Markdown document, as a reader would type them.
//!
//! A line that starts with `$ ` is run by `sh`. It must print exactly the lines that follow, up to the next `$ `. If
//! the command fails, the last line says so, like `[exit 1]`. A fenced block whose first line names a file after its
//! language, as in ```` ```gin friday.gin ````, is written to that file. All commands of a document run in one empty
//! folder, with a book of its own. With `GINPAD_BLESS=1` the document is rewritten with what was really printed.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use tempfile::TempDir;

/// The folder of this package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A document of this package.
pub(crate) fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// Compares a document with what it should be, or rewrites it.
pub(crate) fn compare(document: &str, expected: &str) {
    let path = root().join(document);
    if env::var_os("GINPAD_BLESS").is_some_and(|value| !value.is_empty()) {
        if fs::read_to_string(&path).ok().as_deref() != Some(expected) {
            fs::write(&path, expected).unwrap_or_else(|error| panic!("{document}: {error}"));
        }
        return;
    }
    let is = fs::read_to_string(&path).unwrap_or_default();
    let differs = is.lines().zip(expected.lines()).position(|(is, expected)| is != expected);
    let at = differs.unwrap_or_else(|| is.lines().count().min(expected.lines().count()));
    let around = |text: &str| text.lines().skip(at.saturating_sub(2)).take(12).collect::<Vec<_>>().join("\n");
    assert!(
        is == expected,
        "{document} is not up to date from line {} on; GINPAD_BLESS=1 rewrites it\n--- it says\n{}\n--- it should say\n{}",
        at + 1,
        around(&is),
        around(expected),
    );
}

/// Runs a document's commands and compares, or rewrites, what they print.
pub(crate) fn check(document: &str) {
    compare(document, &Table::new().run(&read(document)));
}

/// A folder that holds only the package's `examples`, in which `ginpad` can be typed.
pub(crate) struct Table {
    folder: TempDir,
}

impl Table {
    /// Sets it up.
    pub(crate) fn new() -> Table {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("examples")).unwrap();
        for file in fs::read_dir(root().join("examples")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), folder.path().join("examples").join(file.file_name())).unwrap();
        }
        Table { folder }
    }

    /// Puts a file on it that only its user may read.
    #[cfg(all(unix, feature = "club"))]
    pub(crate) fn put_private(&self, name: &str, content: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    }

    /// What `sh` prints for a command, on both streams together, and a line with the exit status unless it is 0.
    pub(crate) fn type_in(&self, command: &str) -> String {
        let programs = Path::new(env!("CARGO_BIN_EXE_ginpad")).parent().unwrap();
        let paths = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
        let path = env::join_paths([programs.to_path_buf()].into_iter().chain(paths)).unwrap();
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(self.folder.path());
        sh.env("PATH", path).env("GINPAD", "ginpad").env("HOME", self.folder.path());
        for (name, folder) in [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config")] {
            sh.env(name, self.folder.path().join(folder));
        }
        sh.env_remove("GINPAD_BOOK").envs([("TZ", "UTC"), ("NO_COLOR", "1"), ("COLUMNS", "80"), ("LC_ALL", "C.UTF-8")]);
        let output = sh.stdin(std::process::Stdio::null()).output().unwrap();
        let mut text = String::from_utf8(output.stdout).unwrap();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        match output.status.code() {
            Some(0) => text,
            status => text + &format!("[exit {}]\n", status.unwrap_or(-1)),
        }
    }

    /// The document with every file written and every command run.
    pub(crate) fn run(&self, document: &str) -> String {
        let mut text = String::new();
        let mut lines = document.lines();
        while let Some(line) = lines.next() {
            text += &format!("{line}\n");
            let Some(fence) = line.strip_prefix("```").filter(|fence| !fence.is_empty()) else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let content: String = block.iter().map(|line| format!("{line}\n")).collect();
            match fence.split_once(' ') {
                Some((_, file)) => fs::write(self.folder.path().join(file), &content).unwrap(),
                None if fence == "console" => {
                    let commands = block.iter().filter_map(|line| line.strip_prefix("$ "));
                    let shown = commands.map(|command| format!("$ {command}\n{}", self.type_in(command)));
                    text += &trimmed(&shown.collect::<String>());
                    text += "```\n";
                    continue;
                }
                None => {}
            }
            text += &content;
            text += "```\n";
        }
        text
    }
}

/// Text without spaces at the ends of its lines: nobody sees them, and editors drop them.
pub(crate) fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn a_document_is_filled_in_with_what_its_commands_print() {
    let document =
        "# Title\n```text a.txt\none\n```\n```console\n$ cat a.txt; false\nwrong\n$ echo two >&2\n```\nend\n";
    let expected = "# Title\n```text a.txt\none\n```\n```console\n$ cat a.txt; false\none\n[exit 1]\n$ echo two >&2\ntwo\n```\nend\n";
    assert_eq!(Table::new().run(document), expected);
}
