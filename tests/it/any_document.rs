//! A short run of what the target `read_document` in `fuzz/` does at length: the documents of `fuzz/corpus/`, and each of
//! them altered in ways that are the same on every machine.

use std::fs;
use std::path::Path;

use crate::core::dice::Dice;
use crate::support::any_document;

const TIMES: usize = 30;

/// A document with one to three places changed.
fn altered(document: &[u8], dice: &mut Dice) -> Vec<u8> {
    const BITS: [&[u8]; 8] = [b"\"", b"{", b"}", b"[]", b",", b"-9223372036854775809", b"\xff", b"null"];
    let mut bytes = document.to_vec();
    for _ in 0..=dice.below(3) {
        let from = dice.below(bytes.len() + 1);
        let to = (from + dice.below(8)).min(bytes.len());
        bytes.splice(from..to, BITS[dice.below(BITS.len())].iter().copied());
    }
    bytes
}

#[test]
fn any_bytes_are_a_whole_book_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/read_document");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "{files:?}");
    let mut dice = Dice::new(2026);
    for file in files {
        let document = fs::read(file).unwrap();
        any_document::read(&document);
        for _ in 0..TIMES {
            any_document::read(&altered(&document, &mut dice));
        }
    }
}
