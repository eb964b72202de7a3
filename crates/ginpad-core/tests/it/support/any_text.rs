//! What must be so for any text at all: one function for each reader. The tests call them with texts that are the same on
//! every machine, and the targets in `fuzz/` with what a fuzzer finds.

use chrono::{DateTime, FixedOffset, NaiveDateTime};
use ginpad_core::cards::{Ace, Cards, Typed, arrange, best_discard, deadwood};
use ginpad_core::facts::{Change, Line, fold};
use ginpad_core::ledger::{Header, LinesReader, NumberedGame, Record, write_line, write_record};
use ginpad_core::notation::{
    Century, CsvReading, DateOrder, LocalTime, NameMap, print_entry, print_game, print_games, read_csv, read_edited,
    read_entry, read_games, read_one,
};
use ginpad_core::{RuleFile, TableRules};

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
            for ace in [Ace::Low, Ace::Corner] {
                assert_eq!(arrange(hand, ace).deadwood, deadwood(hand, ace));
            }
            assert_eq!(best_discard(hand, Ace::Low).is_none(), hand.is_empty());
        }
        Err(faults) => {
            assert_eq!(faults.first(), Cards::read(text).err().as_ref());
            for place in faults.iter().map(|fault| fault.place) {
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
    for (dates, century) in [(None, None), (Some(DateOrder::DayFirst), Some(Century { first: 1950 }))] {
        match read_csv(text, CsvReading { names: &names, dates, century, local: local() }) {
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
            let printed = file.table.to_string();
            assert_eq!(TableRules::read(&printed).as_ref(), Ok(&file.table), "{printed}");
        }
        Err(wrong) => {
            let lines = text.lines().count().max(1);
            assert!(!wrong.is_empty());
            assert!(wrong.items.iter().all(|fault| (1..=lines + 1).contains(&fault.line)), "{wrong:?}");
        }
    }
}

/// Whatever lines of a ledger the text has, what is read as a change makes the same line again, and all of them mean the
/// same in any order and however often they come.
pub(crate) fn facts(text: &str) {
    let mut changes: Vec<Change> = Vec::new();
    for text in text.lines() {
        let Ok(line) = Line::new(text.to_string()) else { continue };
        let Ok(change) = Change::read(&line) else { continue };
        assert_eq!(Change::of_text(line.text(), line.name()).as_ref(), Ok(&change));
        if let (false, Ok(again)) = (change.has_unknown, change.line()) {
            let again = Change::of_text(again.text(), change.name).expect("a line that was written is read");
            assert_eq!(again, change);
        }
        changes.push(change);
    }
    let folded = fold(&changes);
    changes.extend_from_within(..changes.len() / 2);
    changes.reverse();
    assert_eq!(fold(&changes), folded);
}

/// Any text is either read as a file of lines or refused. The lines that were read are written, and read the same again.
pub(crate) fn lines(text: &str) {
    let Ok(reader) = LinesReader::new(text.as_bytes()) else { return };
    let header = Header { runs: reader.header.runs.clone(), ..Header::default() };
    let found: Vec<Record> = reader.map(|found| found.expect("a text can be read")).collect();
    let (mut lines, mut numbers): (Vec<Line>, Vec<NumberedGame>) = Default::default();
    for found in found {
        match found {
            Record::Line(line) => lines.push(line),
            Record::Number(number) => numbers.push(number),
            Record::Fault(fault) => assert!(fault.starts_with("line ")),
        }
    }
    let header = Header { lines: lines.len() as u64, numbers: numbers.len() as u64, ..header };
    let mut written = Vec::new();
    write_record(&mut written, &header).expect("memory can be written");
    lines.iter().for_each(|line| write_line(&mut written, line.text(), line.hash()).expect("memory can be written"));
    numbers.iter().for_each(|number| write_record(&mut written, number).expect("memory can be written"));
    let again = LinesReader::new(written.as_slice()).expect("a file that was written is read");
    assert_eq!(again.header, header);
    let again: Vec<Record> = again.map(|found| found.expect("memory can be read")).collect();
    let expected = lines.into_iter().map(Record::Line).chain(numbers.into_iter().map(Record::Number));
    assert_eq!(again, expected.collect::<Vec<_>>());
}
