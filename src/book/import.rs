//! Imports games of text sheets and spreadsheets, one after another: a line a game, as one batch.
//!
//! The id of a game comes from its own text in the file, so the same file imported on two devices is the same games. A game
//! that the book already has is not added again: it is recognised by that id, or by the canonical text that it has now,
//! for it may have been begun here and exported. Only games with the same sides and the same start can have the same text,
//! so only these are read.

use std::collections::BTreeSet;

use ginpad_core::facts::{
    Change, ChangeVerb, Fact, FactId, Joined, KnownPeople, Line, NewChange, Place, Subject, derived_id,
};
use ginpad_core::game::Game;
use ginpad_core::hand::Moment;
use ginpad_core::side::Side;
use uuid::Uuid;

use super::error::BookError;
use super::known_games::{Digest, KnownGame, KnownGames, Matched, digest_of, seating_of, start_of};
use super::pad::Pad;
use super::watched::{Steps, Work};

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

/// So many bytes of lines are kept until they are appended.
const KEPT: usize = 256 << 10;

/// Takes in games one after another.
pub struct Import<'p, 'b> {
    pad: &'p Pad<'b>,
    plan: ImportPlan,
    batch: Uuid,
    /// The place of the next line; none before the first.
    place: Option<Place>,
    /// Lines that are still to be appended.
    lines: Vec<Line>,
    bytes: usize,
    people: KnownPeople,
    /// Nobody is made one with another while games are taken in.
    joined: Joined,
    known: KnownGames,
    /// The games that were said before.
    again: BTreeSet<FactId>,
    /// The highest number of a game.
    highest: i64,
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
        feed: impl FnOnce(&mut Import<'_, '_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut import = Import {
            pad: self,
            plan,
            batch: Uuid::now_v7(),
            place: None,
            lines: Vec::new(),
            bytes: 0,
            people: self.known()?,
            joined: self.joined()?,
            known: KnownGames::default(),
            again: BTreeSet::new(),
            highest: self.highest_number()?,
            steps: self.steps(Work::WriteFacts, plan.steps),
        };
        import.next_file();
        let fed = feed(&mut import)?;
        import.append()?;
        import.join_who_is_one()?;
        Ok(fed)
    }
}

impl Import<'_, '_> {
    /// Begins another file. A text that comes several times in one file is that many games; in several files it is one.
    pub fn next_file(&mut self) {
        self.known.file = Matched { number: self.known.file.number + 1, ..Matched::default() };
    }

    /// Takes in one game. `text` is the text of the game in its file.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn take(&mut self, game: &Game, text: &str) -> Result<ImportedGame, BookError> {
        let hash = digest_of(game);
        let id = FactId { of: self.id_of(text), place: 0 };
        self.look_up(game)?;
        if let Some(known) = self.known_by_id(id)? {
            self.steps.step_by(game.hands.len() + 1);
            return Ok(known);
        }
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
            None => self.add(id, game, hash).map(ImportedGame::Added),
        }
    }

    /// The games so far that the book had and that were taken back. They are as they stood.
    pub const fn again(&self) -> &BTreeSet<FactId> {
        &self.again
    }

    /// Joins people of games that were said again: somebody may have been given another name since.
    fn join_who_is_one(&mut self) -> Result<(), BookError> {
        if self.again.is_empty() || self.plan.purpose == Purpose::Look {
            return Ok(());
        }
        let mut change = NewChange::new(ChangeVerb::Import);
        self.pad.join_as_imported(&self.again, &self.pad.everyone()?, &mut change)?;
        self.write(change)?;
        self.append()
    }

    /// The id that comes from the text of a game, and from how many games of the file had it before.
    fn id_of(&mut self, text: &str) -> Uuid {
        let first = derived_id(text, 0);
        let before = self.known.file.texts.entry(first).or_default();
        *before += 1;
        if *before == 1 { first } else { derived_id(text, *before - 1) }
    }

    /// A game that the book has, or that an earlier file brought, with this id.
    fn known_by_id(&mut self, id: FactId) -> Result<Option<ImportedGame>, BookError> {
        let at = self.known.by_id.get(&id).copied();
        let is_of_the_book = at.and_then(|at| self.known.games.get(at)).is_none_or(|known| known.file == 0);
        if at.is_some_and(|at| !self.known.file.whole.insert(at)) {
            return Ok(None);
        }
        if !is_of_the_book {
            return Ok(Some(ImportedGame::Repeated));
        }
        match self.pad.is_said(id)? && self.pad.counts(id)? {
            true => self.pad.number_of(id).map(|number| Some(ImportedGame::Known(number))),
            false => Ok(None),
        }
    }

    /// Reads the games of the book that may be this one: those with its start and its sides. What was added since is
    /// known.
    fn look_up(&mut self, game: &Game) -> Result<(), BookError> {
        let seating = seating_of(game);
        if self.known.first_files.contains_key(&seating) {
            return Ok(());
        }
        let (pad, known, mut found) = (self.pad, &mut self.known, false);
        if let Some(sides) = spelled(&self.people, &self.joined, game) {
            for id in pad.begun_at(start_of(game), &sides)? {
                let stored = pad.game(id)?;
                let is_like = start_of(&stored.scored.game) == start_of(game) && seats(&stored.record.sides, &sides);
                if is_like && !known.by_id.contains_key(&id) {
                    known.read(&stored);
                    found = true;
                }
            }
        }
        known.first_files.insert(seating, if found { 0 } else { known.file.number });
        Ok(())
    }

    /// Adds the hands and the closing of a sheet that a game has not. If they are only to be named, all else goes on as if
    /// they had been added, so that what is named is what will be added.
    fn go_on(&mut self, at: usize, sheet: &Game, hash: Digest) -> Result<ImportedGame, BookError> {
        self.steps.step_by(sheet.hands.len() + 1);
        let is_held = self.known.games.get(at).is_none_or(KnownGame::is_held);
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
        known.next = known.next.saturating_add(u32::try_from(more.hands).unwrap_or(u32::MAX));
        known.open = sheet.closing.is_none().then_some(hash);
        self.known.by_hash.entry(hash).or_default().push(at);
        self.known.file.continued.insert(at, hash);
        self.known.note_beginnings(at, sheet);
        if is_named {
            return Ok(if is_held { ImportedGame::Repeated } else { ImportedGame::Longer(more) });
        }
        let mut change = NewChange::new(ChangeVerb::Import);
        change.go_on(id, next, sheet, has);
        self.write(change)?;
        Ok(if is_new { ImportedGame::Extended(number) } else { ImportedGame::Continued(more) })
    }

    /// Takes note of a new game that is not added.
    fn hold(&mut self, game: &Game, hash: Digest) -> ImportedGame {
        self.take_note(FactId { of: Uuid::nil(), place: 0 }, None, game, hash);
        ImportedGame::Held
    }

    /// Adds a game. One that was taken back is said again, so that it counts again, as it stood.
    fn add(&mut self, id: FactId, game: &Game, hash: Digest) -> Result<i64, BookError> {
        if self.pad.is_said(id)? {
            self.again.insert(id);
        }
        self.highest += 1;
        let number = self.highest;
        let mut change = NewChange::new(ChangeVerb::Import);
        change.take_in(game, id.of, &self.people);
        self.write(change)?;
        if self.plan.purpose == Purpose::Keep {
            self.pad.number(id, number)?;
        }
        self.take_note(id, Some(number), game, hash);
        Ok(number)
    }

    /// Takes note of a game of the file that is being read.
    fn take_note(&mut self, id: FactId, number: Option<i64>, game: &Game, hash: Digest) {
        let hands = game.hands.len();
        let next = u32::try_from(hands).unwrap_or(u32::MAX).saturating_add(1);
        let open = (game.closing.is_none() && game.totals.is_none()).then_some(hash);
        let file = self.known.file.number;
        let at = self.known.add(KnownGame { id, number, file, open, hands, next, beginnings: Vec::new() }, hash);
        if file < self.plan.files {
            self.known.note_beginnings(at, game);
        }
        self.steps.step_by(hands + 1);
    }

    /// Writes a change, unless nothing is to be written. The lines are appended a few at a time.
    fn write(&mut self, change: NewChange) -> Result<(), BookError> {
        if self.plan.purpose == Purpose::Look || change.is_empty() {
            return Ok(());
        }
        let place = self.place.map_or_else(|| self.pad.place(), Ok)?;
        let change = change.in_batch(self.batch);
        let lines = change.written(place, self.plan.now, &mut Uuid::now_v7, &mut self.people);
        for line in lines.map_err(|fault| self.pad.no_line(fault))? {
            let place = self.place.get_or_insert(place);
            (place.number, place.before) = (place.number + 1, Some(*line.hash()));
            self.bytes += line.text().len();
            self.lines.push(line);
        }
        if self.bytes < KEPT { Ok(()) } else { self.append() }
    }

    fn append(&mut self) -> Result<(), BookError> {
        self.pad.append_own(&self.lines)?;
        self.lines.clear();
        self.bytes = 0;
        Ok(())
    }

    /// The number of a game.
    fn number(&mut self, at: usize) -> Result<i64, BookError> {
        let Some(game) = self.known.games.get_mut(at) else { return Ok(0) };
        if game.number.is_none() {
            game.number = Some(self.pad.number_of(game.id)?);
        }
        Ok(game.number.unwrap_or(0))
    }
}

/// Who sits on each side of a sheet: in each seat a person, under every name that is theirs. `None` if the book does not
/// know a name.
fn spelled(people: &KnownPeople, joined: &Joined, game: &Game) -> Option<[Vec<BTreeSet<FactId>>; 2]> {
    let person = |name| people.find(name).map(|person| joined.same_as(person));
    let side = |side| game.players.of(side).iter().map(person).collect::<Option<Vec<_>>>();
    let [first, second] = Side::BOTH.map(side);
    Some([first?, second?])
}

/// Whether these people sit on the sides of a game.
fn seats(sides: &[Vec<FactId>], people: &[Vec<BTreeSet<FactId>>; 2]) -> bool {
    let fits = |(side, people): (&Vec<FactId>, &Vec<BTreeSet<FactId>>)| {
        side.len() == people.len() && side.iter().zip(people).all(|(seated, person)| person.contains(seated))
    };
    sides.len() == people.len() && sides.iter().zip(people).all(fits)
}

impl Pad<'_> {
    /// Whether any line says something of a game, whether it counts or not.
    fn is_said(&self, game: FactId) -> Result<bool, BookError> {
        let said = "SELECT 1 FROM sum WHERE subject = ?1";
        self.one(said, [Subject::Game(game).key()], |_| Ok(())).map(|found| found.is_some())
    }

    /// The games that count among those that a line begins then, or without a start if none is wanted, and in which these
    /// people may sit. They come in their order.
    fn begun_at(&self, start: Option<i64>, sides: &[Vec<BTreeSet<FactId>>; 2]) -> Result<Vec<FactId>, BookError> {
        const TOGETHER: &str = "SELECT one.arrival FROM concerns AS one JOIN concerns AS other USING (arrival) \
                                WHERE one.subject = ?1 AND other.subject = ?2";
        const AT: &str = "SELECT game FROM start WHERE time = ?1";
        let mut games = BTreeSet::new();
        if let Some(start) = start {
            let keys: Vec<Vec<u8>> = self.all(AT, [start], |row| row.get(0))?;
            games.extend(keys.iter().filter_map(|key| Subject::game_with_key(key)));
        } else if let [Some(first), Some(second)] = sides.each_ref().map(|side| side.first()) {
            for (one, other) in first.iter().flat_map(|one| second.iter().map(move |other| (*one, *other))) {
                let keys = [one, other].map(|person| Subject::Undated(person).key());
                for arrival in self.all(TOGETHER, keys, |row| row.get::<_, i64>(0))? {
                    games.extend(without_start(&self.change_at(arrival)?));
                }
            }
        }
        self.games_among(&games)
    }
}

/// The games without a start that a change begins.
fn without_start(change: &Change) -> impl Iterator<Item = FactId> + '_ {
    change.each_fact().filter_map(|(id, fact)| match fact {
        Fact::Game(game) if game.start.is_none() => Some(id),
        _ => None,
    })
}
