//! Reads, verifies and scores every game of a book, in turn with the least that SQLite needs: one statement that reads
//! the lines. `cargo bench --bench reading -- BOOK [ROUNDS]`.
//!
//! Prints the hands a second of the median round of each side, and the ratio. The goal is 900 000 hands a second of imported
//! games, and 600 000 of hands that were logged one by one, on two cores.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ginpad::book::{Access, Book, BookError};
use rusqlite::{Connection, OpenFlags};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let path = PathBuf::from(words.first().ok_or("give a book")?);
    let rounds = words.get(1).map_or(Ok(5), |rounds| rounds.parse())?;
    drop(Book::open(&path, Access::Write, None)?);
    let (mut scored, mut listed) = (Vec::new(), Vec::new());
    let (mut hands, mut points) = (0, 0);
    for _ in 0..rounds {
        let start = Instant::now();
        (hands, points) = score_all(&path)?;
        scored.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        list_all(&path)?;
        listed.push(start.elapsed().as_secs_f64());
    }
    let speed = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        hands as f64 / times[times.len() / 2]
    };
    let (scored, listed) = (speed(&mut scored), speed(&mut listed));
    println!(
        "{hands} hands, {points} points: {scored:.0} hands a second scored, {listed:.0} listed by one statement: {:.2} of it",
        scored / listed
    );
    Ok(())
}

/// Reads and scores every game, and returns the hands and their points.
fn score_all(path: &Path) -> Result<(usize, i64), Box<dyn Error>> {
    let mut book = Book::open(path, Access::Read, None)?.ok_or("there is no book")?;
    let open = book.read()?;
    let (mut hands, mut points) = (0, 0);
    let games = open.games()?;
    open.each_game(&games, |game| {
        hands += game.scored.game.hands.len();
        points += game.scored.tally.hands.iter().map(|hand| hand.priced.points.0).sum::<i64>();
        Ok::<(), BookError>(())
    })?;
    Ok((hands, points))
}

/// Reads every hand with its results, looking at each column.
fn list_all(path: &Path) -> Result<(), Box<dyn Error>> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut statement = connection.prepare("SELECT id, line, hash FROM change ORDER BY arrival")?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            black_box(row.get_ref(column)?);
        }
    }
    Ok(())
}
