//! The names of a table: spellings that mean a player, and sides of several players.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::notation::print::quoted;
use crate::notation::sides::read_names;
use crate::text::{Flaw, fold, harmless};
use crate::{BySide, Game, Name, Players, Seat, Side, WhoFault};

/// Spellings of an old notebook, each with the player or the column it means: `A` is Ann, `Spieler A` is `side 1`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameMap {
    /// The spelling as given and its name, by the spelling folded to ignore case.
    names: BTreeMap<String, (String, Name)>,
    /// Names in the book that would be read as several names if they were not listed here.
    whole: BTreeMap<String, Name>,
    /// Whether it serves several tables; a heading that one table lacks may be in another.
    pub(super) is_for_several_tables: bool,
    /// The spellings met in the table that is being read.
    pub(super) used: RefCell<BTreeSet<String>>,
}

impl NameMap {
    /// Creates an empty map for this many tables.
    pub fn for_tables(tables: usize) -> NameMap {
        NameMap { is_for_several_tables: tables > 1, ..NameMap::default() }
    }

    /// Adds `OLD=NEW`. The last `=` separates them, so the old spelling may contain others.
    ///
    /// # Errors
    /// The text does not have this form, the new name is invalid, or the old one already means somebody else.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let form =
            || format!("expected the name in the file, `=` and the player, like `A=Ann`, not `{}`", harmless(text));
        let (old, new) = text.rsplit_once('=').ok_or_else(form)?;
        let old = old.split_whitespace().collect::<Vec<_>>().join(" ");
        if old.is_empty() || new.trim().is_empty() {
            return Err(form());
        }
        let new = Name::read(new).map_err(|fault| fault.to_string())?;
        match self.names.get(&fold(&old)) {
            Some((_, first)) if *first != new => Err(format!("`{}` cannot be both {first} and {new}", harmless(&old))),
            _ => {
                self.names.insert(fold(&old), (old, new));
                Ok(())
            }
        }
    }

    /// Adds names in the book that are single players: `Ann + Bob` may be one.
    pub fn know(&mut self, names: impl IntoIterator<Item = Name>) {
        let joined = |name: &Name| name.as_str().contains(['&', '+', '"']);
        self.whole.extend(names.into_iter().filter(joined).map(|name| (name.folded(), name)));
    }

    /// The spellings of the map, as given.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        self.names.values().map(|(old, _)| old.as_str())
    }

    /// The meaning of a heading.
    pub(super) fn heading(&self, heading: &str) -> Option<&str> {
        self.get(heading).map(|(_, new)| new.as_str())
    }

    fn get(&self, text: &str) -> Option<&(String, Name)> {
        self.names.get(&fold(&text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    /// The player that a spelling means. It counts as used.
    pub(super) fn mapped(&self, text: &str) -> Option<Name> {
        let (old, new) = self.get(text)?;
        self.used.borrow_mut().insert(old.clone());
        Some(new.clone())
    }

    /// The map for the reading of one table, which notes the spellings that it meets.
    pub(super) fn of_one_table(&self) -> NameMap {
        NameMap { used: RefCell::default(), ..self.clone() }
    }

    /// The players of a side: `Ann`, `Ann & Cid`.
    pub(super) fn side(&self, cell: &str) -> Result<Vec<Name>, Vec<Flaw>> {
        if let Some(name) = self.mapped(cell) {
            return Ok(vec![name]);
        }
        if let Some(name) = self.whole.get(&fold(cell)) {
            return Ok(vec![name.clone()]);
        }
        let names = read_names(cell)?;
        Ok(names.into_iter().map(|name| self.mapped(name.as_str()).unwrap_or(name)).collect())
    }

    /// The side of a game that a cell names: by one of its players, or by all of them.
    pub(super) fn meant_side(&self, cell: &str, players: &Players) -> Result<Side, WhoFault> {
        let names = self.side(cell).map(|names| names.iter().map(ToString::to_string).collect());
        players.find_side(&names.unwrap_or_else(|_| vec![cell.to_string()]))
    }

    /// The player of a game that a cell names.
    pub(super) fn meant_player(&self, cell: &str, players: &Players) -> Result<Seat, WhoFault> {
        let name = self.mapped(cell).map(|name| name.to_string());
        players.find(name.as_deref().unwrap_or(cell))
    }

    /// Replaces the spelling at the start of each result in an entry by the player's name.
    pub(super) fn entry(&self, text: &str) -> String {
        let result = |result: &str| {
            let bare = result.trim_start();
            let space = &result[..result.len() - bare.len()];
            let ends = bare.char_indices().filter(|(_, char)| char.is_whitespace()).map(|(at, _)| at);
            let name = ends.rev().find_map(|end| Some((end, self.mapped(&bare[..end])?)));
            name.map_or_else(
                || result.to_string(),
                |(end, name)| space.to_string() + &quoted(name.as_str()) + &bare[end..],
            )
        };
        text.split(',').map(result).collect::<Vec<_>>().join(",")
    }
}

/// The one spelling of each name: from the book if it is there, else the first in the games.
#[derive(Debug, Clone, Default)]
pub struct Spellings(BTreeMap<String, Name>);

impl Spellings {
    /// Starts with these names in this spelling.
    pub fn new(names: impl IntoIterator<Item = Name>) -> Spellings {
        Spellings(names.into_iter().map(|name| (name.folded(), name)).collect())
    }

    /// Gives the players of a game their one spelling. Remembers new names.
    pub fn spell(&mut self, game: &mut Game) {
        let mut one = |name: &Name| self.0.entry(name.folded()).or_insert_with(|| name.clone()).clone();
        let names = BySide::from_fn(game.players.sides(), |side| game.players.of(side).iter().map(&mut one).collect());
        // The names are still distinct.
        if let Ok(players) = Players::new(names) {
            game.players = players;
        }
    }
}

/// Removes the guard that keeps a spreadsheet from reading text as a formula: the apostrophe before `=`, `+`, `-` or
/// `@`, or the `="…"` around it.
pub(super) fn without_guard(cell: &str) -> &str {
    let is_formula = |text: &&str| text.trim_start_matches('\'').starts_with(['=', '+', '-', '@']);
    if let Some(text) = cell.strip_prefix('\'').filter(is_formula) {
        return text;
    }
    let formula = cell.strip_prefix("=\"").and_then(|text| text.strip_suffix('"'));
    formula.filter(|text| !text.contains('"')).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_spellings_mean_one_player() {
        let mut map = NameMap::default();
        for text in ["A=Ann", "mum =Ann", "a=b=Bob"] {
            map.add(text).unwrap();
        }
        let side = |text| map.side(text).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>().join("|");
        assert_eq!(side("a"), "Ann");
        assert_eq!(side("MUM"), "Ann");
        assert_eq!(side("Mum & A=B"), "Ann|Bob");
        assert_eq!(side("Mummy + Cid"), "Mummy|Cid");
        assert_eq!(map.entry("mum knock 4 27, a=b gin 3"), "\"Ann\" knock 4 27, \"Bob\" gin 3");
        assert_eq!(map.entry("a5 23"), "a5 23");
        assert_eq!(map.used.borrow().iter().collect::<Vec<_>>(), ["A", "a=b", "mum"]);
        for text in ["A", "=Ann", "A=", "A=Bob"] {
            assert!(map.add(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_guards_a_formula_is_taken_off() {
        for (cell, text) in [
            ("'=Ann", "=Ann"),
            ("'-Bob", "-Bob"),
            ("'Ann", "'Ann"),
            ("''=Ann", "'=Ann"),
            ("''Ann", "''Ann"),
            ("=\"Ann\"", "Ann"),
            ("=1+1", "=1+1"),
        ] {
            assert_eq!(without_guard(cell), text);
        }
    }
}
