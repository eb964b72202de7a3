//! What a store of lines is asked: what it holds, what it lacks, and what another place lacks.

use ginpad_core::facts::{ChangeVerb, Fact, GapFact, KnownPeople, Line, NewChange, NextLine, UndoFact};
use ginpad_core::ledger::{Appended, Holdings, LineRange, Portion, Span, Store, gaps, given_up};
use ginpad_core::{Moment, Name};
use uuid::Uuid;

use crate::support::memory::MemoryStore;

const WRITER: Uuid = Uuid::from_u128(7);

fn now() -> Moment {
    Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap()
}

fn written(place: NextLine, change: NewChange) -> Line {
    let mut id = || Uuid::from_u128(0x0199_0000_0000_7000_8000 << 48);
    change.written(place, now(), &mut id, &mut KnownPeople::default()).unwrap().remove(0)
}

/// A line for each of these names, from the one that follows `before` on.
fn lines(before: Option<&Line>, first: u64, names: &[&str]) -> Vec<Line> {
    let mut place = NextLine { writer: WRITER, number: first, before: before.map(|line| *line.hash()) };
    let mut lines = Vec::new();
    for name in names {
        let mut change = NewChange::new(ChangeVerb::ADD_PLAYER);
        change.add_player(&Name::read(name).unwrap(), &KnownPeople::default());
        let line = written(place, change);
        place = NextLine { number: place.number + 1, before: Some(*line.hash()), ..place };
        lines.push(line);
    }
    lines
}

fn store(lines: &[&[Line]]) -> MemoryStore {
    let mut store = MemoryStore::new();
    for lines in lines {
        assert!(store.append(lines).unwrap().iter().all(|became| *became == Appended::Stored));
    }
    store
}

fn span(first: u64, last: u64, line: &Line) -> Span {
    Span { writer: WRITER, first, last, name: line.name() }
}

/// What a place lacks in which these stand: the first number, and the lines.
fn lacking(store: &mut MemoryStore, spans: &[Span], bytes: usize) -> Vec<(u64, Vec<Line>)> {
    let held = Holdings::of(store).unwrap();
    let mut parts = Vec::new();
    for mut lack in held.lacking(spans) {
        while let Some(Portion { run, lines, amount }) = lack.take(store, bytes).unwrap() {
            assert_eq!((run.last - run.first + 1, amount.people), (lines.len() as u64, lines.len()));
            assert_eq!(run.hash, *lines.last().unwrap().hash());
            parts.push((run.first, lines));
        }
    }
    parts
}

#[test]
fn what_is_held_and_what_another_place_lacks() {
    let all = lines(None, 1, &["Ann", "Bob", "Cid", "Dee"]);
    let mut store = store(&[&all]);
    let held = Holdings::of(&mut store).unwrap();
    for (first, last) in [(1, 4), (1, 1), (2, 3), (4, 4)] {
        assert!(held.has(&mut store, &span(first, last, &all[last as usize - 1])).unwrap(), "{first} to {last}");
    }
    for (first, last, name) in [(1, 5, 3), (1, 4, 0), (2, 3, 3), (5, 5, 3)] {
        assert!(!held.has(&mut store, &span(first, last, &all[name])).unwrap(), "{first} to {last}");
    }
    let there = [span(2, 2, &all[1])];
    assert_eq!(lacking(&mut store, &there, 9999), [(1, all[..1].to_vec()), (3, all[2..].to_vec())]);
    assert_eq!(lacking(&mut store, &there, 1).len(), 3, "a line at a time");
    assert_eq!(lacking(&mut store, &[span(1, 4, &all[3])], 9999), []);
}

#[test]
fn the_branches_of_a_fork_are_told_apart() {
    let all = lines(None, 1, &["Ann", "Bob", "Cid", "Dee"]);
    let other = lines(Some(&all[1]), 3, &["Eve", "Fay"]);
    let mut both = store(&[&all, &other]);
    let held = Holdings::of(&mut both).unwrap();
    for (line, is_there) in [(&all[3], true), (&other[1], true), (&all[2], false)] {
        assert_eq!(held.has(&mut both, &span(1, 4, line)).unwrap(), is_there);
    }
    let mut one = store(&[&all]);
    assert!(!Holdings::of(&mut one).unwrap().has(&mut one, &span(1, 4, &other[1])).unwrap());
    let sent: Vec<Line> =
        lacking(&mut both, &[span(1, 4, &all[3])], 9999).into_iter().flat_map(|part| part.1).collect();
    assert_eq!(sent, other);
    let sent = lacking(&mut both, &[], 9999);
    assert_eq!(sent.iter().map(|part| part.1.len()).sum::<usize>(), 6);
}

#[test]
fn what_is_given_up_is_no_gap_until_that_is_taken_back() {
    let all = lines(None, 1, &["Ann", "Bob", "Cid", "Dee"]);
    let mut store = store(&[&all[..1], &all[3..]]);
    let missing = |store: &mut MemoryStore| gaps(&store.runs().unwrap(), &given_up(store).unwrap());
    assert_eq!(missing(&mut store), [LineRange { writer: WRITER, first: 2, last: 3 }]);
    let mut change = NewChange::new(ChangeVerb::GIVE_UP);
    change.say(Fact::Gap(GapFact { writer: WRITER, first: 2, last: 3, before: *all[2].hash() }));
    let place = NextLine { writer: Uuid::from_u128(8), number: 1, before: None };
    let line = written(place, change);
    store.append(std::slice::from_ref(&line)).unwrap();
    assert_eq!(missing(&mut store), []);
    let mut change = NewChange::new(ChangeVerb::UNDO);
    change.say(Fact::Undo(UndoFact { of: line.name() }));
    store.append(&[written(NextLine { number: 2, before: Some(*line.hash()), ..place }, change)]).unwrap();
    assert_eq!(missing(&mut store).len(), 1);
}
