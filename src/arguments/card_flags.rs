//! The flags of the commands about cards: the rules and the upcard. Also how cards that cannot be read are reported.

use clap::Args;

use super::table_rules::{NamedRules, table_rules, unusable};
use crate::answer::{Failure, Hint};
use ginpad_core::cards::ReadFault;
use ginpad_core::hand::Upcard;
use ginpad_core::notation::excerpt;
use ginpad_core::rules::Rules;

/// The flags of every command about cards.
#[derive(Debug, Args)]
pub(crate) struct CardFlags {
    /// A preset or a file of rules; without it, `standard`
    #[arg(long, value_name = "RULES")]
    rules: Option<NamedRules>,

    /// The first upcard; under Oklahoma rules it sets the knock limit
    #[arg(long, value_name = "CARD")]
    up: Option<String>,
}

/// What those flags say, if they can be read.
#[derive(Debug)]
pub(crate) struct CardTerms {
    /// The rules.
    pub rules: Option<Rules>,
    /// The upcard, if one was given.
    pub upcard: Option<Upcard>,
}

impl CardFlags {
    /// Reads the flags; what is wrong with them is added to the failures.
    pub(crate) fn read(&self, failures: &mut Vec<Failure>) -> CardTerms {
        let rules = table_rules(self.rules.as_ref(), &[], None);
        let rules = rules.map_err(|more| failures.push(unusable(more))).ok().map(|table| table.rules);
        let upcard = self.up.as_deref().and_then(|card| {
            let unread = |fault| Failure::refused(fault).hint(Hint::advice("name one card, like `--up 7S`"));
            Upcard::read(card).map_err(|fault| failures.push(unread(fault))).ok()
        });
        CardTerms { rules, upcard }
    }
}

/// Everything that is wrong with typed cards, each with a mark under its place, and with what would help.
pub(crate) fn unread(text: &str, faults: Vec<ReadFault>, hint: Hint) -> impl Iterator<Item = Failure> {
    faults.into_iter().map(move |fault| {
        let before = text.get(..fault.place().start).unwrap_or(text);
        let (shown, mark) = excerpt(text, before.chars().count());
        Failure::refused(format!("{fault}\n  {shown}\n  {}^", " ".repeat(mark))).hint(hint.clone())
    })
}
