//! Many games, read and scored one after another.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ginpad_core::facts::{CountingChanges, MovedOrder, NoGame, names};
use ginpad_core::game::Game;
use ginpad_core::players::Name;
use uuid::Uuid;

use super::error::{BookError, flawed};
use super::pad::{Pad, StoredGame};
use super::read::{self, GameRead, Hands, Pass};
use super::watched::Work;

/// How many orders of games with moved hands are kept.
const MOST_ORDERS: usize = 8;

/// So few games are read one by one: a pass reads the undos of the whole book first.
const FEW: usize = 8;

impl Pad<'_> {
    /// The ids of the games that count and that `wanted` accepts, by their start. It sees each game without its hands.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_where(&self, mut wanted: impl FnMut(&Game) -> bool) -> Result<Vec<Uuid>, BookError> {
        let mut reader = Reader::new(self)?;
        let mut found = Vec::new();
        for id in self.games()? {
            if wanted(&reader.game(id, Hands::None)?.scored.game) {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// Reads and scores these games one after another. Each is what [`Pad::game`] gives, but many are not verified.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`, which end the reading.
    pub fn each_game<E: From<BookError>>(
        &self,
        games: &[Uuid],
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let steps = self.steps(Work::ReadGames, games.len());
        let mut visit = |game: Result<StoredGame, BookError>| {
            visit(game?)?;
            steps.step();
            Ok(())
        };
        if games.len() <= FEW {
            return games.iter().try_for_each(|id| visit(self.game(*id)));
        }
        let mut reader = Reader::new(self)?;
        games.iter().try_for_each(|id| visit(reader.game(*id, Hands::All)))
    }

    /// The same with those of these games that are in the book and count, by their start.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`, which end the reading.
    pub fn each_game_among<E: From<BookError>>(
        &self,
        games: &BTreeSet<Uuid>,
        visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_game(&self.games_among(games)?, visit)
    }
}

impl Pad<'_> {
    /// Reads, verifies and scores these games one after another, as [`Pad::game`] does.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`, which end the reading.
    pub fn each_game_verified<E: From<BookError>>(
        &self,
        games: &[Uuid],
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let steps = self.steps(Work::ReadGames, games.len());
        games.iter().try_for_each(|id| {
            visit(self.game(*id)?)?;
            steps.step();
            Ok(())
        })
    }
}

/// A pass over many games, with what all of them need.
struct Reader<'p, 'b> {
    pad: &'p Pad<'b>,
    pass: Pass<'p>,
    names: BTreeMap<Uuid, Name>,
    standing: CountingChanges,
    /// The hands in order of the games that were read last of those that hands were moved to or away from.
    moved: VecDeque<MovedOrder>,
}

impl<'p, 'b> Reader<'p, 'b> {
    fn new(pad: &'p Pad<'b>) -> Result<Reader<'p, 'b>, BookError> {
        Ok(Reader {
            pad,
            pass: pad.sqlite(Pass::new(&pad.transaction))?,
            names: names(&pad.people()?, &*pad.joined()?),
            standing: pad.sound(read::trusted_standing_of_all(&pad.transaction))?,
            moved: VecDeque::new(),
        })
    }

    fn game(&mut self, id: Uuid, hands: Hands) -> Result<StoredGame, BookError> {
        let is_moved = hands == Hands::All && self.pass.is_read_with_others(id);
        let moved = if is_moved { self.moved(id)? } else { None };
        // The order has the hands.
        let hands = if moved.is_some() { Hands::None } else { hands };
        let read = self.pad.sqlite(self.pass.read(id, hands))?.ok_or_else(|| self.pad.damaged("a game is missing"))?;
        let GameRead { number, rules, about } = read;
        if let Some(flaw) = about.flaw {
            return Err(flawed(self.pad.path, flaw, Some(number)));
        }
        let moved = moved.and_then(|at| self.moved.get(at));
        let folded = about.folded_in(moved, rules, &self.names, &self.standing);
        self.pass.spare(about.hands);
        match folded {
            // The change that began it was undone, and with it a person who sits in no other game.
            Err(NoGame::NoPlayer(_)) => self.pad.game(id),
            folded => self.pad.stored(folded, number),
        }
    }
    /// Where the order stands that has the hands of a game and of those that hands were moved to or away from. All of these
    /// games are read together, once for all of them.
    fn moved(&mut self, id: Uuid) -> Result<Option<usize>, BookError> {
        if let Some(at) = self.moved.iter().position(|order| order.has(id)) {
            return Ok(Some(at));
        }
        let about = self.pad.sqlite(read::about_game(&self.pad.transaction, id))?;
        let about = about.ok_or_else(|| self.pad.damaged("a game is missing"))?;
        if let Some(flaw) = about.flaw {
            return Err(flawed(self.pad.path, flaw, None));
        }
        let Some(order) = about.moved_order(&self.standing) else { return Ok(None) };
        self.moved.push_front(order);
        self.moved.truncate(MOST_ORDERS);
        Ok(Some(0))
    }
}
