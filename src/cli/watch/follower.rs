//! The game that is watched, as the book has it, and where it is shown.

use std::thread;

use std::rc::Rc;

use crate::answer::Failure;
use crate::app::book_watch::{BookWatch, EVERY, Seen};
use crate::arguments::which_game;
use crate::book::StoredGame;
use crate::cli::session::Session;
use crate::commands::changes::between;
use crate::commands::found_games::{place_of, placed};
use crate::commands::score::ScoreArgs;
use crate::reports::score::{ScoreReport, View};
use crate::wording::consequences::only_adds_hands;

/// Where a watched game is shown.
pub(super) trait Showing {
    /// Shows the game as it is, or why it cannot be read.
    ///
    /// # Errors
    /// It cannot be shown.
    fn show(&mut self, follower: &Follower) -> Result<(), Failure>;

    /// Waits a moment.
    fn wait(&mut self) -> Next {
        thread::sleep(EVERY);
        Next::CheckBook
    }
}

/// What comes after a moment.
pub(super) enum Next {
    /// To look whether the game has changed.
    CheckBook,
    /// To show it again.
    Show,
    /// To leave.
    Leave,
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
    /// Why the game cannot be read. What was read last is all there is then.
    pub trouble: Option<String>,
    view: View,
}

impl Follower {
    /// Begins with the game as it is now.
    ///
    /// # Errors
    /// There is no such game, or the book cannot be read.
    pub(super) fn new(session: &Session, args: &ScoreArgs) -> Result<Follower, Failure> {
        let game = session.app.read(|pad| which_game::game(pad, args.game.name()))?;
        session.app.let_go();
        let (session, watch, is_named) = (session.anew(), BookWatch::default(), args.game.name().is_some());
        Ok(Follower { session, watch, game, change: None, is_named, trouble: None, view: args.view() })
    }

    /// Whether there is something new to show. The book is open only while it is read.
    pub(super) fn has_news(&mut self) -> bool {
        if !self.watch.has_news(&self.session.app) {
            return false;
        }
        let trouble = self.trouble.take();
        let seen = self.watch.read(&self.session.app.anew(), self.game.id);
        let game = match seen.map_err(|failure| failure.without_hints()).and_then(|seen| self.meant(seen)) {
            Ok(game) => game,
            Err(why) => {
                self.trouble = Some(why);
                return self.trouble != trouble;
            }
        };
        let before = std::mem::replace(&mut self.game, game);
        let is_same_game = before.id == self.game.id;
        if is_same_game && before.number == self.game.number && before.scored == self.game.scored {
            return trouble.is_some();
        }
        let is_told = is_same_game && !only_adds_hands(&before, &self.game);
        let mut told = is_told.then(|| between(&before, Some(&self.game)).words).into_iter().flatten();
        self.change = told.next();
        true
    }

    /// The game to show.
    fn meant(&self, Seen { game, current }: Seen) -> Result<StoredGame, String> {
        if self.is_named {
            return game.ok_or_else(|| format!("game {} was taken back", self.game.number));
        }
        current.ok_or_else(|| "no game is left in the book".to_string())
    }

    /// What is shown of the game.
    pub(super) fn report(&self) -> ScoreReport {
        let view = match &self.view {
            View::Board(_) => View::Board(self.change.clone()),
            view => view.clone(),
        };
        let scored = Rc::new(self.game.scored.clone());
        let placed = placed(&self.session.anew().app, scored, place_of(&self.game));
        ScoreReport { view, ..ScoreReport::new(vec![placed]) }
    }
}
