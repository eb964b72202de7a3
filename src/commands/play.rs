//! `play`: the pad, which stays open while people play.

mod act;
mod follow;
mod shell_line;
mod table;

use clap::Args;

use super::new::NewArgs;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::answer::{Answer, Content};
use crate::book::StoredGame;
use crate::cli::face;
use crate::cli::printer::deliver;
use crate::cli::session::{Face, GameName, Session, which_game};
use table::Table;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad play                       the current game; without one, asks who plays
  ginpad play Ann Bob               a new game, started as by `new`
  ginpad play --game 3              game 3

At the prompt:
  a5 23        Ann knocks with 5, Bob has 23 left: an entry, as `log` reads it
  bg31         Bob goes gin, Ann has 31 left
  a9 4         an undercut: the counts decide
  -            a dead hand
  u            undo; `r` redo
  3= a6 23     hand 3 was this; `= a6 23` corrects the last one
  s            the sheet; `b` the board; `e` explains the last hand; `o` the odds
  ? 7hdc 345s  what cards are worth; `? HAND / HAND` lays out both
  n            the next game of the same players
  ?            help; `.` or Ctrl-D leaves";

/// Keep the pad open at the table
///
/// Each line is an entry or a command. Every hand is kept at once, so that nothing is lost by Ctrl-C, a closed window or a lost line. A wrong line stays to be mended. What others write in the same book is shown. Lines are completed by Tab, and kept for the arrow keys.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    new: NewArgs,

    /// The game, if it is not the current one
    #[arg(
        long,
        value_name = "GAME",
        conflicts_with_all = ["sides", "rules", "set", "dealer", "stake", "stake-game", "stake-line", "title", "event", "at"]
    )]
    game: Option<GameName>,
}

impl PlayArgs {
    /// Opens the pad, and returns when it is left.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if session.face() != Face::Table {
            return Err(Failure::usage("`play` is for people at a terminal").hint(reads_entries()));
        }
        if !session.can_stay() {
            return Err(Failure::refused("`play` needs a person at a terminal").hint(reads_entries()));
        }
        let game = self.opened(session)?;
        Table::new(session, game)?.play()
    }

    /// The game to play: a new one if any of its arguments is given, else the one that is named, else the current one.
    /// Without any game, everything is asked.
    fn opened(self, session: &Session) -> Result<StoredGame, Failure> {
        let game = |name| session.read(|| Err(which_game::no_game()), |pad| which_game::game(pad, name));
        let there = || session.read(|| Ok(false), |pad| Ok(pad.current()?.is_some()));
        if self.new.are_given() || (self.game.is_none() && !there()?) {
            // The line above the prompt says what was started; only remarks are left to say.
            let mut begun = self.new.run(session)?;
            begun.content = Content::Nothing;
            deliver(Ok(begun), &face::Face::People, session);
            return game(None);
        }
        game(self.game)
    }
}

/// What to use where nobody types.
fn reads_entries() -> Hint {
    Hint::does(CommandLine::of("log").words(["-"]), "reads entries from standard input, one a line")
}
