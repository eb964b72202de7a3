//! Who of one name is made one when books come together, without a store.

use std::collections::BTreeSet;
use std::convert::Infallible;

use ginpad_core::facts::{
    AcceptedConflicts, Change, ChangeVerb, Counting, Fact, FactId, Joined, KeepingFact, KnownPeople, Line, NewChange,
    NextLine, People, Sorted, UndoFact,
};
use ginpad_core::ledger::{NamesakeResults, Namesakes, PeopleFacts, WhyApart};
use ginpad_core::{Moment, Name};
use uuid::Uuid;

/// What devices wrote, each line with its own writer.
#[derive(Default)]
struct Story(Vec<Change>);

impl Story {
    fn say(&mut self, verb: ChangeVerb, make: impl FnOnce(&mut NewChange)) -> Uuid {
        let mut change = NewChange::new(verb);
        make(&mut change);
        let at = self.0.len() as u128 + 1;
        let place = NextLine { writer: Uuid::from_u128(at), number: 1, before: None };
        let mut id = || Uuid::from_u128((0x0199_0000_0000_7000_8000 << 48) + at);
        let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
        let lines: Vec<Line> = change.written(place, now, &mut id, &mut KnownPeople::default()).unwrap();
        self.0.push(Change::read(&lines[0]).unwrap());
        lines[0].name()
    }

    fn says(&mut self, verb: ChangeVerb, fact: Fact) -> Uuid {
        self.say(verb, |change| {
            change.say(fact);
        })
    }

    /// Adds a person that no other device knows.
    fn add(&mut self, name: &str) -> FactId {
        let name = Name::read(name).unwrap();
        let of = self.say(ChangeVerb::ADD_PLAYER, |change| {
            change.add_player(&name, &KnownPeople::default());
        });
        FactId { of, place: 0 }
    }

    fn people(&self) -> People {
        People::of(&Sorted::of(&self.0, &Counting::of(&self.0)), |_| Ok::<_, Infallible>(false)).unwrap()
    }

    /// What becomes of everyone when these come. `both` is a game that seats everyone.
    fn meet(&self, theirs: &[FactId], namesakes: Namesakes, both: Option<i64>) -> (NamesakeResults, NewChange) {
        let (counting, people) = (Counting::of(&self.0), self.people());
        let mut change = NewChange::new(ChangeVerb::MERGE);
        let mut people_facts = PeopleFacts {
            people: &people,
            changes: self.0.iter().collect(),
            kept: AcceptedConflicts::of(&Sorted::of(&self.0, &counting)),
            both_sit: &mut |_, _| Ok::<_, Infallible>(both),
        };
        let theirs: BTreeSet<FactId> = theirs.iter().copied().collect();
        let met = people_facts.meet((&theirs, &BTreeSet::new()), &BTreeSet::new(), namesakes, &mut change).unwrap();
        (met, change)
    }

    fn why(&self, theirs: &[FactId], both: Option<i64>) -> Option<WhyApart> {
        self.meet(theirs, Namesakes::Join, both).0.apart.pop().map(|apart| apart.why)
    }
}

#[test]
fn two_of_one_name_from_two_books_are_made_one() {
    let mut said = Story::default();
    let (_, other) = (said.add("Ann"), said.add("ann"));
    said.add("Bob");
    let (met, change) = said.meet(&[other], Namesakes::Join, None);
    assert_eq!((met.joined.len(), met.apart.len(), change.is_empty()), (1, 0, false));
    assert!(said.meet(&[], Namesakes::Join, None).1.is_empty(), "nobody came");
    assert_eq!(said.why(&[other], Some(3)), Some(WhyApart::BothSit(3)));
    let (met, change) = said.meet(&[other], Namesakes::KeepApart, None);
    assert_eq!((met.apart[0].why.clone(), change.is_empty()), (WhyApart::Asked, false));
    said.add("Ann");
    assert_eq!(said.why(&[other], None), Some(WhyApart::Several));
}

#[test]
fn a_wish_and_an_undo_keep_them_apart() {
    let mut said = Story::default();
    let (one, other) = (said.add("Ann"), said.add("Ann"));
    let joining = said.say(ChangeVerb::MERGE, |change| change.join(other, one, &Joined::default()));
    assert_eq!(said.why(&[other], None), None, "they are one");
    said.says(ChangeVerb::UNDO, Fact::Undo(UndoFact { of: joining }));
    assert_eq!(said.why(&[other], None), Some(WhyApart::TakenBack));
    said.says(ChangeVerb::MERGE, Fact::Keeping(KeepingFact { game: None, facts: vec![one, other] }));
    assert_eq!(said.why(&[other], None), Some(WhyApart::AskedBefore));
    assert!(said.meet(&[other], Namesakes::KeepApart, None).1.is_empty(), "the wish is there already");
}

#[test]
fn who_was_made_one_with_two_by_devices_that_knew_one_each_makes_these_one_too() {
    let mut said = Story::default();
    let [one, other, third] = ["Ann", "Ann", "Ann"].map(|name| said.add(name));
    for into in [other, one] {
        said.say(ChangeVerb::MERGE, |change| change.join(third, into, &Joined::default()));
    }
    assert_eq!(said.people().conflicts.len(), 1);
    assert_eq!(said.why(&[other], None), None, "nothing was taken back");
    said.say(ChangeVerb::MERGE, |change| change.join(other, one, &Joined::default()));
    assert_eq!((said.people().conflicts.len(), said.people().listed.len()), (0, 1));
}
