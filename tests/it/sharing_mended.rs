//! `sync` when files of the folder make no sense or were cut short: what is said, what is read, and what is mended.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::sharing::{agree, answers, does, on, segments, two_laptops};
use crate::sharing_faults::{forged, is_listed, opened, unread};
use crate::support::faults::Faults;
use crate::support::program::{Said, Table};
use crate::support::whole::hashed;

#[test]
fn a_file_that_makes_no_sense_keeps_back_nothing_else_and_is_read_once() {
    let Some(faults) = Faults::find() else { return };
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let alone = Table::new();
    alone.does("new Zed Yul");
    let good = alone.does("export --json");
    let third = Table::new();
    third.does("new Max Moe");
    let mut senseless: Value = serde_json::from_str(&third.does("export --json")).unwrap();
    let facts = senseless["facts"].as_array_mut().unwrap();
    let game = facts.iter_mut().find(|fact| fact["kind"] == "game").unwrap();
    game["knobs"]["target"] = 99_999_999.into();
    *game = hashed(game.clone());
    forged(&table, 8, 1, "nonsense}\n");
    forged(&table, 8, 2, &good);
    let another = Table::new();
    another.does("new Wes Vic");
    forged(&table, 8, 3, &another.does("export --json"));
    forged(&table, 8, 4, &format!("{senseless}\n"));
    let told = |said: &Said| said.err.lines().filter(|line| line.starts_with("warning")).count();
    let said = on(&table, "one", "sync shared");
    assert_eq!((said.status, told(&said)), (Some(1), 2), "{}", said.err);
    let players = does(&table, "one", "players --plain");
    assert!(players.contains("Zed") && players.contains("Wes"), "{players}");
    // It is named each time, but not read.
    let book = fs::read(table.path("one.db")).unwrap();
    let read = opened(&faults, &table, "one", &table.path("shared"));
    assert!(!read.iter().any(|path| path.ends_with(".json")), "{read:?}");
    assert_eq!(told(&on(&table, "one", "sync shared")), 2);
    assert_eq!(fs::read(table.path("one.db")).unwrap(), book, "nothing is written if nothing is new");
    // Nor if something else is there that cannot be read yet.
    let newer = forged(&table, 9, 1, "{\"schema\": \"ginpad/book/2\", \"changes\": [], \"facts\": []}\n");
    let read = opened(&faults, &table, "one", &table.path("shared"));
    assert!(!read.iter().any(|path| path.contains("000000000008/0000000")), "{read:?}");
    assert_eq!(told(&on(&table, "one", "sync shared")), 3);
    fs::remove_file(newer).unwrap();
    // With something else that is new, it might make sense.
    assert_eq!(told(&on(&table, "two", "sync shared")), 2);
    let read = opened(&faults, &table, "one", &table.path("shared"));
    assert!(read.iter().filter(|path| path.contains("000000000008/0000000")).count() >= 2, "{read:?}");
    // A file that is gone is forgotten.
    let faulty = |path: &PathBuf| path.to_string_lossy().contains("000000000008/00000001-");
    segments(&table, "shared").into_iter().filter(faulty).for_each(|path| fs::remove_file(path).unwrap());
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
    let (kinds, said) = unread(&table, "two");
    assert_eq!(kinds, ["unfinished"]);
    assert!(said.err.contains("hint: a sync on the device that wrote it mends a file that was cut short; "));
    let tried = on(&table, "one", "sync shared --dry-run");
    assert!(
        tried.err.contains("is damaged and would be removed; what this device had written there would be sent again"),
        "{}",
        tried.err
    );
    assert!(all[0].exists());
    let said = on(&table, "one", "sync shared");
    assert!(
        said.err.contains(".json was damaged and is removed; what this device had written there is sent again\n"),
        "{}",
        said.err
    );
    assert_eq!((said.status, all[0].exists()), (Some(0), false), "{}", said.err);
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
        said.err.contains(" was damaged and is removed; what this device had written there is sent again\n"),
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
    assert!(!said.err.contains("sent again"), "{}", said.err);
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains("is removed; what this device had written there is sent again\n"), "{}", said.err);
    assert_eq!((said.status, fs::read(&cut).unwrap()), (Some(0), whole), "what is the same has the same name");
    agree(&table, &["one", "two"]);
}

#[test]
fn a_file_of_this_device_that_cannot_be_looked_at_is_told_each_time() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let Some(table) = table.bound_by_permissions() else { return };
    let cut = segments(&table, "shared").remove(0);
    let whole = fs::read(&cut).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    fs::set_permissions(&cut, fs::Permissions::from_mode(0o000)).unwrap();
    for _ in 0..2 {
        let said = on(&table, "one", "sync shared");
        assert_eq!(said.status, Some(1), "{said:?}");
        assert!(said.err.contains("warning: cannot read ") && cut.exists(), "{said:?}");
    }
    fs::set_permissions(&cut, fs::Permissions::from_mode(0o644)).unwrap();
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains(" is sent again\n"), "{said:?}");
    agree(&table, &["one", "two"]);
}

#[test]
fn a_file_with_the_last_number_of_all_keeps_no_device_from_sending() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let own = segments(&table, "shared").remove(0);
    let name = own.file_name().unwrap().to_string_lossy().into_owned();
    let last = own.with_file_name(format!("99999999{}", &name[8..]));
    fs::write(&last, "{}\n").unwrap();
    does(&table, "one", "log bob gin 9");
    let said = on(&table, "one", "sync shared");
    assert!(said.out.starts_with("sent 1 hand in 1 change\n"), "{said:?}");
    assert!(said.err.contains("99999999-") && said.err.contains("; remove a damaged one, and the next"), "{said:?}");
    assert!(!said.err.contains("have not come"), "the number of such a file says nothing: {said:?}");
    // A copy of what is there already.
    fs::copy(&own, &last).unwrap();
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
    let of_one = fs::read_to_string(table.path("one-state/ginpad/device")).unwrap();
    for hand in ["log bob gin 9", "log bob gin 8"] {
        does(&table, "one", &format!("{hand} --game 1"));
        does(&table, "one", "sync shared");
    }
    let folder = table.path(format!("shared/{}", of_one.trim()));
    let mut own: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    own.sort();
    let middle = &own[own.len() - 2];
    fs::write(middle, "{}\n").unwrap();
    let said = on(&table, "two", "sync shared");
    assert_eq!(said.status, Some(1), "{said:?}");
    assert!(said.err.contains(&*middle.file_name().unwrap().to_string_lossy()), "{said:?}");
    assert!(said.err.contains(" is damaged and was not read") && !said.err.contains(" come yet"), "{said:?}");
}

#[test]
fn of_many_faults_some_are_told_and_the_rest_are_counted() {
    let table = two_laptops();
    for number in 1..=130 {
        forged(&table, 7, 2 * number, "nonsense}\n");
    }
    let said = answers_of(&on(&table, "one", "sync shared --json"));
    assert_eq!((said["unread"].as_array().unwrap().len(), &said["more_unread"]), (100, &json!(160)));
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains("\nwarning: 160 more of the folder were not read\n"), "{}", said.err);
    // Those of many devices need no memory at once.
    for device in 1000..1040 {
        let other = Table::new();
        other.does(&format!("new A{device} B{device}"));
        forged(&table, device, 1, &other.does("export --json"));
    }
    assert_eq!(answers_of(&on(&table, "one", "sync shared --json"))["devices"], 40);
    assert_eq!(answers(&table, "one", "games")["games"].as_array().unwrap().len(), 41);
}

#[test]
fn people_of_one_name_are_joined_although_what_is_read_last_makes_no_sense() {
    let table = two_laptops();
    // As many as are read at once, and one more.
    for device in 1..=16 {
        let other = Table::new();
        other.does(&format!("new Zed A{device}"));
        forged(&table, device, 1, &other.does("export --json"));
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
    is_listed(&said.err.replace("link is a link", "shared is a link"));
    assert_eq!(said.status, Some(1));
    // Something else has the name of the folder of this device.
    let device = fs::read_to_string(table.path("one-state/ginpad/device")).unwrap();
    table.put(&format!("shared/{}", device.trim()), "");
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains(&format!("/shared/{} is not a folder; what is new", device.trim())), "{}", said.err);
    assert_eq!(said.status, Some(1));
}

/// An answer for programs, whatever the exit status.
fn answers_of(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"))
}
