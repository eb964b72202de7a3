use std::fs;
use std::path::PathBuf;

use super::super::samples::{Table, bytes, lines_adding, now};
use super::*;
use ginpad_core::ledger::Namesakes;

/// The faults that a sync listed, and the numbers of lines that it took in and sent.
type Synced = (Vec<String>, usize, usize);

fn word(fault: &SegmentFault) -> &'static str {
    match fault {
        SegmentFault::Unfinished(_) => "unfinished",
        SegmentFault::Newer(_) => "newer",
        SegmentFault::Missing(_) => "missing",
        SegmentFault::Strange(_) => "strange",
        SegmentFault::InTheWay(..) => "in the way",
        SegmentFault::Damaged(..) => "damaged",
        SegmentFault::Unreadable(..) => "unreadable",
        SegmentFault::Refused(..) => "refused",
    }
}

impl Table {
    fn shared(&self) -> PathBuf {
        let shared = self.path("shared");
        fs::create_dir_all(&shared).unwrap();
        shared
    }

    fn exchange(&self, name: &str) -> Exchange {
        let mut book = self.book(name);
        let folder = SharedFolder::open(&self.shared(), &self.path("elsewhere/book.db")).unwrap();
        let mut exchange = Exchange::begin(folder, Namesakes::Join, now()).unwrap();
        exchange.ask(&book.read().unwrap()).unwrap();
        while exchange.fetch() {
            let open = book.write().unwrap();
            exchange.arrivals.receive(&open, |_, _| Ok(())).unwrap();
            open.commit().unwrap();
        }
        while let Some(part) = exchange.collect(&book.read().unwrap()).unwrap() {
            exchange.put(part).unwrap();
        }
        exchange.mend(|file| fs::remove_file(file));
        exchange
    }

    fn syncs(&self, name: &str) -> Synced {
        let exchange = self.exchange(name);
        let mut unread: Vec<String> = exchange.unread.items.iter().map(|fault| word(fault).into()).collect();
        unread.sort();
        (unread, exchange.arrivals.brought.amount.changes, exchange.arrivals.brought.sent.changes)
    }

    fn segments(&self) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.shared()).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> =
            folders.flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

fn nothing(came: usize, went: usize) -> Synced {
    (Vec::new(), came, went)
}

#[test]
fn two_books_get_what_the_other_has_and_a_third_gets_it_through_one_of_them() {
    let table = Table::new();
    table.adds("one", &["Ann", "Bob"]);
    table.adds("two", &["Cleo"]);
    assert_eq!(table.syncs("one"), nothing(0, 2));
    assert_eq!(table.syncs("two"), nothing(2, 1));
    assert_eq!(table.syncs("one"), nothing(1, 0));
    assert_eq!(table.syncs("one"), nothing(0, 0));
    assert_eq!(table.content("one"), table.content("two"));
    // Any device that has lines missing from the folder sends them again.
    fs::remove_dir_all(table.shared()).unwrap();
    assert_eq!(table.syncs("two"), nothing(0, 3));
    assert_eq!(table.syncs("three"), nothing(3, 0));
    assert_eq!(table.content("three"), table.content("one"));
    table.adds("one", &["Dora"]);
    assert_eq!(table.syncs("one"), nothing(0, 1));
    assert_eq!(table.segments().len(), 3);
    assert_eq!(table.syncs("three"), nothing(1, 0));
}

#[test]
fn a_cut_file_waits_for_others_and_is_mended_by_the_one_that_wrote_it() {
    let table = Table::new();
    table.adds("one", &["Ann", "Bob"]);
    table.syncs("one");
    let file = table.segments().remove(0);
    let whole = bytes(&file);
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        assert_eq!(table.syncs("two"), (vec!["unfinished".into()], 0, 0), "{length}");
    }
    // Room that was reserved before the content was written.
    fs::write(&file, vec![0; whole.len()]).unwrap();
    assert_eq!(table.syncs("two").0, ["unfinished"]);
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let mended = table.exchange("one");
    assert_eq!((mended.mended, mended.arrivals.brought.sent.changes), (vec![file.clone()], 2));
    assert_eq!(bytes(&file), whole);
    assert_eq!(table.syncs("two"), nothing(2, 0));
}

#[test]
fn of_a_damaged_file_the_sound_lines_are_taken_and_the_others_are_asked_for_again() {
    let table = Table::new();
    table.adds("one", &["Ann", "Bob", "Cleo"]);
    table.syncs("one");
    let file = table.segments().remove(0);
    let whole = bytes(&file);
    let flipped = String::from_utf8(whole.clone()).unwrap().replace("Bob", "Rob");
    fs::write(&file, flipped).unwrap();
    let (unread, came, went) = table.syncs("two");
    assert_eq!((unread, came, went), (vec!["refused".into()], 2, 2));
    fs::write(&file, whole).unwrap();
    assert_eq!(table.syncs("two"), nothing(1, 0));
    assert_eq!(table.content("one"), table.content("two"));
    assert_eq!(table.syncs("two"), nothing(0, 0));
}

#[test]
fn a_fork_is_kept_whole_by_everyone() {
    let table = Table::new();
    table.adds("one", &["Ann", "Bob"]);
    let mut book = table.book("one");
    let open = book.write().unwrap();
    let place = open.next_line().unwrap();
    drop(open);
    table.syncs("one");
    table.syncs("two");
    let appended = |name: &str, people: &[&str]| {
        let mut book = table.book(name);
        let open = book.write().unwrap();
        open.append(&lines_adding(place, people)).unwrap();
        open.commit().unwrap();
    };
    appended("one", &["Cleo", "Dora"]);
    appended("two", &["Emil"]);
    assert_eq!(table.syncs("one"), nothing(0, 2));
    assert_eq!(table.syncs("two"), nothing(2, 1));
    assert_eq!(table.syncs("three"), nothing(5, 0));
    assert_eq!(table.syncs("one"), nothing(1, 0));
    for name in ["one", "two", "three"] {
        assert_eq!(table.syncs(name), nothing(0, 0), "{name}");
        assert_eq!(table.content(name), table.content("one"), "{name}");
    }
    fs::remove_dir_all(table.shared()).unwrap();
    table.syncs("three");
    assert_eq!(table.syncs("four").1, 5);
}

#[test]
fn what_is_foreign_is_named_and_the_rest_goes_on() {
    let table = Table::new();
    table.adds("one", &["Ann"]);
    table.syncs("one");
    let file = table.segments().remove(0);
    let (folder, name) = (file.parent().unwrap(), file.file_name().unwrap().to_str().unwrap());
    fs::write(folder.join(format!("{name}.old")), "x").unwrap();
    fs::write(folder.join("notes.txt"), "x").unwrap();
    fs::create_dir(folder.join("00000005-00000005-000000000000000000000000000000a5-9.jsonl")).unwrap();
    fs::write(folder.join("00000006-00000006-000000000000000000000000000000a5-3.jsonl"), "x}\n").unwrap();
    let newer = "{\"ginpad\":\"lines/2\",\"new\":{}}\n";
    let newer_name = format!("00000007-00000007-000000000000000000000000000000a5-{}.jsonl", newer.len());
    fs::write(folder.join(newer_name), newer).unwrap();
    fs::write(table.shared().join("01990000-0000-7000-8000-000000000000"), "x").unwrap();
    let (unread, came, _) = table.syncs("two");
    assert_eq!((unread.join(", "), came), ("damaged, in the way, in the way, newer, strange".into(), 1));
}
