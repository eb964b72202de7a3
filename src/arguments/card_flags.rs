//! The flags of the commands about cards: the rules and the upcard. Also the failures for cards that cannot be read.

use clap::Args;

use super::table_rules::{NamedRules, table_rules, unusable};
use super::values::marked;
use crate::answer::{Failure, Hint, Sentence};
use crate::app::App;
use ginpad_core::cards::ReadFault;
use ginpad_core::{Oklahoma, TableRules, Upcard};

/// The flags of every command about cards.
#[derive(Debug, Args)]
pub(crate) struct CardFlags {
    /// A preset or a file of rules; without it, the rules of the current game while it is open, else those of the config, or else `standard`
    #[arg(long, value_name = "RULES")]
    rules: Option<NamedRules>,

    /// The first upcard; under Oklahoma rules it sets the knock limit
    #[arg(long, value_name = "CARD")]
    up: Option<String>,
}

/// The values of those flags, as far as they can be read.
#[derive(Debug)]
pub(crate) struct CardTerms {
    /// The rules.
    pub rules: Option<TableRules>,
    /// The upcard, if one was given.
    pub upcard: Option<Upcard>,
    /// Notes on where the rules come from, and on an upcard that they ignore.
    pub notes: Vec<Sentence>,
}

impl CardFlags {
    /// Reads the flags, and adds their faults to `failures`.
    pub(crate) fn read(&self, app: &App, failures: &mut Vec<Failure>) -> CardTerms {
        let usual = if self.rules.is_none() { usual_rules(app) } else { Ok(None) };
        let rules = usual.and_then(|usual| {
            let note = usual
                .as_ref()
                .map(|(rules, whose)| format!("by the rules of {whose}: {rules}; `--rules` names others"));
            Ok((table_rules(self.rules.as_ref(), &[], usual.as_ref().map(|(rules, _)| rules))?, note))
        });
        let (rules, note) = rules.map_err(|more| failures.push(unusable(more))).ok().unzip();
        let upcard = self.up.as_deref().and_then(|card| {
            let unread = |fault| Failure::refused(fault).hint(Hint::advice("name one card, like `--up 7S`"));
            Upcard::read(card).map_err(|fault| failures.push(unread(fault))).ok()
        });
        let is_ignored = rules.as_ref().is_some_and(|table| table.rules.oklahoma == Oklahoma::Off);
        let ignored = upcard
            .filter(|_| is_ignored)
            .map(|upcard| format!("the upcard {upcard} sets no knock limit under these rules (oklahoma=off)"));
        CardTerms { rules, upcard, notes: note.flatten().into_iter().chain(ignored).map(Sentence::from).collect() }
    }
}

/// The rules of the current game while it is open, else those of the config, if it names any; and whose they are. Without a
/// book, or with one that cannot be read, cards can still be counted.
fn usual_rules(app: &App) -> Result<Option<(TableRules, String)>, Vec<Failure>> {
    let game = app.look(|book| Ok(book.current_game()?)).unwrap_or_default();
    if let Some(game) = game.filter(|game| game.scored.is_open()) {
        return Ok(Some((game.scored.game.rules, format!("game {}", game.number))));
    }
    let Some(name) = app.required_config().map_err(|broken| vec![broken])?.rules else { return Ok(None) };
    Ok(Some((table_rules(Some(&name.into()), &[], None)?, "the config".into())))
}

/// The typed cards, if they can be read. Adds a failure for each fault, with a mark under its place and the advice.
pub(crate) fn kept_cards<T>(
    text: &str,
    read: Result<T, Vec<ReadFault>>,
    advice: &str,
    failures: &mut Vec<Failure>,
) -> Option<T> {
    let failure = |fault: ReadFault| marked(&fault, text, fault.place.start).hint(Hint::advice(advice));
    read.map_err(|faults| failures.extend(faults.into_iter().map(failure))).ok()
}
