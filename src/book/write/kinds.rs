//! Writes facts of the kinds that have few columns.

use ginpad_core::facts::{
    ClosingFact, JoiningFact, KeepingFact, PaymentFact, PlayerFact, PlayerNameFact, RedoFact, RemovalFact, RescueFact,
    TotalsFact, UndoFact,
};
use rusqlite::{Connection, params};

use super::{Written, execute, superseded};

pub(super) fn player(connection: &Connection, player: &PlayerFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO player (id, change, hash) VALUES (?1, ?2, ?3)",
        params![player.id, player.change, hash],
    )
}

pub(super) fn player_name(connection: &Connection, name: &PlayerNameFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO player_name (id, change, player, name, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![name.id, name.change, name.player, name.name, hash],
    )?;
    superseded(connection, name.id, &name.supersedes)
}

pub(super) fn removal(connection: &Connection, removal: &RemovalFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO removal (id, change, hand, hash) VALUES (?1, ?2, ?3, ?4)",
        params![removal.id, removal.change, removal.hand, hash],
    )?;
    superseded(connection, removal.id, &removal.supersedes)
}

pub(super) fn closing(connection: &Connection, closing: &ClosingFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO closing (id, change, game, forfeit, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![closing.id, closing.change, closing.game, closing.forfeit, hash],
    )?;
    superseded(connection, closing.id, &closing.supersedes)
}

pub(super) fn totals(connection: &Connection, totals: &TotalsFact, hash: &[u8; 32]) -> Written {
    let [first, second] = totals.points;
    execute(
        connection,
        "INSERT INTO totals (id, change, game, first, second, winner, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![totals.id, totals.change, totals.game, first, second, totals.winner, hash],
    )?;
    superseded(connection, totals.id, &totals.supersedes)
}

pub(super) fn joining(connection: &Connection, joining: &JoiningFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO joining (id, change, player, same_as, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![joining.id, joining.change, joining.player, joining.same_as, hash],
    )?;
    superseded(connection, joining.id, &joining.supersedes)
}

pub(super) fn keeping(connection: &Connection, keeping: &KeepingFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO keeping (id, change, hash) VALUES (?1, ?2, ?3)",
        params![keeping.id, keeping.change, hash],
    )?;
    superseded(connection, keeping.id, &keeping.versions)
}

pub(super) fn payment(connection: &Connection, payment: &PaymentFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO paid (id, change, payer, payee, minor, currency, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![payment.id, payment.change, payment.payer, payment.payee, payment.minor, payment.currency, hash],
    )
}

pub(super) fn undo(connection: &Connection, undo: &UndoFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO undo (id, change, undone, hash) VALUES (?1, ?2, ?3, ?4)",
        params![undo.id, undo.change, undo.undone, hash],
    )
}

pub(super) fn redo(connection: &Connection, redo: &RedoFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO redo (id, change, undo, hash) VALUES (?1, ?2, ?3, ?4)",
        params![redo.id, redo.change, redo.undo, hash],
    )
}

pub(super) fn rescue(connection: &Connection, rescue: &RescueFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO rescue (id, change, rescued, facts, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![rescue.id, rescue.change, rescue.rescued, rescue.facts, hash],
    )
}
