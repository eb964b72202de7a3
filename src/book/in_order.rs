//! Games in their order: by start, then by the id of the change that began them, then by their own. The table of starts
//! lists them; the lines say which count.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use ginpad_core::facts::{Change, FactId, Subject};

use super::error::BookError;
use super::games::StoredGame;
use super::lines::Start;
use super::pad::Pad;

impl Pad<'_> {
    /// The ids of all games that count, by their start. A game without one is placed by the time of its change.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games(&self) -> Result<Vec<FactId>, BookError> {
        let starts = self.starts()?;
        let several = listed_again(&starts);
        let gone = self.games_taken_back()?;
        let mut games = Vec::with_capacity(starts.len());
        for place in starts.into_iter().filter(|(_, _, game)| !gone.contains(game)) {
            // Of several lines that begin a game, one speaks.
            if !several.contains(&place.2) || self.place_of_game(place.2)? == Some(place) {
                games.push(place.2);
            }
        }
        Ok(games)
    }

    /// The games that do not count, because what began them was taken back.
    pub(super) fn games_taken_back(&self) -> Result<HashSet<FactId>, BookError> {
        let lines = self.lines_taken_back()?;
        let mut ordered: Vec<i64> = lines.iter().copied().collect();
        ordered.sort_unstable();
        let mut gone = HashSet::new();
        for arrival in ordered {
            for (game, _) in self.change_at(arrival)?.games() {
                // An imported game may have been said by another line too.
                let all = self.arrivals(&Subject::Game(game))?.iter().all(|arrival| lines.contains(arrival));
                if all || !self.counts(game)? {
                    gone.insert(game);
                }
            }
        }
        Ok(gone)
    }

    /// What orders a game, if it counts.
    fn place_of_game(&self, game: FactId) -> Result<Option<Start>, BookError> {
        let place = |change: Change| {
            let start = change.games().find(|(begun, _)| *begun == game)?;
            Some((start.1, change.id, game))
        };
        Ok(self.beginning(game)?.and_then(place))
    }

    /// Those of these games that are in the book and count, by their start, without a look at others.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn games_among(&self, some: &BTreeSet<FactId>) -> Result<Vec<FactId>, BookError> {
        // Of many, it is quicker to list all.
        const MANY: usize = 1000;
        if some.len() > MANY {
            return Ok(self.games()?.into_iter().filter(|game| some.contains(game)).collect());
        }
        let mut places = Vec::new();
        for game in some {
            places.extend(self.place_of_game(*game)?);
        }
        places.sort_unstable();
        Ok(places.into_iter().map(|(_, _, game)| game).collect())
    }

    /// The game that comes this many places before another, in the order of [`Pad::games`]. Only the games between them are
    /// looked at.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn game_before(&self, game: FactId, back: usize) -> Result<Option<StoredGame>, BookError> {
        let Some(from) = self.place_of_game(game)? else { return Ok(None) };
        let (mut left, mut found) = (back, None);
        self.starts_before(from, |place| {
            match self.place_of_game(place.2)? {
                Some(is_at) if is_at == place => {
                    left = left.saturating_sub(1);
                    found = (left == 0).then_some(place.2);
                }
                // Another line that begins it speaks.
                Some(is_at) if !self.lists_start(is_at)? => {
                    return Err(self.damaged("the list of games by their start is not what was written"));
                }
                _ => {}
            }
            Ok(if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        found.map(|game| self.game(game)).transpose()
    }
}

/// The games that are listed more than once: several lines begin them.
fn listed_again(starts: &[Start]) -> HashSet<FactId> {
    let mut games: Vec<FactId> = starts.iter().map(|(_, _, game)| *game).collect();
    games.sort_unstable();
    games.chunk_by(|one, next| one == next).filter(|same| same.len() > 1).map(|same| same[0]).collect()
}
