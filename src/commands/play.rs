//! `play`: the arguments of the pad, which the program keeps open at a terminal (`cli/pad`).

use clap::Args;

use super::new::NewArgs;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::cli::session::{Face, GameName, Session};

/// Keep the pad open at the table
///
/// Each line is an entry or a command. Every hand is kept at once, so that nothing is lost by Ctrl-C, a closed window or a lost line. Up brings back a line to mend it. What others write in the same book is shown. Lines are completed by Tab, and kept for the arrow keys.
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

impl PlayArgs {
    /// Refuses to open the pad where nobody can type at it.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let failure = match session.face() {
            Face::Table => Failure::refused("`play` needs a person at a terminal"),
            Face::Json | Face::Plain => Failure::usage("`play` is for people at a terminal"),
        };
        let reads = CommandLine::of("log").words(["-"]);
        Err(failure.hint(Hint::does(reads, "reads entries from standard input, one a line")))
    }
}
