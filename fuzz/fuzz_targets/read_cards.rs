//! Any text is either read as cards or refused with a place in it. Cards that were read are counted without a panic.
//!
//! `cargo +nightly fuzz run read_cards`. The tests do a short run of the same, with the same texts on every machine.

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
