//! Random histories of devices that know some of each other's lines.

use std::collections::BTreeSet;

use chrono::DateTime;
use ginpad_core::facts::{
    Change, ChangeVerb, Counting, Fact, FactId, Fold, FoldedGame, GameSetting, HandFact, KnownPeople, Line, NameFact,
    NewChange, PaymentFact, RedoFact, UndoFact, fold,
};
use ginpad_core::ledger::derived_id;
use ginpad_core::{Amount, Closing, Game, GameHand, Name, Title};
use uuid::Uuid;

use super::super::{BookError, StoredGame};
use super::{Writer, append, book, game, moment};

/// The players. The devices know nothing of each other's people at first, so each name has several people.
const PLAYERS: [&str; 4] = ["Ann", "Bob", "Cid", "Dora"];

/// Names that people get later.
const NAMES: [&str; 4] = ["Ann", "ann", "Ann (2)", "Bob"];

/// Numbers that look random; the same seed gives the same numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

struct Device {
    writer: Writer,
    lines: Vec<Line>,
    changes: Vec<Change>,
}

impl Device {
    fn new(number: u128) -> Device {
        Device { writer: Writer::new(number), lines: Vec::new(), changes: Vec::new() }
    }

    fn take(&mut self, lines: impl IntoIterator<Item = Line>) {
        for line in lines {
            self.changes.push(Change::read(&line).unwrap());
            self.lines.push(line);
        }
    }
}

/// Makes one random change on a device.
fn act(dice: &mut Dice, device: &mut Device) {
    let folded = fold(&device.changes);
    let mut known = KnownPeople::new(folded.people.listed.iter().map(|person| (person.name.clone(), person.id)));
    let Some(change) = next(dice, &device.changes, &folded, &known) else { return };
    if change.is_empty() {
        return;
    }
    let written = device.writer.write(change, &mut known);
    device.take(written);
}

fn sheet(dice: &mut Dice) -> Game {
    let first = dice.below(PLAYERS.len());
    let second = (first + 1 + dice.below(PLAYERS.len() - 1)) % PLAYERS.len();
    let mut text = format!("rules: standard\nsides: {}, {}\n\n", PLAYERS[first], PLAYERS[second]);
    for _ in 0..dice.below(4) {
        text.push_str(&format!("{} knock {} {}\n", PLAYERS[first], 1 + dice.below(9), 10 + dice.below(20)));
    }
    let mut made = game(&text);
    if dice.below(2) == 0 {
        made.started = Some(moment(i64::try_from(dice.below(4)).unwrap()));
    }
    made
}

fn next(dice: &mut Dice, changes: &[Change], folded: &Fold, known: &KnownPeople) -> Option<NewChange> {
    let people: Vec<FactId> = folded.people.listed.iter().map(|person| person.id).collect();
    let games = &folded.games;
    let did = dice.below(17);
    let mut change = NewChange::new(ChangeVerb::LOG);
    match did {
        0 | 1 => {
            change.begin_game(&sheet(dice), known);
        }
        2 => {
            let sheet = sheet(&mut Dice(u64::try_from(dice.below(3)).unwrap()));
            let text = sheet.players.seats().map(|(_, name)| name.to_string()).collect::<String>();
            change = NewChange::new(ChangeVerb::IMPORT).in_batch(derived_id(&text, changes.len()));
            change.take_in(&sheet, derived_id(&text, 0), known);
        }
        3 => drop(change.add_player(&Name::read(dice.one(&NAMES)?).unwrap(), known)),
        4 => {
            let person = *dice.one(&people)?;
            let (name, supersedes) = (dice.one(&NAMES)?.to_string(), folded.people.latest_names(person));
            change.say(Fact::Name(NameFact { player: person, name, supersedes }));
        }
        5 => {
            let (one, other) = (*dice.one(&people)?, *dice.one(&people)?);
            change.join(one, other, &folded.people.joined);
        }
        6 => {
            let (from, to, amount) = (*dice.one(&people)?, *dice.one(&people)?, Amount::read("1 EUR").unwrap());
            change.say(Fact::Payment(PaymentFact { from, to, amount }));
        }
        7 => {
            let conflict = dice.one(&folded.conflicts)?;
            let game = folded.games.iter().find(|game| Some(game.record.id) == conflict.game);
            change.keep(conflict, game.map(|game| (&game.record, &game.game)));
        }
        8 | 9 => {
            let counting = Counting::of(changes);
            let done = dice.one(changes)?;
            let undos = done.each_fact().filter_map(|(id, fact)| match fact {
                Fact::Undo(undo) => counting.undos_of(undo.of).find(|stands| *stands == id).map(|_| (id, undo.of)),
                _ => None,
            });
            let fact = match undos.last() {
                Some((undo, of)) => Fact::Redo(RedoFact { undo, of }),
                None => Fact::Undo(UndoFact { of: done.act() }),
            };
            change.say(fact);
        }
        _ => {
            let at = games.get(dice.below(games.len()))?;
            about_game(dice, at, games, &mut change, known, did);
        }
    }
    Some(change)
}

fn about_game(
    dice: &mut Dice,
    at: &FoldedGame,
    games: &[FoldedGame],
    change: &mut NewChange,
    known: &KnownPeople,
    did: usize,
) {
    let hands = &at.record.hands;
    let text = format!("rules: standard\nsides: Xia, Yan\n\nXia knock {} 20\n", 1 + dice.below(9));
    let played = game(&text);
    let GameHand::Accepted(hand) = &played.hands[0] else { return };
    let entry = HandFact::new(hand.logged(), &played.players);
    match (did, dice.one(hands)) {
        (10 | 11, _) => drop(change.enter(at.record.id, at.record.next_number, entry)),
        (12, Some(one)) => change.fix(&at.record, one, entry),
        (13, Some(one)) if dice.below(3) > 0 => change.remove((&at.record, &at.game), &at.conflicts, &[one]),
        (13, _) => change.remove_game(&at.record),
        (14, Some(one)) if dice.below(2) == 0 => change.insert(&at.record, Some(one), entry),
        (14, Some(one)) => {
            let to = &games[dice.below(games.len())];
            if to.record.id != at.record.id {
                let next = dice.one(&to.record.hands).filter(|_| dice.0.is_multiple_of(2));
                change.move_hand((&at.record, one), (&to.record, next), hand.logged(), &played.players);
            }
        }
        (15, _) => change.set(&at.record, GameSetting::Closed(Closing::Unfinished)),
        (16, _) if dice.below(3) == 0 => {
            let start = DateTime::from_timestamp(1_500_000_000 + 86_400 * i64::from(dice.below(3) == 0), 0);
            start.into_iter().for_each(|start| change.set(&at.record, GameSetting::Date(start.fixed_offset().into())));
        }
        (16, _) if dice.below(2) == 0 => {
            change.set(&at.record, GameSetting::Title(Title::read(["A", "B", "C"][dice.below(3)]).ok()));
        }
        (16, _) => {
            let sides = change.seats(&sheet(dice).players, known);
            change.set(&at.record, GameSetting::Sides(sides));
        }
        _ => {}
    }
}

/// Every line of a random history, in some order.
fn history(seed: u64) -> Vec<Line> {
    let mut dice = Dice(seed);
    let mut devices = [1, 2].map(Device::new);
    for _ in 0..60 {
        let at = dice.below(devices.len());
        act(&mut dice, &mut devices[at]);
        if dice.below(12) == 0 {
            let others = devices[1 - at].lines.clone();
            let known: BTreeSet<Uuid> = devices[at].lines.iter().map(Line::name).collect();
            devices[at].take(others.into_iter().filter(|line| !known.contains(&line.name())));
        }
    }
    let mut lines: Vec<Line> = devices.into_iter().flat_map(|device| device.lines).collect();
    lines.sort_by_cached_key(|line| (dice.below(3), line.name()));
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.name()));
    lines
}

#[test]
fn a_book_answers_as_the_fold_of_all_its_lines() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(60);
    let mut seen = [0; 5];
    for seed in 0..rounds {
        let lines = history(seed);
        let changes: Vec<Change> = lines.iter().map(|line| Change::read(line).unwrap()).collect();
        let expected = fold(&changes);
        for (seen, here) in seen.iter_mut().zip([
            expected.games.len(),
            expected.conflicts.len(),
            expected.waiting.len(),
            expected.payments.len(),
            expected.people.joined.joined().count(),
        ]) {
            *seen += here;
        }
        answers_as(&expected, &lines, seed);
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

fn answers_as(expected: &Fold, lines: &[Line], seed: u64) {
    let mut book = book(lines);
    let open = book.read().unwrap();
    let ids: Vec<FactId> = expected.games.iter().map(|game| game.record.id).collect();
    assert_eq!(open.games().unwrap(), ids, "seed {seed}");
    assert_eq!(open.people().unwrap(), expected.people.listed, "seed {seed}");
    assert_eq!(open.payments().unwrap(), expected.payments, "seed {seed}");
    let same = |stored: &StoredGame, folded: &FoldedGame, how: &str| {
        assert_eq!(stored.scored.game, folded.game, "seed {seed}, {how}, {:?}", stored.id);
        assert_eq!(stored.record, folded.record, "seed {seed}, {how}");
        assert_eq!(stored.conflicts, folded.conflicts, "seed {seed}, {how}");
        assert_eq!(stored.waiting, folded.waiting, "seed {seed}, {how}");
        assert!(stored.number > 0, "seed {seed}, {how}");
    };
    for folded in &expected.games {
        same(&open.game(folded.record.id).unwrap(), folded, "alone");
    }
    for times in [1, 400_usize.div_ceil(ids.len().max(1))] {
        let many: Vec<FactId> = ids.iter().copied().cycle().take(ids.len() * times).collect();
        let mut each = expected.games.iter().cycle();
        open.each_game(&many, |stored| {
            same(&stored, each.next().unwrap(), "among many");
            Ok::<(), BookError>(())
        })
        .unwrap();
    }
    let mut numbers: Vec<i64> = ids.iter().map(|id| open.number_of(*id).unwrap()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), ids.len());
    // A removed game keeps its number.
    assert!(open.highest_number().unwrap() >= numbers.last().copied().unwrap_or(0));
    for (at, game) in ids.iter().enumerate() {
        for back in 1..4 {
            let before = open.game_before(*game, back).unwrap().map(|game| game.id);
            assert_eq!(before, at.checked_sub(back).map(|at| ids[at]), "seed {seed}");
        }
        assert!(open.fact(*game).unwrap().is_some());
        open.open_besides(*game, 3).unwrap();
    }
    let settled: BTreeSet<String> = expected.conflicts.iter().map(|conflict| conflict.digits()).collect();
    let listed: BTreeSet<String> = open.numbers_of_conflicts().unwrap().into_iter().collect();
    assert_eq!(listed, settled, "seed {seed}");
    assert_eq!(open.newest().unwrap().is_some(), !ids.is_empty());
    drop(open);
    // The same lines, appended again in another order, do not change the book.
    let open = book.write().unwrap();
    append(&open, lines);
    assert_eq!(open.games().unwrap(), ids);
}
