//! `games`: lists the games.

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::Pad;
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone};
use crate::cli::session::spool::Spool;
use crate::cli::session::{Face, Session};
use crate::render::{self, GameLine, GameList, GameRow, json};

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
}

/// How many games were listed, and what was left out.
#[derive(Default)]
struct Listed {
    games: usize,
    remark: Option<Remark>,
}

impl GamesArgs {
    /// Lists the games.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match session.face() {
            Face::Json => {
                let mut text = Spool::new();
                text.add(&json::GAMES.opening())?;
                let listed = self.each(session, |at, row| text.add(&json::GAMES.item(at, &json::game(row))))?;
                text.add(&format!("{}\n", json::GAMES.closing(listed.games)))?;
                Ok(text.print(session)?.remarks(listed.remark))
            }
            Face::Plain => {
                let mut text = Spool::new();
                let listed = self.each(session, |_, row| text.add(&render::game_plain(row)))?;
                Ok(text.print(session)?.remarks(listed.remark))
            }
            Face::Table => self.table(session),
        }
    }

    /// Lists the games for people. Their lines are kept until all of them are measured.
    fn table(&self, session: &Session) -> Result<Answer, Failure> {
        let unusable = |error: serde_json::Error| Failure::fault(format!("a line cannot be kept: {error}"));
        let mut lines = Spool::new();
        let mut list = GameList::new();
        let listed = self.each(session, |_, row| {
            let line = GameLine::new(row);
            list.measure(&line);
            lines.add(&(serde_json::to_string(&line).map_err(unusable)? + "\n"))
        })?;
        if listed.games == 0 {
            let new = session.spell(&CommandLine::new_game());
            let none = format!("no games yet; start one with `{new}`");
            return Ok(Answer::of(if self.is_narrowed() { "no game fits".into() } else { none }).remarks(listed.remark));
        }
        let list = list.measured(session.look());
        let line = |kept: &str| Ok(list.game(&serde_json::from_str(kept).map_err(unusable)?));
        Ok(lines.print_lines(session, &list.heading(), line)?.remarks(listed.remark))
    }

    /// Whether not every game was asked for.
    fn is_narrowed(&self) -> bool {
        self.open || !self.filter.words().is_empty()
    }

    /// The games to list. Which of them are open is not known yet, so the newest are not chosen before that.
    fn chosen(&self, session: &Session, pad: &Pad<'_>) -> Result<Chosen, Failure> {
        if self.filter.has_min_games() {
            let without = CommandLine::again().without("min-games");
            return Err(Failure::usage("`--min-games` is about players; a list of games has none")
                .hint(Hint::with("without it:", without)));
        }
        let people = if self.is_narrowed() { everyone(pad)? } else { Vec::new() };
        let mut filter = self.filter.filter(session, &people)?;
        let newest = filter.last.take_if(|_| self.open);
        let mut chosen = Chosen::of_all(pad, &filter)?;
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

    /// Shows each game to `visit`, with its place in the list counted from 0. No game is kept.
    fn each(
        &self,
        session: &Session,
        mut visit: impl FnMut(usize, &GameRow<'_>) -> Result<(), Failure>,
    ) -> Result<Listed, Failure> {
        session.read(
            || Ok(Listed::default()),
            |pad| {
                let current = pad.current()?;
                let chosen = self.chosen(session, pad)?;
                let mut games = 0;
                pad.each_game(&chosen.games, |game| {
                    if self.open && !game.scored.is_open() {
                        return Ok(());
                    }
                    let (current, imported) = (current == Some(game.id), game.record.is_imported);
                    visit(games, &GameRow { number: game.number, scored: &game.scored, current, imported })?;
                    games += 1;
                    Ok::<(), Failure>(())
                })?;
                Ok(Listed { games, remark: chosen.remark() })
            },
        )
    }
}
