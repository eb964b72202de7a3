//! What can be changed in the book. Each of these is one change, with its facts.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::convert;
use super::error::BookError;
use super::fact::{self, Change, Fact};
use super::migrate::MIGRATIONS;
use super::order::number_before;
use super::pad::{Pad, StoredGame};
use super::read::{self, Of};
use super::write;
use ginpad_core::game::{Closing, Game};
use ginpad_core::hand::{LoggedHand, Moment};
use ginpad_core::notation::print_game;
use ginpad_core::players::Name;
use ginpad_core::side::Side;
use ginpad_core::text::fold;

/// What a change of the book is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// A game begun.
    New,
    /// Hands logged.
    Log,
    /// A hand corrected.
    Fix,
    /// A hand taken out.
    Drop,
    /// A hand put between others.
    Insert,
    /// A game ended unfinished.
    Close,
    /// Games taken in from a file.
    Import,
    /// Changes taken back.
    Undo,
    /// Changes restored.
    Redo,
}

impl Verb {
    const fn word(self) -> &'static str {
        match self {
            Verb::New => "new",
            Verb::Log => "log",
            Verb::Fix => "fix",
            Verb::Drop => "drop",
            Verb::Insert => "insert",
            Verb::Close => "close",
            Verb::Import => "import",
            Verb::Undo => "undo",
            Verb::Redo => "redo",
        }
    }
}

/// A change that an undo or redo is about to move.
#[derive(Debug, Clone)]
pub struct Undoing {
    /// What it was called.
    pub verb: String,
    /// Its facts.
    pub facts: Vec<Fact>,
    /// The games they tell of.
    pub games: Vec<Uuid>,
    change: Uuid,
    /// For a redo, the undo to take back.
    undo: Option<Uuid>,
}

/// A game taken in from a text sheet: the new game's number, or that of the one that was there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It is new to the book.
    Added(i64),
    /// The book had it already.
    Known(i64),
}

impl Taken {
    /// The number of a game that is new.
    #[must_use]
    pub const fn added(&self) -> Option<i64> {
        match self {
            Taken::Added(number) => Some(*number),
            Taken::Known(_) => None,
        }
    }

    /// The number of a game that was there already.
    #[must_use]
    pub const fn known(&self) -> Option<i64> {
        match self {
            Taken::Known(number) => Some(*number),
            Taken::Added(_) => None,
        }
    }
}

/// A game that an import could mean: one of the book, or one it has just taken in.
#[derive(Clone, Copy)]
enum Shelved {
    Before(i64),
    Now(Uuid),
}

/// The facts of one change, as they come together.
struct Draft {
    change: Uuid,
    facts: Vec<Fact>,
}

impl Draft {
    fn new() -> Draft {
        Draft { change: fact::new_id(), facts: Vec::new() }
    }
}

impl Pad<'_> {
    /// Begins a game. Players that the book does not know are added, those it knows keep their spelling.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn begin_game(&self, game: &Game, now: Moment) -> Result<StoredGame, BookError> {
        let mut draft = Draft::new();
        let mut known = self.people_by_name()?;
        let id = draft.game(game, None, &mut known);
        self.append(Verb::New, draft, now)?;
        self.game(id)
    }

    /// Logs hands at the end of a game.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn log(&self, game: &StoredGame, hands: &[LoggedHand], now: Moment) -> Result<(), BookError> {
        let mut draft = Draft::new();
        for (number, hand) in (game.next_hand..).zip(hands) {
            draft.facts.push(Fact::Hand(convert::hand_fact(fact::new_id(), draft.change, game.id, number, hand)));
        }
        self.append(Verb::Log, draft, now)
    }

    /// Corrects the hand at a place, counted from 0.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn fix(&self, game: &StoredGame, at: usize, hand: &LoggedHand, now: Moment) -> Result<StoredGame, BookError> {
        let mut draft = Draft::new();
        let (corrected, number) = game.hand_at(at)?;
        let fact = convert::hand_fact(fact::new_id(), draft.change, game.id, number, hand);
        draft.facts.push(Fact::Hand(fact::Hand { replaces: Some(corrected), ..fact }));
        self.append(Verb::Fix, draft, now)?;
        self.game(game.id)
    }

    /// Takes out the hand at a place, counted from 0.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn drop_hand(&self, game: &StoredGame, at: usize, now: Moment) -> Result<StoredGame, BookError> {
        let mut draft = Draft::new();
        let (hand, _) = game.hand_at(at)?;
        draft.facts.push(Fact::Removal(fact::Removal { id: fact::new_id(), change: draft.change, hand }));
        self.append(Verb::Drop, draft, now)?;
        self.game(game.id)
    }

    /// Puts a hand before the one at a place, counted from 0.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn insert(
        &self,
        game: &StoredGame,
        at: usize,
        hand: &LoggedHand,
        now: Moment,
    ) -> Result<StoredGame, BookError> {
        let mut draft = Draft::new();
        let (next, _) = game.hand_at(at)?;
        let rows = self.sqlite(read::hands(&self.transaction, game.id))?;
        let number = number_before(&rows, next);
        let fact = convert::hand_fact(fact::new_id(), draft.change, game.id, number, hand);
        draft.facts.push(Fact::Hand(fact::Hand { inserted_before: Some(next), ..fact }));
        self.append(Verb::Insert, draft, now)?;
        self.game(game.id)
    }

    /// Ends a game unfinished.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn close(&self, game: &StoredGame, closing: Closing, now: Moment) -> Result<StoredGame, BookError> {
        let mut draft = Draft::new();
        draft.closing(game.id, closing);
        self.append(Verb::Close, draft, now)?;
        self.game(game.id)
    }

    /// Takes in games from text sheets. A game that is here already is known again by the hash of its
    /// canonical text: one imported from that text, or one that reads so now. Where a text stands
    /// several times in one file, so many games are meant.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn import(&self, files: &[Vec<Game>], now: Moment) -> Result<Vec<Taken>, BookError> {
        if files.is_empty() {
            return Ok(Vec::new());
        }
        // Every game here with the texts it is known by, those taken in now among them.
        let mut shelf: Vec<(Shelved, Vec<String>)> = Vec::new();
        for id in self.games()? {
            let game = self.game(id)?;
            let reads = text_hash(&game.scored.game);
            shelf.push((Shelved::Before(game.number), game.source.into_iter().chain([reads]).collect()));
        }
        let mut draft = Draft::new();
        let mut players = self.people_by_name()?;
        let mut taken: Vec<Shelved> = Vec::new();
        for file in files {
            let mut matched: Vec<usize> = Vec::new();
            for game in file {
                let text = text_hash(game);
                let fits = |at: &usize| shelf[*at].1.contains(&text) && !matched.contains(at);
                let known = (0..shelf.len()).find(fits);
                let at = known.unwrap_or_else(|| {
                    let id = draft.whole_game(game, text.clone(), &mut players);
                    shelf.push((Shelved::Now(id), vec![text.clone()]));
                    shelf.len() - 1
                });
                matched.push(at);
                if known.is_none() || matches!(shelf[at].0, Shelved::Before(_)) {
                    taken.push(shelf[at].0);
                }
            }
        }
        if !draft.facts.is_empty() {
            self.append(Verb::Import, draft, now)?;
        }
        let number = |shelved| match shelved {
            Shelved::Before(number) => Ok(Taken::Known(number)),
            Shelved::Now(id) => self.number_of(id).map(Taken::Added),
        };
        taken.into_iter().map(number).collect()
    }

    /// The changes that undoing the last `count` would take back, newest first; fewer where there are no more.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_undo(&self, count: usize) -> Result<Vec<Undoing>, BookError> {
        let changes = self.sqlite(read::undoable(&self.transaction, count))?;
        changes.into_iter().map(|change| self.moving(change, None)).collect()
    }

    /// The changes that redoing `count` would restore, in the order in which they were made.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo(&self, count: usize) -> Result<Vec<Undoing>, BookError> {
        let undos = self.sqlite(read::redoable(&self.transaction, count))?;
        undos.into_iter().map(|(undo, change)| self.moving(change, Some(undo))).collect()
    }

    /// Takes everything back that is done within.
    ///
    /// # Errors
    /// Those of what is done, and those of the book.
    pub fn rehearse<T, E: From<BookError>>(&self, act: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let run = |statement| self.sqlite(self.transaction.execute_batch(statement));
        run("SAVEPOINT rehearsal")?;
        let acted = act(self);
        run("ROLLBACK TO rehearsal; RELEASE rehearsal")?;
        acted
    }

    /// Takes back or restores these changes.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn move_changes(&self, verb: Verb, moving: &[Undoing], now: Moment) -> Result<(), BookError> {
        let mut draft = Draft::new();
        for Undoing { change: moved, undo, .. } in moving {
            let (id, change) = (fact::new_id(), draft.change);
            draft.facts.push(match undo {
                None => Fact::Undo(fact::Undo { id, change, undone: *moved }),
                Some(undo) => Fact::Redo(fact::Redo { id, change, undo: *undo }),
            });
        }
        self.append(verb, draft, now)?;
        // A game that was undone before this book learned of it has no number yet.
        for game in moving.iter().filter(|moved| moved.undo.is_some()).flat_map(|moved| &moved.games) {
            if self.sqlite(read::number_of(&self.transaction, *game))?.is_none() {
                self.sqlite(write::game_number(&self.transaction, *game))?;
            }
        }
        Ok(())
    }

    /// Makes a game the current one of this device. No change of the book: other devices do not learn of it.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn choose(&self, game: Uuid) -> Result<(), BookError> {
        self.sqlite(write::chosen_game(&self.transaction, self.device, game))
    }

    fn moving(&self, change: Uuid, undo: Option<Uuid>) -> Result<Undoing, BookError> {
        let verb = self.sqlite(read::verb(&self.transaction, change))?.unwrap_or_default();
        let facts = self.sqlite(read::facts(&self.transaction, Of::Change(change)))?;
        let mut games = Vec::new();
        for fact in &facts {
            let game = match fact {
                Fact::Game(game) => Some(game.id),
                Fact::Hand(hand) => Some(hand.game),
                Fact::Closing(closing) => Some(closing.game),
                Fact::Removal(removal) => self.sqlite(read::game_of(&self.transaction, removal.hand))?,
                Fact::Player(_) | Fact::PlayerName(_) | Fact::Undo(_) | Fact::Redo(_) => None,
            };
            games.extend(game.filter(|game| !games.contains(game)));
        }
        Ok(Undoing { verb, facts, games, change, undo })
    }

    fn people_by_name(&self) -> Result<Vec<(String, Uuid)>, BookError> {
        let names = self.sqlite(read::names(&self.transaction))?;
        Ok(names.into_iter().map(|(id, name)| (fold(&name), id)).collect())
    }

    fn append(&self, verb: Verb, draft: Draft, now: Moment) -> Result<(), BookError> {
        let (made_at, made_offset) = convert::time_columns(now);
        let change = Change {
            id: draft.change,
            verb: verb.word().to_string(),
            device: self.device,
            sequence: self.sqlite(read::next_sequence(&self.transaction, self.device))?,
            made_at,
            made_offset,
            schema: i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX),
            facts: draft.facts.len(),
        };
        self.sqlite(write::change(&self.transaction, &change))?;
        for fact in &draft.facts {
            self.sqlite(write::fact(&self.transaction, fact))?;
            if let Fact::Game(game) = fact {
                self.sqlite(write::game_number(&self.transaction, game.id))?;
            }
        }
        Ok(())
    }
}

/// The hash by which a game's canonical text is known again.
fn text_hash(game: &Game) -> String {
    fact::hex(&Sha256::digest(print_game(game)))
}

impl Draft {
    /// Adds a game, and the players that are not known yet.
    fn game(&mut self, game: &Game, source: Option<String>, known: &mut Vec<(String, Uuid)>) -> Uuid {
        let seats = Side::BOTH
            .map(|side| game.players.of(side).iter().map(|name| self.player(name, known)).collect::<Vec<Uuid>>());
        let id = fact::new_id();
        self.facts.push(Fact::Game(Box::new(convert::game_fact(id, self.change, game, seats, source))));
        id
    }

    /// Adds a game that was written down elsewhere, with its hands and how it was closed.
    fn whole_game(&mut self, game: &Game, source: String, players: &mut Vec<(String, Uuid)>) -> Uuid {
        let id = self.game(game, Some(source), players);
        for (number, hand) in (1..).zip(&game.hands) {
            self.facts.push(Fact::Hand(convert::hand_fact(fact::new_id(), self.change, id, number, hand.logged())));
        }
        if let Some(closing) = game.closing {
            self.closing(id, closing);
        }
        id
    }

    fn player(&mut self, name: &Name, known: &mut Vec<(String, Uuid)>) -> Uuid {
        if let Some((_, id)) = known.iter().find(|(folded, _)| *folded == name.folded()) {
            return *id;
        }
        let (player, change) = (fact::new_id(), self.change);
        self.facts.push(Fact::Player(fact::Player { id: player, change }));
        let name_fact = fact::PlayerName { id: fact::new_id(), change, player, name: name.as_str().to_string() };
        self.facts.push(Fact::PlayerName(name_fact));
        known.push((name.folded(), player));
        player
    }

    fn closing(&mut self, game: Uuid, closing: Closing) {
        let forfeit = match closing {
            Closing::Unfinished => None,
            Closing::Forfeit(side) => Some(side.index()),
        };
        self.facts.push(Fact::Closing(fact::Closing { id: fact::new_id(), change: self.change, game, forfeit }));
    }
}
