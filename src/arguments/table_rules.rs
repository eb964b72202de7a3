//! The rules that flags name: a preset or a file, with single knobs set.

use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use crate::answer::file_words::printed;
use crate::answer::{CommandLine, Failure, Hint, Sentence};
use crate::app::source::text_of_regular_file;
use ginpad_core::rules::{About, Knob, RuleFile, TableRules};
use ginpad_core::text::count;

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

/// The knobs that were set by their own flags, as `target=150`. No help lists these flags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KnobFlags(Vec<String>);

/// The knobs that have a flag: all but `dealer`, whose name belongs to the flag for the first dealer.
fn knobs() -> impl Iterator<Item = Knob> {
    Knob::ALL.iter().copied().filter(|knob| *knob != Knob::Dealer)
}

/// The ids of the flags that set knobs: `--set`, and the flag of each knob.
pub(crate) fn knob_flags() -> Vec<&'static str> {
    knobs().map(Knob::name).chain(["set"]).collect()
}

impl KnobFlags {
    /// All knobs that are set, by `--set` and by their own flags.
    pub(crate) fn with(&self, set: &[String]) -> Vec<String> {
        [set, &self.0].concat()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Args for KnobFlags {
    fn augment_args(command: clap::Command) -> clap::Command {
        let flag = |knob: Knob| {
            let name = knob.name();
            Arg::new(name)
                .long(name.replace('_', "-"))
                .alias(name)
                .value_name("VALUE")
                .allow_negative_numbers(true)
                .help(knob.meaning())
                .action(ArgAction::Append)
                .hide(true)
        };
        command.args(knobs().map(flag))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        KnobFlags::augment_args(command)
    }
}

impl FromArgMatches for KnobFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<KnobFlags, clap::Error> {
        let set = |knob: Knob| {
            let values = matches.get_many::<String>(knob.name()).into_iter().flatten();
            values.map(move |value| format!("{}={value}", knob.name()))
        };
        Ok(KnobFlags(knobs().flat_map(set).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = KnobFlags::from_arg_matches(matches)?;
        Ok(())
    }
}
