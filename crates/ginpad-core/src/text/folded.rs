//! Text as compared: without letter case, accents or spacing, and the most similar text.

use std::borrow::Cow;
use std::fmt::Display;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

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

/// Appends a line to the text of a game. Drops comments and blank lines, and collapses runs of blanks.
pub fn add_source_line(text: &mut String, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first().is_some_and(|word| !word.starts_with('#')) {
        text.push_str(&words.join(" "));
        text.push('\n');
    }
}

/// The candidate probably meant: one that differs only in accents or in a few letters, or else one that starts with
/// `typed`.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let plain = |text: &str| unaccented(&fold(text)).into_owned();
    if let Some(accented) = candidates.iter().copied().find(|candidate| plain(candidate) == plain(&typed)) {
        return Some(accented);
    }
    let completed = || candidates.iter().copied().find(|candidate| candidate.to_lowercase().starts_with(&typed));
    candidates
        .iter()
        .copied()
        .map(|candidate| (strsim::damerau_levenshtein(&typed, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(typed.chars().count()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(|| completed().filter(|_| typed.chars().count() >= 3))
}

/// The end of a message about an unknown word: ``; did you mean `Alice`?``. Empty without a guess.
pub(crate) fn did_you_mean(suggestion: Option<impl Display>) -> String {
    suggestion.map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn only_a_likely_word_is_suggested() {
        let of = |typed| nearest(typed, ["Alice", "Bob", "Hollywood"]);
        assert_eq!(of("alcie"), Some("Alice"));
        assert_eq!(of("holl"), Some("Hollywood"));
        assert_eq!(of("ho"), None);
        assert_eq!(of("Zoe"), None);
        assert_eq!(did_you_mean(of("bbo")), "; did you mean `Bob`?");
        assert_eq!(did_you_mean(of("xyz")), "");
    }
}
