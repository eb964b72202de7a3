//! Facts sorted by kind, each with its id, its age, and whether it counts; and which changes count.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use uuid::Uuid;

use super::change::Fact;
use super::kinds::{GameFact, HandFact, JoiningFact, KeepingFact, PaymentFact, SettingFact};
use super::{Change, FactId};

/// The sort key of versions: the id of the change, which grows with time, then its name and the place in it.
pub(super) type Age = (Uuid, Uuid, u32);

/// One version of a fact, with the details that its change gives it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Version<'a, T> {
    /// Its id.
    pub(super) id: FactId,
    /// Whether its change counts.
    pub(super) counts: bool,
    /// Its change.
    pub(super) change: &'a Change,
    /// The versions that it supersedes.
    pub(super) supersedes: &'a [FactId],
    /// The content.
    pub(super) fact: T,
}

impl<'a, T> Version<'a, T> {
    pub(super) const fn age(&self) -> Age {
        (self.change.id, self.change.name, self.id.place)
    }

    /// The version without its content.
    pub(super) const fn bare(&self) -> Version<'a, ()> {
        self.with(self.supersedes, ())
    }

    const fn with<U>(&self, supersedes: &'a [FactId], fact: U) -> Version<'a, U> {
        Version { id: self.id, counts: self.counts, change: self.change, supersedes, fact }
    }
}

/// Facts by kind. [`Counting`] holds undos and redos.
#[derive(Debug, Default)]
pub struct Sorted<'a> {
    /// Names of people. The fact that adds a person holds their earliest name.
    pub(super) names: Vec<Version<'a, (FactId, &'a str)>>,
    pub(super) joinings: Vec<Version<'a, &'a JoiningFact>>,
    pub(super) keepings: Vec<Version<'a, &'a KeepingFact>>,
    pub(super) payments: Vec<Version<'a, &'a PaymentFact>>,
    pub(super) games: Vec<Version<'a, &'a GameFact>>,
    pub(super) hands: Vec<Version<'a, &'a HandFact>>,
    /// Whole games removed.
    pub(super) removals: Vec<Version<'a, FactId>>,
    pub(super) settings: Vec<Version<'a, &'a SettingFact>>,
    /// For each game, its imports that count and differ.
    pub(super) differing: BTreeMap<FactId, BTreeSet<Uuid>>,
}

impl<'a> Sorted<'a> {
    /// Sorts the facts of these changes, each of which must appear once.
    pub fn of(changes: impl IntoIterator<Item = &'a Change>, counting: &Counting) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        let (mut all, mut imported) = (0, 0);
        for change in changes {
            let counts = counting.counts(change);
            all += 1;
            imported += usize::from(change.imported.is_some());
            for (id, fact) in change.each_fact() {
                sorted.put(Version { id, counts, change, supersedes: &[], fact });
            }
        }
        // Only imported facts have ids that another change can repeat.
        if imported > 0 && all > 1 {
            sorted.keep_one_version();
        }
        sorted
    }

    fn put(&mut self, version: Version<'a, &'a Fact>) {
        match version.fact {
            Fact::Player(fact) => self.names.push(version.with(&[], (version.id, &fact.name))),
            Fact::Name(fact) => self.names.push(version.with(&fact.supersedes, (fact.player, &fact.name))),
            Fact::Joining(fact) => self.joinings.push(version.with(&fact.supersedes, fact)),
            Fact::Keeping(fact) => self.keepings.push(version.with(&[], fact)),
            Fact::Payment(fact) => self.payments.push(version.with(&[], fact)),
            Fact::Game(fact) => self.games.push(version.with(&[], fact)),
            Fact::Hand(fact) => self.hands.push(version.with(&fact.supersedes, fact)),
            Fact::Removal(fact) => self.removals.push(version.with(&fact.supersedes, fact.game)),
            Fact::Setting(fact) => self.settings.push(version.with(&fact.supersedes, fact)),
            Fact::Undo(_)
            | Fact::Redo(_)
            | Fact::Gap(_)
            | Fact::Fork(_)
            | Fact::Unknown(_)
            | Fact::Senseless { .. } => {}
        }
    }

    /// Keeps one version of each fact that several imports hold. The people they seat may differ, because each book has
    /// its own people.
    fn keep_one_version(&mut self) {
        let differing = &mut self.differing;
        let seated_alike = |one: &GameFact, other: &GameFact| GameFact { sides: other.sides.clone(), ..one.clone() };
        speaking(&mut self.games, differing, |one, other| seated_alike(one, other) != **other);
        speaking(&mut self.hands, differing, |one, other| one != other);
        speaking(&mut self.settings, differing, |one, other| one.to != other.to);
    }
}

/// Keeps one version of each fact: the oldest that counts, or the oldest if none counts. A fact whose id begins with
/// the name of its own change wins over an imported one. If another version that counts differs, notes both under the
/// game.
fn speaking<T: Copy>(
    versions: &mut Vec<Version<'_, T>>,
    differing: &mut BTreeMap<FactId, BTreeSet<Uuid>>,
    differ: impl Fn(&T, &T) -> bool,
) {
    let order = |one: &Version<'_, T>| (one.id.of != one.change.name, !one.counts, one.age());
    let mut best: HashMap<FactId, Version<'_, T>> = HashMap::with_capacity(versions.len());
    for one in versions.iter() {
        let speaks = best.entry(one.id).or_insert(*one);
        if order(one) < order(speaks) {
            *speaks = *one;
        }
    }
    if best.len() == versions.len() {
        return;
    }
    for one in versions.iter().filter(|one| one.counts && one.change.imported.is_some()) {
        if let Some(speaks) = best.get(&one.id).filter(|speaks| speaks.counts && differ(&speaks.fact, &one.fact)) {
            let game = FactId { of: one.id.of, place: 0 };
            differing.entry(game).or_default().extend([speaks.change.name, one.change.name]);
        }
    }
    versions.retain(|one| best.get(&one.id).is_some_and(|speaks| speaks.age() == one.age()));
}

/// The changes that count. An undo has effect until a redo names it. Only a redo reverses an undo: an undo of a change
/// that only undid or redid does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counting {
    /// The undone changes and batches, each with the undos in effect.
    undone: HashMap<Uuid, BTreeSet<FactId>>,
}

impl Counting {
    /// Applies the undos and redos of these changes.
    pub fn of<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Counting {
        let (mut undos, mut redone) = (Vec::new(), HashSet::new());
        for (id, fact) in changes.into_iter().flat_map(Change::each_fact) {
            match fact {
                Fact::Undo(undo) => undos.push((id, undo.of)),
                Fact::Redo(redo) => drop(redone.insert((redo.undo, redo.of))),
                _ => {}
            }
        }
        let mut counting = Counting::default();
        for (undo, of) in undos.into_iter().filter(|undo| !redone.contains(undo)) {
            counting.undone.entry(of).or_default().insert(undo);
        }
        counting
    }

    /// Whether a change counts.
    pub fn counts(&self, change: &Change) -> bool {
        self.act_counts(change.name) && change.batch.is_none_or(|batch| self.act_counts(batch))
    }

    /// Whether the act of one command counts; see [`Change::act`].
    pub fn act_counts(&self, act: Uuid) -> bool {
        !self.undone.contains_key(&act)
    }

    /// Makes a change count again, despite all undos.
    pub fn restore(&mut self, change: &Change) {
        for act in change.batch.into_iter().chain([change.name]) {
            self.undone.remove(&act);
        }
    }

    /// The undos of an act that are still in effect.
    pub fn undos_of(&self, act: Uuid) -> impl Iterator<Item = FactId> + '_ {
        self.undone.get(&act).into_iter().flatten().copied()
    }
}
