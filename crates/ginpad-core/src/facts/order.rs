//! The order of a game's hands.
//!
//! Hands are ordered by number, then by age; the time noted with a hand plays no part. A hand inserted before another
//! comes directly before it; several inserted there are ordered by their own numbers. A correction takes the place of
//! the hand it corrects. Hands that no longer count keep their places, because an inserted hand may name one of them.
//!
//! A moved hand is a version in another game. Each later version names all games that hold versions of the hand, so a
//! store that finds the lines of a game finds all versions of its hands.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use uuid::Uuid;

use super::conflict::Waiting;
use super::kinds::{GameFact, HandFact};
use super::sorted::{Age, Version};
use super::versions::{Union, latest, superseded};
use super::{FactId, HandRecord};

/// A place in a game, with the version of the hand that counts there.
#[derive(Debug)]
pub(super) struct Placed<'a> {
    pub(super) hand: &'a HandFact,
    pub(super) record: HandRecord,
    /// Its sort key: the place before which it was inserted, if any, and its number.
    pub(super) position: (Option<FactId>, u32),
    /// The writer who gave it this place.
    pub(super) writer: Uuid,
    /// Whether another latest version differs.
    pub(super) is_disputed: bool,
}

/// The hands of a game in order.
#[derive(Debug, Default)]
pub(super) struct Order<'a> {
    /// The places where a hand counts.
    pub(super) places: Vec<Placed<'a>>,
    /// The number for the next hand at the end.
    pub(super) next_number: u32,
    /// For each place, the highest number among the hands inserted before it.
    pub(super) inserted: BTreeMap<FactId, u32>,
    /// Facts that wait for a hand that is missing.
    pub(super) waiting: Vec<Waiting>,
}

/// The games present, whether they count or not.
pub(super) type Games<'a> = HashMap<FactId, Version<'a, &'a GameFact>>;

/// Puts the hands of a game in order. `versions` holds the versions of its hands, and of hands in the games that hands
/// moved from or to.
pub(super) fn in_order<'a>(game: FactId, versions: &[Version<'a, &'a HandFact>], games: &Games<'_>) -> Order<'a> {
    let is_plain = |version: &Version<'_, &HandFact>| {
        version.supersedes.is_empty() && version.fact.before.is_none() && version.fact.game == game
    };
    match versions.iter().all(is_plain) {
        true => only_logged(versions),
        false => Versions::of(game, versions, games).in_order(),
    }
}

/// The short way for a game without corrections, removals, insertions or moves.
fn only_logged<'a>(versions: &[Version<'a, &'a HandFact>]) -> Order<'a> {
    let hands = || versions.iter().filter(|version| !version.fact.is_removal);
    let mut counting: Vec<&Version<'a, &'a HandFact>> = hands().filter(|version| version.counts).collect();
    counting.sort_unstable_by_key(|version| (version.fact.number, version.age()));
    let place = |version: &Version<'a, &'a HandFact>| {
        let (hand, id, was) = (version.fact, version.id, version.fact.was.clone());
        let record = HandRecord { id, place: id, first: id, number: hand.number, was, ..HandRecord::default() };
        let (position, writer) = ((None, hand.number), version.change.writer);
        Placed { hand, record, position, writer, is_disputed: false }
    };
    let next_number = number_after(hands());
    Order { places: counting.into_iter().map(place).collect(), next_number, ..Order::default() }
}

/// The number after the highest of these hands.
fn number_after<'s, 'a: 's>(hands: impl Iterator<Item = &'s Version<'a, &'a HandFact>>) -> u32 {
    hands.map(|version| version.fact.number).max().unwrap_or(0).saturating_add(1)
}

/// Every version of the hands.
struct Versions<'a, 's> {
    game: FactId,
    versions: &'s [Version<'a, &'a HandFact>],
    games: &'s Games<'s>,
    by_id: HashMap<FactId, &'s Version<'a, &'a HandFact>>,
    /// For each version that does not wait, the first version of its hand in the same game.
    places: HashMap<FactId, FactId>,
}

impl<'a, 's> Versions<'a, 's> {
    fn of(game: FactId, versions: &'s [Version<'a, &'a HandFact>], games: &'s Games<'s>) -> Versions<'a, 's> {
        let by_id = versions.iter().map(|version| (version.id, version)).collect();
        let mut versions = Versions { game, versions, games, by_id, places: HashMap::new() };
        versions.find_places();
        versions
    }

    /// Finds the place of each version: the place of the hand it corrects, or its own. A waiting version has no place.
    fn find_places(&mut self) {
        let mut built_on: HashMap<FactId, Vec<&'s Version<'a, &'a HandFact>>> = HashMap::new();
        for version in self.versions {
            for other in version.supersedes.iter().copied().chain(version.fact.before) {
                built_on.entry(other).or_default().push(version);
            }
        }
        let mut pending: Vec<&Version<'a, &'a HandFact>> = self.versions.iter().collect();
        while let Some(version) = pending.pop() {
            if !self.places.contains_key(&version.id) && self.missing(version).is_none() {
                let corrected = self.corrected(version).and_then(|corrected| self.places.get(&corrected));
                self.places.insert(version.id, corrected.copied().unwrap_or(version.id));
                pending.extend(built_on.remove(&version.id).into_iter().flatten());
            }
        }
    }

    /// The hand of the same game that a version corrects: the first such hand it names.
    fn corrected(&self, version: &Version<'_, &HandFact>) -> Option<FactId> {
        let other = |id: &FactId| self.by_id.get(id).map(|other| other.fact);
        let is_it = |id: &&FactId| other(id).is_some_and(|it| !it.is_removal && it.game == version.fact.game);
        version.supersedes.iter().find(is_it).copied()
    }

    /// The missing hand for which a version waits: the hand before which it was inserted, or a version it supersedes. A
    /// hand moved here from other games does not wait if all those games are absent, because a part of a book may lack
    /// them.
    fn missing(&self, version: &Version<'_, &HandFact>) -> Option<FactId> {
        let HandFact { game, was, is_removal, .. } = version.fact;
        let there = |id: &FactId| self.by_id.get(id).filter(|_| self.places.contains_key(id)).map(|it| it.fact.game);
        let next = version.fact.before.filter(|next| there(next) != Some(*game));
        let is_alone = !is_removal && !was.is_empty() && !was.iter().any(|game| self.games.contains_key(game));
        let stands = match self.corrected(version) {
            Some(corrected) => self.places.contains_key(&corrected),
            None => {
                let builds_on = |id: &FactId| there(id).is_some_and(|other| is_named(other, version.fact));
                is_alone || version.supersedes.is_empty() || version.supersedes.iter().any(builds_on)
            }
        };
        next.or_else(|| version.supersedes.first().copied().filter(|_| !stands))
    }

    fn in_order(&self) -> Order<'a> {
        let of_game = || self.versions.iter().filter(|version| version.fact.game == self.game);
        let hands = || of_game().filter(|version| !version.fact.is_removal);
        let logged = hands().filter(|version| version.fact.before.is_none() && self.corrected(version).is_none());
        let next_number = number_after(logged);
        let mut before: BTreeMap<Option<FactId>, Vec<(u32, Age, FactId)>> = BTreeMap::new();
        for root in hands().filter(|version| self.places.get(&version.id) == Some(&version.id)) {
            let (next, number) = self.position(root.fact);
            before.entry(next).or_default().push((number, root.age(), root.id));
        }
        before.values_mut().for_each(|places| places.sort_unstable());
        let highest = |places: &Vec<_>| places.last().map_or(0, |(number, ..): &(u32, _, FactId)| *number);
        let inserted = before.iter().filter_map(|(next, places)| Some(((*next)?, highest(places)))).collect();
        // From the last place to the first, put each directly after the hands inserted before it.
        let (mut counting, mut places) = (self.counting(), Vec::new());
        let mut pending = before.remove(&None).unwrap_or_default();
        while let Some((.., id)) = pending.pop() {
            places.extend(counting.remove(&id));
            pending.extend(before.remove(&Some(id)).into_iter().flatten());
        }
        places.reverse();
        let waiting = of_game().filter(|version| version.counts && !self.places.contains_key(&version.id));
        let waiting = waiting.filter_map(|version| Some(Waiting { fact: version.id, awaits: self.missing(version)? }));
        Order { places, next_number, inserted, waiting: waiting.collect() }
    }

    /// The sort key of a place: the place before which its first version was inserted, if any, and its number.
    fn position(&self, root: &HandFact) -> (Option<FactId>, u32) {
        (root.before.map(|next| self.places.get(&next).copied().unwrap_or(next)), root.number)
    }

    /// The hands of the game that count, by place. Versions linked by superseding form a group, even across places and
    /// games, and one version of a group counts. Among the latest versions of a group a correction beats a removal, so
    /// that nothing is lost; among corrections the latest wins.
    fn counting(&self) -> HashMap<FactId, Placed<'a>> {
        // Ignore superseded hands of games that the version does not name. A store finds lines by the games they name,
        // so it would miss such a link, and its game would differ.
        let named = |version: &Version<'a, &'a HandFact>| -> Vec<FactId> {
            let is_it = |id: &FactId| self.by_id.get(id).is_none_or(|other| is_named(other.fact.game, version.fact));
            version.supersedes.iter().copied().chain(version.fact.first()).filter(is_it).collect()
        };
        let named: Vec<Vec<FactId>> = self.versions.iter().map(named).collect();
        let versions = self.versions.iter().zip(&named).filter(|(version, _)| self.places.contains_key(&version.id));
        let versions: Vec<Version<'_, &'a HandFact>> =
            versions.map(|(version, named)| Version { supersedes: named, ..*version }).collect();
        let placed = |versions: Vec<_>| self.placed(&versions).map(|placed| (placed.record.place, placed));
        together(versions).into_iter().filter_map(placed).collect()
    }

    /// The version of a hand that counts, if it is in this game.
    fn placed(&self, versions: &[Version<'_, &'a HandFact>]) -> Option<Placed<'a>> {
        let mut latest = latest(versions);
        latest.sort_by_key(|version| !version.fact.is_removal);
        let (version, others) = latest.split_last()?;
        let hand = Some(version.fact).filter(|hand| !hand.is_removal && hand.game == self.game)?;
        let place = *self.places.get(&version.id)?;
        let root = self.by_id.get(&place)?;
        let (position, writer) = (self.position(root.fact), root.change.writer);
        // Devices that made the same correction agree.
        let is_disputed = !others.iter().all(|other| other.fact.agrees_with(hand));
        let games = latest.iter().flat_map(|version| version.fact.was.iter().copied().chain([version.fact.game]));
        let was: BTreeSet<FactId> = games.filter(|game| *game != self.game).collect();
        let others = others.iter().map(|other| other.id).collect();
        let (id, first, was) = (version.id, hand.first().unwrap_or(place), was.into_iter().collect());
        let record = HandRecord { id, place, first, number: hand.number, others, undone: self.undone_before(id), was };
        Some(Placed { hand, record, position, writer, is_disputed })
    }

    /// The undone versions from which this one was corrected step by step, unless a step knew that they were undone: it
    /// then supersedes them beside the version that it corrects. A version that only states another again is not one.
    fn undone_before(&self, id: FactId) -> Vec<FactId> {
        let (mut undone, mut known) = (Vec::new(), HashSet::new());
        let before = |step: &&'s Version<'a, &'a HandFact>| self.by_id.get(&self.corrected(step)?).copied();
        let steps = std::iter::successors(self.by_id.get(&id).copied(), before);
        // Only forged versions, which supersede each other in a ring, take more steps.
        for step in steps.take(self.versions.len()) {
            let next = before(&step);
            if step.counts {
                known.extend(step.supersedes.iter().copied().filter(|id| next.is_none_or(|it| it.id != *id)));
            } else if !known.contains(&step.id) && next.is_none_or(|it| !it.fact.agrees_with(step.fact)) {
                undone.push(step.id);
            }
        }
        undone
    }
}

/// Whether a version names a game as its own or as an earlier one.
fn is_named(game: FactId, hand: &HandFact) -> bool {
    game == hand.game || hand.was.contains(&game)
}

/// Groups versions that are linked by superseding. A version stays alone if neither it nor any descendant counts.
fn together<'v, T: Copy>(versions: Vec<Version<'v, T>>) -> Vec<Vec<Version<'v, T>>> {
    let superseded = superseded(&versions);
    let mut one = Union(HashMap::new());
    for version in versions.iter().filter(|version| version.counts || superseded.contains(&version.id)) {
        version.supersedes.iter().for_each(|other| one.join(*other, version.id));
    }
    let mut together: HashMap<FactId, Vec<Version<'v, T>>> = HashMap::new();
    for version in versions {
        together.entry(one.root(version.id)).or_default().push(version);
    }
    together.into_values().collect()
}
