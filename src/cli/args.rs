//! The command line: every verb, and the examples above its help.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::face::{Face, ReportFlags};
use super::pad;
use super::printer::deliver;
use super::session::{Globals, Invocation, Session};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::commands::{
    backup, check, close, completions, config, conflicts, correct, deadwood, edit, explain, export, games, history,
    import, layoff, log, man, merge, move_hand, new, odds, overview, play, player, players, ratings, records, rescue,
    restore, rules, score, set, settle, standings, sync, undo, use_game, versus,
};

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
pub(super) struct Cli {
    /// The flags that every command takes.
    #[command(flatten)]
    pub globals: Globals,

    /// What to do; without it the current game is shown.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do. The flags of a command are only made known to clap when it is the one that was typed.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum Command {
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

impl Cli {
    /// Does what was asked, and prints the answer.
    pub(super) fn deliver(self, invocation: Invocation) -> ExitCode {
        let mut session = Session::new(self.globals, invocation);
        let face = Face::of(&session, self.command.as_ref().and_then(Command::report_flags));
        session.usual_rows = face.usual_rows();
        let mut command = self.command;
        let asked = command.as_mut().map_or(Ok(()), |command| command.ask(&session));
        let result = asked.and_then(|()| match command {
            Some(Command::Play(args)) => pad::play(args, &session),
            command => Command::run(command, &session),
        });
        // How the answer looks goes by the config, which may have faults to tell of.
        session.screens();
        let result = result.map(|answer| answer.or_done(session.done()).remarks(session.warnings()));
        let status = deliver(result, &face, &session);
        session.end();
        status
    }
}

impl Command {
    /// The flags of a report, if the command answers with one.
    pub(super) fn report_flags(&self) -> Option<&ReportFlags> {
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

    pub(super) fn run(command: Option<Command>, session: &Session) -> Result<Answer, Failure> {
        match command {
            None => overview::run(session),
            Some(Command::New(args)) => args.run(session),
            Some(Command::Log(args)) => args.run(session),
            Some(Command::Play(args)) => args.run(session),
            Some(Command::Score(args)) => args.run(session),
            Some(Command::Odds(args)) => args.run(session),
            Some(Command::Explain(args)) => args.run(session),
            Some(Command::Undo(args)) => args.run(session),
            Some(Command::Redo(args)) => args.run(session),
            Some(Command::History(args)) => args.run(session),
            Some(Command::Fix(args)) => args.run(session),
            Some(Command::Drop(args)) => args.run(session),
            Some(Command::Insert(args)) => args.run(session),
            Some(Command::Move(args)) => args.run(session),
            Some(Command::Conflicts(args)) => args.run(session),
            Some(Command::Set(args)) => args.run(session),
            Some(Command::Edit(args)) => args.run(session),
            Some(Command::Games(args)) => args.run(session),
            Some(Command::Use(args)) => args.run(session),
            Some(Command::Close(args)) => args.run(session),
            Some(Command::Standings(args)) => args.run(session),
            Some(Command::Versus(args)) => args.run(session),
            Some(Command::Player(args)) => args.run(session),
            Some(Command::Records(args)) => args.run(session),
            Some(Command::Ratings(args)) => args.run(session),
            Some(Command::Settle(args)) => args.run(session),
            Some(Command::Players(args)) => args.run(session),
            Some(Command::Deadwood(args)) => args.run(session),
            Some(Command::Layoff(args)) => args.run(),
            Some(Command::Rules(args)) => args.run(),
            Some(Command::Export(args)) => args.run(session),
            Some(Command::Import(args)) => args.run(session),
            Some(Command::Check(args)) => args.run(session),
            Some(Command::Backup(args)) => args.run(session),
            Some(Command::Merge(args)) => args.run(session),
            Some(Command::Sync(args)) => args.run(session),
            Some(Command::Restore(args)) => args.run(session),
            Some(Command::Rescue(args)) => args.run(),
            Some(Command::Config(args)) => args.run(session),
            Some(Command::Completions(args)) => args.run(),
            Some(Command::Man(args)) => args.run(session),
        }
    }
}
