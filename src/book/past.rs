//! The history of the book: who changed it, when, and which of the changes count.

use std::ops::ControlFlow;

use ginpad_core::hand::Moment;
use uuid::Uuid;

use super::error::BookError;
use super::moves::MovedChange;
use super::pad::Pad;
use super::read::{self, ChangeRead, History, Whose};

/// A change of the book.
#[derive(Debug, Clone)]
pub struct PastChange {
    /// Its id.
    pub id: Uuid,
    /// The command that made it.
    pub verb: String,
    /// The device that made it.
    pub device: Uuid,
    /// Whether that is this device.
    pub is_own: bool,
    /// When, if that can be read.
    pub made: Option<Moment>,
    /// Whether it counts: no undo of it stands.
    pub counts: bool,
    /// What it did.
    pub kind: PastKind,
    /// When it came into this book.
    arrival: i64,
}

/// What a change did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastKind {
    /// Something that can be undone.
    Something,
    /// It took these changes back.
    Undo(Vec<Uuid>),
    /// It restored these changes.
    Redo(Vec<Uuid>),
    /// Nothing that this version knows.
    Unknown,
}

/// What counts although the change that it builds on was undone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuiltOn {
    /// The first changes that count of those that correct, remove or move a hand of that change.
    pub corrections: Vec<Uuid>,
    /// What waits for the games that it began.
    pub waits: Waits,
}

/// What would count in a game, and waits because the change that began the game does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waits {
    /// How many hands were logged there.
    pub hands: usize,
    /// How many hands were moved there. They count where they were.
    pub moves: usize,
    /// How many times a hand that was moved there was corrected then. It counts where it was, as it was.
    pub corrections: usize,
}

impl Waits {
    /// How many things wait. A hand that was moved there, and that two devices corrected then, counts twice.
    pub const fn total(&self) -> usize {
        self.hands + self.moves + self.corrections
    }
}

/// How many digits of an id are shown at least: those of the time. They have a hyphen after the first eight.
const TIME_DIGITS: usize = 13;

/// How many newer changes of other devices are looked at.
const FEW: usize = 16;

impl Pad<'_> {
    /// Shows every change, the newest first; with a game, every change about that game.
    ///
    /// # Errors
    /// The book cannot be read; and those of `visit`.
    pub fn each_change<E: From<BookError>>(
        &self,
        game: Option<Uuid>,
        mut visit: impl FnMut(PastChange) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let Some(game) = game else {
            for read in History::new(&self.transaction, Whose::Everyone) {
                if visit(self.past(self.sqlite(read)?)?)?.is_break() {
                    break;
                }
            }
            return Ok(());
        };
        for id in self.sqlite(read::changes_of_game(&self.transaction, game))? {
            if visit(self.change(id)?)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The change with this id.
    ///
    /// # Errors
    /// The book cannot be read, or has no such change.
    pub fn change(&self, id: Uuid) -> Result<PastChange, BookError> {
        let read = self.sqlite(read::change_with_id(&self.transaction, id))?;
        self.past(read.ok_or_else(|| self.damaged("a change is missing"))?)
    }

    /// The changes whose ids lie between these two, at most `most`.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn changes_between(&self, ids: (Uuid, Uuid), most: usize) -> Result<Vec<Uuid>, BookError> {
        self.sqlite(read::changes_between(&self.transaction, ids, most))
    }

    /// The newest change of another device that came after this one and counts, among the last few. Without a change,
    /// the newest of all.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn newer_elsewhere(&self, change: Option<Uuid>) -> Result<Option<PastChange>, BookError> {
        let after = change.map_or(Ok(0), |change| self.change(change).map(|change| change.arrival))?;
        for read in History::new(&self.transaction, Whose::OthersAfter(self.device, after)).take(FEW) {
            let read = self.sqlite(read)?;
            if read.line.does_something() && read.line.counts {
                return self.past(read).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether the book has any change.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn has_changes(&self) -> Result<bool, BookError> {
        self.sqlite(read::is_empty(&self.transaction)).map(|empty| !empty)
    }

    /// What a change did to games and people.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn what(&self, change: Uuid) -> Result<MovedChange, BookError> {
        self.moved(change, Vec::new())
    }

    /// The shortest start of an id that no other change has, at least the digits of its time.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn short_id(&self, change: Uuid) -> Result<String, BookError> {
        let id = change.to_string();
        let shared = |other: &Uuid| {
            let other = other.to_string();
            id.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
        };
        let neighbours = self.sqlite(read::neighbours(&self.transaction, change))?;
        let shared = neighbours.iter().flatten().map(shared).max().unwrap_or(0);
        let start = id.get(..(shared + 1).max(TIME_DIGITS)).unwrap_or(&id);
        Ok(start.trim_end_matches('-').to_string())
    }

    /// What counts although a change that it builds on does not. A large change is not looked into.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn built_on(&self, change: &MovedChange) -> Result<BuiltOn, BookError> {
        if change.logged.is_empty() && change.game_count == 0 || change.is_large {
            return Ok(BuiltOn::default());
        }
        let corrections = self.sqlite(read::corrections_of_change(&self.transaction, change.id))?;
        let corrections = self.first_that_count(corrections)?.into_iter().collect();
        let mut waits = Waits::default();
        for game in self.sqlite(read::games_begun(&self.transaction, change.id, change.game_count))? {
            let Waits { hands, moves, corrections } = self.waits_for(game, change.id)?;
            waits.hands += hands;
            waits.moves += moves;
            waits.corrections += corrections;
        }
        Ok(BuiltOn { corrections, waits })
    }

    /// The change that began a game, and what waits for the game, if that change was taken back.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn taken_back(&self, game: Uuid) -> Result<Option<(Uuid, Waits)>, BookError> {
        let Some(change) = self.sqlite(read::change_of_game(&self.transaction, game))? else { return Ok(None) };
        if self.sqlite(read::standing_undos(&self.transaction, change))?.is_empty() {
            return Ok(None);
        }
        Ok(Some((change, self.waits_for(game, change)?)))
    }

    fn waits_for(&self, game: Uuid, began: Uuid) -> Result<Waits, BookError> {
        let said = self.sqlite(read::said_since(&self.transaction, game, began))?;
        let count = |changes| self.counting(changes).map(|counting| counting.len());
        Ok(Waits { hands: count(said.hands)?, moves: count(said.moves)?, corrections: count(said.corrections)? })
    }

    /// The number of a game, if it has one. A game that does not count may have lost it.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn number_if_any(&self, game: Uuid) -> Result<Option<i64>, BookError> {
        self.sqlite(read::number_of(&self.transaction, game))
    }

    /// Those of these changes that count.
    fn counting(&self, changes: Vec<Uuid>) -> Result<Vec<Uuid>, BookError> {
        let mut counting = Vec::new();
        for id in changes {
            if self.sqlite(read::counts(&self.transaction, id))? {
                counting.push(id);
            }
        }
        Ok(counting)
    }

    fn past(&self, read: ChangeRead) -> Result<PastChange, BookError> {
        let ChangeRead { line, arrival, verb, device, made, redone } = read;
        let mut restored = Vec::new();
        for undo in redone {
            restored.extend(self.sqlite(read::undone_by(&self.transaction, undo))?);
        }
        let undone: Vec<Uuid> = line.undos.iter().map(|made| made.undo.undone).collect();
        let kind = match (undone.is_empty(), restored.is_empty()) {
            (false, _) => PastKind::Undo(undone),
            (true, false) => PastKind::Redo(restored),
            _ if line.is_unknown => PastKind::Unknown,
            _ => PastKind::Something,
        };
        let is_own = device == self.device;
        Ok(PastChange { id: line.change, verb, device, is_own, made, counts: line.counts, kind, arrival })
    }
}
