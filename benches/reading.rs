//! Reads and scores every game of a book: `cargo bench --bench reading -- BOOK [ROUNDS]`.
//!
//! The book is upgraded first if it is older. Prints the hands a second of the median round.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use ginpad::book::{Access, Book, BookError};
use uuid::Uuid;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let path = PathBuf::from(words.first().ok_or("give a book")?);
    let rounds = words.get(1).map_or(Ok(5), |rounds| rounds.parse())?;
    drop(Book::open(&path, Access::Write, Uuid::nil())?);
    let mut times = Vec::new();
    let (mut hands, mut points) = (0, 0);
    for _ in 0..rounds {
        let start = Instant::now();
        let mut book = Book::open(&path, Access::Read, Uuid::nil())?.ok_or("there is no book")?;
        let pad = book.read()?;
        (hands, points) = (0, 0);
        let games = pad.games()?;
        pad.each_game(&games, |game| {
            hands += game.scored.game.hands.len();
            points += game.scored.tally.hands.iter().map(|hand| hand.priced.points.0).sum::<i64>();
            Ok::<(), BookError>(())
        })?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    println!("{hands} hands, {points} points: {median:.2} s, {:.0} hands a second", hands as f64 / median);
    Ok(())
}
