//! The score sheets of games.

use std::rc::Rc;

use ginpad_core::text::count;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::one_or_all;
use crate::answer::table::{Cell, Column, Reader, Table};
use crate::answer::{Block, Draw, Head, Report, Sentence};
use crate::render::{
    PlacedGame, Races, ScoreBoard, ScoreSheet, game_facts, game_heading, hand_record, json as document, sheet_records,
};

/// The score sheets of games: `ginpad/score/1`, or `ginpad/scores/1` of several.
#[derive(Debug, Default)]
pub(crate) struct ScoreReport {
    /// The game; or several of a file.
    pub games: Vec<Rc<PlacedGame>>,
    /// What people see of them.
    pub view: View,
    /// What people read below the sheet.
    pub note: Option<Sentence>,
}

/// What people see of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum View {
    /// Its sheet.
    #[default]
    Sheet,
    /// The board, with what happened last if that was not a hand.
    Board(Option<String>),
    /// The races in its columns.
    Chart,
}

impl ScoreReport {
    /// The sheets of these games.
    pub(crate) fn new(games: Vec<PlacedGame>) -> ScoreReport {
        ScoreReport { games: games.into_iter().map(Rc::new).collect(), ..ScoreReport::default() }
    }

    /// What stands at its head.
    pub(crate) fn head(&self) -> Head {
        let (title, facts) = match self.games.as_slice() {
            [only] => (game_heading(&only.scored), game_facts(only)),
            several => (count(several.len(), "game"), Vec::new()),
        };
        Head { title, facts, ..Head::default() }
    }

    /// The blocks of a game. An empty record separates it from another.
    fn blocks_of(&self, game: &Rc<PlacedGame>, gap: Option<Vec<Cell>>) -> Vec<Block> {
        let odds = game.odds().map(|odds| [&[Cell::Text("odds".into())], &odds.record()[1..]].concat());
        let records = gap.into_iter().chain(sheet_records(game)).chain(odds).collect();
        let is_one_of_several = self.games.len() > 1;
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
        one_or_all(self.games.iter().map(|game| score(game)), "ginpad/scores/1").serialize(serializer)
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
    let columns = columns.map(|key| Column::new(key, key)).into();
    let rows = (0..game.scored.tally.hands.len()).map(hand).collect();
    Table::new("", columns, rows).only(&[Reader::Spreadsheet])
}

impl Report for ScoreReport {
    fn blocks(&self) -> Vec<Block> {
        let games = self.games.iter().enumerate();
        let games = games.flat_map(|(at, game)| self.blocks_of(game, (at > 0).then(Vec::new)));
        games.chain(self.note.clone().map(Block::Words)).collect()
    }
}
