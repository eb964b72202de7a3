//! What must be so for any text at all: one function for each reader. The tests call them with texts that are the same on
//! every machine, and the targets in `fuzz/` with what a fuzzer finds.

use chrono::{DateTime, FixedOffset, NaiveDateTime};
use ginpad_core::cards::{Cards, Typed, arrange, best_discard, deadwood};
use ginpad_core::facts::{Change, Fact, FactSet, fold, hash};
use ginpad_core::notation::{
    CsvReading, DateOrder, LocalTime, NameMap, print_entry, print_game, print_games, read_csv, read_edited, read_entry,
    read_games, read_one,
};
use ginpad_core::rules::{RuleFile, TableRules};
use serde_json::{Map, Value};

fn utc(_: NaiveDateTime) -> FixedOffset {
    DateTime::UNIX_EPOCH.fixed_offset().timezone()
}

fn local() -> LocalTime<'static> {
    LocalTime { now: DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc }
}

/// Any text is either read as cards or refused with a place in it. Cards that were read are counted without a panic.
pub(crate) fn cards(text: &str) {
    if let Err(faults) = Typed::read_groups(text) {
        assert!(!faults.is_empty());
    }
    match Typed::read(text) {
        Ok(typed) => {
            let hand = typed.cards();
            assert_eq!(Cards::read(&hand.codes()), Ok(hand));
            assert_eq!(arrange(hand).deadwood, deadwood(hand));
            assert_eq!(best_discard(hand).is_none(), hand.is_empty());
        }
        Err(faults) => {
            assert_eq!(faults.first(), Cards::read(text).err().as_ref());
            for place in faults.iter().map(|fault| fault.place()) {
                assert!(text.get(place.start..place.end).is_some_and(|there| !there.is_empty()));
            }
        }
    }
}

/// Tables whose names begin like words, cards and each other.
const TABLES: [&str; 4] =
    ["sides: Ann, Bob\n", "sides: As & Kd, Td & Jh\n", "sides: A, AK\n", "sides: C & Gin & 7, D & Up & Knock\n"];

/// Any text is either read as an entry or refused with a place in it. An entry that was read is printed, and reads the
/// same again.
pub(crate) fn entry(text: &str) {
    for table in TABLES {
        let game = read_one(table).expect("these are tables");
        match read_entry(text, &game, local()) {
            Ok(hand) => {
                let printed = print_entry(&hand, &game.players);
                assert_eq!(read_entry(&printed, &game, local()), Ok(hand), "{printed}");
            }
            Err((place, fault)) => assert!(place <= text.len() && !fault.to_string().is_empty()),
        }
    }
}

/// Any text is either read as a spreadsheet of old games or refused with the lines that are wrong. Games that were read
/// are printed as text sheets, and read the same again.
pub(crate) fn csv(text: &str) {
    let mut names = NameMap::default();
    names.add("A=Ann").expect("this is a mapping");
    for dates in [None, Some(DateOrder::DayFirst)] {
        match read_csv(text, CsvReading { names: &names, dates, local: local() }) {
            Ok(read) => {
                let printed = print_games(&read.games);
                assert_eq!(read_games(&printed, local()).as_ref(), Ok(&read.games), "{printed}");
            }
            Err(wrong) => assert!(!wrong.faults.is_empty()),
        }
    }
}

/// Any text is either read as text sheets or refused with the lines that are wrong. Games that were read are printed, and
/// read the same again, each alone and as an edit of itself. Sheets are also read under a head that is right.
pub(crate) fn sheets(text: &str) {
    for text in [text.to_string(), format!("sides: Ann & Cid, Bob & Dee\n{text}")] {
        match read_games(&text, local()) {
            Ok(games) => {
                for game in &games {
                    let printed = print_game(game);
                    assert_eq!(read_one(&printed).as_ref(), Ok(game), "{printed}");
                    assert_eq!(read_edited(&printed, game, local()).as_ref(), Ok(game), "{printed}");
                }
                let printed = print_games(&games);
                assert_eq!(read_games(&printed, local()), Ok(games), "{printed}");
            }
            Err(wrong) => assert!(!wrong.0.is_empty() && !wrong.to_string().is_empty()),
        }
    }
}

/// Any text is either read as a rule file or refused with the lines that are wrong. The rules of a file are printed as a
/// line, and read the same again.
pub(crate) fn rules(text: &str) {
    match RuleFile::read(text) {
        Ok(file) => {
            let printed = file.table().to_string();
            assert_eq!(TableRules::read(&printed).as_ref(), Ok(&file.table()), "{printed}");
        }
        Err(wrong) => {
            let lines = text.lines().count().max(1);
            assert!(!wrong.is_empty());
            assert!(wrong.items.iter().all(|fault| (1..=lines + 1).contains(&fault.line)), "{wrong:?}");
        }
    }
}

/// The changes and facts of a JSON document that can be read.
fn of_document(document: &Value) -> (Vec<Change>, Vec<Fact>) {
    let list = |name: &str| document.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let object = |value: Value| -> Option<Map<String, Value>> {
        let Value::Object(mut content) = value else { return None };
        content.remove("hash");
        Some(content)
    };
    let changes = list("changes").into_iter().filter_map(object);
    let changes = changes.filter_map(|content| serde_json::from_value(Value::Object(content)).ok()).collect();
    let facts = list("facts").into_iter().filter_map(object).filter_map(|content| Fact::of_content(content).ok());
    (changes, facts.collect())
}

/// Whatever facts a JSON document holds, each is hashed and reads the same again, and together they fold into the same
/// in any order.
pub(crate) fn facts(text: &str) {
    let Ok(document) = serde_json::from_str::<Value>(text) else { return };
    let (changes, facts) = of_document(&document);
    let mut set = FactSet::default();
    for change in changes {
        let _ = set.add_change(change);
    }
    let mut turned = set.clone();
    let mut kept = Vec::new();
    for fact in facts {
        let content = serde_json::to_string(&fact).expect("a fact is JSON");
        let again: Fact = serde_json::from_str(&content).expect("a fact that was written is read");
        assert_eq!((hash(&again), &again), (hash(&fact), &fact));
        if set.add_fact(fact.clone()) == Ok(true) {
            kept.push(fact);
        }
    }
    for fact in kept.into_iter().rev() {
        assert_eq!(turned.add_fact(fact), Ok(true));
    }
    assert_eq!(fold(&set.facts()), fold(&turned.facts()));
}
