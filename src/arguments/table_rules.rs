//! The rules that flags name: a preset or a file, with single knobs set.

use std::path::Path;

use crate::answer::{CommandLine, Failure, Hint, Sentence, printed};
use crate::app::source::text_of_regular_file;
use ginpad_core::text::count;
use ginpad_core::{About, RuleFile, TableRules};

pub(crate) use crate::app::config::is_file;

/// Rules as a user names them: a preset or a file. The file is read at once, so that a slow disk delays nobody who
/// waits for the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedRules {
    name: String,
    file: Option<Result<RuleFile, Failure>>,
}

impl From<String> for NamedRules {
    fn from(name: String) -> NamedRules {
        let file = is_file(&name).then(|| rule_file(Path::new(&name)));
        NamedRules { name, file }
    }
}

impl NamedRules {
    /// The name as it was typed.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the rules are in a file.
    pub(crate) const fn is_file(&self) -> bool {
        self.file.is_some()
    }
}

/// The hint for an unknown preset.
pub(crate) fn presets_hint() -> Hint {
    let presets = Sentence::default().run(CommandLine::of("rules"));
    Hint(presets.say(" lists the presets; a file of rules is named by its path, like `./friday.toml`"))
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
        (named, _) => TableRules::read(named.map_or("standard", NamedRules::name)),
    };
    TableRules::assemble(base, set).map_err(|refused| {
        let is_unknown = refused.iter().any(|one| one.about == About::Preset);
        let show =
            || Hint::does(CommandLine::of("rules show").words(["standard"]), "lists the knobs with their values");
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
