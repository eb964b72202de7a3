//! `play`: the arguments of the pad, which `cli/pad` keeps open at a terminal.

use clap::Args;

use super::new::NewArgs;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::GameName;

/// Keep the pad open at the table
///
/// Each line is an entry or a command. Every hand is saved at once: Ctrl-C, a closed window or a broken connection loses only what was not yet entered. Up brings back a line to mend it. The pad shows what others write in the same book. Tab completes a line.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) new: NewArgs,

    /// The game, if it is not the current one
    #[arg(
        long,
        value_name = "GAME",
        conflicts_with_all = ["sides", "rules", "set", "dealer", "stake", "stake-game", "stake-line", "title", "event", "at"]
    )]
    pub(crate) game: Option<GameName>,
}

/// Refuses to open the pad where nobody can type at it.
pub(crate) fn run(_: PlayArgs, _: &App) -> Result<Answer, Failure> {
    Err(without_a_terminal(Failure::refused("`play` needs a person at a terminal")))
}

/// Adds the hint that `log -` reads entries from standard input.
pub(crate) fn without_a_terminal(failure: Failure) -> Failure {
    let reads = CommandLine::of("log").words(["-"]);
    failure.hint(Hint::does(reads, "reads entries from standard input, one a line"))
}
