//! The small grammar of messages: faults as sentences, counts that agree with their nouns, and lists.

use std::collections::BTreeSet;
use std::fmt::Display;

use thiserror::Error;

/// A fault as a sentence. Nobody needs its kind.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Flaw(pub String);

impl Flaw {
    /// A fault with this sentence.
    pub(crate) fn new(why: impl Into<String>) -> Flaw {
        Flaw(why.into())
    }
}

/// `1 hand`, `2 hands`, `1 box`, `3 boxes`.
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('x') || noun.ends_with('s') || noun.ends_with("ch") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// `1 fact waits`, `2 facts wait`.
pub fn count_do(number: usize, noun: &str, [does, do_them]: [&str; 2]) -> String {
    format!("{} {}", count(number, noun), if number == 1 { does } else { do_them })
}

/// The most runs of numbers listed; the rest are counted.
const MOST_RUNS: usize = 12;

/// `game 3`, `games 3 to 7`, `games 3, 5 and 9 to 12`; after many runs, the number of further games.
pub fn numbers<'n, T: 'n + Copy + Display + TryInto<i64>>(
    noun: &str,
    numbers: impl IntoIterator<Item = &'n T>,
) -> String {
    let numbers: Vec<T> = numbers.into_iter().copied().collect();
    let number = |number: T| number.try_into().unwrap_or(i64::MAX);
    let run = |run: &[T]| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(T::to_string).collect(),
    };
    let mut runs = numbers.chunk_by(|one, next| number(*next).checked_sub(number(*one)) == Some(1));
    let mut listed: Vec<String> = runs.by_ref().take(MOST_RUNS).flat_map(run).collect();
    let more: usize = runs.map(<[T]>::len).sum();
    listed.extend((more > 0).then(|| format!("{more} more")));
    let several = if numbers.len() == 1 { "" } else { "s" };
    format!("{noun}{several} {}", and_list(&listed))
}

/// `game 3 was`, `games 3 and 5 were`.
pub fn numbers_do(noun: &str, of: &BTreeSet<i64>, [does, do_them]: [&str; 2]) -> String {
    format!("{} {}", numbers(noun, of), if of.len() == 1 { does } else { do_them })
}

/// `seven`, `ten`, `eleven`, `12`.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 12] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// `1st`, `2nd`, `3rd`, `4th`, up to `20th`.
pub fn ordinal(number: usize) -> String {
    let ending = ["th", "st", "nd", "rd"].get(number).unwrap_or(&"th");
    format!("{number}{ending}")
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
pub fn and_list(items: impl IntoIterator<Item = impl Display>) -> String {
    list(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub fn or_list(items: impl IntoIterator<Item = impl Display>) -> String {
    list(items, "or")
}

/// All items, with `between` between each two.
pub fn join(items: impl IntoIterator<Item = impl Display>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn list(items: impl IntoIterator<Item = impl Display>, joiner: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} {joiner} {last}", init.join(", ")),
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
    fn places_are_counted() {
        assert_eq!([1, 2, 3, 4, 11, 12].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "12th"]);
    }

    #[test]
    fn numbers_in_a_row_are_shortened() {
        let games = [vec![3], vec![3, 4], vec![3, 4, 5], vec![3, 5, 9], vec![1, 3, 4, 5, 7, 8, 20, 21, 22]];
        let games = games.map(|games| numbers("game", &games));
        let runs = "games 1, 3 to 5, 7, 8 and 20 to 22";
        assert_eq!(games, ["game 3", "games 3 and 4", "games 3 to 5", "games 3, 5 and 9", runs]);
        let odd: Vec<i64> = (0..100).filter(|number| number % 2 == 1).collect();
        assert_eq!(numbers("line", &odd), "lines 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 38 more");
        assert_eq!([1, 2].map(|number| count_do(number, "box", ["is", "are"])), ["1 box is", "2 boxes are"]);
    }

    #[test]
    fn small_numbers_are_words() {
        assert_eq!([0, 7, 11, 12].map(number_word), ["no", "seven", "eleven", "12"]);
    }

    #[test]
    fn lists_end_with_a_word() {
        assert_eq!(and_list([""; 0]), "");
        assert_eq!(and_list(["Ann"]), "Ann");
        assert_eq!(or_list(["Ann", "Bill and Ben"]), "Ann or Bill and Ben");
        assert_eq!(and_list(["Ann", "Bob", "Cid"]), "Ann, Bob and Cid");
    }
}
