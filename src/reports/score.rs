//! The score sheets of games.

use std::io;
use std::rc::Rc;

use ginpad_core::notation::{print_game, read_one};
use ginpad_core::odds::{NoOdds, Odds};
use ginpad_core::text::count;
use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::answer::sentence::{Remark, Sentence};
use crate::answer::table::{Cell, Column, Reader, Readers, Table};
use crate::answer::{Block, Draw, Report};
use crate::disk::{LongList, NotKept};
use crate::render::{
    LastChange, Place, PlacedGame, Races, ScoreBoard, ScoreSheet, game_facts, game_heading, hand_record,
    json as document, sheet_records,
};

/// The score sheets of games: `ginpad/score/1`, or `ginpad/scores/1` of several.
#[derive(Debug)]
pub(crate) struct ScoreReport {
    /// The games.
    pub games: Games,
    /// What people see of them.
    pub view: View,
    /// What people see on the sheet, and others are told.
    pub remarks: Vec<Remark>,
    /// What people read below the sheet.
    pub note: Option<Sentence>,
    /// After how many seconds a browser loads the page again.
    pub refresh: Option<u32>,
    /// What a page says at its head.
    pub facts: Vec<String>,
}

/// The games of a report.
#[derive(Debug)]
pub(crate) enum Games {
    /// One game.
    One(Rc<PlacedGame>),
    /// Games of a file.
    Several(GamesOfFile),
}

/// Games of a file, of which memory may not have room for all.
#[derive(Debug, Default)]
pub(crate) struct GamesOfFile {
    /// Each as a text sheet, with when it started as local clocks show it.
    sheets: LongList<(String, Option<String>)>,
    /// The odds of each, if they are asked for.
    pub odds: Vec<Result<Odds, NoOdds>>,
}

impl GamesOfFile {
    /// Adds a game.
    ///
    /// # Errors
    /// There is no room for it.
    pub(crate) fn push(&mut self, game: &PlacedGame) -> Result<(), NotKept> {
        self.sheets.push(&(print_game(&game.scored.game), game.started.clone()))
    }

    fn game(&self, at: usize, (sheet, started): (String, Option<String>)) -> io::Result<PlacedGame> {
        let game = read_one(&sheet).map_err(|faults| io::Error::other(faults.to_string()))?;
        Ok(PlacedGame { scored: game.scored(), place: Place::default(), started, odds: self.odds.get(at).copied() })
    }
}

/// What people see of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum View {
    /// Its sheet.
    #[default]
    Sheet,
    /// The board, with what happened last if that was not a hand.
    Board(Option<LastChange>),
    /// The races in its columns.
    Chart,
}

impl ScoreReport {
    /// The sheet of a game.
    pub(crate) fn new(game: PlacedGame) -> ScoreReport {
        ScoreReport { facts: game_facts(&game), ..ScoreReport::of(Games::One(Rc::new(game))) }
    }

    /// The sheets of these games.
    pub(crate) const fn several(games: GamesOfFile) -> ScoreReport {
        ScoreReport::of(Games::Several(games))
    }

    const fn of(games: Games) -> ScoreReport {
        ScoreReport { games, view: View::Sheet, remarks: Vec::new(), note: None, refresh: None, facts: Vec::new() }
    }

    /// The blocks of a game. An empty record separates it from another.
    fn blocks_of(&self, game: &Rc<PlacedGame>, gap: Option<Vec<Cell>>) -> Vec<Block> {
        let odds = game.odds().map(|odds| [&[Cell::Text("odds".into())], odds.record().as_slice()].concat());
        let records = gap.into_iter().chain(sheet_records(game)).chain(odds).collect();
        let is_one_of_several = matches!(self.games, Games::Several(_));
        let game = Rc::clone(game);
        let hands = hands(&game);
        let drawing: Box<dyn Draw> = match &self.view {
            View::Sheet => Box::new(ScoreSheet { game, is_one_of_several }),
            View::Board(change) => Box::new(ScoreBoard { game, change: change.clone() }),
            View::Chart => Box::new(Races(game)),
        };
        vec![Block::Table(hands), Block::Records(records), Block::Drawing(drawing)]
    }
}

impl Serialize for ScoreReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.games {
            Games::One(game) => score(game).serialize(serializer),
            Games::Several(games) => {
                let mut document = serializer.serialize_map(None)?;
                document.serialize_entry("schema", "ginpad/scores/1")?;
                document.serialize_entry("games", games)?;
                document.end()
            }
        }
    }
}

impl Serialize for GamesOfFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (at, game) in self.sheets.iter().map_err(S::Error::custom)?.enumerate() {
            let game = game.and_then(|game| self.game(at, game)).map_err(S::Error::custom)?;
            list.serialize_element(&score(&game))?;
        }
        list.end()
    }
}

fn score(game: &PlacedGame) -> Value {
    let mut score = document::score(&game.scored, game.place);
    score["odds"] = json!(game.odds());
    score
}

/// The hands of a game, for a spreadsheet.
fn hands(game: &PlacedGame) -> Table {
    let columns = ["game", "hand", "outcome", "winner", "points", "boxes", "columns", "counted", "entry"];
    let number = game.place.number.map_or(Cell::Empty, Cell::Count);
    let hand = |at: usize| [vec![number.clone()], hand_record(&game.scored, at).split_off(1)].concat();
    Table {
        columns: columns.map(|key| Column::new(key, key)).into(),
        rows: (0..game.scored.tally.hands.len()).map(hand).collect(),
        readers: Readers::only(Reader::Spreadsheet),
        ..Table::default()
    }
}

impl Report for ScoreReport {
    fn title(&self) -> String {
        match &self.games {
            Games::One(game) => game_heading(&game.scored),
            Games::Several(games) => count(games.sheets.len(), "game"),
        }
    }

    fn facts(&self) -> &[String] {
        &self.facts
    }

    fn remarks(&self) -> Vec<Remark> {
        self.remarks.clone()
    }

    fn refresh(&self) -> Option<u32> {
        self.refresh
    }

    fn each_block(&self, show: &mut dyn FnMut(Block) -> io::Result<()>) -> io::Result<()> {
        match &self.games {
            Games::One(game) => self.blocks_of(game, None).into_iter().try_for_each(&mut *show)?,
            Games::Several(games) => {
                for (at, game) in games.sheets.iter()?.enumerate() {
                    let gap = (at > 0).then(Vec::new);
                    self.blocks_of(&Rc::new(games.game(at, game?)?), gap).into_iter().try_for_each(&mut *show)?;
                }
            }
        }
        self.note.clone().map(Block::Words).into_iter().try_for_each(show)
    }
}
