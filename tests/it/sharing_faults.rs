//! `sync` when the folder, the disk or the other devices fail, and how much it reads.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::devices::contents;
use crate::sharing::{NOTHING, agree, answers, does, on, segments, two_laptops};
use crate::support::faults::Faults;
use crate::support::program::{Said, Table};
use crate::support::whole::hashed;

/// Writes a segment of a device that never was, under the name that its content needs.
pub(crate) fn forged(table: &Table, device: u128, number: u32, content: &str) -> PathBuf {
    let digest = Sha256::digest(content);
    let digest: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let name = format!("shared/{}/{number:08}-{digest}.json", Uuid::from_u128(device));
    table.put(&name, content);
    table.path(name)
}

/// Whether the list of errors shows what was said, apart from the names of files.
pub(crate) fn is_listed(words: &str) {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/errors.md")).unwrap();
    assert!(page.contains(words), "docs/errors.md does not show\n{words}");
}

/// What is said of a sync that finds something in the folder: in one word each, and with which status.
pub(crate) fn unread(table: &Table, laptop: &str) -> (Vec<String>, Said) {
    let said = on(table, laptop, "sync shared --json");
    let answer: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"));
    let unread = answer["unread"].as_array().unwrap().iter();
    for what in unread.clone().map(|unread| unread["what"].as_str().unwrap()) {
        let words = what.rsplit_once(".json").map_or(what, |(_, words)| words);
        let words = words.split_once("/shared/").map_or(words, |(words, _)| words);
        let by_id = words.split_whitespace().find(|word| Uuid::parse_str(word.trim_end_matches(',')).is_ok());
        let words = by_id.map_or(words.into(), |id| words.replace(id.trim_end_matches(','), &Uuid::nil().to_string()));
        let others =
            ["is a", "is damaged and was not read", "was not taken in", "have not come yet; a later sync reads them"];
        match others.iter().find(|other| words.contains(**other)) {
            Some(other) => is_listed(other),
            None => is_listed(&words.replace(&Uuid::nil().to_string(), "01990000-0000-7000-8000-000000000000")),
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
        assert!(said.err.contains("has not come whole yet; a later sync reads it"), "{}", said.err);
    }
    // Space that was made before the content came.
    fs::write(&first, vec![0; whole.len()]).unwrap();
    assert_eq!(unread(&table, "two").0, ["unfinished"]);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    fs::write(&first, &flipped).unwrap();
    let (kinds, said) = unread(&table, "two");
    assert_eq!((kinds, said.status), (vec!["damaged".to_string()], Some(1)), "{}", said.err);
    // What came meanwhile waits for it, and is there once it is whole.
    assert_eq!(answers(&table, "two", "games")["games"].as_array().unwrap().len(), 1);
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
    assert!(said.out.starts_with("sent 2 hands in 3 changes"), "the rest goes on: {}", said.out);
    assert!(
        said.err.contains("hint: a sync on the device that wrote it mends a file that was cut short; "),
        "{}",
        said.err
    );
    fs::remove_file(&first).unwrap();
    agree(&table, &["one", "two"]);
}

#[test]
fn what_a_hostile_folder_holds_is_refused_file_by_file() {
    let table = two_laptops();
    let alone = Table::new();
    alone.does("new Zed Yul");
    let good = alone.does("export --json");
    let begins = |table: &Table| contents(&answers(table, "one", "export"));
    let before = begins(&table);
    let refused = |content: &str, kind: &str, status: i32| {
        let path = forged(&table, 7, 1, content);
        let (kinds, said) = unread(&table, "one");
        assert_eq!((kinds.as_slice(), said.status), (&[kind.to_string()][..], Some(status)), "{content}\n{}", said.err);
        assert!(!said.err.contains('\u{1b}') && !said.err.contains('\u{202e}'), "{}", said.err);
        assert_eq!(begins(&table), before, "{content}");
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    };
    refused("{\"schema\": \"ginpad/book/2\", \"changes\": [], \"facts\": []}\n", "newer", 0);
    refused("nonsense}\n", "damaged", 1);
    refused("{\"schema\": \"\u{1b}[2J\u{202e}\", \"changes\": [], \"facts\": []}\n", "damaged", 1);
    refused("{\"schema\": \"ginpad/book/1\", \"changes\": [{}], \"facts\": []}\n", "damaged", 1);
    refused(&format!("{}{}\n", "[".repeat(100_000), "}"), "damaged", 1);
    // Every hash is right, and it is not what a book holds all the same.
    let mut senseless: Value = serde_json::from_str(&good).unwrap();
    let facts = senseless["facts"].as_array_mut().unwrap();
    let game = facts.iter_mut().find(|fact| fact["kind"] == "game").unwrap();
    game["knobs"]["target"] = 99_999_999.into();
    *game = hashed(game.clone());
    refused(&format!("{senseless}\n"), "refused", 1);
    // Beside all of that, what is right comes in.
    forged(&table, 7, 1, "nonsense}\n");
    forged(&table, 8, 1, &good);
    forged(&table, 8, 2, &format!("{senseless}\n").replace("Zed", "Zod"));
    let (mut kinds, said) = unread(&table, "one");
    kinds.sort();
    assert_eq!((kinds.join(" "), said.status), ("damaged damaged".into(), Some(1)), "{}", said.err);
    assert!(does(&table, "one", "players --plain").contains("Zed"));
    assert_eq!(answers(&table, "one", "check")["ok"], true);
}

#[test]
fn the_same_id_with_other_content_is_kept_out_and_told() {
    let table = two_laptops();
    let mut other = answers(&table, "one", "export");
    let facts = other["facts"].as_array_mut().unwrap();
    let hand = facts.iter_mut().find(|fact| fact["kind"] == "hand").unwrap();
    hand["note"] = "forged".into();
    *hand = hashed(hand.clone());
    forged(&table, 9, 1, &format!("{other}\n"));
    let said = answers(&table, "one", "sync shared");
    assert_eq!((&said["quarantined"], &said["received"]["facts"]), (&json!(1), &json!(0)), "{said}");
    assert_eq!(said["quarantine"][0]["content"]["note"], "forged");
    assert!(does(&table, "one", "export").contains("Ann knock 4 27\n"), "what the book says stands");
    assert_eq!(does(&table, "one", "sync shared"), NOTHING, "it is said once");
}

#[test]
fn only_files_that_ginpad_wrote_are_read() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let first = segments(&table, "shared").remove(0);
    let (folder, name) = (first.parent().unwrap(), first.file_name().unwrap().to_string_lossy().into_owned());
    let copy = name.replace(".json", " (Ann's conflicted copy 2026-11-20).json");
    fs::copy(&first, folder.join(&copy)).unwrap();
    // Other programs keep files of their own there.
    table.put("shared/.stfolder/x", "").put("shared/desktop.ini", "").put("shared/notes/00000001.json", "{");
    fs::write(folder.join(".ginpad-segment-x"), "half").unwrap();
    let (kinds, said) = unread(&table, "two");
    assert_eq!((kinds.join(" ").as_str(), said.status), ("strange", Some(0)), "{}", said.err);
    fs::remove_file(folder.join(copy)).unwrap();
    // A link, a pipe, a folder and a huge file with the names of segments.
    let named = |number: usize| folder.join(name.replacen("00000001", &format!("{:08}", number + 1), 1));
    symlink("/etc/passwd", named(1)).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(named(2)).status().unwrap().success());
    fs::create_dir(named(3)).unwrap();
    fs::File::create(named(4)).unwrap().set_len(1 << 40).unwrap();
    let elsewhere = table.path(format!("shared/{}", Uuid::from_u128(3)));
    symlink(table.path("shared/notes"), &elsewhere).unwrap();
    let (mut kinds, said) = unread(&table, "two");
    kinds.sort();
    let found = "damaged in-the-way in-the-way in-the-way in-the-way";
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
    assert!(said.err.contains("2 files of the device ") && said.err.contains(", from 2 on, have not come yet"));
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
        opened(&faults, &table, laptop, &shared).into_iter().filter(|path| path.ends_with(".json")).collect()
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
fn why_a_temporary_file_cannot_be_used_is_told_as_it_is() {
    let table = two_laptops();
    let told = |said: Said, why: &str| {
        assert_eq!(said.status, Some(1), "{why} {said:?}");
        assert!(said.err.contains(why), "{why} {said:?}");
        let (_, after) = said.err.split_once("temporary file in ").unwrap();
        let folder = &after[..after.find([' ', ';']).unwrap()];
        is_listed(&said.err.replace(folder, "/tmp"));
    };
    let in_folder = |table: &Table, folder: &str| {
        let run = table.args("sync shared --book one.db").env("XDG_STATE_HOME", table.path("one-state"));
        run.env("TMPDIR", table.path(folder)).run()
    };
    told(in_folder(&table, "nowhere"), "/nowhere cannot be used: there is no such folder");
    if let Some(faults) = Faults::find() {
        for (fault, why) in [("EIO", " cannot be used: the disk reported a fault"), ("ENOSPC", "there is no room left")]
        {
            // Nothing is written before that.
            let fault = format!("write:error={fault}:when=1");
            told(faults.run_with(&table, "sync shared --book one.db", &fault, &table.path("one-state")), why);
        }
    }
    let Some(table) = table.bound_by_permissions() else { return };
    fs::create_dir(table.path("read-only")).unwrap();
    fs::set_permissions(table.path("read-only"), fs::Permissions::from_mode(0o555)).unwrap();
    told(in_folder(&table, "read-only"), "/read-only cannot be used: permission denied");
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
    assert!(said.out.starts_with("received 2 hands in 3 changes\n"), "{said:?}");
    assert!(said.err.contains("cannot write in shared: permission denied; what is new in this book was not sent"));
    fs::set_permissions(table.path("shared"), fs::Permissions::from_mode(0o755)).unwrap();
    agree(&table, &["one", "two"]);
}
