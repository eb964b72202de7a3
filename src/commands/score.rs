//! `score`: the sheet of a game.

mod other_rules;

use std::path::{Path, PathBuf};

use clap::Args;
use other_rules::OtherRules;

use super::odds::{in_the_book, in_the_file};
use crate::answer::file_words::shown;
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::app::page_file::would_replace;
use crate::app::sheet_file::SheetFile;
use crate::arguments::ReportFlags;
use crate::arguments::{GameName, which_game};
use crate::book::StoredGame;
use crate::disk::is_one_file;
use crate::render::{Place, PlacedGame};
use crate::reports::score::{ScoreReport, View};
use crate::wording::consequences::{NotCounted, disagreements, marked_in_vain, not_counted, still_counts};
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
    pub(crate) game: Option<GameName>,

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
    pub(crate) watch: bool,

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
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        let view = self.view();
        let file = self.file.as_deref();
        if let (Some(file), Some(html)) = (file, &self.flags.html)
            && is_one_file(file, html)
        {
            return Err(would_replace(html, "the text sheet"));
        }
        if self.other_rules.are_named() {
            return self.other_rules.run(app, file, self.game);
        }
        match file {
            Some(file) => self.of_file(app, file, view),
            None => in_the_pad(app, self.game, view, self.odds),
        }
    }

    /// What of the game is shown.
    pub(crate) const fn view(&self) -> View {
        match (self.chart, self.big) {
            (true, _) => View::Chart,
            (_, true) => View::Board(None),
            _ => View::Sheet,
        }
    }

    fn of_file(&self, app: &App, file: &Path, view: View) -> Result<Answer, Failure> {
        let mut sheet = SheetFile::open(file)?;
        let mut all = Vec::new();
        sheet.each_game(app.local(), Some(app.door()), |game, _| {
            all.push(game.scored());
            Ok(())
        })?;
        let shown = |game: &ScoredGame| {
            let odds = self.odds.then(|| in_the_file(app, &all, game));
            PlacedGame { odds, ..placed(app, game.clone(), None) }
        };
        let games = named(all.iter().collect(), file, self.game)?;
        let remarks = NotCounted::among(games.iter().copied());
        let report = match games.as_slice() {
            [only] => ScoreReport::new(shown(only)),
            several => ScoreReport::several(several.iter().map(|game| shown(game)).collect()),
        };
        Ok(answer(ScoreReport { view, ..report }, remarks.remarks()).remarks(warnings(&sheet)))
    }
}

fn in_the_pad(app: &App, name: Option<GameName>, view: View, has_odds: bool) -> Result<Answer, Failure> {
    app.read(|pad| {
        let game = which_game::game(pad, name)?;
        let odds = if has_odds { Some(in_the_book(app, pad, &game.scored)?) } else { None };
        let placed = PlacedGame { odds, ..placed(app, game.scored.clone(), place_of(&game)) };
        let report = ScoreReport { view, ..ScoreReport::new(placed) };
        let answer = answer(report, not_counted(&game.scored, None)).remarks(disagreements(&game));
        Ok(answer.remarks(still_counts(pad, &game)?))
    })
}

/// The answer with warnings about hands that do not count. The sheet says so itself; the board and the races do not.
pub(crate) fn answer(report: ScoreReport, not_counted: Vec<Remark>) -> Answer {
    match report.view {
        View::Sheet => Answer::report(ScoreReport { remarks: not_counted, ..report }),
        View::Board(_) | View::Chart => Answer::report(report).remarks(not_counted),
    }
}

/// A game with its start as local clocks show it.
pub(crate) fn placed(app: &App, scored: ScoredGame, place: impl Into<Place>) -> PlacedGame {
    let started = scored.game.started.map(|started| print_moment(app.here(started)));
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
pub(crate) fn sheets(app: &App, file: &Path, name: Option<GameName>) -> Result<Vec<ScoredGame>, Failure> {
    named(read_file(app, file)?.into_iter().map(Game::scored).collect(), file, name)
}

/// All of the games of a file, or the one with this number in it.
///
/// # Errors
/// The file has no such game.
pub(crate) fn named<T>(games: Vec<T>, file: &Path, name: Option<GameName>) -> Result<Vec<T>, Failure> {
    let number = match name {
        None => return Ok(games),
        Some(GameName::Number(number)) => number,
        Some(GameName::Current(_)) => {
            return Err(Failure::usage("a game of a file is named by its number")
                .hint(Hint::with("for every game of the file:", CommandLine::again().without("game"))));
        }
    };
    let has = count(games.len(), "game");
    let one = usize::try_from(number - 1).ok().and_then(|at| games.into_iter().nth(at));
    let none = || Failure::refused(format!("{} has {has}; there is no game {number}", shown(file)));
    Ok(vec![one.ok_or_else(none)?])
}

/// The games that a text file holds.
///
/// # Errors
/// The file cannot be read, or it has faults, which are all given.
pub(crate) fn read_file(app: &App, file: &Path) -> Result<Vec<Game>, Failure> {
    let mut sheet = SheetFile::open(file)?;
    let mut games = Vec::new();
    sheet.each_game(app.local(), Some(app.door()), |game, _| {
        games.push(game);
        Ok(())
    })?;
    warnings(&sheet).iter().for_each(|warning| app.door().remark(warning));
    Ok(games)
}

/// Warnings about a text file.
fn warnings(sheet: &SheetFile) -> Vec<Remark> {
    let (file, lines) = sheet.marked_in_vain();
    marked_in_vain(&file, lines)
}
