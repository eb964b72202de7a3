//! Imported sheets with the day and the players of a game of the book, and other content: each is a game of its own, or a
//! correction of that game.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use chrono::{Days, NaiveDate, NaiveTime};
use ginpad_core::facts::{ChangeVerb, Edited, FactId, NewChange, SettingKey, Subject};
use ginpad_core::game::Game;
use ginpad_core::hand::GameHand;
use ginpad_core::ledger::is_beginning;
use ginpad_core::players::{Name, Players};

use super::{Import, ImportedGame};
use crate::book::error::BookError;
use crate::book::games::StoredGame;
use crate::book::pad::Pad;

/// What to do with a sheet of the day and the players of a game of the book, and other content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherContent {
    /// It is a game of its own.
    Add,
    /// It corrects that game.
    Correct,
}

/// Why a sheet corrects no game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotCorrected {
    /// Games with these numbers could be meant.
    Several {
        /// The day of the sheet.
        day: NaiveDate,
        /// Who plays.
        players: Players,
        /// The numbers of the games.
        games: Vec<i64>,
    },
    /// Several sheets could mean the game with this number.
    SeveralSheets {
        /// The day of the sheets.
        day: NaiveDate,
        /// Who plays.
        players: Players,
        /// The number of the game.
        game: i64,
    },
    /// No fact can make the game what the sheet says.
    Impossible {
        /// The number of the game.
        game: i64,
        /// What stands in the way.
        why: Obstacle,
    },
}

/// What no fact can change in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// It is closed, and not in the sheet.
    Closed,
    /// It has hands, and the sheet only totals.
    HasHands,
    /// It has only totals, and the sheet hands.
    HasTotals,
    /// The rules refuse hands.
    Refused(Vec<String>),
}

/// A game of the book that started on a day.
pub(super) struct Played {
    id: FactId,
    number: i64,
    /// When it started, in milliseconds since 1970.
    start: i64,
    sides: Vec<Vec<String>>,
}

/// A sheet that waits for the end of its file: only then it is known which games its other sheets are.
pub(super) struct Waiting {
    id: FactId,
    sheet: Game,
    says: Vec<SettingKey>,
    line: Option<usize>,
    day: NaiveDate,
    /// The games that it could correct, each with its number.
    games: Vec<(FactId, i64)>,
}

impl Import<'_, '_> {
    /// Ends a file. A text that comes several times in one file is that many games; in several files it is one.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn end_file(&mut self) -> Result<Vec<ImportedGame>, BookError> {
        let mut waiting = mem::take(&mut self.waiting);
        let mut wanted: BTreeMap<i64, usize> = BTreeMap::new();
        for sheet in &mut waiting {
            sheet.games.retain(|(_, number)| !self.claimed.contains(number));
            sheet.games.iter().for_each(|(_, number)| *wanted.entry(*number).or_default() += 1);
        }
        let became = waiting.into_iter().map(|waiting| {
            let Waiting { id, sheet, says, line, day, games } = waiting;
            self.line = line;
            let players = || sheet.players.clone();
            match *games {
                [] => self.add_or_bring_back(id, &sheet),
                _ if self.plan.other == OtherContent::Add => self.add_unless_alike(id, &sheet, &says, &games),
                [(id, number)] if wanted.get(&number) == Some(&1) => self.correct((id, number), &sheet, &says),
                [(_, game)] => Ok(self.not_corrected(NotCorrected::SeveralSheets { day, players: players(), game })),
                _ => {
                    let games = games.into_iter().map(|(_, number)| number).collect();
                    Ok(self.not_corrected(NotCorrected::Several { day, players: players(), games }))
                }
            }
        });
        let became = became.collect();
        self.known.next_file();
        self.claimed.clear();
        became
    }

    /// Adds a new game, or brings back one that was taken out; if the book had games of its day and players, it waits for the
    /// end of the file.
    pub(super) fn add_or_wait(
        &mut self,
        id: FactId,
        sheet: &Game,
        says: &[SettingKey],
    ) -> Result<Option<ImportedGame>, BookError> {
        if let Some(start) = sheet.started {
            let day = start.date_naive();
            let seating = seated(sheet);
            let turned: Vec<_> = seating.iter().rev().take(2).cloned().collect();
            let of_the_day = self.played_on(day)?.iter().filter(|game| game.sides == seating || game.sides == turned);
            let (exactly, others): (Vec<&Played>, Vec<&Played>) =
                of_the_day.partition(|game| game.start == start.timestamp_millis());
            let alike = if exactly.is_empty() { others } else { exactly };
            let games: Vec<(FactId, i64)> = alike.into_iter().map(|game| (game.id, game.number)).collect();
            if !games.is_empty() {
                let (sheet, says, line) = (sheet.clone(), says.to_vec(), self.line);
                self.waiting.push(Waiting { id, sheet, says, line, day, games });
                return Ok(None);
            }
        }
        self.add_or_bring_back(id, sheet).map(Some)
    }

    /// Adds a game beside those of its day and players, unless one of them has all that the sheet says.
    fn add_unless_alike(
        &mut self,
        id: FactId,
        sheet: &Game,
        says: &[SettingKey],
        games: &[(FactId, i64)],
    ) -> Result<ImportedGame, BookError> {
        for (id, number) in games {
            let was = self.pad.game(*id)?.scored.game;
            let (is, edited) = corrected(&was, sheet, says);
            if (is_beginning(&is, &was) || is_alike(&was, &is, &edited)) && self.claimed.insert(*number) {
                return Ok(ImportedGame::Known(*number));
            }
        }
        let games = games.iter().map(|(_, number)| *number).collect();
        Ok(ImportedGame::AddedBeside { number: self.add(id, sheet)?, games })
    }

    /// The games that the book had on a day. Those of the last day are kept.
    fn played_on(&mut self, day: NaiveDate) -> Result<&[Played], BookError> {
        if self.day.as_ref().is_none_or(|(known, _)| *known != day) {
            let mut played = Vec::new();
            for id in self.pad.started_about(day, self.before)? {
                let game = self.pad.game(id)?;
                if let Some(start) = game.scored.game.started.filter(|start| start.date_naive() == day) {
                    let sides = seated(&game.scored.game);
                    played.push(Played { id, number: game.number, start: start.timestamp_millis(), sides });
                }
            }
            self.day = Some((day, played));
        }
        Ok(self.day.as_ref().map_or(&[], |(_, played)| played))
    }

    /// Makes a game of the book what a sheet says.
    pub(super) fn correct(
        &mut self,
        (id, number): (FactId, i64),
        sheet: &Game,
        says: &[SettingKey],
    ) -> Result<ImportedGame, BookError> {
        self.append()?;
        let before = self.pad.game(id)?;
        let was = &before.scored.game;
        let (is, edited) = corrected(was, sheet, says);
        if is_beginning(&is, was) || is_alike(was, &is, &edited) {
            return Ok(ImportedGame::Known(number));
        }
        let mut change = NewChange::new(ChangeVerb::IMPORT);
        change.edit(&before.record, &is, &edited, &self.people);
        self.write(change)?;
        self.append()?;
        let after = self.pad.game(id)?;
        let why = match &after.scored.game {
            game if game.closing != is.closing => Obstacle::Closed,
            game if game.totals.is_none() && is.totals.is_some() => Obstacle::HasHands,
            game if game.totals.is_some() && is.totals.is_none() => Obstacle::HasTotals,
            _ => match refusals(&after) {
                reasons if reasons.is_empty() || !refusals(&before).is_empty() => {
                    return Ok(ImportedGame::Corrected(Box::new([before, after])));
                }
                reasons => Obstacle::Refused(reasons),
            },
        };
        Ok(self.not_corrected(NotCorrected::Impossible { game: number, why }))
    }

    const fn not_corrected(&self, why: NotCorrected) -> ImportedGame {
        ImportedGame::NotCorrected { line: self.line, why }
    }
}

impl Pad<'_> {
    /// The games that count and may have started on a day, wherever that was, up to a number.
    fn started_about(&self, day: NaiveDate, up_to: i64) -> Result<Vec<FactId>, BookError> {
        const BETWEEN: &str = "SELECT game FROM start WHERE time BETWEEN ?1 AND ?2";
        // Clocks are at most fourteen hours from UTC.
        let midnight =
            |day: Option<NaiveDate>| day.map_or(0, |day| day.and_time(NaiveTime::MIN).and_utc().timestamp_millis());
        let (first, last) = (day.checked_sub_days(Days::new(1)), day.checked_add_days(Days::new(2)));
        let keys: Vec<Vec<u8>> = self.all(BETWEEN, [midnight(first), midnight(last)], |row| row.get(0))?;
        let mut games = BTreeSet::new();
        for id in keys.iter().filter_map(|key| Subject::game_with_key(key)) {
            if self.number_if_any(id)?.is_some_and(|number| number <= up_to) {
                games.insert(id);
            }
        }
        self.games_among(&games)
    }
}

/// The names of the sides, in any letter case.
fn seated(game: &Game) -> Vec<Vec<String>> {
    game.players.order().map(|side| game.players.of(side).iter().map(Name::folded).collect()).collect()
}

/// What a game of the book would be if a sheet were right, and what that changes. What the sheet does not say stays, and so
/// does who plays.
fn corrected(was: &Game, sheet: &Game, says: &[SettingKey]) -> (Game, Edited) {
    let turned = sheet.with_sides_turned().filter(|turned| seated(turned) == seated(was));
    let mut is = Game { players: was.players.clone(), ..turned.unwrap_or_else(|| sheet.clone()) };
    if is.entries().next().is_none() {
        is.totals = is.totals.or(was.totals);
    }
    let mut edited = Edited::of(was, &is);
    edited.set.retain(|key| match key {
        // A game with hands has no totals of its own.
        SettingKey::Totals => was.totals.is_some() || was.closing.is_some() && was.entries().next().is_none(),
        SettingKey::Closed => true,
        key => says.contains(key),
    });
    (is, edited)
}

/// Whether a sheet has nothing that a game of the book has not.
fn is_alike(was: &Game, is: &Game, edited: &Edited) -> bool {
    edited.is_nothing() && is.closing == was.closing && is.totals == was.totals
}

/// Why the rules refuse hands of a game.
fn refusals(game: &StoredGame) -> Vec<String> {
    let refused = game.scored.game.hands.iter().enumerate().filter_map(|(at, hand)| match hand {
        GameHand::Refused(refused) => Some((at, refused)),
        GameHand::Accepted(_) => None,
    });
    let reasons = refused.flat_map(|(at, hand)| hand.refusals.iter().map(move |why| format!("hand {}: {why}", at + 1)));
    reasons.collect()
}
