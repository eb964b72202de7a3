//! The page of `score --html`: the sheet, the race, and what each hand was.

use askama::Template;
use ginpad_core::game::ScoredGame;
use ginpad_core::side::Side;
use ginpad_core::text::{and_list, count, printable, width};

use super::board::Board;
use super::hands::{self, HandLine};
use super::paper::{Content, Layout, Paper};
use super::table::{self, RowLabel, SheetTable};
use crate::render::chart::{RaceChart, SvgChart, race_svg, races};
use crate::render::sheet::{facts_of, where_it_stands};
use crate::render::{Place, phrases};

/// A game for a page. The times in it are as local clocks showed them.
pub(crate) struct SheetOfGame {
    /// The game.
    pub scored: ScoredGame,
    /// Where it is kept.
    pub place: Place,
}

/// Whether a browser that shows a page loads it again by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refresh {
    /// No.
    Never,
    /// Every so many seconds.
    Every(u32),
}

#[derive(Template)]
#[template(path = "score.html")]
struct ScorePage {
    title: String,
    refresh: Refresh,
    /// The size of printed letters, in points.
    print: String,
    games: Vec<GameOnPage>,
}

struct GameOnPage {
    heading: String,
    facts: Vec<String>,
    board: Board,
    notes: Vec<String>,
    tables: Vec<SheetTable>,
    legend: Vec<String>,
    races: Vec<RaceOnPage>,
    hands: Vec<HandLine>,
    paper: Option<Paper>,
}

struct RaceOnPage {
    /// Unlike that of any other chart on the page.
    id: String,
    race: RaceChart,
    svg: SvgChart,
}

/// The size of printed letters if a game takes several pages, in tenths of a point.
const SEVERAL_PAGES: u16 = 85;

impl GameOnPage {
    /// Whether its heading takes smaller letters.
    fn is_long(&self) -> bool {
        width(&self.heading) > 40
    }

    /// The classes of its parts.
    fn classes(&self) -> &'static str {
        match (self.paper.map(|paper| paper.layout), self.races.len() > 1) {
            (Some(Layout::Side) | None, false) => "side",
            (Some(Layout::Side) | None, true) => "side several",
            (Some(Layout::Strips(_)), false) => "strips",
            (Some(Layout::Strips(_)), true) => "strips several",
            (Some(Layout::Grid(_)), false) => "grid",
            (Some(Layout::Grid(_)), true) => "grid several",
        }
    }

    /// How many charts, and how many strips or tables of the sheet, are beside each other on paper: as style.
    fn strips(&self) -> String {
        let charts = self.paper.map_or(3, |paper| paper.charts);
        let strips = match self.paper.map(|paper| paper.layout) {
            Some(Layout::Strips(strips) | Layout::Grid(strips)) => strips,
            Some(Layout::Side) | None => 1,
        };
        format!("--abreast: {charts}; --sheets: {strips}")
    }

    fn with_paper(mut self) -> GameOnPage {
        let rows = |table: &SheetTable| [table.hands.len() + table.summary.len(), table.heads.len() / 2];
        self.paper = Paper::of(&Content {
            heading: self.heading.clone(),
            facts: self.facts.clone(),
            names: self.board.sides.iter().map(|side| side.name.clone()).collect(),
            notes: self.notes.clone(),
            tables: self.tables.iter().map(rows).collect(),
            hands: self.hands.iter().map(HandLine::text).collect(),
            charts: self.races.iter().map(|race| race.race.summary.clone()).collect(),
        });
        self
    }
}

impl RaceOnPage {
    /// The title of the chart.
    fn title(&self) -> String {
        let label = self.race.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
        format!(
            "{label}the points of {} hand by hand",
            and_list(&[Side::First, Side::Second].map(|side| &self.race.names[side]))
        )
    }
}

/// The page of one or several games.
///
/// # Errors
/// The template fails, which would be a fault of the program.
pub(crate) fn score_page(games: &[SheetOfGame], refresh: Refresh) -> askama::Result<String> {
    let games: Vec<GameOnPage> = games.iter().enumerate().map(|(at, game)| on_page(game, at)).collect();
    let title = match games.as_slice() {
        [only] => only.heading.clone(),
        several => count(several.len(), "game"),
    };
    let papers: Option<Vec<Paper>> = games.iter().map(|game| game.paper).collect();
    let size = papers.iter().flatten().map(|paper| paper.size).min().unwrap_or(SEVERAL_PAGES);
    ScorePage { title, refresh, print: format!("{}.{}pt", size / 10, size % 10), games }.render()
}

fn on_page(game: &SheetOfGame, at: usize) -> GameOnPage {
    let SheetOfGame { scored, place } = game;
    let race = |(column, race): (usize, RaceChart)| RaceOnPage {
        id: format!("race-{}-{}", at + 1, column + 1),
        svg: race_svg(&race),
        race,
    };
    let page = GameOnPage {
        heading: heading(scored),
        facts: facts(scored, *place),
        board: Board::of(scored),
        notes: where_it_stands(scored),
        tables: table::tables(scored),
        legend: hands::legend(scored),
        races: races(scored).into_iter().enumerate().map(race).collect(),
        hands: hands::lines(scored),
        paper: None,
    };
    page.with_paper()
}

/// The title of a game; without one, who plays.
fn heading(game: &ScoredGame) -> String {
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    title.unwrap_or_else(|| Side::BOTH.map(|side| phrases::name(game, side)).join(" – "))
}

fn facts(game: &ScoredGame, place: Place) -> Vec<String> {
    let mut said: Vec<String> = place.number.map(|number| format!("Game {number}")).into_iter().collect();
    said.extend(facts_of(game));
    said.extend(place.imported.then(|| phrases::IMPORTED.to_string()));
    said
}
