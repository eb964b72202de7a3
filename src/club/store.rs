//! The club as a store of lines.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;

use ginpad_core::facts::{Change, Hash, Line, LineFault, Subject};
use ginpad_core::ledger::{Appended, LineRange, Refused, Run, Span, Store, joined};
use sha2::{Digest as _, Sha256};
use tokio_postgres::Row;
use uuid::Uuid;

use super::{Club, ClubError};

/// The number of a line, and the line or why it is unreadable.
pub(super) type Numbered = (u64, Result<Line, LineFault>);

/// How many lines are indexed at a time.
const INDEXED_AT_ONCE: i64 = 10_000;

/// How many lines are searched for the next ones.
const WINDOW: u64 = 1000;

/// The longest key, in bytes, that an index accepts.
const LONGEST_KEY: usize = 200;

/// Returns the key of a subject; a long key is replaced by its hash.
fn key(subject: &Subject) -> Vec<u8> {
    let key = subject.key();
    if key.len() <= LONGEST_KEY { key } else { [&key[..1], Sha256::digest(&key).as_slice()].concat() }
}

/// Reads and verifies a line from a row of `line, hash`.
fn line(row: &Row) -> Result<Line, ClubError> {
    Line::verified(row.get(0), &hash(row, 1)).map_err(ClubError::Altered)
}

/// Reads a hash from a row. One of another length matches no line.
fn hash(row: &Row, column: usize) -> Hash {
    row.get::<_, &[u8]>(column).try_into().unwrap_or_default()
}

fn number(row: &Row, column: usize) -> u64 {
    u64::try_from(row.get::<_, i64>(column)).unwrap_or(0)
}

/// Limits a number to the largest that PostgreSQL accepts.
fn limited(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Club {
    /// Appends lines in one transaction. Returns `Ok(Err(why))` if one of them is refused; then none is stored.
    fn append_all(&mut self, lines: &[&Line]) -> Result<Result<HashSet<Hash>, Refused>, ClubError> {
        let texts: Vec<&str> = lines.iter().map(|line| line.text()).collect();
        let hashes: Vec<&[u8]> = lines.iter().map(|line| line.hash().as_slice()).collect();
        let insert = "INSERT INTO ginpad.change (line, hash) SELECT line, hash \
                      FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS given (line, hash, place) \
                      ORDER BY place RETURNING hash";
        match self.rows(insert, &[&texts, &hashes]) {
            Ok(rows) => Ok(Ok(rows.iter().map(|row| hash(row, 0)).collect())),
            Err(ClubError::Line(why)) => Ok(Err(why)),
            Err(error) => Err(error),
        }
    }

    /// Returns the next lines of a writer, up to this many bytes, with their numbers. An unreadable line is replaced by
    /// its fault.
    ///
    /// # Errors
    /// The club cannot be read.
    pub(super) fn some_lines(
        &mut self,
        LineRange { writer, first, last }: LineRange,
        bytes: i64,
    ) -> Result<Vec<Numbered>, ClubError> {
        let query = "SELECT line, hash, sequence FROM (\
                         SELECT line, hash, sequence, arrival, sum(octet_length(line)) OVER (\
                             ORDER BY sequence RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before \
                         FROM ginpad.change WHERE writer = $1 AND sequence BETWEEN $2 AND $3) AS next \
                     WHERE coalesce(before, 0) < $4 ORDER BY sequence, arrival";
        let last = limited(last.min(first.saturating_add(WINDOW)));
        let rows = self.rows(query, &[&writer, &limited(first), &last, &bytes])?;
        Ok(rows.iter().map(|row| (number(row, 2), Line::verified(row.get(0), &hash(row, 1)))).collect())
    }

    /// Finds the writers for whom the club has a different line than the last one of a run that a book holds.
    ///
    /// # Errors
    /// The club cannot be read.
    pub(super) fn apart(&mut self, spans: &[Span]) -> Result<BTreeSet<Uuid>, ClubError> {
        let writers: Vec<Uuid> = spans.iter().map(|span| span.writer).collect();
        let lasts: Vec<i64> = spans.iter().map(|span| limited(span.last)).collect();
        let names: Vec<&[u8]> = spans.iter().map(|span| span.name.as_bytes().as_slice()).collect();
        let apart = "SELECT ours.writer FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS ours (writer, last, name) \
                     JOIN ginpad.change ON change.writer = ours.writer AND sequence = last \
                     GROUP BY ours.writer, last, name HAVING NOT bool_or(substr(hash, 1, 16) = name)";
        Ok(self.rows(apart, &[&writers, &lasts, &names])?.iter().map(|row| row.get(0)).collect())
    }

    /// Indexes the next lines, and returns whether there were any.
    pub(super) fn index_some(&mut self) -> Result<bool, ClubError> {
        let next = "SELECT line, hash, new.arrival, writer FROM ginpad.writer LEFT JOIN ginpad.indexed USING (writer) \
                    CROSS JOIN LATERAL (SELECT line, hash, change.arrival FROM ginpad.change \
                    WHERE change.writer = writer.writer AND change.arrival > coalesce(indexed.arrival, 0) \
                    ORDER BY change.arrival LIMIT $1) AS new ORDER BY new.arrival LIMIT $1";
        let (mut subjects, mut arrivals, mut writers) = (Vec::new(), Vec::<i64>::new(), Vec::<Uuid>::new());
        let mut last: BTreeMap<Uuid, i64> = BTreeMap::new();
        // The lines are visited one at a time, because they may be long.
        self.each_row(next, &[&INDEXED_AT_ONCE], |row| {
            let (arrival, writer) = (row.get(2), row.get(3));
            last.insert(writer, arrival);
            // A line that makes no sense has no subjects.
            let change = line(&row).ok().and_then(|line| Change::read(&line).ok());
            for subject in change.iter().flat_map(Change::subjects) {
                subjects.push(key(&subject));
                arrivals.push(arrival);
                writers.push(writer);
            }
            Ok(())
        })?;
        let add = "INSERT INTO ginpad.concerns (subject, arrival, writer) \
                   SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::uuid[]) ON CONFLICT DO NOTHING";
        self.execute(add, &[&subjects, &arrivals, &writers])?;
        let (last_of, arrivals): (Vec<Uuid>, Vec<i64>) = last.into_iter().unzip();
        let note = "INSERT INTO ginpad.indexed (writer, arrival) SELECT * FROM unnest($1::uuid[], $2::bigint[]) \
                    ON CONFLICT (writer) DO UPDATE SET arrival = excluded.arrival";
        Ok(self.execute(note, &[&last_of, &arrivals])? > 0)
    }

    /// Notes that these writers of the connected user have met the club.
    ///
    /// # Errors
    /// The club cannot be written.
    pub fn met(&mut self, writers: &[Uuid]) -> Result<(), ClubError> {
        self.execute("SELECT ginpad.met($1)", &[&writers]).map(drop)
    }

    /// Lists the writers that belong to the connected user.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn own_writers(&mut self) -> Result<Vec<Uuid>, ClubError> {
        let own = self.rows("SELECT writer FROM ginpad.writer WHERE role = session_user", &[])?;
        Ok(own.iter().map(|row| row.get(0)).collect())
    }
}

impl Store for Club {
    type Error = ClubError;

    /// The club accepts lines after a gap only if the gap was declared.
    const TAKES_GAPS: bool = false;

    fn append(&mut self, lines: &[Line]) -> Result<Vec<Appended>, ClubError> {
        let faults: Vec<Option<String>> =
            lines.iter().map(|line| Change::read(line).err().map(|fault| fault.to_string())).collect();
        let sound: Vec<&Line> =
            lines.iter().zip(&faults).filter(|(_, fault)| fault.is_none()).map(|(line, _)| line).collect();
        let mut stored = match self.append_all(&sound)? {
            Ok(stored) => stored,
            Err(why) if lines.len() == 1 => return Ok(vec![Appended::Refused(why)]),
            // One of them is refused. Sending line by line shows which.
            Err(_) => {
                let answers: Result<Vec<_>, _> = lines.chunks(1).map(|line| self.append(line)).collect();
                return Ok(answers?.concat());
            }
        };
        let answer = |(line, fault): (&Line, Option<String>)| match fault {
            Some(why) => Appended::Refused(Refused::NoChange(why)),
            None if stored.remove(line.hash()) => Appended::Stored,
            None => Appended::Known,
        };
        Ok(lines.iter().zip(faults).map(answer).collect())
    }

    fn index(&mut self) -> Result<(), ClubError> {
        while self.at_once(Club::index_some)? {}
        Ok(())
    }

    /// A writer without gap or fork has one run, which its last line defines.
    fn runs(&mut self) -> Result<Vec<Run>, ClubError> {
        let straight = "SELECT writer, sequence, hash FROM ginpad.writer CROSS JOIN LATERAL \
                        (SELECT sequence, hash FROM ginpad.change WHERE change.writer = writer.writer \
                         ORDER BY sequence DESC LIMIT 1) AS last WHERE is_straight";
        let others = "SELECT writer, sequence, hash, before FROM ginpad.change JOIN ginpad.writer USING (writer) \
                      WHERE NOT is_straight ORDER BY writer, sequence";
        let whole =
            |row: &Row| Run { writer: row.get(0), first: 1, last: number(row, 1), before: None, hash: hash(row, 2) };
        let mut runs: Vec<Run> = self.rows(straight, &[])?.iter().map(whole).collect();
        let one = |row: &Row| {
            let before: Option<&[u8]> = row.get(3);
            let before = before.and_then(|before| before.try_into().ok());
            Run { writer: row.get(0), first: number(row, 1), last: number(row, 1), before, hash: hash(row, 2) }
        };
        runs.extend(self.rows(others, &[])?.iter().map(one));
        Ok(joined(runs))
    }

    fn lines_of(
        &mut self,
        writer: Uuid,
        numbers: RangeInclusive<u64>,
        visit: &mut dyn FnMut(Line) -> Result<(), ClubError>,
    ) -> Result<(), ClubError> {
        let (first, last) = numbers.into_inner();
        let query = "SELECT line, hash FROM ginpad.change WHERE writer = $1 AND sequence BETWEEN $2 AND $3 \
                     ORDER BY sequence, arrival";
        self.each_row(query, &[&writer, &limited(first), &limited(last)], |row| visit(line(&row)?))
    }

    fn concerning(&mut self, subject: &Subject) -> Result<Vec<Change>, ClubError> {
        let query = "SELECT line, hash FROM ginpad.concerns JOIN ginpad.change USING (writer, arrival) \
                     WHERE subject = $1 ORDER BY arrival";
        let mut changes = Vec::new();
        self.each_row(query, &[&key(subject)], |row| {
            changes.push(Change::read(&line(&row)?).map_err(ClubError::Altered)?);
            Ok(())
        })?;
        Ok(changes)
    }
}
