//! The changes that a user makes to the book. Each method writes one change.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::numbers::NewGames;
use super::{BookError, OpenBook, StoredGame};
use ginpad_core::facts::{
    Change, ChangeVerb, Conflict, Edited, Fact, FactId, HandRecord, KnownPeople, Line, NameFact, NewChange,
    PaymentFact, Person, SettingKey,
};
use ginpad_core::hand::reseated;
use ginpad_core::ledger::Appended;
use ginpad_core::{Amount, EntryAt, Game, Moment, Name};

impl OpenBook<'_> {
    /// Begins a game. Players who are new to the book are added; the others keep their spelling.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn begin_game(&self, game: &Game, now: Moment) -> Result<StoredGame, BookError> {
        let mut change = NewChange::new(ChangeVerb::NEW);
        change.begin_game(game, &self.known_people()?);
        let written = self.write(change, now)?;
        let begun = written.iter().flat_map(Change::games).next();
        let begun = begun.ok_or_else(|| self.damaged("a game is missing"))?;
        self.choose(begun)?;
        self.game(begun)
    }

    /// Logs the entries of a sheet that follow those that the game already has.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn log(&self, game: &StoredGame, sheet: &Game, now: Moment) -> Result<(), BookError> {
        let has = game.scored.game.entries().count();
        self.change(ChangeVerb::LOG, now, |change| change.continue_game(game.id, game.record.next_number, sheet, has))
    }

    /// Moves the hand at a place of one game to another game: before the hand at the place `before`, or to its end.
    /// Both places are counted from 0. Returns both games as they are now, or `None` if other people play in the
    /// second.
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
        let listed = |game: &StoredGame| -> Vec<Vec<FactId>> {
            let side = |side: &Vec<FactId>| side.iter().map(|person| joined.listed_as(*person)).collect();
            game.record.sides.iter().map(side).collect()
        };
        let record = self.entry_at(from, EntryAt::Hand(at))?;
        let next = before.map(|next| self.entry_at(to, EntryAt::Hand(next))).transpose()?;
        let hand = from.scored.game.hands.get(at);
        let hand = hand.and_then(|hand| reseated(hand.logged(), &listed(from), &listed(to)));
        let Some(hand) = hand else { return Ok(None) };
        self.change(ChangeVerb::MOVE, now, |change| {
            change.move_hand((&from.record, record), (&to.record, next), &hand, &to.scored.game.players);
        })?;
        Ok(Some([self.game(from.id)?, self.game(to.id)?]))
    }

    /// Marks conflicts as right as they are.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn keep(&self, conflicts: &[Conflict], now: Moment) -> Result<(), BookError> {
        let mut change = NewChange::new(ChangeVerb::KEEP);
        for conflict in conflicts {
            let game = conflict.game.map(|game| self.game(game)).transpose()?;
            change.keep(conflict, game.as_ref().map(|game| (&game.record, &game.scored.game)));
        }
        self.write(change, now).map(drop)
    }

    /// Takes a whole game out of the book.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn drop_game(&self, game: &StoredGame, now: Moment) -> Result<(), BookError> {
        self.change(ChangeVerb::DROP, now, |change| change.remove_game(&game.record))
    }

    /// Edits a game into `wanted`, as one change, and returns it as it is now. `edited` is the difference. New players take
    /// the places of the old ones; those who are new to the book are added.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn edit(
        &self,
        verb: ChangeVerb,
        game: &StoredGame,
        wanted: &Game,
        edited: &Edited,
        now: Moment,
    ) -> Result<StoredGame, BookError> {
        let sits = edited.set.contains(&SettingKey::Sides);
        let people = if sits { self.known_people()? } else { KnownPeople::default() };
        self.change(verb, now, |change| {
            change.edit((&game.record, &game.scored.game), &game.conflicts, wanted, edited, &people);
        })?;
        self.game(game.id)
    }

    /// Records that one person paid another.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn pay(&self, payer: FactId, payee: FactId, amount: Amount, now: Moment) -> Result<(), BookError> {
        let paid = Fact::Payment(PaymentFact { from: payer, to: payee, amount });
        self.change(ChangeVerb::SETTLE, now, |change| change.say(paid))
    }

    /// Adds a person, unless the book has the name.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn add_person(&self, name: &Name, now: Moment) -> Result<(), BookError> {
        let people = self.known_people()?;
        self.change(ChangeVerb::ADD_PLAYER, now, |change| change.add_player(name, &people))
    }

    /// Gives a person another name. If devices disagree about the name, this settles it.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn rename(&self, person: &Person, name: &Name, now: Moment) -> Result<(), BookError> {
        let (name, supersedes) = (name.as_str().to_string(), self.everyone()?.latest_names(person.id));
        let named = Fact::Name(NameFact { player: person.id, name, supersedes });
        self.change(ChangeVerb::RENAME_PLAYER, now, |change| change.say(named))
    }

    /// Whether devices gave a person different names.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn disagrees_on_name(&self, person: &Person) -> Result<bool, BookError> {
        Ok(self.everyone()?.latest_names(person.id).len() > 1)
    }

    /// Joins two people into one. The name of the second stays.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn merge_people(&self, player: FactId, into: FactId, now: Moment) -> Result<(), BookError> {
        let joined = self.joined()?;
        self.change(ChangeVerb::MERGE, now, |change| change.join(player, into, &joined))
    }

    /// Runs `act`, and then takes back everything that it did to the book.
    ///
    /// # Errors
    /// `act` fails, or the book cannot be read or written.
    pub(crate) fn rehearse<T, E: From<BookError>>(&self, act: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let run = |statement| self.sqlite(self.transaction.execute_batch(statement));
        let writing = self.writing.borrow().clone();
        run("SAVEPOINT rehearsal")?;
        let acted = act(self);
        self.writing.replace(writing);
        self.standing.take();
        run("ROLLBACK TO rehearsal; RELEASE rehearsal")?;
        acted
    }

    /// Writes a change with the facts that `make` adds.
    pub(super) fn change<T>(
        &self,
        verb: ChangeVerb,
        now: Moment,
        make: impl FnOnce(&mut NewChange) -> T,
    ) -> Result<(), BookError> {
        let mut change = NewChange::new(verb);
        make(&mut change);
        self.write(change, now).map(drop)
    }

    fn entry_at<'g>(&self, game: &'g StoredGame, at: EntryAt) -> Result<&'g HandRecord, BookError> {
        game.record.entry(at).ok_or_else(|| self.damaged("an entry is missing"))
    }

    /// Writes a change, unless it has no facts, and numbers the games that it begins. Returns the change; a very large
    /// one is split into the changes of a batch.
    ///
    /// # Errors
    /// The book cannot be written.
    pub(crate) fn write(&self, change: NewChange, now: Moment) -> Result<Vec<Change>, BookError> {
        let lines = self.write_lines(change, now, &mut KnownPeople::default())?;
        let changes = lines.iter().map(Change::read).collect::<Result<Vec<_>, _>>();
        let changes = changes.map_err(|fault| self.no_line(fault))?;
        let mut new = NewGames::default();
        changes.iter().for_each(|change| new.note(change));
        self.number_new_games(new, &BTreeMap::new())?;
        Ok(changes)
    }

    /// Writes a change, unless it has no facts, and learns the `people` whom it adds.
    pub(super) fn write_lines(
        &self,
        change: NewChange,
        now: Moment,
        people: &mut KnownPeople,
    ) -> Result<Vec<Line>, BookError> {
        if change.is_empty() {
            return Ok(Vec::new());
        }
        let lines = change.written(self.next_line()?, now, &mut Uuid::now_v7, people);
        let lines = lines.map_err(|fault| self.no_line(fault))?;
        let refused = self.append(&lines)?.into_iter().find_map(|answer| match answer {
            Appended::Refused(why) => Some(why),
            Appended::Stored | Appended::Known => None,
        });
        refused.map_or(Ok(lines), |why| Err(self.damaged(why)))
    }
}
