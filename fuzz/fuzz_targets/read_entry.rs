//! Any text is either read as an entry or refused with a place in it. An entry that was read is printed, and reads the
//! same again.
//!
//! `cargo +nightly fuzz run read_entry`. The tests do a short run of the same, with the same texts on every machine.

#![no_main]

use chrono::{DateTime, FixedOffset, NaiveDateTime};
use ginpad_core::notation::{LocalTime, print_entry, read_entry, read_one};
use libfuzzer_sys::fuzz_target;

/// Names that begin like words, cards and each other.
const TABLES: [&str; 4] =
    ["sides: Ann, Bob\n", "sides: As & Kd, Td & Jh\n", "sides: A, AK\n", "sides: C & Gin & 7, D & Up & Knock\n"];

fn utc(_: NaiveDateTime) -> FixedOffset {
    DateTime::UNIX_EPOCH.fixed_offset().timezone()
}

fuzz_target!(|text: &str| {
    let local = LocalTime { now: DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
    for table in TABLES {
        let game = read_one(table).expect("these are tables");
        match read_entry(text, &game, local) {
            Ok(hand) => {
                let printed = print_entry(&hand, &game.players);
                assert_eq!(read_entry(&printed, &game, local), Ok(hand), "{printed}");
            }
            Err((_, fault)) => assert!(!fault.to_string().is_empty()),
        }
    }
});
