//! Makes the facts of a new change.

use std::collections::BTreeMap;

use serde_json::Map;
use uuid::Uuid;

use super::change::{Change, ChangeVerb};
use super::content::hex;
use super::{
    ClosingFact, Fact, GameFact, GameRecord, GameSetting, HandFact, HandRecord, Joined, JoiningFact, PaymentFact,
    PlayerFact, PlayerNameFact, RedoFact, RemovalFact, RescueFact, SettingFact, Stranded, TotalsFact, UndoFact,
    time_columns,
};
use crate::game;
use crate::hand::{AcceptedHand, LoggedHand, Moment};
use crate::money::Amount;
use crate::players::{Name, Players};
use crate::side::Side;

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

/// The people that a book knows, by name; case makes no difference.
#[derive(Debug, Clone, Default)]
pub struct KnownPeople(BTreeMap<String, Uuid>);

impl KnownPeople {
    /// The person with this name.
    pub fn find(&self, name: &Name) -> Option<Uuid> {
        self.0.get(&name.folded()).copied()
    }

    /// Takes these people as known.
    pub fn new(people: impl IntoIterator<Item = (Name, Uuid)>) -> KnownPeople {
        KnownPeople(people.into_iter().map(|(name, id)| (name.folded(), id)).collect())
    }
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
        let fact = self.hand(game.id, at.number, hand.logged());
        self.facts.push(Fact::Hand(HandFact { replaces: Some(at.id), supersedes: at.others.clone(), ..fact }));
    }

    /// Removes a hand from its game. If devices disagree about the hand, this settles it.
    pub fn remove(&mut self, at: &HandRecord) {
        let (id, change) = ((self.ids)(), self.id);
        let removal = RemovalFact { id, change, hand: at.id, supersedes: at.others.clone(), unknown: Map::new() };
        self.facts.push(Fact::Removal(removal));
    }

    /// Puts a hand before another of its game.
    pub fn insert(&mut self, game: &GameRecord, next: &HandRecord, hand: &AcceptedHand) {
        let fact = self.hand(game.id, game.number_before(next), hand.logged());
        self.facts.push(Fact::Hand(HandFact { inserted_before: Some(next.id), ..fact }));
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

    /// Makes two people one. The name of the second stands.
    pub fn join(&mut self, player: Uuid, same_as: Uuid, joined: &Joined) {
        let (id, change, supersedes) = ((self.ids)(), self.id, joined.joinings(player));
        self.facts.push(Fact::Joining(JoiningFact { id, change, player, same_as, supersedes, unknown: Map::new() }));
    }

    /// Records that one person paid another.
    pub fn pay(&mut self, payer: Uuid, payee: Uuid, amount: Amount) {
        self.facts.push(Fact::Paid(PaymentFact {
            id: (self.ids)(),
            change: self.id,
            payer,
            payee,
            minor: amount.minor,
            currency: amount.currency.code().to_string(),
            unknown: Map::new(),
        }));
    }

    /// Adds a person, unless the name is known.
    pub fn add_player(&mut self, name: &Name, known: &mut KnownPeople) {
        self.player(name, known);
    }

    /// Gives a person another name. `supersedes` are the names that it takes the place of.
    pub fn rename(&mut self, player: Uuid, name: &Name, supersedes: Vec<Uuid>) {
        let (id, change) = ((self.ids)(), self.id);
        let name = name.as_str().to_string();
        self.facts.push(Fact::PlayerName(PlayerNameFact { id, change, player, name, supersedes, unknown: Map::new() }));
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

    /// Gives a name to somebody whose own name is lost. Its id is less than any other, so that the true name counts if it is
    /// found again.
    pub fn stand_in_name(&mut self, player: Uuid, name: &str) {
        let (change, [_, _, _, _, _, _, _, _, rest @ ..]) = (self.id, (self.ids)().into_bytes());
        let mut bytes = [0; 10];
        bytes[2..].copy_from_slice(&rest);
        let id = uuid::Builder::from_unix_timestamp_millis(0, &bytes).into_uuid();
        self.facts.push(Fact::PlayerName(PlayerNameFact {
            id,
            change,
            player,
            name: name.to_string(),
            supersedes: Vec::new(),
            unknown: Map::new(),
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

    fn seats(&mut self, players: &Players, known: &mut KnownPeople) -> [Vec<Uuid>; 2] {
        Side::BOTH.map(|side| players.of(side).iter().map(|name| self.player(name, known)).collect())
    }

    fn player(&mut self, name: &Name, known: &mut KnownPeople) -> Uuid {
        if let Some(id) = known.0.get(&name.folded()) {
            return *id;
        }
        let (player, change) = ((self.ids)(), self.id);
        self.facts.push(Fact::Player(PlayerFact { id: player, change, unknown: Map::new() }));
        self.facts.push(Fact::PlayerName(PlayerNameFact {
            id: (self.ids)(),
            change,
            player,
            name: name.as_str().to_string(),
            supersedes: Vec::new(),
            unknown: Map::new(),
        }));
        known.0.insert(name.folded(), player);
        player
    }
}
