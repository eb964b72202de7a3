//! The games that `score`, `explain` and `odds` are about: one of the book, or those of a text sheet.

use std::path::Path;
use std::rc::Rc;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, printed};
use crate::app::{App, source};
use crate::arguments::games::Games;
use crate::arguments::{GameName, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::render::odds::GameOdds;
use crate::render::{Place, PlacedGame};
use crate::wording::conflict_words::{NotCounted, still_counts, warned_of};
use ginpad_core::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::odds::{Odds, OwnHands};
use ginpad_core::text::count;

/// The requested games.
pub(super) struct FoundGames<'a> {
    /// The game, or several games of a file.
    pub games: Vec<Rc<ScoredGame>>,
    /// The place of the game.
    pub place: Place,
    /// The book, if the game is from there.
    book: Option<(&'a OpenBook<'a>, &'a StoredGame)>,
    /// All games of the file.
    all: &'a [Rc<ScoredGame>],
}

/// Answers for the named game of the book, or of the file; without a name, for the current game, or for all of the file.
///
/// # Errors
/// There is no such game, it cannot be read, or there is no answer.
pub(super) fn find(
    app: &App,
    file: Option<&Path>,
    name: Option<GameName>,
    answer: impl FnOnce(&FoundGames<'_>) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let Some(file) = file else {
        let of_the_book = |book: &OpenBook<'_>| answer(&FoundGames::of_book(book, &which_game::game(book, name)?));
        return app.read(of_the_book);
    };
    let mut all = Vec::new();
    source::Source::open(file)?.each_game(app.local(), Some(&*app.door), |game, _| {
        all.push(Rc::new(game.scored()));
        Ok(())
    })?;
    let games = match name {
        None => all.clone(),
        Some(GameName::Number(number)) => {
            let one = usize::try_from(number - 1).ok().and_then(|at| all.get(at)).ok_or_else(|| {
                let (file, has) = (printed(file), count(all.len(), "game"));
                Failure::refused(format!("{file} has {has}; there is no game {number}"))
            })?;
            vec![Rc::clone(one)]
        }
        Some(GameName::Current(_)) => return Err(Failure::usage("a game of a file is named by its number")),
    };
    answer(&FoundGames { games, place: Place::default(), book: None, all: &all })
}

impl<'a> FoundGames<'a> {
    /// A game of the book.
    pub(super) fn of_book(book: &'a OpenBook<'a>, game: &'a StoredGame) -> FoundGames<'a> {
        let games = vec![Rc::new(game.scored.clone())];
        FoundGames { games, place: place_of(game), book: Some((book, game)), all: &[] }
    }

    /// The only game.
    ///
    /// # Errors
    /// The file holds several. `one` is the form of the command for one of them.
    pub(super) fn only(&self, one: impl FnOnce() -> CommandLine) -> Result<&Rc<ScoredGame>, Failure> {
        match self.games.as_slice() {
            [only] => Ok(only),
            _ => Err(Failure::usage("the file holds several games").hint(Hint::with("name one:", one()))),
        }
    }

    /// Warnings about hands that do not count, and about conflicts that somebody must settle.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn warnings(&self) -> Result<Vec<Remark>, Failure> {
        let mut not_counted = NotCounted::default();
        self.games.iter().for_each(|game| not_counted.add(game));
        let mut warnings = not_counted.remarks();
        if let Some((book, game)) = self.book {
            warnings.extend(warned_of(game));
            warnings.extend(still_counts(book, game)?);
        }
        Ok(warnings)
    }

    /// The hands that the two sides of a game have won against each other, in all games of the book or of the file.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn own_hands<'g>(&self, game: &'g ScoredGame) -> Result<OwnHands<'g>, Failure> {
        let mut own = OwnHands::new(&game.game.players, &game.game.rules.rules);
        self.all.iter().for_each(|game| own.add(game));
        if let Some((book, _)) = self.book {
            let games = book.games_where(|game| own.are_of(&game.players))?;
            Games::each(book, &games, &mut |game| own.add(game.scored))?;
        }
        Ok(own)
    }

    /// Each side's chance to win a game, or why there are no odds. The door shows the progress, because the calculation
    /// may play on many games. A finished game has its result without reading others.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn odds(&self, app: &App, game: &ScoredGame) -> Result<GameOdds, Failure> {
        let nothing = || OwnHands::new(&game.game.players, &game.game.rules.rules);
        let own = if game.is_open() { self.own_hands(game)? } else { nothing() };
        let progress = app.door.begin("playing on", Odds::MOST_GAMES as usize);
        let odds = Odds::of(game, &own, &mut || progress.advance(1));
        Ok(GameOdds::new(self.place.number, game, odds))
    }
}

/// A game with its start as local clocks show it.
pub(crate) fn placed(app: &App, scored: Rc<ScoredGame>, place: Place) -> PlacedGame {
    let started = scored.game.started.map(|started| print_moment(app.to_local_time(started)));
    PlacedGame { scored, place, started, odds: None }
}

/// The place of a game of the book.
pub(crate) const fn place_of(game: &StoredGame) -> Place {
    Place { number: Some(game.number), imported: game.record.is_imported }
}
