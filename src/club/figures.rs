//! The tables of figures, which the owner writes and everybody reads.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use ginpad_core::facts::{FactId, Hash, Payment, named, read_named};
use ginpad_core::money::Amount;
use ginpad_core::players::Name;
use ginpad_core::reports::StandingsRow;
use serde_json::json;
use tokio_postgres::Row;
use uuid::Uuid;

use super::Club;
use super::error::ClubError;

/// A person whom lines name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPerson {
    /// The person.
    pub id: FactId,
    /// The person under whom lists show them: another one if both were joined.
    pub listed: FactId,
    /// Their name in lists.
    pub called: Name,
    /// Their own name.
    pub own: Name,
}

/// The version of ginpad that works the figures out.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A game as the tables hold it.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its id.
    pub id: FactId,
    /// The key that orders it among games.
    pub start: (i64, Uuid),
    /// Whether it is played for money.
    pub has_stake: bool,
    /// Whether the game has a result.
    pub is_finished: bool,
    /// Its sheet, with the players named by their seats.
    pub sheet: String,
    /// The players, in the order of their seats.
    pub seated: Vec<FactId>,
    /// The results of the players, then of the sides of partners. Each has the ids of the people, as listed, and the
    /// line of this game.
    pub results: Vec<(String, StandingsRow)>,
}

/// The totals over all games.
#[derive(Debug, Clone, Default)]
pub struct AddedUp {
    /// The number of games.
    pub games: usize,
    /// The number of games with a result.
    pub finished: usize,
    /// The lines of each player and each side of partners, one a month: the ids of the people, and the line as text.
    /// Ordered by ids, then by month.
    pub months: Vec<(String, String)>,
}

/// Reads an id in a row. An unreadable id becomes the default, which is nobody's id.
fn id(row: &Row, column: usize) -> FactId {
    read_named(row.get(column)).unwrap_or_default()
}

fn name(row: &Row, column: usize) -> Name {
    Name::read(row.get(column)).unwrap_or_else(|_| Name::read("?").expect("a name"))
}

impl Club {
    /// Returns the id of the club, which no other club has.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn id(&mut self) -> Result<Uuid, ClubError> {
        Ok(self.row("SELECT id FROM ginpad.club", &[])?.get(0))
    }

    /// Asks the server to notify this connection of new lines.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn listen(&mut self) -> Result<(), ClubError> {
        self.batch("LISTEN ginpad")
    }

    /// Begins a tally, after waiting for any other to end. Others see its figures once it is committed.
    pub(super) fn begin_tally(&mut self) -> Result<(), ClubError> {
        self.batch("BEGIN")?;
        // Only the owner may take this lock, and readers do not wait for it.
        self.batch("LOCK TABLE ginpad.tallied IN SHARE ROW EXCLUSIVE MODE")?;
        while self.index_some()? {}
        Ok(())
    }

    /// Freezes what this connection sees: all its reads show the same moment, and it cannot write.
    ///
    /// # Errors
    /// The connection was lost.
    pub fn stand_still(&mut self) -> Result<(), ClubError> {
        self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    }

    /// Returns the last line that the figures include, if this version worked them out. Another version may score
    /// differently.
    pub(super) fn tallied_up_to(&mut self) -> Result<Option<(i64, Hash)>, ClubError> {
        let rows = self.rows("SELECT arrival, hash FROM ginpad.tallied WHERE version = $1", &[&VERSION])?;
        Ok(rows.first().map(|row| (row.get(0), row.get::<_, &[u8]>(1).try_into().unwrap_or_default())))
    }

    /// Empties the tables. Those who read them meanwhile see the old figures; `TRUNCATE` would lock readers out.
    pub(super) fn forget_figures(&mut self) -> Result<(), ClubError> {
        let tables = ["result", "played", "standing", "person", "paid", "tallied"];
        tables.iter().try_for_each(|table| self.batch(&format!("DELETE FROM ginpad.{table}")))
    }

    /// Lists the games of people who are now listed under another id than in the tables.
    pub(super) fn games_of_relisted(&mut self, people: &[NamedPerson]) -> Result<Vec<FactId>, ClubError> {
        let ids: Vec<String> = people.iter().map(|person| named(person.id)).collect();
        let listed: Vec<String> = people.iter().map(|person| named(person.listed)).collect();
        let moved = "SELECT person.person FROM ginpad.person \
                     LEFT JOIN unnest($1::text[], $2::text[]) AS now (person, listed) ON now.person = person.person \
                     WHERE now.listed IS DISTINCT FROM person.listed";
        let moved: Vec<String> = self.rows(moved, &[&ids, &listed])?.iter().map(|row| row.get(0)).collect();
        if moved.is_empty() {
            return Ok(Vec::new());
        }
        let games = "SELECT DISTINCT game FROM ginpad.result WHERE seated = ANY ($1)";
        Ok(self.rows(games, &[&moved])?.iter().map(|row| id(row, 0)).collect())
    }

    /// Replaces the games in `concerned` by `games`. Returns the people and months whose totals change.
    pub(super) fn enter_games(
        &mut self,
        concerned: &[FactId],
        games: &[Played],
    ) -> Result<BTreeSet<(String, i32)>, ClubError> {
        let concerned: Vec<String> = concerned.iter().map(|game| named(*game)).collect();
        let gone = "DELETE FROM ginpad.result WHERE game = ANY ($1) RETURNING who, month";
        let gone = self.rows(gone, &[&concerned])?;
        let mut months: BTreeSet<(String, i32)> = gone.iter().map(|row| (row.get(0), row.get(1))).collect();
        self.execute("DELETE FROM ginpad.played WHERE game = ANY ($1)", &[&concerned])?;
        let ids: Vec<String> = games.iter().map(|game| named(game.id)).collect();
        let started: Vec<i64> = games.iter().map(|game| game.start.0).collect();
        let begun: Vec<Uuid> = games.iter().map(|game| game.start.1).collect();
        let has_stake: Vec<bool> = games.iter().map(|game| game.has_stake).collect();
        let is_finished: Vec<bool> = games.iter().map(|game| game.is_finished).collect();
        let sheets: Vec<&str> = games.iter().map(|game| game.sheet.as_str()).collect();
        let played = "INSERT INTO ginpad.played (game, started, begun, has_stake, is_finished, sheet) SELECT * FROM \
                      unnest($1::text[], $2::bigint[], $3::uuid[], $4::boolean[], $5::boolean[], $6::text[])";
        self.execute(played, &[&ids, &started, &begun, &has_stake, &is_finished, &sheets])?;
        let (mut of, mut places, mut whose) = (Vec::new(), Vec::<i16>::new(), Vec::new());
        let (mut seated, mut when, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for game in games {
            let month = month_of(game.start.0);
            for (place, (who, line)) in (0..).zip(&game.results) {
                of.push(named(game.id));
                places.push(place);
                whose.push(who.clone());
                seated.push(game.seated.get(usize::try_from(place).unwrap_or(usize::MAX)).map(|person| named(*person)));
                when.push(month);
                lines.push(line.keep());
                months.insert((who.clone(), month));
            }
        }
        let results = "INSERT INTO ginpad.result (game, place, who, seated, month, line) SELECT * FROM \
                       unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::integer[], $6::text[])";
        self.execute(results, &[&of, &places, &whose, &seated, &when, &lines])?;
        Ok(months)
    }

    /// Adds up somebody's lines of a month.
    pub(super) fn add_up(&mut self, who: &str, month: i32) -> Result<(), ClubError> {
        let lines = "SELECT line FROM ginpad.result JOIN ginpad.played USING (game) WHERE who = $1 AND month = $2 \
                     ORDER BY started, begun, game COLLATE \"C\"";
        let mut all: Option<StandingsRow> = None;
        for row in self.rows(lines, &[&who, &month])? {
            let Some(line) = StandingsRow::of_kept(row.get(0), |_| 0) else { continue };
            match &mut all {
                Some(all) => all.go_on(line),
                none => *none = Some(line),
            }
        }
        let Some(line) = all else {
            let gone = "DELETE FROM ginpad.standing WHERE who = $1 AND month = $2";
            return self.execute(gone, &[&who, &month]).map(drop);
        };
        self.put_months(&BTreeMap::from([((who.to_string(), month), line)]))
    }

    /// Writes the lines of months.
    pub(super) fn put_months(&mut self, months: &BTreeMap<(String, i32), StandingsRow>) -> Result<(), ClubError> {
        let whose: Vec<&str> = months.keys().map(|(who, _)| who.as_str()).collect();
        let when: Vec<i32> = months.keys().map(|(_, month)| *month).collect();
        let lines: Vec<String> = months.values().map(StandingsRow::keep).collect();
        let put = "INSERT INTO ginpad.standing (who, month, line) \
                   SELECT * FROM unnest($1::text[], $2::integer[], $3::text[]) \
                   ON CONFLICT (who, month) DO UPDATE SET line = excluded.line";
        self.execute(put, &[&whose, &when, &lines]).map(drop)
    }

    /// Writes everybody's names, the payments, and the last line that the figures include.
    pub(super) fn end_tally(
        &mut self,
        people: &[NamedPerson],
        paid: &[Payment],
        (arrival, hash): (i64, Hash),
    ) -> Result<(), ClubError> {
        let texts = |text: fn(&NamedPerson) -> String| people.iter().map(text).collect::<Vec<String>>();
        let ids = texts(|person| named(person.id));
        let (listed, called) = (texts(|person| named(person.listed)), texts(|person| person.called.to_string()));
        let own = texts(|person| person.own.to_string());
        self.execute("DELETE FROM ginpad.person WHERE person <> ALL ($1)", &[&ids])?;
        let put = "INSERT INTO ginpad.person (person, listed, called, own, place) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY \
                   ON CONFLICT (person) DO UPDATE SET listed = excluded.listed, called = excluded.called, \
                   own = excluded.own, place = excluded.place WHERE (person.listed, person.called, person.own, person.place) \
                   IS DISTINCT FROM (excluded.listed, excluded.called, excluded.own, excluded.place)";
        self.execute(put, &[&ids, &listed, &called, &own])?;
        self.batch("DELETE FROM ginpad.paid")?;
        let ids = |who: fn(&Payment) -> FactId| paid.iter().map(|paid| named(who(paid))).collect::<Vec<String>>();
        let (payers, payees) = (ids(|paid| paid.payer), ids(|paid| paid.payee));
        let amounts: Vec<String> = paid.iter().map(|paid| paid.amount.to_string()).collect();
        let times: Vec<String> = paid.iter().map(|paid| json!(paid.at).to_string()).collect();
        let put = "INSERT INTO ginpad.paid (payer, payee, amount, at, place) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY";
        self.execute(put, &[&payers, &payees, &amounts, &times])?;
        let put = "INSERT INTO ginpad.tallied (arrival, hash, version) VALUES ($1, $2, $3) \
                   ON CONFLICT (is_one) DO UPDATE SET arrival = excluded.arrival, hash = excluded.hash, \
                   version = excluded.version, at = now()";
        self.execute(put, &[&arrival, &hash.as_slice(), &VERSION]).map(drop)
    }

    /// Returns when the figures were worked out, and how many lines have arrived since; `None` if nobody has worked them
    /// out yet.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn as_of(&mut self) -> Result<Option<(SystemTime, u64)>, ClubError> {
        // Counts for each writer separately, so that only new lines are read.
        let query = "SELECT at, (SELECT coalesce(sum((SELECT count(*) FROM ginpad.change \
                     WHERE change.writer = writer.writer AND change.arrival > coalesce(indexed.arrival, 0))), 0)::bigint \
                     FROM ginpad.writer LEFT JOIN ginpad.indexed USING (writer)) FROM ginpad.tallied";
        let rows = self.rows(query, &[])?;
        Ok(rows.first().map(|row| (row.get(0), u64::try_from(row.get::<_, i64>(1)).unwrap_or(0))))
    }

    /// Lists everybody, in the order in which they were added.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn everybody(&mut self) -> Result<Vec<NamedPerson>, ClubError> {
        let rows = self.rows("SELECT person, listed, called, own FROM ginpad.person ORDER BY place", &[])?;
        let person =
            |row: &Row| NamedPerson { id: id(row, 0), listed: id(row, 1), called: name(row, 2), own: name(row, 3) };
        Ok(rows.iter().map(person).collect())
    }

    /// Lists the payments, oldest first.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn paid(&mut self) -> Result<Vec<Payment>, ClubError> {
        let rows = self.rows("SELECT payer, payee, amount, at FROM ginpad.paid ORDER BY place", &[])?;
        let paid = |row: &Row| {
            let (amount, at) = (Amount::read(row.get(2)).ok()?, serde_json::from_str(row.get(3)).ok()?);
            Some(Payment { id: FactId::default(), payer: id(row, 0), payee: id(row, 1), amount, at })
        };
        Ok(rows.iter().filter_map(paid).collect())
    }

    /// Returns the totals over all games.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn standings(&mut self) -> Result<AddedUp, ClubError> {
        let games = self.row("SELECT count(*), count(*) FILTER (WHERE is_finished) FROM ginpad.played", &[])?;
        let count = |column| usize::try_from(games.get::<_, i64>(column)).unwrap_or(0);
        let lines = self.rows("SELECT who, line FROM ginpad.standing ORDER BY who, month", &[])?;
        let months = lines.iter().map(|row| (row.get(0), row.get(1))).collect();
        Ok(AddedUp { games: count(0), finished: count(1), months })
    }

    /// Visits the games in order, each with its players and its sheet. `with` keeps only games in which all these
    /// people sit; `has_stake` keeps only games with a stake.
    ///
    /// # Errors
    /// The club cannot be read, or `visit` fails.
    pub fn each_game(
        &mut self,
        with: &[FactId],
        has_stake: bool,
        mut visit: impl FnMut(FactId, Vec<FactId>, String) -> Result<(), ClubError>,
    ) -> Result<(), ClubError> {
        let with: Vec<String> = with.iter().map(|person| named(*person)).collect();
        let number = i64::try_from(with.len()).unwrap_or(i64::MAX);
        let games = "SELECT game, (SELECT array_agg(seated ORDER BY place) FROM ginpad.result \
                     WHERE result.game = played.game AND seated IS NOT NULL), sheet FROM ginpad.played \
                     WHERE (cardinality($1::text[]) = 0 OR game IN (SELECT game FROM ginpad.result WHERE who = ANY ($1) \
                     GROUP BY game HAVING count(DISTINCT who) >= $2)) AND (has_stake OR NOT $3) \
                     ORDER BY started, begun, game COLLATE \"C\"";
        self.each_row(games, &[&with, &number, &has_stake], |row| {
            let seated: Vec<String> = row.get(1);
            let seated = seated.iter().map(|person| read_named(person).unwrap_or_default()).collect();
            visit(id(&row, 0), seated, row.get(2))
        })
    }
}

/// Returns the number of the month of a time in milliseconds. Every such month has 31 days, because the figures need
/// only periods of about that length.
pub(super) fn month_of(started: i64) -> i32 {
    const MONTH: i64 = 31 * 24 * 60 * 60 * 1000;
    i32::try_from(started.div_euclid(MONTH)).unwrap_or(i32::MAX)
}
