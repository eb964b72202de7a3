//! Any bytes are either read as the JSON of a whole book or refused; what was read is taken in or refused.
//!
//! `cargo +nightly fuzz run read_document`. The tests do a short run of the same, with the same texts on every machine.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/it/support/any_document.rs"]
mod any_document;

fuzz_target!(|bytes: &[u8]| any_document::read(bytes));
