//! The tally: the owner folds the games that have new lines, and writes their figures into the club.
//!
//! The fold must find a game's lines by content, the acts that undo them, and who is who. A book can do that, so the
//! owner keeps a copy of the club's lines in a book of its own, to which nothing else is added. A lost copy is made
//! again.

use std::path::Path;
use std::sync::Arc;

use ginpad_core::facts::{FactId, Hash, named};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::Namesakes;
use ginpad_core::notation::print_readable;
use ginpad_core::players::Name;
use serde_json::{Value, json};

use super::exchange::ClubExchange;
use super::figures::NamedPerson;
use super::{Club, ClubError};
use crate::book::{Access, Book, BookError, MIGRATIONS, OpenBook, StoredGame, Watcher};

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
    let steps = watcher.begin("fetching changes", usize::try_from(exchange.coming()).unwrap_or(usize::MAX));
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
    let mut entering = Entering { club, played: Vec::new(), number: 0 };
    match last_tallied {
        Some(last_tallied) => {
            let concerned = open.games_since(last_tallied)?;
            entering.club.forget_games(concerned.iter().copied())?;
            open.each_game_among(&concerned, |game| entering.enter(&game))?;
        }
        None => {
            entering.club.forget_figures()?;
            open.each_game(&open.games()?, |game| entering.enter(&game))?;
        }
    }
    entering.flush()?;
    let Entering { club, number, .. } = entering;
    club.end_tally(&everybody(open)?, &open.payments()?, last)?;
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

/// Collects rows for the table of games.
struct Entering<'c> {
    club: &'c mut Club,
    /// The games, each with its sheet, in which the players are named by their seats.
    played: Vec<Value>,
    number: usize,
}

impl Entering<'_> {
    fn enter(&mut self, game: &StoredGame) -> Result<(), ClubError> {
        let mut sheet = game.scored.game.clone();
        // The players are named by their seats.
        let mut seats = (1..).map_while(|seat: usize| Name::read(&format!("P{seat}")).ok());
        sheet.players = sheet.players.renamed(|_| seats.next()).unwrap_or(sheet.players);
        let seated: Vec<String> = game.record.sides.concat().into_iter().map(named).collect();
        let ((started, begun), sheet) = (game.record.start, print_readable(&sheet).0);
        self.played.push(json!({
            "game": named(game.id), "started": started, "begun": begun, "seated": seated, "sheet": sheet
        }));
        self.number += 1;
        if self.played.len() == AT_ONCE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ClubError> {
        self.club.put("played", std::mem::take(&mut self.played), "")
    }
}
