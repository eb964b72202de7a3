//! The tally: the owner folds the games that have new lines, and writes their figures into the club.
//!
//! The fold must find a game's lines by content, the acts that undo them, and who is who. A book can do that, so the
//! owner keeps a copy of the club's lines in a book of its own, to which nothing else is added. A lost copy is made
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use ginpad_core::facts::{FactId, Hash, named};
use ginpad_core::ledger::Namesakes;
use ginpad_core::notation::print_readable;
use ginpad_core::reports::{Finished, ReportedGame, Standings};
use ginpad_core::{Moment, Name};
use serde_json::{Value, json};

use super::exchange::ClubExchange;
use super::figures::{NamedPerson, month_of};
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
