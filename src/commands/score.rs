//! `score`: the sheet of a game.

mod board;
mod of_file;
mod other_rules;
mod watch;
mod with_odds;

use std::path::PathBuf;

use clap::Args;
use other_rules::OtherRules;
use watch::View;

use super::score_page;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::StoredGame;
use crate::cli::messages::consequences::warnings;
use crate::cli::printer::announce;
use crate::cli::session::sheet_file::{SheetFile, Watch};
use crate::cli::session::{Face, Session, shown};
use crate::cli::session::{GameName, which_game};
use crate::render::{Look, Place, Window, board, hands_in_lines, json, sheet, sheet_plain};
use ginpad_core::game::{Game, ScoredGame};
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

    /// Write the sheet as a web page; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "plain", "as", "set", "odds"])]
    html: Option<PathBuf>,

    /// Draw the race in each column
    #[arg(long, conflicts_with_all = ["json", "plain", "html", "as", "set", "odds"])]
    chart: bool,

    /// Draw the score in large figures, to be read across the table
    #[arg(long, conflicts_with_all = ["json", "plain", "html", "chart", "as", "set", "odds"])]
    big: bool,

    /// Stay open and show every change of the game; with `--html`, keep the page fresh
    #[arg(long, conflicts_with_all = ["file", "chart", "as", "set", "odds"])]
    watch: bool,

    /// Add each side's chance to win
    #[arg(long, conflicts_with_all = ["as", "set"])]
    odds: bool,

    /// The other rules.
    #[command(flatten)]
    other_rules: OtherRules,
}

impl ScoreArgs {
    /// Shows the sheet.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let view = if self.big { View::Board } else { View::Sheet };
        match &self.html {
            Some(html) if self.watch => return watch::keep_fresh(session, html, self.game),
            None if self.watch => return watch::watch(session, self.game, view),
            _ if self.big => return board::draw(session, self.file.as_deref(), self.game),
            _ => {}
        }
        if let Some(html) = self.html {
            return score_page::write(session, &html, self.file.as_deref(), self.game);
        }
        if self.chart {
            return score_page::draw(session, self.file.as_deref(), self.game);
        }
        if self.other_rules.are_named() {
            return self.other_rules.run(session, self.file.as_deref(), self.game);
        }
        if self.odds {
            return with_odds::run(session, self.file.as_deref(), self.game);
        }
        match &self.file {
            Some(file) => of_file::run(session, file, self.game),
            None => of_game(session, self.game),
        }
    }
}

/// The sheet of a game of the book.
///
/// # Errors
/// There is no such game, or the book cannot be read.
pub(crate) fn of_game(session: &Session, name: Option<GameName>) -> Result<Answer, Failure> {
    session.read(
        || Err(which_game::no_game()),
        |pad| {
            let game = which_game::game(pad, name)?;
            Ok(show(session, &game.scored, place_of(&game)).remarks(warnings(&game, session.face())))
        },
    )
}

/// The place of a game of the book.
pub(crate) const fn place_of(game: &StoredGame) -> Place {
    Place { number: Some(game.number), imported: game.record.is_imported }
}

/// The sheet of a game in the face that was asked for.
pub(crate) fn show(session: &Session, game: &ScoredGame, place: impl Into<Place>) -> Answer {
    let place = place.into();
    match session.face() {
        Face::Json => Answer::of(json::print(&json::score(game, place))),
        Face::Plain => Answer::of(sheet_plain(game, place)),
        Face::Table => for_people(session, game, place),
    }
}

/// The sheet of a game for people. A terminal that is too narrow for it shows the hands a line each, and the board.
fn for_people(session: &Session, game: &ScoredGame, place: Place) -> Answer {
    let look = session.look();
    if look.width < Look::NARROWEST {
        let needs = format!("the sheet needs {} columns; these are its hands and the board", Look::NARROWEST);
        let board = board(game, place, None, Window { look, rows: None });
        return Answer::of(hands_in_lines(game, look) + &board).remarks([Remark::note(needs)]);
    }
    Answer::of(table(session, game.clone(), place))
}

/// The sheet of a game for people, with times as local clocks show them.
fn table(session: &Session, mut game: ScoredGame, place: Place) -> String {
    game.game.started = game.game.started.map(|started| session.here(started));
    sheet(&game, place, session.look())
}

/// The games of a text sheet, or the one with this number in the file.
///
/// # Errors
/// The file cannot be read, or it has faults, which are all given.
pub(crate) fn sheets(
    session: &Session,
    file: &std::path::Path,
    name: Option<GameName>,
) -> Result<Vec<ScoredGame>, Failure> {
    named(read_file(session, file)?.into_iter().map(Game::scored).collect(), file, name)
}

/// All of the games of a file, or the one with this number in it.
///
/// # Errors
/// The file has no such game.
pub(super) fn named<T>(games: Vec<T>, file: &std::path::Path, name: Option<GameName>) -> Result<Vec<T>, Failure> {
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
fn no_game_in_file(file: &std::path::Path, has: usize, name: Option<GameName>) -> Failure {
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
pub(crate) fn read_file(session: &Session, file: &std::path::Path) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    let mut sheet = SheetFile::open(file)?;
    sheet.each_game(session.local(), Watch::Bar, |game, _| {
        games.push(game);
        Ok(())
    })?;
    sheet.warnings().iter().for_each(|warning| announce(warning, session.screens(), session.invocation()));
    Ok(games)
}
