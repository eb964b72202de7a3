//! The rules that flags name: a preset or a file, with single knobs set.

use std::path::Path;

use super::{Session, Size, shown};
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Sentence};
use ginpad_core::rules::{Base, Contradiction, RuleFile, TableRules};
use ginpad_core::text::count;

/// The hint if rules are refused.
pub(crate) fn rules_hint(refused: &[Contradiction]) -> Option<Hint> {
    if refused.iter().any(|one| matches!(one, Contradiction::UnknownPreset { .. })) {
        return Some(presets_hint());
    }
    let show = || Hint::does(CommandLine::of("rules show").words(["standard"]), "lists the knobs with their values");
    (!refused.is_empty()).then(show)
}

/// The hint if a preset is not known.
pub(crate) fn presets_hint() -> Hint {
    let presets = Sentence::default().run(CommandLine::of("rules"));
    Hint::Try(presets.say(" lists the presets; a file of rules is named by its path, like `./friday.toml`"))
}

/// Why rules cannot be used.
#[derive(Debug)]
pub(crate) enum RulesFailure {
    /// They contradict themselves, or the preset does not exist.
    Refused(Vec<Contradiction>),
    /// Their file cannot be read.
    File(Failure),
}

impl From<RulesFailure> for Failure {
    /// The failure of a command that does nothing but use the rules.
    fn from(failure: RulesFailure) -> Failure {
        match failure {
            RulesFailure::Refused(refused) => {
                Failure::because("the rules cannot be used", &refused).hint_if(rules_hint(&refused))
            }
            RulesFailure::File(failure) => failure,
        }
    }
}

/// The rules that the flags name: a preset or a file, with single knobs set. If the flags name no rules, `otherwise` or
/// else `standard`.
///
/// # Errors
/// There are no such rules, or they contradict themselves. Every reason is given.
pub(crate) fn table_rules(
    session: &Session,
    named: Option<&str>,
    set: &[String],
    otherwise: Option<&TableRules>,
) -> Result<TableRules, RulesFailure> {
    let file;
    let base = match (named, otherwise) {
        (Some(path), _) if is_file(path) => {
            file = rule_file(session, Path::new(path)).map_err(RulesFailure::File)?;
            Base::File(&file)
        }
        (None, Some(otherwise)) => Base::Table(otherwise),
        (named, _) => Base::Named(named.unwrap_or("standard")),
    };
    TableRules::assemble(&base, set).map_err(RulesFailure::Refused)
}

/// Whether `--rules` names a file: the name ends in `.toml`, or is a path with a separator.
pub(crate) fn is_file(named: &str) -> bool {
    named.ends_with(".toml") || named.contains(['/', '\\'])
}

/// A file of house rules.
///
/// # Errors
/// It cannot be read, or it contradicts itself. Every reason is given with its line.
pub(crate) fn rule_file(session: &Session, path: &Path) -> Result<RuleFile, Failure> {
    let text = session.text(path, Size::Written)?;
    RuleFile::read(&text).map_err(|faults| {
        let what = format!("{} has {}", shown(path), count(faults.total(), "fault"));
        Failure::listing(what, &faults)
    })
}
