//! The game that is watched, as the book has it.

use crate::answer::Failure;
use crate::app::book_watch::{BookWatch, Seen};
use crate::arguments::{GameName, which_game};
use crate::book::StoredGame;
use crate::cli::printer::dressed;
use crate::cli::session::Session;
use crate::commands::changes::between;
use crate::commands::found_games::{place_of, placed};
use crate::render::{Look, faces};
use crate::reports::score::{ScoreReport, View};
use crate::wording::consequences::{not_counted, only_adds_hands};

/// A game as it is followed.
#[derive(Debug, Clone)]
pub(super) struct Followed {
    /// The game.
    pub game: StoredGame,
    /// What changed last, unless it was the last hand.
    pub change: Option<String>,
}

/// Something new.
#[derive(Debug)]
pub(super) enum News {
    /// The game has changed, or another one is watched now, or the trouble is over.
    Game(Box<Followed>),
    /// The game cannot be read, for this reason. The last state is all there is.
    Trouble(String),
}

/// Follows a game: the one that was named, else whichever is the current one.
#[derive(Debug)]
pub(super) struct Follower {
    session: Session,
    watch: BookWatch,
    followed: Followed,
    is_named: bool,
    trouble: Option<String>,
}

impl Follower {
    /// Begins with the game as it is now.
    ///
    /// # Errors
    /// There is no such game, or the book cannot be read.
    pub(super) fn new(session: &Session, name: Option<GameName>) -> Result<Follower, Failure> {
        let game = session.app.read(|| Err(which_game::no_game()), |pad| which_game::game(pad, name))?;
        session.app.let_go();
        Ok(Follower {
            session: session.anew(),
            watch: BookWatch::default(),
            followed: Followed { game, change: None },
            is_named: name.is_some(),
            trouble: None,
        })
    }

    /// The game as it was last read.
    pub(super) const fn followed(&self) -> &Followed {
        &self.followed
    }

    /// Looks once for what is new. The book is open only while it is read.
    pub(super) fn news(&mut self) -> Option<News> {
        if !self.watch.has_news(&self.session.app) {
            return None;
        }
        let seen = self.watch.look(&self.session.app.anew(), self.followed.game.id);
        match seen.map_err(|failure| failure.without_hints()).and_then(|seen| self.meant(seen)) {
            Ok(game) => self.turn(game),
            Err(trouble) if self.trouble.as_ref() == Some(&trouble) => None,
            Err(trouble) => {
                self.trouble = Some(trouble.clone());
                Some(News::Trouble(trouble))
            }
        }
    }

    /// The game to show.
    fn meant(&self, Seen { game, current }: Seen) -> Result<StoredGame, String> {
        let number = self.followed.game.number;
        match (self.is_named, game, current) {
            (true, game, _) => game.ok_or_else(|| format!("game {number} was taken back")),
            (false, _, current) => current.ok_or_else(|| "no game is left in the book".to_string()),
        }
    }

    /// Turns to a game as it is now.
    fn turn(&mut self, game: StoredGame) -> Option<News> {
        let before = &self.followed.game;
        let was_in_trouble = self.trouble.take().is_some();
        let is_same = before.id == game.id && before.number == game.number && before.scored == game.scored;
        if is_same && !was_in_trouble {
            return None;
        }
        if !is_same {
            let change = (before.id == game.id && !only_adds_hands(before, &game))
                .then(|| between(before, Some(&game)).words.into_iter().next())
                .flatten();
            self.followed = Followed { game, change };
        }
        Some(News::Game(Box::new(self.followed.clone())))
    }
}

/// What is shown of the game.
pub(super) fn report(session: &Session, followed: &Followed, view: &View) -> ScoreReport {
    let Followed { game, change } = followed;
    let view = match view {
        View::Board(_) => View::Board(change.clone()),
        view => view.clone(),
    };
    let placed = placed(&session.app, &game.scored, place_of(game));
    ScoreReport { view, remarks: not_counted(&game.scored, None), ..ScoreReport::new(vec![placed]) }
}

/// What people see in so many rows.
pub(super) fn text(session: &Session, report: &ScoreReport, rows: Option<usize>) -> String {
    let look = Look { rows, ..session.look() };
    let text = faces::text_of(|out| faces::terminal(report, look, &*session.invocation, out));
    dressed(&text, session.screens()).into_owned()
}
