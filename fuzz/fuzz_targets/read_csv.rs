//! Any text is either read as a spreadsheet of old games or refused with the lines that are wrong. Games that were read
//! are printed as text sheets, and read the same again.
//!
//! `cargo +nightly fuzz run read_csv`. The tests do a short run of the same.

#![no_main]

use chrono::{DateTime, FixedOffset, NaiveDateTime};
use ginpad_core::notation::{CsvReading, DateOrder, LocalTime, NameMap, print_games, read_csv, read_games};
use libfuzzer_sys::fuzz_target;

fn utc(_: NaiveDateTime) -> FixedOffset {
    DateTime::UNIX_EPOCH.fixed_offset().timezone()
}

fuzz_target!(|text: &str| {
    let local = LocalTime { now: DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
    let mut names = NameMap::default();
    names.add("A=Ann").expect("this is a mapping");
    for dates in [None, Some(DateOrder::DayFirst)] {
        match read_csv(text, CsvReading { names: &names, dates, local }) {
            Ok(read) => {
                let printed = print_games(&read.games);
                assert_eq!(read_games(&printed, local).as_ref(), Ok(&read.games), "{printed}");
            }
            Err(wrong) => assert!(!wrong.faults.is_empty()),
        }
    }
});
