//! Any text is either read as a file of lines or refused; the lines that were read are written, and read the same again.
//!
//! `cargo +nightly fuzz run read_lines`. The tests do a short run of the same, with the same texts on every machine.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, unreachable_pub, reason = "each target asks for one of them")]
#[path = "../../crates/ginpad-core/tests/it/support/any_text.rs"]
mod any_text;

fuzz_target!(|text: &str| any_text::lines(text));
