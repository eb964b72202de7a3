//! Undo and redo: which acts they take back or restore, and what these were.

use std::collections::BTreeSet;

use ginpad_core::facts::{
    Change, ChangeVerb, Fact, FactId, HandFact, HistoryLine, NewChange, PaymentFact, SettingFact, Subject, redoable,
    undoable,
};
use ginpad_core::hand::Moment;
use uuid::Uuid;

use super::acts::{Act, Acts, Whose};
use super::error::BookError;
use super::pad::Pad;

/// Whose changes an undo or redo is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Those that this book wrote on this device.
    ThisDevice,
    /// Those of any. A device that remembers nothing is another one each time, and so has none of its own.
    Anyone,
}

/// What an undo will take back, or a redo restore: a change, or the changes of a batch.
#[derive(Debug, Clone, Default)]
pub struct MovedChange {
    /// Its id.
    pub id: Uuid,
    /// The command that made it.
    pub verb: String,
    /// The games it is about. Of a large import, only the first few.
    pub games: Vec<FactId>,
    /// How many games it is about.
    pub game_count: usize,
    /// The hands that it logged or removed. A large import has none here.
    pub hands: Vec<FactId>,
    /// How many hands it logged or removed, if `hands` has any.
    pub hand_count: usize,
    /// The payments that it recorded.
    pub payments: Vec<PaymentFact>,
    /// The hands that it logged, removed or moved, as they stood before it if it did not log them.
    pub logged: Vec<HandFact>,
    /// The names that it gave to people, each with the one before, if there was one.
    pub names: Vec<(Option<String>, String)>,
    /// What it set anew.
    pub settings: Vec<SettingFact>,
    /// Whom it made one.
    pub joined: Vec<[FactId; 2]>,
    /// The facts by which it moved hands to other games.
    pub transfers: Vec<FactId>,
    /// The conflicts that it says are right as they are.
    pub kept: Vec<Vec<FactId>>,
    /// Whether only the first of its changes were read.
    pub is_large: bool,
    /// For a redo, the undos to take back.
    undos: Vec<FactId>,
}

impl MovedChange {
    /// Whether it is about this game and no other.
    pub fn is_about(&self, game: FactId) -> bool {
        self.game_count == 1 && self.games == [game]
    }

    fn adds_game(&mut self, game: FactId) {
        if !self.games.contains(&game) {
            self.games.push(game);
        }
    }
}

/// How many games of a large import are listed.
const FIRST_FEW: usize = 10;

impl Pad<'_> {
    /// What undoing the last `count` acts would take back, the newest first; fewer if there are no more.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_undo(&self, count: usize, by: By) -> Result<Vec<MovedChange>, BookError> {
        let acts = undoable(Acts::new(self, self.whose(by)?).lines(), count)?;
        acts.into_iter().map(|act| self.moved(act, Vec::new())).collect()
    }

    /// What redoing `count` undos would restore, the last one undone first.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo(&self, count: usize, by: By) -> Result<Vec<MovedChange>, BookError> {
        let undos = redoable(Acts::new(self, self.whose(by)?).lines(), count)?;
        undos.into_iter().map(|made| self.moved(made.of, vec![made.undo])).collect()
    }

    /// The last act about this game that can be taken back, if there is one. What was done in other games since does not
    /// matter.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_undo_in(&self, game: FactId, by: By) -> Result<Option<MovedChange>, BookError> {
        let last = undoable(self.lines_about(game, by)?, 1)?;
        last.first().map(|act| self.moved(*act, Vec::new())).transpose()
    }

    /// The act about this game that was taken back last, if nothing was done in the game since.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo_in(&self, game: FactId, by: By) -> Result<Option<MovedChange>, BookError> {
        let last = redoable(self.lines_about(game, by)?, 1)?;
        last.first().map(|made| self.moved(made.of, vec![made.undo])).transpose()
    }

    /// The writers that are meant. None of this book's own may have written yet: nobody looks for their lines then.
    fn whose(&self, by: By) -> Result<Whose, BookError> {
        if by == By::Anyone {
            return Ok(Whose::Everyone);
        }
        let mut writers = Vec::new();
        for writer in self.own_writers()? {
            if self.last_line_of(writer)?.is_some() {
                writers.push(writer);
            }
        }
        Ok(Whose::Of(writers))
    }

    /// What was done in this game, the newest act first.
    fn lines_about(
        &self,
        game: FactId,
        by: By,
    ) -> Result<impl Iterator<Item = Result<HistoryLine, BookError>>, BookError> {
        let own = if by == By::ThisDevice { Some(self.own_writers()?) } else { None };
        let mut acts = self.acts_about(game)?;
        acts.retain(|(_, change)| own.as_ref().is_none_or(|own| own.contains(&change.writer)));
        Ok(acts.into_iter().map(|(_, change)| self.history_line(&change)))
    }

    /// The acts about a game, and those that undid and redid them, the newest first: each with its last change there.
    pub(super) fn acts_about(&self, game: FactId) -> Result<Vec<(i64, Change)>, BookError> {
        let mut found = Vec::new();
        let mut visit = |arrival, change| {
            found.push((arrival, change));
            Ok(())
        };
        self.concerning(&Subject::Game(game), &mut visit)?;
        let about: Vec<Subject> = found.iter().map(|(_, change)| Subject::Undone(change.act())).collect();
        for act in about.into_iter().collect::<BTreeSet<_>>() {
            self.concerning(&act, |arrival, change| {
                found.push((arrival, change));
                Ok(())
            })?;
        }
        found.sort_by_key(|(arrival, _)| std::cmp::Reverse(*arrival));
        let mut seen = BTreeSet::new();
        found.retain(|(_, change)| seen.insert(change.act()));
        Ok(found)
    }

    /// The same act, to be restored: with every undo of it that stands.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn restoring(&self, change: MovedChange) -> Result<MovedChange, BookError> {
        let undos = self.counting([change.id])?.undos_of(change.id).collect();
        Ok(MovedChange { undos, ..change })
    }

    /// Takes these acts back, or restores them.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn move_changes(&self, verb: ChangeVerb, moving: &[MovedChange], now: Moment) -> Result<(), BookError> {
        let mut change = NewChange::new(verb);
        for moved in moving {
            match moved.undos.as_slice() {
                [] => change.undo(moved.id),
                undos => undos.iter().for_each(|undo| change.redo(*undo, moved.id)),
            }
        }
        self.write(change, now).map(drop)
    }

    /// How many games these acts are about together.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn games_moved(&self, moving: &[MovedChange]) -> Result<usize, BookError> {
        let listed: BTreeSet<FactId> = moving.iter().flat_map(|change| &change.games).copied().collect();
        let mut count = listed.len();
        for change in moving.iter().filter(|change| change.game_count > change.games.len()) {
            count += change.game_count - change.games.len();
            // Another act may be about a game that this one took in.
            for game in listed.iter().filter(|game| !change.games.contains(game)) {
                let said = self.changes_concerning(&Subject::Game(*game))?;
                count -= usize::from(said.iter().any(|said| said.act() == change.id));
            }
        }
        Ok(count)
    }

    /// What an act did. `undos` are those that a redo takes back.
    pub(super) fn moved(&self, id: Uuid, undos: Vec<FactId>) -> Result<MovedChange, BookError> {
        // The changes of a batch may still have to come.
        let Some(act) = self.act(id)? else { return Ok(MovedChange { id, undos, ..MovedChange::default() }) };
        let verb = act.changes.first().map(|change| change.verb.clone()).unwrap_or_default();
        let mut moved = MovedChange { id, verb, is_large: act.is_large(), undos, ..MovedChange::default() };
        if act.is_large() {
            return Ok(begun(&act, moved));
        }
        for (id, fact) in act.facts() {
            self.add_fact(&mut moved, id, fact)?;
        }
        moved.game_count = moved.games.len();
        moved.hand_count = moved.hands.len();
        Ok(moved)
    }

    fn add_fact(&self, moved: &mut MovedChange, id: FactId, fact: &Fact) -> Result<(), BookError> {
        match fact {
            Fact::Game(_) => moved.adds_game(id),
            Fact::Hand(hand) => self.add_hand(moved, id, hand)?,
            Fact::Removal(removal) => {
                moved.adds_game(removal.game);
                moved.hands.extend(removal.supersedes.first());
                moved.logged.extend(self.hand_before(&removal.supersedes)?);
            }
            Fact::Keeping(keeping) => {
                keeping.game.into_iter().for_each(|game| moved.adds_game(game));
                moved.kept.push(keeping.facts.clone());
            }
            Fact::Closing(closing) => moved.adds_game(closing.game),
            Fact::Totals(totals) => moved.adds_game(totals.game),
            Fact::Setting(setting) => {
                moved.adds_game(setting.game);
                moved.settings.push((**setting).clone());
            }
            Fact::Payment(payment) => moved.payments.push(payment.clone()),
            Fact::Name(name) => {
                let before = name.supersedes.first().map(|before| self.fact(*before)).transpose()?.flatten();
                let before = before.and_then(|(before, _)| match before {
                    Fact::Player(player) => Some(player.name),
                    Fact::Name(name) => Some(name.name),
                    _ => None,
                });
                moved.names.push((before, name.name.clone()));
            }
            Fact::Joining(joining) => moved.joined.push([joining.player, joining.into]),
            Fact::Player(player) => moved.names.push((None, player.name.clone())),
            // What says nothing of games, hands, people or money.
            _ => {}
        }
        Ok(())
    }

    fn add_hand(&self, moved: &mut MovedChange, id: FactId, hand: &HandFact) -> Result<(), BookError> {
        moved.hands.push(id);
        // Only a hand that was moved once stands, or stood, in other games.
        let before = if hand.was.is_empty() { None } else { self.hand_before(&hand.supersedes)? };
        let from = before.filter(|before| before.game != hand.game);
        if let Some(from) = &from {
            moved.transfers.push(id);
            moved.adds_game(from.game);
        }
        moved.adds_game(hand.game);
        moved.logged.push(from.unwrap_or_else(|| hand.clone()));
        Ok(())
    }

    /// A hand as it stood when these versions of it were superseded.
    fn hand_before(&self, versions: &[FactId]) -> Result<Option<HandFact>, BookError> {
        let before = versions.first().map(|version| self.fact(*version)).transpose()?.flatten();
        Ok(before.and_then(|(before, _)| match before {
            Fact::Hand(hand) => Some(hand),
            _ => None,
        }))
    }
}

/// A large import, with the first of the games that it began. The others are counted by their lines: nearly every game takes
/// one.
fn begun(act: &Act, moved: MovedChange) -> MovedChange {
    let mut games: Vec<FactId> = act.changes.iter().flat_map(Change::games).map(|(game, _)| game).collect();
    let game_count = match games.len() {
        // It has very many hands of one game.
        0 => 1,
        begun => act.count - (act.changes.len() - begun.min(act.changes.len())),
    };
    games.truncate(FIRST_FEW);
    MovedChange { games, game_count, ..moved }
}
