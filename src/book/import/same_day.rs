//! Imported sheets with the day and the players of a game of the book, but other content: each is a new game, or a
//! correction of that game.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use chrono::{Days, NaiveDate, NaiveTime};
use ginpad_core::facts::{ChangeVerb, FactId, NewChange, SettingKey, Subject, bare};
use ginpad_core::ledger::SheetMatch;
use ginpad_core::text::{and_list, or_list};
use ginpad_core::{Game, Name, Players, Side};

use super::super::{Import, ImportedGame, ImportedSheet};
use crate::book::{BookError, OpenBook, StoredGame};

/// How to treat a sheet that has the day and the players of a game of the book, but other content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherContent {
    /// It is a new game.
    Add,
    /// It corrects that game.
    Correct,
}

/// A game of the book that started on a day.
pub(super) struct Played {
    id: FactId,
    number: i64,
    /// When it started, in milliseconds since 1970.
    start: i64,
    sides: Vec<Vec<String>>,
    /// The game before a correction; `None` for the present one.
    earlier: Option<Game>,
}

/// A sheet that waits for the end of its file, when we know which games the other sheets are.
pub(super) struct Waiting {
    id: FactId,
    /// The game of the book that was first imported from this text.
    own: Option<(FactId, i64)>,
    sheet: ImportedSheet,
    day: NaiveDate,
    /// The games that it may be or correct, each with its number. Its own game comes first.
    games: Vec<(FactId, i64)>,
    /// The numbers of those that start at its time: if there are any, it can correct only them.
    exactly: Vec<i64>,
}

impl Import<'_, '_> {
    /// Ends a file. A text that occurs several times in one file is that many games; in several files it is one.
    ///
    /// A sheet is matched in three steps: with a game that has all of it, with a game of its score, with the game that was
    /// first imported from its text.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn end_file(&mut self) -> Result<Vec<ImportedGame>, BookError> {
        let waiting = mem::take(&mut self.waiting);
        let mut became = Vec::new();
        let waiting = self.settle(waiting, &mut became, SheetMatch::is_complete)?;
        let mut waiting = self.settle(waiting, &mut became, SheetMatch::has_score)?;
        for waiting in &mut waiting {
            // If another sheet has claimed the own game, this sheet is a second game.
            if let Some((own, _)) = waiting.own.filter(|(_, number)| !self.claimed.insert(*number)) {
                waiting.own = None;
                if own == waiting.id {
                    waiting.id = self.known.id_of(&waiting.sheet.text);
                }
            }
        }
        let mut wanted: BTreeMap<i64, usize> = BTreeMap::new();
        for sheet in waiting.iter_mut().filter(|sheet| sheet.own.is_none()) {
            let exactly = &sheet.exactly;
            let may_be =
                |number: &i64| !self.claimed.contains(number) && (exactly.is_empty() || exactly.contains(number));
            sheet.games.retain(|(_, number)| may_be(number));
            sheet.games.iter().for_each(|(_, number)| *wanted.entry(*number).or_default() += 1);
        }
        for waiting in waiting {
            became.push(self.unmatched(waiting, &wanted)?);
        }
        self.known.next_file();
        self.found.append(&mut self.claimed);
        self.found.extend(became.iter().filter_map(ImportedGame::matched_game));
        Ok(became)
    }

    /// Whether a game of the book counts and has everything that a sheet gives.
    pub(super) fn has_all_of(&self, id: FactId, sheet: &ImportedSheet) -> Result<bool, BookError> {
        if !self.open.counts(id)? {
            return Ok(false);
        }
        let game = self.open.game(id)?;
        Ok(sheet.matching(&game).is_complete() && self.has_the_players(&game, &sheet.game))
    }

    /// Assigns sheets to the games that match them as `accepts` asks. Returns the other sheets.
    fn settle(
        &mut self,
        waiting: Vec<Waiting>,
        became: &mut Vec<ImportedGame>,
        accepts: fn(&SheetMatch) -> bool,
    ) -> Result<Vec<Waiting>, BookError> {
        let mut others = Vec::new();
        for waiting in waiting {
            let mut matching = None;
            for game in waiting.games.iter().filter(|(_, number)| !self.claimed.contains(number)) {
                let stored = self.open.game(game.0)?;
                let found = waiting.sheet.matching(&stored);
                if accepts(&found) && self.has_the_players(&stored, &waiting.sheet.game) {
                    matching = Some((*game, found));
                    break;
                }
            }
            let Some((game, found)) = matching else {
                others.push(waiting);
                continue;
            };
            self.claimed.insert(game.1);
            became.push(match self.plan.other {
                OtherContent::Correct => self.correct(game, &waiting.sheet)?,
                OtherContent::Add if found.is_complete() => ImportedGame::Known(game.1),
                OtherContent::Add => ImportedGame::Differs { number: game.1, what: found.edited.words() },
            });
        }
        Ok(others)
    }

    /// Decides about a sheet that matches no game of the book. `wanted` counts the sheets that may correct each game.
    fn unmatched(&mut self, waiting: Waiting, wanted: &BTreeMap<i64, usize>) -> Result<ImportedGame, BookError> {
        let Waiting { id, own, sheet, day, games, .. } = waiting;
        let players = between(&sheet.game.players);
        match (own, games.as_slice()) {
            (Some(own), _) if self.plan.other == OtherContent::Add => self.known_by_text(own, &sheet),
            (Some(own), _) => self.correct(own, &sheet),
            (None, beside) if beside.is_empty() || self.plan.other == OtherContent::Add => {
                let beside: Vec<i64> = beside.iter().map(|(_, number)| *number).collect();
                self.beside.extend(&beside);
                self.add_or_bring_back(id, &sheet.game, beside)
            }
            (None, [game]) if wanted.get(&game.1) == Some(&1) => self.correct(*game, &sheet),
            (None, [(_, game)]) => {
                Ok(sheet.cannot_correct(format!("several games of {day} ({players}) could correct game {game}")))
            }
            _ => {
                let games = or_list(games.iter().map(|(_, number)| format!("game {number}")));
                Ok(sheet.cannot_correct(format!("the game of {day} ({players}) could correct {games}")))
            }
        }
    }

    /// The result for a game that was imported from this sheet and has changed since.
    fn known_by_text(&self, (id, number): (FactId, i64), sheet: &ImportedSheet) -> Result<ImportedGame, BookError> {
        let game = self.open.game(id)?;
        let mut edited = sheet.matching(&game).edited;
        edited.set.extend((!self.has_the_players(&game, &sheet.game)).then_some(SettingKey::Sides));
        Ok(match edited.words() {
            what if what.is_empty() => ImportedGame::Known(number),
            what => ImportedGame::Differs { number, what },
        })
    }

    /// Whether the players of a sheet play a game, each on the same side or all on the opposite one. Somebody may have
    /// been renamed or joined since, or be listed with a number after the name because of a namesake.
    fn has_the_players(&self, game: &StoredGame, sheet: &Game) -> bool {
        let (players, people) = (&game.scored.game.players, &self.people);
        let ids_of = |side: Side, of: &Players| of.of(side).iter().map(|name| people.find(name)).collect::<Vec<_>>();
        let is_one = |sheet: &Game| {
            players.sides() == sheet.players.sides()
                && players.order().all(|side| {
                    let recorded = game.record.sides.get(side.index()).into_iter().flatten().copied().map(Some);
                    let ids: Vec<_> = recorded.chain(ids_of(side, players)).collect();
                    let own = |name: &Name| {
                        players.of(side).iter().any(|listed| bare(listed.as_str()) == bare(name.as_str()))
                    };
                    let names = sheet.players.of(side).iter();
                    ids_of(side, &sheet.players)
                        .iter()
                        .zip(names)
                        .all(|(id, name)| id.is_some() && ids.contains(id) || own(name))
                })
        };
        is_one(sheet) || sheet.with_sides_turned().is_some_and(|turned| is_one(&turned))
    }

    /// Adds a new game, or brings back a removed one. If the book had games that it may be, the sheet waits for the end
    /// of the file. `own` is the game that was first imported from this text.
    pub(super) fn add_or_wait(
        &mut self,
        id: FactId,
        own: Option<(FactId, i64)>,
        sheet: ImportedSheet,
    ) -> Result<Option<ImportedGame>, BookError> {
        let (mut own, mut games, mut exactly) = (own, Vec::new(), Vec::new());
        if let Some(start) = sheet.game.started {
            let seating = sheet.game.players.folded();
            let turned: Vec<_> = seating.iter().rev().take(2).cloned().collect();
            let of_the_day = self.played_on(start.date_naive())?.iter();
            let of_the_day = of_the_day.filter(|game| game.sides == seating || game.sides == turned);
            let (present, earlier): (Vec<&Played>, Vec<&Played>) = of_the_day.partition(|game| game.earlier.is_none());
            // The sheet may be what the book had before a correction.
            own = own.or_else(|| {
                let was = |game: &&&Played| {
                    let found = game.earlier.as_ref().map(|was| SheetMatch::of(was, &sheet.game, &sheet.given));
                    found.is_some_and(|found| found.is_complete() || found.has_score())
                };
                earlier.iter().find(was).map(|game| (game.id, game.number))
            });
            let (exact, others): (Vec<&Played>, Vec<&Played>) =
                present.into_iter().partition(|game| game.start == start.timestamp_millis());
            exactly.extend(exact.iter().map(|game| game.number));
            let alike = exact.into_iter().chain(others);
            games.extend(alike.map(|game| (game.id, game.number)).filter(|game| Some(*game) != own));
        }
        games.splice(..0, own);
        if games.is_empty() {
            return self.add_or_bring_back(id, &sheet.game, Vec::new()).map(Some);
        }
        let day = sheet.game.started.map(|start| start.date_naive()).unwrap_or_default();
        self.waiting.push(Waiting { id, own, sheet, day, games, exactly });
        Ok(None)
    }

    /// Returns the games that the book has or had on a day, and remembers them for the next sheet.
    fn played_on(&mut self, day: NaiveDate) -> Result<&[Played], BookError> {
        if self.day.as_ref().is_none_or(|(last, _)| *last != day) {
            let mut played = Vec::new();
            for id in self.open.started_about(day, self.before)? {
                let game = self.open.game(id)?;
                let earlier = self.open.before_corrections(&game)?.into_iter().map(Some);
                for earlier in std::iter::once(None).chain(earlier) {
                    let state = earlier.as_ref().unwrap_or(&game.scored.game);
                    if let Some(start) = state.started.filter(|start| start.date_naive() == day) {
                        let (number, start, sides) = (game.number, start.timestamp_millis(), state.players.folded());
                        played.push(Played { id, number, start, sides, earlier });
                    }
                }
            }
            self.day = Some((day, played));
        }
        Ok(self.day.as_ref().map_or(&[], |(_, played)| played))
    }

    /// Turns a game of the book into what a sheet says.
    fn correct(&mut self, (id, number): (FactId, i64), sheet: &ImportedSheet) -> Result<ImportedGame, BookError> {
        let before = self.open.game(id)?;
        if !self.has_the_players(&before, &sheet.game) {
            let [book, file] = [&before.scored.game.players, &sheet.game.players].map(between);
            let why = format!("game {number} is between {book} in the book, and between {file} in the file");
            return Ok(sheet.cannot_correct(why));
        }
        let matching = sheet.matching(&before);
        if matching.is_complete() {
            return Ok(ImportedGame::Known(number));
        }
        let SheetMatch { corrected: is, edited, .. } = matching;
        let mut change = NewChange::new(ChangeVerb::IMPORT);
        change.edit((&before.record, &before.scored.game), &before.conflicts, &is, &edited, &self.people);
        self.write(change)?;
        let after = self.open.game(id)?;
        let why = match &after.scored.game {
            game if game.closing != is.closing => {
                format!("game {number} was closed in the book, and in the file it is not; an import cannot reopen it")
            }
            game if game.totals.is_none() && is.totals.is_some() => {
                format!("game {number} has hands in the book, and only totals in the file")
            }
            game if game.totals.is_some() && is.totals.is_none() => {
                format!("game {number} has only totals in the book, and hands in the file")
            }
            _ => match refusals(&after) {
                reasons if reasons.is_empty() || !refusals(&before).is_empty() => {
                    return Ok(ImportedGame::Corrected(Box::new([before, after])));
                }
                reasons => {
                    let hands = and_list(&reasons);
                    format!("the rules of game {number} in the book refuse hands of the file: {hands}")
                }
            },
        };
        Ok(sheet.cannot_correct(why))
    }
}

impl ImportedSheet {
    fn matching(&self, game: &StoredGame) -> SheetMatch {
        SheetMatch::of(&game.scored.game, &self.game, &self.given)
    }

    fn cannot_correct(&self, why: String) -> ImportedGame {
        ImportedGame::NotCorrected(self.line.map_or_else(|| why.clone(), |line| format!("line {line}: {why}")))
    }
}

impl OpenBook<'_> {
    /// Lists the games up to a number that count and may have started on a day, in any time zone.
    pub(crate) fn started_about(&self, day: NaiveDate, up_to: i64) -> Result<Vec<FactId>, BookError> {
        const BETWEEN: &str = "SELECT game FROM start CROSS JOIN game_number USING (game) \
            WHERE time BETWEEN ?1 AND ?2 AND number <= ?3";
        // Clocks are at most fourteen hours from UTC.
        let midnight =
            |day: Option<NaiveDate>| day.map_or(0, |day| day.and_time(NaiveTime::MIN).and_utc().timestamp_millis());
        let (first, last) = (day.checked_sub_days(Days::new(1)), day.checked_add_days(Days::new(2)));
        let keys: Vec<Vec<u8>> = self.all(BETWEEN, [midnight(first), midnight(last), up_to], |row| row.get(0))?;
        let mut games = BTreeSet::new();
        for id in keys.iter().filter_map(|key| Subject::game_with_key(key)) {
            if self.number_if_any(id)?.is_some_and(|number| number <= up_to) {
                games.insert(id);
            }
        }
        self.games_among(&games)
    }
}

/// Lists the reasons for which the rules refuse hands of a game.
fn refusals(game: &StoredGame) -> Vec<String> {
    let refused = game.scored.game.refused_hands();
    refused.flat_map(|(at, hand)| hand.refusals.iter().map(move |why| format!("hand {}: {why}", at + 1))).collect()
}

/// Names the sides of a game: `Ann – Bob`.
fn between(players: &Players) -> String {
    players.side_names().iter().cloned().collect::<Vec<_>>().join(" – ")
}
