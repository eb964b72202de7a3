//! Reads an edited sheet of a game that is already in a book.
//!
//! An edited sheet differs from others: it holds one game; if other players sit there now, hands may still name the old
//! ones; hands that the rules refused before may stay; and header values that no fact can change must stay as they
//! were.

use crate::notation::entry::read_entry;
use crate::notation::fault::Fault;
use crate::notation::print::{header_of, print_entry};
use crate::notation::when::LocalTime;
use crate::text::count;
use crate::{BySide, Game, Listed, LoggedHand, Name, Players, RefusedHand, Side};

/// The game before its sheet was edited.
pub(super) struct Before<'a> {
    was: &'a Game,
    /// The players under the names that hands and headers may still use: those who no longer sit there.
    old_names: Option<Players>,
    /// The edited game with those players, without its hands.
    under_old_names: Option<Game>,
    /// The hands that the rules refused, as printed.
    refused: Vec<String>,
}

impl<'a> Before<'a> {
    pub(super) fn new(was: &'a Game) -> Before<'a> {
        let refused = was.refused_hands().map(|(_, refused)| print_entry(&refused.hand, &was.players)).collect();
        Before { was, old_names: None, under_old_names: None, refused }
    }

    /// Seats the players of the sheet. Keeps the old players too, if they differ: headers may still name them.
    /// `line_of` is the line of a header.
    ///
    /// # Errors
    /// The number of sides or of players has changed. No hand can be read then.
    pub(super) fn seat(
        &mut self,
        players: &Players,
        line_of: impl Fn(&str) -> Option<usize>,
        faults: &mut Listed<Fault>,
    ) -> Result<Option<Players>, ()> {
        let was = &self.was.players;
        if !players.seats().map(|(seat, _)| seat).eq(was.seats().map(|(seat, _)| seat)) {
            let players = count(was.of(Side::First).len(), "player");
            let reason = match was.sides() {
                2 => format!("the game has {players} a side, which cannot be changed"),
                sides => format!("the game has {sides} sides, which cannot be changed"),
            };
            faults.push(Fault::at(line_of("sides").unwrap_or(1), "", 0, vec![reason]));
            return Err(());
        }
        let is_gone = |name: &Name| players.seats().all(|(_, other)| other.folded() != name.folded());
        let names = |side| {
            let places = players.of(side).iter().zip(was.of(side));
            places.map(|(is, was)| if is_gone(was) { was.clone() } else { is.clone() }).collect::<Vec<Name>>()
        };
        let old_names = Players::new(BySide::from_fn(was.sides(), names)).ok();
        self.old_names = old_names.filter(|old| old != players);
        Ok(self.old_names.clone())
    }

    /// Takes the header of the sheet, and lists the changes that no fact can make. `first` is the first line of the
    /// sheet.
    pub(super) fn take(
        &mut self,
        is: &Game,
        line_of: impl Fn(&str) -> Option<usize>,
        first: usize,
        faults: &mut Listed<Fault>,
    ) {
        let was = self.was;
        self.under_old_names = self.old_names.take().map(|players| Game { players, ..is.clone() });
        let wrong = [
            ("date", "a game that has a date keeps one", was.started.is_some() && is.started.is_none()),
            (
                "totals",
                "the header `totals` can be neither added nor removed",
                was.totals.is_some() != is.totals.is_some(),
            ),
            (
                "closed",
                "a closed game opens only if you undo its closing",
                was.closing.is_some() && is.closing.is_none(),
            ),
        ];
        for (key, what, _) in wrong.iter().filter(|(.., is_wrong)| *is_wrong) {
            let line = line_of(key);
            if line.is_some_and(|line| faults.items.iter().any(|fault| fault.line == line)) {
                continue;
            }
            let was = header_of(was).find(|(other, _)| other == key);
            let was = was.map_or("the game has none".to_string(), |(_, value)| format!("it was `{key}: {value}`"));
            faults.push(Fault::at(line.unwrap_or(first), "", 0, vec![format!("{what}; {was}")]));
        }
    }

    /// Reads a hand that names an old player.
    pub(super) fn hand(&self, text: &str, local: LocalTime<'_>) -> Option<LoggedHand> {
        read_entry(text, self.under_old_names.as_ref()?, local).ok()
    }

    /// Whether the rules refused the same hand before. Each refused hand may stay once.
    pub(super) fn had_refused(&mut self, refused: &RefusedHand) -> bool {
        let text = print_entry(&refused.hand, &self.was.players);
        let at = self.refused.iter().position(|printed| *printed == text);
        at.map(|at| self.refused.swap_remove(at)).is_some()
    }
}
