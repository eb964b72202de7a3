//! The tally: the owner folds the games that have new lines, and writes their figures into the club.
//!
//! The fold must find a game's lines by content, the acts that undo them, and who is who. A book can do that, so the
//! owner keeps a copy of the club's lines in a book of its own, to which nothing else is added. A lost copy is made
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use ginpad_core::facts::{FactId, Hash, named};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::Namesakes;
use ginpad_core::notation::print_readable;
use ginpad_core::players::{Name, Players};
use ginpad_core::reports::{Finished, Line, ReportedGame, Standings, StandingsRow};
use ginpad_core::side::BySide;

use super::exchange::ClubExchange;
use super::figures::{NamedPerson, Played, month_of};
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
    let mut entering = Entering {
        listed: people.iter().map(|person| (person.id, person.listed)).collect(),
        club,
        games: Vec::new(),
        months: BTreeSet::new(),
        added_up: BTreeMap::new(),
        is_anew: last_tallied.is_none(),
        number: 0,
    };
    match last_tallied {
        Some(last_tallied) => {
            let mut concerned = open.games_since(last_tallied)?;
            concerned.extend(entering.club.games_of_relisted(&people)?);
            let all: Vec<FactId> = concerned.iter().copied().collect();
            all.chunks(AT_ONCE).try_for_each(|some| entering.forget(some))?;
            open.each_game_among(&concerned, |game| entering.enter(&game))?;
        }
        None => {
            entering.club.forget_figures()?;
            open.each_game(&open.games()?, |game| entering.enter(&game))?;
        }
    }
    entering.flush()?;
    match last_tallied {
        Some(_) => {
            for (who, month) in std::mem::take(&mut entering.months) {
                entering.club.add_up(&who, month)?;
            }
        }
        None => entering.club.put_months(&std::mem::take(&mut entering.added_up))?,
    }
    let number = entering.number;
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

/// Collects games for the tables.
struct Entering<'c> {
    club: &'c mut Club,
    /// The person under whom each person is listed.
    listed: BTreeMap<FactId, FactId>,
    games: Vec<Played>,
    /// The people and months whose totals have changed.
    months: BTreeSet<(String, i32)>,
    /// The totals of each month, if all games are entered, in the order of the games.
    added_up: BTreeMap<(String, i32), StandingsRow>,
    is_anew: bool,
    number: usize,
}

impl Entering<'_> {
    fn forget(&mut self, games: &[FactId]) -> Result<(), ClubError> {
        self.months.append(&mut self.club.enter_games(games, &[])?);
        Ok(())
    }

    fn enter(&mut self, game: &StoredGame) -> Result<(), ClubError> {
        let game = played(game, &self.listed);
        if self.is_anew {
            for (who, line) in &game.results {
                self.added_up.entry((who.clone(), month_of(game.start.0))).or_default().go_on(line.clone());
            }
        }
        self.games.push(game);
        self.number += 1;
        if self.games.len() == AT_ONCE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ClubError> {
        let games = std::mem::take(&mut self.games);
        self.months.append(&mut self.club.enter_games(&[], &games)?);
        Ok(())
    }
}

/// Turns a game into what the tables hold.
fn played(game: &StoredGame, listed: &BTreeMap<FactId, FactId>) -> Played {
    let mut standings = Standings::default();
    standings.enter(ReportedGame { id: game.id, number: 0, scored: &game.scored });
    let (players, seated) = (&game.scored.game.players, game.record.sides.concat());
    let who: BTreeMap<&Name, String> = players
        .seats()
        .zip(&seated)
        .map(|((_, name), person)| (name, named(listed.get(person).copied().unwrap_or(*person))))
        .collect();
    let whose = |name: &Name| who.get(name).cloned().unwrap_or_default();
    let result = |line: Line| {
        let mut names: Vec<String> = line.names.iter().map(whose).collect();
        names.sort();
        (names.join(" "), line.row)
    };
    let results = standings.lines().into_iter().map(result).collect();
    let mut sheet = game.scored.game.clone();
    sheet.players = seats(players);
    Played {
        id: game.id,
        start: game.record.start,
        has_stake: game.scored.game.stakes.currency().is_some(),
        is_finished: Finished::of(&game.scored).is_some(),
        sheet: print_readable(&sheet).0,
        seated,
        results,
    }
}

/// Names the players by their seats.
fn seats(players: &Players) -> Players {
    let mut seat = 0;
    let mut name = || {
        seat += 1;
        Name::read(&format!("P{seat}")).ok()
    };
    let seats = BySide::from_fn(players.sides(), |side| players.of(side).iter().filter_map(|_| name()).collect());
    Players::new(seats).unwrap_or_else(|_| players.clone())
}
