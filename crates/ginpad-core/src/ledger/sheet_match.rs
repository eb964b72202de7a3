//! Compares an imported sheet with a game that it may be, or correct.

use chrono::NaiveDate;

use super::known_games::is_beginning;
use crate::facts::{Edited, SettingKey};
use crate::{Game, Points, Totals};

/// How far a sheet matches a game.
#[derive(Debug)]
pub struct SheetMatch {
    /// The game as the sheet corrects it.
    pub corrected: Game,
    /// The difference that the correction makes.
    pub edited: Edited,
    is_beginning: bool,
    ends_alike: bool,
    /// Whether one is known by its totals, and the other has hands that give these totals.
    has_its_totals: bool,
}

impl SheetMatch {
    /// Compares a sheet with a game. `given` lists the settings that the sheet gives; the others stay, and so do the
    /// players. A sheet without a time of day gives only the day.
    pub fn of(was: &Game, sheet: &Game, given: &[SettingKey]) -> SheetMatch {
        let turned = sheet.with_sides_turned().filter(|turned| turned.players.folded() == was.players.folded());
        let mut is = Game { players: was.players.clone(), ..turned.unwrap_or_else(|| sheet.clone()) };
        if is.entries().next().is_none() {
            // A sheet may give only the winner.
            let has_no_points = |totals: &Totals| totals.points.iter().all(|points| *points == Points(0));
            let known =
                was.totals.filter(|was| is.totals.is_none_or(|is| has_no_points(&is) && is.winner == was.winner));
            is.totals = known.or(is.totals);
        }
        let mut edited = Edited::of(was, &is);
        edited.set.retain(|key| match key {
            // A game with hands has no totals of its own.
            SettingKey::Totals => was.totals.is_some() || was.closing.is_some() && was.entries().next().is_none(),
            SettingKey::Closed => true,
            SettingKey::Date if !given.contains(key) => day(was) != day(&is),
            key => given.contains(key),
        });
        let ends_alike = is.closing == was.closing && is.totals == was.totals;
        let has_its_totals = gives(&is, was.totals) || gives(was, is.totals);
        SheetMatch { is_beginning: is_beginning(&is, was), ends_alike, has_its_totals, corrected: is, edited }
    }

    /// Whether the game has everything that the sheet has.
    pub fn is_complete(&self) -> bool {
        self.is_beginning || self.has_its_totals || self.ends_alike && self.edited.is_nothing()
    }

    /// Whether the game has the score of the sheet, and nothing in the sheet shows that it is another game of that day.
    pub fn has_score(&self) -> bool {
        let is_scored = self.corrected.totals.is_some() || self.corrected.entries().next().is_some();
        let same = self.ends_alike && self.edited.hands.is_empty();
        is_scored && same && !self.edited.set.contains(&SettingKey::Date)
    }
}

/// Whether a game with hands is won with these totals.
fn gives(game: &Game, totals: Option<Totals>) -> bool {
    let Some(totals) = totals.filter(|_| game.totals.is_none() && !game.hands.is_empty()) else { return false };
    let scored = game.clone().scored();
    !scored.is_open() && scored.winner() == totals.winner && scored.tally.game_score == totals.points
}

fn day(game: &Game) -> Option<NaiveDate> {
    game.started.map(|start| start.date_naive())
}
