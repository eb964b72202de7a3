//! What was set anew of games that had begun.

use ginpad_core::facts::{Conflict, Fact, Fold, GameSetting, SettingKey, Waiting, hash, hex};
use ginpad_core::side::Side;
use serde_json::json;

use crate::support::devices::{Device, Step, entries, names, together, two_devices};

const TITLE: usize = 0;
const NO_TITLE: usize = 1;
const SECOND_DEALS: usize = 3;
const STAKE: usize = 4;
const HOLLYWOOD: usize = 5;
const KNOCK_WITH_3: usize = 6;
const SWAPPED: usize = 7;
const CID: usize = 8;
const DEE: usize = 17;

fn set(what: usize) -> Step {
    Step::Set { game: 0, what }
}

fn rules(fold: &Fold) -> String {
    fold.games[0].game.rules.to_string()
}

fn sides(fold: &Fold) -> [String; 2] {
    Side::BOTH.map(|side| fold.games[0].game.players.side_name(side))
}

#[test]
fn what_was_set_last_counts_and_can_be_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let before = device.fold();
    for what in [TITLE, SECOND_DEALS, STAKE, HOLLYWOOD, CID] {
        device.take(set(what), &mut ids);
    }
    let fold = device.fold();
    let game = &fold.games[0].game;
    assert_eq!(game.title.as_ref().unwrap().as_str(), "Friday night");
    assert_eq!((game.first_dealer, game.stakes.point().unwrap().minor), (Some(Side::Second), 5));
    assert_eq!((rules(&fold).as_str(), sides(&fold)), ("hollywood", ["Cid".to_string(), "Bob".to_string()]));
    assert_eq!(entries(&fold), ["Cid knock 4 27"], "the hands are those of whoever has the place");
    assert_eq!(names(&fold), ["Ann", "Bob", "Cid"], "a game that counts still names Ann");
    device.take(set(NO_TITLE), &mut ids);
    assert_eq!(device.fold().games[0].game.title, None);
    for change in (2..device.changes.len()).rev() {
        device.take(Step::Undo(change), &mut ids);
    }
    assert_eq!(device.fold().games, before.games);
    assert_eq!(device.fold().people, before.people);
}

#[test]
fn each_thing_has_versions_of_its_own() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(set(TITLE), &mut ids);
    devices[1].take(set(HOLLYWOOD), &mut ids);
    let fold = together(devices).fold();
    assert_eq!((fold.conflicts, fold.games[0].record.settings.len()), (Vec::new(), 2));
}

#[test]
fn devices_that_set_it_in_different_ways_disagree_until_it_is_set_again() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(set(CID), &mut ids);
    devices[1].take(set(DEE), &mut ids);
    let mut both = together(devices);
    let fold = both.fold();
    let [Conflict::Setting { key: SettingKey::Sides, others, .. }] = fold.conflicts.as_slice() else {
        panic!("{:?}", fold.conflicts)
    };
    assert_eq!((others.len(), sides(&fold)), (1, ["Ann".to_string(), "Dee".to_string()]), "the greater id counts");
    both.take(set(SWAPPED), &mut ids);
    assert_eq!((both.fold().conflicts, sides(&both.fold())), (Vec::new(), ["Dee".to_string(), "Ann".to_string()]));
}

#[test]
fn devices_that_set_the_same_agree() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(set(HOLLYWOOD), &mut ids);
    devices[1].take(set(HOLLYWOOD), &mut ids);
    let fold = together(devices).fold();
    assert_eq!((fold.conflicts, fold.games[0].record.settings[&SettingKey::Rules].len()), (Vec::new(), 2));
}

#[test]
fn a_hand_of_one_device_may_be_illegal_under_the_rules_of_another() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Log { game: 0, hand: 0, hands: 1 }, &mut ids);
    devices[1].take(Step::Drop { game: 0, at: 0 }, &mut ids);
    devices[1].take(set(KNOCK_WITH_3), &mut ids);
    let fold = together(devices).fold();
    let [Conflict::Refused { refusals, .. }] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
    assert_eq!(refusals.len(), 1);
    assert!(!fold.games[0].game.clone().scored().tally.hands[0].is_counted());
}

#[test]
fn a_setting_waits_for_its_game_and_its_people() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(set(CID), &mut ids);
    let whole = device.fold();
    let setting = device.last();
    let of_cid: Vec<Fact> = device.facts.iter().filter(|fact| fact.change() == device.changes[2].id).cloned().collect();
    let player = of_cid[0].id();
    // As another program may write them: the person in a change of their own.
    let change = ids();
    let mut elsewhere = Vec::new();
    for fact in &mut device.facts {
        match fact {
            Fact::Player(person) if person.id == player => person.change = change,
            Fact::PlayerName(name) if name.player == player => name.change = change,
            _ => continue,
        }
        elsewhere.push(fact.clone());
    }
    device.changes[2].facts = 1;
    device.facts.retain(|fact| fact.change() != change);
    assert_eq!(device.fold().waiting, [Waiting::ForItsPlayer { fact: setting, player }]);
    assert_eq!(sides(&device.fold()), ["Ann".to_string(), "Bob".to_string()]);
    device.add(elsewhere);
    assert_eq!(device.fold().games, whole.games);
    let (_, forgotten) = device.forget(0);
    let game = forgotten.iter().find(|fact| fact.kind() == "game").unwrap().id();
    assert!(device.fold().waiting.contains(&Waiting::ForItsGame { fact: setting, game }));
}

#[test]
fn what_makes_no_sense_is_listed_and_sets_nothing() {
    let altered = |device: &Device, old: &str, new: &str| {
        let text = serde_json::to_string(device.facts.last().unwrap()).unwrap().replace(old, new);
        assert_ne!(text, serde_json::to_string(device.facts.last().unwrap()).unwrap(), "{old}");
        let mut facts = device.facts.clone();
        *facts.last_mut().unwrap() = serde_json::from_str(&text).unwrap();
        Device { facts, changes: device.changes.clone(), ..Device::new(1) }.fold()
    };
    let ([mut device, _], mut ids) = two_devices();
    let before = device.fold();
    device.take(set(SWAPPED), &mut ids);
    let Fact::Setting(swapped) = device.facts.last().unwrap() else { panic!("no setting") };
    let [bob, ann] = swapped.seats.clone().unwrap().map(|seats| seats[0].to_string());
    for (old, new) in [(bob.clone(), ann.clone()), (format!("\"{bob}\""), format!("\"{bob}\",\"{}\"", ids()))] {
        let fold = altered(&device, &old, &new);
        let listed = fold.unreadable.len() + fold.waiting.len();
        assert_eq!((listed, &fold.games[0].game), (1, &before.games[0].game), "{new}");
    }
    device.take(set(HOLLYWOOD), &mut ids);
    let fold = altered(&device, "\"target\":100", "\"target\":-4");
    assert_eq!((fold.unreadable.len(), rules(&fold).as_str()), (1, "standard"));
    let fold = altered(&device, "\"key\":\"rules\"", "\"key\":\"weather\"");
    assert_eq!(rules(&fold), "standard");
}

#[test]
fn a_setting_keeps_its_hash() {
    let id = |number: u128| uuid::Uuid::from_u128(number);
    let setting = json!({
        "kind": "setting", "id": id(1), "change": id(2), "game": id(3), "key": "stake", "stake_minor": 5,
        "stake_currency": "USD", "supersedes": [id(4)],
    });
    let fact: Fact = serde_json::from_value(setting).unwrap();
    let Fact::Setting(content) = &fact else { panic!("{fact:?}") };
    assert!(matches!(content.setting(), Ok(GameSetting::Stake(stakes)) if stakes.point().unwrap().minor == 5));
    assert_eq!(hex(&hash(&fact)), "8f0bf40f3837376b79098e126ca8b98faab741f1e29d21d3b019c8d4ed2c8c83");
}
