//! The command line as clap knows it: every verb, and the examples above its help.

use std::path::PathBuf;

use clap::{CommandFactory as _, Parser, Subcommand};

use super::{
    backup, check, close, completions, config, conflicts, correct, deadwood, edit, explain, export, games, history,
    import, layoff, log, man, merge, move_hand, new, odds, overview, play, player, players, ratings, records, rescue,
    restore, rules, score, set, settle, standings, sync, undo, use_game, versus,
};
use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::app::config::ColorWhen;
use crate::arguments::ReportFlags;

const EXAMPLES: &str = "\
Keep the score of gin rummy played with real cards.

An evening:
  ginpad new Ann Bob              start a game
  ginpad log ann knock 4 27       Ann knocks with 4, Bob is left with 27
  ginpad log bg31                 Bob goes gin, Ann is left with 31
  ginpad play                     or keep the pad open: `a4 27`, `bg31`, `u` undoes
  ginpad log dead                 the stock ran down
  ginpad fix 2 bob gin 13         hand 2 was wrong
  ginpad undo                     take back the last change
  ginpad                          the sheet, and whose deal it is
  ginpad new                      the next game of the same players
  ginpad deadwood 7hdc 345s ks    deadwood of cards, what to throw, may I knock";

/// Keep the score of gin rummy played with real cards
#[derive(Debug, Parser)]
#[command(
    name = "ginpad",
    version,
    help_template = "{before-help}{usage-heading} {usage}\n\n{all-args}\n\n`ginpad help COMMAND` says more, with examples.",
    before_help = EXAMPLES,
    subcommand_value_name = "COMMAND",
    disable_help_subcommand = false,
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// The flags that every command takes.
    #[command(flatten)]
    pub globals: Globals,

    /// What to do; without it the current game is shown.
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

/// What to do. The flags of a command are only made known to clap when it is the one that was typed.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    #[command(before_help = new::EXAMPLES)]
    New(new::NewArgs),
    #[command(visible_alias = "l", before_help = log::EXAMPLES)]
    Log(log::LogArgs),
    #[command(before_help = play::EXAMPLES)]
    Play(play::PlayArgs),
    #[command(visible_alias = "tally", before_help = score::EXAMPLES)]
    Score(score::ScoreArgs),
    #[command(before_help = odds::EXAMPLES)]
    Odds(odds::OddsArgs),
    #[command(before_help = explain::EXAMPLES)]
    Explain(explain::ExplainArgs),
    #[command(before_help = undo::UNDO_EXAMPLES)]
    Undo(undo::UndoArgs),
    #[command(before_help = undo::REDO_EXAMPLES)]
    Redo(undo::RedoArgs),
    #[command(before_help = history::EXAMPLES)]
    History(history::HistoryArgs),
    #[command(before_help = correct::FIX_EXAMPLES)]
    Fix(correct::FixArgs),
    #[command(before_help = correct::DROP_EXAMPLES)]
    Drop(correct::DropArgs),
    #[command(before_help = correct::INSERT_EXAMPLES)]
    Insert(correct::InsertArgs),
    #[command(before_help = move_hand::EXAMPLES)]
    Move(move_hand::MoveArgs),
    #[command(before_help = conflicts::EXAMPLES, args_conflicts_with_subcommands = true)]
    Conflicts(conflicts::ConflictsArgs),
    #[command(before_help = set::EXAMPLES)]
    Set(set::SetArgs),
    #[command(before_help = edit::EXAMPLES)]
    Edit(edit::EditArgs),
    #[command(before_help = games::EXAMPLES)]
    Games(games::GamesArgs),
    #[command(before_help = use_game::EXAMPLES)]
    Use(use_game::UseArgs),
    #[command(before_help = close::EXAMPLES)]
    Close(close::CloseArgs),
    #[command(before_help = standings::EXAMPLES)]
    Standings(standings::StandingsArgs),
    #[command(before_help = versus::EXAMPLES)]
    Versus(versus::VersusArgs),
    #[command(before_help = player::EXAMPLES, subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
    Player(player::PlayerArgs),
    #[command(before_help = records::EXAMPLES)]
    Records(records::RecordsArgs),
    #[command(before_help = ratings::EXAMPLES)]
    Ratings(ratings::RatingsArgs),
    #[command(before_help = settle::EXAMPLES)]
    Settle(settle::SettleArgs),
    #[command(before_help = players::EXAMPLES)]
    Players(players::PlayersArgs),
    #[command(before_help = deadwood::EXAMPLES)]
    Deadwood(deadwood::DeadwoodArgs),
    #[command(before_help = layoff::EXAMPLES)]
    Layoff(layoff::LayoffArgs),
    #[command(before_help = rules::EXAMPLES, args_conflicts_with_subcommands = true)]
    Rules(rules::RulesArgs),
    #[command(before_help = export::EXAMPLES)]
    Export(export::ExportArgs),
    #[command(before_help = import::EXAMPLES)]
    Import(import::ImportArgs),
    #[command(before_help = check::EXAMPLES)]
    Check(check::CheckArgs),
    #[command(before_help = backup::EXAMPLES)]
    Backup(backup::BackupArgs),
    #[command(before_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    #[command(before_help = sync::EXAMPLES)]
    Sync(sync::SyncArgs),
    #[command(before_help = restore::EXAMPLES)]
    Restore(restore::RestoreArgs),
    #[command(before_help = rescue::EXAMPLES)]
    Rescue(rescue::RescueArgs),
    #[command(before_help = config::EXAMPLES)]
    Config(config::ConfigArgs),
    #[command(before_help = completions::EXAMPLES)]
    Completions(completions::CompletionsArgs),
    #[command(before_help = man::EXAMPLES)]
    Man(man::ManArgs),
}

impl Command {
    /// The flags of a report, if the command answers with one.
    pub(crate) fn report_flags(&self) -> Option<&ReportFlags> {
        match self {
            Command::Backup(args) => Some(&args.flags),
            Command::Check(args) => Some(&args.flags),
            Command::Config(args) => Some(args.flags()),
            Command::Conflicts(args) => Some(&args.flags),
            Command::Games(args) => Some(&args.flags),
            Command::History(args) => Some(&args.flags),
            Command::Rules(args) => Some(args.flags()),
            Command::Score(args) => Some(&args.flags),
            Command::Odds(args) => Some(&args.flags),
            Command::Player(args) => Some(&args.flags),
            Command::Players(args) => Some(&args.flags),
            Command::Ratings(args) => Some(&args.flags),
            Command::Records(args) => Some(&args.flags),
            Command::Settle(args) => Some(&args.flags),
            Command::Standings(args) => Some(&args.flags),
            Command::Versus(args) => Some(&args.flags),
            _ => None,
        }
    }

    /// Does what was asked; without a command, shows the current game.
    ///
    /// # Errors
    /// It cannot be done, for the reasons that the failure gives.
    pub(crate) fn run(command: Option<Command>, app: &App) -> Result<Answer, Failure> {
        match command {
            None => overview::run(app),
            Some(Command::New(args)) => args.run(app),
            Some(Command::Log(args)) => args.run(app),
            Some(Command::Play(args)) => args.run(),
            Some(Command::Score(args)) => args.run(app),
            Some(Command::Odds(args)) => args.run(app),
            Some(Command::Explain(args)) => args.run(app),
            Some(Command::Undo(args)) => args.run(app),
            Some(Command::Redo(args)) => args.run(app),
            Some(Command::History(args)) => args.run(app),
            Some(Command::Fix(args)) => args.run(app),
            Some(Command::Drop(args)) => args.run(app),
            Some(Command::Insert(args)) => args.run(app),
            Some(Command::Move(args)) => args.run(app),
            Some(Command::Conflicts(args)) => args.run(app),
            Some(Command::Set(args)) => args.run(app),
            Some(Command::Edit(args)) => args.run(app),
            Some(Command::Games(args)) => args.run(app),
            Some(Command::Use(args)) => args.run(app),
            Some(Command::Close(args)) => args.run(app),
            Some(Command::Standings(args)) => args.run(app),
            Some(Command::Versus(args)) => args.run(app),
            Some(Command::Player(args)) => args.run(app),
            Some(Command::Records(args)) => args.run(app),
            Some(Command::Ratings(args)) => args.run(app),
            Some(Command::Settle(args)) => args.run(app),
            Some(Command::Players(args)) => args.run(app),
            Some(Command::Deadwood(args)) => args.run(),
            Some(Command::Layoff(args)) => args.run(),
            Some(Command::Rules(args)) => args.run(),
            Some(Command::Export(args)) => args.run(app),
            Some(Command::Import(args)) => args.run(app),
            Some(Command::Check(args)) => args.run(app),
            Some(Command::Backup(args)) => args.run(app),
            Some(Command::Merge(args)) => args.run(app),
            Some(Command::Sync(args)) => args.run(app),
            Some(Command::Restore(args)) => args.run(app),
            Some(Command::Rescue(args)) => args.run(app),
            Some(Command::Config(args)) => args.run(app),
            Some(Command::Completions(args)) => args.run(),
            Some(Command::Man(args)) => args.run(app),
        }
    }
}

/// The command line as clap knows it, with every flag of every command. The help and the command reference are made from
/// it.
pub(crate) fn command() -> clap::Command {
    let mut program = program();
    program.build();
    program
}

/// The same without the flags of the commands: clap adds those of a command once it is typed.
pub(crate) fn program() -> clap::Command {
    Cli::command()
}
