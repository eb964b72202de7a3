//! Devices that keep facts: each takes its own steps, and learns from the others when they meet.

use ginpad_core::facts::{
    Change, ChangeVerb, Fact, FactSet, Fold, FoldedGame, GameSetting, Joined, KnownPeople, Maker, NewChange, SeatMap,
    fold,
};
use ginpad_core::game::{Closing, Game};
use ginpad_core::hand::{AcceptedHand, GameHand, Moment};
use ginpad_core::notation::{print_entry, read_one};
use ginpad_core::side::Side;
use proptest::prelude::*;
use uuid::Uuid;

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

/// A device with all that it knows.
pub(crate) struct Device {
    pub(crate) id: Uuid,
    pub(crate) sequence: i64,
    pub(crate) changes: Vec<Change>,
    pub(crate) facts: Vec<Fact>,
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
    Insert {
        game: usize,
        at: usize,
        hand: usize,
    },
    Close {
        game: usize,
        how: usize,
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
    /// Moves a hand to another game: to its end, or before a hand.
    Move {
        game: usize,
        at: usize,
        to: usize,
        before: usize,
    },
    Undo(usize),
    Redo(usize),
    /// Lets a change count without the last few of its facts.
    Rescue {
        change: usize,
        without: usize,
    },
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
        3 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Insert { game, at, hand }),
        1 => (any(), any()).prop_map(|(game, how)| Step::Close { game, how }),
        3 => (any(), any()).prop_map(|(game, what)| Step::Set { game, what }),
        2 => (any(), any()).prop_map(|(player, into)| Step::Join { player, into }),
        4 => (any(), any(), any(), any()).prop_map(|(game, at, to, before)| Step::Move { game, at, to, before }),
        3 => any().prop_map(Step::Undo),
        2 => any().prop_map(Step::Redo),
        2 => (any(), 0..3_usize).prop_map(|(change, without)| Step::Rescue { change, without }),
        3 => any().prop_map(Step::Meet),
    ];
    (0..3_usize, step)
}

/// One of the settings that a step makes; `None` seats others in the game.
fn setting(game: &FoldedGame, what: usize) -> Option<GameSetting> {
    let read = |header: &str| read_one(&format!("{header}\nsides: Ann, Bob")).unwrap();
    let seats = &game.record.seats;
    Some(match what % 9 {
        0 => GameSetting::Title(read("title: Friday night").title),
        1 => GameSetting::Title(None),
        2 => GameSetting::Event(read("event: Cruise").event),
        3 => GameSetting::Dealer(Some(if what.is_multiple_of(2) { Side::First } else { Side::Second })),
        4 => GameSetting::Stake(read("stake: 0.05 USD").stakes),
        5 => GameSetting::Rules(read("rules: hollywood").rules),
        // Under these, the knock with 4 is illegal.
        6 => GameSetting::Rules(read("rules: standard, knock_limit=3").rules),
        7 => GameSetting::Sides([seats[1].clone(), seats[0].clone()]),
        _ => return None,
    })
}

pub(crate) fn now() -> Moment {
    Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap()
}

pub(crate) fn set<'a>(
    changes: impl IntoIterator<Item = &'a Change>,
    facts: impl IntoIterator<Item = &'a Fact>,
) -> FactSet {
    let mut set = FactSet::default();
    for change in changes {
        set.add_change(change.clone()).unwrap();
    }
    for fact in facts {
        set.add_fact(fact.clone()).unwrap();
    }
    set
}

pub(crate) fn folded<'a>(
    changes: impl IntoIterator<Item = &'a Change>,
    facts: impl IntoIterator<Item = &'a Fact>,
) -> Fold {
    fold(&set(changes, facts).facts())
}

impl Device {
    pub(crate) fn new(number: u128) -> Device {
        Device { id: Uuid::from_u128(number), sequence: 0, changes: Vec::new(), facts: Vec::new() }
    }

    pub(crate) fn fold(&self) -> Fold {
        folded(&self.changes, &self.facts)
    }

    /// Takes a step; a step that is not possible does nothing. Ids are in no order, because a clock may be wrong.
    pub(crate) fn take(&mut self, step: Step, ids: &mut dyn FnMut() -> Uuid) {
        let seen = self.fold();
        let game = |game: usize| game.checked_rem(seen.games.len()).map(|at| &seen.games[at]);
        let place = |number: usize, at: usize| {
            let game = game(number)?;
            let at = at.checked_rem(game.record.hands.len())?;
            Some((game, &game.record.hands[at]))
        };
        let verb = match step {
            Step::Undo(_) => ChangeVerb::Undo,
            Step::Redo(_) => ChangeVerb::Redo,
            Step::Rescue { .. } => ChangeVerb::Rescue,
            Step::Set { .. } => ChangeVerb::Set,
            Step::Join { .. } => ChangeVerb::Merge,
            Step::Move { .. } => ChangeVerb::Move,
            _ => ChangeVerb::Log,
        };
        let mut change = NewChange::new(verb, ids);
        match step {
            Step::New => {
                let known = seen.people.iter().map(|person| (person.name.clone(), person.id));
                change.begin_game(&Game { hands: Vec::new(), ..sheet() }, None, &mut KnownPeople::new(known));
            }
            Step::Log { game: number, hand: said, hands } => {
                let Some(game) = game(number) else { return };
                for (number, said) in (game.record.next_number..).zip(said..said + hands) {
                    change.log(game.record.id, number, &hand(said));
                }
            }
            Step::Fix { game, at, hand: said } => {
                let Some((game, at)) = place(game, at) else { return };
                change.fix(&game.record, at, &hand(said));
            }
            Step::Drop { game, at } => {
                let Some((_, at)) = place(game, at) else { return };
                change.remove(at);
            }
            Step::Insert { game, at, hand: said } => {
                let Some((game, next)) = place(game, at) else { return };
                let logged = game.game.hands[at % game.game.hands.len()].logged();
                change.insert(&game.record, next, logged, &hand(said));
            }
            Step::Close { game: number, how } => {
                let Some(game) = game(number) else { return };
                let how = [Closing::Unfinished, Closing::Forfeit(Side::First), Closing::Forfeit(Side::Second)][how % 3];
                change.close(&game.record, how);
            }
            Step::Set { game: number, what } => {
                let Some(game) = game(number) else { return };
                match setting(game, what) {
                    Some(setting) => change.set(&game.record, setting),
                    None => {
                        let known = seen.people.iter().map(|person| (person.name.clone(), person.id));
                        let other = ["sides: Cid, Bob", "sides: Ann, Dee"][what % 2];
                        let players = read_one(other).unwrap().players;
                        change.set_sides(&game.record, &players, &mut KnownPeople::new(known));
                    }
                }
            }
            Step::Join { player, into } => {
                let person = |number: usize| Some(seen.people[number.checked_rem(seen.people.len())?].id);
                let (Some(player), Some(into)) = (person(player), person(into)) else { return };
                if player == into {
                    return;
                }
                change.join(player, into, &Joined::default());
            }
            Step::Move { game: number, at, to, before } => {
                let (Some((from, at)), Some(to)) = (place(number, at), game(to)) else { return };
                let Some(seats) = SeatMap::between(&from.record.seats, &to.record.seats) else { return };
                let hands = to.record.hands.iter().zip(&to.game.hands);
                let next = hands.map(|(next, hand)| (next, hand.logged())).nth(before % 4);
                if from.record.id == to.record.id || change.transfer(at, seats, &to.record, next).is_none() {
                    return;
                }
            }
            Step::Undo(number) => {
                let Some(at) = number.checked_rem(self.changes.len()) else { return };
                change.undo(self.changes[at].id);
            }
            Step::Redo(number) => {
                let undos: Vec<Uuid> = self
                    .facts
                    .iter()
                    .filter_map(|fact| if let Fact::Undo(undo) = fact { Some(undo.id) } else { None })
                    .collect();
                let Some(at) = number.checked_rem(undos.len()) else { return };
                change.redo(undos[at]);
            }
            Step::Rescue { change: number, without } => {
                let Some(at) = number.checked_rem(self.changes.len()) else { return };
                let facts = self.changes[at].facts;
                change.rescue(self.changes[at].id, facts.saturating_sub(without).max(1));
            }
            Step::Meet(_) => return,
        }
        self.sequence += 1;
        let maker = Maker { device: self.id, sequence: self.sequence, now: now(), schema: 3 };
        let (change, facts) = change.made_by(maker);
        self.changes.push(change);
        self.facts.extend(facts);
    }

    /// Adds facts that another program wrote. They are one change.
    pub(crate) fn add(&mut self, facts: Vec<Fact>) {
        self.sequence += 1;
        self.changes.push(Change {
            id: facts[0].change(),
            device: self.id,
            sequence: self.sequence,
            facts: facts.len(),
            ..self.changes[0].clone()
        });
        self.facts.extend(facts);
    }

    /// Forgets a change with its facts.
    pub(crate) fn forget(&mut self, at: usize) -> (Change, Vec<Fact>) {
        let change = self.changes.remove(at);
        let (forgotten, kept) = self.facts.drain(..).partition(|fact| fact.change() == change.id);
        self.facts = kept;
        (change, forgotten)
    }

    /// The fact that was added last.
    pub(crate) fn last(&self) -> Uuid {
        self.facts.last().unwrap().id()
    }

    pub(crate) fn learn(&mut self, changes: Vec<Change>, facts: Vec<Fact>) {
        for change in changes {
            if self.changes.iter().all(|known| known.id != change.id) {
                self.changes.push(change);
            }
        }
        for fact in facts {
            if self.facts.iter().all(|known| known.id() != fact.id()) {
                self.facts.push(fact);
            }
        }
    }
}

/// What three devices know together once they have taken these steps.
pub(crate) fn played(steps: &[(usize, Step)], seed: u64) -> (Vec<Change>, Vec<Fact>) {
    let mut state = seed | 1;
    let mut ids = move || {
        // xorshift: ids that differ and are in no order.
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        Uuid::from_u128(u128::from(next()) << 64 | u128::from(next()))
    };
    let mut devices = [Device::new(1), Device::new(2), Device::new(3)];
    devices[0].take(Step::New, &mut ids);
    let (changes, facts) = (devices[0].changes.clone(), devices[0].facts.clone());
    devices[1].learn(changes.clone(), facts.clone());
    devices[2].learn(changes, facts);
    for (device, step) in steps {
        if let Step::Meet(other) = step {
            let other = &devices[other % 3];
            let (changes, facts) = (other.changes.clone(), other.facts.clone());
            devices[*device].learn(changes, facts);
        }
        devices[*device].take(*step, &mut ids);
    }
    let [mut all, second, third] = devices;
    all.learn(second.changes, second.facts);
    all.learn(third.changes, third.facts);
    (all.changes, all.facts)
}

/// Up to 40 steps, each with the device that takes it.
pub(crate) fn steps() -> impl Strategy<Value = Vec<(usize, Step)>> {
    proptest::collection::vec(step(), 1..40)
}

/// Two devices that know one game with the first hand of the sheet in it.
pub(crate) fn two_devices() -> ([Device; 2], impl FnMut() -> Uuid) {
    let mut next = 100_u128;
    let mut ids = move || {
        next += 1;
        Uuid::from_u128(next)
    };
    let mut first = Device::new(1);
    first.take(Step::New, &mut ids);
    first.take(Step::Log { game: 0, hand: 0, hands: 1 }, &mut ids);
    let mut second = Device::new(2);
    second.learn(first.changes.clone(), first.facts.clone());
    ([first, second], ids)
}

/// The first device, once it has learned everything from the second.
pub(crate) fn together([mut first, second]: [Device; 2]) -> Device {
    first.learn(second.changes, second.facts);
    first
}

/// The hands of the first game, as they are typed.
pub(crate) fn entries(fold: &Fold) -> Vec<String> {
    let game = &fold.games[0].game;
    game.hands.iter().map(|hand| print_entry(hand.logged(), &game.players)).collect()
}

/// The names of the people, in the order of their ids.
pub(crate) fn names(fold: &Fold) -> Vec<&str> {
    fold.people.iter().map(|person| person.name.as_str()).collect()
}

/// The id of the game that the first device began.
pub(crate) fn game_id(device: &Device) -> Uuid {
    device.facts.iter().find(|fact| fact.kind() == "game").unwrap().id()
}
