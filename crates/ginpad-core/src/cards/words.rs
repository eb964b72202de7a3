//! Reads cards spelled out in words: `7 of hearts`, `queen of spades`.

use std::borrow::Cow;
use std::iter;

use super::Rank;

/// The words for ranks, the ace first.
const RANKS: [&str; 13] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];

/// The words for suits, spades first.
const SUITS: [&str; 4] = ["spade", "heart", "diamond", "club"];

/// The letter or digit for a word in any case, singular or plural, from the letters in the order of the words.
fn letter(word: &str, words: &[&str], letters: &'static str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let one = word.strip_suffix('s').unwrap_or(&word);
    let at = words.iter().position(|name| *name == one)?;
    letters.get(at..=at)
}

/// Replaces `7 of hearts` by `7h` in a text. Adds spaces after it, so that every other byte keeps its place.
pub(crate) fn words_to_codes(text: &str) -> Cow<'_, str> {
    let end_of_word = |at: usize| text[at..].find([' ', ',', '/']).map_or(text.len(), |length| at + length);
    let starts = iter::once(0).chain(text.match_indices([' ', ',', '/']).map(|(at, _)| at + 1));
    let words: Vec<(usize, &str)> = starts.map(|at| (at, &text[at..end_of_word(at)])).collect();
    let words: Vec<(usize, &str)> = words.into_iter().filter(|(_, word)| !word.is_empty()).collect();
    let is_rank = |char: char| char.is_ascii_digit() || char == '-' || Rank::from_letter(char).is_some();
    let mut written = Cow::Borrowed(text);
    for three in words.windows(3) {
        let [(at, rank), (_, of), (last, suit)] = *three else { continue };
        let Some(suit) = letter(suit, &SUITS, "shdc").filter(|_| of.eq_ignore_ascii_case("of")) else { continue };
        let Some(rank) = letter(rank, &RANKS, "a23456789tjqk").or(Some(rank).filter(|rank| rank.chars().all(is_rank)))
        else {
            continue;
        };
        let (card, width) = (rank.to_string() + suit, end_of_word(last) - at);
        written.to_mut().replace_range(at..at + width, &format!("{card:width$}"));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_said_is_written_in_its_place() {
        let written = |text: &str| {
            let written = words_to_codes(text);
            assert_eq!(written.len(), text.len());
            written.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (text, is) in [
            ("7 of hearts", "7h"),
            ("Queen of Spades, 3-5 of clubs up 10 OF HEART", "qs , 3-5c up 10h"),
            ("jack of all of hearts", "jack of all of hearts"),
            ("7h of", "7h of"),
        ] {
            assert_eq!(written(text), is);
        }
    }
}
