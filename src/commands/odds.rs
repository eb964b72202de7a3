//! `odds`: each side's chance to win from the score as it stands.

use std::path::{Path, PathBuf};

use clap::Args;

use super::score::{named, read_file};
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::table_rules::{NamedRules, table_rules, unusable};
use crate::arguments::{GameName, which_game};
use crate::book::{BookError, Pad};
use crate::render::odds::GameOdds;
use crate::reports::odds::{OddsReport, OddsTableReport};
use crate::wording::consequences::{disagreements, not_counted};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::odds::{NeedsTable, NoOdds, Odds, OwnHands};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad odds                       the current game
  ginpad odds 12                    game 12
  ginpad odds --file friday.gin     a text sheet; no book is needed
  ginpad odds --table               the chance by what each side needs
  ginpad odds --table --rules palace";

/// Show each side's chance to win from the score as it stands
///
/// The chance rests on hands between simulated players, mixed with the hands that these two sides have won against each other. It is exact for that model in a single column and a best-of; other games are played on ten thousand times.
#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    /// The game: its number, `@` for the current one, `@-1` for the one before; with `--file`, its number in the file
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// Read a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,

    /// Show the chance to finish a column, for many scores
    #[arg(long)]
    table: bool,

    /// The table for these rules and two strangers: a preset or a file of rules
    #[arg(long, value_name = "RULES", requires = "table", conflicts_with_all = ["game", "file"])]
    rules: Option<NamedRules>,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

impl OddsArgs {
    /// Shows the odds, or a table of chances.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        match (&self.rules, &self.file) {
            (Some(rules), _) => {
                let rules = table_rules(Some(rules), &[], None).map_err(unusable)?;
                let odds = NeedsTable::of_strangers(&rules.rules);
                Ok(Answer::report(OddsTableReport::new(None, None, &rules, odds)))
            }
            (None, Some(file)) => self.of_file(app, file),
            (None, None) if self.table => app.read(|pad| {
                let game = which_game::game(pad, self.game)?;
                let answer = table_of(Some(game.number), &game.scored, &own_hands(pad, &game.scored)?);
                Ok(answer.remarks(not_counted(&game.scored, None)).remarks(disagreements(&game)))
            }),
            (None, None) => of_game(app, self.game),
        }
    }

    fn of_file(&self, app: &App, file: &Path) -> Result<Answer, Failure> {
        let all: Vec<ScoredGame> = read_file(app, file)?.into_iter().map(Game::scored).collect();
        let games = named(all.iter().collect(), file, self.game)?;
        let odds = |game: &&ScoredGame| GameOdds::new(None, game, in_the_file(app, &all, game));
        match (games.as_slice(), self.table) {
            ([game], true) => Ok(table_of(None, game, &own_hands_of(&all, game))),
            (_, true) => Err(Failure::usage("a table is for one game, and the file holds several")
                .hint(Hint::with("name one, like", CommandLine::again().operand("game", ["1"])))),
            (games, false) => Ok(Answer::report(OddsReport { games: games.iter().map(odds).collect() })),
        }
    }
}

/// The odds of a game of the book.
///
/// # Errors
/// There is no such game, or the book cannot be read.
pub(crate) fn of_game(app: &App, name: Option<GameName>) -> Result<Answer, Failure> {
    app.read(|pad| {
        let game = which_game::game(pad, name)?;
        let odds = in_the_book(app, pad, &game.scored)?;
        let report = OddsReport { games: vec![GameOdds::new(Some(game.number), &game.scored, odds)] };
        Ok(Answer::report(report).remarks(not_counted(&game.scored, None)).remarks(disagreements(&game)))
    })
}

fn table_of(number: Option<i64>, game: &ScoredGame, own: &OwnHands<'_>) -> Answer {
    Answer::report(OddsTableReport::new(number, Some(game), &game.game.rules, NeedsTable::new(own)))
}

/// The odds of a game of the book, or why there are none. A game that is over has its result without reading others.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(super) fn in_the_book(app: &App, pad: &Pad<'_>, game: &ScoredGame) -> Result<Result<Odds, NoOdds>, Failure> {
    Ok(odds_of(app, game, &if game.is_open() { own_hands(pad, game)? } else { own_hands_of(&[], game) }))
}

/// The odds of a game of a file, or why there are none.
pub(super) fn in_the_file(app: &App, all: &[ScoredGame], game: &ScoredGame) -> Result<Odds, NoOdds> {
    odds_of(app, game, &own_hands_of(all, game))
}

/// Each side's chance to win, and tells the door how far it is, because many games may be played on for it.
///
/// # Errors
/// There are no odds, for the reason given.
fn odds_of(app: &App, game: &ScoredGame, own: &OwnHands<'_>) -> Result<Odds, NoOdds> {
    let progress = app.door().begin("playing on", Odds::MOST_GAMES as usize);
    Odds::watched(game, own, &mut || progress.advance(1))
}

/// The hands that the two sides of a game have won against each other, in all games of the book.
///
/// # Errors
/// The book cannot be read, or is damaged.
fn own_hands<'g>(pad: &Pad<'_>, game: &'g ScoredGame) -> Result<OwnHands<'g>, Failure> {
    let mut own = OwnHands::new(&game.game.players, &game.game.rules.rules);
    let games = pad.games_where(|game| own.are_of(&game.players))?;
    pad.each_game(&games, |game| -> Result<(), BookError> {
        own.add(&game.scored);
        Ok(())
    })?;
    Ok(own)
}

/// The hands that the two sides of a game have won against each other, in all games of a file.
fn own_hands_of<'g>(games: &[ScoredGame], game: &'g ScoredGame) -> OwnHands<'g> {
    let mut own = OwnHands::new(&game.game.players, &game.game.rules.rules);
    games.iter().for_each(|game| own.add(game));
    own
}
