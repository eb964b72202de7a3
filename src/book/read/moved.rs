//! Hands that were moved between games, with the other hands of those games.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ginpad_core::facts::{CountingChanges, HandFact, KeepingFact, MovedHands, RemovalFact, TransferFact};
use rusqlite::{Connection, Row};
use uuid::Uuid;

use super::one_game::{REMOVALS, hands, waiting};
use super::verify::Verifier;
use super::which_game::standing;
use super::{Found, all, one, rows};

/// What other games have to do with one, because hands were moved.
#[derive(Default)]
pub(in crate::book) struct Moved {
    /// Every move between these games.
    pub(in crate::book) transfers: Vec<TransferFact>,
    /// The hands of the other games.
    hands: Vec<HandFact>,
    /// The removals of those hands.
    removals: Vec<RemovalFact>,
    /// The hands that wait, of those that those hands supersede.
    waiting: BTreeSet<Uuid>,
    /// The other games, each with its change.
    games: Vec<(Uuid, Uuid)>,
}

impl Moved {
    /// The changes of the hands, removals and games that are not of this game.
    pub(super) fn changes_elsewhere(&self) -> impl Iterator<Item = Uuid> + '_ {
        let hands = self.hands.iter().map(|hand| hand.change);
        let removals = self.removals.iter().map(|removal| removal.change);
        hands.chain(removals).chain(self.games.iter().map(|(_, change)| *change))
    }

    /// For the core, with the hands and removals of the game itself.
    pub(super) fn with<'a>(
        &'a self,
        hands: &'a [HandFact],
        removals: &'a [RemovalFact],
        standing: &CountingChanges,
    ) -> MovedHands<'a> {
        let gone = self.games.iter().filter(|(_, change)| !standing.counts(*change));
        MovedHands {
            transfers: self.transfers.iter().collect(),
            hands: hands.iter().chain(&self.hands).collect(),
            removals: removals.iter().chain(&self.removals).collect(),
            waiting: Cow::Borrowed(&self.waiting),
            gone: gone.map(|(game, _)| *game).collect(),
        }
    }
}

/// The games of which a hand was moved to this one or away, directly or through other games, with their hands. Hardly any
/// book has such a game.
pub(super) fn moved(connection: &Connection, game: Uuid, verifier: &mut Verifier<'_>) -> Found<Option<Moved>> {
    if one(connection, "SELECT 1 FROM transfer LIMIT 1", [], |_| Ok(()))?.is_none() {
        return Ok(None);
    }
    let with_source = |row: &Row<'_>| {
        let (hash, source): ([u8; 32], Uuid) = (row.get(rows::AFTER_TRANSFER)?, row.get(rows::AFTER_TRANSFER + 1)?);
        Ok((rows::transfer(connection, row)?, hash, source))
    };
    let select = format!("SELECT {}, transfer.hash, hand.game", rows::TRANSFER);
    let here = format!("{select} FROM transfer CROSS JOIN hand ON hand.id = transfer.hand WHERE transfer.game = ?1");
    let away = format!("{select} FROM hand CROSS JOIN transfer ON transfer.hand = hand.id WHERE hand.game = ?1");
    let (mut transfers, mut known) = (Vec::new(), BTreeSet::new());
    let (mut games, mut pending) = (BTreeSet::from([game]), vec![game]);
    while let Some(of) = pending.pop() {
        for statement in [&here, &away] {
            for (transfer, hash, source) in all(connection, statement, [of], with_source)? {
                pending.extend([transfer.game, source].into_iter().filter(|other| games.insert(*other)));
                if known.insert(transfer.id) {
                    transfers.push((transfer, hash));
                }
            }
        }
    }
    if transfers.is_empty() {
        return Ok(None);
    }
    let mut moved = Moved { transfers: verifier.each(transfers, |transfer| transfer.id)?, ..Moved::default() };
    for other in games.into_iter().filter(|other| *other != game) {
        moved.hands.extend(hands(connection, other, verifier)?.0);
        let removals = all(connection, REMOVALS, [other], |row| Ok((rows::removal(connection, row)?, row.get(3)?)))?;
        moved.removals.extend(verifier.each(removals, |removal| removal.id)?);
        let change = one(connection, "SELECT change FROM game WHERE id = ?1", [other], |row| row.get(0))?;
        moved.games.extend(change.map(|change| (other, change)));
    }
    moved.waiting = waiting(connection, &moved.hands)?;
    Ok(Some(moved))
}

/// These games, and all that are connected with them by moved hands.
pub(super) fn connected(connection: &Connection, mut games: BTreeSet<Uuid>) -> Found<BTreeSet<Uuid>> {
    if one(connection, "SELECT 1 FROM transfer LIMIT 1", [], |_| Ok(()))?.is_none() {
        return Ok(games);
    }
    let beside = "SELECT hand.game FROM transfer CROSS JOIN hand ON hand.id = transfer.hand WHERE transfer.game = ?1
         UNION SELECT transfer.game FROM hand CROSS JOIN transfer ON transfer.hand = hand.id WHERE hand.game = ?1";
    let mut pending: Vec<Uuid> = games.iter().copied().collect();
    while let Some(game) = pending.pop() {
        let others = all(connection, beside, [game], |row| row.get(0))?;
        pending.extend(others.into_iter().filter(|other| games.insert(*other)));
    }
    Ok(games)
}

/// The games that a hand was moved to or away from.
pub(super) fn games_with_moved_hands(connection: &Connection) -> Found<BTreeSet<Uuid>> {
    let games = "SELECT game FROM transfer NOT INDEXED
         UNION SELECT hand.game FROM transfer NOT INDEXED CROSS JOIN hand ON hand.id = transfer.hand";
    Ok(all(connection, games, [], |row| row.get(0))?.into_iter().collect())
}

/// The newest move of a hand among these versions of it.
pub(in crate::book) fn transfer_among(connection: &Connection, versions: &[Uuid]) -> Found<Option<TransferFact>> {
    let transfer = format!("SELECT {} FROM transfer WHERE id = ?1", rows::TRANSFER);
    for version in versions.iter().rev() {
        let found = one(connection, &transfer, [version], |row| rows::transfer(connection, row))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The game that one of these facts is about.
pub(in crate::book) fn game_of_version(connection: &Connection, versions: &[Uuid]) -> Found<Option<Uuid>> {
    let game = "SELECT game FROM hand WHERE id = ?1
         UNION ALL SELECT game FROM transfer WHERE id = ?1
         UNION ALL SELECT game FROM setting WHERE id = ?1
         UNION ALL SELECT game FROM closing WHERE id = ?1
         UNION ALL SELECT game FROM totals WHERE id = ?1";
    for version in versions.iter().rev() {
        let found = one(connection, game, [version], |row| row.get(0))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Every disagreement that is right as it is, verified, and which of their changes count.
pub(in crate::book) fn keepings(
    connection: &Connection,
    verifier: &mut Verifier<'_>,
) -> Found<(Vec<KeepingFact>, CountingChanges)> {
    let keepings = format!("SELECT {}, hash FROM keeping", rows::KEEPING);
    let keepings = all(connection, &keepings, [], |row| Ok((rows::keeping(connection, row)?, row.get(2)?)))?;
    if keepings.is_empty() {
        return Ok((Vec::new(), CountingChanges::default()));
    }
    Ok((verifier.each(keepings, |keeping| keeping.id)?, standing(connection, "keeping AS made", [])?))
}
