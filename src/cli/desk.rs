//! What the commands about cards have in common: the rules and the upcard they heed, and cards that cannot be read.

use clap::Args;

use super::failure::Failure;
use super::new::{RulesFailure, rules_hint, table_rules};
use super::session::Session;
use crate::cards::{Card, ReadFault};
use crate::notation::excerpt;
use crate::rules::Rules;

/// The flags of every command about cards.
#[derive(Debug, Args)]
pub struct Desk {
    /// A preset, or a file of rules; `standard` where it is left out
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,

    /// The first upcard, which under Oklahoma sets the knock limit
    #[arg(long, value_name = "CARD")]
    up: Option<String>,
}

/// What those flags say.
#[derive(Debug)]
pub struct Flags {
    /// The rules.
    pub rules: Rules,
    /// The upcard, where it is named.
    pub upcard: Option<Card>,
}

impl Desk {
    /// Reads the flags; what is wrong with them is added to the failures.
    pub fn read(&self, session: &Session, failures: &mut Vec<Failure>) -> Option<Flags> {
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
        let upcard = self.up.as_deref().map(Card::read).transpose();
        let upcard = upcard.map_err(|fault| failures.push(Failure::refused(fault).hint("one card, like `--up 7S`")));
        Some(Flags { rules: table?.rules, upcard: upcard.ok()? })
    }
}

/// Cards that cannot be read, with a mark under the place.
#[must_use]
pub fn unread(text: &str, fault: &ReadFault) -> Failure {
    let before = text.get(..fault.place().start).unwrap_or(text);
    let (shown, mark) = excerpt(text, before.chars().count());
    Failure::refused(format!("{fault}\n  {shown}\n  {}^", " ".repeat(mark)))
}
