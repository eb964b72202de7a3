//! Which versions of hands take the place of which, for whoever is told what an undo leaves standing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use uuid::Uuid;

use super::said::{HandSaid, Said, Sorted};
use super::{Change, Counting, FactId};

/// What of a hand was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TakenBack {
    /// The hand as it was logged.
    Hand,
    /// A correction of it.
    Correction,
}

/// What would count in a game, and waits because what began the game does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waits {
    /// How many hands were logged there.
    pub hands: usize,
    /// How many hands were moved there. They count where they were.
    pub moves: usize,
    /// How many times a hand that was moved there was corrected then. It counts where it was, as it was.
    pub corrections: usize,
}

impl Waits {
    /// How many things wait. A hand that was moved there, and that two devices corrected then, counts twice.
    pub const fn total(&self) -> usize {
        self.hands + self.moves + self.corrections
    }
}

/// The versions of some hands and their removals, with what takes the place of each.
#[derive(Debug)]
pub struct Corrections<'a> {
    versions: BTreeMap<FactId, Said<'a, HandSaid<'a>>>,
    later: HashMap<FactId, Vec<FactId>>,
}

impl<'a> Corrections<'a> {
    /// Those of these changes. `counting` knows what of them was undone.
    pub fn of(changes: impl IntoIterator<Item = &'a Change>, counting: &Counting) -> Corrections<'a> {
        let versions: BTreeMap<FactId, Said<'a, HandSaid<'a>>> =
            Sorted::of(changes, counting).hands.into_iter().map(|said| (said.id, said)).collect();
        let mut later: HashMap<FactId, Vec<FactId>> = HashMap::new();
        for (id, version) in &versions {
            version.supersedes.iter().for_each(|before| later.entry(*before).or_default().push(*id));
        }
        Corrections { versions, later }
    }

    fn later(&self, version: FactId) -> impl Iterator<Item = FactId> + '_ {
        self.later.get(&version).into_iter().flatten().copied()
    }

    /// Whether a version moved a hand of another game to where it stands.
    fn is_moved(&self, version: &Said<'_, HandSaid<'_>>) -> bool {
        let game = |id: &FactId| self.versions.get(id).map(|version| version.fact.game);
        let stood = |before: &FactId| game(before).is_some_and(|game| game != version.fact.game);
        version.fact.hand.is_some() && version.supersedes.iter().any(stood)
    }

    /// The first acts that count of those that correct, remove or move these versions: in the place of one that does not
    /// count, those that build on it.
    pub fn first_that_count(&self, of: impl IntoIterator<Item = FactId>) -> BTreeSet<Uuid> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut pending: Vec<FactId> = of.into_iter().flat_map(|version| self.later(version)).collect();
        while let Some(id) = pending.pop() {
            let Some(version) = self.versions.get(&id).filter(|_| seen.insert(id)) else { continue };
            if version.counts {
                found.insert(version.change.act());
            } else {
                pending.extend(self.later(id));
            }
        }
        found
    }

    /// The acts that still count after versions of a hand that were taken back, with what each of them corrects. `hand` is
    /// the version that counts.
    pub fn still_count(&self, hand: FactId) -> BTreeMap<Uuid, TakenBack> {
        let mut found = BTreeMap::new();
        for (version, what) in self.first_taken_back(hand) {
            for act in self.first_that_count([version]) {
                let known = found.entry(act).or_insert(what);
                *known = what.min(*known);
            }
        }
        found
    }

    /// Of the versions before this one those that do not count, and that come first or after one that counts. What comes
    /// right after them and does not count either is on the way to what does.
    fn first_taken_back(&self, hand: FactId) -> Vec<(FactId, TakenBack)> {
        let (mut first, mut later, mut next, mut seen) = (Vec::new(), None, Some(hand), BTreeSet::new());
        while let Some(id) = next.filter(|id| seen.insert(*id)) {
            let Some(version) = self.versions.get(&id) else { break };
            if version.counts {
                first.extend(later.take().map(|later| (later, TakenBack::Correction)));
            }
            later = (!version.counts).then_some(id);
            next = version.supersedes.first().copied();
        }
        first.extend(later.map(|version| (version, TakenBack::Hand)));
        first
    }

    /// What waits for a game, besides what these acts said that began it.
    pub fn waits(&self, game: FactId, begun: &BTreeSet<Uuid>) -> Waits {
        let mut waits = Waits::default();
        let waiting = |said: &Said<'_, HandSaid<'_>>| said.counts && said.fact.game == game && said.fact.hand.is_some();
        for said in self.versions.values().filter(|said| waiting(said)) {
            let mut before = said.supersedes.iter().filter_map(|before| self.versions.get(before));
            if self.is_moved(said) {
                waits.moves += usize::from(self.later(said.id).next().is_none());
            } else if before.any(|before| self.is_moved(before)) {
                waits.corrections += 1;
            } else if said.supersedes.is_empty() && !begun.contains(&said.change.act()) {
                waits.hands += 1;
            }
        }
        waits
    }
}
