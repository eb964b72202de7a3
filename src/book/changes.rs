//! What can be changed in the book. Each method adds one change with its facts.

use ginpad_core::facts::{
    ChangeVerb, Conflict, Edited, Fact, GameSetting, HandRecord, KnownPeople, Maker, NewChange, SeatMap,
};
use ginpad_core::game::{Closing, Game};
use ginpad_core::hand::{AcceptedHand, GameHand, LoggedHand, Moment};
use ginpad_core::money::Amount;
use ginpad_core::players::Players;
use uuid::Uuid;

use super::commit::Witness;
use super::error::{BookError, damaged};
use super::migrate::MIGRATIONS;
use super::pad::{Pad, StoredGame};
use super::read;
use super::watched::Work;
use super::write;

/// A new id. UUIDv7 sorts by the time it was made.
pub(super) fn new_id() -> Uuid {
    Uuid::now_v7()
}

impl Pad<'_> {
    /// Begins a game. Players who are new to the book are added; the others keep their spelling.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn begin_game(&self, game: &Game, now: Moment) -> Result<StoredGame, BookError> {
        let mut known = self.known()?;
        let id = self.append(ChangeVerb::New, now, |change| Ok(change.begin_game(game, None, &mut known)))?;
        self.game(id)
    }

    /// Logs hands at the end of a game.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn log(&self, game: &StoredGame, hands: &[AcceptedHand], now: Moment) -> Result<(), BookError> {
        self.append(ChangeVerb::Log, now, |change| {
            (game.record.next_number..).zip(hands).for_each(|(number, hand)| change.log(game.id, number, hand));
            Ok(())
        })
    }

    /// Corrects the hand at this place, counted from 0.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn fix(&self, game: &StoredGame, at: usize, hand: &AcceptedHand, now: Moment) -> Result<StoredGame, BookError> {
        self.append(ChangeVerb::Fix, now, |change| {
            change.fix(&game.record, game.hand_at(at)?, hand);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Removes the hand at this place, counted from 0.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn drop_hand(&self, game: &StoredGame, at: usize, now: Moment) -> Result<StoredGame, BookError> {
        self.append(ChangeVerb::Drop, now, |change| {
            change.remove(game.hand_at(at)?);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Inserts a hand before the one at this place, counted from 0.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn insert(
        &self,
        game: &StoredGame,
        at: usize,
        hand: &AcceptedHand,
        now: Moment,
    ) -> Result<StoredGame, BookError> {
        self.append(ChangeVerb::Insert, now, |change| {
            change.insert(&game.record, game.hand_at(at)?, game.logged_at(at)?, hand);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Moves the hand at a place of one game to another game: before the hand at the place `before` of it, or to its end.
    /// Both places are counted from 0. The answer is what became of both games; `None` if other people play there.
    ///
    /// # Errors
    /// The book cannot be written, or there is no such hand.
    pub fn move_hand(
        &self,
        (from, at): (&StoredGame, usize),
        (to, before): (&StoredGame, Option<usize>),
        now: Moment,
    ) -> Result<Option<[StoredGame; 2]>, BookError> {
        let joined = self.joined()?;
        let listed = |game: &StoredGame| {
            let seats = game.record.seats.each_ref();
            seats.map(|seats| seats.iter().map(|person| joined.listed_as(*person)).collect::<Vec<Uuid>>())
        };
        let Some(seats) = SeatMap::between(&listed(from), &listed(to)) else { return Ok(None) };
        let moved = self.append(ChangeVerb::Move, now, |change| {
            let next = before.map(|next| Ok::<_, BookError>((to.hand_at(next)?, to.logged_at(next)?))).transpose()?;
            Ok(change.transfer(from.hand_at(at)?, seats, &to.record, next))
        })?;
        moved.map(|()| Ok([self.game(from.id)?, self.game(to.id)?])).transpose()
    }

    /// Says of disagreements that they are right as they are.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn keep(&self, conflicts: &[Conflict], now: Moment) -> Result<(), BookError> {
        self.append(ChangeVerb::Keep, now, |change| {
            conflicts.iter().for_each(|conflict| change.keep(conflict));
            Ok(())
        })
    }

    /// Ends a game unfinished.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn close(&self, game: &StoredGame, closing: Closing, now: Moment) -> Result<StoredGame, BookError> {
        self.append(ChangeVerb::Close, now, |change| {
            change.close(&game.record, closing);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Sets something of a game anew.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn set(&self, game: &StoredGame, setting: GameSetting, now: Moment) -> Result<StoredGame, BookError> {
        self.append(ChangeVerb::Set, now, |change| {
            change.set(&game.record, setting);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Seats these players in a game, each in the place of whoever was there. Players who are new to the book are added.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn set_sides(&self, game: &StoredGame, players: &Players, now: Moment) -> Result<StoredGame, BookError> {
        let mut known = self.known()?;
        self.append(ChangeVerb::Set, now, |change| {
            change.set_sides(&game.record, players, &mut known);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Edits a game: makes it what `is` says, as one change. `edited` is what differs.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn edit(&self, game: &StoredGame, is: &Game, edited: &Edited, now: Moment) -> Result<StoredGame, BookError> {
        let mut known = self.known()?;
        self.append(ChangeVerb::Edit, now, |change| {
            change.edit(&game.record, &game.scored.game, is, edited, &mut known);
            Ok(())
        })?;
        self.game(game.id)
    }

    /// Records that one person paid another.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn pay(&self, payer: Uuid, payee: Uuid, amount: Amount, now: Moment) -> Result<(), BookError> {
        self.append(ChangeVerb::Settle, now, |change| {
            change.pay(payer, payee, amount);
            Ok(())
        })
    }

    /// Runs `act` and then takes back everything that it did to the book.
    ///
    /// # Errors
    /// Those of `act`, and those of the book.
    pub(crate) fn rehearse<T, E: From<BookError>>(&self, act: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let run = |statement| self.sqlite(self.transaction.execute_batch(statement));
        run("SAVEPOINT rehearsal")?;
        let acted = act(self);
        self.forget_names();
        run("ROLLBACK TO rehearsal; RELEASE rehearsal")?;
        acted
    }

    /// Runs `act`. If it fails, everything that it did to the book is taken back.
    ///
    /// # Errors
    /// Those of `act`, and those of the book.
    pub(super) fn all_or_nothing<T, E: From<BookError>>(
        &self,
        act: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let run = |statement| self.sqlite(self.transaction.execute_batch(statement));
        let witness = self.witness.get();
        run("SAVEPOINT act")?;
        let acted = act(self);
        if acted.is_err() {
            self.witness.set(witness);
            self.forget_names();
            run("ROLLBACK TO act")?;
        }
        run("RELEASE act")?;
        acted
    }

    /// Makes a game the current one of this device. This is not a fact, so other devices do not learn of it.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn choose(&self, game: Uuid) -> Result<(), BookError> {
        self.sqlite(write::chosen_game(&self.transaction, self.device, game))?;
        let choice = self.sqlite(read::latest_choice(&self.transaction, self.device))?;
        self.witness.set(Some(Witness::Choice { device: self.device, choice }));
        Ok(())
    }

    /// Numbers a game: one more than the highest number among the games that count.
    pub(super) fn number(&self, game: Uuid) -> Result<(), BookError> {
        let highest = self.sqlite(read::highest_number(&self.transaction))?;
        self.sqlite(write::game_number(&self.transaction, game, highest + 1))
    }

    /// Everyone in the book by name.
    pub(super) fn known(&self) -> Result<KnownPeople, BookError> {
        Ok(KnownPeople::new(self.people()?.into_iter().map(|person| (person.name, person.id))))
    }

    /// What is noted of who makes a change.
    pub(super) fn maker(&self, now: Moment) -> Result<Maker, BookError> {
        Ok(Maker {
            device: self.device,
            sequence: self.sqlite(read::next_sequence(&self.transaction, self.device))?,
            now,
            schema: i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX),
        })
    }

    /// Stores one change, unless it has no facts.
    pub(super) fn append<T>(
        &self,
        verb: ChangeVerb,
        now: Moment,
        make: impl FnOnce(&mut NewChange<'_>) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        let mut ids = new_id;
        let mut change = NewChange::new(verb, &mut ids);
        let made = make(&mut change)?;
        if change.facts.is_empty() {
            return Ok(made);
        }
        let (change, facts) = change.made_by(self.maker(now)?);
        self.sqlite(write::change(&self.transaction, &change))?;
        self.witness.set(Some(Witness::Change(change.id)));
        let steps = self.steps(Work::WriteFacts, facts.len());
        for fact in &facts {
            steps.step();
            self.sqlite(write::fact(&self.transaction, fact))?;
            if let Fact::Game(game) = fact {
                self.number(game.id)?;
            }
        }
        self.forget_names();
        Ok(made)
    }
}

impl StoredGame {
    fn logged_at(&self, at: usize) -> Result<&LoggedHand, BookError> {
        self.scored.game.hands.get(at).map(GameHand::logged).ok_or_else(|| damaged("a hand is missing"))
    }

    fn hand_at(&self, at: usize) -> Result<&HandRecord, BookError> {
        self.record.hands.get(at).ok_or_else(|| damaged("a hand is missing"))
    }
}
