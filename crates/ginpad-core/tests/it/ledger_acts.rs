//! Acts: what can be undone and redone, and what still counts although what it corrects was taken back.

use ginpad_core::facts::{
    Change, ChangeVerb, Counting, Fact, FactId, HandFact, KnownPeople, Line, NewChange, NextLine, RedoFact, UndoFact,
    fold,
};
use ginpad_core::ledger::{Act, ActKind, redoable, undoable};
use ginpad_core::notation::read_one;
use ginpad_core::{EntryAt, GameHand, Moment, Name};
use uuid::Uuid;

/// The changes of one writer.
#[derive(Default)]
struct Written(Vec<Change>, Option<Line>);

impl Written {
    fn write(&mut self, change: NewChange) -> Uuid {
        let number = self.0.len() as u64 + 1;
        let before = self.1.as_ref().map(|line| *line.hash());
        let place = NextLine { writer: Uuid::from_u128(7), number, before };
        let mut id = || Uuid::from_u128((0x0199_0000_0000_7000_8000 << 48) + u128::from(number));
        let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
        let line = change.written(place, now, &mut id, &mut KnownPeople::default()).unwrap().remove(0);
        self.0.push(Change::read(&line).unwrap());
        self.1 = Some(line);
        self.0.last().unwrap().name
    }

    fn change(&mut self, verb: ChangeVerb, make: impl FnOnce(&mut NewChange)) -> Uuid {
        let mut change = NewChange::new(verb);
        make(&mut change);
        self.write(change)
    }

    fn undo(&mut self, of: Uuid) -> Uuid {
        self.says(ChangeVerb::UNDO, Fact::Undo(UndoFact { of }))
    }

    fn says(&mut self, verb: ChangeVerb, fact: Fact) -> Uuid {
        self.change(verb, |change| {
            change.say(fact);
        })
    }

    /// All acts, the newest first.
    fn acts(&self) -> impl Iterator<Item = Result<Act, String>> {
        let counting = Counting::of(&self.0);
        self.0.iter().rev().map(move |change| Ok(Act::of(vec![change.clone()], 1, &counting).unwrap()))
    }

    fn undoable(&self, count: usize) -> Vec<Uuid> {
        let act = |id| Ok(self.acts().map(Result::unwrap).find(|act| act.id == id));
        undoable(self.acts(), count, act).unwrap().iter().map(|act| act.id).collect()
    }

    fn redoable(&self, count: usize) -> Vec<Uuid> {
        redoable(self.acts(), count).unwrap()
    }
}

/// A game with a hand that was corrected twice: the game, what began it, logged the hand and corrected it.
fn corrected() -> (Written, FactId, [Uuid; 4]) {
    let mut written = Written::default();
    let sheet = read_one("rules: standard\nsides: Ann, Bob\n\nann gin 4\nann gin 5\nann gin 6\n").unwrap();
    let new = written.change(ChangeVerb::NEW, |change| {
        change.begin_game(&sheet, &KnownPeople::default());
    });
    let game = fold(&written.0).games[0].record.id;
    let GameHand::Accepted(hand) = &sheet.hands[0] else { panic!("gin is accepted") };
    let log = written.change(ChangeVerb::LOG, |change| {
        change.enter(game, 1, HandFact::new(hand.logged(), &sheet.players));
    });
    let fixes = [1, 2].map(|at| {
        let folded = fold(&written.0).games.remove(0);
        written.change(ChangeVerb::FIX, |change| {
            change.fix(
                &folded.record,
                &folded.record.hands[0],
                HandFact::new(sheet.hands[at].logged(), &sheet.players),
            );
        })
    });
    (written, game, [new, log, fixes[0], fixes[1]])
}

#[test]
fn the_last_acts_that_count_are_undone_and_the_last_undone_redone() {
    let (mut written, game, [new, log, first, last]) = corrected();
    assert_eq!(written.undoable(2), [last, first]);
    assert_eq!(written.undoable(9), [last, first, log, new]);
    let undo = written.undo(last);
    assert_eq!(written.undoable(1), [first]);
    written.undo(first);
    assert_eq!((written.redoable(1), written.redoable(9)), (vec![first], vec![first, last]));
    let undone = written.acts().map(Result::unwrap).find(|act| act.id == last).unwrap();
    assert_eq!((undone.counts, undone.games(), undone.undone_by.len()), (false, vec![game], 1));
    written.says(ChangeVerb::REDO, Fact::Redo(RedoFact { undo: FactId { of: undo, place: 0 }, of: last }));
    assert_eq!(written.redoable(9), [first]);
    assert_eq!(written.acts().next().unwrap().unwrap().kind, ActKind::Redo(vec![last]));
    assert_eq!(written.undoable(2), [last, log], "what was redone last is undone first");
    // What was done since ends the way back.
    let name = Name::read("Cid").unwrap();
    written.change(ChangeVerb::ADD_PLAYER, |change| {
        change.add_player(&name, &KnownPeople::default());
    });
    assert!(written.redoable(9).is_empty());
}

#[test]
fn a_correction_of_what_was_taken_back_is_marked_until_the_next_one() {
    let (mut written, _, [_, log, first, last]) = corrected();
    let hand = |written: &Written| fold(&written.0).games[0].record.hands[0].clone();
    let facts = |acts: &[Uuid]| acts.iter().map(|of| FactId { of: *of, place: 0 }).collect::<Vec<_>>();
    assert_eq!(hand(&written).undone, []);
    written.undo(log);
    written.undo(first);
    assert_eq!((hand(&written).id.of, hand(&written).undone), (last, facts(&[first, log])));
    let folded = fold(&written.0).games.remove(0);
    let fix = written.change(ChangeVerb::FIX, |change| {
        change.fix(&folded.record, &folded.record.hands[0], HandFact::at(EntryAt::Hand(0), &folded.game));
    });
    assert_eq!((hand(&written).id.of, hand(&written).undone), (fix, vec![]));
    written.undo(last);
    assert_eq!((hand(&written).id.of, hand(&written).undone), (fix, facts(&[last])));
    written.undo(fix);
    assert!(fold(&written.0).games[0].record.hands.is_empty());
}
