//! Many games, read and scored one after another.
//!
//! Two threads share the work: this one reads the facts of the games, the other folds and scores them. Only a few games
//! are on their way at any time, so that the memory does not grow with the book.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use ginpad_core::facts::{CountingChanges, HandFact, NoGame};
use ginpad_core::game::Game;
use ginpad_core::players::Name;
use uuid::Uuid;

use super::error::{BookError, damaged};
use super::pad::{Pad, StoredGame};
use super::read::{self, GameRead, Hands, Pass};
use super::watched::Work;

/// So few games are read one by one: a pass reads the undos of the whole book first.
const FEW: usize = 8;
/// How many games are given to the other thread together.
const TOGETHER: usize = 16;
/// How many such groups may be on their way.
const ON_THE_WAY: usize = 3;

impl Pad<'_> {
    /// The ids of the games that count and that `wanted` accepts, by their start. It sees each game without its hands.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_where(&self, mut wanted: impl FnMut(&Game) -> bool) -> Result<Vec<Uuid>, BookError> {
        let mut pass = self.sqlite(Pass::new(&self.transaction))?;
        let scorer = self.scorer()?;
        let mut found = Vec::new();
        for id in self.games()? {
            let read = self.read(&mut pass, id, Hands::None)?;
            if wanted(&self.scored(scorer.score(read).0)?.scored.game) {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// Reads and scores these games one after another. Each is what [`Pad::game`] gives.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`, which end the reading.
    pub fn each_game<E: From<BookError>>(
        &self,
        games: &[Uuid],
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let steps = self.steps(Work::ReadGames, games.len());
        let mut visit = |game| {
            visit(game)?;
            steps.step();
            Ok(())
        };
        if games.len() <= FEW {
            return games.iter().try_for_each(|id| visit(self.game(*id)?));
        }
        let mut pass = self.sqlite(Pass::new(&self.transaction))?;
        let scorer = self.scorer()?;
        thread::scope(|scope| {
            let (unscored, to_score) = sync_channel(ON_THE_WAY);
            let (done, scored) = channel();
            scope.spawn(move || scorer.work(&to_score, &done));
            self.pass_on(games, &mut pass, unscored, &scored, &mut visit)
        })
    }

    /// Reads the games, sends them to be scored, and shows those that were.
    fn pass_on<E: From<BookError>>(
        &self,
        games: &[Uuid],
        pass: &mut Pass<'_>,
        unscored: SyncSender<Vec<GameRead>>,
        scored: &Receiver<Vec<Scored>>,
        visit: &mut impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut show = |pass: &mut Pass<'_>, games: Vec<Scored>| {
            games.into_iter().try_for_each(|Scored(game, hands)| {
                pass.spare(hands);
                visit(self.scored(game)?)
            })
        };
        let mut on_the_way = 0;
        let mut failed = Ok(());
        for together in games.chunks(TOGETHER) {
            let read = together.iter().map(|id| self.read(pass, *id, Hands::All)).collect::<Result<Vec<_>, _>>();
            match read {
                Ok(read) => on_the_way += usize::from(unscored.send(read).is_ok()),
                Err(error) => {
                    failed = Err(error);
                    break;
                }
            }
            if on_the_way >= ON_THE_WAY
                && let Ok(games) = scored.recv()
            {
                on_the_way -= 1;
                show(pass, games)?;
            }
        }
        // The other thread ends when nothing more can come.
        drop(unscored);
        scored.iter().try_for_each(|games| show(pass, games))?;
        Ok(failed?)
    }

    fn read(&self, pass: &mut Pass<'_>, id: Uuid, hands: Hands) -> Result<GameRead, BookError> {
        self.sqlite(pass.read(id, hands))?.ok_or_else(|| damaged("a game is missing"))
    }

    /// A game that was scored, or could not be.
    fn scored(&self, game: Result<StoredGame, Unscored>) -> Result<StoredGame, BookError> {
        match game {
            Ok(game) => Ok(game),
            Err(Unscored::Unnamed(game)) => self.game(game),
            Err(Unscored::Failed(error)) => Err(error),
        }
    }

    fn scorer(&self) -> Result<Scorer, BookError> {
        Ok(Scorer {
            names: self.people()?.into_iter().map(|person| (person.id, person.name)).collect(),
            standing: self.sqlite(read::standing_of_all(&self.transaction))?,
        })
    }
}

/// What is needed to score the games of a book.
struct Scorer {
    names: BTreeMap<Uuid, Name>,
    standing: CountingChanges,
}

/// A game that was scored, or could not be, with the memory of its hands.
struct Scored(Result<StoredGame, Unscored>, Vec<HandFact>);

/// Why a game was not scored.
enum Unscored {
    /// The change that began it was undone, and with it a person who sits in no other game. [`Pad::game`] knows the
    /// name.
    Unnamed(Uuid),
    /// The book is damaged.
    Failed(BookError),
}

impl Scorer {
    /// Scores games as long as somebody sends some and somebody takes them.
    fn work(&self, to_score: &Receiver<Vec<GameRead>>, done: &Sender<Vec<Scored>>) {
        for games in to_score {
            let scored = games.into_iter().map(|read| self.score(read)).collect();
            if done.send(scored).is_err() {
                break;
            }
        }
    }

    fn score(&self, read: GameRead) -> Scored {
        let GameRead { number, rules, about } = read;
        let scored = match about.folded(rules, &self.names, &self.standing) {
            Err(NoGame::NoPlayer(_)) => Err(Unscored::Unnamed(about.game.id)),
            folded => StoredGame::new(folded, number).map_err(Unscored::Failed),
        };
        Scored(scored, about.hands)
    }
}
