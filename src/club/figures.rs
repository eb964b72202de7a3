//! The tables of figures: the owner writes them, and everybody reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use ginpad_core::facts::{FactId, Hash, named, read_named};
use ginpad_core::players::Name;
use ginpad_core::reports::Line;
use tokio_postgres::Row;
use uuid::Uuid;

use super::Club;
use super::error::ClubError;
use crate::book::Known;

/// The version that works figures out.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A game as the tables hold it.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its id.
    pub id: FactId,
    /// What orders it among others.
    pub start: (i64, Uuid),
    /// Whether it is played for money.
    pub has_stake: bool,
    /// Whether it came out.
    pub is_finished: bool,
    /// Its sheet, in which the players are called by their seats.
    pub sheet: String,
    /// Who sits there, one seat after another.
    pub seated: Vec<FactId>,
    /// What each player did, and each side of partners: as whom they are listed, and the line of this game.
    pub results: Vec<(String, Line)>,
}

/// A payment as the tables hold it.
#[derive(Debug, Clone)]
pub struct Paid {
    /// Who paid.
    pub payer: FactId,
    /// Who was paid.
    pub payee: FactId,
    /// How much, and in which currency.
    pub amount: String,
    /// When, as JSON.
    pub at: String,
}

/// What is added up of all games.
#[derive(Debug, Clone, Default)]
pub struct AddedUp {
    /// How many games there are.
    pub games: usize,
    /// How many of them came out.
    pub finished: usize,
    /// The line of each month, by whose it is, in order.
    pub months: Vec<(String, String)>,
}

/// How new the figures are.
#[derive(Debug, Clone, Copy)]
pub struct AsOf {
    /// When they were worked out.
    pub at: SystemTime,
    /// How many lines came since.
    pub since: u64,
}

/// An id of a row. One that cannot be read is nobody's.
fn id(row: &Row, column: usize) -> FactId {
    read_named(row.get(column)).unwrap_or_default()
}

fn name(row: &Row, column: usize) -> Name {
    Name::read(row.get(column)).unwrap_or_else(|_| Name::read("?").expect("a name"))
}

impl Club {
    /// The id of the club, which no other has.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn id(&mut self) -> Result<Uuid, ClubError> {
        Ok(self.row("SELECT id FROM ginpad.club", &[])?.get(0))
    }

    /// Hears from now on when lines come.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn listen(&mut self) -> Result<(), ClubError> {
        self.batch("LISTEN ginpad")
    }

    /// Begins a tally, and waits until no other one is under way. What follows is seen by others when it is committed, and
    /// only then counts as seen.
    pub(super) fn begin_tally(&mut self) -> Result<(), ClubError> {
        self.batch("BEGIN")?;
        // Only the owner may lock the table so, and no reader waits for that.
        self.batch("LOCK TABLE ginpad.tallied IN SHARE ROW EXCLUSIVE MODE")?;
        while self.index_some()? {}
        Ok(())
    }

    /// From now on until the connection ends, all that is read is of one moment, and nothing is written.
    ///
    /// # Errors
    /// The connection was lost.
    pub fn stand_still(&mut self) -> Result<(), ClubError> {
        self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    }

    /// The last line that the figures have, if this version worked them out: another one may score otherwise.
    pub(super) fn tallied_up_to(&mut self) -> Result<Option<(i64, Hash)>, ClubError> {
        let rows = self.rows("SELECT arrival, hash FROM ginpad.tallied WHERE version = $1", &[&VERSION])?;
        Ok(rows.first().map(|row| (row.get(0), row.get::<_, &[u8]>(1).try_into().unwrap_or_default())))
    }

    /// Empties the tables. Whoever reads them meanwhile sees the figures from before: `TRUNCATE` would shut readers out.
    pub(super) fn forget_figures(&mut self) -> Result<(), ClubError> {
        let tables = ["result", "played", "standing", "person", "paid", "tallied"];
        tables.iter().try_for_each(|table| self.batch(&format!("DELETE FROM ginpad.{table}")))
    }

    /// The games in which somebody sits who is listed as another one now.
    pub(super) fn games_of_relisted(&mut self, people: &[Known]) -> Result<Vec<FactId>, ClubError> {
        let ids: Vec<String> = people.iter().map(|known| named(known.id)).collect();
        let listed: Vec<String> = people.iter().map(|known| named(known.listed)).collect();
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

    /// Puts these games in the place of those that were concerned. The answer is whose months are others now.
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

    /// Adds up the lines of a month of somebody.
    pub(super) fn add_up(&mut self, who: &str, month: i32) -> Result<(), ClubError> {
        let lines = "SELECT line FROM ginpad.result JOIN ginpad.played USING (game) WHERE who = $1 AND month = $2 \
                     ORDER BY started, begun, game COLLATE \"C\"";
        let mut all: Option<Line> = None;
        for row in self.rows(lines, &[&who, &month])? {
            let Some(line) = Line::of_kept(row.get(0), |_| 0) else { continue };
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
    pub(super) fn put_months(&mut self, months: &BTreeMap<(String, i32), Line>) -> Result<(), ClubError> {
        let whose: Vec<&str> = months.keys().map(|(who, _)| who.as_str()).collect();
        let when: Vec<i32> = months.keys().map(|(_, month)| *month).collect();
        let lines: Vec<String> = months.values().map(Line::keep).collect();
        let put = "INSERT INTO ginpad.standing (who, month, line) \
                   SELECT * FROM unnest($1::text[], $2::integer[], $3::text[]) \
                   ON CONFLICT (who, month) DO UPDATE SET line = excluded.line";
        self.execute(put, &[&whose, &when, &lines]).map(drop)
    }

    /// Writes who everybody is, what was paid, and which line was the last.
    pub(super) fn end_tally(
        &mut self,
        people: &[Known],
        paid: &[Paid],
        (arrival, hash): (i64, Hash),
    ) -> Result<(), ClubError> {
        let texts = |text: fn(&Known) -> String| people.iter().map(text).collect::<Vec<String>>();
        let ids = texts(|known| named(known.id));
        let (listed, called) = (texts(|known| named(known.listed)), texts(|known| known.called.to_string()));
        let own = texts(|known| known.own.to_string());
        self.execute("DELETE FROM ginpad.person WHERE person <> ALL ($1)", &[&ids])?;
        let put = "INSERT INTO ginpad.person (person, listed, called, own, place) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY \
                   ON CONFLICT (person) DO UPDATE SET listed = excluded.listed, called = excluded.called, \
                   own = excluded.own, place = excluded.place WHERE (person.listed, person.called, person.own, person.place) \
                   IS DISTINCT FROM (excluded.listed, excluded.called, excluded.own, excluded.place)";
        self.execute(put, &[&ids, &listed, &called, &own])?;
        self.batch("DELETE FROM ginpad.paid")?;
        let ids = |who: fn(&Paid) -> FactId| paid.iter().map(|paid| named(who(paid))).collect::<Vec<String>>();
        let (payers, payees) = (ids(|paid| paid.payer), ids(|paid| paid.payee));
        let amounts: Vec<&str> = paid.iter().map(|paid| paid.amount.as_str()).collect();
        let times: Vec<&str> = paid.iter().map(|paid| paid.at.as_str()).collect();
        let put = "INSERT INTO ginpad.paid (payer, payee, amount, at, place) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY";
        self.execute(put, &[&payers, &payees, &amounts, &times])?;
        let put = "INSERT INTO ginpad.tallied (arrival, hash, version) VALUES ($1, $2, $3) \
                   ON CONFLICT (is_one) DO UPDATE SET arrival = excluded.arrival, hash = excluded.hash, \
                   version = excluded.version, at = now()";
        self.execute(put, &[&arrival, &hash.as_slice(), &VERSION]).map(drop)
    }

    /// How new the figures are. `None` if nobody has worked them out yet.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn as_of(&mut self) -> Result<Option<AsOf>, ClubError> {
        // Each writer is asked for by itself, so that only what is new is looked at.
        let since = "SELECT at, (SELECT coalesce(sum((SELECT count(*) FROM ginpad.change \
                     WHERE change.writer = writer.writer AND change.arrival > coalesce(indexed.arrival, 0))), 0)::bigint \
                     FROM ginpad.writer LEFT JOIN ginpad.indexed USING (writer)) FROM ginpad.tallied";
        let rows = self.rows(since, &[])?;
        Ok(rows.first().map(|row| AsOf { at: row.get(0), since: u64::try_from(row.get::<_, i64>(1)).unwrap_or(0) }))
    }

    /// Everybody, those added first coming first.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn everybody(&mut self) -> Result<Vec<Known>, ClubError> {
        let rows = self.rows("SELECT person, listed, called, own FROM ginpad.person ORDER BY place", &[])?;
        let known = |row: &Row| Known { id: id(row, 0), listed: id(row, 1), called: name(row, 2), own: name(row, 3) };
        Ok(rows.iter().map(known).collect())
    }

    /// What was paid, the oldest first.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn paid(&mut self) -> Result<Vec<Paid>, ClubError> {
        let rows = self.rows("SELECT payer, payee, amount, at FROM ginpad.paid ORDER BY place", &[])?;
        let paid = |row: &Row| Paid { payer: id(row, 0), payee: id(row, 1), amount: row.get(2), at: row.get(3) };
        Ok(rows.iter().map(paid).collect())
    }

    /// What is added up of all games.
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

    /// Shows the games in their order, each with who sits there and its sheet: all, or those in which all of these people
    /// sit, or those with a stake.
    ///
    /// # Errors
    /// The club cannot be read, and those of `visit`.
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

/// The month of a time in milliseconds, counted in 31 days each: months are only parts of some length, in order.
pub(super) fn month_of(started: i64) -> i32 {
    const MONTH: i64 = 31 * 24 * 60 * 60 * 1000;
    i32::try_from(started.div_euclid(MONTH)).unwrap_or(i32::MAX)
}
