//! A named line of figures, as standings and reports list it.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::day_text;
use super::figure::{Figure, FigureKind};
use super::ledger::Lead;
use super::standings_row::StandingsRow;
use crate::players::Name;

/// The figures of a player, of partners, or of a player against an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The player or the opponent; or the partners, sorted by name.
    pub names: Vec<Name>,
    /// The figures. Those of partners are of their side: hands and points as on the sheet, and how the partners' own
    /// results were won and lost, added up.
    pub row: StandingsRow,
    /// Against an opponent, the sum of the player's nets in these games, and the lead changes.
    pub lead: Option<Lead>,
}

impl Line {
    /// The line of a player or of partners.
    pub const fn of(names: Vec<Name>, row: StandingsRow) -> Line {
        Line { names, row, lead: None }
    }

    /// The name of the line; those of partners are joined.
    pub fn name(&self) -> String {
        joined(&self.names)
    }

    /// Whether it is the line of partners.
    pub const fn is_of_partners(&self) -> bool {
        self.names.len() > 1
    }
}

/// The names of partners, joined.
pub fn joined(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name())?;
        if self.is_of_partners() {
            map.serialize_entry("players", &self.names)?;
        }
        for figure in Figure::ALL {
            let (key, value) = (figure.word(), figure.value(&self.row));
            match (figure, figure.kind()) {
                (Figure::BiggestHand, _) => map.serialize_entry(key, &self.row.biggest_hand)?,
                (Figure::BiggestComeback, _) => map.serialize_entry(key, &self.row.comeback)?,
                (_, FigureKind::Count) => map.serialize_entry(key, &value.map(|value| value.part))?,
                (_, _) => map.serialize_entry(key, &value.map(|value| value.rounded()))?,
            }
        }
        map.serialize_entry("first", &self.row.first.map(day_text))?;
        map.serialize_entry("last", &self.row.last.map(day_text))?;
        if let Some(lead) = self.lead {
            map.serialize_entry("cumulative", &lead.cumulative)?;
            map.serialize_entry("lead_changes", &lead.changes)?;
        }
        map.end()
    }
}
