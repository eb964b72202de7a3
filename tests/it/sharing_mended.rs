//! `sync` when files of the folder make no sense or were cut short: what is said, what is read, and what is mended.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::sharing::{agree, answers, does, on, segments, two_laptops};
use crate::sharing_faults::{another_shares, forged, unread};
use crate::support::faults::Faults;
use crate::support::program::{Said, Table};

#[test]
fn a_file_that_makes_no_sense_keeps_back_nothing_else_and_is_named_each_time() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let faulty = forged(&table, 8, 1, "nonsense}\n");
    ["new Zed Yul", "new Wes Vic"].iter().for_each(|new| another_shares(&table, new));
    let told = |said: &Said| said.err.lines().filter(|line| line.starts_with("warning")).count();
    let said = on(&table, "one", "sync shared");
    assert_eq!((said.status, told(&said)), (Some(1), 1), "{}", said.err);
    let players = does(&table, "one", "players --plain");
    assert!(players.contains("Zed") && players.contains("Wes"), "{players}");
    let book = fs::read(table.path("one.db")).unwrap();
    assert_eq!(told(&on(&table, "one", "sync shared")), 1);
    forged(&table, 9, 1, "{\"ginpad\":\"lines/2\",\"new\":{}}\n");
    assert_eq!(told(&on(&table, "one", "sync shared")), 2);
    assert_eq!(fs::read(table.path("one.db")).unwrap(), book, "nothing is written if nothing is new");
    fs::remove_file(faulty).unwrap();
    assert_eq!(told(&on(&table, "one", "sync shared")), 1);
}

#[test]
fn what_a_device_wrote_and_is_cut_short_is_written_again_by_it() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    does(&table, "one", "log bob gin 9");
    does(&table, "one", "sync shared");
    let all = segments(&table, "shared");
    let whole = fs::read(&all[0]).unwrap();
    fs::write(&all[0], &whole[..whole.len() / 2]).unwrap();
    assert_eq!(unread(&table, "two").0, ["unfinished"]);
    let said = on(&table, "two", "sync shared");
    assert!(said.err.contains("hint: sync on the device that wrote the file; or remove the file, and "));
    let tried = on(&table, "one", "sync shared --dry-run");
    assert!(
        tried.err.contains("was damaged and is removed; what this device had written in it is in the folder"),
        "{}",
        tried.err
    );
    assert_eq!(fs::read(&all[0]).unwrap().len(), whole.len() / 2);
    let said = on(&table, "one", "sync shared");
    assert!(
        said.err.contains(".jsonl was damaged and is removed; what this device had written in it is in the folder\n"),
        "{}",
        said.err
    );
    assert_eq!((said.status, fs::read(&all[0]).unwrap()), (Some(0), whole), "{}", said.err);
    assert_eq!(unread(&table, "two").0, [""; 0], "no number lacks");
    agree(&table, &["one", "two"]);
    assert_eq!(answers(&table, "two", "games")["games"].as_array().unwrap().len(), 2);
}

#[test]
fn a_file_that_is_cut_short_is_mended_at_once_although_another_is_gone() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    does(&table, "one", "log bob gin 9");
    does(&table, "one", "sync shared");
    let all = segments(&table, "shared");
    let whole = fs::read(&all[0]).unwrap();
    fs::write(&all[0], &whole[..whole.len() / 2]).unwrap();
    fs::remove_file(&all[1]).unwrap();
    let said = on(&table, "one", "sync shared");
    assert!(
        said.err.contains(" was damaged and is removed; what this device had written in it is in the folder\n"),
        "{said:?}"
    );
    assert_eq!((said.status, said.err.lines().count()), (Some(0), 1), "{said:?}");
    assert_eq!(unread(&table, "two").0, [""; 0]);
    agree(&table, &["one", "two"]);
}

#[test]
fn a_file_that_is_cut_short_stays_until_what_it_held_is_in_the_folder_again() {
    let Some(faults) = Faults::find() else { return };
    let table = two_laptops();
    does(&table, "one", "sync shared");
    does(&table, "one", "log bob gin 9");
    does(&table, "one", "sync shared");
    let cut = segments(&table, "shared").remove(0);
    let whole = fs::read(&cut).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let (line, state) = ("sync shared --book one.db", table.path("one-state"));
    // It cannot be written again.
    let said = faults.run_with(&table, line, "rename,renameat2,renameat:error=EPERM", &state);
    assert_eq!((said.status, cut.exists()), (Some(1), true), "{said:?}");
    assert!(!said.err.contains("is removed"), "{}", said.err);
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains("is removed; what this device had written in it is in the folder\n"), "{}", said.err);
    assert_eq!((said.status, fs::read(&cut).unwrap()), (Some(0), whole), "what is the same has the same name");
    agree(&table, &["one", "two"]);
}

#[test]
fn a_file_that_cannot_be_opened_is_told_each_time() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let Some(table) = table.bound_by_permissions() else { return };
    let closed = segments(&table, "shared").remove(0);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    for _ in 0..2 {
        let said = on(&table, "two", "sync shared");
        assert_eq!(said.status, Some(1), "{said:?}");
        assert!(said.err.contains("warning: cannot read "), "{said:?}");
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o644)).unwrap();
    agree(&table, &["one", "two"]);
}

#[test]
fn a_file_with_the_last_number_of_all_keeps_no_device_from_sending() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let own = segments(&table, "shared").remove(0);
    let name = own.file_name().unwrap().to_string_lossy().into_owned();
    let last = own.with_file_name(format!("99999999-99999999-{}-3.jsonl", Uuid::from_u128(0xa5).simple()));
    fs::write(&last, "{}\n").unwrap();
    does(&table, "one", "log bob gin 9");
    let said = on(&table, "one", "sync shared");
    assert!(said.out.starts_with("sent 1 hand in 1 change\n"), "{said:?}");
    assert!(said.err.contains("99999999-") && said.err.contains("remove the file, and the next sync"), "{said:?}");
    assert!(!said.err.contains("not arrived"), "the number of such a file says nothing: {said:?}");
    // A copy of what is there already.
    fs::remove_file(last).unwrap();
    fs::copy(&own, own.with_file_name(format!("99999999-99999999{}", &name[17..]))).unwrap();
    does(&table, "one", "sync shared");
    does(&table, "one", "log bob gin 8");
    assert!(does(&table, "one", "sync shared").starts_with("sent 1 hand in 1 change\n"));
    agree(&table, &["one", "two"]);
}

#[test]
fn a_damaged_file_between_others_is_not_said_to_come_yet() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    agree(&table, &["one", "two"]);
    let folder = table.path(format!("shared/{}", writer_of(&table, "one")));
    for hand in ["log bob gin 9", "log bob gin 8"] {
        does(&table, "one", &format!("{hand} --game 1"));
        does(&table, "one", "sync shared");
    }
    let mut own: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    own.sort();
    let middle = &own[own.len() - 2];
    let length = fs::metadata(middle).unwrap().len();
    fs::write(middle, format!("{}}}\n", "x".repeat(length as usize - 2))).unwrap();
    let said = on(&table, "two", "sync shared");
    assert_eq!(said.status, Some(1), "{said:?}");
    assert!(said.err.contains(&*middle.file_name().unwrap().to_string_lossy()), "{said:?}");
    assert!(said.err.contains(" is damaged: ") && !said.err.contains(" come yet"), "{said:?}");
}

#[test]
fn of_many_faults_some_are_told_and_the_rest_are_counted() {
    let table = two_laptops();
    for number in 1..=130 {
        forged(&table, 7, 2 * number, "nonsense}\n");
    }
    let said = answers_of(&on(&table, "one", "sync shared --json"));
    assert_eq!((said["unread"].as_array().unwrap().len(), &said["more_unread"]), (100, &json!(30)));
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains("\nwarning: 122 more things not accepted\n"), "{}", said.err);
    // Those of many devices need no memory at once.
    for device in 1000..1040 {
        another_shares(&table, &format!("new A{device} B{device}"));
    }
    assert_eq!(answers_of(&on(&table, "one", "sync shared --json"))["devices"], 40);
    assert_eq!(answers(&table, "one", "games")["games"].as_array().unwrap().len(), 41);
}

#[test]
fn people_of_one_name_are_joined_although_what_is_read_last_makes_no_sense() {
    let table = two_laptops();
    // As many as are read at once, and one more.
    for device in 1..=16 {
        another_shares(&table, &format!("new Zed A{device}"));
    }
    forged(&table, 17, 1, "nonsense}\n");
    let tried = answers_of(&on(&table, "one", "sync shared --dry-run --json"));
    let said = answers_of(&on(&table, "one", "sync shared --json"));
    assert_eq!((&said["devices"], &said["joined"][0], &tried["joined"][0]), (&json!(16), &json!("Zed"), &json!("Zed")));
    let players = does(&table, "one", "players --plain");
    assert_eq!(players.lines().filter(|line| line.contains("Zed")).count(), 1, "{players}");
}

#[test]
fn a_folder_that_is_not_there_is_told_with_what_helps() {
    let table = two_laptops();
    symlink(table.path("nowhere"), table.path("link")).unwrap();
    let said = on(&table, "one", "sync link");
    assert_eq!(
        (said.status, said.err.as_str()),
        (Some(1), "error: there is no folder link\nhint: make it first, or name another\n")
    );
    // Something else has the name of the folder of this device.
    let writer = writer_of(&table, "one");
    table.put(&format!("shared/{writer}"), "");
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains(&format!("/shared/{writer} is not a folder; what is new")), "{}", said.err);
    assert_eq!(said.status, Some(1));
}

/// Who writes in the book of a laptop.
fn writer_of(table: &Table, laptop: &str) -> String {
    let state = fs::read_dir(table.path(format!("{laptop}-state/ginpad/books"))).unwrap().next().unwrap().unwrap();
    let state: Value = serde_json::from_slice(&fs::read(state.path()).unwrap()).unwrap();
    state["writer"].as_str().unwrap().to_string()
}

/// An answer for programs, whatever the exit status.
fn answers_of(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"))
}

#[test]
fn games_entered_twice_are_named_when_their_players_become_one() {
    let table = Table::after(&[
        "new Ann Ben --at 2026-11-20",
        "log ann points 100",
        "new Ann Benjamin --at 2026-11-20",
        "log ann points 100",
    ]);
    let said = table.args("player merge Benjamin Ben").check_status();
    assert_eq!(
        said.err,
        "note: game 2 has the day, the players and the score of game 1; if that was entered twice, \
         `ginpad drop --game 2` removes one\n"
    );
}
