//! Games in their order: by start, then by the id of the change that began them, then by their own. The table of starts
//! lists them; the lines say which count.

use std::collections::{BTreeSet, HashSet};

use ginpad_core::facts::{Change, FactId, Hash, Subject, name_of};
use uuid::Uuid;

use super::error::BookError;
use super::games::StoredGame;
use super::pad::Pad;

/// What orders a game.
type Place = (i64, Uuid, FactId);

impl Pad<'_> {
    /// The ids of all games that count, by their start. A game without one is placed by the time of its change.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games(&self) -> Result<Vec<FactId>, BookError> {
        let starts = self.starts()?;
        let several = listed_again(&starts);
        let gone = self.games_taken_back()?;
        let mut places: Vec<Place> = Vec::with_capacity(starts.len());
        for group in starts.chunk_by(|one, next| one.0 == next.0) {
            for (time, game) in group.iter().filter(|(_, game)| !gone.contains(game)) {
                match (several.contains(game), group.len()) {
                    // Where nothing else starts at that time, nothing else decides.
                    (false, 1) => places.push((*time, Uuid::nil(), *game)),
                    (false, _) => places.push((*time, self.id_of_beginning(*game)?, *game)),
                    (true, _) => places.extend(self.place_of_game(*game)?.filter(|place| place.0 == *time)),
                }
            }
        }
        places.sort_unstable();
        Ok(places.into_iter().map(|(_, _, game)| game).collect())
    }

    /// The games that do not count, because what began them was taken back.
    fn games_taken_back(&self) -> Result<HashSet<FactId>, BookError> {
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

    /// The id of the change that begins a game. It is not verified, and only decides between games of one time.
    fn id_of_beginning(&self, game: FactId) -> Result<Uuid, BookError> {
        let named = "SELECT id, hash FROM change WHERE substr(hash, 1, 16) = ?1";
        if let Some((id, hash)) = self.one(named, [game.of], |row| Ok((row.get(0)?, row.get::<_, Hash>(1)?)))? {
            return if name_of(&hash) == game.of { Ok(id) } else { Err(self.hides_a_line()) };
        }
        let only = "SELECT change.id FROM concerns JOIN change ON change.arrival = concerns.arrival \
                    WHERE concerns.subject = ?1 LIMIT 2";
        let ids: Vec<Uuid> = self.all(only, [Subject::Game(game).key()], |row| row.get(0))?;
        match ids[..] {
            [id] => Ok(id),
            _ => Ok(self.beginning(game)?.map(|change| change.id).unwrap_or_default()),
        }
    }

    /// What orders a game, if it counts.
    fn place_of_game(&self, game: FactId) -> Result<Option<Place>, BookError> {
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
        let mut left = back;
        let mut time = from.0.saturating_add(1);
        // All games that start at one time are ordered together.
        while let Some(earlier) = self.time_before(time)? {
            time = earlier;
            let mut places = Vec::new();
            for other in self.games_with_start(time)? {
                places.extend(self.place_of_game(other)?.filter(|place| place.0 == time && *place < from));
            }
            places.sort_unstable();
            match places.len().checked_sub(left) {
                Some(at) if left > 0 => return self.game(places[at].2).map(Some),
                _ => left -= places.len().min(left),
            }
        }
        Ok(None)
    }

    fn time_before(&self, time: i64) -> Result<Option<i64>, BookError> {
        let before = "SELECT max(time) FROM start WHERE time < ?1";
        Ok(self.one(before, [time], |row| row.get::<_, Option<i64>>(0))?.flatten())
    }

    /// The games for which a line claims this start.
    pub(super) fn games_with_start(&self, time: i64) -> Result<Vec<FactId>, BookError> {
        let keys: Vec<Vec<u8>> = self.all("SELECT game FROM start WHERE time = ?1", [time], |row| row.get(0))?;
        Ok(keys.iter().filter_map(|key| Subject::game_with_key(key)).collect())
    }
}

/// The games that are listed more than once: several lines begin them.
fn listed_again(starts: &[(i64, FactId)]) -> HashSet<FactId> {
    let mut games: Vec<FactId> = starts.iter().map(|(_, game)| *game).collect();
    games.sort_unstable();
    games.chunk_by(|one, next| one == next).filter(|same| same.len() > 1).map(|same| same[0]).collect()
}
