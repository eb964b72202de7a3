//! Entries as a shell hands them over: words, some of which held spaces inside quotes.

use super::failure::Failure;
use crate::book::StoredGame;
use ginpad_core::cards::Cards;
use ginpad_core::hand::{AcceptedHand, Limit, LoggedHand, Played, Refusal, RefusedHand};
use ginpad_core::notation::{EntryFault, Fault, LocalTime, excerpt, print_entry, quoted, read_entry};
use ginpad_core::players::WhoFault;
use ginpad_core::rules::{Preset, TableRules};
use ginpad_core::text::{and_list, is_control};

/// The entry that the arguments make. The shell took the quotes off a note and off cards that were one hand: the note gets
/// its quotes back, and the cards become one word.
#[must_use]
pub(super) fn entry(words: &[String]) -> String {
    let mut text = String::new();
    let mut note = false;
    for (at, word) in words.iter().enumerate() {
        if !text.is_empty() {
            text.push(' ');
        }
        let in_quotes = word.len() > 1 && word.starts_with('"') && word.ends_with('"');
        // The first word names a player, and a name may look like a card.
        match one_hand(word).filter(|_| at > 0) {
            _ if note && !in_quotes => text.push_str(&quoted(word)),
            Some(cards) => text.push_str(&cards),
            None => text.push_str(word),
        }
        note = word.eq_ignore_ascii_case("note");
    }
    text
}

/// Cards with spaces between them as one word without. A comma after them is kept.
fn one_hand(word: &str) -> Option<String> {
    let bare = word.trim_end_matches(',');
    let spaced = bare.trim().contains(char::is_whitespace);
    let cards = Cards::read(bare).ok().filter(|_| spaced)?;
    let together: String = bare.split_whitespace().collect();
    let alike = Cards::read(&together) == Ok(cards);
    Some(if alike { together } else { cards.word() } + &word[bare.len()..])
}

/// The command that logs an entry, as a shell takes it.
pub(super) fn logging(entry: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || " +,.:-".contains(char);
    let quoted = if entry.chars().all(plain) { None } else { shlex::try_quote(entry).ok() };
    format!("ginpad log {}", quoted.as_deref().unwrap_or(entry))
}

/// What is wrong with an entry.
pub(super) struct Wrong {
    /// The byte where.
    at: usize,
    /// Whether a mark under the place helps.
    mark: Mark,
    reasons: Vec<String>,
    hint: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Shown,
    Needless,
}

impl Wrong {
    /// As the answer to a command.
    #[must_use]
    pub(super) fn failure(self, text: &str) -> Failure {
        let failure = match (self.mark, self.reasons.as_slice()) {
            (Mark::Shown, [reason]) => {
                let (shown, mark) = excerpt(text, text.get(..self.at).unwrap_or(text).chars().count());
                Failure::refused(format!("{reason}\n  {shown}\n  {}^", " ".repeat(mark)))
            }
            (_, reasons) => Failure::because("the hand cannot be logged", reasons),
        };
        failure.hint_if(self.hint)
    }

    /// As one wrong line of several.
    #[must_use]
    pub(super) fn line(self, line: usize, text: &str) -> String {
        Fault::at(line, text, self.at, self.reasons).to_string()
    }
}

/// Reads an entry that the rules of its game accept.
///
/// # Errors
/// It cannot be read, with its place marked; or the rules do not accept it, with every reason.
pub(super) fn hand(text: &str, game: &StoredGame, local: LocalTime<'_>) -> Result<AcceptedHand, Wrong> {
    let players = &game.scored.game.players;
    if let Some((at, control)) = text.char_indices().find(|(_, char)| *char != '\t' && is_control(*char)) {
        return Err(Wrong {
            at,
            mark: Mark::Needless,
            reasons: vec![format!("the entry holds the control character U+{:04X}", u32::from(control))],
            hint: Some("type it with plain letters and numbers, like `ginpad log ann knock 4 27`".into()),
        });
    }
    let hand = read_entry(text, &game.scored.game, local).map_err(|(at, fault)| unread(at, &fault, game, local))?;
    let rules = &game.scored.game.rules;
    game.scored.game.accept(hand).map_err(|refused_hand| {
        let wrong = refused(&refused_hand.refusals);
        let suggestion = refused_hand.suggestion(players, &rules.rules);
        let meant =
            suggestion.map(|meant| format!("log it like this: `{}`", logging(&print_entry(meant.logged(), players))));
        let RefusedHand { hand, refusals } = refused_hand;
        let hint = meant.or(wrong.hint).or_else(|| over_the_limit(&hand, &refusals, rules));
        Wrong { at: text.len() - text.trim_start().len(), mark: wrong.mark, reasons: wrong.reasons, hint }
    })
}

fn unread(at: usize, fault: &EntryFault, game: &StoredGame, local: LocalTime<'_>) -> Wrong {
    let names: Vec<&str> = game.scored.game.players.seats().map(|(_, name)| name.as_str()).collect();
    let mark = match fault {
        EntryFault::Who(_) | EntryFault::Ambiguous { .. } => Mark::Needless,
        _ => Mark::Shown,
    };
    let hint = match fault {
        EntryFault::Who(WhoFault::Unknown { .. }) => {
            Some(format!("game {} is between {}", game.number, and_list(&names)))
        }
        EntryFault::Who(WhoFault::Ambiguous { .. }) => Some("type more of the name".into()),
        EntryFault::Ambiguous { readings } => {
            let loggable = |reading: &&String| {
                let hand = read_entry(reading, &game.scored.game, local);
                hand.is_ok_and(|hand| game.scored.game.accept(hand).is_ok())
            };
            readings.iter().find(loggable).map(|reading| format!("write it out, like `{}`", logging(reading)))
        }
        _ => names.first().map(|name| format!("an entry looks like `{name} knock 4 27`, `{name} gin 31` or `dead`")),
    };
    Wrong { at, mark, reasons: vec![fault.to_string()], hint }
}

/// A command that says more about a knocker's cards that are over the limit. None where no preset has this game's limit.
fn over_the_limit(hand: &LoggedHand, refusals: &[Refusal], rules: &TableRules) -> Option<String> {
    let over = refusals.iter().any(|refusal| matches!(refusal, Refusal::OverLimit { .. }));
    let Played::Results(results) = &hand.played else { return None };
    let [only] = results.as_slice() else { return None };
    let knocker = only.cards()?[only.knocker()?].filter(|_| over)?;
    let preset = Preset::named(&rules.preset)?;
    let limit = |rules| Limit::of(rules, hand.upcard);
    let (same, standard) = (limit(&preset.rules) == limit(&rules.rules), preset.name == Preset::standard().name);
    let named = if standard { String::new() } else { format!(" --rules {}", preset.name) };
    let up = hand.upcard.map(|upcard| format!(" --up {}", upcard.code())).unwrap_or_default();
    same.then(|| format!("`ginpad deadwood {}{named}{up}` says what these cards are good for", knocker.codes()))
}

/// A hand that the rules do not accept, with an entry that they would.
fn refused(refusals: &[Refusal]) -> Wrong {
    let hint = refusals.iter().find_map(|refusal| match refusal {
        Refusal::UpcardMissing => Some("add it at the end, like `up 7S`".to_string()),
        Refusal::Pairs { results, pairs } if results < pairs => {
            Some("separate the results by commas; a pair whose stock ran down is `dead`".to_string())
        }
        Refusal::AllDead => Some("log the hand as `ginpad log dead`".to_string()),
        _ => None,
    });
    Wrong { at: 0, mark: Mark::Needless, reasons: refusals.iter().map(ToString::to_string).collect(), hint }
}
