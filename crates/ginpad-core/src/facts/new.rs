//! Makes new changes: the facts first, then their lines.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use uuid::Uuid;

use super::change::{Change, FORMAT, Fact, NextLine};
use super::kinds::{
    GameFact, GameSetting, HandFact, JoiningFact, KeepingFact, PlayerFact, RemovalFact, SettingFact, SettingKey,
};
use super::line::{Line, LineFault};
use super::{ChangeVerb, Conflict, ConflictSubject, Edited, EditedHand, FactId, GameRecord, HandRecord, Joined};
use crate::{EntryAt, Game, LoggedHand, Moment, Name, Players};

/// The people known to a book, by name without letter case.
#[derive(Debug, Clone, Default)]
pub struct KnownPeople(BTreeMap<String, FactId>);

impl KnownPeople {
    /// The people to start with.
    pub fn new(people: impl IntoIterator<Item = (Name, FactId)>) -> KnownPeople {
        KnownPeople(people.into_iter().map(|(name, id)| (name.folded(), id)).collect())
    }

    /// The person with this name.
    pub fn find(&self, name: &Name) -> Option<FactId> {
        self.0.get(&name.folded()).copied()
    }
}

/// A change not yet written. Its facts name each other by their places in it.
#[derive(Debug)]
pub struct NewChange {
    verb: ChangeVerb,
    batch: Option<Uuid>,
    imported: Option<Uuid>,
    facts: Vec<Fact>,
    /// The most facts in one line.
    most: usize,
    /// The people it adds, by folded name.
    people: Vec<(String, u32)>,
}

/// The most facts in one line. No fact has a text of more than 500 characters, so they fit into 4 MiB.
const MOST_FACTS: usize = 1000;

impl NewChange {
    /// A change without facts.
    pub const fn new(verb: ChangeVerb) -> NewChange {
        NewChange { verb, batch: None, imported: None, facts: Vec::new(), most: MOST_FACTS, people: Vec::new() }
    }

    /// Whether it has no facts.
    pub const fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Puts it into a batch, whose changes are undone together.
    #[must_use]
    pub fn in_batch(self, batch: Uuid) -> NewChange {
        NewChange { batch: Some(batch), ..self }
    }

    /// Writes each fact as a line of its own, so that a reader of one game need not read the facts of the others.
    #[must_use]
    pub fn with_a_line_a_fact(self) -> NewChange {
        NewChange { most: 1, ..self }
    }

    /// Writes it as one line, or as a batch if it has very many facts. `ids` makes a new UUIDv7 on each call. The
    /// people it adds become known.
    ///
    /// # Errors
    /// A line is too long.
    pub fn written(
        self,
        next: NextLine,
        now: Moment,
        ids: &mut dyn FnMut() -> Uuid,
        known: &mut KnownPeople,
    ) -> Result<Vec<Line>, LineFault> {
        let batch = if self.facts.len() > self.most { self.batch.or_else(|| Some(ids())) } else { self.batch };
        let (mut next, mut lines, mut from) = (next, Vec::new(), 0);
        let mut rest = self.facts.into_iter().peekable();
        while rest.peek().is_some() {
            let facts: Vec<Fact> = rest.by_ref().take(self.most).collect();
            let derived = facts.iter().filter(|fact| fact.can_be_derived()).count();
            let change = Change {
                name: Uuid::nil(),
                format: FORMAT,
                id: ids(),
                writer: next.writer,
                number: next.number,
                before: next.before,
                at: now.into(),
                verb: self.verb.0.to_string(),
                batch,
                imported: self.imported,
                from: self.imported.map_or(0, |_| from),
                facts,
                has_unknown: false,
            };
            let line = change.line()?;
            if lines.is_empty() {
                let added = |(name, place)| (name, FactId { of: line.name(), place });
                known.0.extend(self.people.iter().cloned().map(added));
            }
            next = NextLine { number: next.number + 1, before: Some(*line.hash()), ..next };
            from += u32::try_from(derived).unwrap_or(u32::MAX);
            lines.push(line);
        }
        Ok(lines)
    }

    /// Adds a fact. Returns the id by which other facts name it.
    pub fn say(&mut self, fact: Fact) -> FactId {
        let place = u32::try_from(self.facts.len()).unwrap_or(u32::MAX);
        self.facts.push(fact);
        FactId::own(place)
    }

    /// Starts a game and returns its id. Adds players who are not known yet.
    pub fn begin_game(&mut self, game: &Game, known: &KnownPeople) -> FactId {
        let id = self.say(Fact::Game(Box::new(GameFact::new(game, Vec::new()))));
        let seated = self.seats(&game.players, known);
        if let Some(Fact::Game(fact)) = self.facts.get_mut(id.place as usize) {
            fact.sides = seated;
        }
        id
    }

    /// Imports a game with its hands, its totals and its closing. `derived` is the id derived from its text.
    pub fn take_in(&mut self, game: &Game, derived: Uuid, known: &KnownPeople) {
        self.imported = Some(derived);
        self.begin_game(game, known);
        for (number, at) in (1..).zip(game.entries()) {
            // The first hand of a later line has no hand before it there, so it states its number.
            let number = if self.facts.len().is_multiple_of(MOST_FACTS) { number } else { 0 };
            self.enter(FactId::GAME_OF_THE_LINE, number, HandFact::at(at, game));
        }
        for key in [SettingKey::Totals, SettingKey::Closed] {
            self.set_first(FactId::GAME_OF_THE_LINE, game, key);
        }
    }

    /// Adds the remaining entries of a sheet and its closing to a game that has the first ones. `next` is the number of
    /// the next entry.
    pub fn continue_game(&mut self, id: FactId, next: u32, sheet: &Game, from: usize) {
        for (number, at) in (next..).zip(sheet.entries().skip(from)) {
            self.enter(id, number, HandFact::at(at, sheet));
        }
        self.set_first(id, sheet, SettingKey::Closed);
    }

    /// Sets a detail for the first time, if `is` has it.
    fn set_first(&mut self, game: FactId, is: &Game, key: SettingKey) {
        let record = GameRecord { id: game, ..GameRecord::default() };
        GameSetting::of(key, is, &[]).into_iter().for_each(|to| self.set(&record, to));
    }

    /// Adds an entry to a game. `number` is its number among the entries; 0 stands for the next one in the line.
    pub fn enter(&mut self, game: FactId, number: u32, mut entry: HandFact) -> &mut HandFact {
        (entry.game, entry.number) = (game, number);
        self.say(Fact::Hand(entry));
        match self.facts.last_mut() {
            Some(Fact::Hand(hand)) => hand,
            _ => unreachable!("a hand was just put there"),
        }
    }

    /// Corrects an entry of a game. If devices disagree about it, this settles it.
    pub fn fix(&mut self, game: &GameRecord, at: &HandRecord, entry: HandFact) {
        self.enter(game.id, at.number, entry).follow(at, at.was.clone());
    }

    /// Moves a hand to another game: before one of its hands, or to its end. `hand` is the logged hand, with the seats
    /// of the other game. If devices disagree about the hand, this settles it.
    pub fn move_hand(
        &mut self,
        (from, at): (&GameRecord, &HandRecord),
        (to, next): (&GameRecord, Option<&HandRecord>),
        hand: &LoggedHand,
        players: &Players,
    ) {
        let number = to.number_at(next);
        let was: BTreeSet<FactId> = at.was.iter().copied().chain([from.id]).filter(|game| *game != to.id).collect();
        let fact = self.enter(to.id, number, HandFact::new(hand, players));
        fact.before = next.map(|next| next.id);
        fact.follow(at, was.into_iter().collect());
    }

    /// Removes a whole game from the book. If devices disagree about that, this settles it.
    pub fn remove_game(&mut self, game: &GameRecord) {
        let supersedes = game.all_versions().chain(game.removals.iter().copied()).collect();
        self.say(Fact::Removal(RemovalFact { game: game.id, supersedes }));
    }

    /// Inserts an entry before another one of its game, or at the end.
    pub fn insert(&mut self, game: &GameRecord, next: Option<&HandRecord>, entry: HandFact) {
        self.enter(game.id, game.number_at(next), entry).before = next.map(|next| next.id);
    }

    /// Changes a game to match `is`. `edited` holds the differences from the game `was`, and `conflicts` are its own.
    /// Adds players who are not known yet.
    pub fn edit(
        &mut self,
        (game, was): (&GameRecord, &Game),
        conflicts: &[Conflict],
        is: &Game,
        edited: &Edited,
        known: &KnownPeople,
    ) {
        edited.set.iter().for_each(|key| self.set_as(game, is, *key, known));
        // The number for the next new hand, by the hand before which it is inserted.
        let mut numbers: HashMap<Option<EntryAt>, u32> = HashMap::new();
        let mut removed = Vec::new();
        for hand in &edited.hands {
            match *hand {
                EditedHand::Corrected { was, is: at } => {
                    game.entry(was).into_iter().for_each(|record| self.fix(game, record, HandFact::at(at, is)));
                }
                EditedHand::Removed { was } => removed.extend(game.entry(was)),
                EditedHand::New { is: at, next } => {
                    let before = next.and_then(|next| game.entry(next));
                    let number = numbers.entry(next).or_insert_with(|| game.number_at(before));
                    self.enter(game.id, *number, HandFact::at(at, is)).before = before.map(|next| next.id);
                    *number = number.saturating_add(1);
                }
            }
        }
        self.remove((game, was), conflicts, &removed);
    }

    /// Sets a detail of a game to its value in `is`. If devices disagree about it, this settles it. Adds players who
    /// are not known yet.
    pub fn set_as(&mut self, game: &GameRecord, is: &Game, key: SettingKey, known: &KnownPeople) {
        let sides = if key == SettingKey::Sides { self.seats(&is.players, known) } else { Vec::new() };
        GameSetting::of(key, is, &sides).into_iter().for_each(|to| self.set(game, to));
    }

    /// Sets a detail of a game. If devices disagree about it, this settles it.
    pub fn set(&mut self, game: &GameRecord, to: GameSetting) {
        let supersedes = game.latest.get(&to.key()).cloned().unwrap_or_default();
        self.say(Fact::Setting(Box::new(SettingFact { game: game.id, to, supersedes })));
    }

    /// The ids of these players by side. Adds players who are not known yet.
    pub fn seats(&mut self, players: &Players, known: &KnownPeople) -> Vec<Vec<FactId>> {
        let mut seat = |name: &Name| self.add_player(name, known);
        players.order().map(|side| players.of(side).iter().map(&mut seat).collect()).collect()
    }

    /// Adds a person, unless the name is known.
    pub fn add_player(&mut self, name: &Name, known: &KnownPeople) -> FactId {
        let folded = name.folded();
        let added = self.people.iter().find(|(added, _)| *added == folded).map(|(_, place)| FactId::own(*place));
        if let Some(person) = known.find(name).or(added) {
            return person;
        }
        let person = self.say(Fact::Player(PlayerFact { name: name.as_str().to_string() }));
        self.people.push((folded, person.place));
        person
    }

    /// Joins two people into one. The second one's name remains.
    pub fn join(&mut self, player: FactId, into: FactId, joined: &Joined) {
        self.say(Fact::Joining(JoiningFact { player, into, supersedes: joined.joinings(player) }));
    }

    /// Removes entries of a game. If devices disagree about one, this settles it. If devices logged others under their
    /// numbers, these are stated again: another device may remove those instead, and a correction outlives a removal, so
    /// one remains. `conflicts` are those of the game.
    pub fn remove(&mut self, (record, game): (&GameRecord, &Game), conflicts: &[Conflict], removed: &[&HandRecord]) {
        for at in removed {
            self.enter(record.id, 0, HandFact::removal()).follow(at, at.was.clone());
        }
        let is_removed = |id: &FactId| removed.iter().any(|at| at.id == *id);
        let is_of_them = |conflict: &&Conflict| {
            matches!(conflict.about, ConflictSubject::SameNumber) && conflict.counts.iter().any(is_removed)
        };
        let others = conflicts.iter().filter(is_of_them).flat_map(|conflict| &conflict.counts).copied();
        self.state_again((record, game), &others.filter(|other| !is_removed(other)).collect(), false);
    }

    /// Declares that a conflict needs no change. `of` is its game. A hand or a detail that counts is stated again: if a
    /// device that does not know of this says otherwise, that is a new conflict. A game that goes on gets a new fact,
    /// which a removal by such a device does not name.
    pub fn keep(&mut self, conflict: &Conflict, of: Option<(&GameRecord, &Game)>) {
        let mut kept = conflict.versions();
        if let Some((record, game)) = of {
            // Only the conflict that is kept is settled.
            let is_agreed = |key: &SettingKey| record.latest.get(key).is_none_or(|latest| latest.len() == 1);
            let again = match conflict.about {
                ConflictSubject::Setting(key) => Some(key),
                ConflictSubject::Removed => [SettingKey::Title, SettingKey::Event].into_iter().find(is_agreed),
                _ => None,
            };
            let again = again.and_then(|key| GameSetting::of(key, game, &record.sides));
            again.into_iter().for_each(|to| self.set(record, to));
            let is_about_it = conflict.about == ConflictSubject::Hand;
            let counts = conflict.counts.iter().copied().collect();
            for (was, is) in self.state_again((record, game), &counts, is_about_it) {
                kept.remove(&was);
                kept.insert(is);
            }
        }
        let kept = KeepingFact { game: conflict.game, facts: kept.into_iter().collect() };
        self.say(Fact::Keeping(kept));
    }

    /// States these entries of a game again, unless this change does so already. Only if it `settles` a disagreement
    /// about them, the versions of other devices are superseded too. Returns each entry with its new version.
    fn state_again(
        &mut self,
        (record, game): (&GameRecord, &Game),
        ids: &BTreeSet<FactId>,
        settles: bool,
    ) -> Vec<(FactId, FactId)> {
        let mut stated = Vec::new();
        for (at, was) in record.entries().filter(|(_, was)| ids.contains(&was.id)) {
            let states = |fact: &Fact| matches!(fact, Fact::Hand(hand) if hand.supersedes.contains(&was.id));
            if !self.facts.iter().any(states) {
                let alone = HandRecord { others: Vec::new(), undone: Vec::new(), ..was.clone() };
                self.fix(record, if settles { was } else { &alone }, HandFact::at(at, game));
            }
            let place = self.facts.iter().position(states).and_then(|place| u32::try_from(place).ok());
            stated.extend(place.map(|place| (was.id, FactId::own(place))));
        }
        stated
    }
}
