//! The game of a command that takes nothing else without a flag.

use clap::Args;

use super::GameName;

/// The game that a command is about: a bare number. `--game` does as well, because other commands name a game so.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct GameArg {
    /// The game: its number, `@` for the current one, `@-1` for the one before
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// The same
    #[arg(long = "game", id = "game-flag", value_name = "GAME", hide = true, conflicts_with = "game")]
    flag: Option<GameName>,
}

impl GameArg {
    /// The game, if one is named.
    pub(crate) fn name(self) -> Option<GameName> {
        self.game.or(self.flag)
    }
}
