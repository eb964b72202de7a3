//! Imports games from text sheets and spreadsheets: each game is one line, and all lines are one batch.
//!
//! The id of a game comes from its own text in the file, so two devices that import the same file get the same games. A
//! game that the book already has is not added again. It is recognised by that id, or by its present text, because it
//! may have been begun here and exported.

mod same_day;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use chrono::{NaiveDate, TimeDelta};
use ginpad_core::facts::{ChangeVerb, FactId, KnownPeople, NewChange, SettingKey, Subject};
use ginpad_core::ledger::{ContinuedGame, KnownGames, Longer, Namesakes, Recognised, seating};
use ginpad_core::{EntryAt, Game, Moment, Name, Side};
use serde::Serialize;
use uuid::Uuid;

pub use self::same_day::OtherContent;
use self::same_day::{Played, Waiting};
use super::{BookError, OpenBook, Steps, StoredGame};

/// A game of a file.
#[derive(Debug, Clone)]
pub struct ImportedSheet {
    /// The game.
    pub game: Game,
    /// Its text in the file.
    pub text: String,
    /// The settings that the file gives.
    pub given: Vec<SettingKey>,
    /// The line of the file where it begins, if known.
    pub line: Option<usize>,
}

/// The result of importing one game, with the game's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportedGame {
    /// The game was new and has been added.
    Added {
        /// Its number.
        number: i64,
        /// The numbers of the games of the same day and players that the book had.
        beside: Vec<i64>,
    },
    /// The sheet corrected a game. Holds the game as it was and as it is.
    Corrected(Box<[StoredGame; 2]>),
    /// The sheet should have corrected a game, but cannot: the line where it begins, if known, and why.
    NotCorrected(String),
    /// The book already had the game.
    Known(i64),
    /// The book had the game, but with settings or hands other than those of the sheet.
    Differs {
        /// Its number.
        number: i64,
        /// What differs, in words.
        what: Vec<&'static str>,
    },
    /// The book had the game, but somebody had removed it; the import brought it back.
    Back(i64),
    /// An earlier file of this import had the game.
    Repeated,
    /// An earlier file of this import had the game with fewer hands, or without its closing; these were added.
    Extended(i64),
    /// The book has the game with fewer hands, or without its closing; nothing was added.
    Longer(MoreHands),
    /// The book had the game with fewer hands, or without its closing; these were added.
    Continued(MoreHands),
    /// The game is new, but begins like a [`Longer`](ImportedGame::Longer) one; nothing was added. See
    /// [`Recognised::HeldBack`].
    HeldBack,
}

impl ImportedGame {
    /// Returns the number of the game that the sheet is.
    fn matched_game(&self) -> Option<i64> {
        match self {
            ImportedGame::Known(number) | ImportedGame::Extended(number) => Some(*number),
            ImportedGame::Longer(more) | ImportedGame::Continued(more) => Some(more.game),
            ImportedGame::Corrected(states) => Some(states[0].number),
            _ => None,
        }
    }
}

/// The hands, adjustments and closing that a sheet has and a game of the book lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MoreHands {
    /// The number of the game.
    pub game: i64,
    /// The number of hands.
    pub hands: usize,
    /// The number of adjustments.
    pub adjustments: usize,
    /// Whether the sheet closes the game.
    pub closing: bool,
}

/// How to import games.
#[derive(Debug, Clone, Copy)]
pub struct ImportPlan {
    /// What to do with a sheet that continues a game of the book.
    pub longer: Longer,
    /// What to do with a sheet that has the day and the players of a game of the book, but other content.
    pub other: OtherContent,
    /// The time of the import.
    pub now: Moment,
    /// The number of files.
    pub files: usize,
    /// The number of hands and games, for the progress bar.
    pub steps: usize,
}

/// Imports games one after another.
pub struct Import<'p, 'b> {
    open: &'p OpenBook<'b>,
    plan: ImportPlan,
    batch: Uuid,
    people: KnownPeople,
    /// The earlier names of people, each with the present one.
    earlier_names: BTreeMap<String, Name>,
    /// The earlier names among those of the sheets, each with the present one.
    pub met_earlier: BTreeMap<String, Name>,
    known: KnownGames,
    /// The games that were taken back and are now stated again.
    again: BTreeSet<FactId>,
    /// The acts that count again: those about games that the book had and that were taken back. These games return as
    /// they were.
    pub restored: BTreeSet<Uuid>,
    /// The acts that removed the games which come back.
    pub removals: BTreeSet<Uuid>,
    /// The highest number of a game before the import.
    before: i64,
    /// The number of games added.
    added: i64,
    /// The numbers of the book's games that sheets of this file were found to be.
    claimed: BTreeSet<i64>,
    /// The first and the last day of the games in these files.
    days: Option<(NaiveDate, NaiveDate)>,
    /// The numbers of the book's games that sheets were found to be.
    found: BTreeSet<i64>,
    /// The numbers of the book's games beside which others were added.
    beside: BTreeSet<i64>,
    /// The sheets of this file that may be corrections.
    waiting: Vec<Waiting>,
    /// The book's games on the day that was asked for last.
    day: Option<(NaiveDate, Vec<Played>)>,
    steps: Box<dyn Steps>,
}

impl OpenBook<'_> {
    /// Imports games. `feed` passes them, one after another, to [`Import::take`], and ends each file with
    /// [`Import::end_file`].
    ///
    /// # Errors
    /// The book cannot be read or written, or `feed` fails. The transaction must not be committed then.
    pub fn import<T, E: From<BookError>>(
        &self,
        plan: ImportPlan,
        feed: impl FnOnce(&mut Import<'_, '_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut import = Import {
            open: self,
            plan,
            batch: Uuid::now_v7(),
            people: self.known_people()?,
            earlier_names: self.earlier_names()?,
            met_earlier: BTreeMap::new(),
            known: KnownGames::default(),
            again: BTreeSet::new(),
            restored: BTreeSet::new(),
            removals: BTreeSet::new(),
            before: self.highest_number()?,
            added: 0,
            claimed: BTreeSet::new(),
            days: None,
            found: BTreeSet::new(),
            beside: BTreeSet::new(),
            waiting: Vec::new(),
            day: None,
            steps: self.steps("writing the book", plan.steps),
        };
        let fed = feed(&mut import)?;
        import.join_same_people()?;
        import.bring_back()?;
        Ok(fed)
    }

    /// Whether any line is about a game, whether the line counts or not.
    fn has_lines_about(&self, game: FactId) -> Result<bool, BookError> {
        Ok(self.sum(&Subject::Game(game).key())?.0 > 0)
    }
}

impl Import<'_, '_> {
    /// Imports one game. Returns `None` if only the end of the file shows which game this is.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn take(&mut self, mut sheet: ImportedSheet) -> Result<Option<ImportedGame>, BookError> {
        self.steps.advance(sheet.game.hands.len() + 1);
        if let Some(day) = sheet.game.started.map(|start| start.date_naive()) {
            self.days = Some(self.days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        }
        if let Some(game) = self.with_present_names(&sheet.game) {
            sheet.game = game;
        }
        let became = self.recognised(sheet)?;
        self.claimed.extend(became.iter().filter_map(ImportedGame::matched_game));
        Ok(became)
    }

    /// Returns the game under the present names of its players, if some are earlier ones.
    fn with_present_names(&mut self, game: &Game) -> Option<Game> {
        let present = |name: &Name| self.earlier_names.get(&name.folded());
        let met = |(_, name): (_, &Name)| Some((name.to_string(), present(name)?.clone()));
        let met: Vec<(String, Name)> = game.players.seats().filter_map(met).collect();
        met.first()?;
        self.met_earlier.extend(met);
        let players = game.players.renamed(|name| Some(present(name).unwrap_or(name).clone()))?;
        Some(Game { players, ..game.clone() })
    }

    fn recognised(&mut self, sheet: ImportedSheet) -> Result<Option<ImportedGame>, BookError> {
        let id = self.known.id_of(&sheet.text);
        if self.open.has_lines_about(id)? && self.open.is_begun(id)? {
            self.known.is_same(id);
            let number = self.open.number_of(id)?;
            if number > self.before {
                return Ok(Some(ImportedGame::Repeated));
            }
            if self.has_all_of(id, &sheet)? {
                return self.game_of_book(number).map(Some);
            }
            // Instead of a game that was removed, the file more likely means one that is still there.
            let own = self.open.counts(id)?.then_some((id, number));
            return self.add_or_wait(id, own, sheet);
        }
        if self.known.is_first_asked(&sheet.game) {
            self.read_candidates(&sheet.game)?;
        }
        Ok(Some(match self.known.recognise(&sheet.game, self.plan.longer) {
            Recognised::Known(number) => match self.open.numbered(number)? {
                Some(id) if !self.open.counts(id)? => return self.add_or_wait(id, None, sheet),
                _ => self.game_of_book(number)?,
            },
            Recognised::Repeated => ImportedGame::Repeated,
            Recognised::GoesOn(begun) => self.go_on(begun, &sheet.game)?,
            Recognised::HeldBack => {
                self.note(FactId { of: Uuid::nil(), place: 0 }, None, &sheet.game);
                ImportedGame::HeldBack
            }
            Recognised::New => return self.add_or_wait(id, None, sheet),
        }))
    }

    /// The result for a game that the book has. A removed game comes back.
    fn game_of_book(&mut self, number: i64) -> Result<ImportedGame, BookError> {
        let Some((_, removals)) = self.open.taken_out(number)? else { return Ok(ImportedGame::Known(number)) };
        self.removals.extend(removals);
        Ok(ImportedGame::Back(number))
    }

    /// Adds a game `beside` others, or brings back a removed one. One that was taken back is stated again, so that it
    /// counts again, as it stood.
    fn add_or_bring_back(&mut self, id: FactId, game: &Game, beside: Vec<i64>) -> Result<ImportedGame, BookError> {
        if self.open.has_lines_about(id)? {
            if self.open.is_begun(id)? {
                return self.game_of_book(self.open.number_of(id)?);
            }
            self.again.insert(id);
            self.restored.extend(self.open.counting_acts(id)?);
        }
        self.added += 1;
        let number = self.before + self.added;
        let mut change = NewChange::new(ChangeVerb::IMPORT);
        change.take_in(game, id.of, &self.people);
        self.write(change)?;
        self.open.number(id, number)?;
        self.note(id, Some(number), game);
        Ok(ImportedGame::Added { number, beside })
    }

    /// Undoes the acts that removed the games which come back.
    fn bring_back(&self) -> Result<(), BookError> {
        let acts = self.removals.iter().filter_map(|act| self.open.act(*act).transpose());
        let acts = acts.collect::<Result<Vec<_>, _>>()?;
        if acts.is_empty() { Ok(()) } else { self.open.move_acts(ChangeVerb::IMPORT, &acts, self.plan.now) }
    }

    /// Lists the numbers of games that were imported together with a game of these files, on the days of these files or
    /// a week around them, and that none of these files has. Others may come from a file that was imported then but not
    /// now.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn missing(&self) -> Result<Vec<i64>, BookError> {
        const AROUND: TimeDelta = TimeDelta::days(7);
        let Some((first, last)) = self.days else { return Ok(Vec::new()) };
        let mut missing = Vec::new();
        for id in self.imported_together()? {
            let number = self.open.number_if_any(id)?.filter(|number| *number <= self.before);
            let is_missing = |number: &i64| !self.found.contains(number) && !self.beside.contains(number);
            let Some(number) = number.filter(is_missing) else { continue };
            let started = self.open.game(id)?.scored.game.started.map(|start| start.date_naive());
            let is_near = |day: NaiveDate| day - last <= AROUND && first - day <= AROUND;
            if started.is_some_and(is_near) && self.open.counts(id)? {
                missing.push(number);
            }
        }
        Ok(missing)
    }

    /// Lists the games of the import that began one of the games in these files together with others.
    fn imported_together(&self) -> Result<BTreeSet<FactId>, BookError> {
        for number in &self.found {
            let Some(game) = self.open.numbered(*number)? else { continue };
            let Some((act, true)) = self.open.act_that_began(game)? else { continue };
            let mut begun = BTreeSet::new();
            self.open.each_of_act(act, |change| begun.extend(change.games()))?;
            if begun.len() > 1 {
                return Ok(begun);
            }
        }
        Ok(BTreeSet::new())
    }

    /// Joins people of games that are stated again, because somebody may have been renamed since.
    fn join_same_people(&mut self) -> Result<(), BookError> {
        if self.again.is_empty() {
            return Ok(());
        }
        let (again, nobody) = (mem::take(&mut self.again), BTreeSet::new());
        let (_, change) =
            self.open.meet_namesakes(ChangeVerb::IMPORT, &nobody, &nobody, &again, Namesakes::JoinImported)?;
        self.write(change)
    }

    /// Reads the games of the book that a sheet may be. Games added since need not be read.
    fn read_candidates(&mut self, sheet: &Game) -> Result<(), BookError> {
        // Removed games come last, so that a sheet first matches a game that is there.
        let (removed, present): (Vec<_>, Vec<_>) = {
            let games = self.open.begun_candidates(sheet, &self.people)?.into_iter().map(|id| self.open.game(id));
            games.collect::<Result<Vec<_>, _>>()?.into_iter().partition(|stored| stored.record.is_removed)
        };
        for stored in present.into_iter().chain(removed) {
            let id = stored.id;
            let game = &stored.scored.game;
            // Without a start, games of other players are skipped; the sheets of those players look them up.
            if stored.number <= self.before && (sheet.started.is_some() || seating(game) == seating(sheet)) {
                self.known.add(id, Some(stored.number), game, Some(stored.record.next_number));
            }
        }
        Ok(())
    }

    /// Adds the hands and the closing of a sheet that a game lacks, unless the plan is only to name them. A game that
    /// this import added is always continued.
    fn go_on(&mut self, begun: ContinuedGame, sheet: &Game) -> Result<ImportedGame, BookError> {
        let ContinuedGame { id, number, is_new, entries, next } = begun;
        let new = sheet.entries().skip(entries);
        let (hands, adjustments): (Vec<_>, Vec<_>) = new.partition(|at| matches!(at, EntryAt::Hand(_)));
        let (hands, adjustments) = (hands.len(), adjustments.len());
        let more = MoreHands { game: number, hands, adjustments, closing: sheet.closing.is_some() };
        if self.plan.longer == Longer::Name && !is_new {
            return Ok(ImportedGame::Longer(more));
        }
        let mut change = NewChange::new(ChangeVerb::IMPORT);
        change.continue_game(id, next, sheet, entries);
        self.write(change)?;
        Ok(if is_new { ImportedGame::Extended(number) } else { ImportedGame::Continued(more) })
    }

    /// Remembers a game of this file for the other files.
    fn note(&mut self, id: FactId, number: Option<i64>, game: &Game) {
        if self.plan.files > 1 {
            self.known.add(id, number, game, None);
        }
    }

    fn write(&mut self, change: NewChange) -> Result<(), BookError> {
        self.open.write_lines(change.in_batch(self.batch), self.plan.now, &mut self.people).map(drop)
    }
}

impl OpenBook<'_> {
    /// Lists the games that a sheet may be, in their order: those that a line says began at the sheet's start or,
    /// without a start, those that seat the first players of both sides.
    fn begun_candidates(&self, sheet: &Game, people: &KnownPeople) -> Result<Vec<FactId>, BookError> {
        const AT: &str = "SELECT game FROM start WHERE time = ?1";
        let mut games = BTreeSet::new();
        if let Some(start) = sheet.started {
            let keys: Vec<Vec<u8>> = self.all(AT, [start.timestamp_millis()], |row| row.get(0))?;
            games.extend(keys.iter().filter_map(|key| Subject::game_with_key(key)));
        } else {
            let first = Side::TWO.map(|side| sheet.players.of(side).first().and_then(|name| people.find(name)));
            if let [Some(one), Some(other)] = first {
                let joined = self.joined()?;
                games = self.games_together(Subject::Undated, &joined.same_as(one), &joined.same_as(other))?;
            }
        }
        self.listed_among(&games, |_| true)
    }
}
