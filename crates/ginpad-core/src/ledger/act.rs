//! Acts: the work of one command, as one change or as the changes of a batch. `undo` reverses acts, `redo` restores
//! them.
//!
//! People who type `undo` mean their own work. So a store undoes the acts of its own writers; an act of others needs
//! its id.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::facts::{Change, ChangeVerb, Counting, Fact, FactId, HandFact, Subject};

/// The work of one command.
#[derive(Debug, Clone)]
pub struct Act {
    /// The id that an undo of it names: see [`Change::act`].
    pub id: Uuid,
    /// Its changes, at least one. A very large import keeps only the first ones.
    changes: Vec<Change>,
    /// The number of its changes.
    count: usize,
    /// Whether it counts.
    pub counts: bool,
    /// The kind of work.
    pub kind: ActKind,
    /// The undos of it in effect.
    pub undone_by: Vec<FactId>,
    /// The earlier versions of hands and names that it replaced, as far as [`Act::replaced`] names them.
    pub before: BTreeMap<FactId, Fact>,
    /// The acts it undid and no redo has restored.
    takes_back: Vec<Uuid>,
}

/// The kind of work of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActKind {
    /// It did something that can be undone.
    Something,
    /// It undid these acts.
    Undo(Vec<Uuid>),
    /// It redid these acts.
    Redo(Vec<Uuid>),
    /// This version knows nothing of its content.
    Unknown,
}

/// The acts that the undos and redos in these changes name.
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
    /// The acts whose undos and redos the caller must read before [`Act::of`] can describe these changes of one act.
    pub fn related_acts(changes: &[Change]) -> impl Iterator<Item = Uuid> {
        let own = changes.first().into_iter().flat_map(|first| [first.name, first.act()]);
        own.chain(moved(changes).0.into_iter().map(|(_, of)| of))
    }

    /// Makes the act of these changes; `None` without changes. The act has `count` changes in all.
    pub fn of(changes: Vec<Change>, count: usize, counting: &Counting) -> Option<Act> {
        let first = changes.first()?;
        let (id, counts) = (first.act(), counting.counts(first));
        let (undone, redone) = moved(&changes);
        let stands = |(undo, of): &&(FactId, Uuid)| counting.undos_of(*of).any(|stands| stands == *undo);
        let takes_back = undone.iter().rev().filter(stands).map(|(_, of)| *of).collect();
        let mut facts = changes.iter().flat_map(|change| &change.facts).peekable();
        let is_unknown =
            facts.peek().is_some() && facts.all(|fact| matches!(fact, Fact::Unknown(_) | Fact::Senseless { .. }));
        let kind = match (undone.is_empty(), redone.is_empty()) {
            (false, _) => ActKind::Undo(undone.into_iter().map(|(_, of)| of).collect()),
            (true, false) => ActKind::Redo(redone),
            _ if is_unknown => ActKind::Unknown,
            _ => ActKind::Something,
        };
        let undone_by = counting.undos_of(id).collect();
        Some(Act { id, changes, count, counts, kind, undone_by, before: BTreeMap::new(), takes_back })
    }

    /// Its first change, which gives its writer, time and command.
    pub fn first(&self) -> &Change {
        &self.changes[0]
    }

    /// The command that made it.
    pub fn verb(&self) -> &str {
        &self.first().verb
    }

    /// Whether it has more changes than were read.
    pub fn is_large(&self) -> bool {
        self.count > self.changes.len()
    }

    /// Its facts; none for a large act.
    pub fn facts(&self) -> impl Iterator<Item = (FactId, &Fact)> {
        let all = if self.is_large() { &[] } else { self.changes.as_slice() };
        all.iter().flat_map(Change::each_fact)
    }

    /// Picks from its facts.
    pub fn select<'a, T>(&'a self, wanted: impl Fn(&'a Fact) -> Option<T>) -> Vec<T> {
        self.facts().filter_map(|(_, fact)| wanted(fact)).collect()
    }

    /// The games it started; the first few for a large act.
    pub fn begun(&self) -> impl Iterator<Item = FactId> {
        self.changes.iter().flat_map(Change::games)
    }

    /// The earlier versions of hands and names it replaced, if a description of the act needs them.
    pub fn replaced(&self) -> Vec<FactId> {
        let first = |(_, fact): (FactId, &Fact)| match fact {
            Fact::Name(name) => name.supersedes.first().copied(),
            // Only a hand that was moved once was in other games.
            Fact::Hand(hand) if hand.is_removal || !hand.was.is_empty() => hand.supersedes.first().copied(),
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

    /// The hand in the other game from which this version moved it.
    fn moved_from(&self, hand: &HandFact) -> Option<&HandFact> {
        self.hand_before(hand).filter(|before| before.game != hand.game)
    }

    /// The hands it logged, moved or removed: the id of the version, and the hand. A moved or removed hand is given as it
    /// was before the act. A `drop` may state other hands again, unchanged; these are left out.
    pub fn hands(&self) -> Vec<(FactId, Option<&HandFact>)> {
        let mut hands = Vec::new();
        for (id, fact) in self.facts() {
            match fact {
                Fact::Hand(hand) if hand.is_removal => {
                    hands.extend(hand.supersedes.first().map(|id| (*id, self.hand_before(hand))));
                }
                Fact::Hand(_) if ChangeVerb::DROP.is(self.verb()) => {}
                Fact::Hand(hand) => hands.push((id, Some(self.moved_from(hand).unwrap_or(hand)))),
                _ => {}
            }
        }
        hands
    }

    /// The games it removed.
    pub fn removed(&self) -> Vec<FactId> {
        self.select(|fact| match fact {
            Fact::Removal(removal) => Some(removal.game),
            _ => None,
        })
    }

    /// The versions that moved hands to other games.
    pub fn transfers(&self) -> Vec<FactId> {
        let is_moved = |fact: &Fact| matches!(fact, Fact::Hand(hand) if self.moved_from(hand).is_some());
        self.facts().filter(|(_, fact)| is_moved(fact)).map(|(id, _)| id).collect()
    }

    /// The games it concerns; none for a large act.
    pub fn games(&self) -> Vec<FactId> {
        if self.is_large() { Vec::new() } else { self.games_of_those_read() }
    }

    /// The games that the changes read concern.
    fn games_of_those_read(&self) -> Vec<FactId> {
        let mut games = Vec::new();
        for (id, fact) in self.changes.iter().flat_map(Change::each_fact) {
            match fact {
                // A hand is also listed under all games it was ever in.
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

    /// The number of games it concerns. In a large import nearly every game is one change. A large act that starts no
    /// game and concerns one has very many hands of that game.
    pub fn game_count(&self) -> usize {
        match self.begun().count() {
            _ if !self.is_large() => self.games().len(),
            0 if self.games_of_those_read().len() == 1 => 1,
            0 => self.count,
            begun => self.count - self.changes.len().saturating_sub(begun),
        }
    }

    /// Whether it concerns this game and no other.
    pub fn is_about(&self, game: FactId) -> bool {
        self.games() == [game]
    }
}

/// The last `count` acts that can be undone, the last one done or redone first, or all if there are fewer. `acts` must be
/// the newest first; the function reads no more of them than it needs. `act` reads the act with this id.
///
/// # Errors
/// Those of reading the acts.
pub fn undoable<E>(
    acts: impl IntoIterator<Item = Result<Act, E>>,
    count: usize,
    mut act: impl FnMut(Uuid) -> Result<Option<Act>, E>,
) -> Result<Vec<Act>, E> {
    let (mut acts, mut undoable) = (acts.into_iter(), Vec::<Act>::new());
    while undoable.len() < count
        && let Some(next) = acts.next().transpose()?
    {
        let redone = if let ActKind::Redo(redone) = &next.kind { redone.as_slice() } else { &[] };
        let redone = redone.iter().rev().map(|id| act(*id)).collect::<Result<Vec<_>, E>>()?;
        for one in redone.into_iter().flatten().chain([next]) {
            if one.kind == ActKind::Something && one.counts && undoable.iter().all(|other| other.id != one.id) {
                undoable.push(one);
            }
        }
    }
    undoable.truncate(count);
    Ok(undoable)
}

/// The last `count` acts that can be redone, the last one undone first, or all if there are fewer. `acts` must be the
/// newest first. An act that did something else ends the search.
///
/// # Errors
/// Those of reading the acts.
pub fn redoable<E>(acts: impl IntoIterator<Item = Result<Act, E>>, count: usize) -> Result<Vec<Uuid>, E> {
    let mut redoable = Vec::new();
    for act in acts {
        let act = act?;
        if act.kind == ActKind::Something {
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
