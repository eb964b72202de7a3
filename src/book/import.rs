//! Imports games of text sheets, one after another, as one change.
//!
//! A game that the book already has is not added again. It is recognised by the hash of its canonical text: the text it
//! was imported from, or the text it has now. Only games with the same sides and the same start can have the same text,
//! so only these are read.

use std::collections::BTreeSet;

use ginpad_core::facts::{ChangeVerb, KnownPeople, NewChange, sheet_hash};
use ginpad_core::game::Game;
use ginpad_core::hand::Moment;
use ginpad_core::side::Side;
use uuid::Uuid;

use super::commit::Witness;
use super::error::BookError;
use super::known_games::{Digest, KnownGame, KnownGames, Matched, seating_of, start_of};
use super::pad::Pad;
use super::read::{self, BegunGame};
use super::stage::Stage;
use super::watched::{Steps, Work};
use super::write;

/// What importing one game came to, with the number of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedGame {
    /// The game was new and has been added.
    Added(i64),
    /// The book already had the game.
    Known(i64),
    /// An earlier file of this import had the game.
    Repeated,
    /// An earlier file of this import had the game with fewer hands, or without its closing; these were added.
    Extended(i64),
    /// The book has the game with fewer hands, or without its closing; nothing was added.
    Longer(MoreHands),
    /// The book had the game with fewer hands, or without its closing; these were added.
    Continued(MoreHands),
    /// A new game that begins like one that was only named. Added now, it would be taken for the beginning of that other
    /// sheet when the import is repeated to go on with games. Nothing was added.
    Held,
}

/// The hands, and the closing after them, that a sheet has and a game of the book has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoreHands {
    /// The number of the game.
    pub game: i64,
    /// How many hands.
    pub hands: usize,
    /// Whether the sheet closes the game.
    pub closing: bool,
}

/// What to do with a sheet that is a game of the book with more hands after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Longer {
    /// Name it, and leave the game as it is.
    Name,
    /// Add the hands to the game.
    Continue,
}

/// What becomes of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The games are written into the book.
    Keep,
    /// Nothing is written; only the answers are given.
    Look,
}

/// How games are imported.
#[derive(Debug, Clone, Copy)]
pub struct ImportPlan {
    /// What to do with a sheet that goes on where a game of the book ends.
    pub longer: Longer,
    /// Whether anything is written.
    pub purpose: Purpose,
    /// When.
    pub now: Moment,
    /// How many files will come.
    pub files: usize,
    /// How many hands and games will come.
    pub steps: usize,
}

/// An import of more hands and games than this is got ready outside of the book, which can be read meanwhile.
const STAGED: usize = 20_000;

/// Takes in games one after another.
pub struct Import<'i, 'p, 'b> {
    pad: &'p Pad<'b>,
    plan: ImportPlan,
    change: NewChange<'i>,
    people: KnownPeople,
    known: KnownGames,
    /// The highest number of a game.
    highest: i64,
    /// Where the facts are kept until all of them are there, if there are many.
    stage: Option<Stage>,
    /// The numbers of the games on the stage.
    numbered: Vec<(Uuid, i64)>,
    steps: Steps<'p>,
}

impl Pad<'_> {
    /// Imports games. `feed` gives them, one after another, to [`Import::take`].
    ///
    /// # Errors
    /// The book cannot be read or written; and those of `feed`. Then the pad must not be committed.
    pub fn import<T, E: From<BookError>>(
        &self,
        plan: ImportPlan,
        feed: impl FnOnce(&mut Import<'_, '_, '_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut ids = Uuid::now_v7;
        let is_staged = plan.purpose == Purpose::Keep && plan.steps > STAGED;
        let mut import = Import {
            pad: self,
            plan,
            change: NewChange::new(ChangeVerb::Import, &mut ids),
            people: self.known()?,
            known: KnownGames::default(),
            highest: self.sqlite(read::highest_number(&self.transaction))?,
            stage: is_staged.then(Stage::new).transpose()?,
            numbered: Vec::new(),
            // What is on the stage is copied after that.
            steps: self.steps(Work::WriteFacts, if is_staged { plan.steps.saturating_mul(2) } else { plan.steps }),
        };
        if plan.purpose == Purpose::Keep && !is_staged {
            // A change holds the number of its facts, which is known only after the last.
            self.sqlite(write::facts_before_their_change(&self.transaction))?;
        }
        import.next_file();
        let fed = feed(&mut import)?;
        import.end()?;
        Ok(fed)
    }
}

impl Import<'_, '_, '_> {
    /// Begins another file. A text that comes several times in one file is that many games; in several files it is one.
    pub fn next_file(&mut self) {
        self.known.file = Matched { number: self.known.file.number + 1, ..Matched::default() };
    }

    /// Takes in one game.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn take(&mut self, game: &Game) -> Result<ImportedGame, BookError> {
        let hash = sheet_hash(game);
        self.look_up(game)?;
        if let Some(at) = self.known.whole(&hash).or_else(|| self.known.longer(game, &hash)) {
            self.steps.step_by(game.hands.len() + 1);
            return match self.known.games.get(at).map(|known| known.file) {
                Some(0) if !self.known.promised.contains(&(at, hash)) => self.number(at).map(ImportedGame::Known),
                _ => Ok(ImportedGame::Repeated),
            };
        }
        match self.known.begun(game) {
            Some(at) => self.go_on(at, game, hash),
            None if self.known.begins_like_a_named_one(game) => Ok(self.hold(game, hash)),
            None => self.add(game, hash).map(ImportedGame::Added),
        }
    }

    /// Reads the games of the book that may be this one: those with its start and its sides. What was added since is
    /// known.
    fn look_up(&mut self, game: &Game) -> Result<(), BookError> {
        let seating = seating_of(game);
        if self.known.first_files.contains_key(&seating) {
            return Ok(());
        }
        let begun = self.begun_like(game)?;
        self.known.first_files.insert(seating, if begun.is_empty() { self.known.file.number } else { 0 });
        let ids: Vec<Uuid> = begun.iter().map(|game| game.id).collect();
        let mut sources = begun.into_iter().map(|game| game.source);
        self.pad.each_game(&ids, |stored| {
            self.known.read(sources.next().flatten(), &stored);
            Ok(())
        })
    }

    /// The games of the book with the start and the sides of a sheet. Where the book does not know a name, there are none.
    fn begun_like(&self, game: &Game) -> Result<Vec<BegunGame>, BookError> {
        let side = |side| game.players.of(side).iter().map(|name| self.people.find(name)).collect::<Option<Vec<_>>>();
        let [Some(first), Some(second)] = Side::BOTH.map(side) else { return Ok(Vec::new()) };
        let joined = self.pad.joined()?;
        let spellings = |side: Vec<Uuid>| -> Vec<BTreeSet<Uuid>> {
            side.into_iter().map(|person| joined.same_as(person)).collect()
        };
        let sides = [spellings(first), spellings(second)];
        self.pad.sqlite(read::games_begun_at(&self.pad.transaction, start_of(game), &sides))
    }

    /// Adds the hands and the closing of a sheet that a game has not. If they are only to be named, all else goes on as if
    /// they had been added, so that what is named is what will be added.
    fn go_on(&mut self, at: usize, sheet: &Game, hash: Digest) -> Result<ImportedGame, BookError> {
        self.steps.step_by(sheet.hands.len() + 1);
        let is_held = self.known.games.get(at).is_none_or(|game| game.is_held());
        let number = if is_held { 0 } else { self.number(at)? };
        let Some(known) = self.known.games.get_mut(at) else { return Ok(ImportedGame::Repeated) };
        let closing = sheet.closing.is_some();
        let more = MoreHands { game: number, hands: sheet.hands.len() - known.hands, closing };
        let (id, next, has, is_new) = (known.id, known.next, known.hands, known.is_new());
        // What this import has added may be gone on with unasked.
        let is_named = self.plan.longer == Longer::Name && !is_new;
        if is_named {
            self.known.named.extend(known.open);
            self.known.promised.insert((at, hash));
        }
        known.hands = sheet.hands.len();
        known.next += i64::try_from(more.hands).unwrap_or(i64::MAX);
        known.open = sheet.closing.is_none().then_some(hash);
        self.known.by_hash.entry(hash).or_default().push(at);
        self.known.file.continued.insert(at, hash);
        self.known.note_beginnings(at, sheet);
        if is_named {
            return Ok(if is_held { ImportedGame::Repeated } else { ImportedGame::Longer(more) });
        }
        if self.plan.purpose == Purpose::Keep {
            self.change.go_on(id, next, sheet, has);
            self.write(None)?;
        }
        Ok(if is_new { ImportedGame::Extended(number) } else { ImportedGame::Continued(more) })
    }

    /// Takes note of a new game that is not added.
    fn hold(&mut self, game: &Game, hash: Digest) -> ImportedGame {
        self.take_note(Uuid::nil(), None, game, hash);
        ImportedGame::Held
    }

    fn add(&mut self, game: &Game, hash: Digest) -> Result<i64, BookError> {
        self.highest += 1;
        let id = match self.plan.purpose {
            Purpose::Look => Uuid::nil(),
            Purpose::Keep => {
                let id = self.change.take_in(game, &hash, &mut self.people);
                self.write(Some((id, self.highest)))?;
                id
            }
        };
        self.take_note(id, Some(self.highest), game, hash);
        Ok(self.highest)
    }

    /// Takes note of a game of the file that is being read.
    fn take_note(&mut self, id: Uuid, number: Option<i64>, game: &Game, hash: Digest) {
        let hands = game.hands.len();
        let next = i64::try_from(hands).unwrap_or(i64::MAX).saturating_add(1);
        let open = (game.closing.is_none() && game.totals.is_none()).then_some(hash);
        let file = self.known.file.number;
        let at = self.known.add(KnownGame { id, number, file, open, hands, next, beginnings: Vec::new() }, hash);
        if file < self.plan.files {
            self.known.note_beginnings(at, game);
        }
        self.steps.step_by(hands + 1);
    }

    /// Writes the facts made so far, and the number of a game that is new.
    fn write(&mut self, numbered: Option<(Uuid, i64)>) -> Result<(), BookError> {
        let facts = self.change.take_facts();
        if let Some(stage) = &mut self.stage {
            self.numbered.extend(numbered);
            return stage.facts(facts);
        }
        self.pad.sqlite(write::facts(&self.pad.transaction, facts))?;
        match numbered {
            Some((game, number)) => self.pad.sqlite(write::game_number(&self.pad.transaction, game, number)),
            None => Ok(()),
        }
    }

    /// The number of a game.
    fn number(&mut self, at: usize) -> Result<i64, BookError> {
        let Some(game) = self.known.games.get_mut(at) else { return Ok(0) };
        if game.number.is_none() {
            game.number = Some(self.pad.number_of(game.id)?);
        }
        Ok(game.number.unwrap_or(0))
    }

    /// Stores the change, unless it has no facts, and what is on the stage.
    fn end(self) -> Result<(), BookError> {
        if self.change.is_empty() {
            return Ok(());
        }
        let (change, _) = self.change.made_by(self.pad.maker(self.plan.now)?);
        let book = &self.pad.transaction;
        self.pad.sqlite(write::change(book, &change))?;
        if let Some(stage) = &self.stage {
            self.pad.sqlite(stage.copy(book, |_| true, |facts| self.steps.step_by(facts)))?;
        }
        self.numbered
            .iter()
            .try_for_each(|(game, number)| self.pad.sqlite(write::game_number(book, *game, *number)))?;
        self.pad.witness.set(Some(Witness::Change(change.id)));
        self.pad.forget_names();
        Ok(())
    }
}
