//! The standings: what everybody did, over all games or some.

use ginpad_core::reports::{Figure, Line};
use serde::Serialize;

use super::figures::{NamedLine, cells, columns};
use crate::answer::sentence::Sentence;
use crate::answer::table::{Cell, Column, Readers, Table};
use crate::answer::{Block, Report};

/// The standings: `ginpad/standings/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/standings/1")]
pub(crate) struct StandingsReport {
    /// A line for each player, in their order.
    pub players: Vec<NamedLine>,
    /// A line for each side of partners.
    pub partners: Vec<NamedLine>,
    /// How many games were left out because they have no date.
    pub undated: usize,
    /// The figure that the lines are sorted by, if it is one.
    #[serde(skip)]
    pub sorted_by: Option<Figure>,
    /// What a page says at its head.
    #[serde(skip)]
    pub facts: Vec<String>,
    /// Why nobody has a line.
    #[serde(skip)]
    pub why_empty: Option<Sentence>,
}

impl Report for StandingsReport {
    fn title(&self) -> String {
        "Standings".into()
    }

    fn facts(&self) -> &[String] {
        &self.facts
    }

    fn why_empty(&self) -> Option<Sentence> {
        self.why_empty.clone()
    }

    fn blocks(&self) -> Vec<Block> {
        let players = self.table("Players", "player", &self.players);
        vec![Block::Table(players), Block::Table(self.table("Partners", "partners", &self.partners))]
    }
}

impl StandingsReport {
    fn table(&self, caption: &str, kind: &'static str, lines: &[NamedLine]) -> Table {
        let row = |named: &NamedLine| {
            [Cell::Text(kind.into()), Cell::Name(named.name.clone())].into_iter().chain(cells(&named.line)).collect()
        };
        let figures: Vec<&Line> = lines.iter().map(|named| &named.line).collect();
        let names = [Column::new("kind", "").only(Readers::PROGRAMS), Column::new("name", kind)];
        Table {
            caption: caption.into(),
            columns: names.into_iter().chain(columns(&figures, self.sorted_by)).collect(),
            rows: lines.iter().map(row).collect(),
            ..Table::default()
        }
    }
}
