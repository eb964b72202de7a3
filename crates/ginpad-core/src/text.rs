//! The small grammar of messages: counts that agree with their nouns, lists, and the nearest word.

use std::fmt::Display;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// `1 hand`, `2 hands`, `1 box`, `3 boxes`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('x') || noun.ends_with('s') || noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn and_list<T: Display>(items: &[T]) -> String {
    list(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub fn or_list<T: Display>(items: &[T]) -> String {
    list(items, "or")
}

fn list<T: Display>(items: &[T], joiner: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.to_string(),
        [init @ .., last] => {
            let init: Vec<String> = init.iter().map(ToString::to_string).collect();
            format!("{} {joiner} {last}", init.join(", "))
        }
    }
}

/// The candidate nearest to what was typed, if any is near enough to have been meant: a few letters off, or begun so.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let begun = || candidates.iter().copied().find(|candidate| candidate.to_lowercase().starts_with(&typed));
    candidates
        .iter()
        .copied()
        .map(|candidate| (strsim::damerau_levenshtein(&typed, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(typed.chars().count()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(|| begun().filter(|_| typed.chars().count() >= 3))
}

/// Text without regard to case, character by character: the start of a text folds to the start of its fold. By way of
/// capitals, so that `ß` is `ss` to everyone; joiners and selectors of shapes, which cannot be seen, are left out.
#[must_use]
pub fn fold(text: &str) -> String {
    let seen = |char: &char| !matches!(char, '\u{34f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let small = text.nfc().filter(seen).flat_map(char::to_lowercase);
    small.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Whether a character is refused in names, titles and notes: controls, line breaks, whatever overrides the direction
/// of text, and what cannot be seen and so would make two names look alike. The joiners stay: scripts and emoji need them.
#[must_use]
pub fn is_control(char: char) -> bool {
    const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
    const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];
    match char.general_category() {
        GeneralCategory::Control | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => true,
        GeneralCategory::Format => !JOINERS.contains(&char),
        _ => BLANKS.contains(&char),
    }
}

/// Text fit to print in a message: such characters shown by their codes, and not too much of it.
#[must_use]
pub fn harmless(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown = String::new();
    for (at, char) in text.chars().enumerate() {
        if at == MOST {
            shown.push('…');
            break;
        }
        if is_control(char) {
            shown.push_str(&format!("\\u{{{:x}}}", u32::from(char)));
        } else {
            shown.push(char);
        }
    }
    shown
}
