//! Takes facts into a book one by one, each into its table or among those that wait.

mod settle;

use std::collections::BTreeSet;

use ginpad_core::facts::{Change, Fact};
use ginpad_core::listed::Listed;
use ginpad_core::text::{count, harmless};
use rusqlite::{Connection, ErrorCode, ffi};
use uuid::Uuid;

use super::document::Hash;
use super::error::{BookError, damaged};
use super::read::{self, Arrivals, WaitingRow};
use super::stage::{Stage, Staged};
use super::write::{self, Waits};

/// Facts that are being taken in.
pub(super) struct Taking<'b> {
    connection: &'b Connection,
    /// The changes that lack facts, in the order of their ids. Each waits until it is known to be whole.
    withheld: &'b [Uuid],
    /// Whether anything waits.
    pub(super) waits: bool,
    /// Whether a fact that the schema refuses must leave nothing behind, and a game does not wait for names: whoever has none
    /// gets one before the transaction ends.
    is_careful: bool,
    pub(super) changes: usize,
    pub(super) facts: usize,
    pub(super) unknown: usize,
    /// The first change that got its place.
    pub(super) first_change: Option<Uuid>,
    /// The changes that wait with too many facts and have been named.
    surplus: BTreeSet<Uuid>,
    pub(super) known_games: Vec<Uuid>,
    /// What is refused, and why.
    pub(super) faults: Listed<String>,
}

/// What became of a fact.
enum Placed {
    /// It is in the table of its kind.
    Here,
    /// It refers to this, which is not there.
    Missing(Uuid),
    /// It holds something that no ginpad writes.
    Unfit,
}

impl<'b> Taking<'b> {
    /// Begins to take in facts. `withheld` are changes that lack facts, in the order of their ids.
    pub(super) fn new(connection: &'b Connection, withheld: &'b [Uuid]) -> rusqlite::Result<Taking<'b>> {
        // A row that refers to something missing must be refused at once, whatever was written before.
        connection.execute_batch("PRAGMA defer_foreign_keys = OFF")?;
        Ok(Taking {
            connection,
            withheld,
            waits: read::anything_waits(connection)?,
            is_careful: false,
            changes: 0,
            facts: 0,
            unknown: 0,
            first_change: None,
            surplus: BTreeSet::new(),
            known_games: Vec::new(),
            faults: Listed::default(),
        })
    }

    /// As [`Taking::new`]; a fact that is refused is left out, and the others are kept. A game does not wait for names.
    pub(super) fn careful(connection: &'b Connection, withheld: &'b [Uuid]) -> rusqlite::Result<Taking<'b>> {
        Ok(Taking { is_careful: true, ..Taking::new(connection, withheld)? })
    }

    /// Takes off the stage what the book has already. An id that it has for something of another kind is a fault.
    pub(super) fn pass_over_known(&mut self, stage: &Stage) -> Result<(), BookError> {
        let failed = |error| BookError::of(error, std::path::Path::new(""));
        let ids = read::Ids::of(self.connection).map_err(failed)?;
        stage.each(|Staged { kind, id, hash }| {
            let table = read::table_of_entry(kind);
            if self.is_known(&table, kind, *id, hash).map_err(failed)? {
                if kind == "game" {
                    self.known_games.push(*id);
                }
                stage.knows(*id)?;
            } else if ids.is_taken(kind, *id).map_err(failed)? {
                let is_change = read::hash(self.connection, "change", *id).map_err(failed)?.is_some();
                self.faults.push(of_two_kinds(if is_change { "change" } else { kind }, *id));
            }
            Ok(())
        })?;
        stage.drop_known()
    }

    /// Takes in a change.
    pub(super) fn change(&mut self, change: &Change, hash: &Hash) -> rusqlite::Result<()> {
        if self.is_known("change", "change", change.id, hash)? {
            return Ok(());
        }
        self.changes += 1;
        self.unknown += usize::from(!change.unknown.is_empty());
        if read::hash(self.connection, "change", change.id)?.is_some() {
            return self.found(change, hash);
        }
        if self.withheld.binary_search(&change.id).is_ok() {
            self.waits = true;
            return write::waiting(self.connection, &Waits::change(change, hash), change.id);
        }
        self.place_change(change, hash)
    }

    fn place_change(&mut self, change: &Change, hash: &Hash) -> rusqlite::Result<()> {
        match placed(write::hashed_change(self.connection, change, hash))? {
            Some(()) => {
                self.first_change.get_or_insert(change.id);
                self.release(change.id)
            }
            None => {
                self.unfit("change", change.id);
                Ok(())
            }
        }
    }

    /// Takes in a fact.
    pub(super) fn fact(&mut self, fact: &Fact, hash: &Hash) -> rusqlite::Result<()> {
        if self.is_known(&read::table(&fact.kept_as()), fact.kind(), fact.id(), hash)? {
            if let Fact::Game(game) = fact {
                self.known_games.push(game.id);
            }
            return Ok(());
        }
        self.facts += 1;
        self.unknown += usize::from(fact.has_unknown_fields());
        match self.place(fact, hash)? {
            Placed::Here => match awaited(fact) {
                Some(awaited) => self.release(awaited),
                None => Ok(()),
            },
            Placed::Missing(missing) => {
                self.waits = true;
                write::waiting(self.connection, &Waits::fact(fact, hash), missing)
            }
            Placed::Unfit => {
                self.unfit(fact.kind(), fact.id());
                Ok(())
            }
        }
    }

    fn unfit(&mut self, kind: &str, id: Uuid) {
        self.faults.push(format!("{} {id} holds something that no ginpad writes", harmless(kind)));
    }

    /// Whether the book has this already. If it has something else under this id, that is a fault.
    fn is_known(&mut self, table: &str, kind: &str, id: Uuid, hash: &[u8]) -> rusqlite::Result<bool> {
        let mut kept = read::kept_hash(self.connection, table, id)?;
        if kept.is_none() && self.waits {
            kept = read::hash(self.connection, "waiting", id)?;
        }
        let Some(kept) = kept else { return Ok(false) };
        if kept != hash {
            self.faults.push(there_twice(kind, id));
        }
        Ok(true)
    }

    /// Writes a fact into the table of its kind, if everything that it refers to is there.
    fn place(&self, fact: &Fact, hash: &Hash) -> rusqlite::Result<Placed> {
        let named = match fact {
            Fact::Game(game) => game.seats.concat(),
            Fact::Setting(setting) => setting.seated().collect(),
            Fact::Joining(joining) => vec![joining.player, joining.same_as],
            _ => Vec::new(),
        };
        if !self.is_careful
            && let Some(player) = read::unnamed_player(self.connection, &named)?
        {
            return Ok(Placed::Missing(player));
        }
        let may_be_unread = Fact::LATER_KINDS.contains(&fact.kept_as().as_ref());
        let run = |statement: &str| {
            if self.is_careful || may_be_unread {
                self.connection.prepare_cached(statement)?.execute([]).map(drop)
            } else {
                Ok(())
            }
        };
        run("SAVEPOINT fact")?;
        let written = write::hashed_fact(self.connection, fact, hash);
        if written.is_err() {
            run("ROLLBACK TO fact")?;
        }
        run("RELEASE fact")?;
        match written {
            Err(error) if is_missing_reference(&error) => Ok(Placed::Missing(read::missing(self.connection, fact)?)),
            written => match placed(written)? {
                Some(()) => Ok(Placed::Here),
                None if may_be_unread => self.keep_unread(fact, hash),
                None => Ok(Placed::Unfit),
            },
        }
    }

    /// Keeps a fact that makes no sense whole, as a version does that does not know its kind.
    fn keep_unread(&self, fact: &Fact, hash: &Hash) -> rusqlite::Result<Placed> {
        let unread = serde_json::to_value(fact).ok().and_then(|content| match content {
            serde_json::Value::Object(content) => Fact::unread(content).ok(),
            _ => None,
        });
        let Some(unread) = unread else { return Ok(Placed::Unfit) };
        Ok(placed(write::hashed_fact(self.connection, &unread, hash))?.map_or(Placed::Unfit, |()| Placed::Here))
    }

    /// Writes what waited for this, and what waited for that in turn.
    fn release(&mut self, arrived: Uuid) -> rusqlite::Result<()> {
        if !self.waits {
            return Ok(());
        }
        let mut pending = vec![(arrived, 0)];
        while let Some((missing, after)) = pending.pop() {
            let rows = read::waiting_for(self.connection, missing, after)?;
            pending.extend(rows.last().map(|row| (missing, row.arrival)));
            for WaitingRow { id, kind, content, hash, .. } in rows {
                let fact = read::fact_kept_as(&kind, &content)?;
                match self.place(&fact, &as_hash(hash)?)? {
                    Placed::Here => {
                        write::waits_no_more(self.connection, id)?;
                        pending.extend(awaited(&fact).map(|awaited| (awaited, 0)));
                    }
                    Placed::Missing(missing) => write::waits_for(self.connection, id, missing)?,
                    Placed::Unfit => self.unfit(fact.kind(), id),
                }
            }
        }
        Ok(())
    }

    fn too_many(&mut self, change: Uuid, says: usize, there: usize) {
        self.faults.push(format!("change {change} says that it has {}, but has {there}", count(says, "fact")));
    }

    /// Refuses changes that came since then and have another number of facts than they say.
    pub(super) fn verify_new_changes(&mut self, since: &Arrivals) -> rusqlite::Result<()> {
        for change in since.miscounted_among_new(self.connection)? {
            self.too_many(change.id, change.says, change.there);
        }
        Ok(())
    }

    /// Refuses what cannot be true of the facts that came since then, beside those that were there.
    pub(super) fn verify(&mut self, since: &Arrivals) -> rusqlite::Result<()> {
        for change in since.miscounted_among_old(self.connection)? {
            self.too_many(change.id, change.says, change.there);
        }
        Ok(())
    }
}

pub(super) fn there_twice(kind: &str, id: Uuid) -> String {
    format!("{} {id} is there twice with different content", harmless(kind))
}

/// What is wrong where a change or a fact has the id of a fact of another kind.
pub(super) fn of_two_kinds(kind: &str, id: Uuid) -> String {
    match kind {
        "change" => format!("a change and a fact have the id {id}"),
        _ => format!("two facts of different kinds have the id {id}"),
    }
}

/// The id that other facts wait for until this fact is there. A game waits for a name of each player.
fn awaited(fact: &Fact) -> Option<Uuid> {
    match fact {
        Fact::Player(player) => Some(player.id),
        Fact::PlayerName(name) => Some(name.player),
        Fact::Game(game) => Some(game.id),
        Fact::Hand(hand) => Some(hand.id),
        Fact::Undo(undo) => Some(undo.id),
        Fact::Removal(_)
        | Fact::Closing(_)
        | Fact::Totals(_)
        | Fact::Setting(_)
        | Fact::Joining(_)
        | Fact::Transfer(_)
        | Fact::Keeping(_)
        | Fact::Paid(_)
        | Fact::Redo(_)
        | Fact::Rescue(_)
        | Fact::Unknown(_) => None,
    }
}

fn is_missing_reference(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY)
}

/// Whether a row was written; `None` if the schema refused it.
fn placed(written: rusqlite::Result<()>) -> rusqlite::Result<Option<()>> {
    match written {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(None),
        // A number that SQLite cannot hold.
        Err(rusqlite::Error::ToSqlConversionFailure(_)) => Ok(None),
        written => written.map(Some),
    }
}

pub(super) fn as_hash(bytes: Vec<u8>) -> rusqlite::Result<Hash> {
    let length = bytes.len();
    Hash::try_from(bytes).map_err(|_| {
        let why = damaged(format!("a hash has {}", count(length, "byte")));
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Blob, Box::new(why))
    })
}
