//! Any text is read as cards, or refused at a place in it; and what was read is counted without a panic.
//!
//! `cargo +nightly fuzz run read_cards`. The tests hold a short run of the same, the same on every machine.

#![no_main]

use ginpad_core::cards::{Cards, Typed, arrange, best_discard, deadwood};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
});
