//! Damaged changes that count with the facts that are left of them.
//!
//! A change is *whole* if all of its facts are there. It is *rescued* if some are lost, or its own record is, and a rescue
//! of it asks for no more facts than are there. Of several rescues, the one that asks for the fewest decides. Once a change
//! is rescued, its facts wait no more, whatever becomes of the rescue: so facts only ever wait for more facts, and books
//! that meet agree in any order.
//!
//! Whether a rescued change counts is another question: it does while one of its rescues counts. If facts arrive from
//! another copy until all are there, nobody asks about rescues any more.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::{Change, CountingChanges, Fact, RescueFact};

/// What is there of the changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Completeness {
    /// The changes that lack facts, or have too many, or whose own record is missing, each with how many facts are there.
    pub(super) incomplete: BTreeMap<Uuid, usize>,
    /// Those that are rescued, each with how many facts are there.
    pub(super) rescued: BTreeMap<Uuid, usize>,
}

impl Completeness {
    /// Counts the facts of each change.
    pub(super) fn of(changes: &BTreeMap<Uuid, Change>, facts: &BTreeMap<Uuid, Fact>) -> Completeness {
        let mut there: BTreeMap<Uuid, usize> = changes.keys().map(|id| (*id, 0)).collect();
        let mut rescues: BTreeMap<Uuid, Vec<&RescueFact>> = BTreeMap::new();
        for fact in facts.values() {
            *there.entry(fact.change()).or_default() += 1;
            if let Fact::Rescue(rescue) = fact {
                rescues.entry(rescue.change).or_default().push(rescue);
            }
        }
        let says = |id: &Uuid| changes.get(id).map(|change| change.facts);
        let (whole, mut incomplete): (BTreeMap<Uuid, usize>, BTreeMap<Uuid, usize>) =
            there.into_iter().partition(|(id, facts)| says(id) == Some(*facts));
        // A rescue may itself be rescued.
        let mut rescued = BTreeMap::new();
        let mut pending: Vec<Uuid> = whole.into_keys().filter(|change| rescues.contains_key(change)).collect();
        while let Some(change) = pending.pop() {
            for rescue in rescues.get(&change).into_iter().flatten() {
                let enough = |there: &usize| {
                    *there >= rescue.facts.max(1) && says(&rescue.rescued).is_none_or(|says| *there <= says)
                };
                if let Some(there) = incomplete.get(&rescue.rescued).copied().filter(enough) {
                    incomplete.remove(&rescue.rescued);
                    rescued.insert(rescue.rescued, there);
                    pending.push(rescue.rescued);
                }
            }
        }
        Completeness { incomplete, rescued }
    }
}

impl CountingChanges {
    /// Leaves out the changes that lack facts and that no rescue that counts is for. `lacking` are those that are rescued,
    /// each with how many of its facts are there.
    #[must_use]
    pub fn rescued<'a>(
        self,
        rescues: impl IntoIterator<Item = &'a RescueFact>,
        lacking: &BTreeMap<Uuid, usize>,
    ) -> CountingChanges {
        if lacking.is_empty() {
            return self;
        }
        let enough = |rescue: &&RescueFact| lacking.get(&rescue.rescued).is_some_and(|there| *there >= rescue.facts);
        let mut waiting: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
        let mut counting: Vec<Uuid> = Vec::new();
        for rescue in rescues.into_iter().filter(enough).filter(|rescue| self.counts(rescue.change)) {
            if lacking.contains_key(&rescue.change) {
                waiting.entry(rescue.change).or_default().push(rescue.rescued);
            } else {
                counting.push(rescue.rescued);
            }
        }
        let mut left: BTreeSet<Uuid> = lacking.keys().copied().collect();
        while let Some(change) = counting.pop() {
            if left.remove(&change) {
                counting.extend(waiting.remove(&change).unwrap_or_default());
            }
        }
        self.without(left)
    }
}
