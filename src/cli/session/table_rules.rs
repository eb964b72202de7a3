//! The rules that flags name: a preset or a file, with single knobs set.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Session, Size, shown};
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Sentence};
use ginpad_core::rules::{Base, Contradiction, RuleFile, TableRules};
use ginpad_core::text::count;

/// The files of rules that were read, or why they could not be.
pub(super) type RuleFiles = BTreeMap<PathBuf, Result<RuleFile, Failure>>;

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

/// Whether `--rules` names a file: the name ends in `.toml`, or is a path with a separator. Values of knobs, like
/// `column_multipliers=1/1/2`, are not paths.
pub(crate) fn is_file(named: &str) -> bool {
    named.ends_with(".toml") || named.contains(['/', '\\']) && !named.contains('=')
}

/// A file of house rules. Each is read once.
///
/// # Errors
/// It cannot be read, or it contradicts itself. Every reason is given with its line.
pub(crate) fn rule_file(session: &Session, path: &Path) -> Result<RuleFile, Failure> {
    let mut files = session.rule_files.borrow_mut();
    files.entry(path.to_path_buf()).or_insert_with(|| read(session, path)).clone()
}

/// Reads the files of rules that the flags name. It is done before the book is opened: a slow disk must not keep others
/// from the book.
pub(super) fn read_ahead(session: &Session) {
    let named = ["rules", "as", "value"].into_iter().filter_map(|flag| session.invocation.values_of(flag)).flatten();
    for file in named.filter(|named| is_file(named)) {
        // Whoever uses the rules says what is wrong with them.
        let _ = rule_file(session, Path::new(&file));
    }
}

fn read(session: &Session, path: &Path) -> Result<RuleFile, Failure> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        // A pipe may have nobody who writes, and would be waited for.
        return Err(Failure::refused(format!("cannot read {}: it is not a regular file", shown(path))));
    }
    let text = session.text(path, Size::Written)?;
    RuleFile::read(&text).map_err(|faults| {
        let what = format!("{} has {}", shown(path), count(faults.total(), "fault"));
        Failure::listing(what, &faults)
    })
}
