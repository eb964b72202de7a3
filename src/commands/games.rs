//! `games`: lists the games.

use clap::Args;

use crate::answer::command_line::NEW_GAME;
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::filter_args::FilterArgs;
use crate::book::Pad;
use crate::reports::games::{GamesReport, ListedGame};
use ginpad_core::game::Status;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad games                      every game, oldest first; `*` marks the current one
  ginpad games --open               those that are not over
  ginpad games --player Ann --rules hollywood --since 2026
  ginpad games --json";

/// List the games
///
/// Every game, or those that fit the flags, oldest first.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Only games that are open
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

impl GamesArgs {
    /// Lists the games.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        let (mut list, remark) = app.read(|pad| self.listed(app, pad))?;
        list.about.why_empty = list.games.is_empty().then(|| match self.is_narrowed() {
            true => "no game fits".into(),
            false => format!("no games yet; start one: {NEW_GAME}").into(),
        });
        Ok(Answer::report(list).remarks(remark))
    }

    /// The list, and what was left out.
    fn listed(&self, app: &App, pad: &Pad<'_>) -> Result<(GamesReport, Option<Remark>), Failure> {
        if self.filter.has_min_games() {
            let without = CommandLine::again().without("min-games");
            return Err(Failure::usage("`--min-games` is about players; a list of games has none")
                .hint(Hint::with("without it:", without)));
        }
        let current = pad.current()?;
        let mut wanted = self.filter.report(app, pad, Vec::new())?;
        // Which games are open is known only when they are read, and so which open ones are the newest.
        let newest = wanted.filter.last.take_if(|_| self.open).unwrap_or(usize::MAX);
        let chosen = wanted.games(pad)?;
        let (mut list, mut finished) = (GamesReport::default(), 0);
        pad.each_game(&chosen.games, |game| {
            if self.open && !game.scored.is_open() {
                return Ok(());
            }
            finished += usize::from(game.scored.status() == Status::Finished);
            let (current, imported) = (current == Some(game.id), game.record.is_imported);
            list.games.push(ListedGame::new(game.number, &game.scored, current, imported));
            Ok::<(), Failure>(())
        })?;
        list.games.drain(..list.games.len().saturating_sub(newest));
        list.about = self.filter.about(app, list.games.len(), finished, None);
        Ok((list, chosen.remark()))
    }

    /// Whether not every game was asked for.
    fn is_narrowed(&self) -> bool {
        self.open || !self.filter.words().is_empty()
    }
}
