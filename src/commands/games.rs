//! `games`: lists the games.

use clap::Args;

use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::filter_args::FilterArgs;
use crate::reports::games::GamesReport;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad games                      oldest first; `*` marks the current one
  ginpad games --open               those that are not over
  ginpad games --player Ann --rules hollywood --since 2026";

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

/// Lists the games.
pub(crate) fn run(args: GamesArgs, app: &App) -> Result<Answer, Failure> {
    app.read(|pad| {
        let current = pad.current()?;
        let (mut wanted, []) = args.filter.read(app, pad, None, [])?;
        // Which games are open is known only when they are read, and so which open ones are the newest.
        let newest = wanted.filter.last.take_if(|_| args.open).unwrap_or(usize::MAX);
        let selection = wanted.games(pad)?;
        let mut report = GamesReport::default();
        pad.each_game(&selection.games, |game| {
            if !args.open || game.scored.is_open() {
                let (current, imported) = (current == Some(game.id), game.record.is_imported);
                report.add(game.number, &game.scored, current, imported);
            }
            Ok::<(), Failure>(())
        })?;
        report.keep_last(newest);
        Ok(Answer::headed(selection.head("Games", report.is_empty()), report))
    })
}
