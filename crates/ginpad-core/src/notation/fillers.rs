//! Removes words without a meaning of their own from an entry, and the text that ginpad prints around one:
//! `Bob, gin, 31`, `Ann knocks, 4 against 27: 23`, `ann 4/27`.

use super::cursor::{quoted_at, skip_space, skip_while};
use super::words::outcome_of;
use crate::cards::words_to_codes;
use crate::text::fold;
use crate::{Outcome, Players, Table, WhoFault};

/// Words without meaning, unless they begin a player's name. `by` is not among them: `Ann was undercut by Bob` is Bob's
/// hand.
const FILLERS: [&str; 21] = [
    "goes", "went", "with", "against", "vs", "to", "for", "from", "on", "and", "has", "had", "have", "got", "holds",
    "is", "was", "left", "hand", "deadwood", "between",
];

/// Words among points: `58 (4 + 25, doubled by the spade), 3 boxes`, `nobody's hand`.
const OF_POINTS: [&str; 9] = ["bonus", "doubled", "by", "the", "spade", "box", "boxes", "nobody's", "hand"];

/// The kind of the last word, where it affects what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A word for how a hand ended.
    How(Outcome),
    /// The name of the undercut player.
    Undercut,
    /// `at`: a time follows.
    At,
    Else,
}

/// Stands between the cards of two hands and belongs to neither.
pub(super) const DIVIDER: char = '|';

/// Puts a divider in place of a lone `/`, `against` or `vs`: `2h / 3c kd`. One of several only stands between the melds
/// of a hand. A note is left as it is.
pub(super) fn divided(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let note = lower.find(['"', '“']).into_iter().chain(lower.find(" note")).min();
    let head = &lower[..note.unwrap_or(lower.len())];
    let first = |word: &&'static str| Some((head.find(word)?, *word));
    let (at, word) = ["/", " against ", " vs "].iter().find_map(first)?;
    let (before, after) = (&text[..at], &text[at + word.len()..]);
    (head.rfind(word) == Some(at)).then(|| format!("{before} {DIVIDER} {after}"))
}

/// Replaces text without meaning by spaces, so that every byte keeps its place. Commas mean nothing where a hand has
/// one result.
pub(super) fn without_fillers(text: &str, players: &Players, table: Table) -> String {
    let text = &*words_to_codes(text);
    let between_results = if players.pairs() == 1 && table != Table::RoundTable { ' ' } else { ',' };
    let is_nobody = |word: &str| matches!(players.find(word), Err(WhoFault::Unknown { .. }));
    let mut plain = String::with_capacity(text.len());
    let (mut before, mut wins_points) = (Before::Else, false);
    while let Some(next) = text[plain.len()..].chars().next() {
        let at = plain.len();
        if let Some((_, end)) = quoted_at(text, at) {
            plain += &text[at..end];
        } else if let Some(end) = points_end(text, at) {
            plain.extend(text[at..end].bytes().map(|_| ' '));
        } else if ends_word(next) {
            let is_within = matches!(before, Before::How(_) | Before::Undercut) && !wins_points;
            plain.push(match next {
                ',' if is_within => ' ',
                ',' | ';' => between_results,
                ':' => ' ',
                space => space,
            });
            wins_points &= !matches!(next, ',' | ';');
        } else {
            let word = word_at(text, at);
            let how = outcome_of(word);
            let is_unit = wins_points && matches!(fold(word).as_str(), "point" | "points");
            if is_unit || FILLERS.contains(&fold(word).as_str()) && is_nobody(word) && !is_passive(text, at, word) {
                plain.extend(word.bytes().map(|_| ' '));
                continue;
            }
            plain += &if before == Before::At { word.to_string() } else { two_counts(word) };
            before = match how {
                Some(how) => Before::How(how),
                None if before == Before::How(Outcome::Undercut) && !is_nobody(word) => Before::Undercut,
                None if word.eq_ignore_ascii_case("at") => Before::At,
                None => Before::Else,
            };
            wins_points |= how == Some(Outcome::Points);
        }
    }
    plain
}

const fn ends_word(char: char) -> bool {
    matches!(char, ',' | ';' | ':') || char.is_whitespace()
}

/// Whether the name before the word is the undercut player's, not the winner's: `Ann got undercut`.
fn is_passive(text: &str, at: usize, word: &str) -> bool {
    let next = word_at(text, skip_space(text, at + word.len()));
    ["was", "got"].contains(&fold(word).as_str()) && outcome_of(next) == Some(Outcome::Undercut)
}

/// The word at a byte, up to white space or a sign that ends it. `is undercut` is one word; a time contains a colon.
fn word_at(text: &str, at: usize) -> &str {
    const IS_UNDERCUT: &str = "is undercut";
    match text.get(at..at + IS_UNDERCUT.len()) {
        Some(word) if word.eq_ignore_ascii_case(IS_UNDERCUT) => word,
        _ => text[at..skip_while(text, at, |char| !ends_word(char) || char == ':')].trim_end_matches(':'),
    }
}

/// Splits `4-27` and `4/27` into two counts.
fn two_counts(word: &str) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((own, other)) = word.split_once(['-', '/']).filter(|(_, other)| is_number(other)) else {
        return word.into();
    };
    let digits = own.trim_start_matches(char::is_alphabetic);
    if is_number(digits) { format!("{own} {other}") } else { word.into() }
}

/// The byte after points that begin at a byte: `: 29 (4 + 25)` after a count, or `; Ann scores 12`.
fn points_end(text: &str, at: usize) -> Option<usize> {
    let mut end = match text[at..].chars().next()? {
        ':' if text[..at].ends_with(|char: char| char.is_ascii_digit()) => at + 1,
        ';' => {
            let clause = text[at + 1..].split([';', '"', '“']).next()?;
            let (who, _) = clause.split_once("score")?;
            let is_side = !who.contains(|char: char| char.is_ascii_digit());
            let scores = skip_while(text, at + 1 + who.len(), char::is_alphabetic);
            is_side.then_some(scores)?
        }
        _ => return None,
    };
    loop {
        let start = skip_space(text, end);
        let next = skip_while(text, start, |char| !char.is_whitespace() && !matches!(char, ';' | '"' | '“'));
        let word = text[start..next].trim_matches(['(', ')', ',']);
        let is_sum = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+');
        if start == next || !is_sum && !OF_POINTS.contains(&fold(word).as_str()) {
            return Some(end);
        }
        end = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_one;

    #[test]
    fn what_says_nothing_becomes_spaces() {
        let plain = |sides: &str, text: &str| {
            let players = read_one(&format!("sides: {sides}\n")).unwrap().players;
            let plain = without_fillers(text, &players, Table::Two);
            assert_eq!(plain.len(), text.len());
            plain.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (text, read) in [
            ("Ann knocks, 4 against 27", "Ann knocks 4 27"),
            ("Bob, gin, 31", "Bob gin 31"),
            ("Bob goes gin against 31", "Bob gin 31"),
            ("Bob undercuts Ann, 4 against 8: 29 (4 + 25)", "Bob undercuts Ann 4 8"),
            ("Ann wins 27 points", "Ann wins 27"),
            ("ann 4/27", "ann 4 27"),
            ("a4-27 at 20-11", "a4 27 at 20-11"),
            ("ann gin: 31 up 7 of hearts", "ann gin 31 up 7h"),
            ("dead hand; nobody scores", "dead"),
            ("Ann gin 4: 58 (4 + 25, doubled by the spade), 3 boxes note \"4: 5; 6\"", "Ann gin 4 note \"4: 5; 6\""),
            ("Ann knocks with 5, Bob has 23 left", "Ann knocks 5 Bob 23"),
            ("a5 23 note \"with, and\"", "a5 23 note \"with, and\""),
        ] {
            assert_eq!(plain("Ann, Bob", text), read);
        }
        assert_eq!(plain("Hass, Bob", "has 5 with 23"), "has 5 23");
        let partners = "Ann & Cid, Bob & Dee";
        assert_eq!(plain(partners, "a5 against 23, c dead"), "a5 23, c dead");
        let printed = "Bob undercuts Ann, 4 against 9: 30 (5 + 25); Cid wins 8 points; Ann & Cid score 22, 2 boxes";
        assert_eq!(plain(partners, printed), "Bob undercuts Ann 4 9 , Cid wins 8");
    }
}
