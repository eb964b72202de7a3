//! The command line as clap knows it: every verb, and the examples above its help.

use std::path::PathBuf;

use clap::{CommandFactory as _, Parser, Subcommand};

use super::{
    backup, check, correct, deadwood, edit, export, games, import, log, man, new, player, rules, score, set, settle,
    standings, sync, undo,
};
use crate::answer::{Answer, Failure};
use crate::app::{App, ColorWhen};
use crate::arguments::{ReportFlags, Reported};

#[cfg(feature = "club")]
use super::club;

const EXAMPLES: &str = "\
Keep the score of gin rummy played with real cards.

At the table:
  ginpad new Ann Bob             start a game; `ginpad new` starts the next one
  ginpad log ann knock 4 27      log a hand; or in short a4 27, bg31, dead
  ginpad play                    keep the pad open, and only type a4 27, bg31
  ginpad score                   the score sheet; `ginpad` also says who deals
  ginpad fix 2 bob gin 13        correct hand 2
  ginpad undo                    take back the last change
  ginpad deadwood 7hdc 345s ks   deadwood of cards, what to throw, may I knock";

/// The commands that the examples above do not show, by purpose.
const MORE: &[(&str, &str)] = &[
    ("putting right", "redo history drop insert move set edit conflicts"),
    ("games", "games use close explain odds"),
    ("all games", "standings versus player players records ratings settle"),
    ("cards, rules", "layoff rules"),
    ("the book", "export import check backup restore rescue merge sync"),
    #[cfg(feature = "club")]
    ("many tables", "club"),
    ("the program", "config completions man help"),
];

/// The flags that every command takes, in one line.
const EVERYWHERE: &str = "Everywhere: --book PATH, --json, --plain, --color WHEN, --no-input, --no-pager";

/// Keep the score of gin rummy played with real cards
#[derive(Debug, Parser)]
#[command(
    name = "ginpad",
    version,
    before_help = EXAMPLES,
    subcommand_value_name = "COMMAND",
    disable_help_subcommand = false,
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// The flags that every command takes.
    #[command(flatten)]
    pub globals: Globals,

    /// The command; without one, the current game is shown.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The flags that every command takes.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Globals {
    /// The book; without it, $GINPAD_BOOK, or else ginpad/book.db in the data folder
    #[arg(long, global = true, value_name = "PATH", help_heading = "Everywhere")]
    pub book: Option<PathBuf>,

    /// Answer with one JSON document
    #[arg(long, global = true, conflicts_with = "plain", help_heading = "Everywhere")]
    pub json: bool,

    /// Answer with one record a line, fields separated by tabs
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub plain: bool,

    /// When to use colour; without it, as NO_COLOR and the config say, or else auto
    #[arg(long, global = true, value_name = "WHEN", help_heading = "Everywhere")]
    pub color: Option<ColorWhen>,

    /// Never ask; fail if something is missing
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub no_input: bool,

    /// Print long answers at once
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub no_pager: bool,
}

/// Makes [`Command`] from a list. Each line has a command's arguments and the function that runs it; then, if it answers
/// with a report, the field of [`Reported`] that the function gets, and its Cargo feature, if it has one.
macro_rules! commands {
    ($($(#[$how:meta])* $name:ident($args:ty) = $module:ident::$run:ident $(=> $inner:ident)? $(if $feature:literal)?;)*) => {
        /// The commands. Clap gets the flags of a command only when it was typed.
        #[derive(Debug, Subcommand)]
        #[command(defer = true)]
        pub(crate) enum Command {
            $(
                $(#[cfg(feature = $feature)])?
                $(#[$how])*
                $name($args),
            )*
        }

        impl Command {
            /// The flags of a report, if the command answers with one.
            pub(crate) fn report_flags(&self) -> Option<&ReportFlags> {
                match self {
                    Command::Rules(args) => Some(&args.flags),
                    $(
                        $(#[cfg(feature = $feature)])?
                        $(Command::$name(Reported { $inner: _, flags }) => Some(flags),)?
                    )*
                    _ => None,
                }
            }

            /// Runs the command; without one, shows the current game.
            ///
            /// # Errors
            /// The command fails, for the reasons in the failure.
            pub(crate) fn run(command: Option<Command>, app: &App) -> Result<Answer, Failure> {
                match command {
                    None => score::overview(app),
                    $(
                        $(#[cfg(feature = $feature)])?
                        Some(Command::$name(args)) => $module::$run(args$(.$inner)?, app),
                    )*
                }
            }
        }
    };
}

commands! {
    New(new::NewArgs) = new::run;
    #[command(visible_alias = "l")]
    Log(log::LogArgs) = log::run;
    Play(log::PlayArgs) = log::play;
    #[command(visible_alias = "tally")]
    Score(Reported<score::ScoreArgs>) = score::run => args;
    Odds(Reported<score::OddsArgs>) = score::odds => args;
    Explain(score::ExplainArgs) = score::explain;
    /// Take back the last changes
    ///
    /// Works for every command but merge, restore and the import of a whole book, even after a game has ended or the program was closed. The last changes are those that this device made; one of another device is taken back by its id.
    Undo(undo::ChangesArgs) = undo::undo;
    /// Restore what was undone
    ///
    /// A change that `undo` took back can be restored until the next change of this device; with its id, at any time.
    Redo(undo::ChangesArgs) = undo::redo;
    History(Reported<undo::HistoryArgs>) = undo::history => args;
    Fix(correct::FixArgs) = correct::fix;
    Drop(correct::DropArgs) = correct::remove;
    Insert(correct::InsertArgs) = correct::insert;
    Move(correct::MoveArgs) = correct::move_hand;
    #[command(args_conflicts_with_subcommands = true)]
    Conflicts(Reported<check::ConflictsArgs>) = check::conflicts => args;
    Set(set::SetArgs) = set::run;
    Edit(edit::EditArgs) = edit::run;
    Games(Reported<games::GamesArgs>) = games::run => args;
    Use(games::UseArgs) = games::go_on;
    Close(games::CloseArgs) = games::close;
    Standings(Reported<standings::StandingsArgs>) = standings::run => args;
    Versus(Reported<standings::VersusArgs>) = standings::versus => args;
    #[command(subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
    Player(Reported<player::PlayerArgs>) = player::run => args;
    Records(Reported<standings::RecordsArgs>) = standings::records => args;
    Ratings(Reported<standings::RatingsArgs>) = standings::ratings => args;
    Settle(Reported<settle::SettleArgs>) = settle::run => args;
    Players(Reported<player::PlayersArgs>) = player::list => args;
    Deadwood(deadwood::DeadwoodArgs) = deadwood::run;
    Layoff(deadwood::LayoffArgs) = deadwood::layoff;
    #[command(args_conflicts_with_subcommands = true)]
    Rules(rules::RulesArgs) = rules::run;
    Export(export::ExportArgs) = export::run;
    Import(import::ImportArgs) = import::run;
    Check(Reported<check::CheckArgs>) = check::run => args;
    Backup(Reported<backup::BackupArgs>) = backup::run => args;
    Merge(backup::MergeArgs) = backup::merge;
    Sync(sync::SyncArgs) = sync::run;
    #[command(args_conflicts_with_subcommands = true)]
    Club(Reported<club::ClubArgs>) = club::run => args if "club";
    Restore(backup::RestoreArgs) = backup::restore;
    Rescue(backup::RescueArgs) = backup::rescue;
    Config(Reported<man::ConfigArgs>) = man::config => args;
    Completions(man::CompletionsArgs) = man::completions;
    Man(man::ManArgs) = man::run;
}

/// The command line as clap knows it, with every flag of every command. The help and the command reference are made from
/// it.
pub fn command() -> clap::Command {
    in_full(program())
}

/// The program with everything that clap adds to it, and the examples.
pub(crate) fn in_full(mut program: clap::Command) -> clap::Command {
    program.build();
    program.mut_subcommands(|command| with_examples(command, ""))
}

/// The examples of the commands, each below the command's name.
const EXAMPLES_OF_COMMANDS: &str = include_str!("examples.txt");

/// Puts its examples above the help of a command. `above` is the command that it belongs to, with a space.
fn with_examples(command: clap::Command, above: &str) -> clap::Command {
    let name = format!("{above}{}", command.get_name());
    let heading = format!("{name}\n");
    let examples = EXAMPLES_OF_COMMANDS.split("\n# ").find_map(|of| of.strip_prefix(&heading));
    let command = command.mut_subcommands(|part| with_examples(part, &format!("{name} ")));
    examples.into_iter().fold(command, |of, lines| of.before_help(format!("Examples:\n{}", lines.trim_end())))
}

/// Like [`command`], without the flags of the commands: clap adds those of a command once it is typed.
pub(crate) fn program() -> clap::Command {
    Cli::command()
}

/// Like [`command`], arranged for the help: the examples come first, and nothing is repeated.
pub(crate) fn help_pages() -> clap::Command {
    let more = MORE.iter().map(|(what_for, commands)| format!("  {what_for:14} {}\n", commands.replace(' ', ", ")));
    let more: String = more.collect();
    let more = format!("More commands:\n{more}\n{EVERYWHERE}\n`ginpad help COMMAND` says more, with examples.");
    let program = command().help_template("{before-help}{usage-heading} {usage}{after-help}").after_help(more);
    program.mut_subcommands(help_page)
}

/// The help of a command. Its flags have a line each, without those that every command takes.
fn help_page(command: clap::Command) -> clap::Command {
    let text = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let about = text(command.get_long_about().or_else(|| command.get_about()));
    let examples = text(command.get_before_help());
    let before = if examples.is_empty() { about } else { format!("{examples}\n\n{about}") };
    let in_short = |arg: clap::Arg| match arg.get_long_help().cloned() {
        _ if arg.get_help_heading() == Some("Everywhere") || arg.get_id() == "help" => arg.hide(true),
        Some(help) => arg.help(help).long_help(None::<&str>),
        None => arg,
    };
    command
        .help_template("{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}")
        .before_help(before)
        .after_help(EVERYWHERE)
        .long_about(None::<&str>)
        .mut_args(in_short)
        .mut_subcommands(help_page)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_examples_fit_eighty_columns() {
        for command in command().get_subcommands() {
            let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
            for line in examples.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }

    #[test]
    fn no_help_is_longer_than_a_screen() {
        // The page of `help` is the list of all commands.
        for page in help_pages().get_subcommands().filter(|page| page.get_name() != "help") {
            let help = page.clone().term_width(100).render_help().to_string();
            assert!(help.lines().count() <= 40, "{help}");
        }
    }

    #[test]
    fn the_help_names_every_command() {
        let examples = EXAMPLES.lines().filter_map(|line| line.strip_prefix("  ginpad ")?.split(' ').next());
        let named: Vec<&str> = MORE.iter().flat_map(|(_, commands)| commands.split(' ')).chain(examples).collect();
        let commands: BTreeSet<String> =
            command().get_subcommands().map(|command| command.get_name().to_string()).collect();
        assert_eq!(named.len(), commands.len(), "each once");
        assert_eq!(named.into_iter().map(str::to_string).collect::<BTreeSet<String>>(), commands);
    }
}
