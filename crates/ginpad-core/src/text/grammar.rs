//! The small grammar of messages: counts that agree with their nouns, and lists.

use std::fmt::Display;

/// `1 hand`, `2 hands`, `1 box`, `3 boxes`.
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('x') || noun.ends_with('s') || noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// `seven`, `ten`, `eleven`, `12`.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 12] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// `once`, `twice`, `3 times`.
pub fn times(number: usize) -> String {
    match number {
        1 => "once".into(),
        2 => "twice".into(),
        several => count(several, "time"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_their_nouns() {
        let counts = [count(1, "hand"), count(0, "hand"), count(2, "box"), count(3, "match"), count(1, "box")];
        assert_eq!(counts, ["1 hand", "0 hands", "2 boxes", "3 matches", "1 box"]);
    }

    #[test]
    fn small_numbers_are_words() {
        assert_eq!([0, 7, 11, 12].map(number_word), ["no", "seven", "eleven", "12"]);
    }

    #[test]
    fn lists_end_with_a_word() {
        assert_eq!(and_list::<&str>(&[]), "");
        assert_eq!(and_list(&["Ann"]), "Ann");
        assert_eq!(or_list(&["Ann", "Bill and Ben"]), "Ann or Bill and Ben");
        assert_eq!(and_list(&["Ann", "Bob", "Cid"]), "Ann, Bob and Cid");
    }
}
