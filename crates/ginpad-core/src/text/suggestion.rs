//! Guesses what somebody meant to type.

use std::fmt::Display;

use super::{fold, unaccented};

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
