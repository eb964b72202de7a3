//! Undo and redo: which changes they take back or restore, and what these changes were.

use std::collections::BTreeSet;

use ginpad_core::facts::{ChangeVerb, Fact, PaymentFact, SettingKey, redoable, undoable};
use ginpad_core::hand::Moment;
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;
use super::read::{self, History};

/// A change that an undo will take back, or a redo restore.
#[derive(Debug, Clone)]
pub struct MovedChange {
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
    /// What it set anew, the first few.
    pub settings: Vec<SettingKey>,
    /// Whom it made one, the first few.
    pub joined: Vec<[Uuid; 2]>,
    change: Uuid,
    /// For a redo, the undo to take back.
    undo: Option<Uuid>,
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
    pub fn to_undo(&self, count: usize) -> Result<Vec<MovedChange>, BookError> {
        let changes = self.sqlite(undoable(History::new(&self.transaction), count))?;
        changes.into_iter().map(|change| self.moving(change, None)).collect()
    }

    /// The changes that redoing `count` would restore, the last one undone first.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo(&self, count: usize) -> Result<Vec<MovedChange>, BookError> {
        let undos = self.sqlite(redoable(History::new(&self.transaction), count))?;
        undos.into_iter().map(|undo| self.moving(undo.undone, Some(undo.id))).collect()
    }

    /// Takes these changes back, or restores them.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn move_changes(&self, verb: ChangeVerb, moving: &[MovedChange], now: Moment) -> Result<(), BookError> {
        self.append(verb, now, |change| {
            moving.iter().for_each(|moved| match moved.undo {
                None => change.undo(moved.change),
                Some(undo) => change.redo(undo),
            });
            Ok(())
        })?;
        // A game that was already undone in an imported book has no number yet.
        for moved in moving.iter().filter(|moved| moved.undo.is_some()) {
            for game in self.sqlite(read::games_without_number(&self.transaction, moved.change))? {
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
                let began = self.sqlite(read::change_of_game(&self.transaction, *game))? == Some(change.change);
                count -= usize::from(began);
            }
        }
        Ok(count)
    }

    fn moving(&self, change: Uuid, undo: Option<Uuid>) -> Result<MovedChange, BookError> {
        let (verb, facts) = self.sqlite(read::verb_and_size(&self.transaction, change))?.unwrap_or_default();
        let (games, hands) = (Vec::new(), Vec::new());
        let (payments, settings, joined) = (Vec::new(), Vec::new(), Vec::new());
        let moved =
            MovedChange { verb, games, game_count: 0, hands, hand_count: 0, payments, settings, joined, change, undo };
        if facts > READ_WHOLE { self.counted(moved) } else { self.read_whole(moved) }
    }

    /// A change with what all of its facts are about.
    fn read_whole(&self, mut moved: MovedChange) -> Result<MovedChange, BookError> {
        for fact in self.sqlite(read::facts_of_change(&self.transaction, moved.change))? {
            let game = match fact {
                Fact::Game(game) => Some(game.id),
                Fact::Hand(hand) => {
                    moved.hands.push(hand.id);
                    Some(hand.game)
                }
                Fact::Removal(removal) => {
                    moved.hands.push(removal.hand);
                    self.sqlite(read::game_of_hand(&self.transaction, removal.hand))?
                }
                Fact::Closing(closing) => Some(closing.game),
                Fact::Totals(totals) => Some(totals.game),
                Fact::Setting(setting) => {
                    moved.settings.extend(SettingKey::from_word(&setting.key));
                    Some(setting.game)
                }
                Fact::Paid(payment) => {
                    moved.payments.push(payment);
                    None
                }
                Fact::Joining(joining) => {
                    moved.joined.push([joining.player, joining.same_as]);
                    None
                }
                Fact::Player(_)
                | Fact::PlayerName(_)
                | Fact::Undo(_)
                | Fact::Redo(_)
                | Fact::Rescue(_)
                | Fact::Unknown(_) => None,
            };
            moved.games.extend(game.filter(|game| !moved.games.contains(game)));
        }
        moved.game_count = moved.games.len();
        moved.hand_count = moved.hands.len();
        Ok(moved)
    }

    /// A large change. One that began games is about those: to look for others would read each of its hands.
    fn counted(&self, mut moved: MovedChange) -> Result<MovedChange, BookError> {
        let (connection, change) = (&self.transaction, moved.change);
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
