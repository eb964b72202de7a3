//! `games`: lists the games.

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::Pad;
use crate::cli::face::ReportFlags;
use crate::cli::session::Session;
use crate::cli::session::filter_args::{FilterArgs, Selection};
use crate::reports::games::{self, Listed};
use crate::reports::long::LongReport;
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
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let (mut list, remark) = session.read(|| Ok((games::list(), None)), |pad| self.listed(session, pad))?;
        list.about.why_empty = (list.len() == 0).then(|| match self.is_narrowed() {
            true => "no game fits".into(),
            false => Sentence::from("no games yet; start one with ").run(CommandLine::new_game()),
        });
        Ok(Answer::report(list).remarks(remark))
    }

    /// The list, and what was left out.
    fn listed(&self, session: &Session, pad: &Pad<'_>) -> Result<(LongReport, Option<Remark>), Failure> {
        let current = pad.current()?;
        let chosen = self.chosen(session, pad)?;
        let (mut list, mut finished) = (games::list(), 0);
        pad.each_game(&chosen.games, |game| {
            if self.open && !game.scored.is_open() {
                return Ok(());
            }
            finished += usize::from(game.scored.status() == Status::Finished);
            let (current, imported) = (current == Some(game.id), game.record.is_imported);
            games::add(&mut list, Listed { number: game.number, scored: &game.scored, current, imported })?;
            Ok::<(), Failure>(())
        })?;
        list.about = self.filter.about(session, list.len(), finished, None);
        Ok((list, chosen.remark()))
    }

    /// Whether not every game was asked for.
    fn is_narrowed(&self) -> bool {
        self.open || !self.filter.words().is_empty()
    }

    /// The games to list. Which of them are open is not known yet, so the newest are not chosen before that.
    fn chosen(&self, session: &Session, pad: &Pad<'_>) -> Result<Selection, Failure> {
        if self.filter.has_min_games() {
            let without = CommandLine::again().without("min-games");
            return Err(Failure::usage("`--min-games` is about players; a list of games has none")
                .hint(Hint::with("without it:", without)));
        }
        let mut wanted = self.filter.report(session, pad, Vec::new())?;
        let newest = wanted.filter.last.take_if(|_| self.open);
        let mut chosen = wanted.games(pad)?;
        if let Some(newest) = newest {
            let mut open = Vec::new();
            pad.each_game(&chosen.games, |game| {
                open.extend(game.scored.is_open().then_some(game.id));
                Ok::<(), Failure>(())
            })?;
            chosen.games = open.split_off(open.len().saturating_sub(newest));
        }
        Ok(chosen)
    }
}
