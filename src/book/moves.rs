//! Undo and redo: which changes they take back or restore, and what these changes were.

use std::collections::BTreeSet;

use ginpad_core::facts::{ChangeVerb, Fact, HandFact, HistoryLine, PaymentFact, SettingFact, redoable, undoable};
use ginpad_core::hand::Moment;
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;
use super::read::{self, History, Whose};

/// Whose changes an undo or redo is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Those of this device.
    ThisDevice,
    /// Those of any. A device that cannot keep its id is another one each time, and so has none of its own.
    Anyone,
}

/// A change that an undo will take back, or a redo restore.
#[derive(Debug, Clone)]
pub struct MovedChange {
    /// Its id.
    pub id: Uuid,
    /// The command that made it.
    pub verb: String,
    /// The games it is about. Of a change with more facts than anybody types, only the first few.
    pub games: Vec<Uuid>,
    /// How many games it is about.
    pub game_count: usize,
    /// The hands that it logged or removed, the first few. A large change of several games has none here.
    pub hands: Vec<Uuid>,
    /// How many hands it logged or removed, if `hands` has any.
    pub hand_count: usize,
    /// The payments that it recorded, the first few.
    pub payments: Vec<PaymentFact>,
    /// The hands that it logged or removed, as they were logged. A large change has none here.
    pub logged: Vec<HandFact>,
    /// The names that it gave to people, each with the one before, if there was one. A large change has none here.
    pub names: Vec<(Option<String>, String)>,
    /// What it set anew. A large change has nothing here.
    pub settings: Vec<SettingFact>,
    /// Whom it made one. A large change has nobody here.
    pub joined: Vec<[Uuid; 2]>,
    /// The damaged changes that it rescued, until their games are listed.
    rescued: Vec<Uuid>,
    /// The facts by which it moved hands to other games. A large change has none here.
    pub transfers: Vec<Uuid>,
    /// The disagreements that it says are right as they are. A large change has none here.
    pub kept: Vec<Vec<Uuid>>,
    /// Whether it has more facts than are read.
    pub is_large: bool,
    /// For a redo, the undos to take back.
    undos: Vec<Uuid>,
}

impl MovedChange {
    /// Whether it is about this game and no other.
    pub fn is_about(&self, game: Uuid) -> bool {
        self.game_count == 1 && self.games == [game]
    }
}

/// A change with more facts than this is an import, or hands from a file. Its facts are counted, not read.
const READ_WHOLE: i64 = 1000;

/// How many games, hands and payments of such a change are listed.
const FIRST_FEW: usize = 10;

impl Pad<'_> {
    /// The changes that undoing the last `count` would take back, the newest first; fewer if there are no more.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_undo(&self, count: usize, by: By) -> Result<Vec<MovedChange>, BookError> {
        let changes = match self.history(by)? {
            Some(history) => self.sqlite(undoable(history.lines(), count))?,
            None => Vec::new(),
        };
        changes.into_iter().map(|change| self.moved(change, Vec::new())).collect()
    }

    /// The changes that redoing `count` undos would restore, the last one undone first.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo(&self, count: usize, by: By) -> Result<Vec<MovedChange>, BookError> {
        let undos = match self.history(by)? {
            Some(history) => self.sqlite(redoable(history.lines(), count))?,
            None => Vec::new(),
        };
        undos.into_iter().map(|undo| self.moved(undo.undone, vec![undo.id])).collect()
    }

    /// The last change about this game that can be taken back, if there is one. What was done in other games since does
    /// not matter.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_undo_in(&self, game: Uuid, by: By) -> Result<Option<MovedChange>, BookError> {
        let last = undoable(self.lines_about(game, by)?, 1)?;
        last.first().map(|change| self.moved(*change, Vec::new())).transpose()
    }

    /// The change about this game that was taken back last, if nothing was done in the game since.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo_in(&self, game: Uuid, by: By) -> Result<Option<MovedChange>, BookError> {
        let last = redoable(self.lines_about(game, by)?, 1)?;
        last.first().map(|undo| self.moved(undo.undone, vec![undo.id])).transpose()
    }

    /// What was done in this game, the newest change first.
    fn lines_about(
        &self,
        game: Uuid,
        by: By,
    ) -> Result<impl Iterator<Item = Result<HistoryLine, BookError>>, BookError> {
        let changes = self.sqlite(read::changes_of_game(&self.transaction, game))?;
        let read = |id| self.sqlite(read::change_with_id(&self.transaction, id)).transpose();
        let is_meant = move |device| by == By::Anyone || device == self.device;
        let meant = changes
            .into_iter()
            .filter_map(read)
            .filter(move |read| read.as_ref().map_or(true, |change| is_meant(change.device)));
        Ok(meant.map(|read| read.map(|change| change.line)))
    }

    /// What was done. An index tells of a device that never wrote: nobody looks for its changes.
    fn history(&self, by: By) -> Result<Option<History<'_>>, BookError> {
        let whose = match by {
            By::Anyone => Whose::Everyone,
            By::ThisDevice if !self.sqlite(read::has_written(&self.transaction, self.device))? => return Ok(None),
            By::ThisDevice => Whose::Device(self.device),
        };
        Ok(Some(History::new(&self.transaction, whose)))
    }

    /// The same change, to be restored: with every undo of it that stands.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn restoring(&self, change: MovedChange) -> Result<MovedChange, BookError> {
        let undos = self.sqlite(read::standing_undos(&self.transaction, change.id))?;
        Ok(MovedChange { undos, ..change })
    }

    /// Takes these changes back, or restores them.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn move_changes(&self, verb: ChangeVerb, moving: &[MovedChange], now: Moment) -> Result<(), BookError> {
        self.append(verb, now, |change| {
            for moved in moving {
                match moved.undos.as_slice() {
                    [] => change.undo(moved.id),
                    undos => undos.iter().for_each(|undo| change.redo(*undo)),
                }
            }
            Ok(())
        })?;
        // A game that was already undone in an imported book has no number yet.
        for moved in moving.iter().filter(|moved| !moved.undos.is_empty()) {
            // To look at each game of an import would take longer than all the rest.
            if moved.is_large && self.sqlite(read::all_games_have_numbers(&self.transaction))? {
                continue;
            }
            for game in self.sqlite(read::games_without_number(&self.transaction, moved.id))? {
                self.number(game)?;
            }
        }
        Ok(())
    }

    /// How many games these changes are about together.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn games_moved(&self, moving: &[MovedChange]) -> Result<usize, BookError> {
        let listed: BTreeSet<Uuid> = moving.iter().flat_map(|change| &change.games).copied().collect();
        let mut count = listed.len();
        for change in moving.iter().filter(|change| change.game_count > change.games.len()) {
            count += change.game_count - change.games.len();
            // Another change may be about a game that this one began.
            for game in listed.iter().filter(|game| !change.games.contains(game)) {
                let began = self.sqlite(read::change_of_game(&self.transaction, *game))? == Some(change.id);
                count -= usize::from(began);
            }
        }
        Ok(count)
    }

    /// What a change did. `undos` are those that a redo takes back.
    pub(super) fn moved(&self, id: Uuid, undos: Vec<Uuid>) -> Result<MovedChange, BookError> {
        let mut moved = self.moved_itself(id, undos)?;
        // A rescue is about the games of the changes that count because of it.
        for change in std::mem::take(&mut moved.rescued) {
            let rescued = self.moved_itself(change, Vec::new())?;
            moved.game_count += rescued.game_count.saturating_sub(rescued.games.len());
            for game in rescued.games {
                if !moved.games.contains(&game) {
                    moved.games.push(game);
                    moved.game_count += 1;
                }
            }
        }
        Ok(moved)
    }

    /// What a change did by itself.
    fn moved_itself(&self, id: Uuid, undos: Vec<Uuid>) -> Result<MovedChange, BookError> {
        let (verb, facts) = self.sqlite(read::verb_and_size(&self.transaction, id))?.unwrap_or_default();
        let moved = MovedChange {
            id,
            verb,
            games: Vec::new(),
            game_count: 0,
            hands: Vec::new(),
            hand_count: 0,
            payments: Vec::new(),
            logged: Vec::new(),
            names: Vec::new(),
            settings: Vec::new(),
            joined: Vec::new(),
            rescued: Vec::new(),
            transfers: Vec::new(),
            kept: Vec::new(),
            is_large: facts > READ_WHOLE,
            undos,
        };
        if moved.is_large { self.counted(moved) } else { self.read_whole(moved) }
    }

    /// A change with what all of its facts are about.
    fn read_whole(&self, mut moved: MovedChange) -> Result<MovedChange, BookError> {
        for fact in self.sqlite(read::facts_of_change(&self.transaction, moved.id))? {
            let game = match fact {
                Fact::Game(game) => Some(game.id),
                Fact::Hand(hand) => {
                    moved.hands.push(hand.id);
                    let game = hand.game;
                    moved.logged.push(hand);
                    Some(game)
                }
                Fact::Removal(removal) => {
                    moved.hands.push(removal.hand);
                    let hand = self.hand_as_it_stood(removal.hand, &removal.supersedes)?;
                    let game = hand.as_ref().map(|hand| hand.game);
                    moved.logged.extend(hand);
                    game
                }
                Fact::Transfer(transfer) => {
                    moved.hands.push(transfer.hand);
                    moved.transfers.push(transfer.id);
                    let hand = self.hand_as_it_stood(transfer.hand, &transfer.supersedes)?;
                    let from = hand.as_ref().map(|hand| hand.game);
                    moved.games.extend(from.filter(|game| !moved.games.contains(game)));
                    moved.logged.extend(hand);
                    Some(transfer.game)
                }
                Fact::Keeping(keeping) => {
                    let game = self.sqlite(read::game_of_version(&self.transaction, &keeping.versions))?;
                    moved.kept.push(keeping.versions);
                    game
                }
                Fact::Closing(closing) => Some(closing.game),
                Fact::Totals(totals) => Some(totals.game),
                Fact::Setting(setting) => {
                    let game = setting.game;
                    moved.settings.push(*setting);
                    Some(game)
                }
                Fact::Paid(payment) => {
                    moved.payments.push(payment);
                    None
                }
                Fact::PlayerName(name) => {
                    let before = name.supersedes.first();
                    let before = before.map(|id| self.sqlite(read::name_with_id(&self.transaction, *id)));
                    moved.names.push((before.transpose()?.flatten(), name.name));
                    None
                }
                Fact::Joining(joining) => {
                    moved.joined.push([joining.player, joining.same_as]);
                    None
                }
                Fact::Rescue(rescue) => {
                    moved.rescued.push(rescue.rescued);
                    None
                }
                Fact::Player(_) | Fact::Undo(_) | Fact::Redo(_) | Fact::Unknown(_) => None,
            };
            moved.games.extend(game.filter(|game| !moved.games.contains(game)));
        }
        moved.game_count = moved.games.len();
        moved.hand_count = moved.hands.len();
        Ok(moved)
    }

    /// A hand where it stood when these versions of it were superseded: in its own game, or in one that it was moved to.
    fn hand_as_it_stood(&self, hand: Uuid, versions: &[Uuid]) -> Result<Option<HandFact>, BookError> {
        let hand = self.sqlite(read::hand_with_id(&self.transaction, hand))?;
        let transfer = self.sqlite(read::transfer_among(&self.transaction, versions))?;
        Ok(hand.map(|hand| match transfer.filter(|transfer| transfer.hand == hand.id) {
            Some(transfer) => transfer.moved(&hand),
            None => hand,
        }))
    }

    /// A large change. One that began games is about those: to look for others would read each of its hands.
    fn counted(&self, mut moved: MovedChange) -> Result<MovedChange, BookError> {
        let (connection, change) = (&self.transaction, moved.id);
        moved.game_count = self.sqlite(read::count_games_begun(connection, change))?;
        if moved.game_count > 0 {
            moved.games = self.sqlite(read::games_begun(connection, change, FIRST_FEW))?;
        } else {
            let games = self.sqlite(read::games_with_hands_of(connection, change))?;
            moved.game_count = games.len();
            moved.games = games.into_iter().take(FIRST_FEW).collect();
        }
        // The hands of many games are not named, so nobody counts them.
        if moved.game_count == 1 {
            (moved.hands, moved.hand_count) = self.sqlite(read::hands_of_change(connection, change, FIRST_FEW))?;
        }
        moved.payments = self.sqlite(read::payments_of_change(connection, change, FIRST_FEW))?;
        Ok(moved)
    }
}
