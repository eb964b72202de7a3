//! Who writes in a book, and when another writer begins.

use std::fs;
use std::path::{Path, PathBuf};

use ginpad::book::{Access, ActAuthor, Book};
use ginpad_core::Moment;
use ginpad_core::facts::{ChangeVerb, Line, NextLine};
use ginpad_core::ledger::LineRange;
use tempfile::TempDir;
use uuid::Uuid;

use super::lines::Hand;

/// A device with a book.
pub(crate) struct Device {
    folder: TempDir,
}

impl Device {
    pub(crate) fn new() -> Device {
        Device { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn book(&self) -> PathBuf {
        self.folder.path().join("book.db")
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    pub(crate) fn open(&self, path: &Path) -> Book {
        Book::open(path, Access::Write, Some(&self.state())).unwrap().unwrap()
    }

    /// Logs something in a book, and says where the line stands.
    fn logs_in(&self, path: &Path, name: &str) -> (NextLine, Line) {
        let mut book = self.open(path);
        let open = book.write().unwrap();
        let place = open.next_line().unwrap();
        let line = Hand::at(place).adds(name);
        open.append(std::slice::from_ref(&line)).unwrap();
        open.commit().unwrap();
        (place, line)
    }

    pub(crate) fn logs(&self, name: &str) -> (NextLine, Line) {
        self.logs_in(&self.book(), name)
    }

    fn own(&self) -> Vec<Uuid> {
        self.open(&self.book()).read().unwrap().own_writers().unwrap()
    }

    fn lost(&self) -> Option<LineRange> {
        self.open(&self.book()).read().unwrap().lost().unwrap()
    }
}

#[test]
fn one_book_on_one_device_is_one_writer() {
    let device = Device::new();
    let (first, line) = device.logs("A");
    assert_eq!((first.number, first.before), (1, None));
    let (second, _) = device.logs("B");
    assert_eq!((second.writer, second.number, second.before), (first.writer, 2, Some(*line.hash())));
    assert_eq!(device.own(), [first.writer]);
    assert_eq!(device.lost(), None);
}

#[test]
fn several_lines_of_one_transaction_follow_each_other() {
    let device = Device::new();
    let mut book = device.open(&device.book());
    let open = book.write().unwrap();
    let mut hand = Hand::at(open.next_line().unwrap());
    open.append(&[hand.adds("A"), hand.adds("B")]).unwrap();
    assert_eq!(open.next_line().unwrap().number, 3);
    open.append(&[hand.adds("C")]).unwrap();
    open.commit().unwrap();
    drop(book);
    assert_eq!(device.logs("D").0.number, 4);
}

#[test]
fn a_state_that_is_behind_is_no_disagreement() {
    let device = Device::new();
    let (first, _) = device.logs("A");
    let state = fs::read_dir(device.state().join("books")).unwrap().next().unwrap().unwrap().path();
    let before = fs::read(&state).unwrap();
    device.logs("B");
    fs::write(&state, before).unwrap();
    let (third, _) = device.logs("C");
    assert_eq!((third.writer, third.number), (first.writer, 3));
}

#[test]
fn a_lost_state_folder_is_made_again() {
    let device = Device::new();
    let (first, _) = device.logs("A");
    fs::remove_dir_all(device.state()).unwrap();
    assert_eq!(device.own(), [first.writer]);
    assert_eq!(device.logs("B").0.writer, first.writer);
}

#[test]
fn several_devices_in_one_file_are_a_writer_each_and_go_on_as_they_were() {
    let (one, other) = (Device::new(), Device::new());
    let (first, _) = one.logs("A");
    let (second, _) = other.logs_in(&one.book(), "B");
    assert_ne!(first.writer, second.writer);
    assert_eq!(one.own(), [first.writer]);
    assert_eq!(other.open(&one.book()).read().unwrap().own_writers().unwrap(), [second.writer]);
    assert_eq!(one.lost().or(other.open(&one.book()).read().unwrap().lost().unwrap()), None);
    assert_eq!((one.logs("C").0.writer, other.logs_in(&one.book(), "D").0.writer), (first.writer, second.writer));
    fs::remove_dir_all(other.state()).unwrap();
    assert_eq!(other.logs_in(&one.book(), "E").0.writer, second.writer, "a lost state folder is the same device");
    // A line of one of them that comes from elsewhere ends that one, whoever takes it in.
    let (last, line) = one.logs("F");
    let foreign = Hand::at(NextLine { number: last.number + 1, before: Some(*line.hash()), ..last }).adds("G");
    let mut book = other.open(&one.book());
    let open = book.write().unwrap();
    open.append(&[foreign]).unwrap();
    open.commit().unwrap();
    drop(book);
    assert_ne!(one.logs("H").0.writer, first.writer);
    assert_eq!(other.logs_in(&one.book(), "I").0.writer, second.writer);
}

#[test]
fn an_earlier_copy_begins_a_new_writer_and_what_is_lost_is_named() {
    let device = Device::new();
    let (first, _) = device.logs("A");
    let copy = fs::read(device.book()).unwrap();
    device.logs("B");
    device.logs("C");
    fs::write(device.book(), copy).unwrap();
    assert_eq!(device.lost(), Some(LineRange { writer: first.writer, first: 2, last: 3 }));
    let (next, _) = device.logs("D");
    assert_ne!(next.writer, first.writer);
    assert_eq!(next.number, 1);
    assert_eq!(device.own(), [first.writer, next.writer]);
    assert_eq!(device.lost(), None, "it is said once");
    assert_eq!(device.logs("E").0.writer, next.writer);
}

#[test]
fn a_copy_is_another_writer_and_knows_what_this_device_wrote() {
    let device = Device::new();
    let (first, _) = device.logs("A");
    let copy = device.folder.path().join("copy.db");
    fs::copy(device.book(), &copy).unwrap();
    let (other, _) = device.logs_in(&copy, "B");
    assert_ne!(other.writer, first.writer);
    let own = device.open(&copy).read().unwrap().own_writers().unwrap();
    assert_eq!(own, [first.writer, other.writer]);
    assert_eq!(device.logs("C").0.writer, first.writer, "the book itself goes on");
}

#[test]
fn a_book_may_be_renamed() {
    let device = Device::new();
    let (first, _) = device.logs("A");
    let renamed = device.folder.path().join("renamed.db");
    fs::rename(device.book(), &renamed).unwrap();
    assert_eq!(device.logs_in(&renamed, "B").0.writer, first.writer);
    // A new book in its place is another one, and nothing is lost.
    assert_eq!(device.lost(), None);
    assert_ne!(device.logs("C").0.writer, first.writer);
}

#[test]
fn a_line_of_the_writer_from_elsewhere_ends_it() {
    let device = Device::new();
    let (first, line) = device.logs("A");
    let elsewhere = NextLine { writer: first.writer, number: 2, before: Some(*line.hash()) };
    let foreign = Hand::at(elsewhere).adds("B");
    let mut book = device.open(&device.book());
    let open = book.write().unwrap();
    open.append(&[foreign]).unwrap();
    open.commit().unwrap();
    drop(book);
    let (next, _) = device.logs("C");
    assert_ne!(next.writer, first.writer);
    assert_eq!(device.own(), [first.writer, next.writer]);
    assert_eq!(device.logs("D").0.writer, next.writer);
}

#[test]
fn a_known_line_of_the_writer_ends_nothing() {
    let device = Device::new();
    let (first, line) = device.logs("A");
    let mut book = device.open(&device.book());
    let open = book.write().unwrap();
    open.append(&[line]).unwrap();
    open.commit().unwrap();
    drop(book);
    assert_eq!(device.logs("B").0.writer, first.writer);
}

#[test]
fn without_a_state_folder_a_book_goes_on_and_nobody_is_known() {
    let device = Device::new();
    let open = || Book::open(&device.book(), Access::Write, None).unwrap().unwrap();
    let log = || {
        let mut book = open();
        let open = book.write().unwrap();
        let place = open.next_line().unwrap();
        open.append(&[Hand::at(place).adds("A")]).unwrap();
        open.commit().unwrap();
        place
    };
    let first = log();
    assert_eq!((log().writer, log().number), (first.writer, 3));
    assert_eq!(open().read().unwrap().own_writers().unwrap(), Vec::<Uuid>::new());
}

#[test]
fn a_fork_is_named_until_it_is_settled_and_again_once_that_is_undone() {
    let mut book = Book::in_memory().unwrap();
    let open = book.write().unwrap();
    let mut ann = Hand::of(1);
    let begun = ann.adds("A");
    let mut copy = ann.copied();
    let mut third = ann.copied();
    open.append(&[begun, ann.adds("B"), copy.adds("C"), copy.adds("D")]).unwrap();
    let writer = Uuid::from_u128(1);
    let numbers =
        || open.forks(&open.runs().unwrap()).unwrap().iter().map(|fork| (fork.writer, fork.number)).collect::<Vec<_>>();
    assert_eq!(numbers(), [(writer, 2)]);
    let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
    open.give_up(writer, now).unwrap();
    assert_eq!(numbers(), []);
    let settled = open.to_undo(1, ActAuthor::Anyone, None).unwrap();
    open.move_acts(ChangeVerb::UNDO, &settled, now).unwrap();
    assert_eq!(numbers(), [(writer, 2)]);
    open.give_up(writer, now).unwrap();
    assert_eq!(numbers(), []);
    // Nobody has seen this branch yet.
    open.append(&[third.adds("E")]).unwrap();
    assert_eq!(numbers(), [(writer, 2)]);
    open.give_up(writer, now).unwrap();
    assert_eq!(numbers(), []);
}
