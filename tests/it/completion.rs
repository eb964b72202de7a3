//! Completion: what a shell offers, and that it changes nothing.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::habits::table;
use crate::support::program::{Table, skipped};

/// What a shell is told to offer for the last word of a line.
fn offered(table: &Table, shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = table.command();
    command.env("GINPAD_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    let answer = command.env("_CLAP_IFS", "\n").arg("--").args(words).output().unwrap();
    assert!(answer.status.success() && answer.stderr.is_empty(), "{answer:?}");
    String::from_utf8(answer.stdout).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn a_shell_completes_what_is_in_the_book() {
    let table = table();
    let fish = |words: &[&str]| offered(&table, "fish", words);
    assert_eq!(fish(&["ginpad", "player", "c"]), ["Cid"]);
    assert_eq!(fish(&["ginpad", "versus", "Ann", "B"]), ["Bo Lee"]);
    assert_eq!(fish(&["ginpad", "new", "Ann+d"]), ["Ann+Dee"]);
    assert_eq!(fish(&["ginpad", "log", "a"]), ["Ann"]);
    assert_eq!(fish(&["ginpad", "new", "--rules", "holly"])[0].split('\t').next(), Some("hollywood"));
    assert_eq!(fish(&["ginpad", "new", "--set", "target"])[0].split('\t').next(), Some("target="));
    assert!(fish(&["ginpad", "new", "--targ"])[0].starts_with("--target\t"));
    assert!(fish(&["ginpad", "new", "--set", "undercut_tie=kn"])[0].starts_with("undercut_tie=knocker\t"));
    assert!(!fish(&["ginpad", "new", "--"]).iter().any(|line| line.starts_with("--target")));
    assert!(fish(&["ginpad", "score", ""]).iter().any(|line| line.starts_with("1\tAnn – Bo Lee: ")));
    assert!(fish(&["ginpad", "scor"])[0].starts_with("score\t"));
    let offers = |words: &[&str]| -> Vec<String> {
        fish(words).iter().map(|line| line.split('\t').next().unwrap_or_default().to_string()).collect()
    };
    assert_eq!(offers(&["ginpad", "l"]), ["log", "layoff"]);
    assert_eq!(offers(&["ginpad", "log", "--js"]), ["--json"]);
    assert_eq!(offers(&["ginpad", "player", "rename", "A"]), ["Ann"]);
    assert_eq!(offers(&["ginpad", "new", "Ann", "A"]), [""; 0]);
    assert_eq!(offers(&["ginpad", "drop", ""]).last().map(String::as_str), Some("--game"));
    // A book that the line names.
    assert_eq!(fish(&["ginpad", "--book", "none.db", "player", "c"]), [""; 0]);
    assert!(!table.path("none.db").exists());
}

#[test]
fn a_name_of_two_words_is_quoted_where_the_shell_does_not() {
    let table = table();
    let line = ["ginpad", "player", "bo"];
    assert_eq!(offered(&table, "bash", &line), ["Bo\\ Lee"]);
    assert_eq!(offered(&table, "bash", &["ginpad", "player", "Bo\\ L"]), ["Bo\\ Lee"]);
    assert_eq!(offered(&table, "powershell", &line), ["'Bo Lee'"]);
    assert_eq!(offered(&table, "elvish", &line), ["Bo Lee"]);
}

#[test]
fn completing_is_quick_and_silent_and_changes_nothing() {
    let table = table();
    let line = ["ginpad", "player", ""];
    // Somebody writes, and holds the book.
    let writer = Connection::open(table.book()).unwrap();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let began = Instant::now();
    assert!(!offered(&table, "fish", &line).contains(&"Ann".to_string()));
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    drop(writer);
    assert!(offered(&table, "fish", &line).contains(&"Ann".to_string()));
    // What is no book, and one of a schema that only a later version knows.
    Connection::open(table.book()).unwrap().pragma_update(None, "user_version", 2).unwrap();
    for book in ["newer", "text"] {
        if book == "text" {
            fs::write(table.book(), "no book").unwrap();
        }
        let before = table.files();
        assert!(!offered(&table, "fish", &line).contains(&"Ann".to_string()), "{book}");
        assert_eq!(table.files(), before, "{book}");
    }
    // Nothing at all, and a shell that nobody knows.
    let empty = Table::new();
    offered(&empty, "zsh", &line);
    assert_eq!(offered(&empty, "tcsh", &line), [""; 0]);
    assert_eq!(empty.files(), []);
}

/// Whether a program is installed.
pub(crate) fn is_there(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().is_ok_and(|found| found.status.success())
}

#[test]
fn every_script_is_one_that_its_shell_reads() {
    let table = table();
    // Elvish reads its script only at a terminal, where it has an editor.
    let checks =
        [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish -n"), ("elvish", "true"), ("powershell", "true")];
    for (shell, check) in checks {
        let script = table.does(&format!("completions {shell}"));
        assert!(script.contains("GINPAD_COMPLETE"), "{shell}");
        assert!(!script.contains(env!("CARGO_MANIFEST_DIR")), "{shell}");
        if check != "true" && !is_there(shell) {
            skipped(&format!("{shell} is not installed"));
            continue;
        }
        table.put("script", &script);
        let said = table.shell(&format!("{check} script")).output().unwrap();
        assert!(said.status.success(), "{shell}: {said:?}");
    }
}

#[test]
fn bash_completes_a_line_as_it_is_typed() {
    let table = table();
    table.put("script", table.does("completions bash"));
    let script = "bash -c '. ./script; COMP_WORDS=(ginpad player bo); COMP_CWORD=2; COMP_TYPE=9; \
                  _clap_complete_ginpad ginpad bo player; printf \"%s\\n\" \"${COMPREPLY[@]}\"'";
    let said = table.shell(script).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), "Bo\\ Lee\n", "{said:?}");
}

#[test]
fn fish_completes_a_line_as_it_is_typed() {
    if !is_there("fish") {
        skipped("fish is not installed");
        return;
    }
    let table = table();
    let said =
        table.shell("fish -c 'ginpad completions fish | source; complete -C \"ginpad player b\"'").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), "Bo Lee\n", "{said:?}");
}
