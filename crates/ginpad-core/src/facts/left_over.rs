//! Facts that do nothing, and why.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::by_kind::Kinds;
use super::conflict::{Ignored, Waiting};
use super::{CountingChanges, Fact, Facts, FoldedGame, RemovalFact};

/// The facts that count, but whose game was not folded.
pub(super) fn without_a_game(
    kinds: &Kinds<'_>,
    removals: &BTreeMap<Uuid, Vec<&RemovalFact>>,
    folded: &BTreeMap<Uuid, FoldedGame>,
    standing: &CountingChanges,
) -> Vec<Waiting> {
    let hands = kinds.hands.values().flatten().map(|hand| (hand.id, hand.change, hand.game));
    let closings = kinds.closings.values().flatten().map(|closing| (closing.id, closing.change, closing.game));
    let totals = kinds.totals.values().flatten().map(|totals| (totals.id, totals.change, totals.game));
    let settings = kinds.settings.values().flatten().map(|setting| (setting.id, setting.change, setting.game));
    let transfers = kinds.transfers.iter().map(|transfer| (transfer.id, transfer.change, transfer.game));
    let removals =
        removals.iter().flat_map(|(game, removals)| removals.iter().map(|removal| (removal.id, removal.change, *game)));
    hands
        .chain(closings)
        .chain(totals)
        .chain(settings)
        .chain(transfers)
        .chain(removals)
        .filter(|(_, change, game)| standing.counts(*change) && !folded.contains_key(game))
        .map(|(fact, _, game)| Waiting::ForItsGame { fact, game })
        .collect()
}

/// The undos of changes that only undo and redo, the redos of those undos, and the redos of facts that are not undos.
pub(super) fn ignored(facts: &[Fact], kinds: &Kinds<'_>) -> Vec<Ignored> {
    let (mut idle, mut busy) = (BTreeSet::new(), BTreeSet::new());
    for fact in facts {
        match fact {
            Fact::Undo(_) | Fact::Redo(_) => idle.insert(fact.change()),
            _ => busy.insert(fact.change()),
        };
    }
    let undos: BTreeSet<Uuid> = kinds.undos.iter().map(|undo| undo.id).collect();
    let others: BTreeSet<Uuid> = facts.iter().map(Fact::id).filter(|id| !undos.contains(id)).collect();
    let useless = kinds.undos.iter().filter(|undo| idle.contains(&undo.undone) && !busy.contains(&undo.undone));
    let useless: BTreeSet<Uuid> = useless.map(|undo| undo.id).collect();
    let mistaken = kinds.redos.iter().filter(|redo| others.contains(&redo.undo) || useless.contains(&redo.undo));
    let ids: BTreeSet<Uuid> = mistaken.map(|redo| redo.id).chain(useless.iter().copied()).collect();
    ids.into_iter().map(Ignored).collect()
}

/// The undos and redos of something that is missing.
pub(super) fn without_what_they_undo(facts: &Facts, kinds: &Kinds<'_>) -> Vec<Waiting> {
    let (mut changes, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for fact in &facts.facts {
        changes.insert(fact.change());
        ids.insert(fact.id());
    }
    let complete = |change: &Uuid| !facts.incomplete.contains(change);
    let known = |change: &Uuid| changes.contains(change) || facts.incomplete.contains(change);
    let undos = kinds.undos.iter().filter(|undo| complete(&undo.change) && !known(&undo.undone));
    let redos = kinds.redos.iter().filter(|redo| complete(&redo.change) && !ids.contains(&redo.undo));
    undos
        .map(|undo| Waiting::ForTheUndone { fact: undo.id, change: undo.undone })
        .chain(redos.map(|redo| Waiting::ForItsUndo { fact: redo.id, undo: redo.undo }))
        .collect()
}
