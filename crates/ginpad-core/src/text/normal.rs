//! Text as stored, and as compared.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::printable::{harmless, is_control};

/// Normalises text as names, titles and notes store it: in normal form C, trimmed.
///
/// # Errors
/// The text has a [control character](is_control). The error is the rest of a sentence that begins with the text's kind.
pub(crate) fn normal(text: &str) -> Result<String, String> {
    let text: String = text.trim().nfc().collect();
    match text.chars().find(|char| is_control(*char)) {
        Some(char) => Err(format!("`{}` holds the control character U+{:04X}", harmless(&text), u32::from(char))),
        None => Ok(text),
    }
}

/// Folds text for comparison without letter case.
///
/// Folds each character on its own, so the start of a text folds to the start of its fold. Folds through capitals, so
/// that `ß` equals `ss`. Drops joiners and variation selectors, because nobody can see them.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let seen = |char: &char| !matches!(char, '\u{34f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let small = text.nfc().filter(seen).flat_map(char::to_lowercase);
    small.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Removes the accents of folded text: `änne` becomes `anne`.
pub(crate) fn unaccented(folded: &str) -> Cow<'_, str> {
    if folded.is_ascii() {
        return folded.into();
    }
    folded.nfd().filter(|char| !is_combining_mark(*char)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_text_is_normal_and_has_no_control_character() {
        assert_eq!(normal(" Zoe\u{301} "), Ok("Zo\u{e9}".into()));
        assert_eq!(normal("a\u{1b}b"), Err("`a\\u{1b}b` holds the control character U+001B".into()));
    }

    #[test]
    fn plain_letters_fold_as_they_do_beside_others() {
        for letter in (0..128).map(char::from) {
            // Nothing combines with this letter, and it would need the slow way.
            assert_eq!(fold(&format!("ж{letter}")), format!("ж{}", fold(&letter.to_string())), "{letter:?}");
        }
    }

    #[test]
    fn the_start_of_a_text_folds_to_the_start_of_its_fold() {
        for text in ["Straße", "İstanbul", "ΣΊΣΥΦΟΣ", "ﬁn"] {
            for (at, _) in text.char_indices() {
                assert!(fold(text).starts_with(&fold(&text[..at])), "{text}");
            }
        }
    }
}
