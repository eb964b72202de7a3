//! The game that is watched, as the book has it.

use std::rc::Rc;

use crate::answer::Failure;
use crate::app::book_watch::{BookWatch, Seen};
use crate::arguments::{GameName, which_game};
use crate::book::StoredGame;
use crate::cli::session::Session;
use crate::commands::changes::between;
use crate::commands::found_games::{place_of, placed};
use crate::reports::score::{ScoreReport, View};
use crate::wording::consequences::only_adds_hands;

/// Something new.
#[derive(Debug)]
pub(super) enum News {
    /// The game has changed, or another one is watched now.
    Changed,
    /// The game can be read again, and is as it was.
    Again,
    /// The game cannot be read, for this reason. The last state is all there is.
    Trouble(String),
}

/// Follows a game: the one that was named, else whichever is the current one.
#[derive(Debug)]
pub(super) struct Follower {
    session: Session,
    watch: BookWatch,
    /// The game as it was last read.
    pub game: StoredGame,
    /// What changed last, unless it was the last hand.
    change: Option<String>,
    is_named: bool,
    trouble: Option<String>,
}

impl Follower {
    /// Begins with the game as it is now.
    ///
    /// # Errors
    /// There is no such game, or the book cannot be read.
    pub(super) fn new(session: &Session, name: Option<GameName>) -> Result<Follower, Failure> {
        let game = session.app.read(|pad| which_game::game(pad, name))?;
        session.app.let_go();
        let (session, watch, is_named) = (session.anew(), BookWatch::default(), name.is_some());
        Ok(Follower { session, watch, game, change: None, is_named, trouble: None })
    }

    /// Looks once for what is new. The book is open only while it is read.
    pub(super) fn news(&mut self) -> Option<News> {
        if !self.watch.has_news(&self.session.app) {
            return None;
        }
        let seen = self.watch.look(&self.session.app.anew(), self.game.id);
        let game = match seen.map_err(|failure| failure.without_hints()).and_then(|seen| self.meant(seen)) {
            Ok(game) => game,
            Err(trouble) => {
                let before = self.trouble.replace(trouble.clone());
                return (before.as_ref() != Some(&trouble)).then_some(News::Trouble(trouble));
            }
        };
        let was_in_trouble = self.trouble.take().is_some();
        let before = std::mem::replace(&mut self.game, game);
        let is_same_game = before.id == self.game.id;
        if is_same_game && before.number == self.game.number && before.scored == self.game.scored {
            return was_in_trouble.then_some(News::Again);
        }
        let is_told = is_same_game && !only_adds_hands(&before, &self.game);
        let mut told = is_told.then(|| between(&before, Some(&self.game)).words).into_iter().flatten();
        self.change = told.next();
        Some(News::Changed)
    }

    /// The game to show.
    fn meant(&self, Seen { game, current }: Seen) -> Result<StoredGame, String> {
        if self.is_named {
            return game.ok_or_else(|| format!("game {} was taken back", self.game.number));
        }
        current.ok_or_else(|| "no game is left in the book".to_string())
    }

    /// What is shown of the game.
    pub(super) fn report(&self, view: &View) -> ScoreReport {
        let view = match view {
            View::Board(_) => View::Board(self.change.clone()),
            view => view.clone(),
        };
        let scored = Rc::new(self.game.scored.clone());
        let placed = placed(&self.session.anew().app, scored, place_of(&self.game));
        ScoreReport { view, ..ScoreReport::new(vec![placed]) }
    }
}
