//! Reads the sides of a new game in everyday words: `Ann and Bob`, `Ann vs Bob`, `Ann & Cid vs Bob & Dee`,
//! `Ann and Bob and Cid`.

use super::day::day_before;
use super::words::{DEAD, MISDEAL, WORDS};
use crate::text::fold;
use crate::{Knob, Preset, Setting};

/// Words between two sides.
const BETWEEN_SIDES: [&str; 8] = ["vs", "vs.", "v", "v.", "versus", "against", "-", "–"];
/// Signs between sides or between partners.
const SIGNS: [char; 3] = [',', '&', '+'];
/// Words between sides or between partners.
const AND: [&str; 2] = ["and", "with"];
/// Words of entries, sheets and commands, without those for how a hand ended.
const OTHER_WORDS: [&str; 27] = [
    "rules", "up", "note", "adjust", "column", "at", "to", "by", "until", "for", "title", "event", "stake", "stakes",
    "spot", "date", "sides", "new", "game", "rematch", "again", "play", "player", "players", "in", "using", "please",
];
/// One word of a text that names the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word<'a> {
    /// A name, or a part of one.
    Name(&'a str),
    /// `vs` and the like, or a comma.
    Against,
    /// `&` or `+`.
    With,
    /// `and` and `with`.
    And,
}

/// Reads words that name the sides, each side ready for [`read_seating`](super::read_seating). `None` if no word or
/// comma separates names, or if the words have several readings: the caller then takes each word as a side.
///
/// # Example
/// ```
/// use ginpad_core::notation::split_sides;
///
/// let read = |words: &str| split_sides(&words.split(' ').map(str::to_string).collect::<Vec<_>>());
/// let said = |sides: &[&str]| Some(sides.iter().map(ToString::to_string).collect());
/// assert_eq!(read("Ann and Bob"), said(&["Ann", "Bob"]));
/// assert_eq!(read("Ann & Cid vs Bob & Dee"), said(&["Ann & Cid", "Bob & Dee"]));
/// assert_eq!(read("Ann and Bob and Cid"), said(&["Ann", "Bob", "Cid"]));
/// assert_eq!(read("Ann Bob"), None);
/// ```
pub fn split_sides(words: &[String]) -> Option<Vec<String>> {
    // A quoted text may contain names of several words. With an `and` it may be one name: Bill and Ben.
    let quoted = words.len() == 1;
    let parts: Vec<&str> = match words {
        [text] => text.split_whitespace().collect(),
        words => words.iter().map(String::as_str).collect(),
    };
    let mut tokens = Vec::new();
    for part in &parts {
        push(&mut tokens, part, quoted);
    }
    let words_between = parts.iter().filter(|part| BETWEEN_SIDES.contains(&fold(part).as_str())).count();
    let count = |sought: Word<'_>| tokens.iter().filter(|word| **word == sought).count();
    let (against, with, and) = (count(Word::Against), count(Word::With), count(Word::And));
    if quoted && (against == 0 || and > 0) {
        return None;
    }
    // `Ann, Bob and Cid` may be three sides, or Ann against two partners; `Ann, Cid vs Bob, Dee` two sides, or four.
    if (against, with, and) == (1, 0, 1) && tokens.len() == 5 || words_between == 1 && against > 1 {
        return None;
    }
    let separates: fn(&Word<'_>) -> bool = match (against, with, and) {
        (2.., 0, _) | (0, 0, 2..) => |word| matches!(word, Word::Against | Word::And),
        (1, ..) => |word| *word == Word::Against,
        (0, 0, 1) if tokens.len() == 3 => |word| *word == Word::And,
        (0, 1.., 1) => |word| *word == Word::And,
        // Where two names meet, the first side ends and the second begins.
        (0, 1.., 0) => {
            let is_name = |word: &Word<'_>| matches!(word, Word::Name(_));
            let mut ends = (1..tokens.len()).filter(|at| is_name(&tokens[*at]) && is_name(&tokens[at - 1]));
            let (first, second) = tokens.split_at(ends.next().filter(|_| ends.next().is_none())?);
            return Some(vec![side(first, false)?, side(second, false)?]);
        }
        _ => return None,
    };
    tokens.split(separates).map(|names| side(names, quoted)).collect()
}

/// Whether a word separates sides or partners, and so is a name only if somebody is called that. A single letter does
/// not count: it is as likely a name.
pub fn joins_sides(word: &str) -> bool {
    let mut tokens = Vec::new();
    push(&mut tokens, word, false);
    fold(word) != "v" && !tokens.is_empty() && !tokens.iter().any(|word| matches!(word, Word::Name(_)))
}

/// Placeholders in hints, which players replace with words of their own.
const PLACEHOLDERS: [&str; 34] = [
    "NAME", "COUNT", "CARD", "CARDS", "ENTRY", "VALUE", "POINTS", "KNOB", "KEY", "TEXT", "SIDE", "AMOUNT", "CURRENCY",
    "GAME", "TIME", "MONEY", "FILE", "PATH", "SHEET", "FOLDER", "HEADING", "COLUMN", "RULES", "HAND", "YEAR", "CHANGE",
    "CONFLICT", "WRITER", "NEW", "OLD", "OTHER", "OPPONENT", "SHELL", "URL",
];

/// Whether a word is a placeholder from a hint: `NAME` in `new Ann NAME`, or `KNOB=VALUE`.
pub fn is_placeholder(word: &str) -> bool {
    word.split('=').all(|part| PLACEHOLDERS.contains(&part))
}

/// Every word that says how a hand ended.
pub fn entry_words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| *word).chain(DEAD.iter().copied()).chain([MISDEAL])
}

/// Whether a word says how a hand ended.
pub fn is_entry_word(word: &str) -> bool {
    let folded = fold(word);
    entry_words().any(|word| word == folded)
}

/// Whether a word is a number or signs alone, names rules or belongs to entries and sheets, and so is a name only if
/// somebody is called that. A single letter does not count: it is as likely a name.
pub fn is_rule_or_entry_word(word: &str) -> bool {
    let of_an_entry = is_entry_word(word) || OTHER_WORDS.contains(&fold(word).as_str());
    let of_rules = || Preset::meant(word).is_some() || Knob::from_name(word).is_some() || Setting::read(word).is_ok();
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_day = || day_before(word).is_some_and(|(_, rest)| rest.is_empty());
    let is_a_sign = !word.is_empty() && !word.contains(char::is_alphanumeric);
    is_number || is_a_sign || word.chars().count() > 1 && (of_an_entry || of_rules() || is_day())
}

/// Adds the parts of a word. A sign may touch a name on either side: `Ann,` or `&Bob`.
fn push<'a>(tokens: &mut Vec<Word<'a>>, word: &'a str, quoted: bool) {
    let bare = word.trim_start_matches(SIGNS);
    let name = bare.trim_end_matches(SIGNS);
    let of_sign = |sign| if sign == ',' { Word::Against } else { Word::With };
    tokens.extend(word[..word.len() - bare.len()].chars().map(of_sign));
    let folded = fold(name);
    if let Some((before, after)) = name.split_once(',').filter(|_| quoted) {
        push(tokens, before, quoted);
        tokens.push(Word::Against);
        push(tokens, after, quoted);
    } else if AND.contains(&folded.as_str()) {
        tokens.push(Word::And);
    } else if BETWEEN_SIDES.contains(&folded.as_str()) {
        tokens.push(Word::Against);
    } else if !name.is_empty() {
        tokens.push(Word::Name(name));
    }
    tokens.extend(bare[name.len()..].chars().map(of_sign));
}

/// Joins the names of one side by `&`. A name has several words only in quotes.
fn side(tokens: &[Word<'_>], quoted: bool) -> Option<String> {
    let mut side = String::new();
    let mut name_before = false;
    for word in tokens {
        match word {
            Word::Name(name) => {
                match (side.is_empty(), name_before) {
                    (true, _) => {}
                    (false, true) if quoted => side.push(' '),
                    (false, true) => return None,
                    (false, false) => side.push_str(" & "),
                }
                side.push_str(name);
                name_before = true;
            }
            Word::With | Word::And if name_before => name_before = false,
            Word::With | Word::And | Word::Against => return None,
        }
    }
    name_before.then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Option<String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        split_sides(&words).map(|sides| sides.join(" | "))
    }

    #[test]
    fn what_can_mean_one_thing_only_is_read() {
        for (words, sides) in [
            ("Ann and Bob", "Ann | Bob"),
            ("Ann AND Bob", "Ann | Bob"),
            ("Ann with Bob", "Ann | Bob"),
            ("Ann with Cid against Bob with Dee", "Ann & Cid | Bob & Dee"),
            ("Ann, Bob", "Ann | Bob"),
            ("Ann , Bob", "Ann | Bob"),
            ("Ann ,Bob", "Ann | Bob"),
            ("Ann vs Bob", "Ann | Bob"),
            ("Ann Vs. Bob", "Ann | Bob"),
            ("Ann v Bob", "Ann | Bob"),
            ("Ann against Bob", "Ann | Bob"),
            ("Ann - Bob", "Ann | Bob"),
            ("Ann & Cid vs Bob & Dee", "Ann & Cid | Bob & Dee"),
            ("Ann & Cid, Bob & Dee", "Ann & Cid | Bob & Dee"),
            ("Ann and Cid vs Bob and Dee", "Ann & Cid | Bob & Dee"),
            ("Ann & Cid and Bob & Dee", "Ann & Cid | Bob & Dee"),
            ("Ann+Cid vs Bob+Dee", "Ann+Cid | Bob+Dee"),
            ("Ann + Cid Bob + Dee", "Ann & Cid | Bob & Dee"),
            ("Ann& Cid Bob &Dee", "Ann & Cid | Bob & Dee"),
            ("Ann and Bob and Cid", "Ann | Bob | Cid"),
            ("Ann vs Bob vs Cid", "Ann | Bob | Cid"),
            ("Ann, Bob, Cid and Dee", "Ann | Bob | Cid | Dee"),
        ] {
            assert_eq!(read(&words.split(' ').collect::<Vec<_>>()).as_deref(), Some(sides), "{words}");
        }
        for (text, sides) in [
            ("Ann vs Bob", "Ann | Bob"),
            ("Ann, Bob", "Ann | Bob"),
            ("Ann,Bob", "Ann | Bob"),
            ("Mary Ann vs Bob", "Mary Ann | Bob"),
            ("Ann & Cid, Bob & Dee", "Ann & Cid | Bob & Dee"),
            ("Mary Ann, Bob, Cid", "Mary Ann | Bob | Cid"),
            ("Ann vs Bob vs Cid", "Ann | Bob | Cid"),
        ] {
            assert_eq!(read(&[text]).as_deref(), Some(sides), "{text}");
        }
        assert_eq!(read(&["Mary Ann", "vs", "Smith, John"]).as_deref(), Some("Mary Ann | Smith, John"));
    }

    #[test]
    fn what_can_mean_several_things_is_not() {
        for words in [
            "Ann Bob",
            "Ann",
            "Ann and",
            "vs Bob",
            "and",
            "Ann vs",
            "Ann and Cid Bob and Dee",
            "Ann, Bob and Cid",
            "Mary Ann vs Bob",
            "Ann & Cid",
            "Ann & Cid Bob Dee",
            "Ann & & Bob vs Cid",
            "Ann vs , Bob",
        ] {
            assert_eq!(read(&words.split(' ').collect::<Vec<_>>()), None, "{words}");
        }
        for text in ["Ann and Bob", "Bill and Ben vs Cid", "Ann & Bob", ""] {
            assert_eq!(read(&[text]), None, "{text}");
        }
        assert_eq!(read(&["Smith, Ann", "Bob"]), None);
        assert!(["and", "vs", "Versus", "-", ",", "&"].into_iter().all(joins_sides));
        assert!(!["v", "Andy", "Vs4", ""].into_iter().any(joins_sides));
        assert!(
            ["dead", "Gin", "hollywood", "target", "target=5", "rules", "adjust", "Stake", "150", "0.01"]
                .into_iter()
                .all(is_rule_or_entry_word)
        );
        assert!(!["v", "k", "Ginny", "", "name"].into_iter().any(is_rule_or_entry_word));
    }
}
