//! The score sheet of a game.

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::{Audience, Block, Cell, Drawing, Head, Report, Sentence};
use crate::render::{
    PlacedGame, adjustment_records, game_facts, game_heading, game_html, hand_record, json, race_blocks, score_board,
    score_sheet, sheet_records,
};

/// The score sheet of a game: `ginpad/score/1`.
#[derive(Debug)]
pub(crate) struct ScoreReport {
    pub game: PlacedGame,
    /// The view for people.
    pub view: View,
    /// The note for people below the sheet.
    pub note: Option<Sentence>,
    /// Whether it is one of several games, each with its own heading.
    pub is_one_of_several: bool,
}

/// The view of a game for people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum View {
    /// Its sheet.
    #[default]
    Sheet,
    /// The board, with the last change unless that was a hand.
    Board(Option<String>),
    /// The races in its columns.
    Chart,
}

impl ScoreReport {
    /// The sheet of a game.
    pub(crate) const fn new(game: PlacedGame) -> ScoreReport {
        ScoreReport { game, view: View::Sheet, note: None, is_one_of_several: false }
    }

    /// The head of the report.
    pub(crate) fn head(&self) -> Head {
        Head { title: game_heading(&self.game.scored), facts: game_facts(&self.game), ..Head::default() }
    }

    /// The sheet for people, its records for programs, and the hands for spreadsheets.
    fn sheet(&self) -> Vec<Block<'_>> {
        let game = &self.game;
        let html = Box::new(|| game_html(game, self.is_one_of_several));
        let sheet = Drawing { html, ..Drawing::new(|canvas| score_sheet(game, canvas)) };
        let odds = game.odds.as_ref().map(|odds| odds.record().split_off(1));
        let records = Block::records(std::iter::once_with(|| sheet_records(game)).flatten());
        // If each plays alone, several may score in one hand.
        let players = &game.scored.game.players;
        let points = players.order().filter(|_| players.has_several_sides());
        let points = points.map(|side| format!(" scored_{}", side.index() + 1)).collect::<String>();
        let keys = "game hand outcome winner points boxes columns counted entry".to_string() + &points;
        let rows = std::iter::once_with(|| self.hands()).flatten();
        let hands = Block::rows(&[Audience::Spreadsheet], &keys, rows);
        vec![Block::Drawing(sheet), records, Block::kind("odds", odds), hands]
    }

    /// The hands, the adjustments and, if only they are known, the totals, for spreadsheets.
    fn hands(&self) -> Vec<Vec<Cell>> {
        let PlacedGame { scored, place, .. } = &self.game;
        let number = place.number.map_or(Cell::Empty, Cell::Count);
        let hand = |at: usize| [vec![number.clone()], hand_record(scored, at).split_off(1)].concat();
        let other = |what: &str| vec![number.clone(), Cell::Empty, Cell::Text(what.into())];
        let adjusted = adjustment_records(scored).into_iter().map(|record| {
            let [side, points, columns, note] = [3, 4, 5, 6].map(|at| record.get(at).cloned().unwrap_or_default());
            [other("adjustment"), vec![side, points, Cell::Empty, columns, Cell::Empty, note]].concat()
        });
        let totals = scored.game.totals.iter().flat_map(|totals| totals.points.sides());
        let totals = totals.map(|(side, points)| {
            let name = Cell::Name(scored.game.players.side_name(side));
            [other("total"), vec![name, Cell::Count(points.0)]].concat()
        });
        (0..scored.tally.hands.len()).map(hand).chain(adjusted).chain(totals).collect()
    }
}

impl Serialize for ScoreReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut score = json::score(&self.game.scored, self.game.place);
        score["odds"] = json!(self.game.odds);
        score.serialize(serializer)
    }
}

impl Report for ScoreReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let PlacedGame { scored, place, .. } = &self.game;
        let mut blocks = match &self.view {
            View::Sheet => self.sheet(),
            View::Board(change) => {
                let board = move |canvas| score_board(scored, *place, change.as_deref(), canvas);
                vec![Block::Drawing(Drawing::new(board))]
            }
            View::Chart => race_blocks(scored),
        };
        blocks.extend(self.note.clone().map(Block::Words));
        blocks
    }
}
