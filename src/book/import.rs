//! Imports games of text sheets and spreadsheets, one after another: a line a game, as one batch.
//!
//! The id of a game comes from its own text in the file, so the same file imported on two devices is the same games. A game
//! that the book has is not added again: it is recognised by that id, or by the text that it has now, for it may have been
//! begun here and exported.

mod same_day;

use std::collections::BTreeSet;
use std::mem;

use chrono::NaiveDate;
use ginpad_core::facts::{ChangeVerb, FactId, KnownPeople, Line, NewChange, NextLine, SettingKey, Subject};
use ginpad_core::game::Game;
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Beginning, KnownGames, Longer, Namesakes, Recognised, seating};
use ginpad_core::sheet::EntryAt;
use ginpad_core::side::Side;
use serde::Serialize;
use uuid::Uuid;

pub use self::same_day::{NotCorrected, Obstacle, OtherContent};
use self::same_day::{Played, Waiting};
use super::error::BookError;
use super::games::StoredGame;
use super::pad::Pad;
use super::watched::Steps;

/// What importing one game came to, with the number of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportedGame {
    /// The game was new and has been added.
    Added(i64),
    /// The game was new and has been added, although the book had games of its day and players.
    AddedBeside {
        /// Its number.
        number: i64,
        /// The numbers of those games.
        games: Vec<i64>,
    },
    /// A game of the book, as it was and as it is, was made what the sheet says.
    Corrected(Box<[StoredGame; 2]>),
    /// The sheet should have corrected a game, and cannot.
    NotCorrected {
        /// The line of its file where it begins, if that is known.
        line: Option<usize>,
        /// Why it cannot.
        why: NotCorrected,
    },
    /// The book already had the game.
    Known(i64),
    /// The book had the game with the same score, and with other settings than the sheet.
    Differs {
        /// Its number.
        number: i64,
        /// What differs.
        settings: Vec<SettingKey>,
    },
    /// The book had the game, and it was taken out as a whole; now it is there again.
    Back(i64),
    /// An earlier file of this import had the game.
    Repeated,
    /// An earlier file of this import had the game with fewer hands, or without its closing; these were added.
    Extended(i64),
    /// The book has the game with fewer hands, or without its closing; nothing was added.
    Longer(MoreHands),
    /// The book had the game with fewer hands, or without its closing; these were added.
    Continued(MoreHands),
    /// A new game that begins like one that was only named; nothing was added. See [`Recognised::HeldBack`].
    HeldBack,
}

impl ImportedGame {
    /// The games of the book that the sheet is, or is much like.
    fn known(&self) -> Vec<i64> {
        match self {
            ImportedGame::Known(number) | ImportedGame::Extended(number) => vec![*number],
            ImportedGame::Longer(more) | ImportedGame::Continued(more) => vec![more.game],
            ImportedGame::Corrected(states) => vec![states[0].number],
            ImportedGame::AddedBeside { games, .. } => games.clone(),
            _ => Vec::new(),
        }
    }
}

/// The hands and adjustments, and the closing after them, that a sheet has and a game of the book has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MoreHands {
    /// The number of the game.
    pub game: i64,
    /// How many hands.
    pub hands: usize,
    /// How many adjustments.
    pub adjustments: usize,
    /// Whether the sheet closes the game.
    pub closing: bool,
}

/// How games are imported.
#[derive(Debug, Clone, Copy)]
pub struct ImportPlan {
    /// What to do with a sheet that goes on where a game of the book ends.
    pub longer: Longer,
    /// What to do with a sheet that has the day and the players of a game of the book, and other content.
    pub other: OtherContent,
    /// When.
    pub now: Moment,
    /// How many files will come.
    pub files: usize,
    /// How many hands and games will come.
    pub steps: usize,
}

/// So many bytes of lines are kept until they are appended.
const KEPT: usize = 256 << 10;

/// Takes in games one after another.
pub struct Import<'p, 'b> {
    pad: &'p Pad<'b>,
    plan: ImportPlan,
    batch: Uuid,
    /// Where the next line stands; not known before the first.
    next_line: Option<NextLine>,
    /// Lines that are still to be appended.
    lines: Vec<Line>,
    people: KnownPeople,
    known: KnownGames,
    /// The games that were said before and taken back.
    again: BTreeSet<FactId>,
    /// The acts that count again with them, some more than once.
    restored: Vec<Uuid>,
    /// What took out the games that come back.
    removals: BTreeSet<Uuid>,
    /// The highest number of a game before the import.
    before: i64,
    /// How many games were added.
    added: i64,
    /// The numbers of the games of the book that sheets of this file are.
    claimed: BTreeSet<i64>,
    /// A game of the book that was first imported from a text of these files.
    known_by_text: Option<FactId>,
    /// The first and the last day of the games of these files.
    days: Option<(NaiveDate, NaiveDate)>,
    /// The numbers of the games of the book that sheets are or are much like.
    found: BTreeSet<i64>,
    /// The line where the sheet begins that is being taken in.
    line: Option<usize>,
    /// The sheets of this file that may be corrections.
    waiting: Vec<Waiting>,
    /// The games that the book had on the last day that was asked for.
    day: Option<(NaiveDate, Vec<Played>)>,
    steps: Box<dyn Steps>,
}

impl Pad<'_> {
    /// Imports games. `feed` gives them, one after another, to [`Import::take`], and ends each file with
    /// [`Import::end_file`].
    ///
    /// # Errors
    /// The book cannot be read or written; and those of `feed`. Then the pad must not be committed.
    pub fn import<T, E: From<BookError>>(
        &self,
        plan: ImportPlan,
        feed: impl FnOnce(&mut Import<'_, '_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut import = Import {
            pad: self,
            plan,
            batch: Uuid::now_v7(),
            next_line: None,
            lines: Vec::new(),
            people: self.known()?,
            known: KnownGames::default(),
            again: BTreeSet::new(),
            restored: Vec::new(),
            removals: BTreeSet::new(),
            before: self.highest_number()?,
            added: 0,
            claimed: BTreeSet::new(),
            known_by_text: None,
            days: None,
            found: BTreeSet::new(),
            line: None,
            waiting: Vec::new(),
            day: None,
            steps: self.steps("writing the book", plan.steps),
        };
        let fed = feed(&mut import)?;
        import.append()?;
        import.join_who_is_one()?;
        import.bring_back()?;
        Ok(fed)
    }

    /// Whether any line says something of a game, whether it counts or not.
    fn has_lines_about(&self, game: FactId) -> Result<bool, BookError> {
        Ok(self.sum(&Subject::Game(game).key())?.0 > 0)
    }
}

impl Import<'_, '_> {
    /// The next game begins in this line of its file.
    pub const fn at_line(&mut self, line: usize) -> &mut Self {
        self.line = Some(line);
        self
    }

    /// Takes in one game. `text` is the text of the game in its file, and `says` what of its settings the file says. `None`
    /// if only the end of the file shows what the game is.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn take(&mut self, game: &Game, text: &str, says: &[SettingKey]) -> Result<Option<ImportedGame>, BookError> {
        self.steps.advance(game.hands.len() + 1);
        if let Some(day) = game.started.map(|start| start.date_naive()) {
            self.days = Some(self.days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        }
        let became = self.recognised(game, text, says)?;
        self.claimed.extend(became.iter().flat_map(ImportedGame::known));
        self.line = None;
        Ok(became)
    }

    fn recognised(&mut self, game: &Game, text: &str, says: &[SettingKey]) -> Result<Option<ImportedGame>, BookError> {
        let id = self.known.id_of(text);
        if self.pad.has_lines_about(id)? && self.pad.is_begun(id)? {
            self.known.is_same(id);
            self.known_by_text.get_or_insert(id);
            let number = self.pad.number_of(id)?;
            return match self.plan.other {
                _ if number > self.before => Ok(Some(ImportedGame::Repeated)),
                _ if self.has_all_of(id, game, says)? => self.known(number).map(Some),
                _ if self.pad.counts(id)? => self.add_or_wait(id, Some((id, number)), (game, text), says),
                OtherContent::Correct => self.add_or_wait(id, None, (game, text), says),
                OtherContent::Add => self.known(number).map(Some),
            };
        }
        if self.known.asks_for(game) {
            self.read_candidates(game)?;
        }
        Ok(Some(match self.known.recognise(game, self.plan.longer) {
            Recognised::Known(number) => match self.pad.numbered(number)? {
                // A file that corrects is rather about a game that is there.
                Some(id) if self.plan.other == OtherContent::Correct && !self.pad.counts(id)? => {
                    return self.add_or_wait(id, None, (game, text), says);
                }
                _ => self.known(number)?,
            },
            Recognised::Repeated => ImportedGame::Repeated,
            Recognised::GoesOn(begun) => self.go_on(begun, game)?,
            Recognised::HeldBack => {
                self.note(FactId { of: Uuid::nil(), place: 0 }, None, game);
                ImportedGame::HeldBack
            }
            Recognised::New => return self.add_or_wait(id, None, (game, text), says),
        }))
    }

    /// A game that the book has. One that was taken out comes back.
    fn known(&mut self, number: i64) -> Result<ImportedGame, BookError> {
        let Some((_, removals)) = self.pad.taken_out(number)? else { return Ok(ImportedGame::Known(number)) };
        self.removals.extend(removals);
        Ok(ImportedGame::Back(number))
    }

    /// Adds a game, or brings back one that was taken out.
    fn add_or_bring_back(&mut self, id: FactId, game: &Game) -> Result<ImportedGame, BookError> {
        if self.pad.has_lines_about(id)? && self.pad.is_begun(id)? {
            return self.known(self.pad.number_of(id)?);
        }
        self.add(id, game).map(ImportedGame::Added)
    }

    /// Takes back what took out the games that come back.
    fn bring_back(&self) -> Result<(), BookError> {
        let acts = self.removals.iter().filter_map(|act| self.pad.act(*act).transpose());
        let acts = acts.collect::<Result<Vec<_>, _>>()?;
        if acts.is_empty() { Ok(()) } else { self.pad.move_acts(ChangeVerb::UNDO, &acts, self.plan.now) }
    }

    /// The acts that count again: those that were about games which the book had, and which were taken back. These games are
    /// as they stood.
    pub fn restored(&self) -> Vec<Uuid> {
        let mut seen = BTreeSet::new();
        self.restored.iter().copied().filter(|act| seen.insert(*act)).collect()
    }

    /// The changes that took out the games which come back.
    pub fn removals(&self) -> Vec<Uuid> {
        self.removals.iter().copied().collect()
    }

    /// The numbers of games that came with the first known game, on the days of these files, and are in none of them. Some
    /// may be of a file that was imported together with them, and not now.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn missing(&self) -> Result<Vec<i64>, BookError> {
        let (Some(known), Some((first, last))) = (self.known_by_text, self.days) else { return Ok(Vec::new()) };
        let Some((act, true)) = self.pad.act_that_began(known)? else { return Ok(Vec::new()) };
        let mut begun: Vec<FactId> = Vec::new();
        self.pad.each_of_act(act, |change| begun.extend(change.games()))?;
        let mut missing = Vec::new();
        for id in begun {
            let number = self.pad.number_if_any(id)?.filter(|number| *number <= self.before);
            let Some(number) = number.filter(|number| !self.found.contains(number)) else { continue };
            let started = self.pad.game(id)?.scored.game.started.map(|start| start.date_naive());
            if started.is_some_and(|day| (first..=last).contains(&day)) && self.pad.counts(id)? {
                missing.push(number);
            }
        }
        Ok(missing)
    }

    /// Joins people of games that were said again: somebody may have been given another name since.
    fn join_who_is_one(&mut self) -> Result<(), BookError> {
        if self.again.is_empty() {
            return Ok(());
        }
        let (again, nobody) = (mem::take(&mut self.again), BTreeSet::new());
        let (_, change) =
            self.pad.meet_namesakes(ChangeVerb::IMPORT, &nobody, &nobody, &again, Namesakes::JoinImported)?;
        self.write(change)?;
        self.append()
    }

    /// Reads the games of the book that a sheet may be. What was added since is known.
    fn read_candidates(&mut self, sheet: &Game) -> Result<(), BookError> {
        // Those that were taken out come last, so that a sheet is rather one that is there.
        let (out, there): (Vec<_>, Vec<_>) = {
            let games = self.pad.begun_like(sheet, &self.people)?.into_iter().map(|id| self.pad.game(id));
            games.collect::<Result<Vec<_>, _>>()?.into_iter().partition(|stored| stored.record.is_out)
        };
        for stored in there.into_iter().chain(out) {
            let id = stored.id;
            let game = &stored.scored.game;
            // Those of other sides without a start are looked up for other sheets.
            if sheet.started.is_some() || seating(game) == seating(sheet) {
                self.known.add(id, Some(stored.number), game, Some(stored.record.next_number));
            }
        }
        Ok(())
    }

    /// Adds the hands and the closing of a sheet that a game has not, unless they are only to be named. What this import has
    /// added is gone on with unasked.
    fn go_on(&mut self, begun: Beginning, sheet: &Game) -> Result<ImportedGame, BookError> {
        let Beginning { id, number, is_new, entries, next } = begun;
        let new = sheet.entries().skip(entries);
        let (hands, adjustments): (Vec<_>, Vec<_>) = new.partition(|at| matches!(at, EntryAt::Hand(_)));
        let (hands, adjustments) = (hands.len(), adjustments.len());
        let more = MoreHands { game: number, hands, adjustments, closing: sheet.closing.is_some() };
        if self.plan.longer == Longer::Name && !is_new {
            return Ok(ImportedGame::Longer(more));
        }
        let mut change = NewChange::new(ChangeVerb::IMPORT);
        change.go_on(id, next, sheet, entries);
        self.write(change)?;
        Ok(if is_new { ImportedGame::Extended(number) } else { ImportedGame::Continued(more) })
    }

    /// Adds a game. One that was taken back is said again, so that it counts again, as it stood.
    fn add(&mut self, id: FactId, game: &Game) -> Result<i64, BookError> {
        if self.pad.has_lines_about(id)? {
            self.again.insert(id);
            self.restored.extend(self.pad.built_on_undone(id, None)?);
        }
        self.added += 1;
        let number = self.before + self.added;
        let mut change = NewChange::new(ChangeVerb::IMPORT);
        change.take_in(game, id.of, &self.people);
        self.write(change)?;
        self.pad.number(id, number)?;
        self.note(id, Some(number), game);
        Ok(number)
    }

    /// Takes note of a game of this file for the others.
    fn note(&mut self, id: FactId, number: Option<i64>, game: &Game) {
        if self.plan.files > 1 {
            self.known.add(id, number, game, None);
        }
    }

    /// Writes a change. The lines are appended a few at a time.
    fn write(&mut self, change: NewChange) -> Result<(), BookError> {
        if change.is_empty() {
            return Ok(());
        }
        let next_line = self.next_line.map_or_else(|| self.pad.next_line(), Ok)?;
        let change = change.in_batch(self.batch);
        let lines = change.written(next_line, self.plan.now, &mut Uuid::now_v7, &mut self.people);
        for line in lines.map_err(|fault| self.pad.no_line(fault))? {
            let next = self.next_line.get_or_insert(next_line);
            (next.number, next.before) = (next.number + 1, Some(*line.hash()));
            self.lines.push(line);
        }
        let bytes: usize = self.lines.iter().map(|line| line.text().len()).sum();
        if bytes < KEPT { Ok(()) } else { self.append() }
    }

    fn append(&mut self) -> Result<(), BookError> {
        self.pad.append_own(&mem::take(&mut self.lines))
    }
}

impl Pad<'_> {
    /// The games that were begun among those for which a line claims the start of a sheet; without a start, among those that
    /// seat the first players of both sides. They come in their order.
    fn begun_like(&self, sheet: &Game, people: &KnownPeople) -> Result<Vec<FactId>, BookError> {
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
