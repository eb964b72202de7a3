//! What the commands about cards have in common: the rules and the upcard they heed, and cards that cannot be read.

use clap::Args;

use super::failure::Failure;
use super::new::{RulesFailure, rules_hint, table_rules};
use super::session::Session;
use ginpad_core::cards::{Card, ReadFault};
use ginpad_core::notation::excerpt;
use ginpad_core::rules::Rules;

/// The flags of every command about cards.
#[derive(Debug, Args)]
pub(super) struct Desk {
    /// A preset, or a file of rules; `standard` where it is left out
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,

    /// The first upcard, which under Oklahoma sets the knock limit
    #[arg(long, value_name = "CARD")]
    up: Option<String>,
}

/// What those flags say, as far as they can be read.
#[derive(Debug)]
pub(super) struct Flags {
    /// The rules.
    pub rules: Option<Rules>,
    /// The upcard.
    pub upcard: Upcard,
}

/// What is known of the upcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Upcard {
    /// It is this card.
    Known(Card),
    /// Nothing is said of it.
    NotNamed,
    /// It is said, but not so that it can be read.
    Unread,
}

impl Upcard {
    /// The card.
    pub(super) const fn card(self) -> Option<Card> {
        match self {
            Upcard::Known(card) => Some(card),
            Upcard::NotNamed | Upcard::Unread => None,
        }
    }
}

impl Desk {
    /// The flags as they are typed after a command that a hint names; nothing where there are none.
    pub(super) fn again(&self) -> String {
        let flags = [("--rules", &self.rules), ("--up", &self.up)];
        let given = flags.into_iter().filter_map(|(flag, value)| Some(format!(" {flag} {}", word(value.as_ref()?))));
        given.collect()
    }

    /// Reads the flags; what is wrong with them is added to the failures.
    pub(super) fn read(&self, session: &Session, failures: &mut Vec<Failure>) -> Flags {
        let table = match table_rules(session, self.rules.as_deref(), &[], None) {
            Ok(table) => Some(table),
            Err(RulesFailure::Refused(refused)) => {
                failures.push(Failure::because("the rules cannot be used", &refused).hint_if(rules_hint(&refused)));
                None
            }
            Err(RulesFailure::File(failure)) => {
                failures.push(failure);
                None
            }
        };
        let upcard = match self.up.as_deref().map(Card::read) {
            None => Upcard::NotNamed,
            Some(Ok(card)) => Upcard::Known(card),
            Some(Err(fault)) => {
                failures.push(Failure::refused(fault).hint("one card, like `--up 7S`"));
                Upcard::Unread
            }
        };
        Flags { rules: table.map(|table| table.rules), upcard }
    }
}

/// One word of a command, in quotes where a shell would take it for something else.
fn word(text: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || matches!(char, '.' | '_' | '-' | '/');
    if text.chars().all(plain) { text.into() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Everything that is wrong with typed cards, each with a mark under its place, and with what would help.
pub(super) fn unread(text: &str, faults: Vec<ReadFault>, hint: &'static str) -> impl Iterator<Item = Failure> {
    faults.into_iter().map(move |fault| {
        let before = text.get(..fault.place().start).unwrap_or(text);
        let (shown, mark) = excerpt(text, before.chars().count());
        Failure::refused(format!("{fault}\n  {shown}\n  {}^", " ".repeat(mark))).hint(hint)
    })
}
