//! The small grammar of messages: counts that agree with their nouns, lists, and the nearest word.

use std::fmt::Display;

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
