//! Facts with what their changes give them: an id, an age, and whether they count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use uuid::Uuid;

use super::change::Fact;
use super::kinds::{
    ClosingFact, GameFact, HandFact, JoiningFact, KeepingFact, NameFact, PaymentFact, PlayerFact, RemovalFact,
    SettingFact, TotalsFact,
};
use super::{Change, Counting, FactId};

/// What orders versions: the id of the change, which grows with the time, then its name and the place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Age(Uuid, Uuid, u32);

/// A fact that somebody said.
#[derive(Debug)]
pub struct Said<'a, T> {
    /// Its id.
    pub id: FactId,
    /// What orders it among others.
    pub age: Age,
    /// Whether its change counts.
    pub counts: bool,
    /// The change that said it.
    pub change: &'a Change,
    /// What was said.
    pub fact: &'a T,
}

impl<T> Clone for Said<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Said<'_, T> {}

/// Facts by kind. Undos and redos are in [`Counting`].
#[derive(Debug, Default)]
pub struct Sorted<'a> {
    pub(super) players: Vec<Said<'a, PlayerFact>>,
    pub(super) names: Vec<Said<'a, NameFact>>,
    pub(super) joinings: Vec<Said<'a, JoiningFact>>,
    pub(super) keepings: Vec<Said<'a, KeepingFact>>,
    pub(super) payments: Vec<Said<'a, PaymentFact>>,
    pub(super) games: Vec<Said<'a, GameFact>>,
    pub(super) hands: Vec<Said<'a, HandFact>>,
    pub(super) removals: Vec<Said<'a, RemovalFact>>,
    pub(super) closings: Vec<Said<'a, ClosingFact>>,
    pub(super) totals: Vec<Said<'a, TotalsFact>>,
    pub(super) settings: Vec<Said<'a, SettingFact>>,
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
            for (place, (id, fact)) in (0..).zip(change.each_fact()) {
                let age = Age(change.id, change.name, place);
                sorted.put(id, age, counts, change, fact);
            }
        }
        // The ids of what is imported are the only ones that somebody else can say.
        if imported > 0 && all > 1 {
            sorted.let_one_speak();
        }
        sorted
    }

    fn put(&mut self, id: FactId, age: Age, counts: bool, change: &'a Change, fact: &'a Fact) {
        macro_rules! said {
            ($list:ident, $fact:expr) => {
                self.$list.push(Said { id, age, counts, change, fact: $fact })
            };
        }
        match fact {
            Fact::Player(fact) => said!(players, fact),
            Fact::Name(fact) => said!(names, fact),
            Fact::Joining(fact) => said!(joinings, fact),
            Fact::Keeping(fact) => said!(keepings, fact),
            Fact::Payment(fact) => said!(payments, fact),
            Fact::Game(fact) => said!(games, fact),
            Fact::Hand(fact) => said!(hands, fact),
            Fact::Removal(fact) => said!(removals, fact),
            Fact::Closing(fact) => said!(closings, fact),
            Fact::Totals(fact) => said!(totals, fact),
            Fact::Setting(fact) => said!(settings, fact),
            Fact::Undo(_) | Fact::Redo(_) | Fact::Gap(_) | Fact::Unknown(_) | Fact::Senseless { .. } => {}
        }
    }

    /// Of the facts that several imports say, leaves the saying that speaks. Whom they seat may differ: each book has its own
    /// people.
    fn let_one_speak(&mut self) {
        let elsewhere = |game: &GameFact, sides: &GameFact| GameFact { sides: sides.sides.clone(), ..game.clone() };
        let differing = &mut self.differing;
        speaking(&mut self.games, differing, |one, other| elsewhere(one, other) != *other);
        speaking(&mut self.hands, differing, |one, other| one != other);
        speaking(&mut self.totals, differing, |one, other| one != other);
        speaking(&mut self.closings, differing, |one, other| one != other);
    }
}

/// Leaves one saying of each fact: the oldest that counts, or else the oldest. An import speaks for no fact that is named
/// after its own change. Where another that counts differs, both are noted by the game.
fn speaking<T>(
    said: &mut Vec<Said<'_, T>>,
    differing: &mut BTreeMap<FactId, BTreeSet<Uuid>>,
    differ: impl Fn(&T, &T) -> bool,
) {
    let order = |one: &Said<'_, T>| (one.id.of != one.change.name, !one.counts, one.age);
    let mut best: HashMap<FactId, Said<'_, T>> = HashMap::with_capacity(said.len());
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
        if let Some(speaks) = best.get(&one.id).filter(|speaks| speaks.counts && differ(speaks.fact, one.fact)) {
            let game = FactId { of: one.id.of, place: 0 };
            differing.entry(game).or_default().extend([speaks.change.name, one.change.name]);
        }
    }
    said.retain(|one| best.get(&one.id).is_some_and(|speaks| speaks.age == one.age));
}
