//! `score`: the sheet of a game.

mod other_rules;
mod watch;

use std::path::{Path, PathBuf};

use clap::Args;
use other_rules::OtherRules;

use super::odds::{in_the_book, in_the_file};
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::StoredGame;
use crate::cli::face::ReportFlags;
use crate::cli::messages::consequences::{NotCounted, disagreements, not_counted, still_counts};
use crate::cli::printer::announce;
use crate::cli::session::page_file::would_replace;
use crate::cli::session::sheet_file::{SheetFile, Watch};
use crate::cli::session::{GameName, Session, shown, which_game};
use crate::disk::is_one_file;
use crate::render::{Place, PlacedGame};
use crate::reports::score::{GamesOfFile, ScoreReport, View};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::notation::print_moment;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad score                        the current game
  ginpad score 12                     game 12
  ginpad score @-1                    the game before the current one
  ginpad score --file friday.gin      a text sheet; no book is needed
  ginpad score --chart                the race, drawn in the terminal
  ginpad score --html friday.html     a page to print, to send or to hang on the wall
  ginpad score 12 --as hollywood      the same hands under other rules
  ginpad score --big                  large figures, to be read across the table
  ginpad score --big --watch          a board that shows every change; `q` leaves
  ginpad score --html b.html --watch  a page that is kept fresh
  ginpad score --odds                 with each side's chance to win
  ginpad score --json";

/// Show the score sheet
///
/// Shows points and running totals hand by hand, each column with a line where it closed, then the settlement. With `--as`, the game stands beside the same hands under other rules, with what differs and which knobs make the difference. With `--watch`, it is shown again whenever the book changes, also when another program or a pad changes it: on the whole screen of a terminal, else one below the other, with `--json` one document a line. Without GAME, whichever game is the current one is watched. `q`, `.` or Ctrl-C leaves.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// The game: its number, `@` for the current one, `@-1` for the one before; with `--file`, its number in the file
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// Score a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,

    /// Draw the race in each column
    #[arg(long, conflicts_with_all = ["json", "plain", "html", "csv", "as", "set", "odds"])]
    chart: bool,

    /// Draw the score in large figures, to be read across the table
    #[arg(long, conflicts_with_all = ["json", "plain", "html", "csv", "chart", "as", "set", "odds"])]
    big: bool,

    /// Stay open and show every change of the game; with `--html`, keep the page fresh
    #[arg(long, conflicts_with_all = ["file", "chart", "csv", "as", "set", "odds"])]
    watch: bool,

    /// Add each side's chance to win
    #[arg(long, conflicts_with_all = ["as", "set"])]
    odds: bool,

    /// The other rules.
    #[command(flatten)]
    other_rules: OtherRules,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

impl ScoreArgs {
    /// Shows the sheet.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let view = match (self.chart, self.big) {
            (true, _) => View::Chart,
            (_, true) => View::Board(None),
            _ => View::Sheet,
        };
        if self.watch {
            return watch::watch(session, self.game, view, self.flags.html.as_deref());
        }
        let file = self.file.as_deref();
        if let (Some(file), Some(html)) = (file, &self.flags.html)
            && is_one_file(file, html)
        {
            return Err(would_replace(html, "the text sheet"));
        }
        if self.other_rules.are_named() {
            return self.other_rules.run(session, file, self.game);
        }
        match file {
            Some(file) => self.of_file(session, file, view),
            None => in_the_pad(session, self.game, view, self.odds),
        }
    }

    fn of_file(&self, session: &Session, file: &Path, view: View) -> Result<Answer, Failure> {
        let wanted = place_in_file(self.game)?;
        let (mut found, mut only, mut games, mut all) = (0, None, GamesOfFile::default(), Vec::new());
        let mut remarks = NotCounted::default();
        let warnings = each_game(session, file, |game| {
            found += 1;
            let game = placed(session, game.scored(), None);
            if self.odds {
                all.push(game.scored.clone());
            }
            if wanted.is_none_or(|wanted| wanted == found) {
                remarks.look_at(&game.scored);
                games.push(&game)?;
                only = Some(game);
            }
            Ok(())
        })?;
        let report = match only {
            None => return Err(no_game_in_file(file, found, self.game)),
            Some(game) if found == 1 || wanted.is_some() => {
                let odds = self.odds.then(|| in_the_file(&all, &game.scored));
                ScoreReport::new(PlacedGame { odds, ..game })
            }
            Some(_) => {
                games.odds = all.iter().map(|game| in_the_file(&all, game)).collect();
                ScoreReport::several(games)
            }
        };
        Ok(answer(ScoreReport { view, ..report }, remarks.remarks()).remarks(warnings))
    }
}

fn in_the_pad(session: &Session, name: Option<GameName>, view: View, has_odds: bool) -> Result<Answer, Failure> {
    session.read(
        || Err(which_game::no_game()),
        |pad| {
            let game = which_game::game(pad, name)?;
            let odds = if has_odds { Some(in_the_book(pad, &game.scored)?) } else { None };
            let placed = PlacedGame { odds, ..placed(session, game.scored.clone(), place_of(&game)) };
            let report = ScoreReport { view, ..ScoreReport::new(placed) };
            let answer = answer(report, not_counted(&game.scored, None)).remarks(disagreements(&game));
            Ok(answer.remarks(still_counts(pad, &game)?))
        },
    )
}

/// The answer with warnings about hands that do not count. The sheet says so itself; the board and the races do not.
pub(crate) fn answer(report: ScoreReport, not_counted: Vec<Remark>) -> Answer {
    match report.view {
        View::Sheet => Answer::report(ScoreReport { remarks: not_counted, ..report }),
        View::Board(_) | View::Chart => Answer::report(report).remarks(not_counted),
    }
}

/// A game with its start as local clocks show it.
pub(crate) fn placed(session: &Session, scored: ScoredGame, place: impl Into<Place>) -> PlacedGame {
    let started = scored.game.started.map(|started| print_moment(session.here(started)));
    PlacedGame { scored, place: place.into(), started, odds: None }
}

/// The place of a game of the book.
pub(crate) const fn place_of(game: &StoredGame) -> Place {
    Place { number: Some(game.number), imported: game.record.is_imported }
}

/// The games of a text sheet, or the one with this number in the file.
///
/// # Errors
/// The file cannot be read, or it has faults, which are all given.
pub(crate) fn sheets(session: &Session, file: &Path, name: Option<GameName>) -> Result<Vec<ScoredGame>, Failure> {
    named(read_file(session, file)?.into_iter().map(Game::scored).collect(), file, name)
}

/// All of the games of a file, or the one with this number in it.
///
/// # Errors
/// The file has no such game.
pub(crate) fn named<T>(games: Vec<T>, file: &Path, name: Option<GameName>) -> Result<Vec<T>, Failure> {
    let Some(place) = place_in_file(name)? else { return Ok(games) };
    let has = games.len();
    let one = place.checked_sub(1).and_then(|at| games.into_iter().nth(at));
    one.map(|game| vec![game]).ok_or_else(|| no_game_in_file(file, has, name))
}

/// Which game of a file is meant, counted from 1; `None` for all of them.
fn place_in_file(name: Option<GameName>) -> Result<Option<usize>, Failure> {
    match name {
        None => Ok(None),
        Some(GameName::Number(number)) => Ok(Some(usize::try_from(number).unwrap_or(0))),
        Some(GameName::Current(_)) => Err(Failure::usage("a game of a file is named by its number")
            .hint(Hint::with("for every game of the file:", CommandLine::again().without("game")))),
    }
}

/// The file has fewer games.
fn no_game_in_file(file: &Path, has: usize, name: Option<GameName>) -> Failure {
    let number = match name {
        Some(GameName::Number(number)) => number,
        Some(GameName::Current(_)) | None => 0,
    };
    Failure::refused(format!("{} has {}; there is no game {number}", shown(file), count(has, "game")))
}

/// The games that a text file holds.
///
/// # Errors
/// The file cannot be read, or it has faults, which are all given.
pub(crate) fn read_file(session: &Session, file: &Path) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    let warnings = each_game(session, file, |game| {
        games.push(game);
        Ok(())
    })?;
    warnings.iter().for_each(|warning| announce(warning, session.screens(), session.invocation()));
    Ok(games)
}

/// Reads the games of a text file one after another, and returns warnings about it.
fn each_game(
    session: &Session,
    file: &Path,
    mut visit: impl FnMut(Game) -> Result<(), Failure>,
) -> Result<Vec<Remark>, Failure> {
    let mut sheet = SheetFile::open(file)?;
    sheet.each_game(session.local(), Watch::Bar, |game, _| visit(game))?;
    Ok(sheet.warnings())
}
