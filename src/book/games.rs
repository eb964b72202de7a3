//! One game: its lines, their meaning, and its number.

use std::collections::BTreeSet;

use ginpad_core::facts::{
    AcceptedConflicts, Change, Conflict, FactId, FoldedGame, GameRecord, List, SetAside, Sorted, Subject, Waiting,
    fold_game, games_sharing_hands,
};
use ginpad_core::{EntryAt, Game, ScoredGame};

use super::error::BookError;
use super::gathered::Gathered;
use super::open_book::OpenBook;

/// The most earlier states of an imported game that a sheet is compared with.
const MOST_EARLIER: usize = 16;

/// A game of the book, scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: FactId,
    /// Its number in this book; 0 if it was taken back and has none.
    pub number: i64,
    /// The game and its sheet.
    pub scored: ScoredGame,
    /// The facts that make it up.
    pub record: GameRecord,
    /// The conflicts between devices.
    pub conflicts: Vec<Conflict>,
    /// Facts about its hands that wait for something missing from the book.
    pub waiting: Vec<Waiting>,
    /// Facts about it that make no sense.
    pub set_aside: Vec<SetAside>,
}

impl StoredGame {
    /// Scores a folded game.
    pub(super) fn new(folded: FoldedGame, number: i64) -> StoredGame {
        let FoldedGame { game, record, conflicts, waiting, set_aside } = folded;
        StoredGame { id: record.id, number, scored: game.scored(), record, conflicts, waiting, set_aside }
    }

    /// Returns the place of a hand, counted from 0; `None` if this version of the hand does not count.
    pub(crate) fn place_of(&self, hand: FactId) -> Option<usize> {
        self.record.hands.iter().position(|fact| fact.id == hand)
    }

    /// Returns which hand or adjustment a fact is.
    pub(crate) fn entry_of(&self, fact: FactId) -> Option<EntryAt> {
        let adjustment = || self.record.adjustments.iter().position(|record| record.id == fact);
        self.place_of(fact).map(EntryAt::Hand).or_else(|| adjustment().map(EntryAt::Adjustment))
    }
}

impl OpenBook<'_> {
    /// Returns the game with this id; one that was taken back, as it was then.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged, or has no such game.
    pub fn game(&self, id: FactId) -> Result<StoredGame, BookError> {
        self.sensible_game(id)?.map_err(|why| self.damaged(why))
    }

    /// Returns the game with this id, unless it makes no sense.
    pub(super) fn sensible_game(&self, id: FactId) -> Result<Result<StoredGame, SetAside>, BookError> {
        let (folded, number) = match self.folded_game(id)? {
            Ok(folded) => folded,
            Err(why) => return Ok(Err(why)),
        };
        let mut game = StoredGame::new(folded, number);
        if !game.conflicts.is_empty() {
            self.kept()?.settle(&mut game.conflicts);
        }
        Ok(Ok(game))
    }

    /// Returns the game with this id and its number (0 if it has none), unless it makes no sense.
    pub(super) fn folded_game(&self, id: FactId) -> Result<Result<(FoldedGame, i64), SetAside>, BookError> {
        let number = self.number_if_any(id)?;
        let named = |error| self.of_game(error, number);
        let lines = self.lines_of_game(id).map_err(named)?;
        let begun: Vec<&Change> = lines.values().filter(|change| change.games().any(|begun| begun == id)).collect();
        if begun.is_empty() {
            return Err(self.damaged("a game is missing"));
        }
        let mut counting = self.counting_of(lines.values()).map_err(named)?;
        let counts = begun.iter().any(|change| counting.counts(change));
        if !counts {
            begun.iter().for_each(|change| counting.restore(change));
        }
        if counts && number.is_none() {
            self.make_sure_of_no_number(id)?;
        }
        let seated =
            lines.values().flat_map(Change::seats).filter(|(game, _)| *game == id).flat_map(|(_, seated)| seated);
        let people = self.people_with_namesakes(seated.collect::<BTreeSet<_>>().into_iter()).map_err(named)?;
        let folded = fold_game(id, &Sorted::of(lines.values(), &counting), &people, &mut self.rules.borrow_mut());
        match folded {
            Ok(Some(folded)) => Ok(Ok((folded, number.unwrap_or(0)))),
            Ok(None) => Err(self.damaged("a game is missing")),
            Err(why) => Ok(Err(why)),
        }
    }

    /// Returns an imported game as it stood before each of its first later lines; nothing for other games.
    pub(super) fn before_corrections(&self, game: &StoredGame) -> Result<Vec<Game>, BookError> {
        let lines = if game.record.is_imported { self.lines_of_game(game.id)? } else { Gathered::new() };
        if lines.len() < 2 {
            return Ok(Vec::new());
        }
        let counting = self.counting_of(lines.values())?;
        let seated = lines.values().flat_map(Change::seats).flat_map(|(_, seated)| seated);
        let people = self.people_with_namesakes(seated.collect::<BTreeSet<_>>().into_iter())?;
        let begins = |change: &Change| change.games().any(|begun| begun == game.id);
        let mut changes: Vec<&Change> = lines.values().collect();
        changes.sort_by_key(|change| (!begins(change), change.at));
        let first = |few| {
            let sorted = Sorted::of(changes.iter().copied().take(few), &counting);
            fold_game(game.id, &sorted, &people, &mut self.rules.borrow_mut()).ok().flatten()
        };
        Ok((1..lines.len()).take(MOST_EARLIER).filter_map(first).map(|folded| folded.game).collect())
    }

    /// Reads the lines that make up a game: its own, and those of games with which it exchanged hands. Those may name
    /// more games, whose lines are read too.
    fn lines_of_game(&self, id: FactId) -> Result<Gathered, BookError> {
        let (mut lines, mut read) = (self.gathered(&Subject::Game(id))?, BTreeSet::from([id]));
        loop {
            let mut besides = games_sharing_hands(id, lines.values());
            besides.retain(|game| read.insert(*game));
            if besides.is_empty() {
                return Ok(lines);
            }
            for beside in besides {
                lines.append(&mut self.gathered(&Subject::Game(beside))?);
            }
        }
    }

    /// Returns the conflicts that somebody marked as right as they are.
    pub(super) fn kept(&self) -> Result<AcceptedConflicts, BookError> {
        let keepings = self.gathered(&Subject::List(List::Keepings))?;
        let counting = self.counting_of(keepings.values())?;
        Ok(AcceptedConflicts::of(&Sorted::of(keepings.values(), &counting)))
    }

    /// Adds the number of the game to an error about damage.
    pub(super) fn of_game(&self, error: BookError, number: Option<i64>) -> BookError {
        match (error, number) {
            (BookError::Flawed { what, .. }, Some(number)) => self.damaged(format_args!("{what} (game {number})")),
            (error, _) => error,
        }
    }

    /// Whether a game is in the book, and was neither taken back nor removed.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn counts(&self, game: FactId) -> Result<bool, BookError> {
        Ok(self.listing(game)?.is_some_and(|listing| !listing.is_removed))
    }

    /// Whether the act that began a game counts, even if the game was removed since.
    pub(super) fn is_begun(&self, game: FactId) -> Result<bool, BookError> {
        Ok(self.beginning(game)?.is_some())
    }
}
