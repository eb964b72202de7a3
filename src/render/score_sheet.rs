//! The score sheet, on a terminal, on a page, for programs and for spreadsheets.

use std::rc::Rc;

use super::{Canvas, PlacedGame, hand_record, page, sheet};
use crate::answer::Draw;
use crate::answer::table::{Audience, Cell, Column, Table};

/// The score sheet of a game.
#[derive(Debug)]
pub(crate) struct ScoreSheet {
    /// The game.
    pub game: Rc<PlacedGame>,
    /// The index of the game among several, each with its own heading; `None` for a single game.
    pub among_several: Option<usize>,
}

impl Draw for ScoreSheet {
    fn text(&self, canvas: Canvas) -> String {
        sheet::text(&self.game, canvas)
    }

    fn html(&self) -> Option<String> {
        page::game_html(&self.game, self.among_several.is_some())
    }

    /// An empty record separates each game from the one before.
    fn records(&self) -> Vec<Vec<Cell>> {
        let gap = self.among_several.filter(|at| *at > 0).map(|_| Vec::new());
        let odds = self.game.odds.as_ref().map(|odds| [&[Cell::Text("odds".into())], &odds.record()[1..]].concat());
        gap.into_iter().chain(sheet::sheet_records(&self.game)).chain(odds).collect()
    }

    /// The hands.
    fn table(&self) -> Option<Table<'_>> {
        let columns = ["game", "hand", "outcome", "winner", "points", "boxes", "columns", "counted", "entry"];
        let number = self.game.place.number.map_or(Cell::Empty, Cell::Count);
        let hand = |at: usize| [vec![number.clone()], hand_record(&self.game.scored, at).split_off(1)].concat();
        // If each plays alone, several may score in one hand.
        let players = &self.game.scored.game.players;
        let scored = players.order().filter(|_| players.has_several_sides());
        let scored = scored.map(|side| format!("scored_{}", side.index() + 1));
        let columns = columns.map(String::from).into_iter().chain(scored).map(|key| Column::new(key, "")).collect();
        let rows = (0..self.game.scored.tally.hands.len()).map(hand).collect();
        Some(Table::new("", columns, rows).only(&[Audience::Spreadsheet]))
    }
}
