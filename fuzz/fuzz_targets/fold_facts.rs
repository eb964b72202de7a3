//! Any lines of a ledger are read, written again, and folded in any order.
//!
//! `cargo +nightly fuzz run fold_facts`. The tests do a short run of the same, with the same texts on every machine.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, unreachable_pub, reason = "each target asks for one of them")]
#[path = "../../crates/ginpad-core/tests/it/support/any_text.rs"]
mod any_text;

fuzz_target!(|text: &str| any_text::facts(text));
