//! The rules that flags name, and the flags of the commands about cards.

use std::path::Path;

use clap::Args;

use super::which_game::marked;
use crate::answer::{Failure, Hint, Sentence, printed};
use crate::app::App;
use crate::app::source::text_of_regular_file;
use ginpad_core::cards::ReadFault;
use ginpad_core::hand::Upcard;
use ginpad_core::rules::Oklahoma;
use ginpad_core::text::count;
use ginpad_core::{About, RuleFile, TableRules};

pub(crate) use crate::app::config::is_file;

/// Rules as a user names them: a preset or a file. The file is read at once, so that a slow disk delays nobody who
/// waits for the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedRules {
    /// The name as it was typed.
    pub(crate) name: String,
    /// The rules, if they are in a file.
    pub(crate) file: Option<Result<RuleFile, Failure>>,
}

impl From<String> for NamedRules {
    fn from(name: String) -> NamedRules {
        let file = is_file(&name).then(|| rule_file(Path::new(&name)));
        NamedRules { name, file }
    }
}

/// The hint for an unknown preset.
pub(crate) fn presets_hint() -> Hint {
    Hint::does("rules", "lists the presets; a file of rules is named by its path, like `./friday.toml`")
}

/// The rules that the flags name: a preset or a file, with single knobs set. If the flags name no rules, the knobs are
/// set on `default_rules`, or else on `standard`.
///
/// # Errors
/// There are no such rules, or they contradict themselves. Every reason is given, the first with a hint.
pub(crate) fn table_rules(
    named: Option<&NamedRules>,
    set: &[String],
    default_rules: Option<&TableRules>,
) -> Result<TableRules, Vec<Failure>> {
    let base = match (named, default_rules) {
        (Some(NamedRules { file: Some(file), .. }), _) => {
            Ok(file.as_ref().map_err(|why| vec![why.clone()])?.table.clone())
        }
        (None, Some(default_rules)) => Ok(default_rules.clone()),
        (named, _) => TableRules::read(named.map_or("standard", |named| &named.name)),
    };
    TableRules::assemble(base, set).map_err(|refused| {
        let is_unknown = refused.iter().any(|one| one.about == About::Preset);
        let show = || Hint::does("rules show standard", "lists the knobs with their values");
        let mut hint = Some(if is_unknown { presets_hint() } else { show() });
        refused.iter().map(|one| Failure::refused(one).hint(hint.take())).collect()
    })
}

/// The failure of a command that only uses rules.
pub(crate) fn unusable(failures: Vec<Failure>) -> Failure {
    Failure::all("the rules cannot be used", failures)
}

/// A file of house rules.
///
/// # Errors
/// It cannot be read, or it contradicts itself. Every reason is given with its line.
pub(crate) fn rule_file(path: &Path) -> Result<RuleFile, Failure> {
    RuleFile::read(&text_of_regular_file(path)?).map_err(|faults| {
        let what = format!("{} has {}", printed(path), count(faults.total(), "fault"));
        Failure::listing(what, &faults)
    })
}

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

/// The values of those flags.
#[derive(Debug)]
pub(crate) struct CardTerms {
    pub rules: TableRules,
    /// The upcard, if one was given.
    pub upcard: Option<Upcard>,
    /// Notes on where the rules come from, and on an upcard that they ignore.
    pub notes: Vec<Sentence>,
}

impl CardFlags {
    /// Reads the flags; or adds their faults to `failures`.
    pub(crate) fn read(&self, app: &App, failures: &mut Vec<Failure>) -> Option<CardTerms> {
        let usual = if self.rules.is_none() { usual_rules(app) } else { Ok(None) };
        let rules = usual.and_then(|usual| {
            let rules = table_rules(self.rules.as_ref(), &[], usual.as_ref().map(|(rules, _)| rules))?;
            Ok((rules, usual.map(|(rules, whose)| format!("by the rules of {whose}: {rules}; `--rules` names others"))))
        });
        let rules = rules.map_err(|more| failures.push(unusable(more))).ok();
        let upcard = self.up.as_deref().map(Upcard::read).transpose().map_err(|fault| {
            failures.push(Failure::refused(fault).advise("name one card, like `--up 7S`"));
        });
        let ((rules, note), upcard) = rules.zip(upcard.ok())?;
        let ignored = upcard.filter(|_| rules.rules.oklahoma == Oklahoma::Off);
        let ignored =
            ignored.map(|upcard| format!("the upcard {upcard} sets no knock limit under these rules (oklahoma=off)"));
        Some(CardTerms { rules, upcard, notes: note.into_iter().chain(ignored).map(Sentence::from).collect() })
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
    let failure = |fault: ReadFault| marked(&fault, text, fault.place.start).advise(advice);
    read.map_err(|faults| failures.extend(faults.into_iter().map(failure))).ok()
}
