//! `sync`: laptops meet in a shared folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::program::{HOME, Said, Table};
use crate::support::whole::contents;

/// What a laptop does with its book.
pub(crate) fn on(table: &Table, laptop: &str, command: &str) -> Said {
    let run = table.args(command).env("XDG_STATE_HOME", table.path(format!("{laptop}-state")));
    run.env("GINPAD_BOOK", table.path(format!("{laptop}.db"))).run()
}

pub(crate) fn does(table: &Table, laptop: &str, command: &str) -> String {
    let said = on(table, laptop, command);
    assert_eq!(said.status, Some(0), "{laptop}: {command}\n{}{}", said.out, said.err);
    said.out
}

pub(crate) fn answers(table: &Table, laptop: &str, command: &str) -> Value {
    serde_json::from_str(&does(table, laptop, &format!("{command} --json"))).unwrap()
}

/// Every line of a laptop's book.
pub(crate) fn holds(table: &Table, laptop: &str) -> BTreeSet<String> {
    contents(&does(table, laptop, "export --json"))
}

/// How many hands were logged in a book.
fn logged(lines: &BTreeSet<String>) -> usize {
    lines.iter().map(|line| line.matches("{\"hand\":{").count()).sum()
}

pub(crate) const NOTHING: &str = "nothing is new, here or in shared\n";

/// Two laptops that know nothing of each other, and a folder. Ann is at both.
pub(crate) fn two_laptops() -> Table {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    for command in ["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27"] {
        does(&table, "one", command);
    }
    for command in ["new ann Cid --at '2026-11-20 20:30'", "log ann gin 20", "log cid gin 3"] {
        does(&table, "two", command);
    }
    table
}

/// The segments in a folder.
pub(crate) fn segments(table: &Table, folder: &str) -> Vec<PathBuf> {
    let devices = fs::read_dir(table.path(folder)).unwrap().map(|device| device.unwrap().path());
    let mut segments: Vec<PathBuf> =
        devices.flat_map(|device| fs::read_dir(device).unwrap().map(|segment| segment.unwrap().path())).collect();
    segments.sort();
    segments
}

/// The laptops sync until nothing is new, and hold the same.
pub(crate) fn agree(table: &Table, laptops: &[&str]) {
    for _ in 0..3 {
        let said: Vec<String> = laptops.iter().map(|laptop| does(table, laptop, "sync shared")).collect();
        if said.iter().all(|said| said == NOTHING) {
            break;
        }
    }
    let all = holds(table, laptops[0]);
    for laptop in laptops {
        assert_eq!(does(table, laptop, "sync shared"), NOTHING, "{laptop}");
        assert_eq!(holds(table, laptop), all, "{laptop}");
        assert_eq!(does(table, laptop, "export"), does(table, laptops[0], "export"), "{laptop}");
        assert_eq!(answers(table, laptop, "check")["ok"], true, "{laptop}");
    }
}

#[test]
fn two_laptops_get_what_the_other_logged_and_who_has_one_name_is_one() {
    let table = two_laptops();
    let before = table.files();
    assert_eq!(
        does(&table, "one", "sync shared --dry-run"),
        "nothing was changed; without `--dry-run` this would be done:\nsent 1 game, 1 hand and 2 people in 2 changes\n"
    );
    assert_eq!(table.files(), before);
    assert_eq!(does(&table, "one", "sync shared"), "sent 1 game, 1 hand and 2 people in 2 changes\n");
    assert_eq!(does(&table, "one", "sync shared"), NOTHING);
    let book = fs::read(table.path("one.db")).unwrap();
    let said = on(&table, "two", "sync shared");
    let received = "sent 1 game, 2 hands and 2 people in 4 changes\nreceived 1 game, 1 hand and 2 people in 2 changes\n\
                    ann is one person now; `ginpad undo` separates them\ngame 2 (ann – Bob) is open at 23–0\n";
    assert!(said.out == received || said.out == received.replace("ann", "Ann"), "{}", said.out);
    assert_eq!(does(&table, "two", "sync shared"), NOTHING);
    let said = does(&table, "one", "sync shared");
    assert!(said.starts_with("received 1 game, 2 hands and 2 people in 4 changes\n"), "{said}");
    assert_ne!(fs::read(table.path("one.db")).unwrap(), book);
    assert_eq!(segments(&table, "shared").len(), 2, "what came from the folder is not sent back");
    agree(&table, &["one", "two"]);
    assert!(does(&table, "one", "players --plain").to_lowercase().contains("ann\t2"));
    // No backup is made: what came can be told from what was here, and nothing is taken away.
    assert!(!table.path("one.db.backups").exists());
    // A third laptop has no book yet.
    does(&table, "three", "sync shared");
    assert_eq!(segments(&table, "shared").len(), 2);
    agree(&table, &["one", "two", "three"]);
    let now = fs::read(table.path("three.db")).unwrap();
    assert_eq!(does(&table, "three", "sync shared"), NOTHING);
    assert_eq!(fs::read(table.path("three.db")).unwrap(), now, "nothing is written if nothing is new");
    // A laptop without a book does not get one from an empty folder.
    fs::create_dir(table.path("empty")).unwrap();
    does(&table, "four", "sync empty");
    assert!(!table.path("four.db").exists());
}

#[test]
fn what_a_restore_removed_comes_back_and_that_is_said() {
    let table = two_laptops();
    does(&table, "one", "backup kept.db");
    does(&table, "two", "sync shared");
    does(&table, "one", "log bob gin 31");
    does(&table, "one", "sync shared");
    does(&table, "one", "restore kept.db");
    does(&table, "one", "log ann gin 1");
    let tried = does(&table, "one", "sync shared --dry-run");
    // What came from the other laptop had been here too.
    assert!(tried.contains("\nof these, a restore had removed 3 hands and 2 people in 5 changes\n"), "{tried}");
    let said = answers(&table, "one", "sync shared");
    assert_eq!(said["returned"]["hands"], 3, "{said}");
    assert_eq!((&said["sent"]["hands"], &said["sent"]["changes"]), (&json!(1), &json!(1)), "only what is new is sent");
    assert_eq!(said["conflicts"].as_array().unwrap().len(), 1);
    agree(&table, &["one", "two"]);
    let one = holds(&table, "one");
    assert_eq!(logged(&one), 5);
    // A backup that is put in the place of the book by hand is no restore, and all comes back as well.
    fs::copy(table.path("kept.db"), table.path("one.db")).unwrap();
    does(&table, "one", "sync shared");
    assert_eq!(holds(&table, "one"), one);
    agree(&table, &["one", "two"]);
}

#[test]
fn several_folders_and_several_books_go_together() {
    let table = two_laptops();
    fs::create_dir(table.path("stick")).unwrap();
    // The first laptop carries things from one folder to the other.
    does(&table, "two", "sync shared");
    does(&table, "three", "new Dee Eve");
    does(&table, "three", "sync stick");
    for folder in ["stick", "shared", "stick", "shared"] {
        does(&table, "one", &format!("sync {folder}"));
    }
    does(&table, "two", "sync shared");
    does(&table, "three", "sync stick");
    does(&table, "one", "sync stick");
    let all = holds(&table, "one");
    for laptop in ["one", "two", "three"] {
        assert_eq!(holds(&table, laptop), all, "{laptop}");
    }
    for folder in ["stick", "shared"] {
        let nothing = NOTHING.replace("shared", folder);
        assert_eq!(does(&table, "one", &format!("sync {folder}")), nothing);
    }
    // A book that was copied to another laptop knows the folder.
    fs::copy(table.path("one.db"), table.path("four.db")).unwrap();
    assert_eq!(does(&table, "four", "sync shared"), NOTHING);
    does(&table, "four", "log dead");
    assert_eq!(does(&table, "four", "sync shared"), "sent 1 hand in 1 change\n");
    agree(&table, &["one", "two", "four"]);
}

#[test]
fn a_book_remembers_the_folder_of_its_last_sync() {
    let table = two_laptops();
    let said = on(&table, "one", "sync");
    let why = "error: no shared folder is known yet\n";
    assert_eq!((said.err.lines().next(), said.status), (why.lines().next(), Some(1)));
    does(&table, "one", "sync shared --dry-run");
    assert_eq!(on(&table, "one", "sync").status, Some(1), "to try is not to meet");
    does(&table, "one", "sync shared");
    does(&table, "one", "log dead");
    let said = on(&table, "one", "sync");
    assert_eq!((said.out, said.err), (format!("sent 1 hand in 1 change\nsynced in {HOME}/shared\n"), String::new()));
    assert_eq!(on(&table, "two", "sync").status, Some(1), "each book for itself");
}

#[test]
fn what_is_gone_from_the_folder_is_sent_again() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    let all = holds(&table, "one");
    // Somebody tidies up, and takes the folder of a laptop away.
    let gone = segments(&table, "shared")[0].parent().unwrap().to_path_buf();
    fs::remove_dir_all(&gone).unwrap();
    does(&table, "one", "sync shared");
    does(&table, "two", "sync shared");
    does(&table, "three", "sync shared");
    assert_eq!(holds(&table, "three"), all);
    agree(&table, &["one", "two", "three"]);
}

#[test]
fn people_of_one_name_stay_two_everywhere_if_that_is_asked_for_once() {
    let table = two_laptops();
    does(&table, "one", "sync shared");
    let said = answers(&table, "two", "sync shared --keep-apart");
    assert_eq!(said["apart"][0]["why"], "you used `--keep-apart`");
    assert!(does(&table, "two", "history --plain").contains("\tkept Ann and ann (2) apart"));
    // Whoever says nothing of it does not join them, and hears why they stay two.
    let said = on(&table, "one", "sync shared");
    let apart = "ann (2) of another book and Ann of this one stay apart: somebody asked for that; `ginpad player merge 'ann (2)' Ann` makes them one";
    assert!(said.out.contains(apart), "{}", said.out);
    does(&table, "three", "new Eve Fay");
    agree(&table, &["one", "two", "three"]);
    assert!(does(&table, "one", "players --plain").to_lowercase().contains("ann (2)\t1"));
    // The wish can be taken back.
    does(&table, "two", "undo");
    does(&table, "two", "sync shared");
    does(&table, "one", "player merge 'ann (2)' Ann");
    agree(&table, &["one", "two", "three"]);
    assert!(does(&table, "two", "players --plain").to_lowercase().contains("ann\t2"));
}

#[test]
fn people_who_get_one_name_on_two_devices_are_one() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    ["new Tom Nina", "new Tom Nena"].iter().for_each(|command| drop(does(&table, "one", command)));
    agree(&table, &["one", "two"]);
    does(&table, "one", "player rename Nina Nora");
    does(&table, "two", "player rename Nena Nora");
    does(&table, "one", "sync shared");
    let said = does(&table, "two", "sync shared");
    assert!(said.contains("Nora is one person now; `ginpad undo` separates them\n"), "{said}");
    agree(&table, &["one", "two"]);
    assert_eq!(does(&table, "one", "players --plain"), "Tom\t2\nNora\t2\n");
    // One renames somebody, and the other adds a person of that name.
    does(&table, "one", "player rename Tom Tim");
    does(&table, "two", "new Tim Eve");
    agree(&table, &["one", "two"]);
    assert_eq!(does(&table, "two", "players --plain"), "Tim\t3\nNora\t2\nEve\t1\n");
    // A merge does the same.
    does(&table, "one", "new Ida Ada");
    agree(&table, &["one", "two"]);
    does(&table, "one", "player rename Tim Uma");
    does(&table, "two", "player rename Ida Uma");
    let said = does(&table, "two", "merge one.db");
    assert!(said.contains("Uma is one person now; "), "{said}");
    agree(&table, &["one", "two"]);
}

#[test]
fn who_stays_apart_is_told_once_however_many_devices_are_met() {
    let table = two_laptops();
    does(&table, "three", "new Ann Eve");
    does(&table, "three", "sync shared");
    does(&table, "two", "sync shared --keep-apart");
    let said = does(&table, "one", "sync shared");
    assert_eq!(said.matches("stay apart").count(), 1, "{said}");
}

#[test]
fn who_is_joined_by_another_device_is_told_with_the_command_that_takes_it_back() {
    let table = two_laptops();
    does(&table, "one", "sync shared --keep-apart");
    does(&table, "two", "sync shared");
    let said = on(&table, "one", "sync shared --keep-apart");
    assert!(said.out.contains("Ann is one person now, as another device said; "), "{}", said.out);
    let undo = said.out.split('`').find(|command| command.starts_with("ginpad undo ")).unwrap();
    does(&table, "one", undo.strip_prefix("ginpad ").unwrap());
    agree(&table, &["one", "two"]);
    assert!(does(&table, "two", "players --plain").to_lowercase().contains("ann (2)\t1"));
}

#[test]
fn the_change_that_joins_somebody_anew_is_named_not_an_earlier_one() {
    let table = two_laptops();
    for laptop in ["one", "two"] {
        does(&table, laptop, "new Cid Robert");
    }
    does(&table, "one", "new Cid Bob");
    agree(&table, &["one", "two"]);
    does(&table, "two", "player merge Robert Bob");
    does(&table, "two", "sync shared");
    let said = on(&table, "one", "sync shared");
    let undo = said.out.split('`').find(|command| command.starts_with("ginpad undo ")).unwrap();
    let said = does(&table, "one", undo.strip_prefix("ginpad ").unwrap());
    assert!(said.contains("merged Robert into Bob"), "{said}");
}

#[test]
fn of_two_merges_of_one_pair_the_undo_of_one_names_the_other() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    ["new Tom Jo", "new Nina Joe"].iter().for_each(|command| drop(does(&table, "one", command)));
    agree(&table, &["one", "two", "three"]);
    does(&table, "one", "player merge Joe Jo");
    does(&table, "two", "player merge Jo Joe");
    does(&table, "one", "sync shared");
    let said = does(&table, "two", "sync shared");
    assert!(!said.contains("one person now"), "they were one before: {said}");
    let mut said = does(&table, "three", "sync shared");
    for _ in 0..2 {
        assert!(said.contains(" separates them\n"), "{said}");
        let undo = said.split('`').find_map(|command| command.strip_prefix("ginpad ")).unwrap();
        said = on(&table, "three", undo).err;
    }
    assert_eq!(said, "");
    agree(&table, &["one", "two", "three"]);
    assert_eq!(does(&table, "one", "players --plain"), "Tom\t1\nJo\t1\nNina\t1\nJoe\t1\n");
}

#[test]
fn a_hand_after_the_end_that_is_in_conflict_does_not_count() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    ["new Tom Nina", "log tom gin 70"].iter().for_each(|command| drop(does(&table, "one", command)));
    agree(&table, &["one", "two"]);
    does(&table, "one", "log tom gin 9");
    does(&table, "two", "log nina knock 5 11");
    agree(&table, &["one", "two"]);
    let said = answers(&table, "two", "conflicts")["conflicts"][0]["said"].clone();
    let version = |at: usize| (said[at]["words"].as_str().unwrap(), said[at]["counts"].as_bool().unwrap());
    assert_eq!([version(0), version(1)], [("Tom gin 9", true), ("Nina knock 5 11", false)]);
}

#[test]
fn hands_logged_on_both_devices_are_dropped_in_the_order_of_the_list() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    does(&table, "one", "new Ann Bob");
    does(&table, "one", "sync shared");
    does(&table, "two", "sync shared");
    for entry in ["ann knock 4 9", "bob knock 2 11", "ann knock 5 20"] {
        does(&table, "one", &format!("log {entry}"));
        does(&table, "two", &format!("log {entry}"));
    }
    does(&table, "one", "log dead");
    agree(&table, &["one", "two"]);
    let listed = answers(&table, "one", "conflicts");
    for conflict in listed["conflicts"].as_array().unwrap() {
        does(&table, "one", conflict["commands"][0].as_str().unwrap().strip_prefix("ginpad ").unwrap());
    }
    let sheet = does(&table, "one", "export");
    assert!(sheet.ends_with("\nAnn knock 4 9\nBob knock 2 11\nAnn knock 5 20\ndead\n"), "{sheet}");
}

/// Two laptops that logged one hand each before they met.
fn doubled() -> Table {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    does(&table, "one", "new Ann Bob");
    agree(&table, &["one", "two"]);
    does(&table, "one", "log ann knock 4 9");
    does(&table, "two", "log ann knock 4 9");
    agree(&table, &["one", "two"]);
    table
}

#[test]
fn two_devices_that_drop_different_copies_of_a_hand_do_not_lose_it() {
    let table = doubled();
    does(&table, "one", "drop 1");
    does(&table, "two", "drop 2");
    assert!(does(&table, "one", "history").contains("dropped a hand in game 1"));
    agree(&table, &["one", "two"]);
    assert!(does(&table, "one", "export").ends_with("\nAnn knock 4 9\nAnn knock 4 9\n"));
    let numbers = answers(&table, "one", "conflicts")["conflicts"].clone();
    let numbers: Vec<&str> =
        numbers.as_array().unwrap().iter().map(|conflict| conflict["number"].as_str().unwrap()).collect();
    does(&table, "one", &format!("conflicts keep {}", numbers.join(" ")));
    assert!(does(&table, "one", "conflicts").contains("there are no conflicts"));
    does(&table, "one", "undo");
    does(&table, "one", "drop 2");
    agree(&table, &["one", "two"]);
    // That the other one was dropped too is a conflict of its own.
    let left = answers(&table, "two", "conflicts")["conflicts"].clone();
    let [only] = &left.as_array().unwrap()[..] else { panic!("{left}") };
    does(&table, "two", &format!("conflicts keep {}", only["number"].as_str().unwrap()));
    assert!(does(&table, "two", "conflicts").contains("there are no conflicts"));
    assert!(does(&table, "two", "export").ends_with("\n\nAnn knock 4 9\n"));
}

#[test]
fn a_doubled_hand_that_both_strike_out_is_not_lost() {
    let table = doubled();
    does(&table, "one", "insert 1 bob gin 31");
    agree(&table, &["one", "two"]);
    // The second copy is struck out on one laptop. On the other, where the hand before was corrected too, the first is.
    for (laptop, gin) in [("one", "Bob gin 31"), ("two", "Bob gin 30")] {
        let sheet = does(&table, laptop, "export").replacen("Ann knock 4 9\n", "", 1).replace("Bob gin 31", gin);
        table.put("once.gin", &sheet);
        does(&table, laptop, "edit --from once.gin");
        assert!(does(&table, laptop, "export").ends_with(&format!("\n\n{gin}\nAnn knock 4 9\n")));
    }
    agree(&table, &["one", "two"]);
    assert!(does(&table, "one", "export").contains("\nAnn knock 4 9\n"));
}

/// Settles the only conflict of both laptops, before they meet again: one by what does not count now, or by keeping what
/// does, the other by keeping it.
fn settled_apart(table: &Table, one_keeps: bool) {
    let listed = answers(table, "one", "conflicts");
    let [conflict] = &listed["conflicts"].as_array().unwrap()[..] else { panic!("{listed}") };
    let other = conflict["said"].as_array().unwrap().iter().find(|version| version["counts"] == false);
    let other = other.map_or("drop", |version| version["words"].as_str().unwrap()).replace("it was dropped", "drop");
    let commands = conflict["commands"].as_array().unwrap().iter().map(|command| command.as_str().unwrap());
    let sought = if one_keeps { "conflicts keep" } else { other.as_str() };
    let way = |sought: &str| commands.clone().find(|command| command.contains(sought)).unwrap();
    does(table, "one", way(sought).strip_prefix("ginpad ").unwrap());
    does(table, "two", way("conflicts keep").strip_prefix("ginpad ").unwrap());
    agree(table, &["one", "two"]);
}

#[test]
fn what_one_device_keeps_and_another_says_otherwise_is_a_conflict_again() {
    let both = |on_one: &str, on_two: &str| {
        let table = Table::new();
        fs::create_dir(table.path("shared")).unwrap();
        for command in ["new Ann Bob", "log ann knock 4 27"] {
            does(&table, "one", command);
        }
        agree(&table, &["one", "two"]);
        does(&table, "one", on_one);
        does(&table, "two", on_two);
        agree(&table, &["one", "two"]);
        table
    };
    for (on_one, on_two) in [
        ("log bob gin 9", "log bob gin 9"),
        ("fix 1 ann knock 4 28", "fix 1 ann knock 4 29"),
        ("fix 1 ann knock 4 28", "drop 1"),
        ("set title One", "set title Two"),
        ("drop --game 1", "log bob gin 9"),
    ] {
        let table = both(on_one, on_two);
        settled_apart(&table, false);
        let listed = answers(&table, "two", "conflicts")["conflicts"].as_array().unwrap().len();
        assert!(listed > 0, "{on_one}, {on_two}");
        assert!(does(&table, "two", "export").contains("sides: Ann, Bob"), "{on_one}, {on_two}");
        // Two who keep it agree.
        let table = both(on_one, on_two);
        settled_apart(&table, true);
        assert_eq!(answers(&table, "two", "conflicts")["conflicts"], serde_json::json!([]), "{on_one}, {on_two}");
    }
}

#[test]
fn a_payment_entered_on_two_devices_is_named_with_the_command_that_takes_one_back() {
    let table = two_laptops();
    does(&table, "one", "set stake '0.01 USD' --game 1");
    agree(&table, &["one", "two"]);
    for laptop in ["one", "two"] {
        does(&table, laptop, "settle --paid ann bob '5 USD'");
    }
    does(&table, "one", "settle --paid bob ann '2 USD'");
    does(&table, "one", "settle --paid bob ann '2 USD'");
    does(&table, "one", "sync shared");
    let said = on(&table, "two", "sync shared").err;
    assert_eq!(said.matches("on two devices").count(), 1, "{said}");
    assert!(said.contains("paid Bob 5.00 USD on two devices; if that was one payment, `ginpad undo "), "{said}");
    let undo = said.split('`').find(|command| command.starts_with("ginpad undo ")).unwrap();
    does(&table, "two", undo.strip_prefix("ginpad ").unwrap());
    let again = on(&table, "two", "sync shared").err;
    assert!(!again.contains("on two devices"), "{again}");
}

#[test]
fn one_undo_takes_everybody_apart_whom_a_sync_joined() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    for (laptop, game) in [("one", "new Ann Bob"), ("two", "new Ann Cid"), ("three", "new Ann Bob")] {
        does(&table, laptop, game);
    }
    does(&table, "one", "sync shared --keep-apart");
    does(&table, "two", "sync shared");
    let said = does(&table, "three", "sync shared");
    assert!(said.contains("`ginpad undo` separates them"), "{said}");
    does(&table, "three", "undo");
    let players = does(&table, "three", "players --plain").to_lowercase();
    assert!(players.contains("bob (2)\t") && players.contains("ann (2)\t"), "{players}");
}

/// The books whose writers this table's laptop has been, as the folder names them.
fn writers(table: &Table) -> usize {
    fs::read_dir(table.path("shared")).unwrap().count()
}

#[test]
fn a_book_that_was_copied_to_another_laptop_goes_on_as_another_writer() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    fs::copy(table.path("one.db"), table.path("copy.db")).unwrap();
    does(&table, "one", "log ann gin 5 --game 1");
    does(&table, "copy", "log ann gin 6 --game 2");
    let before = writers(&table);
    does(&table, "copy", "sync shared");
    assert_eq!(writers(&table), before + 1);
    let said = on(&table, "one", "sync shared");
    assert!(said.out.starts_with("sent 1 hand in 1 change\nreceived 1 hand in 1 change\n"), "{}", said.out);
    assert!(!said.err.contains("another book"), "{}", said.err);
    agree(&table, &["one", "copy", "two"]);
    assert_eq!(logged(&holds(&table, "two")), 5);
}

/// Keeps a whole folder as it is; the answer puts it back, into the same files.
fn kept_as_it_is(folder: PathBuf, book: PathBuf) -> impl Fn() {
    let state: Vec<(PathBuf, Vec<u8>)> =
        files_in(&folder).chain([book]).map(|file| (file.clone(), fs::read(file).unwrap())).collect();
    move || state.iter().for_each(|(file, content)| fs::write(file, content).unwrap())
}

fn files_in(folder: &std::path::Path) -> impl Iterator<Item = PathBuf> + use<> {
    let there = fs::read_dir(folder.join("ginpad/books")).unwrap();
    there.map(|file| file.unwrap().path()).collect::<Vec<_>>().into_iter()
}

#[test]
fn two_machines_that_are_one_to_their_books_are_told_so_and_nothing_is_lost() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    // The whole machine was cloned: the other one logs and shares, and then this one, which knows nothing of that.
    let as_it_was = kept_as_it_is(table.path("one-state"), table.path("one.db"));
    does(&table, "one", "log ann gin 6 --game 2");
    does(&table, "one", "sync shared");
    as_it_was();
    does(&table, "one", "log ann gin 5 --game 1");
    let news = "perhaps on a copy of this machine; this device now has a new id";
    let tried = on(&table, "one", "sync shared --dry-run");
    assert!(tried.err.contains(news), "{}", tried.err);
    let said = on(&table, "one", "sync shared");
    assert!(said.err.contains(news), "{}", said.err);
    assert!(said.out.starts_with("sent 1 hand in 1 change\nreceived 1 hand in 1 change\n"), "{}", said.out);
    assert!(!on(&table, "one", "sync shared").err.contains(news));
    let before = writers(&table);
    does(&table, "one", "log dead --game 1");
    does(&table, "one", "sync shared");
    assert_eq!(writers(&table), before + 1, "whoever writes next is another writer");
    does(&table, "two", "sync shared");
    assert_eq!(holds(&table, "two"), holds(&table, "one"));
    assert_eq!(logged(&holds(&table, "two")), 6);
}

#[test]
fn three_laptops_that_sync_at_once_join_their_people_and_agree() {
    let table = two_laptops();
    does(&table, "three", "new ANN Dee");
    does(&table, "three", "log ann gin 7");
    let programs: Vec<_> = ["one", "two", "three"]
        .repeat(4)
        .iter()
        .map(|laptop| {
            let mut command = table.command();
            command.args(["sync", "shared"]).env("XDG_STATE_HOME", table.path(format!("{laptop}-state")));
            command.env("GINPAD_BOOK", table.path(format!("{laptop}.db")));
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut program in programs {
        assert!(program.wait().unwrap().success());
    }
    agree(&table, &["one", "two", "three"]);
    let conflicts = answers(&table, "one", "conflicts")["conflicts"].take();
    match conflicts.as_array().unwrap().as_slice() {
        [] => assert!(does(&table, "one", "players --plain").to_lowercase().contains("ann\t3")),
        // Two of them may have made the third one with themselves before they knew of each other.
        [found] => assert_eq!(found["kind"], "joining", "{found}"),
        more => panic!("{more:?}"),
    }
}

#[test]
fn what_is_said_differently_is_told_once() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    does(&table, "one", "fix 1 ann knock 5 27 --game 1");
    let number = answers(&table, "two", "games")["games"][0]["number"].clone();
    does(&table, "two", &format!("fix 1 ann knock 6 27 --game {number}"));
    does(&table, "one", "sync shared");
    let said = on(&table, "two", "sync shared");
    assert!(said.out.contains("\n1 conflict since then; `ginpad conflicts` lists what was said"), "{}", said.out);
    does(&table, "one", "log dead");
    does(&table, "one", "sync shared");
    assert_eq!(answers(&table, "two", "sync shared")["conflicts"], json!([]));
}

#[test]
fn a_merge_and_a_sync_tell_of_games_alike() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    fs::copy(table.path("one.db"), table.path("three.db")).unwrap();
    does(&table, "two", "log cid gin 4 --game @");
    does(&table, "two", "sync shared");
    let games = |said: String| said.lines().filter(|line| line.starts_with("game ")).map(String::from).collect();
    let synced: Vec<String> = games(does(&table, "one", "sync shared"));
    let merged: Vec<String> = games(does(&table, "three", "merge two.db"));
    assert_eq!((&synced, synced.len()), (&merged, 1));
    assert!(synced[0].contains(" was open at 45–28; it is open at 45–57 now (Ann – Cid)"), "{synced:?}");
    does(&table, "two", "undo");
    does(&table, "two", "sync shared");
    let changed = answers(&table, "one", "sync shared")["changed"].clone();
    assert_eq!((&changed[0]["before"], &changed[0]["after"]), (&json!("open at 45–57"), &json!("open at 45–28")));
}

#[test]
fn a_game_that_two_notebooks_give_another_score_is_named_and_on_both_the_same_one() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    for (laptop, total) in [("one", 330), ("two", 331)] {
        let rows = format!("2024-05-01,Tom,Nina,{total},48\n2024-05-02,Tom,Nina,250,7\n");
        table.put("old.csv", format!("date,side 1,side 2,total 1,total 2\n{rows}"));
        does(&table, laptop, "import old.csv");
    }
    does(&table, "one", "sync shared");
    for laptop in ["two", "one"] {
        let said = on(&table, laptop, "sync shared").err;
        assert_eq!(said.matches(" has the day and the players, but not the score, of game ").count(), 1, "{said}");
        assert!(!said.contains("the players and the score"), "{said}");
        let drop = said.split('`').find_map(|part| part.strip_prefix("ginpad ")).unwrap();
        does(&table, laptop, drop);
    }
    agree(&table, &["one", "two"]);
    assert_eq!(answers(&table, "one", "games")["games"].as_array().map(Vec::len), Some(2));
}

#[test]
fn conflicts_about_long_names_are_counted() {
    let table = two_laptops();
    let (long, longer) = ("Bartholomew the Elder of Upper Slaughter", "Wilhelmina the Younger of Lower Swell xx");
    does(&table, "one", &format!("new '{long}' '{longer}'"));
    does(&table, "one", "log bart gin 4");
    agree(&table, &["one", "two"]);
    let number = answers(&table, "two", "games")["games"].as_array().unwrap().len();
    does(&table, "one", "fix 1 bart gin 5");
    does(&table, "two", &format!("fix 1 bart gin 6 --game {number}"));
    does(&table, "one", "sync shared");
    fs::copy(table.path("two.db"), table.path("three.db")).unwrap();
    for command in ["sync shared", "merge one.db"] {
        let said = does(&table, if command == "sync shared" { "two" } else { "three" }, command);
        assert!(said.contains("1 conflict since then; "), "{said}");
    }
}

#[test]
fn three_who_disagree_are_three() {
    let table = two_laptops();
    does(&table, "three", "new Dee Eve");
    agree(&table, &["one", "two", "three"]);
    for (laptop, points) in [("one", 5), ("two", 6), ("three", 7)] {
        let games = answers(&table, laptop, "games")["games"].clone();
        let is_it = |game: &&Value| game["sides"].to_string().contains("Bob");
        let number = games.as_array().unwrap().iter().find(is_it).unwrap()["number"].clone();
        does(&table, laptop, &format!("fix 1 ann knock {points} 27 --game {number}"));
    }
    agree(&table, &["one", "two", "three"]);
    let said = does(&table, "one", "conflicts");
    assert!(said.contains("hand 1 was changed in different ways"), "{said}");
    assert_eq!(said.matches("count: ").count() + said.matches("counts: ").count(), 3, "{said}");
}
