//! Makes the facts of a new change.

mod people;

use std::collections::BTreeSet;

use serde_json::Map;
use uuid::Uuid;

pub use self::people::KnownPeople;
use super::change::{Change, ChangeVerb};
use super::content::hex;
use super::{
    Carried, ClosingFact, Conflict, Edited, EditedHand, Fact, GameFact, GameRecord, GameSetting, HandFact, HandRecord,
    KeepingFact, RedoFact, RemovalFact, RescueFact, SeatMap, SettingFact, SettingKey, Stranded, TotalsFact,
    TransferFact, UndoFact, time_columns,
};
use crate::game;
use crate::hand::{AcceptedHand, LoggedHand, Moment};
use crate::players::Players;

/// A change with its facts, before it is stored. The caller supplies the ids, and all of them are made before anything
/// is written. So a second try writes the same facts.
pub struct NewChange<'a> {
    /// The command that makes it.
    verb: ChangeVerb,
    id: Uuid,
    ids: &'a mut dyn FnMut() -> Uuid,
    /// Its facts. A fact comes before the facts that refer to it.
    pub facts: Vec<Fact>,
    /// How many more have been taken out of it already.
    taken: usize,
}

/// Who makes a change, when and where.
#[derive(Debug, Clone, Copy)]
pub struct Maker {
    /// The device.
    pub device: Uuid,
    /// The number of the change among those of the device, counted from 1.
    pub sequence: i64,
    /// When.
    pub now: Moment,
    /// The schema of the book.
    pub schema: i64,
}

impl<'a> NewChange<'a> {
    /// A change without facts. `ids` makes a new id each time.
    pub fn new(verb: ChangeVerb, ids: &'a mut dyn FnMut() -> Uuid) -> NewChange<'a> {
        NewChange { verb, id: ids(), ids, facts: Vec::new(), taken: 0 }
    }

    /// Takes out the facts made so far, to be stored while more are made.
    pub fn take_facts(&mut self) -> std::vec::Drain<'_, Fact> {
        self.taken += self.facts.len();
        self.facts.drain(..)
    }

    /// Whether no fact has been made.
    pub const fn is_empty(&self) -> bool {
        self.taken == 0 && self.facts.is_empty()
    }

    /// The finished change, with the facts that have not been taken out.
    pub fn made_by(self, maker: Maker) -> (Change, Vec<Fact>) {
        let (made_at, made_offset) = time_columns(maker.now);
        let change = Change {
            id: self.id,
            verb: self.verb.word().to_string(),
            device: maker.device,
            sequence: maker.sequence,
            made_at,
            made_offset,
            schema: maker.schema,
            facts: self.taken + self.facts.len(),
            unknown: Map::new(),
        };
        (change, self.facts)
    }

    /// Begins a game and returns its id. Players who are not known yet are added to the change and to `known`. `source`
    /// is the hash of the text sheet that the game comes from.
    pub fn begin_game(&mut self, game: &game::Game, source: Option<String>, known: &mut KnownPeople) -> Uuid {
        let seats = self.seats(&game.players, known);
        let id = (self.ids)();
        self.facts.push(Fact::Game(Box::new(GameFact::new(id, self.id, game, seats, source))));
        id
    }

    /// Imports a game with its hands, its totals and its closing, and returns its id. `source` is the hash of its sheet.
    pub fn take_in(&mut self, game: &game::Game, source: &[u8; 32], known: &mut KnownPeople) -> Uuid {
        let id = self.begin_game(game, Some(hex(source)), known);
        if let Some(totals) = game.totals {
            let (fact, change) = ((self.ids)(), self.id);
            self.facts.push(Fact::Totals(TotalsFact::new(fact, change, id, totals)));
        }
        self.go_on(id, 1, game, 0);
        id
    }

    /// Adds the hands of a sheet to a game that has the first of them, and its closing. `next` is the number of the next
    /// hand.
    pub fn go_on(&mut self, id: Uuid, next: i64, sheet: &game::Game, from: usize) {
        for (number, hand) in (next..).zip(sheet.hands.iter().skip(from)) {
            let fact = self.hand(id, number, hand.logged());
            self.facts.push(Fact::Hand(fact));
        }
        if let Some(closing) = sheet.closing {
            self.closing(id, closing, Vec::new());
        }
    }

    /// Logs a hand at the end of a game.
    pub fn log(&mut self, game: Uuid, number: i64, hand: &AcceptedHand) {
        let fact = self.hand(game, number, hand.logged());
        self.facts.push(Fact::Hand(fact));
    }

    /// Corrects a hand of a game. If devices disagree about the hand, this settles it.
    pub fn fix(&mut self, game: &GameRecord, at: &HandRecord, hand: &AcceptedHand) {
        self.say_instead(game, at, hand.logged());
    }

    /// Adds a version of a hand, and returns its id. One that was moved here is not a hand of this game that could be named
    /// as the one that is replaced.
    fn say_instead(&mut self, game: &GameRecord, at: &HandRecord, hand: &LoggedHand) -> Uuid {
        let fact = self.hand(game.id, at.number, hand);
        let id = fact.id;
        self.facts.push(Fact::Hand(match &at.carried {
            None => HandFact { replaces: Some(at.id), supersedes: at.others.clone(), ..fact },
            Some(Carried { inserted_before, .. }) => {
                HandFact { inserted_before: *inserted_before, supersedes: at.versions(), ..fact }
            }
        }));
        id
    }

    /// Moves a hand to another game: before one of its hands, or to its end. `seats` is where the players of its game sit in
    /// the other one. If devices disagree about the hand, this settles it. `None` if its players have no seats there.
    pub fn transfer(
        &mut self,
        at: &HandRecord,
        seats: SeatMap,
        to: &GameRecord,
        before: Option<(&HandRecord, &LoggedHand)>,
    ) -> Option<()> {
        let (hand, seats, supersedes) = match &at.carried {
            None => (at.id, seats, at.others.clone()),
            Some(carried) => (carried.hand, carried.seats.clone().then(&seats)?, at.versions_beside(carried.hand)),
        };
        let inserted_before = before.map(|(next, hand)| self.named_place(to, next, hand));
        let number = before.map_or(to.next_number, |(next, _)| to.number_before(next));
        let (id, change, seats) = ((self.ids)(), self.id, seats.word());
        self.facts.push(Fact::Transfer(TransferFact {
            id,
            change,
            hand,
            game: to.id,
            number,
            inserted_before,
            seats,
            supersedes,
            unknown: Map::new(),
        }));
        Some(())
    }

    /// The hand before which another is put. One that was moved to the game is said again there first, because only a hand
    /// of the game itself can be named.
    fn named_place(&mut self, game: &GameRecord, next: &HandRecord, hand: &LoggedHand) -> Uuid {
        if next.carried.is_some() { self.say_instead(game, next, hand) } else { next.id }
    }

    /// Says that a disagreement is right as it is.
    pub fn keep(&mut self, conflict: &Conflict) {
        self.keep_facts(conflict.versions());
    }

    /// Says that people of one name are not one person.
    pub fn keep_apart(&mut self, people: impl IntoIterator<Item = Uuid>) {
        self.keep_facts(people.into_iter().collect());
    }

    fn keep_facts(&mut self, facts: BTreeSet<Uuid>) {
        let (id, change, versions) = ((self.ids)(), self.id, facts.into_iter().collect());
        self.facts.push(Fact::Keeping(KeepingFact { id, change, versions, unknown: Map::new() }));
    }

    /// Removes a hand from its game. If devices disagree about the hand, this settles it.
    pub fn remove(&mut self, at: &HandRecord) {
        let (id, change) = ((self.ids)(), self.id);
        let (hand, supersedes) = match &at.carried {
            None => (at.id, at.others.clone()),
            Some(carried) => (carried.hand, at.versions_beside(carried.hand)),
        };
        let removal = RemovalFact { id, change, hand, supersedes, unknown: Map::new() };
        self.facts.push(Fact::Removal(removal));
    }

    /// Puts a hand before another of its game, which was logged as `logged`.
    pub fn insert(&mut self, game: &GameRecord, next: &HandRecord, logged: &LoggedHand, hand: &AcceptedHand) {
        let inserted_before = Some(self.named_place(game, next, logged));
        let fact = self.hand(game.id, game.number_before(next), hand.logged());
        self.facts.push(Fact::Hand(HandFact { inserted_before, ..fact }));
    }

    /// Edits a game that was `was`: makes it what `is` says. `edited` is what differs. Players who are not known yet are
    /// added to the change and to `known`.
    pub fn edit(
        &mut self,
        game: &GameRecord,
        was: &game::Game,
        is: &game::Game,
        edited: &Edited,
        known: &mut KnownPeople,
    ) {
        for key in &edited.settings {
            match key {
                SettingKey::Rules => self.set(game, GameSetting::Rules(is.rules.clone())),
                SettingKey::Dealer => self.set(game, GameSetting::Dealer(is.first_dealer)),
                SettingKey::Stake => self.set(game, GameSetting::Stake(is.stakes)),
                SettingKey::Title => self.set(game, GameSetting::Title(is.title.clone())),
                SettingKey::Event => self.set(game, GameSetting::Event(is.event.clone())),
                SettingKey::Sides => self.set_sides(game, &is.players, known),
            }
        }
        self.edit_hands(game, was, is, &edited.hands);
        if let Some(closing) = is.closing.filter(|_| edited.closes) {
            self.close(game, closing);
        }
    }

    fn edit_hands(&mut self, game: &GameRecord, was: &game::Game, is: &game::Game, hands: &[EditedHand]) {
        // The hand that the last new one was put before, as it is named, and the number of the next one there.
        let (mut next_was, mut place) = (None, (None, 0));
        for hand in hands {
            match *hand {
                EditedHand::Corrected { was, is: at } => {
                    if let (Some(record), Some(hand)) = (game.hands.get(was), is.hands.get(at)) {
                        self.say_instead(game, record, hand.logged());
                    }
                }
                EditedHand::Removed { was } => game.hands.get(was).into_iter().for_each(|record| self.remove(record)),
                EditedHand::New { is: at, next } => {
                    if next_was != Some(next) {
                        next_was = Some(next);
                        let next = next.and_then(|next| Some((game.hands.get(next)?, was.hands.get(next)?)));
                        place = match next {
                            Some((next, hand)) => {
                                (Some(self.named_place(game, next, hand.logged())), game.number_before(next))
                            }
                            None => (None, game.next_number),
                        };
                    }
                    let Some(hand) = is.hands.get(at) else { continue };
                    let fact = self.hand(game.id, place.1, hand.logged());
                    self.facts.push(Fact::Hand(HandFact { inserted_before: place.0, ..fact }));
                    place.1 = place.1.saturating_add(1);
                }
            }
        }
    }

    /// Ends a game unfinished.
    pub fn close(&mut self, game: &GameRecord, closing: game::Closing) {
        self.closing(game.id, closing, game.closings.clone());
    }

    /// Sets something of a game anew. If devices disagree about it, this settles it.
    pub fn set(&mut self, game: &GameRecord, setting: GameSetting) {
        let supersedes = game.settings.get(&setting.key()).cloned().unwrap_or_default();
        let fact = SettingFact::new((self.ids)(), self.id, game.id, setting, supersedes);
        self.facts.push(Fact::Setting(Box::new(fact)));
    }

    /// Seats these players in a game, each in the place of whoever was there. Players who are not known yet are added to the
    /// change and to `known`.
    pub fn set_sides(&mut self, game: &GameRecord, players: &Players, known: &mut KnownPeople) {
        let seats = self.seats(players, known);
        self.set(game, GameSetting::Sides(seats));
    }

    /// Takes a change back.
    pub fn undo(&mut self, undone: Uuid) {
        let (id, change) = ((self.ids)(), self.id);
        self.facts.push(Fact::Undo(UndoFact { id, change, undone, unknown: Map::new() }));
    }

    /// Takes an undo back.
    pub fn redo(&mut self, undo: Uuid) {
        let (id, change) = ((self.ids)(), self.id);
        self.facts.push(Fact::Redo(RedoFact { id, change, undo, unknown: Map::new() }));
    }

    /// Lets a damaged change count with this many facts.
    pub fn rescue(&mut self, rescued: Uuid, facts: usize) {
        let (id, change) = ((self.ids)(), self.id);
        self.facts.push(Fact::Rescue(RescueFact { id, change, rescued, facts, unknown: Map::new() }));
    }

    /// Says a hand again that waits for a lost one. It supersedes that hand, so that only one of the two counts if the lost one
    /// is found again.
    pub fn say_again(&mut self, stranded: Stranded) {
        let Stranded { hand, number, inserted_before } = stranded;
        let (id, change, supersedes) = ((self.ids)(), self.id, vec![hand.id]);
        self.facts.push(Fact::Hand(HandFact {
            id,
            change,
            number,
            inserted_before,
            replaces: None,
            supersedes,
            ..hand
        }));
    }

    fn hand(&mut self, game: Uuid, number: i64, hand: &LoggedHand) -> HandFact {
        HandFact::new((self.ids)(), self.id, game, number, hand)
    }

    fn closing(&mut self, game: Uuid, closing: game::Closing, supersedes: Vec<Uuid>) {
        let forfeit = match closing {
            game::Closing::Unfinished => None,
            game::Closing::Forfeit(side) => Some(side.index()),
        };
        let (id, change) = ((self.ids)(), self.id);
        self.facts.push(Fact::Closing(ClosingFact { id, change, game, forfeit, supersedes, unknown: Map::new() }));
    }
}
