//! What happens beside the hands: adjustments and spots, as they are typed, kept and corrected.

use ginpad_core::facts::{ChangeVerb, Edited, FoldedGame, HandFact, KnownPeople, NewChange};
use ginpad_core::notation::{print_adjustment, print_game, read_adjustment, read_edited, read_one};
use ginpad_core::{Adjustment, EntryAt, Game, Side, TableRules};

use crate::notation::local;
use crate::support::facts_devices::{Device, game_id, ids_after};

const EVENING: &str = "rules: hollywood\nsides: Ann, Bob\nspot: Bob 25\n\nann adjust 5\nann knock 4 27\n\
                       bob adjust -20 column 2 note \"false knock\"\nbob gin 31\n";

fn game(sheet: &str) -> Game {
    read_one(sheet).unwrap_or_else(|faults| panic!("{sheet}{faults}"))
}

fn read(entry: &str) -> Result<String, String> {
    let game = game("rules: hollywood\nsides: Ann, Bob\n");
    match read_adjustment(entry, &game, local()) {
        Some(Ok(adjustment)) => Ok(print_adjustment(&adjustment, &game.players)),
        Some(Err((at, fault))) => Err(format!("{at}: {fault}")),
        None => Err("no adjustment".into()),
    }
}

#[test]
fn an_adjustment_is_read_as_people_type_it() {
    for (typed, read_as) in [
        ("ann adjust -20", "Ann adjust -20"),
        ("adjust ann -20", "Ann adjust -20"),
        ("ann penalty 20", "Ann adjust -20"),
        ("penalty bob 20 column 2", "Bob adjust -20 column 2"),
        ("a ADJUST +20", "Ann adjust 20"),
        ("Bob adjusted 7", "Bob adjust 7"),
        ("bob adjust \u{2212}1000 column 3", "Bob adjust -1000 column 3"),
        ("\"Ann\" adjust 0 note \"wrong count\"", "Ann adjust 0 note \"wrong count\""),
    ] {
        assert_eq!(read(typed).as_deref(), Ok(read_as), "{typed}");
        assert_eq!(read(read_as).as_deref(), Ok(read_as), "{read_as}");
    }
}

#[test]
fn what_is_no_adjustment_says_where_it_goes_wrong() {
    for (typed, fault) in [
        ("ann adjust", "10: expected points from -1000 to 1000"),
        ("ann adjust 1001", "11: expected points from -1000 to 1000, not `1001`"),
        ("ann adjust --5", "11: expected points from -1000 to 1000"),
        ("ann adjust 5 column 4", "20: expected the number of a column, not `4`"),
        ("ann adjust 5 up 7s", "13: expected the end of the adjustment, or `note`, not `up`"),
        ("eve adjust 5", "no adjustment"),
    ] {
        let read = read(typed).unwrap_err();
        assert!(read.starts_with(fault), "{typed}: {read}");
    }
}

#[test]
fn a_spot_is_below_the_target_and_given_once() {
    assert_eq!(game("sides: Ann, Bob\nspot: bob=99\n").spots[Side::Second].0, 99);
    let both = game("sides: Ann & Cid, Bob & Dee\nspot: bob & dee 5, Ann 7\n");
    assert_eq!(both.spots.map(|points| points.0).iter().copied().collect::<Vec<_>>(), [7, 5]);
    for (spot, reason) in [
        ("Bob 100", "a spot is 1 to 99 points, below the target, not `100`"),
        ("Bob 0", "a spot is 1 to 99 points, below the target, not `0`"),
        ("Bob 5, Bob 6", "Bob is given two spots"),
        ("Bob", "expected a side and its points, like `Bob 25`, not `Bob`"),
        ("Eve 5", "no player named `Eve`"),
    ] {
        let faults = read_one(&format!("sides: Ann, Bob\nspot: {spot}\n")).unwrap_err().to_string();
        assert!(faults.contains(reason), "{spot}: {faults}");
    }
}

#[test]
fn a_sheet_holds_them_in_their_places() {
    let printed = print_game(&game(EVENING));
    assert_eq!(
        printed,
        "rules: hollywood\nsides: Ann, Bob\nspot: Bob 25\n\nAnn adjust 5\nAnn knock 4 27\n\
         Bob adjust -20 column 2 note \"false knock\"\nBob gin 31\n"
    );
    assert_eq!(print_game(&game(&printed)), printed);
}

/// A device on which this game was logged, entry by entry.
fn logged(sheet: &Game) -> Device {
    let mut ids = ids_after(1_795_000_000_000);
    let mut device = Device::new(1);
    let mut change = NewChange::new(ChangeVerb::NEW);
    let begun = Game { hands: Vec::new(), adjustments: Vec::new(), ..sheet.clone() };
    change.begin_game(&begun, &KnownPeople::default());
    device.write(change, &mut ids);
    let id = game_id(&device);
    for (number, at) in (1..).zip(sheet.entries()) {
        let mut change = NewChange::new(ChangeVerb::LOG);
        let entry = match at {
            EntryAt::Hand(at) => HandFact::new(sheet.hands[at].logged(), &sheet.players),
            EntryAt::Adjustment(at) => HandFact::adjusting(&sheet.adjustments[at]),
        };
        change.enter(id, number, entry);
        device.write(change, &mut ids);
    }
    device
}

fn changed(device: &mut Device, make: impl FnOnce(&mut NewChange, &FoldedGame)) -> Game {
    let fold = device.fold();
    let mut change = NewChange::new(ChangeVerb::FIX);
    make(&mut change, &fold.games[0]);
    device.write(change, &mut ids_after(1_796_000_000_000));
    let fold = device.fold();
    assert_eq!((fold.conflicts.len(), fold.set_aside.len(), fold.waiting.len()), (0, 0, 0));
    fold.games[0].game.clone()
}

#[test]
fn a_game_that_was_logged_is_the_sheet_of_it() {
    let sheet = game(EVENING);
    assert_eq!(print_game(&logged(&sheet).fold().games[0].game), print_game(&sheet));
}

#[test]
fn an_adjustment_is_corrected_and_removed_in_its_place() {
    let sheet = game(EVENING);
    let mut device = logged(&sheet);
    let half = Adjustment { points: ginpad_core::points::Points(-10), column: None, ..sheet.adjustments[1].clone() };
    let fixed = changed(&mut device, |change, game| {
        change.fix(&game.record, &game.record.adjustments[1], HandFact::adjusting(&half));
    });
    assert!(print_game(&fixed).contains("27\nBob adjust -10 note \"false knock\"\nBob gin"), "{}", print_game(&fixed));
    let dropped = changed(&mut device, |change, game| {
        change.remove((&game.record, &game.game), &game.conflicts, &[&game.record.adjustments[0]])
    });
    assert!(print_game(&dropped).contains("\n\nAnn knock 4 27\nBob adjust -10"), "{}", print_game(&dropped));
}

#[test]
fn an_edited_sheet_changes_entries_of_both_kinds() {
    let sheet = game(EVENING);
    let mut device = logged(&sheet);
    let text =
        "rules: hollywood\nsides: Ann, Bob\nspot: Ann 10\n\nann knock 4 27\nann adjust 8\nbob gin 31\nbob adjust 1\n";
    let is = read_edited(text, &sheet, local()).unwrap();
    let edited = changed(&mut device, |change, game| {
        let differences = Edited::of(&game.game, &is);
        change.edit((&game.record, &game.game), &game.conflicts, &is, &differences, &KnownPeople::default());
    });
    assert_eq!(print_game(&edited), print_game(&is));
}

#[test]
fn an_adjustment_after_the_end_or_in_a_closed_column_is_kept_and_not_counted() {
    let after = game("sides: Ann, Bob\n\nann points 100\nbob adjust 50\n").scored();
    assert_eq!((after.tally.adjustments[0].columns().len(), after.tally.columns[0].points[Side::Second].0), (0, 0));
    let closed = game("rules: hollywood\nsides: Ann, Bob\n\nann points 100\nbob adjust 50 column 1\n").scored();
    assert!(closed.tally.adjustments[0].traces.is_empty());
}

#[test]
fn adjustments_commute_where_none_closes_a_column() {
    let sheet = |one: &str, other: &str| {
        game(&format!("rules: hollywood\nsides: Ann, Bob\n\nann points 30\n{one}\n{other}\nbob points 20\n")).scored()
    };
    let (one, other) = ("ann adjust -20", "bob adjust 7 column 2");
    assert_eq!(sheet(one, other).tally.columns, sheet(other, one).tally.columns);
}

#[test]
fn a_hand_of_points_may_be_worth_nothing() {
    let scored = game("sides: Ann, Bob\n\nann points 0\n").scored();
    assert_eq!((scored.tally.columns[0].hands_won[Side::First], scored.tally.columns[0].boxes[Side::First].0), (1, 1));
}

#[test]
fn a_column_that_closes_by_count_still_closes_by_its_target() {
    let rules = TableRules::read("standard, hands=3, lines=2").unwrap().rules;
    assert_eq!((rules.hands, rules.lines), (3, 2));
    let scored = game("rules: standard, hands=3, lines=2\nsides: Ann, Bob\n\nann points 100\n").scored();
    assert_eq!(scored.tally.columns[0].close.as_ref().unwrap().reason, ginpad_core::sheet::CloseReason::Target);
}
