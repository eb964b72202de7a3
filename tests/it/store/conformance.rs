//! What every store of lines must do. The same tests run on a book, on a store in memory and on a club.

use std::fmt::Debug;

use ginpad::book::Book;
use ginpad_core::facts::{Change, FactId, Line, List, Subject, shortened};
use ginpad_core::ledger::{Appended, Refused, Run, Store};
use uuid::Uuid;

use super::lines::{Hand, senseless, uuid_v7};

/// The heads of each writer: the last line of every run that no other run of the writer continues.
fn heads(runs: &[Run]) -> Vec<&Run> {
    let is_continued = |run: &Run| runs.iter().any(|next| next.writer == run.writer && next.before == Some(run.hash));
    runs.iter().filter(|run| !is_continued(run)).collect()
}

/// Runs a test on every store.
macro_rules! on_every_store {
    ($($name:ident),+ $(,)?) => {
        mod book {
            $(
                #[test]
                fn $name() {
                    super::$name(&mut &super::Book::in_memory().unwrap().write().unwrap());
                }
            )+
        }

        mod memory {
            $(
                #[test]
                fn $name() {
                    super::$name(&mut crate::core::memory::MemoryStore::new());
                }
            )+
        }

        #[cfg(all(unix, feature = "club"))]
        mod club {
            $(
                #[test]
                fn $name() {
                    let Some(test) = crate::support::clubs::TestClub::founded() else { return };
                    super::$name(&mut test.connected());
                }
            )+
        }
    };
}

on_every_store!(
    an_answer_for_each_line,
    lines_are_found_by_their_subject,
    lines_come_in_order_of_arrival,
    one_writer_has_one_run,
    writers_that_take_turns_have_one_run_each,
    a_gap_makes_two_runs_until_it_is_filled,
    a_fork_keeps_both_lines,
    both_sides_of_a_fork_go_on,
    several_lines_have_one_id,
    some_numbers_of_a_writer,
    a_line_may_come_before_what_it_names,
    what_is_appended_twice_is_there_once,
);

fn appended<S: Store>(store: &mut S, lines: &[Line]) -> Vec<Appended>
where
    S::Error: Debug,
{
    let answers = store.append(lines).unwrap();
    store.index().unwrap();
    answers
}

fn concerning<S: Store>(store: &mut S, subject: &Subject) -> Vec<Change>
where
    S::Error: Debug,
{
    store.concerning(subject).unwrap()
}

fn names<S: Store>(store: &mut S, subject: &Subject) -> Vec<Uuid>
where
    S::Error: Debug,
{
    concerning(store, subject).into_iter().map(|change| change.name).collect()
}

fn lines_of<S: Store>(store: &mut S, writer: u128, first: u64, last: u64) -> Vec<Line>
where
    S::Error: Debug,
{
    let mut found = Vec::new();
    let visited = store.lines_of(Uuid::from_u128(writer), first..=last, &mut |line| {
        found.push(line);
        Ok(())
    });
    visited.unwrap();
    found
}

/// The first and last numbers of runs.
fn ends(runs: &[Run]) -> Vec<(u128, u64, u64)> {
    runs.iter().map(|run| (run.writer.as_u128(), run.first, run.last)).collect()
}

fn an_answer_for_each_line<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let (one, two) = (ann.adds("Ann"), ann.adds("Bob"));
    assert_eq!(appended(store, std::slice::from_ref(&one)), [Appended::Stored]);
    let answers = appended(store, &[one.clone(), senseless(), two.clone(), two]);
    assert!(matches!(answers[1], Appended::Refused(Refused::NoChange(_))), "{:?}", answers[1]);
    assert_eq!([&answers[0], &answers[2], &answers[3]], [&Appended::Known, &Appended::Stored, &Appended::Known]);
    assert_eq!(appended(store, &[]), []);
    assert_eq!(ends(&store.runs().unwrap()), [(1, 1, 2)]);
}

fn lines_are_found_by_their_subject<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let person = ann.adds("Ann (2)");
    let undo = ann.says(&format!(r#"[{{"undo":{{"of":"{}"}}}}]"#, shortened(person.name())));
    let hand = ann.logs(&shortened(Uuid::from_u128(7)), 1);
    appended(store, &[person.clone(), undo.clone(), hand.clone()]);
    let id = FactId { of: person.name(), place: 0 };
    for subject in [Subject::Person(id), Subject::called("ann"), Subject::List(List::People)] {
        assert_eq!(names(store, &subject), [person.name()], "{subject:?}");
    }
    for subject in [Subject::Undone(person.name()), Subject::List(List::Undos)] {
        assert_eq!(names(store, &subject), [undo.name()], "{subject:?}");
    }
    let game = Subject::Game(FactId { of: Uuid::from_u128(7), place: 0 });
    assert_eq!(concerning(store, &game), [Change::read(&hand).unwrap()]);
    assert_eq!(names(store, &Subject::Game(FactId { of: Uuid::from_u128(7), place: 1 })), Vec::<Uuid>::new());
}

fn lines_come_in_order_of_arrival<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let (mut ann, mut bob) = (Hand::of(1), Hand::of(2));
    let lines = [bob.adds("A"), ann.adds("B"), bob.adds("C"), ann.adds("D")];
    appended(store, &lines);
    let expected: Vec<Uuid> = lines.iter().map(Line::name).collect();
    assert_eq!(names(store, &Subject::List(List::People)), expected);
}

fn one_writer_has_one_run<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    for name in ["A", "B", "C"] {
        let line = ann.adds(name);
        appended(store, &[line]);
    }
    let runs = store.runs().unwrap();
    let whole = Run { writer: Uuid::from_u128(1), first: 1, last: 3, before: None, hash: ann.place.before.unwrap() };
    assert_eq!(runs, std::slice::from_ref(&whole));
    assert_eq!(heads(&runs), [&whole]);
}

fn writers_that_take_turns_have_one_run_each<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let (mut ann, mut bob) = (Hand::of(1), Hand::of(2));
    let lines: Vec<Line> = (0..6).map(|turn| if turn % 2 == 0 { ann.adds("A") } else { bob.adds("B") }).collect();
    appended(store, &lines);
    let runs = store.runs().unwrap();
    assert_eq!(ends(&runs), [(1, 1, 3), (2, 1, 3)]);
    assert_eq!(heads(&runs).len(), 2);
    assert_eq!(lines_of(store, 2, 1, 3), [lines[1].clone(), lines[3].clone(), lines[5].clone()]);
}

fn a_gap_makes_two_runs_until_it_is_filled<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    if !S::TAKES_GAPS {
        return;
    }
    let mut ann = Hand::of(1);
    let lines: Vec<Line> = ["A", "B", "C", "D", "E"].map(|name| ann.adds(name)).into();
    appended(store, &lines[3..]);
    appended(store, &lines[..2]);
    assert_eq!(ends(&store.runs().unwrap()), [(1, 1, 2), (1, 4, 5)]);
    assert_eq!(lines_of(store, 1, 1, 9), [&lines[..2], &lines[3..]].concat());
    appended(store, &lines[2..3]);
    assert_eq!(ends(&store.runs().unwrap()), [(1, 1, 5)]);
    assert_eq!(lines_of(store, 1, 1, u64::from(u32::MAX)), lines);
}

fn a_fork_keeps_both_lines<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let first = ann.adds("A");
    let mut copy = ann.copied();
    let (ours, theirs) = (ann.adds("B"), copy.adds("C"));
    assert_eq!(appended(store, &[first, ours.clone(), theirs.clone()]), vec![Appended::Stored; 3]);
    let runs = store.runs().unwrap();
    let mut last: Vec<_> = heads(&runs).iter().map(|run| (run.last, run.hash)).collect();
    last.sort_unstable();
    let mut expected = [(2, *ours.hash()), (2, *theirs.hash())];
    expected.sort_unstable();
    assert_eq!(last, expected);
    assert_eq!(lines_of(store, 1, 2, 2), [ours, theirs]);
}

fn both_sides_of_a_fork_go_on<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let begun = [ann.adds("A"), ann.adds("B")];
    let mut copy = ann.copied();
    let ours = ["C", "D", "E", "F"].map(|name| ann.adds(name));
    let theirs = ["G", "H"].map(|name| copy.adds(name));
    appended(store, &begun);
    appended(store, &ours[..2]);
    appended(store, &theirs);
    appended(store, &ours[2..]);
    let runs = store.runs().unwrap();
    let last: Vec<_> = heads(&runs).iter().map(|run| run.last).collect();
    assert_eq!(last.len(), 2, "{runs:?}");
    assert!(last.contains(&4) && last.contains(&6), "{runs:?}");
    let number = |line: &Line| Change::read(line).unwrap().number;
    let mut numbers: Vec<u64> = lines_of(store, 1, 2, 6).iter().map(number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 3, 3, 4, 4, 5, 6]);
}

fn several_lines_have_one_id<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let lines = [ann.says_as(uuid_v7(1), "[]"), ann.says_as(uuid_v7(1), "[]")];
    assert_eq!(appended(store, &lines), vec![Appended::Stored; 2]);
    assert_eq!(lines_of(store, 1, 1, 2), lines);
}

fn some_numbers_of_a_writer<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let lines: Vec<Line> = (0..50).map(|_| ann.adds("A")).collect();
    appended(store, &lines);
    assert_eq!(lines_of(store, 1, 11, 20), lines[10..20]);
    assert_eq!(lines_of(store, 1, 50, 90), lines[49..]);
    assert_eq!(lines_of(store, 1, 51, 90), []);
    assert_eq!(lines_of(store, 2, 1, 90), []);
}

fn a_line_may_come_before_what_it_names<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    if !S::TAKES_GAPS {
        return;
    }
    let mut ann = Hand::of(1);
    let game = ann.says(r#"[{"player":{"name":"Ann"}}]"#);
    let hand = ann.logs(&shortened(game.name()), 1);
    appended(store, std::slice::from_ref(&hand));
    assert_eq!(names(store, &Subject::Game(FactId { of: game.name(), place: 0 })), [hand.name()]);
}

fn what_is_appended_twice_is_there_once<S: Store>(store: &mut S)
where
    S::Error: Debug,
{
    let mut ann = Hand::of(1);
    let lines: Vec<Line> = (0..9).map(|_| ann.adds("A")).collect();
    appended(store, &lines);
    assert_eq!(appended(store, &lines), vec![Appended::Known; 9]);
    assert_eq!(ends(&store.runs().unwrap()), [(1, 1, 9)]);
    assert_eq!(names(store, &Subject::List(List::People)).len(), 9);
}
