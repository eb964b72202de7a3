//! Every knob as a flag: `--target 150` says the same as `--set target=150`.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use ginpad_core::rules::Knob;

/// The knobs that were set by flags of their own, as `target=150`. No help lists these flags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KnobFlags(Vec<String>);

/// The knobs that have a flag: all but the one whose name is that of another flag, which says who deals first.
fn knobs() -> impl Iterator<Item = Knob> {
    Knob::ALL.iter().copied().filter(|knob| *knob != Knob::Dealer)
}

/// `--set` and the flags of knobs, by their ids: each turns knobs.
pub(crate) fn that_turn_knobs() -> Vec<&'static str> {
    knobs().map(Knob::name).chain(["set"]).collect()
}

impl KnobFlags {
    /// All knobs that are set: by `--set`, and by flags of their own.
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
