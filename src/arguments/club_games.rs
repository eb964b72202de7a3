//! The games of a club, from its tables.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use ginpad_core::facts::{FactId, Payment, Person, read_named};
use ginpad_core::notation::{print_moment, read_one};
use ginpad_core::reports::{Filter, Line, ReportedGame, StandingsRow};
use ginpad_core::text::count;
use ginpad_core::{Game, Name, ScoredGame};

use super::games::{Counted, Games, Only};
use crate::answer::{Answer, AsOf, Content, Failure, Remark};
use crate::app::App;
use crate::club::{AddedUp, Club, NamedPerson};

/// Makes a report of the club's games, and adds how new its figures are.
///
/// # Errors
/// The club cannot be read, or `report` fails.
pub(super) fn report(app: &App, report: impl FnOnce(&dyn Games) -> Result<Answer, Failure>) -> Result<Answer, Failure> {
    let mut club = app.membership()?.connect()?;
    club.check()?;
    // A tally that ends meanwhile must not mix its figures with those from before.
    club.stand_still()?;
    let (at, since) = club.as_of()?.ok_or_else(|| {
        Failure::refused("nobody has worked out the club's figures yet")
            .see("club tally", "does, on the owner's device; without `--club`, the figures are of this book")
    })?;
    let numbers = app.look(|book| Ok(book.all_numbers()?))?;
    let people = club.everybody()?;
    let known = people.iter().map(|known| (known.id, known)).collect();
    let games = ClubGames { club: RefCell::new(club), people: &people, known, numbers, sheets: RefCell::default() };
    let mut answer = report(&games)?;
    let at = print_moment(app.to_local_time(DateTime::<Utc>::from(at).fixed_offset()));
    let since = usize::try_from(since).unwrap_or(usize::MAX);
    let newer = (since > 0).then(|| format!("; {} came since", count(since, "change")));
    let note = Remark::note(format!("of the whole club, as of {at}{}", newer.unwrap_or_default()));
    if let Content::Report(head, _) = &mut answer.content {
        head.as_of = Some(AsOf { as_of: at, changes_since: since });
    }
    Ok(answer.remarks([note]))
}

/// The games of a club.
struct ClubGames<'p> {
    club: RefCell<Club>,
    /// Everybody, in the order in which they were added.
    people: &'p [NamedPerson],
    known: HashMap<FactId, &'p NamedPerson>,
    /// The numbers of the games in this book.
    numbers: BTreeMap<FactId, i64>,
    /// The sheets of the listed games, each with the people who sit there.
    sheets: RefCell<HashMap<FactId, (Vec<FactId>, String)>>,
}

impl ClubGames<'_> {
    /// Reads a game from its sheet, with the present names of its people.
    fn game(&self, seated: &[FactId], sheet: &str) -> Option<Game> {
        let mut game = read_one(sheet).ok()?;
        let listed = |person: &FactId| self.known.get(person).map(|known| known.listed);
        // A game that seats one person twice keeps both under their own names.
        let are_apart = seated.iter().map(listed).collect::<BTreeSet<_>>().len() == seated.len();
        let mut seats = seated.iter();
        game.players = game.players.renamed(|_| {
            let known = self.known.get(seats.next()?)?;
            Some(if are_apart { known.called.clone() } else { known.own.clone() })
        })?;
        Some(game)
    }
}

impl Games for ClubGames<'_> {
    fn everybody(&self) -> Result<Vec<Person>, Failure> {
        let listed = self.people.iter().filter(|known| known.id == known.listed);
        Ok(listed.map(|known| Person { id: known.id, name: known.called.clone() }).collect())
    }

    fn those(&self, only: Only<'_>, wanted: &mut dyn FnMut(&Game) -> bool) -> Result<Vec<FactId>, Failure> {
        let (mut games, mut sheets) = (Vec::new(), self.sheets.borrow_mut());
        self.club.borrow_mut().each_game(only.with, only.has_stake, |id, seated, sheet| {
            if self.game(&seated, &sheet).is_some_and(|game| wanted(&game)) {
                games.push(id);
                sheets.insert(id, (seated, sheet));
            }
            Ok(())
        })?;
        Ok(games)
    }

    fn each(&self, games: &[FactId], visit: &mut dyn FnMut(ReportedGame<'_>)) -> Result<(), Failure> {
        let sheets = self.sheets.borrow();
        for id in games {
            let Some((seated, sheet)) = sheets.get(id) else { continue };
            let Some(game) = self.game(seated, sheet) else { continue };
            let scored: ScoredGame = game.scored();
            let number = self.numbers.get(id).copied().unwrap_or(0);
            visit(ReportedGame { id: *id, number, scored: &scored });
        }
        Ok(())
    }

    fn paid(&self) -> Result<Vec<Payment>, Failure> {
        Ok(self.club.borrow_mut().paid()?)
    }

    fn standings(&self, filter: &Filter) -> Result<Option<Counted>, Failure> {
        if !filter.is_empty() {
            return Ok(None);
        }
        let AddedUp { games, finished, months } = self.club.borrow_mut().standings()?;
        let mut lines: BTreeMap<String, StandingsRow> = BTreeMap::new();
        for (who, line) in months {
            let Some(line) = StandingsRow::of_kept(&line, |game| self.numbers.get(&game).copied().unwrap_or(0)) else {
                continue;
            };
            lines.entry(who).or_default().go_on(line);
        }
        let named = |(who, row): (String, StandingsRow)| {
            let names = who.split(' ').map(|person| Some(self.known.get(&read_named(person)?)?.called.clone()));
            let mut names = names.collect::<Option<Vec<Name>>>()?;
            names.sort_by_key(Name::folded);
            Some(Line::of(names, row))
        };
        Ok(Some(Counted { lines: lines.into_iter().filter_map(named).collect(), games, finished }))
    }
}
