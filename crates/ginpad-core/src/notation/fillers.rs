//! What people say in an entry without meaning anything by it: `Ann knocks, 4 against 27`, `Bob, gin, 31`.

use super::cursor::{quoted_at, skip_while};
use super::words::outcome_of;
use crate::hand::Outcome;
use crate::players::{Players, WhoFault};
use crate::rules::Table;
use crate::text::fold;

/// Words that say nothing more, unless they begin a player's name.
const FILLERS: [&str; 15] =
    ["goes", "with", "against", "vs", "to", "for", "on", "and", "has", "had", "have", "is", "was", "left", "hand"];

/// The text with spaces in place of words that say nothing, so that every byte keeps its place. Where a hand has one
/// result, commas say nothing either. After `undercuts`, the opponent's name is not needed.
pub(super) fn without_fillers(text: &str, players: &Players, table: Table) -> String {
    let ends_word = |char: char| char.is_whitespace() || char == ',';
    let single = players.pairs() == 1 && table != Table::RoundTable;
    let mut plain = String::with_capacity(text.len());
    let mut before: Option<Outcome> = None;
    while let Some(next) = text[plain.len()..].chars().next() {
        let at = plain.len();
        if let Some((_, end)) = quoted_at(text, at) {
            plain += &text[at..end];
        } else if ends_word(next) {
            plain.push(if single && next == ',' { ' ' } else { next });
        } else {
            let word = &text[at..skip_while(text, at, |char| !ends_word(char))];
            let is_nobody = || matches!(players.find(word), Err(WhoFault::Unknown { .. }));
            let is_filler = FILLERS.contains(&fold(word).as_str()) && is_nobody();
            let is_opponent =
                single && table == Table::Two && before == Some(Outcome::Undercut) && players.find(word).is_ok();
            before = outcome_of(word);
            if is_filler || is_opponent { plain.extend(word.bytes().map(|_| ' ')) } else { plain += word }
        }
    }
    plain
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
            ("Bob undercuts Ann, 4 against 8", "Bob undercuts 4 8"),
            ("Ann knocks with 5, Bob has 23 left", "Ann knocks 5 Bob 23"),
            ("a5 23 note \"with, and\"", "a5 23 note \"with, and\""),
        ] {
            assert_eq!(plain("Ann, Bob", text), read);
        }
        assert_eq!(plain("Hass, Bob", "has 5 with 23"), "has 5 23");
        assert_eq!(plain("Ann & Cid, Bob & Dee", "a5 against 23, c dead"), "a5 23, c dead");
    }
}
