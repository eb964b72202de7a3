//! The tables of figures, which everybody reads; and the tally: the owner folds the games that have new lines, and writes
//! their figures into the club.
//!
//! The fold must find a game's lines by content, the acts that undo them, and who is who. A book can do that, so the
//! owner keeps a copy of the club's lines in a book of its own, to which nothing else is added. A lost copy is made
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use serde_json::{Value, json};
use tokio_postgres::Row;
use uuid::Uuid;

use super::exchange::ClubExchange;
use super::{Club, ClubError};
use crate::book::{Access, Book, BookError, MIGRATIONS, OpenBook, StoredGame, Watcher};
use ginpad_core::facts::{FactId, Hash, Payment, named, read_named};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::Namesakes;
use ginpad_core::notation::print_readable;
use ginpad_core::reports::{Finished, ReportedGame, Standings, StandingsRow};
use ginpad_core::{Amount, Name};

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

    /// Removes games, and returns the people and months whose totals change.
    pub(super) fn forget_games(&mut self, games: &[FactId]) -> Result<Vec<(String, i32)>, ClubError> {
        let games: Vec<String> = games.iter().map(|game| named(*game)).collect();
        let gone = self.rows("DELETE FROM ginpad.result WHERE game = ANY ($1) RETURNING who, month", &[&games])?;
        self.execute("DELETE FROM ginpad.played WHERE game = ANY ($1)", &[&games])?;
        Ok(gone.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// Adds rows to a table, each an object with its columns. `conflict` says what happens to rows that are there.
    pub(super) fn put(&mut self, table: &str, rows: Vec<Value>, conflict: &str) -> Result<(), ClubError> {
        let put = format!(
            "INSERT INTO ginpad.{table} \
             SELECT * FROM json_populate_recordset(NULL::ginpad.{table}, $1::text::json) {conflict}"
        );
        self.execute(&put, &[&Value::from(rows).to_string()]).map(drop)
    }

    /// Adds up the results of these people in these months.
    pub(super) fn add_up(&mut self, months: &[(String, i32)]) -> Result<(), ClubError> {
        let (whose, when): (Vec<&str>, Vec<i32>) = months.iter().map(|(who, month)| (who.as_str(), *month)).unzip();
        let gone = "DELETE FROM ginpad.standing USING unnest($1::text[], $2::integer[]) AS changed (who, month) \
                    WHERE standing.who = changed.who AND standing.month = changed.month";
        self.execute(gone, &[&whose, &when])?;
        let lines = "SELECT who, month, line FROM unnest($1::text[], $2::integer[]) AS changed (who, month) \
                     JOIN ginpad.result USING (who, month) JOIN ginpad.played USING (game) \
                     ORDER BY started, begun, game COLLATE \"C\"";
        let mut totals = BTreeMap::<(String, i32), StandingsRow>::new();
        self.each_row(lines, &[&whose, &when], |row| {
            if let Some(line) = StandingsRow::of_kept(row.get(2), |_| 0) {
                totals.entry((row.get(0), row.get(1))).or_default().go_on(line);
            }
            Ok(())
        })?;
        let total =
            |((who, month), total): (&_, &StandingsRow)| json!({ "who": who, "month": month, "line": total.keep() });
        self.put("standing", totals.iter().map(total).collect(), "")
    }

    /// Writes everybody's names, the payments, and the last line that the figures include.
    pub(super) fn end_tally(
        &mut self,
        people: &[NamedPerson],
        paid: &[Payment],
        (arrival, hash): (i64, Hash),
    ) -> Result<(), ClubError> {
        let ids: Vec<String> = people.iter().map(|person| named(person.id)).collect();
        self.execute("DELETE FROM ginpad.person WHERE person <> ALL ($1)", &[&ids])?;
        let person = |(place, NamedPerson { id, listed, called, own }): (i32, &NamedPerson)| {
            let (id, listed) = (named(*id), named(*listed));
            json!({ "person": id, "place": place, "listed": listed, "called": called, "own": own })
        };
        let changed = "ON CONFLICT (person) DO UPDATE SET listed = excluded.listed, called = excluded.called, \
                       own = excluded.own, place = excluded.place WHERE ROW (person.*) IS DISTINCT FROM ROW (excluded.*)";
        self.put("person", (1..).zip(people).map(person).collect(), changed)?;
        self.batch("DELETE FROM ginpad.paid")?;
        let payment = |(place, Payment { payer, payee, amount, at, .. }): (i32, &Payment)| {
            let (payer, payee, at) = (named(*payer), named(*payee), json!(at).to_string());
            json!({ "place": place, "payer": payer, "payee": payee, "amount": amount.to_string(), "at": at })
        };
        self.put("paid", (1..).zip(paid).map(payment).collect(), "")?;
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

/// How many games are written at a time.
const AT_ONCE: usize = 500;

/// The result of a tally.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tallied {
    /// The number of games that were worked out.
    pub games: usize,
    /// Whether these are all games, because no figures matched the copy.
    pub is_anew: bool,
}

/// Works out new figures, with a copy of the club's lines in this file.
///
/// # Errors
/// The club or the copy cannot be read or written.
pub fn tally(
    mut club: Club,
    copy: &Path,
    now: Moment,
    watcher: &Arc<dyn Watcher>,
) -> Result<(Club, Tallied), ClubError> {
    club.check()?;
    // After an error the connection ends, and the server rolls back.
    club.begin_tally()?;
    let (mut club, tallied) = work_out(club, copy, now, watcher)?;
    club.batch("COMMIT")?;
    Ok((club, tallied))
}

/// Fetches the new lines, and writes the figures.
fn work_out(club: Club, copy: &Path, now: Moment, watcher: &Arc<dyn Watcher>) -> Result<(Club, Tallied), ClubError> {
    let mut exchange = ClubExchange::begin(club, Namesakes::JoinImported, now, false)?;
    let Some(mut book) = Book::open_with(copy, Access::Write, None, Some(&**watcher), MIGRATIONS)? else {
        return Ok((exchange.into_club(), Tallied::default()));
    };
    exchange.ask(&book.read()?)?;
    let steps = watcher.begin("fetching changes", exchange.coming());
    loop {
        exchange.fetch()?;
        let lines = exchange.arrivals.fetched.lines.len();
        if lines == 0 {
            break;
        }
        let open = book.write()?;
        // Nobody is joined here, because the club's lines already say who is one person.
        exchange.arrivals.is_all = false;
        exchange.arrivals.receive(&open, |_, _| Ok(()))?;
        open.commit()?;
        steps.advance(lines);
    }
    drop(steps);
    let (mut club, open) = (exchange.into_club(), book.read()?.watched_by(Arc::clone(watcher)));
    let Some(last) = open.last_line()? else { return Ok((club, Tallied::default())) };
    let up_to = club.tallied_up_to()?;
    let last_tallied = match up_to {
        Some((arrival, hash)) if open.has_arrived(arrival, &hash)? => Some(arrival),
        _ => None,
    };
    let tallied = write(&mut club, &open, last_tallied, last)?;
    drop(open);
    Ok((club, tallied))
}

fn write(
    club: &mut Club,
    open: &OpenBook<'_>,
    last_tallied: Option<i64>,
    last: (i64, Hash),
) -> Result<Tallied, ClubError> {
    let people = everybody(open)?;
    let listed = people.iter().map(|person| (person.id, person.listed)).collect();
    let (played, results, months) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut entering = Entering { listed, club, played, results, months, number: 0 };
    match last_tallied {
        Some(last_tallied) => {
            let mut concerned = open.games_since(last_tallied)?;
            concerned.extend(entering.club.games_of_relisted(&people)?);
            for some in concerned.iter().copied().collect::<Vec<FactId>>().chunks(AT_ONCE) {
                entering.months.extend(entering.club.forget_games(some)?);
            }
            open.each_game_among(&concerned, |game| entering.enter(&game))?;
        }
        None => {
            entering.club.forget_figures()?;
            open.each_game(&open.games()?, |game| entering.enter(&game))?;
        }
    }
    entering.flush()?;
    let Entering { club, months, number, .. } = entering;
    months.into_iter().collect::<Vec<_>>().chunks(AT_ONCE).try_for_each(|some| club.add_up(some))?;
    club.end_tally(&people, &open.payments()?, last)?;
    Ok(Tallied { games: number, is_anew: last_tallied.is_none() })
}

/// Lists everybody whom lines name, in the order in which they were added.
fn everybody(open: &OpenBook<'_>) -> Result<Vec<NamedPerson>, BookError> {
    let people = open.everyone()?;
    let names = |listed: FactId| {
        let all = people.joined.same_as(listed).into_iter();
        let (called, people) = (people.name_of(listed), &people);
        all.map(move |id| NamedPerson { id, listed, called: called.clone(), own: people.own_name_of(id) })
    };
    Ok(people.listed.iter().flat_map(|person| names(person.id)).collect())
}

/// Collects rows for the tables.
struct Entering<'c> {
    club: &'c mut Club,
    /// The person under whom each person is listed.
    listed: BTreeMap<FactId, FactId>,
    /// The games, each with its sheet, in which the players are named by their seats.
    played: Vec<Value>,
    /// The results of the players of these games, then of the sides of partners.
    results: Vec<Value>,
    /// The people and months whose totals have changed.
    months: BTreeSet<(String, i32)>,
    number: usize,
}

impl Entering<'_> {
    fn enter(&mut self, game: &StoredGame) -> Result<(), ClubError> {
        let mut standings = Standings::default();
        standings.enter(ReportedGame { id: game.id, number: 0, scored: &game.scored });
        let (players, seated, id) = (&game.scored.game.players, game.record.sides.concat(), named(game.id));
        let listed = |person| named(self.listed.get(&person).copied().unwrap_or(person));
        let names = players.seats().map(|(_, name)| name);
        let who: BTreeMap<&Name, String> = names.zip(seated.iter().copied().map(listed)).collect();
        let (started, begun) = game.record.start;
        let month = month_of(started);
        for (place, line) in standings.lines().iter().enumerate() {
            let mut names: Vec<&str> = line.names.iter().filter_map(|name| Some(who.get(name)?.as_str())).collect();
            names.sort_unstable();
            let (who, seated) = (names.join(" "), seated.get(place).map(|person| named(*person)));
            let (game, line) = (&id, line.row.keep());
            self.results.push(json!({
                "game": game, "place": place, "who": who, "seated": seated, "month": month, "line": line
            }));
            self.months.insert((who, month));
        }
        let has_stake = game.scored.game.stakes.currency().is_some();
        let (is_finished, mut sheet) = (Finished::of(&game.scored).is_some(), game.scored.game.clone());
        // The players are named by their seats.
        let mut seats = (1..).map_while(|seat: usize| Name::read(&format!("P{seat}")).ok());
        sheet.players = players.renamed(|_| seats.next()).unwrap_or_else(|| players.clone());
        let sheet = print_readable(&sheet).0;
        self.played.push(json!({
            "game": id, "started": started, "begun": begun, "has_stake": has_stake, "is_finished": is_finished,
            "sheet": sheet
        }));
        self.number += 1;
        if self.played.len() == AT_ONCE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ClubError> {
        self.club.put("played", std::mem::take(&mut self.played), "")?;
        self.club.put("result", std::mem::take(&mut self.results), "")
    }
}
