//! Facts with what their changes give them: an id, an age, and whether they count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use uuid::Uuid;

use super::change::Fact;
use super::kinds::{GameFact, HandFact, JoiningFact, KeepingFact, PaymentFact, SettingFact};
use super::{Change, Counting, FactId};

/// What orders versions: the id of the change, which grows with the time, then its name and the place in it.
pub(super) type Age = (Uuid, Uuid, u32);

/// A fact with what its change gives it: one version of what it says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Version<'a, T> {
    /// Its id.
    pub(super) id: FactId,
    /// Whether its change counts.
    pub(super) counts: bool,
    /// The change that said it.
    pub(super) change: &'a Change,
    /// The versions that it supersedes.
    pub(super) supersedes: &'a [FactId],
    /// What was said.
    pub(super) fact: T,
}

impl<'a, T> Version<'a, T> {
    pub(super) const fn age(&self) -> Age {
        (self.change.id, self.change.name, self.id.place)
    }

    /// It without what was said.
    pub(super) const fn bare(&self) -> Version<'a, ()> {
        self.with(self.supersedes, ())
    }

    const fn with<U>(&self, supersedes: &'a [FactId], fact: U) -> Version<'a, U> {
        let Version { id, counts, change, .. } = *self;
        Version { id, counts, change, supersedes, fact }
    }
}

/// Facts by what they are about. Undos and redos are in [`Counting`].
#[derive(Debug, Default)]
pub struct Sorted<'a> {
    /// People and their names. A person is added under the first.
    pub(super) names: Vec<Version<'a, (FactId, &'a str)>>,
    pub(super) joinings: Vec<Version<'a, &'a JoiningFact>>,
    pub(super) keepings: Vec<Version<'a, &'a KeepingFact>>,
    pub(super) payments: Vec<Version<'a, &'a PaymentFact>>,
    pub(super) games: Vec<Version<'a, &'a GameFact>>,
    pub(super) hands: Vec<Version<'a, &'a HandFact>>,
    /// Games taken out as a whole.
    pub(super) removals: Vec<Version<'a, FactId>>,
    pub(super) settings: Vec<Version<'a, &'a SettingFact>>,
    /// The imports that count and say different things of one game, by the game.
    pub(super) differing: BTreeMap<FactId, BTreeSet<Uuid>>,
}

impl<'a> Sorted<'a> {
    /// Sorts the facts of these changes, each of which comes once.
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
        // The ids of what is imported are the only ones that somebody else can say.
        if imported > 0 && all > 1 {
            sorted.let_one_speak();
        }
        sorted
    }

    fn put(&mut self, said: Version<'a, &'a Fact>) {
        match said.fact {
            Fact::Player(fact) => self.names.push(said.with(&[], (said.id, &fact.name))),
            Fact::Name(fact) => self.names.push(said.with(&fact.supersedes, (fact.player, &fact.name))),
            Fact::Joining(fact) => self.joinings.push(said.with(&fact.supersedes, fact)),
            Fact::Keeping(fact) => self.keepings.push(said.with(&[], fact)),
            Fact::Payment(fact) => self.payments.push(said.with(&[], fact)),
            Fact::Game(fact) => self.games.push(said.with(&[], fact)),
            Fact::Hand(fact) => self.hands.push(said.with(&fact.supersedes, fact)),
            Fact::Removal(fact) => self.removals.push(said.with(&fact.supersedes, fact.game)),
            Fact::Setting(fact) => self.settings.push(said.with(&fact.supersedes, fact)),
            Fact::Undo(_)
            | Fact::Redo(_)
            | Fact::Gap(_)
            | Fact::Fork(_)
            | Fact::Unknown(_)
            | Fact::Senseless { .. } => {}
        }
    }

    /// Of the facts that several imports say, leaves the saying that speaks. Whom they seat may differ: each book has its own
    /// people.
    fn let_one_speak(&mut self) {
        let differing = &mut self.differing;
        let seated_alike = |one: &GameFact, other: &GameFact| GameFact { sides: other.sides.clone(), ..one.clone() };
        speaking(&mut self.games, differing, |one, other| seated_alike(one, other) != **other);
        speaking(&mut self.hands, differing, |one, other| one != other);
        speaking(&mut self.settings, differing, |one, other| one.to != other.to);
    }
}

/// Leaves one saying of each fact: the oldest that counts, or else the oldest. An import speaks for no fact that is named
/// after its own change. Where another that counts differs, both are noted by the game.
fn speaking<T: Copy>(
    said: &mut Vec<Version<'_, T>>,
    differing: &mut BTreeMap<FactId, BTreeSet<Uuid>>,
    differ: impl Fn(&T, &T) -> bool,
) {
    let order = |one: &Version<'_, T>| (one.id.of != one.change.name, !one.counts, one.age());
    let mut best: HashMap<FactId, Version<'_, T>> = HashMap::with_capacity(said.len());
    for one in said.iter() {
        let speaks = best.entry(one.id).or_insert(*one);
        if order(one) < order(speaks) {
            *speaks = *one;
        }
    }
    if best.len() == said.len() {
        return;
    }
    for one in said.iter().filter(|one| one.counts && one.change.imported.is_some()) {
        if let Some(speaks) = best.get(&one.id).filter(|speaks| speaks.counts && differ(&speaks.fact, &one.fact)) {
            let game = FactId { of: one.id.of, place: 0 };
            differing.entry(game).or_default().extend([speaks.change.name, one.change.name]);
        }
    }
    said.retain(|one| best.get(&one.id).is_some_and(|speaks| speaks.age() == one.age()));
}
