//! Devices that keep lines: each takes its own steps, and learns from the others when they meet.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use ginpad_core::facts::{
    Change, ChangeVerb, Counting, Edited, Fact, FactId, Fold, FoldedGame, GameSetting, HandFact, HandRecord, Hash,
    KnownPeople, Line, NameFact, NewChange, NextLine, PaymentFact, RedoFact, RulesText, SettingKey, Subject, UndoFact,
    fold,
};
use ginpad_core::ledger::derived_id;
use ginpad_core::notation::{print_entry, read_one};
use ginpad_core::{
    AcceptedHand, Amount, BySide, Closing, Game, GameHand, LoggedHand, LoggedResult, Moment, Played, Points, Seat,
    Side, Totals,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::dice::Dice;

const SHEET: &str = "\
rules: standard
sides: Ann, Bob

ann knock 4 27
bob gin 31
dead
ann big-gin 40
bob knock 3 20
ann points 12
";

/// Sheets that several devices import.
const IMPORTED: [&str; 3] = [
    "rules: standard\nsides: Ann, Bob\n\nann knock 4 27\nbob gin 31\nann points 12\n",
    "date: 2019-11-01 19:00 +00:00\nrules: simple\nsides: Cid, Ann\nclosed: unfinished\n\ncid points 12\n",
    "rules: standard\nsides: Bob, Dee\n",
];

pub(crate) fn sheet() -> Game {
    read_one(SHEET).unwrap()
}

pub(crate) fn hand(number: usize) -> AcceptedHand {
    let hands = sheet().hands;
    match &hands[number % hands.len()] {
        GameHand::Accepted(accepted) => accepted.clone(),
        GameHand::Refused(refused) => panic!("{refused:?}"),
    }
}

/// A device with the lines that it knows.
#[derive(Debug, Clone)]
pub(crate) struct Device {
    pub(crate) writer: Uuid,
    pub(crate) number: u64,
    before: Option<Hash>,
    /// Knobs that its version does not have, so that no line of it has them.
    pub(crate) lacks: &'static [&'static str],
    pub(crate) lines: Vec<Line>,
    pub(crate) changes: Vec<Change>,
}

/// One step of a device. Numbers are taken modulo what there is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    New,
    /// Logs one to three hands in one change.
    Log {
        game: usize,
        hand: usize,
        hands: usize,
    },
    Fix {
        game: usize,
        at: usize,
        hand: usize,
    },
    Drop {
        game: usize,
        at: usize,
    },
    /// Takes a whole game out.
    DropGame(usize),
    Insert {
        game: usize,
        at: usize,
        hand: usize,
    },
    /// Makes the game what a sheet says: the sheet of another game with some of its hands.
    Edit {
        game: usize,
        hands: usize,
    },
    Close {
        game: usize,
        how: usize,
    },
    /// Gives a game totals, with a winner or without one.
    Totals {
        game: usize,
        points: usize,
    },
    /// Sets something of a game anew.
    Set {
        game: usize,
        what: usize,
    },
    /// Makes two people one.
    Join {
        player: usize,
        into: usize,
    },
    Rename {
        player: usize,
        name: usize,
    },
    /// Says that a conflict is right as it is.
    Keep(usize),
    Pay {
        from: usize,
        to: usize,
    },
    /// Moves a hand to another game: to its end, or before a hand.
    Move {
        game: usize,
        at: usize,
        to: usize,
        before: usize,
    },
    /// Takes in a sheet that other devices may take in too.
    Import(usize),
    Undo(usize),
    Redo(usize),
    /// Learns everything that another device knows.
    Meet(usize),
}

pub(crate) fn step() -> impl Strategy<Value = (usize, Step)> {
    let any = || 0..100_usize;
    let step = prop_oneof![
        2 => Just(Step::New),
        6 => (any(), any(), 1..=3_usize).prop_map(|(game, hand, hands)| Step::Log { game, hand, hands }),
        5 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Fix { game, at, hand }),
        3 => (any(), any()).prop_map(|(game, at)| Step::Drop { game, at }),
        1 => any().prop_map(Step::DropGame),
        3 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Insert { game, at, hand }),
        1 => (any(), any()).prop_map(|(game, hands)| Step::Edit { game, hands }),
        1 => (any(), any()).prop_map(|(game, how)| Step::Close { game, how }),
        1 => (any(), any()).prop_map(|(game, points)| Step::Totals { game, points }),
        3 => (any(), any()).prop_map(|(game, what)| Step::Set { game, what }),
        2 => (any(), any()).prop_map(|(player, into)| Step::Join { player, into }),
        1 => (any(), any()).prop_map(|(player, name)| Step::Rename { player, name }),
        1 => any().prop_map(Step::Keep),
        1 => (any(), any()).prop_map(|(from, to)| Step::Pay { from, to }),
        5 => (any(), any(), any(), any()).prop_map(|(game, at, to, before)| Step::Move { game, at, to, before }),
        2 => any().prop_map(Step::Import),
        4 => any().prop_map(Step::Undo),
        2 => any().prop_map(Step::Redo),
        3 => any().prop_map(Step::Meet),
    ];
    (0..3_usize, step)
}

/// From here on a step sets the date: so many days before the games began.
pub(crate) const DATED: usize = 90;

/// One of the settings that a step makes; `None` seats others in the game.
fn setting(game: &FoldedGame, what: usize) -> Option<GameSetting> {
    let read = |header: &str| read_one(&format!("{header}\nsides: Ann, Bob")).unwrap();
    let sides = &game.record.sides;
    Some(match what % 9 {
        _ if what >= DATED => GameSetting::Date((now() - TimeDelta::days(what as i64)).into()),
        0 => GameSetting::Title(read("title: Friday night").title),
        1 => GameSetting::Title(None),
        2 => GameSetting::Event(read("event: Cruise").event),
        3 => GameSetting::Dealer(Side::from_index(what % 2)),
        4 => GameSetting::Stake(read("stake: 0.05 USD").stakes),
        5 => GameSetting::Rules(RulesText::new(&read("rules: hollywood").rules)),
        // Under these, the knock with 4 is illegal.
        6 => GameSetting::Rules(RulesText::new(&read("rules: standard, knock_limit=3").rules)),
        7 => GameSetting::Sides(vec![sides[1].clone(), sides[0].clone()]),
        _ => return None,
    })
}

pub(crate) fn now() -> Moment {
    Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap()
}

/// What was said of a hand, by the seats of another game of the same people. `None` if they do not all sit there, or have
/// other partners.
pub(crate) fn reseated(hand: &LoggedHand, from: &FoldedGame, to: &FoldedGame) -> Option<LoggedHand> {
    let (from, to) = (&from.record.sides, &to.record.sides);
    let find = |person: &FactId| {
        to.iter().enumerate().find_map(|(side, people)| Some((side, people.iter().position(|other| other == person)?)))
    };
    let seats: Vec<Vec<(usize, usize)>> =
        from.iter().map(|people| people.iter().map(find).collect::<Option<_>>()).collect::<Option<_>>()?;
    let keeps_partners = |people: &Vec<(usize, usize)>| people.iter().all(|(side, _)| *side == people[0].0);
    if from.iter().flatten().count() != to.iter().flatten().count() || !seats.iter().all(keeps_partners) {
        return None;
    }
    let mut hand = hand.clone();
    if let Played::Results(results) = &mut hand.played {
        for result in results {
            match result {
                LoggedResult::Ended { by, .. } | LoggedResult::Points { by, .. } => {
                    let (side, place) = seats[by.side.index()][by.at()];
                    *by = Seat::new(Side::from_index(side).unwrap(), place);
                }
                LoggedResult::Dead => {}
            }
        }
    }
    Some(hand)
}

/// The line as a version without these knobs writes it.
fn without_knobs(line: Line, knobs: &[&str]) -> Line {
    let text = knobs.iter().fold(line.text().to_string(), |text, knob| {
        let key = format!("\"{knob}\":");
        let mut parts = text.split(&key);
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |text, rest| text + rest.split_once(',').map_or(rest, |(_, rest)| rest))
    });
    Line::new(text).unwrap()
}

impl Device {
    pub(crate) fn new(number: u128) -> Device {
        let writer = Uuid::from_u128(number);
        Device { writer, number: 0, before: None, lacks: &[], lines: Vec::new(), changes: Vec::new() }
    }

    pub(crate) fn fold(&self) -> Fold {
        fold(&self.changes)
    }

    /// Takes a step; a step that is not possible does nothing. Ids are in no order, because a clock may be wrong.
    pub(crate) fn take(&mut self, step: Step, ids: &mut dyn FnMut() -> Uuid) {
        let seen = self.fold();
        let known = known_people(&seen);
        if let Some(change) = self.change(step, &seen, &known, ids) {
            self.write(change, ids);
        }
    }

    /// The change that a step makes, if it is possible.
    fn change(&self, step: Step, seen: &Fold, known: &KnownPeople, ids: &mut dyn FnMut() -> Uuid) -> Option<NewChange> {
        let game = |game: usize| game.checked_rem(seen.games.len()).map(|at| &seen.games[at]);
        let place = |number: usize, at: usize| {
            let game = game(number)?;
            let at = at.checked_rem(game.record.hands.len())?;
            Some((game, &game.record.hands[at]))
        };
        let person = |number: usize| {
            let people = &seen.people.listed;
            Some(people[number.checked_rem(people.len())?].id)
        };
        let mut change = NewChange::new(verb(step));
        match step {
            Step::New => drop(change.begin_game(&Game { hands: Vec::new(), ..sheet() }, known)),
            Step::Log { game: number, hand: said, hands } => {
                let game = game(number)?;
                for (number, said) in (game.record.next_number..).zip(said..said + hands) {
                    change.enter(game.record.id, number, HandFact::new(hand(said).logged(), &game.game.players));
                }
            }
            Step::Fix { game, at, hand: said } => {
                let (game, at) = place(game, at)?;
                change.fix(&game.record, at, HandFact::new(hand(said).logged(), &game.game.players));
            }
            Step::Drop { game, at } => {
                let (game, at) = place(game, at)?;
                change.remove((&game.record, &game.game), &game.conflicts, &[at]);
            }
            Step::DropGame(number) => change.remove_game(&game(number)?.record),
            Step::Insert { game, at, hand: said } => {
                let (game, next) = place(game, at)?;
                change.insert(&game.record, Some(next), HandFact::new(hand(said).logged(), &game.game.players));
            }
            Step::Edit { game: number, hands } => edit(&mut change, game(number)?, hands, known),
            Step::Close { game: number, how } => {
                let how = [Closing::Unfinished, Closing::Forfeit(Side::First), Closing::Forfeit(Side::Second)][how % 3];
                change.set(&game(number)?.record, GameSetting::Closed(how));
            }
            Step::Totals { game: number, points } => {
                let game = game(number)?;
                let winner = Side::from_index(points % 3).filter(|side| Side::TWO.contains(side));
                let points = BySide::new(Points(100), Points(points as i64));
                let is = Game { totals: Some(Totals { points, winner }), ..game.game.clone() };
                change.set_as(&game.record, &is, SettingKey::Totals, known);
            }
            Step::Set { game: number, what } => {
                let game = game(number)?;
                match setting(game, what) {
                    Some(setting) => change.set(&game.record, setting),
                    None => {
                        let other = ["sides: Cid, Bob", "sides: Ann, Dee"][what % 2];
                        let sides = change.seats(&read_one(other).unwrap().players, known);
                        change.set(&game.record, GameSetting::Sides(sides));
                    }
                }
            }
            Step::Join { player, into } => {
                let (player, into) = (person(player)?, person(into)?);
                (player != into).then(|| change.join(player, into, &seen.people.joined))?;
            }
            Step::Rename { player, name } => {
                let (player, name) = (person(player)?, ["Ann", "Eve", "Fay", "fay", "Bob (2)"][name % 5]);
                let (name, supersedes) = (name.to_string(), seen.people.latest_names(player));
                change.say(Fact::Name(NameFact { player, name, supersedes }));
            }
            Step::Keep(number) => {
                let conflict = &seen.conflicts[number.checked_rem(seen.conflicts.len())?];
                let game = seen.games.iter().find(|game| Some(game.record.id) == conflict.game);
                change.keep(conflict, game.map(|game| (&game.record, &game.game)));
            }
            Step::Pay { from, to } => {
                let (from, to) = (person(from)?, person(to)?);
                let amount = Amount::read("12.40 USD").unwrap();
                (from != to).then(|| change.say(Fact::Payment(PaymentFact { from, to, amount })))?;
            }
            Step::Move { game: number, at, to, before } => {
                let ((from, record), to) = (place(number, at)?, game(to)?);
                let at = from.record.hands.iter().position(|hand| hand == record)?;
                let said = reseated(from.game.hands[at].logged(), from, to)?;
                let next = to.record.hands.get(before % 4);
                let elsewhere = from.record.id != to.record.id;
                let (from, to, players) = ((&from.record, record), (&to.record, next), &to.game.players);
                elsewhere.then(|| change.move_hand(from, to, &said, players))?;
            }
            Step::Import(number) => {
                change = change.in_batch(ids());
                let (text, place) = (IMPORTED[number % 3], usize::from(number % 10 == 9));
                change.take_in(&read_one(text).unwrap(), derived_id(text, place), known);
            }
            Step::Undo(number) => {
                let of = self.changes[number.checked_rem(self.changes.len())?].act();
                change.say(Fact::Undo(UndoFact { of }));
            }
            Step::Redo(number) => {
                let undos = self.undos();
                let (undo, of) = undos[number.checked_rem(undos.len())?];
                change.say(Fact::Redo(RedoFact { undo, of }));
            }
            Step::Meet(_) => return None,
        }
        (!change.is_empty()).then_some(change)
    }

    /// Every undo, with what it took back.
    pub(crate) fn undos(&self) -> Vec<(FactId, Uuid)> {
        let undo = |(id, fact): (FactId, &Fact)| match fact {
            Fact::Undo(undo) => Some((id, undo.of)),
            _ => None,
        };
        self.changes.iter().flat_map(Change::each_fact).filter_map(undo).collect()
    }

    /// Writes a change.
    pub(crate) fn write(&mut self, change: NewChange, ids: &mut dyn FnMut() -> Uuid) {
        let place = NextLine { writer: self.writer, number: self.number + 1, before: self.before };
        for line in change.written(place, now(), ids, &mut KnownPeople::default()).unwrap() {
            let line = without_knobs(line, self.lacks);
            (self.number, self.before) = (self.number + 1, Some(*line.hash()));
            self.changes.push(Change::read(&line).unwrap());
            self.lines.push(line);
        }
    }

    /// Adds facts that another program wrote, in one line: an array of facts as a line has them.
    pub(crate) fn add(&mut self, facts: Value, ids: &mut dyn FnMut() -> Uuid) {
        self.add_with(json!({}), facts, ids);
    }

    /// The same, with these fields of the envelope.
    pub(crate) fn add_with(&mut self, fields: Value, facts: Value, ids: &mut dyn FnMut() -> Uuid) {
        let line = line_with(fields, facts, ids());
        self.changes.push(Change::read(&line).unwrap());
        self.lines.push(line);
    }

    /// Puts a line that another program wrote in the place of one of these: the last one that has this text in it.
    pub(crate) fn alter(&mut self, old: &str, new: &str) {
        let at = self.lines.iter().rposition(|line| line.text().contains(old)).unwrap();
        let line = Line::new(self.lines[at].text().replace(old, new)).unwrap();
        self.changes[at] = Change::read(&line).unwrap();
        self.lines[at] = line;
    }

    /// Forgets a change.
    pub(crate) fn forget(&mut self, at: usize) -> Change {
        self.lines.remove(at);
        self.changes.remove(at)
    }

    /// Puts a change back where it was.
    pub(crate) fn remember(&mut self, at: usize, change: Change) {
        self.lines.insert(at, Line::new(String::new()).unwrap());
        self.changes.insert(at, change);
    }

    /// The fact that was added last.
    pub(crate) fn last(&self) -> FactId {
        self.changes.last().unwrap().each_fact().last().unwrap().0
    }

    /// What undoes the change that was added last.
    pub(crate) fn last_act(&self) -> Uuid {
        self.changes.last().unwrap().act()
    }

    pub(crate) fn learn(&mut self, other: &Device) {
        for (line, change) in other.lines.iter().zip(&other.changes) {
            if self.changes.iter().all(|known| known.name != change.name) {
                self.lines.push(line.clone());
                self.changes.push(change.clone());
            }
        }
    }
}

/// A line that another program wrote. `fields` are of the envelope, in the place of the usual ones.
pub(crate) fn line_with(fields: Value, facts: Value, id: Uuid) -> Line {
    let writer = ginpad_core::facts::shortened(Uuid::from_u128(99));
    let mut line = json!({
        "ginpad": 1, "id": ginpad_core::facts::shortened(id), "writer": writer, "number": 1,
        "at": [1_795_000_000_000_i64, 60], "verb": "log", "facts": facts,
    });
    if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
        line.extend(fields);
        line.retain(|_, value| !value.is_null());
    }
    Line::new(line.to_string()).unwrap()
}

fn verb(step: Step) -> ChangeVerb {
    match step {
        Step::New => ChangeVerb::NEW,
        Step::Log { .. } => ChangeVerb::LOG,
        Step::Fix { .. } => ChangeVerb::FIX,
        Step::Drop { .. } | Step::DropGame(_) => ChangeVerb::DROP,
        Step::Insert { .. } => ChangeVerb::INSERT,
        Step::Edit { .. } => ChangeVerb::EDIT,
        Step::Close { .. } => ChangeVerb::CLOSE,
        Step::Totals { .. } | Step::Set { .. } => ChangeVerb::SET,
        Step::Join { .. } => ChangeVerb::MERGE,
        Step::Rename { .. } => ChangeVerb::RENAME_PLAYER,
        Step::Keep(_) => ChangeVerb::KEEP,
        Step::Pay { .. } => ChangeVerb::SETTLE,
        Step::Move { .. } => ChangeVerb::MOVE,
        Step::Import(_) => ChangeVerb::IMPORT,
        Step::Undo(_) => ChangeVerb::UNDO,
        Step::Redo(_) => ChangeVerb::REDO,
        Step::Meet(_) => ChangeVerb::MERGE,
    }
}

/// Makes a game what the sheet above says, turned by some hands, with fewer of them the more it is turned.
fn edit(change: &mut NewChange, game: &FoldedGame, hands: usize, known: &KnownPeople) {
    let is = edited(game, hands);
    change.edit((&game.record, &game.game), &game.conflicts, &is, &Edited::of(&game.game, &is), known);
}

/// What [`Step::Edit`] makes of a game.
pub(crate) fn edited(game: &FoldedGame, hands: usize) -> Game {
    let mut is = game.game.clone();
    is.hands = sheet().hands.into_iter().cycle().skip(hands % 6).take(1 + hands % 5).collect();
    if hands.is_multiple_of(3) {
        is.title = read_one("title: Edited\nsides: Ann, Bob").unwrap().title;
    }
    is
}

/// The people of a fold, by name.
pub(crate) fn known_people(fold: &Fold) -> KnownPeople {
    KnownPeople::new(fold.people.listed.iter().map(|person| (person.name.clone(), person.id)))
}

/// Ids that differ and are in no order.
pub(crate) fn mixed_ids(seed: u64) -> impl FnMut() -> Uuid {
    let mut dice = Dice::new(seed);
    move || version_7(u128::from(dice.roll()) << 64 | u128::from(dice.roll()))
}

/// Ids in order.
pub(crate) fn ids_after(mut last: u128) -> impl FnMut() -> Uuid {
    move || {
        last += 1;
        version_7(last << 80)
    }
}

const fn version_7(bits: u128) -> Uuid {
    Uuid::from_u128(bits & !(0xf << 76) & !(3 << 62) | 7 << 76 | 2 << 62)
}

/// What three devices know together once they have taken these steps.
pub(crate) fn played(steps: &[(usize, Step)], seed: u64) -> Device {
    let mut ids = mixed_ids(seed);
    let mut devices = [Device::new(1), Device::new(2), Device::new(3)];
    devices[0].take(Step::New, &mut ids);
    let first = devices[0].clone();
    devices[1].learn(&first);
    devices[2].learn(&first);
    for (device, step) in steps {
        if let Step::Meet(other) = step {
            let other = devices[other % 3].clone();
            devices[*device].learn(&other);
        }
        devices[*device].take(*step, &mut ids);
    }
    let [mut all, second, third] = devices;
    all.learn(&second);
    all.learn(&third);
    all
}

/// Up to 40 steps, each with the device that takes it.
pub(crate) fn steps() -> impl Strategy<Value = Vec<(usize, Step)>> {
    proptest::collection::vec(step(), 1..40)
}

/// Two devices that know one game with the first hand of the sheet in it.
pub(crate) fn two_devices() -> ([Device; 2], impl FnMut() -> Uuid) {
    let mut ids = ids_after(100);
    let mut first = Device::new(1);
    first.take(Step::New, &mut ids);
    first.take(Step::Log { game: 0, hand: 0, hands: 1 }, &mut ids);
    let mut second = Device::new(2);
    second.learn(&first);
    ([first, second], ids)
}

/// The first device, once it has learned everything from the second.
pub(crate) fn together([mut first, second]: [Device; 2]) -> Device {
    first.learn(&second);
    first
}

/// The hands of a game, as they are typed.
pub(crate) fn entries_of(game: &Game) -> Vec<String> {
    game.hands.iter().map(|hand| print_entry(hand.logged(), &game.players)).collect()
}

/// The hands of the first game, as they are typed.
pub(crate) fn entries(fold: &Fold) -> Vec<String> {
    entries_of(&fold.games[0].game)
}

/// The names of the people, those added first coming first.
pub(crate) fn names(fold: &Fold) -> Vec<&str> {
    fold.people.listed.iter().map(|person| person.name.as_str()).collect()
}

/// The id of the game that the first device began.
pub(crate) fn game_id(device: &Device) -> FactId {
    device.changes.iter().flat_map(Change::each_fact).find(|(_, fact)| fact.kind() == "game").unwrap().0
}

/// An id as lines have it.
pub(crate) fn named(id: FactId) -> Value {
    serde_json::to_value(id).unwrap()
}

pub(crate) fn record(fold: &Fold, game: usize, at: usize) -> &HandRecord {
    &fold.games[game].record.hands[at]
}

/// Changes found by what they say something of.
pub(crate) struct Index<'a>(BTreeMap<Subject, Vec<&'a Change>>);

impl<'a> Index<'a> {
    pub(crate) fn of(changes: &'a [Change]) -> Index<'a> {
        let mut index = Index(BTreeMap::new());
        for change in changes {
            for subject in change.subjects() {
                index.0.entry(subject).or_default().push(change);
            }
        }
        index
    }

    pub(crate) fn about(&self, subject: &Subject) -> &[&'a Change] {
        self.0.get(subject).map_or(&[], Vec::as_slice)
    }

    /// Which of these changes count, by what undoes them and nothing else.
    pub(crate) fn counting(&self, changes: &[&Change]) -> Counting {
        let undone = changes.iter().flat_map(|change| [Some(change.name), change.batch]).flatten();
        let undone: Vec<&Change> = undone.flat_map(|of| self.about(&Subject::Undone(of))).copied().collect();
        Counting::of(undone)
    }
}
