//! `sync` when the folder, the disk or the other devices fail, and how much it reads.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use serde_json::Value;
use uuid::Uuid;

use crate::catalogue;
use crate::sharing::{agree, answers, does, holds, on, segments, two_laptops};
use crate::support::faults::Faults;
use crate::support::program::{Said, Table};
use crate::support::whole::{altered, file_of, lines_of, runs_of};

/// Writes a file of a writer that never was, under a name that says its length.
pub(crate) fn forged(table: &Table, writer: u128, number: u64, content: &str) -> PathBuf {
    let (writer, last) = (Uuid::from_u128(writer), Uuid::from_u128(0xa5).simple());
    let name = format!("shared/{writer}/{number:08}-{number:08}-{last}-{}.jsonl", content.len());
    table.put(&name, content);
    table.path(name)
}

/// Shares a file of lines of one writer, under its right name.
fn shared(table: &Table, file: &str) {
    let runs = runs_of(&lines_of(file));
    let [run] = runs.as_slice() else { panic!("{runs:?}") };
    let last = ginpad_core::facts::name_of(&run.hash).simple().to_string();
    let name = format!("shared/{}/{:08}-{:08}-{last}-{}.jsonl", run.writer, run.first, run.last, file.len());
    table.put(&name, file);
}

/// Another laptop, which begins a game and shares it.
pub(crate) fn another_shares(table: &Table, new: &str) {
    let other = Table::new();
    other.does(new);
    fs::create_dir(other.path("alone")).unwrap();
    other.does("sync alone");
    copy(&other.path("alone"), &table.path("shared"));
}

/// What is said of a sync that finds something in the folder: in one word each, and with which status.
pub(crate) fn unread(table: &Table, laptop: &str) -> (Vec<String>, Said) {
    let said = on(table, laptop, "sync shared --json");
    let answer: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"));
    let unread = answer["unread"].as_array().unwrap().iter();
    for what in unread.clone().map(|unread| unread["what"].as_str().unwrap()) {
        let words = what.rsplit_once(".jsonl").map_or(what, |(_, words)| words);
        let words = words.split_once("/shared/").map_or(words, |(words, _)| words);
        let by_id = words.split_whitespace().find(|word| Uuid::parse_str(word.trim_end_matches(';')).is_ok());
        let words = by_id.map_or(words.into(), |id| words.replace(id.trim_end_matches(';'), &Uuid::nil().to_string()));
        let others = ["is a", "is damaged: ", "were not accepted:", "not arrived; sync again later"];
        match others.iter().find(|other| words.contains(**other)) {
            Some(other) => catalogue::shows(other),
            None => catalogue::shows(&words.replace(&Uuid::nil().to_string(), "01990000-0000-7000-8000-000000000000")),
        }
    }
    (unread.map(|unread| unread["kind"].as_str().unwrap().to_string()).collect(), said)
}

#[test]
fn half_a_file_waits_and_a_damaged_one_is_left_alone() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let first = segments(&table, "shared").remove(0);
    let whole = fs::read(&first).unwrap();
    does(&table, "one", "log bob gin 9");
    does(&table, "one", "sync shared");
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&first, &whole[..length]).unwrap();
        let (kinds, said) = unread(&table, "two");
        assert_eq!((kinds, said.status), (vec!["unfinished".to_string()], Some(0)), "{length}");
        assert!(said.err.contains("is incomplete; sync again later"), "{}", said.err);
    }
    // Space that was made before the content came.
    fs::write(&first, vec![0; whole.len()]).unwrap();
    assert_eq!(unread(&table, "two").0, ["unfinished"]);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    fs::write(&first, &flipped).unwrap();
    let (kinds, said) = unread(&table, "two");
    assert!(kinds.contains(&"refused".to_string()) && said.status == Some(1), "{}", said.err);
    fs::write(&first, &whole).unwrap();
    agree(&table, &["one", "two"]);
    assert_eq!(answers(&table, "two", "games")["games"].as_array().unwrap().len(), 2);
}

#[test]
fn a_damaged_file_that_is_removed_is_sent_again() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let first = segments(&table, "shared").remove(0);
    let mut flipped = fs::read(&first).unwrap();
    flipped[40] ^= 1;
    fs::write(&first, &flipped).unwrap();
    let said = on(&table, "two", "sync shared");
    assert_eq!(said.status, Some(1));
    assert!(said.out.starts_with("sent 1 game, 2 hands and 2 people in 3 changes"), "the rest goes on: {}", said.out);
    assert!(said.err.contains("hint: remove the file, and "), "{}", said.err);
    fs::remove_file(&first).unwrap();
    agree(&table, &["one", "two"]);
}

#[test]
fn what_a_hostile_folder_holds_is_refused_file_by_file() {
    let table = two_laptops();
    let before = holds(&table, "one");
    let refused = |content: &str, kind: &str, status: i32| {
        let path = forged(&table, 7, 1, content);
        let (kinds, said) = unread(&table, "one");
        assert_eq!((kinds.as_slice(), said.status), (&[kind.to_string()][..], Some(status)), "{content}\n{}", said.err);
        assert!(!said.err.contains('\u{1b}') && !said.err.contains('\u{202e}'), "{}", said.err);
        assert_eq!(holds(&table, "one"), before, "{content}");
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    };
    refused("{\"ginpad\":\"lines/2\",\"new\":{}}\n", "newer", 0);
    refused("nonsense}\n", "damaged", 1);
    refused("{\"ginpad\": \"\u{1b}[2J\u{202e}\", \"lines\": 1}\n", "damaged", 1);
    refused(&format!("{}{}\n", "[".repeat(100_000), "}"), "damaged", 1);
    refused("{\"ginpad\":\"lines/1\",\"lines\":1,\"runs\":[]}\n{\"\u{1b}[2J\u{202e}\":1}\n", "refused", 1);
    // Beside all of that, what is right comes in.
    forged(&table, 7, 1, "nonsense}\n");
    another_shares(&table, "new Zed Yul");
    let (kinds, said) = unread(&table, "one");
    assert_eq!((kinds.join(" "), said.status), ("damaged".into(), Some(1)), "{}", said.err);
    assert!(does(&table, "one", "players --plain").contains("Zed"));
    assert_eq!(answers(&table, "one", "check")["ok"], true);
}

#[test]
fn a_game_that_makes_no_sense_comes_in_is_named_by_check_and_shows_nowhere() {
    let table = two_laptops();
    let answered = |command: &str| answers(&table, "one", command);
    let before = ["games", "standings", "conflicts"].map(answered);
    // The game of a third laptop, whose rules no ginpad writes. Beside few games and beside many, which are read together.
    for many in [false, true] {
        if many {
            (0..10).for_each(|_| drop(does(&table, "one", "new Ann Bob")));
        }
        let other = Table::after(&["new Zed Yul", "log zed gin 4"]);
        let forged = altered(&other.does("export --json"), "\"target\":100", "\"target\":99999999");
        let writer = runs_of(&lines_of(&forged))[0].writer;
        shared(&table, &forged);
        does(&table, "one", "sync shared");
        if !many {
            assert_eq!(["games", "standings", "conflicts"].map(answered), before);
        }
        let said = on(&table, "one", "check");
        let named =
            format!("warning: a fact in line 1 of the writer {writer} makes no sense, is kept and does not count: ");
        assert!(said.status == Some(0) && said.out.contains(&named), "{said:?}");
        assert!(holds(&table, "one").contains(lines_of(&forged)[0].text()));
    }
    let said = on(&table, "one", "score 2");
    assert!(said.out.starts_with("Game 2\n"), "a game that makes sense has the number: {said:?}");
    agree(&table, &["one", "two"]);
}

#[test]
fn another_line_under_the_number_of_one_that_is_there_replaces_nothing() {
    let table = two_laptops();
    let mine = does(&table, "one", "export --json");
    let forged = lines_of(&altered(&mine, "\"knock\":[0,4,27]", "\"knock\":[0,4,28]"));
    shared(&table, &file_of(&forged[1..]));
    let before = holds(&table, "one");
    does(&table, "one", "sync shared");
    assert!(holds(&table, "one").is_superset(&before));
    let sheet = does(&table, "one", "export");
    assert!(sheet.contains("Ann knock 4 27\n") && sheet.contains("Ann knock 4 28\n"), "both stand: {sheet}");
    assert_eq!(answers(&table, "one", "conflicts")["conflicts"].as_array().unwrap().len(), 1);
    agree(&table, &["one", "two"]);
}

#[test]
fn only_files_that_ginpad_wrote_are_read() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let first = segments(&table, "shared").remove(0);
    let (folder, name) = (first.parent().unwrap(), first.file_name().unwrap().to_string_lossy().into_owned());
    let copy = name.replace(".jsonl", " (Ann's conflicted copy 2026-11-20).jsonl");
    fs::copy(&first, folder.join(&copy)).unwrap();
    // Other programs keep files of their own there.
    table.put("shared/.stfolder/x", "").put("shared/desktop.ini", "").put("shared/notes/00000001.json", "{");
    fs::write(folder.join(".ginpad-6f8c1d1c-52a1-4a0c-9a37-0b1f8f1f2a11"), "half").unwrap();
    let (kinds, said) = unread(&table, "two");
    assert_eq!((kinds.join(" ").as_str(), said.status), ("strange", Some(0)), "{}", said.err);
    fs::remove_file(folder.join(copy)).unwrap();
    // A link, a pipe, a folder and a huge file with the names of segments.
    let named = |number: usize| folder.join(format!("{0:08}-{0:08}{1}", number + 10, &name[17..]));
    symlink("/etc/passwd", named(1)).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(named(2)).status().unwrap().success());
    fs::create_dir(named(3)).unwrap();
    fs::File::create(named(4)).unwrap().set_len(1 << 40).unwrap();
    let elsewhere = table.path(format!("shared/{}", Uuid::from_u128(3)));
    symlink(table.path("shared/notes"), &elsewhere).unwrap();
    let (mut kinds, said) = unread(&table, "two");
    kinds.sort();
    let found = "in-the-way in-the-way in-the-way in-the-way unfinished";
    assert_eq!((kinds.join(" ").as_str(), said.status), (found, Some(1)), "{}", said.err);
    (1..5).for_each(|number| drop(fs::remove_file(named(number)).or_else(|_| fs::remove_dir(named(number)))));
    fs::remove_file(elsewhere).unwrap();
    agree(&table, &["one", "two"]);
}

#[test]
fn files_that_have_not_come_are_told_and_what_is_there_is_taken_in() {
    let table = two_laptops();
    let mut away = Vec::new();
    for command in ["log dead", "log bob gin 4", "log ann gin 6", "log dead"] {
        does(&table, "one", "sync shared");
        away = segments(&table, "shared");
        does(&table, "one", command);
    }
    does(&table, "one", "sync shared");
    let hidden: Vec<_> = away[1..3].iter().map(|path| (path, fs::read(path).unwrap())).collect();
    hidden.iter().for_each(|(path, _)| fs::remove_file(path).unwrap());
    let (kinds, said) = unread(&table, "two");
    assert_eq!((kinds.join(" ").as_str(), said.status), ("missing", Some(0)));
    assert!(said.err.contains("changes 3 to 4 of the writer "));
    // Nobody is asked for what was given up, until that is taken back.
    let mut words = said.err.split_whitespace().map(|word| word.trim_end_matches(';'));
    let writer = words.find(|word| Uuid::parse_str(word).is_ok()).unwrap();
    for (command, found) in [(format!("check --give-up {writer}"), ""), ("undo".into(), "missing")] {
        does(&table, "two", &command);
        does(&table, "one", "log dead");
        does(&table, "one", "sync shared");
        let is_hidden =
            |path: &PathBuf| ["/00000003-", "/00000004-"].iter().any(|at| path.to_string_lossy().contains(at));
        segments(&table, "shared")
            .iter()
            .filter(|path| is_hidden(path))
            .for_each(|path| fs::remove_file(path).unwrap());
        assert_eq!(unread(&table, "two").0.join(" "), found, "{command}");
    }
    hidden.iter().for_each(|(path, content)| fs::write(path, content).unwrap());
    agree(&table, &["one", "two"]);
}

/// The files of a folder that a command opens.
pub(crate) fn opened(faults: &Faults, table: &Table, laptop: &str, folder: &Path) -> Vec<String> {
    let line = format!("sync shared --book {laptop}.db");
    faults.opened(table, &line, &table.path(format!("{laptop}-state")), folder)
}

#[test]
fn what_is_old_is_not_read_again() {
    let Some(faults) = Faults::find() else { return };
    let table = two_laptops();
    for hands in 0..4 {
        (0..hands).for_each(|_| drop(does(&table, "one", "log dead")));
        does(&table, "one", "sync shared");
        does(&table, "two", "sync shared");
    }
    agree(&table, &["one", "two"]);
    let shared = table.path("shared");
    let segments_opened = |laptop: &str| -> Vec<String> {
        opened(&faults, &table, laptop, &shared).into_iter().filter(|path| path.ends_with(".jsonl")).collect()
    };
    assert_eq!(segments_opened("one"), Vec::<String>::new());
    does(&table, "two", "log dead");
    assert_eq!(segments_opened("two"), Vec::<String>::new());
    let newest =
        segments(&table, "shared").into_iter().max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap());
    let mut read = segments_opened("one");
    read.dedup();
    assert_eq!(read, [newest.unwrap().to_string_lossy().into_owned()]);
    assert_eq!(segments_opened("one"), Vec::<String>::new());
}

#[test]
fn a_sync_that_is_killed_anywhere_is_made_up_for_by_the_next() {
    let Some(faults) = Faults::find() else { return };
    let table = two_laptops();
    does(&table, "two", "sync shared");
    let kept = Table::new();
    copy(&table.path(""), &kept.path("table"));
    let line = "sync shared --book one.db";
    let state = table.path("one-state");
    const CHANGES: [&str; 9] =
        ["pwrite64", "write", "fsync", "fdatasync", "unlink", "rename", "renameat2", "mkdir", "ftruncate"];
    let mut calls = faults.calls_with(&table, line, &table.path(""), &state);
    calls.retain(|call| CHANGES.contains(&call.name.as_str()));
    // More for a search that takes longer: `GINPAD_KILLS=all`.
    let step = if std::env::var_os("GINPAD_KILLS").is_some() { 1 } else { calls.len() / 12 + 1 };
    let mut killed = 0;
    for call in calls.iter().step_by(step).chain(calls.iter().filter(|call| call.name.starts_with("rename"))) {
        fs::remove_dir_all(table.path("shared")).unwrap();
        copy(&kept.path("table"), &table.path(""));
        let fault = format!("{}:signal=KILL:when={}", call.name, call.nth);
        let said = faults.run_with(&table, line, &fault, &state);
        killed += usize::from(said.status.is_none());
        assert_eq!(answers(&table, "one", "check")["ok"], true, "{fault}");
        agree(&table, &["one", "two"]);
        assert!(segments(&table, "shared").len() <= 4, "{fault}");
    }
    assert!(killed > 8, "{killed}");
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let _ = fs::remove_file(to.join("one.db-journal"));
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to)
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn a_folder_that_cannot_be_written_gives_what_it_has() {
    let Some(faults) = Faults::find() else { return };
    let table = two_laptops();
    does(&table, "two", "sync shared");
    let state = table.path("one-state");
    for (fault, why) in [
        ("rename,renameat2,renameat:error=EPERM", "permission denied"),
        ("mkdir:error=EROFS", "the disk is read-only"),
        ("mkdir:error=ENOSPC", "the disk is full"),
    ] {
        let line = "sync shared --book one.db";
        let said = faults.run_with(&table, line, fault, &state);
        assert_eq!(said.status, Some(1), "{fault} {said:?}");
        let told = format!("cannot write in shared: {why}; what is new in this book was not sent");
        assert!(said.err.contains(&told), "{fault} {said:?}");
        assert!(does(&table, "one", "players --plain").contains("Cid"), "what came is there");
        let left = segments(&table, "shared").into_iter().filter(|path| path.to_string_lossy().contains(".ginpad"));
        assert_eq!(left.count(), 0, "{fault}");
    }
    agree(&table, &["one", "two"]);
}

#[test]
fn a_folder_that_may_only_be_read_gives_what_it_has() {
    let table = two_laptops();
    does(&table, "two", "sync shared");
    let Some(table) = table.bound_by_permissions() else { return };
    fs::set_permissions(table.path("shared"), fs::Permissions::from_mode(0o555)).unwrap();
    let said = on(&table, "one", "sync shared");
    assert_eq!(said.status, Some(1), "{said:?}");
    assert!(said.out.starts_with("received 1 game, 2 hands and 2 people in 3 changes\n"), "{said:?}");
    assert!(said.err.contains("cannot write in shared: permission denied; what is new in this book was not sent"));
    fs::set_permissions(table.path("shared"), fs::Permissions::from_mode(0o755)).unwrap();
    agree(&table, &["one", "two"]);
}
