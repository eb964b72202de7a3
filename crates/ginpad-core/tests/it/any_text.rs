//! A short run of what the targets in `fuzz/` do at length: the texts of `fuzz/corpus/`, and each of them altered in ways
//! that are the same on every machine.

use std::fs;
use std::path::Path;

use crate::support::any_text;
use crate::support::dice::Dice;

/// How often each text is altered.
const TIMES: usize = 15;

/// What is put into a text: what readers look for, and what they may stumble over.
const BITS: [&str; 24] = [
    "\"",
    "'",
    "\\",
    ",",
    ";",
    ":",
    "=",
    "#",
    "\n",
    "\r\n",
    "---\n",
    "{",
    "}",
    "[",
    "]",
    "-",
    "+",
    "0",
    "9223372036854775808",
    "-1",
    "\u{feff}",
    "\u{202e}",
    "e\u{301}",
    "\u{0}",
];

/// The texts that are kept for a target.
fn corpus(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "{target} has {} texts", files.len());
    files.iter().map(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned()).collect()
}

/// A text with one to four places changed.
fn altered(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let from = dice.below(chars.len() + 1);
        let to = (from + dice.below(6)).min(chars.len());
        let insert: Vec<char> = match dice.below(4) {
            0 => Vec::new(),
            1 => other.chars().skip(dice.below(other.len() + 1)).take(dice.below(20)).collect(),
            _ => BITS[dice.below(BITS.len())].chars().collect(),
        };
        chars.splice(from..to, insert);
    }
    chars.into_iter().collect()
}

fn run(target: &str, check: fn(&str)) {
    let texts = corpus(target);
    let mut dice = Dice::new(2026);
    for text in &texts {
        check(text);
        for _ in 0..TIMES {
            let other = &texts[dice.below(texts.len())];
            check(&altered(text, other, &mut dice));
        }
    }
}

#[test]
fn any_text_is_cards_or_refused() {
    run("read_cards", any_text::cards);
}

#[test]
fn any_text_is_an_entry_or_refused() {
    run("read_entry", any_text::entry);
}

#[test]
fn any_text_is_a_spreadsheet_or_refused() {
    run("read_csv", any_text::csv);
}

#[test]
fn any_text_is_sheets_or_refused() {
    run("read_sheets", any_text::sheets);
}

#[test]
fn any_text_is_a_rule_file_or_refused() {
    run("read_rules", any_text::rules);
}

#[test]
fn any_facts_fold_in_any_order() {
    run("fold_facts", any_text::facts);
}

#[test]
fn any_text_is_a_file_of_lines_or_refused() {
    run("read_lines", any_text::lines);
}
