//! Acts: what one command did, as one change or as the changes of a batch. `undo` takes acts back, `redo` restores them.
//!
//! Somebody who types `undo` means what they did themselves. So a store takes back what its own writers did; what others did
//! is taken back by its id.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::facts::{Change, Counting, Fact, FactId, HandFact, Subject};

/// What one command did.
#[derive(Debug, Clone)]
pub struct Act {
    /// What an undo of it names: see [`Change::act`].
    pub id: Uuid,
    /// Its changes, at least one; of a very large import the first ones.
    changes: Vec<Change>,
    /// How many changes it has.
    count: usize,
    /// Whether it counts.
    pub counts: bool,
    /// What sort of thing it did.
    pub did: Did,
    /// The undos of it that stand.
    pub undone_by: Vec<FactId>,
    /// The versions of hands and names that it took the place of, as far as [`Act::replaced`] names them.
    pub before: BTreeMap<FactId, Fact>,
    /// What it took back and no redo has restored.
    takes_back: Vec<Uuid>,
}

/// What sort of thing a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Did {
    /// Something that can be undone.
    Something,
    /// It took these acts back.
    Undo(Vec<Uuid>),
    /// It restored these.
    Redo(Vec<Uuid>),
    /// Nothing that this version knows.
    Unknown,
}

/// The acts that the undos and redos among these changes name.
fn moved(changes: &[Change]) -> (Vec<(FactId, Uuid)>, Vec<Uuid>) {
    let (mut undone, mut redone) = (Vec::new(), Vec::new());
    for (id, fact) in changes.iter().flat_map(Change::each_fact) {
        match fact {
            Fact::Undo(undo) => undone.push((id, undo.of)),
            Fact::Redo(redo) if !redone.contains(&redo.of) => redone.push(redo.of),
            _ => {}
        }
    }
    (undone, redone)
}

impl Act {
    /// The acts of which it takes the undos and redos to know what these changes of one act did, and whether it counts.
    pub fn asked(changes: &[Change]) -> impl Iterator<Item = Uuid> {
        let own = changes.first().into_iter().flat_map(|first| [first.name, first.act()]);
        own.chain(moved(changes).0.into_iter().map(|(_, of)| of))
    }

    /// The act of these changes, if there are any. It has `count` changes in all.
    pub fn of(changes: Vec<Change>, count: usize, counting: &Counting) -> Option<Act> {
        let first = changes.first()?;
        let (id, counts) = (first.act(), counting.counts(first));
        let (undone, redone) = moved(&changes);
        let stands = |(undo, of): &&(FactId, Uuid)| counting.undos_of(*of).any(|stands| stands == *undo);
        let takes_back = undone.iter().rev().filter(stands).map(|(_, of)| *of).collect();
        let mut facts = changes.iter().flat_map(|change| &change.facts).peekable();
        let is_unknown =
            facts.peek().is_some() && facts.all(|fact| matches!(fact, Fact::Unknown(_) | Fact::Senseless { .. }));
        let did = match (undone.is_empty(), redone.is_empty()) {
            (false, _) => Did::Undo(undone.into_iter().map(|(_, of)| of).collect()),
            (true, false) => Did::Redo(redone),
            _ if is_unknown => Did::Unknown,
            _ => Did::Something,
        };
        let undone_by = counting.undos_of(id).collect();
        Some(Act { id, changes, count, counts, did, undone_by, before: BTreeMap::new(), takes_back })
    }

    /// The first of its changes, which says who made it, when and with which command.
    pub fn first(&self) -> &Change {
        &self.changes[0]
    }

    /// The command that made it.
    pub fn verb(&self) -> &str {
        &self.first().verb
    }

    /// Whether it has more changes than are read.
    pub fn is_large(&self) -> bool {
        self.count > self.changes.len()
    }

    /// What it said; nothing of a large one.
    pub fn facts(&self) -> impl Iterator<Item = (FactId, &Fact)> {
        let all = if self.is_large() { &[] } else { self.changes.as_slice() };
        all.iter().flat_map(Change::each_fact)
    }

    /// What is wanted of what it said.
    pub fn select<'a, T>(&'a self, wanted: impl Fn(&'a Fact) -> Option<T>) -> Vec<T> {
        self.facts().filter_map(|(_, fact)| wanted(fact)).collect()
    }

    /// The games that it began; of a large one the first few.
    pub fn begun(&self) -> impl Iterator<Item = FactId> {
        self.changes.iter().flat_map(Change::games)
    }

    /// The versions of hands and names that it took the place of, if it takes them to say what it did.
    pub fn replaced(&self) -> Vec<FactId> {
        let first = |(_, fact): (FactId, &Fact)| match fact {
            Fact::Name(name) => name.supersedes.first().copied(),
            // Only a hand that was moved once stood in other games.
            Fact::Hand(hand) if hand.gone || !hand.was.is_empty() => hand.supersedes.first().copied(),
            _ => None,
        };
        self.facts().filter_map(first).collect()
    }

    fn hand_before(&self, hand: &HandFact) -> Option<&HandFact> {
        match self.before.get(hand.supersedes.first()?) {
            Some(Fact::Hand(hand)) => Some(hand),
            _ => None,
        }
    }

    /// A hand as it stood in another game, from which this version of it moved it.
    fn moved_from(&self, hand: &HandFact) -> Option<&HandFact> {
        self.hand_before(hand).filter(|before| before.game != hand.game)
    }

    /// The hands that it logged, moved or removed: the version that a game may have, and the hand, as it stood before
    /// if the act did not log it.
    pub fn hands(&self) -> Vec<(FactId, Option<&HandFact>)> {
        let mut hands = Vec::new();
        for (id, fact) in self.facts() {
            match fact {
                Fact::Hand(hand) if hand.gone => {
                    hands.extend(hand.supersedes.first().map(|id| (*id, self.hand_before(hand))));
                }
                Fact::Hand(hand) => hands.push((id, Some(self.moved_from(hand).unwrap_or(hand)))),
                _ => {}
            }
        }
        hands
    }

    /// The games that it took out.
    pub fn removed(&self) -> Vec<FactId> {
        self.select(|fact| match fact {
            Fact::Removal(removal) => Some(removal.game),
            _ => None,
        })
    }

    /// The versions by which it moved hands to other games.
    pub fn transfers(&self) -> Vec<FactId> {
        let is_moved = |fact: &Fact| matches!(fact, Fact::Hand(hand) if self.moved_from(hand).is_some());
        self.facts().filter(|(_, fact)| is_moved(fact)).map(|(id, _)| id).collect()
    }

    /// The games that it is about. None of a large one.
    pub fn games(&self) -> Vec<FactId> {
        if self.is_large() { Vec::new() } else { self.games_of_those_read() }
    }

    /// The games that its changes are about which are read.
    fn games_of_those_read(&self) -> Vec<FactId> {
        let mut games = Vec::new();
        for (id, fact) in self.changes.iter().flat_map(Change::each_fact) {
            match fact {
                // A hand is also listed with all games in which it ever stood.
                Fact::Hand(hand) => {
                    games.extend(self.moved_from(hand).map(|from| from.game));
                    games.push(hand.game);
                }
                other => other.each_subject(id, &mut |subject| {
                    if let Subject::Game(game) = subject {
                        games.push(game);
                    }
                }),
            }
        }
        let mut seen = BTreeSet::new();
        games.retain(|game| seen.insert(*game));
        games
    }

    /// How many games it is about. Nearly every game of a large import takes one change; a large act that begins none and
    /// is about one has very many hands of it.
    pub fn game_count(&self) -> usize {
        match self.begun().count() {
            _ if !self.is_large() => self.games().len(),
            0 if self.games_of_those_read().len() == 1 => 1,
            0 => self.count,
            begun => self.count - self.changes.len().saturating_sub(begun),
        }
    }

    /// Whether it is about this game and no other.
    pub fn is_about(&self, game: FactId) -> bool {
        self.games() == [game]
    }
}

/// The last `count` acts that can be undone, the newest first; fewer if there are no more. `acts` are the newest first. They
/// are read no further than needed.
///
/// # Errors
/// Those of reading the acts.
pub fn undoable<E>(acts: impl IntoIterator<Item = Result<Act, E>>, count: usize) -> Result<Vec<Act>, E> {
    let can_be = |act: &Result<Act, E>| act.as_ref().map_or(true, |act| act.did == Did::Something && act.counts);
    acts.into_iter().filter(can_be).take(count).collect()
}

/// The last `count` acts that can be redone, the last one undone first; fewer if there are no more. `acts` are the newest
/// first. The search ends at one that did something else.
///
/// # Errors
/// Those of reading the acts.
pub fn redoable<E>(acts: impl IntoIterator<Item = Result<Act, E>>, count: usize) -> Result<Vec<Uuid>, E> {
    let mut redoable = Vec::new();
    for act in acts {
        let act = act?;
        if act.did == Did::Something {
            break;
        }
        for id in act.takes_back {
            if !redoable.contains(&id) {
                redoable.push(id);
            }
        }
        if redoable.len() >= count {
            break;
        }
    }
    redoable.truncate(count);
    Ok(redoable)
}

/// The acts that count in a game although what they build on was taken back, by anyone or as this one act: what corrected
/// hands that were, or if the game itself was, all that waits for it. `changes` are what says something of the game.
pub fn built_on_undone(game: FactId, changes: &[Change], counting: &Counting, by: Option<Uuid>) -> Vec<Uuid> {
    let replaces = |fact: &Fact, gone: &BTreeSet<FactId>| match fact {
        Fact::Hand(hand) => hand.supersedes.iter().any(|version| gone.contains(version)),
        Fact::Removal(removal) => removal.supersedes.iter().any(|version| gone.contains(version)),
        _ => false,
    };
    let (counted, mut undone): (Vec<&Change>, Vec<&Change>) =
        changes.iter().partition(|change| counting.counts(change));
    // Of several imports of a fact, one that counts is enough.
    let stands: BTreeSet<FactId> = counted.iter().flat_map(|change| change.each_fact()).map(|(id, _)| id).collect();
    let mut gone = BTreeSet::new();
    undone.sort_unstable_by_key(|change| change.id);
    for (change, (id, fact)) in undone.iter().flat_map(|change| change.each_fact().map(move |fact| (change, fact))) {
        let is_meant = by.is_none_or(|act| act == change.act()) || replaces(fact, &gone);
        if is_meant && !stands.contains(&id) {
            gone.insert(id);
        }
    }
    let builds = |change: &&Change| gone.contains(&game) || change.facts.iter().any(|fact| replaces(fact, &gone));
    let mut seen = BTreeSet::new();
    counted.into_iter().filter(builds).map(Change::act).filter(|act| seen.insert(*act)).collect()
}
