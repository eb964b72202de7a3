//! The order of a game's hands.
//!
//! Hands are ordered by number, then by age, and never by the clock. A hand inserted before another comes right before it;
//! several inserted there are ordered by their own numbers. A correction takes the place of the hand that it corrects. Hands
//! that no longer count keep their places, because an inserted hand may name one of them.
//!
//! A moved hand is a version with another game. All games in which versions of a hand stand are named in each later version,
//! so a store that finds the lines of a game finds all versions of its hands.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::FactId;
use super::conflict::Waiting;
use super::kinds::{HandFact, RemovalFact};
use super::said::{Age, Said};
use super::versions::{Version, latest, superseded};

/// A place in a game, with the version of the hand that counts there.
#[derive(Debug)]
pub(super) struct Placed<'a> {
    pub(super) hand: Said<'a, HandFact>,
    /// The first version of the hand in this game: the place is named after it.
    pub(super) place: FactId,
    /// What orders it: the place it was inserted before, if any, and the number.
    pub(super) position: (Option<FactId>, u32),
    /// Other latest versions, from devices that did not know of this one.
    pub(super) others: Vec<FactId>,
    /// Whether one of them says something else.
    pub(super) is_disputed: bool,
    /// Other games in which versions of the hand stand or stood.
    pub(super) was: Vec<FactId>,
}

/// The hands of a game in order.
#[derive(Debug)]
pub(super) struct Order<'a> {
    /// The places where a hand counts.
    pub(super) places: Vec<Placed<'a>>,
    /// The number that the next hand at the end gets.
    pub(super) next_number: u32,
    /// The highest number among the hands inserted before a place.
    pub(super) inserted: BTreeMap<FactId, u32>,
    /// Facts that wait for a hand that is missing.
    pub(super) waiting: Vec<Waiting>,
}

/// The hands and removals of a game, and of games that hands were moved to or away from.
#[derive(Debug)]
pub(super) struct Table<'a, 's> {
    pub(super) game: FactId,
    pub(super) hands: &'s [Said<'a, HandFact>],
    pub(super) removals: &'s [Said<'a, RemovalFact>],
    /// The games that are there, whether they count or not.
    pub(super) games: &'s HashSet<FactId>,
}

impl<'a> Table<'a, '_> {
    /// Puts the hands in order.
    pub(super) fn in_order(&self) -> Order<'a> {
        let is_plain = |hand: &Said<'_, HandFact>| {
            hand.fact.supersedes.is_empty() && hand.fact.before.is_none() && hand.fact.game == self.game
        };
        match self.removals.is_empty() && self.hands.iter().all(is_plain) {
            true => self.only_logged(),
            false => Versions::of(self).in_order(),
        }
    }

    /// The quick way for a game in which nothing was ever corrected, removed, inserted or moved.
    fn only_logged(&self) -> Order<'a> {
        let mut counting: Vec<Said<'a, HandFact>> = self.hands.iter().copied().filter(|hand| hand.counts).collect();
        if !counting.is_sorted_by_key(|hand| (hand.fact.number, hand.age)) {
            counting.sort_unstable_by_key(|hand| (hand.fact.number, hand.age));
        }
        let place = |hand: Said<'a, HandFact>| Placed {
            hand,
            place: hand.id,
            position: (None, hand.fact.number),
            others: Vec::new(),
            is_disputed: false,
            was: hand.fact.was.clone(),
        };
        let next_number = number_after(self.hands.iter().map(|hand| hand.fact));
        let places = counting.into_iter().map(place).collect();
        Order { places, next_number, inserted: BTreeMap::new(), waiting: Vec::new() }
    }
}

/// The number after those of these hands.
fn number_after<'a>(hands: impl Iterator<Item = &'a HandFact>) -> u32 {
    hands.map(|hand| hand.number).max().unwrap_or(0).saturating_add(1)
}

/// Every version of the hands, each by its place in a list.
struct Versions<'a, 's> {
    table: &'s Table<'a, 's>,
    by_id: HashMap<FactId, &'s Said<'a, HandFact>>,
    /// The hands that wait, each with what it waits for.
    held: HashMap<FactId, FactId>,
    /// The first version in the same game of each version that does not wait.
    places: HashMap<FactId, FactId>,
    /// What a version supersedes, where that is less than it names.
    allowed: HashMap<FactId, Vec<FactId>>,
}

impl<'a, 's> Versions<'a, 's> {
    fn of(table: &'s Table<'a, 's>) -> Versions<'a, 's> {
        let by_id = table.hands.iter().map(|hand| (hand.id, hand)).collect();
        let (held, places, allowed) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut versions = Versions { table, by_id, held, places, allowed };
        versions.hold_back();
        versions.find_places();
        versions.allow();
        versions
    }

    /// The hand of the same game that a version corrects: the first that it names.
    fn corrected(&self, hand: &HandFact) -> Option<FactId> {
        let of_the_game = |id: &&FactId| self.by_id.get(id).is_some_and(|other| other.fact.game == hand.game);
        hand.supersedes.iter().find(of_the_game).copied()
    }

    /// Finds the hands that wait: for the hand that they were inserted before, or for a version that they correct. One that
    /// came from other games stands by itself where none of those is there, as in a part of a book.
    fn hold_back(&mut self) {
        let mut built_on: HashMap<FactId, Vec<&Said<'_, HandFact>>> = HashMap::new();
        for hand in self.table.hands {
            for other in hand.fact.supersedes.iter().chain(&hand.fact.before) {
                self.held.insert(hand.id, *other);
                built_on.entry(*other).or_default().push(hand);
            }
        }
        let mut pending: Vec<&Said<'_, HandFact>> =
            self.table.hands.iter().filter(|hand| self.held.contains_key(&hand.id)).collect();
        while let Some(hand) = pending.pop() {
            if !self.held.contains_key(&hand.id) {
                continue;
            }
            match self.missing(hand.fact) {
                Some(missing) => drop(self.held.insert(hand.id, missing)),
                None => {
                    self.held.remove(&hand.id);
                    pending.extend(built_on.remove(&hand.id).into_iter().flatten());
                }
            }
        }
    }

    /// What a hand waits for.
    fn missing(&self, hand: &HandFact) -> Option<FactId> {
        let there =
            |id: &FactId| self.by_id.get(id).filter(|_| !self.held.contains_key(id)).map(|other| other.fact.game);
        let next = hand.before.filter(|next| there(next) != Some(hand.game));
        let builds_on = |id: &FactId| there(id).is_some_and(|game| is_named(game, hand.game, &hand.was));
        let is_alone = !hand.was.is_empty() && !hand.was.iter().any(|game| self.table.games.contains(game));
        let stands = hand.supersedes.is_empty() || is_alone || hand.supersedes.iter().any(builds_on);
        next.or_else(|| (!stands).then(|| hand.supersedes[0]))
    }

    fn find_places(&mut self) {
        for hand in self.table.hands.iter().filter(|hand| !self.held.contains_key(&hand.id)) {
            let (mut at, mut way, mut passed) = (hand, Vec::new(), HashSet::new());
            let place = loop {
                if let Some(place) = self.places.get(&at.id) {
                    break *place;
                }
                if !passed.insert(at.id) {
                    // Only forged versions correct each other in a ring. The place is the same wherever the ring is entered.
                    let ring = way.iter().skip_while(|version| **version != at.id);
                    break ring.min().copied().unwrap_or(at.id);
                }
                way.push(at.id);
                match self.corrected(at.fact).and_then(|id| self.by_id.get(&id).copied()) {
                    Some(before) => at = before,
                    None => break at.id,
                }
            };
            // Nobody goes a way twice: a hand may have been corrected thousands of times.
            self.places.extend(way.into_iter().map(|version| (version, place)));
        }
    }

    /// Finds what versions supersede. One supersedes only hands of games that it names, or else a game would look different
    /// to a store that finds only the lines that name it.
    fn allow(&mut self) {
        let hands =
            self.table.hands.iter().map(|said| (said.id, said.fact.game, &said.fact.was, &said.fact.supersedes));
        let removals =
            self.table.removals.iter().map(|said| (said.id, said.fact.game, &said.fact.was, &said.fact.supersedes));
        for (version, game, was, supersedes) in hands.chain(removals) {
            let is_allowed = |id: &&FactId| self.by_id.get(id).is_none_or(|other| is_named(other.fact.game, game, was));
            if !supersedes.iter().all(|id| is_allowed(&id)) {
                self.allowed.insert(version, supersedes.iter().filter(is_allowed).copied().collect());
            }
        }
    }

    /// Every version that does not wait, also removals.
    fn all(&self) -> Vec<Version<'_>> {
        let allowed = |id: FactId, supersedes: &'a [FactId]| -> &[FactId] {
            self.allowed.get(&id).map_or(supersedes, Vec::as_slice)
        };
        let hands = self.table.hands.iter().filter(|hand| self.places.contains_key(&hand.id));
        let hands = hands.map(|hand| {
            let Said { id, age, counts, fact, .. } = *hand;
            Version { id, age, counts, supersedes: allowed(id, &fact.supersedes) }
        });
        let removals = self.table.removals.iter().map(|removal| {
            let Said { id, age, counts, fact, .. } = *removal;
            Version { id, age, counts, supersedes: allowed(id, &fact.supersedes) }
        });
        hands.chain(removals).collect()
    }

    fn in_order(&self) -> Order<'a> {
        let game = self.table.game;
        let of_game = || self.table.hands.iter().filter(|hand| hand.fact.game == game);
        let logged = of_game().map(|hand| hand.fact);
        let logged = logged.filter(|hand| hand.before.is_none() && self.corrected(hand).is_none());
        let next_number = number_after(logged);
        let mut first: Vec<(u32, Age, FactId)> = Vec::new();
        let mut before: BTreeMap<FactId, Vec<(u32, Age, FactId)>> = BTreeMap::new();
        for root in of_game().filter(|hand| self.places.get(&hand.id) == Some(&hand.id)) {
            let placed = (root.fact.number, root.age, root.id);
            match self.position(root.fact).0 {
                Some(next) => before.entry(next).or_default().push(placed),
                None => first.push(placed),
            }
        }
        let highest =
            |inserted: &Vec<(u32, Age, FactId)>| inserted.iter().map(|(number, ..)| *number).max().unwrap_or(0);
        let inserted = before.iter().map(|(next, inserted)| (*next, highest(inserted))).collect();
        let mut counting = self.counting();
        let places = visited(first, before).iter().filter_map(|place| counting.remove(place)).collect();
        Order { places, next_number, inserted, waiting: self.waiting() }
    }

    /// What orders a place: its first version was inserted before another place, or it was not; and its number.
    fn position(&self, root: &HandFact) -> (Option<FactId>, u32) {
        (root.before.map(|next| self.places.get(&next).copied().unwrap_or(next)), root.number)
    }

    /// The hands of the game that count, by place. Versions that supersede each other are decided together, also where they
    /// stand in several places or games, and one hand counts among them. If several are latest, a correction wins over a
    /// removal, so that nothing that was said is lost; among corrections the latest wins.
    fn counting(&self) -> HashMap<FactId, Placed<'a>> {
        let mut counting = HashMap::new();
        for together in together(&self.all()) {
            let latest: Vec<FactId> = latest(&together).iter().map(|version| version.id).collect();
            let hands: Vec<&Said<'a, HandFact>> = latest.iter().filter_map(|id| self.by_id.get(id).copied()).collect();
            let Some(hand) = hands.last().copied().filter(|hand| hand.fact.game == self.table.game) else { continue };
            let Some(place) = self.places.get(&hand.id).copied() else { continue };
            let Some(root) = self.by_id.get(&place) else { continue };
            let others: Vec<FactId> = latest.into_iter().filter(|id| *id != hand.id).collect();
            // Devices that corrected the hand in the same way agree.
            let agrees = |id: &FactId| self.by_id.get(id).is_some_and(|other| other.fact.agrees_with(hand.fact));
            let is_disputed = !others.iter().all(agrees);
            let (position, was) = (self.position(root.fact), self.was(hand.fact, &others));
            counting.insert(place, Placed { hand: *hand, place, position, others, is_disputed, was });
        }
        counting
    }

    /// The other games that a version of a hand and these other latest versions name.
    fn was(&self, hand: &HandFact, others: &[FactId]) -> Vec<FactId> {
        if others.is_empty() {
            return hand.was.clone();
        }
        let hands = others.iter().filter_map(|id| self.by_id.get(id)).map(|said| (said.fact.game, &said.fact.was));
        let others: HashSet<FactId> = others.iter().copied().collect();
        let removals = self.table.removals.iter().filter(|said| others.contains(&said.id));
        let removals = removals.map(|said| (said.fact.game, &said.fact.was));
        let named = hands.chain(removals).flat_map(|(game, was)| was.iter().copied().chain([game]));
        let was: BTreeSet<FactId> = hand.was.iter().copied().chain(named).filter(|game| *game != hand.game).collect();
        was.into_iter().collect()
    }

    /// What waits and would count.
    fn waiting(&self) -> Vec<Waiting> {
        let of_game = |hand: &&Said<'_, HandFact>| hand.counts && hand.fact.game == self.table.game;
        let hands = self.table.hands.iter().filter(of_game);
        let hands =
            hands.filter_map(|hand| Some(Waiting::ForItsHand { fact: hand.id, hand: *self.held.get(&hand.id)? }));
        let known =
            |id: &FactId| self.places.contains_key(id) || self.table.removals.iter().any(|other| other.id == *id);
        let removals =
            self.table.removals.iter().filter(|removal| removal.counts && removal.fact.game == self.table.game);
        let removals = removals.filter(|removal| !removal.fact.supersedes.iter().any(known));
        let removals = removals.filter_map(|removal| {
            Some(Waiting::ForItsHand { fact: removal.id, hand: *removal.fact.supersedes.first()? })
        });
        hands.chain(removals).collect()
    }
}

/// Whether a version names a game: its own, or one where others stood.
fn is_named(game: FactId, own: FactId, was: &[FactId]) -> bool {
    game == own || was.contains(&game)
}

/// The versions, those together of which one supersedes the other. A version that does not count, and that nothing that
/// counts descends from, joins no others.
fn together<'a>(versions: &[Version<'a>]) -> Vec<Vec<Version<'a>>> {
    let superseded = superseded(versions);
    let at: HashMap<FactId, usize> = versions.iter().enumerate().map(|(at, version)| (version.id, at)).collect();
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); versions.len()];
    for (one, version) in versions.iter().enumerate() {
        if version.counts || superseded.contains(&version.id) {
            for other in version.supersedes.iter().filter_map(|other| at.get(other).copied()) {
                beside[one].push(other);
                beside[other].push(one);
            }
        }
    }
    let mut seen = HashSet::new();
    let mut together = Vec::new();
    for first in 0..versions.len() {
        let (mut members, mut pending) = (Vec::new(), vec![first]);
        while let Some(member) = pending.pop() {
            if seen.insert(member) {
                members.push(versions[member]);
                pending.extend(&beside[member]);
            }
        }
        if !members.is_empty() {
            together.push(members);
        }
    }
    together
}

/// The places in order: each after those that were inserted before it.
fn visited(mut first: Vec<(u32, Age, FactId)>, mut before: BTreeMap<FactId, Vec<(u32, Age, FactId)>>) -> Vec<FactId> {
    first.sort_unstable();
    let mut order = Vec::new();
    // The places still to visit, the next one last. The flag is set once the hands inserted before a place are pending.
    let mut pending: Vec<(FactId, bool)> = first.into_iter().rev().map(|(.., id)| (id, false)).collect();
    while let Some((id, looked_into)) = pending.pop() {
        match before.remove(&id) {
            Some(mut inserted) if !looked_into => {
                inserted.sort_unstable();
                pending.push((id, true));
                pending.extend(inserted.into_iter().rev().map(|(.., id)| (id, false)));
            }
            _ => order.push(id),
        }
    }
    order
}
