//! What the book knows already, what has arrived since a moment, and what waits for what.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::Fact;
use rusqlite::{Connection, params};
use uuid::Uuid;

use super::everything::of_unknown_kind;
use super::rescued::{NO_RECORD, is_rescued};
use super::{Found, all, one};

/// How many rows that wait are read at a time.
const FEW: usize = 256;

/// The table of a kind.
pub(in crate::book) fn table(kind: &str) -> Cow<'static, str> {
    match Fact::KINDS.iter().find(|known| **known == kind) {
        Some(known) if known.contains('-') => known.replace('-', "_").into(),
        Some(known) => (*known).into(),
        None => "kept_whole".into(),
    }
}

/// The table of changes, or of facts of a kind.
pub(in crate::book) fn table_of_entry(kind: &str) -> Cow<'static, str> {
    if kind == "change" { "change".into() } else { table(kind) }
}

/// Every table that has facts, with a condition on its rows.
pub(super) fn tables() -> impl Iterator<Item = (Cow<'static, str>, String)> {
    let known = Fact::KINDS.iter().map(|kind| (table(kind), "TRUE".to_string()));
    known.chain([("kept_whole".into(), of_unknown_kind())])
}

/// The hash that the book keeps of a change or a fact in this table.
pub(in crate::book) fn hash(connection: &Connection, table: &str, id: Uuid) -> Found<Option<Vec<u8>>> {
    one(connection, &format!("SELECT hash FROM {table} WHERE id = ?1"), [id], |row| row.get(0))
}

/// The hash of a change or a fact in this table. A row that only holds the place of a lost change has none.
pub(in crate::book) fn kept_hash(connection: &Connection, table: &str, id: Uuid) -> Found<Option<Vec<u8>>> {
    Ok(hash(connection, table, id)?.filter(|kept| *kept != NO_RECORD))
}

/// Whether a change is in the book with all of its facts.
pub(in crate::book) fn is_complete(connection: &Connection, change: Uuid) -> Found<bool> {
    let says = "SELECT facts FROM change WHERE id = ?1 AND hash <> ?2";
    match one(connection, says, params![change, NO_RECORD], |row| row.get::<_, usize>(0))? {
        Some(says) => Ok(facts_there(connection, change)? >= says),
        None => Ok(false),
    }
}

/// Whether a table has a row with this id.
fn has(connection: &Connection, table: &str, id: Uuid) -> Found<bool> {
    one(connection, &format!("SELECT 1 FROM {table} WHERE id = ?1"), [id], |_| Ok(())).map(|row| row.is_some())
}

/// Whether anything waits.
pub(in crate::book) fn anything_waits(connection: &Connection) -> Found<bool> {
    one(connection, "SELECT 1 FROM waiting LIMIT 1", [], |_| Ok(())).map(|row| row.is_some())
}

/// The first player of a game who is not there, or has no name yet.
pub(in crate::book) fn unnamed_player(connection: &Connection, players: &[Uuid]) -> Found<Option<Uuid>> {
    for player in players {
        let named = "SELECT 1 FROM player_name WHERE player = ?1 LIMIT 1";
        if one(connection, named, [player], |_| Ok(()))?.is_none() {
            return Ok(Some(*player));
        }
    }
    Ok(None)
}

/// What a fact waits for: the first thing it refers to that is not in its table.
pub(in crate::book) fn missing(connection: &Connection, fact: &Fact) -> Found<Uuid> {
    let missing = |table: &str, id: Uuid| has(connection, table, id).map(|there| (!there).then_some(id));
    if let Some(change) = missing("change", fact.change())? {
        return Ok(change);
    }
    let found = match fact {
        Fact::PlayerName(name) => missing("player", name.player)?,
        Fact::Game(game) => unnamed_player(connection, &game.seats.concat())?,
        Fact::Hand(hand) => match missing("game", hand.game)? {
            Some(game) => Some(game),
            None => missing_hand(connection, hand.game, hand.replaces.into_iter().chain(hand.inserted_before))?,
        },
        Fact::Removal(removal) => missing("hand", removal.hand)?,
        Fact::Closing(closing) => missing("game", closing.game)?,
        Fact::Totals(totals) => missing("game", totals.game)?,
        Fact::Setting(setting) => match missing("game", setting.game)? {
            Some(game) => Some(game),
            None => unnamed_player(connection, &setting.seated().collect::<Vec<_>>())?,
        },
        Fact::Joining(joining) => unnamed_player(connection, &[joining.player, joining.same_as])?,
        Fact::Transfer(transfer) => match (missing("hand", transfer.hand)?, missing("game", transfer.game)?) {
            (Some(hand), _) => Some(hand),
            (None, Some(game)) => Some(game),
            (None, None) => missing_hand(connection, transfer.game, transfer.inserted_before.into_iter())?,
        },
        Fact::Paid(payment) => match missing("player", payment.payer)? {
            Some(payer) => Some(payer),
            None => missing("player", payment.payee)?,
        },
        Fact::Undo(undo) => missing("change", undo.undone)?,
        Fact::Redo(redo) => missing("undo", redo.undo)?,
        Fact::Player(_) | Fact::Keeping(_) | Fact::Rescue(_) | Fact::Unknown(_) => None,
    };
    Ok(found.unwrap_or_else(|| fact.change()))
}

/// The first of these hands that the game does not have.
fn missing_hand(connection: &Connection, game: Uuid, hands: impl Iterator<Item = Uuid>) -> Found<Option<Uuid>> {
    for hand in hands {
        let of_game = "SELECT 1 FROM hand WHERE id = ?1 AND game = ?2";
        if one(connection, of_game, params![hand, game], |_| Ok(()))?.is_none() {
            return Ok(Some(hand));
        }
    }
    Ok(None)
}

/// A row that waits.
pub(in crate::book) struct WaitingRow {
    pub(in crate::book) arrival: i64,
    pub(in crate::book) id: Uuid,
    pub(in crate::book) kind: String,
    pub(in crate::book) content: String,
    pub(in crate::book) hash: Vec<u8>,
}

/// The next few facts that wait for this, after the row `after`.
pub(in crate::book) fn waiting_for(connection: &Connection, missing: Uuid, after: i64) -> Found<Vec<WaitingRow>> {
    let statement = format!(
        "SELECT arrival, id, kind, content, hash FROM waiting
         WHERE missing = ?1 AND arrival > ?2 AND kind <> 'change' ORDER BY arrival LIMIT {FEW}"
    );
    waiting_rows(connection, &statement, params![missing, after])
}

/// The next few changes that wait, after the row `after`.
pub(in crate::book) fn waiting_changes(connection: &Connection, after: i64) -> Found<Vec<WaitingRow>> {
    let statement = format!(
        "SELECT arrival, id, kind, content, hash FROM waiting
         WHERE kind = 'change' AND arrival > ?1 ORDER BY arrival LIMIT {FEW}"
    );
    waiting_rows(connection, &statement, [after])
}

fn waiting_rows(connection: &Connection, statement: &str, params: impl rusqlite::Params) -> Found<Vec<WaitingRow>> {
    all(connection, statement, params, |row| {
        let (arrival, id, kind) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(WaitingRow { arrival, id, kind, content: row.get(3)?, hash: row.get(4)? })
    })
}

/// How many facts of a change that waits are there. All of them wait too.
pub(in crate::book) fn facts_of_waiting_change(connection: &Connection, change: Uuid) -> Found<usize> {
    let count = "SELECT count(*) FROM waiting WHERE change = ?1 AND kind <> 'change'";
    one(connection, count, [change], |row| row.get(0)).map(Option::unwrap_or_default)
}

/// How many facts of a change are in the book: in their tables, or waiting.
pub(in crate::book) fn facts_there(connection: &Connection, change: Uuid) -> Found<usize> {
    one(connection, &format!("SELECT {}", count_of_facts("?1")), [change], |row| row.get(0))
        .map(Option::unwrap_or_default)
}

/// In SQL, how many facts of a change are in the book.
fn count_of_facts(change: &str) -> String {
    let counts: Vec<String> = tables()
        .chain([("waiting".into(), "kind <> 'change'".to_string())])
        .map(|(table, condition)| format!("(SELECT count(*) FROM {table} WHERE change = {change} AND {condition})"))
        .collect();
    counts.join(" + ")
}

/// The changes that may lack facts: those that wait, those of which only facts are here, and those that were rescued.
pub(in crate::book) fn changes_that_may_lack(connection: &Connection) -> Found<Vec<CountedChange>> {
    let lacking = format!(
        "SELECT id, coalesce(
             (SELECT facts FROM change WHERE id = made.id AND hash <> ?1),
             (SELECT content ->> '$.facts' FROM waiting WHERE id = made.id AND kind = 'change'), 0), {}
         FROM (SELECT change AS id FROM waiting UNION SELECT rescued FROM rescue) AS made",
        count_of_facts("made.id")
    );
    all(connection, &lacking, [NO_RECORD], |row| {
        Ok(CountedChange { id: row.get(0)?, says: row.get(1)?, there: row.get(2)? })
    })
}

/// How many facts wait, with the changes that lack facts.
pub(in crate::book) fn count_of_waiting(connection: &Connection) -> Found<(usize, usize)> {
    let count = "SELECT count(*) FILTER (WHERE kind <> 'change'), count(*) FILTER (WHERE kind = 'change') FROM waiting";
    one(connection, count, [], |row| Ok((row.get(0)?, row.get(1)?))).map(Option::unwrap_or_default)
}

/// How many facts of unknown kinds the book keeps.
pub(in crate::book) fn count_of_unknown(connection: &Connection) -> Found<usize> {
    let count = format!("SELECT count(*) FROM kept_whole WHERE {} AND NOT {}", of_unknown_kind(), unread());
    one(connection, &count, [], |row| row.get(0)).map(Option::unwrap_or_default)
}

/// How many facts of known kinds the book keeps that make no sense.
pub(in crate::book) fn count_of_unread(connection: &Connection) -> Found<usize> {
    let count = format!("SELECT count(*) FROM kept_whole WHERE {}", unread());
    one(connection, &count, [], |row| row.get(0)).map(Option::unwrap_or_default)
}

/// The condition on a row of `kept_whole` that its kind is known, but that it makes no sense.
fn unread() -> String {
    format!("kind IN ('?{}')", Fact::KINDS.join("', '?"))
}

/// A moment in the life of a book: the last row that each table had.
pub(in crate::book) struct Arrivals(Vec<(Cow<'static, str>, String, i64)>);

/// A change, the number of facts that it says it has, and the number that are there.
pub(in crate::book) struct CountedChange {
    pub(in crate::book) id: Uuid,
    pub(in crate::book) says: usize,
    pub(in crate::book) there: usize,
}

impl Arrivals {
    /// Now.
    pub(in crate::book) fn now(connection: &Connection) -> Found<Arrivals> {
        let others = [("change".into(), "TRUE".to_string()), ("waiting".into(), "kind <> 'change'".to_string())];
        let mut last = Vec::new();
        for (table, condition) in tables().chain(others) {
            let newest = format!("SELECT coalesce(max(arrival), 0) FROM {table}");
            let arrival = one(connection, &newest, [], |row| row.get(0))?.unwrap_or_default();
            last.push((table, condition, arrival));
        }
        Ok(Arrivals(last))
    }

    /// How many facts had arrived, nearly.
    pub(in crate::book) fn facts(&self) -> usize {
        let facts = self.0.iter().filter(|(table, ..)| table != "change").map(|(.., arrival)| *arrival);
        usize::try_from(facts.sum::<i64>()).unwrap_or_default()
    }

    /// How many changes and facts had arrived, nearly.
    pub(in crate::book) fn all(&self) -> usize {
        self.facts() + usize::try_from(self.of("change")).unwrap_or_default()
    }

    /// The last row of each table of facts, and of the changes. Rows that wait come and go, and are not among them.
    pub(in crate::book) fn rows(&self) -> BTreeMap<String, i64> {
        let lasting = self.0.iter().filter(|(table, ..)| table != "waiting");
        lasting.map(|(table, _, arrival)| (table.to_string(), *arrival)).collect()
    }

    fn of(&self, table: &str) -> i64 {
        self.0.iter().find(|(known, ..)| known == table).map_or(0, |(.., arrival)| *arrival)
    }

    /// The changes that came since then whose number of facts is wrong.
    pub(in crate::book) fn miscounted_among_new(&self, connection: &Connection) -> Found<Vec<CountedChange>> {
        let mut miscounted = Vec::new();
        miscounted_of(connection, "arrival > ?1", &self.of("change"), &mut miscounted)?;
        Ok(miscounted)
    }

    /// The changes that were there before, got facts since then, and have a wrong number of them now.
    pub(in crate::book) fn miscounted_among_old(&self, connection: &Connection) -> Found<Vec<CountedChange>> {
        let mut miscounted = Vec::new();
        for change in self.touched(connection)? {
            miscounted_of(connection, "id = ?1", &change, &mut miscounted)?;
        }
        Ok(miscounted)
    }

    /// The changes that were there before and got facts since then.
    fn touched(&self, connection: &Connection) -> Found<BTreeSet<Uuid>> {
        let (before, mut touched) = (self.of("change"), BTreeSet::new());
        for (table, condition, arrival) in self.0.iter().filter(|(table, ..)| before > 0 && table != "change") {
            let statement = format!(
                "SELECT DISTINCT new.change
                 FROM (SELECT change FROM {table} NOT INDEXED WHERE arrival > ?1 AND {condition}) AS new
                 CROSS JOIN change ON change.id = new.change WHERE change.arrival <= ?2"
            );
            touched.extend(all(connection, &statement, [*arrival, before], |row| row.get::<_, Uuid>(0))?);
        }
        Ok(touched)
    }

    /// Whether anything was undone, redone or rescued since then.
    pub(in crate::book) fn is_anything_moved(&self, connection: &Connection) -> Found<bool> {
        for table in ["undo", "redo", "rescue"] {
            let any = format!("SELECT 1 FROM {table} WHERE arrival > ?1 LIMIT 1");
            if one(connection, &any, [self.of(table)], |_| Ok(()))?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The games without a number that came since then.
    pub(in crate::book) fn unnumbered_games(&self, connection: &Connection) -> Found<Vec<Uuid>> {
        unnumbered_games_after(connection, self.of("game"))
    }

    /// The games that facts since then are about.
    pub(in crate::book) fn games(&self, connection: &Connection) -> Found<BTreeSet<Uuid>> {
        let mut games = BTreeSet::new();
        for (table, about) in ABOUT_GAMES {
            // SQLite would keep every row to find those that are alike.
            let mut about = connection.prepare_cached(about)?;
            let mut rows = about.query([self.of(table)])?;
            while let Some(row) = rows.next()? {
                games.insert(row.get(0)?);
            }
        }
        Ok(games)
    }
}

/// The games that the rows of a table after one of them are about. An index that has the games in order would be read from
/// end to end.
const ABOUT_GAMES: [(&str, &str); 8] = [
    ("game", "SELECT id FROM game NOT INDEXED WHERE arrival > ?1"),
    ("hand", "SELECT game FROM hand NOT INDEXED WHERE arrival > ?1"),
    (
        "removal",
        "SELECT hand.game FROM removal NOT INDEXED CROSS JOIN hand ON hand.id = removal.hand
         WHERE removal.arrival > ?1",
    ),
    ("closing", "SELECT game FROM closing NOT INDEXED WHERE arrival > ?1"),
    ("totals", "SELECT game FROM totals NOT INDEXED WHERE arrival > ?1"),
    ("setting", "SELECT game FROM setting NOT INDEXED WHERE arrival > ?1"),
    ("transfer", "SELECT game FROM transfer NOT INDEXED WHERE arrival > ?1"),
    (
        "transfer",
        "SELECT hand.game FROM transfer NOT INDEXED CROSS JOIN hand ON hand.id = transfer.hand
         WHERE transfer.arrival > ?1",
    ),
];

/// Adds those of some changes that have another number of facts than they say, if no rescue makes up for it.
fn miscounted_of(
    connection: &Connection,
    wanted: &str,
    params: &dyn rusqlite::ToSql,
    miscounted: &mut Vec<CountedChange>,
) -> Found<()> {
    let counted = format!("SELECT id, facts, {} FROM change AS made WHERE {wanted}", count_of_facts("made.id"));
    let mut statement = connection.prepare_cached(&counted)?;
    let mut rows = statement.query([params])?;
    while let Some(row) = rows.next()? {
        let (id, says, there) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if says != there && !is_rescued(connection, id, says, there)? {
            miscounted.push(CountedChange { id, says, there });
        }
    }
    Ok(())
}

/// The games without a number.
pub(in crate::book) fn unnumbered_games(connection: &Connection) -> Found<Vec<Uuid>> {
    unnumbered_games_after(connection, i64::MIN)
}

/// The games without a number that came after this one.
fn unnumbered_games_after(connection: &Connection, after: i64) -> Found<Vec<Uuid>> {
    let unnumbered = "SELECT id FROM game NOT INDEXED
         WHERE arrival > ?1 AND NOT EXISTS (SELECT 1 FROM game_number WHERE game_number.game = game.id)";
    all(connection, unnumbered, [after], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;

    #[test]
    fn what_came_is_read_without_a_list_of_all_its_rows() {
        let book = Book::in_memory(Uuid::nil()).unwrap();
        for (table, about) in ABOUT_GAMES {
            let plan =
                all(&book.connection, &format!("EXPLAIN QUERY PLAN {about}"), [0], |row| row.get::<_, String>(3));
            let plan = plan.unwrap();
            assert!(
                plan.iter().all(|step| !step.contains("TEMP B-TREE") && !step.contains("COMPOUND")),
                "{table}: {plan:?}"
            );
            assert!(plan[0].contains("INTEGER PRIMARY KEY (rowid>?)"), "only new rows are read: {plan:?}");
        }
    }
}
