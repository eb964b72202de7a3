//! Orders games: by start, then by the id of the change that gives the start, then by their own ids. The table of
//! starts lists them; the lines show which count.

use std::collections::{BTreeSet, HashSet};

use ginpad_core::facts::{Change, FactId, FoldedGame, List, Subject};

use super::lines::Start;
use super::{BookError, OpenBook, StoredGame};

/// The place in lists of a game that was begun.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listing {
    /// The key that orders it.
    pub(super) place: Start,
    /// Whether it was removed from the book.
    pub(super) is_removed: bool,
}

impl OpenBook<'_> {
    /// Lists the ids of all games that count, by start. A game without a start is placed by the time of its change.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games(&self) -> Result<Vec<FactId>, BookError> {
        self.listed(|listing| !listing.is_removed)
    }

    /// Lists the games that were begun and that `wanted` accepts, by start.
    fn listed(&self, mut wanted: impl FnMut(&Listing) -> bool) -> Result<Vec<FactId>, BookError> {
        let starts = self.starts()?;
        let (mut unsure, gone) = (listed_again(&starts), self.games_taken_back()?);
        // Only the fold knows the place of a game that was removed or whose date was set.
        let relisted = self.changes_concerning(&Subject::List(List::Relisted))?;
        unsure.extend(relisted.iter().flat_map(Change::relists));
        let mut games = Vec::with_capacity(starts.len());
        for place in starts.into_iter().filter(|(_, _, game)| !gone.contains(game)) {
            // If several lines claim a start of a game, one prevails.
            let listing = match unsure.contains(&place.2) {
                true => self.listing(place.2)?.filter(|listing| listing.place == place),
                false => Some(Listing { place, is_removed: false }),
            };
            games.extend(listing.filter(&mut wanted).map(|_| place.2));
        }
        Ok(games)
    }

    /// Finds the games that do not count because the act that began them was taken back.
    pub(super) fn games_taken_back(&self) -> Result<HashSet<FactId>, BookError> {
        let lines = self.lines_taken_back()?;
        let mut ordered: Vec<i64> = lines.iter().copied().collect();
        ordered.sort_unstable();
        let mut gone = HashSet::new();
        for arrival in ordered {
            for game in self.line_at(arrival)?.0.games() {
                if self.is_gone(game, &lines)? || !self.is_begun(game)? {
                    gone.insert(game);
                }
            }
        }
        Ok(gone)
    }

    /// Whether all lines about a game were taken back. Several imports may state the same game.
    pub(super) fn is_gone(&self, game: FactId, taken_back: &HashSet<i64>) -> Result<bool, BookError> {
        Ok(self.arrivals(&Subject::Game(game))?.iter().all(|arrival| taken_back.contains(arrival)))
    }

    /// Returns the place of a game in lists, if it was begun.
    pub(super) fn listing(&self, game: FactId) -> Result<Option<Listing>, BookError> {
        let Some(begun) = self.beginning(game)? else { return Ok(None) };
        let has_relisted = self.sum(&Subject::List(List::Relisted).key())?.0 > 0;
        let about = if has_relisted { self.changes_concerning(&Subject::Game(game))? } else { Vec::new() };
        let is_relisted = about.iter().flat_map(Change::relists).any(|relisted| relisted == game);
        // A game whose own fact makes no sense keeps the place where it was begun, whatever was set later.
        if is_relisted && let Ok((FoldedGame { record, .. }, _)) = self.folded_game(game)? {
            let (time, change) = record.start;
            return Ok(Some(Listing { place: (time, change, game), is_removed: record.is_removed }));
        }
        let start = begun.starts().find(|(of, _)| *of == game);
        Ok(start.map(|(_, time)| Listing { place: (time, begun.id, game), is_removed: false }))
    }

    /// Lists those of these games that are in the book and count, by start, without reading others.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn games_among(&self, some: &BTreeSet<FactId>) -> Result<Vec<FactId>, BookError> {
        self.listed_among(some, |listing| !listing.is_removed)
    }

    /// Lists those of these games that were begun and that `wanted` accepts, by start.
    pub(super) fn listed_among(
        &self,
        some: &BTreeSet<FactId>,
        mut wanted: impl FnMut(&Listing) -> bool,
    ) -> Result<Vec<FactId>, BookError> {
        // For many games, it is quicker to list all.
        const MANY: usize = 1000;
        if some.len() > MANY {
            return self.listed(|listing| some.contains(&listing.place.2) && wanted(listing));
        }
        let mut places = Vec::new();
        for game in some {
            places.extend(self.listing(*game)?.filter(&mut wanted).map(|listing| listing.place));
        }
        places.sort_unstable();
        Ok(places.into_iter().map(|(_, _, game)| game).collect())
    }

    /// Returns the game this many places before another, in the order of [`OpenBook::games`]. Only the games between them
    /// are read.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn game_before(&self, game: FactId, back: usize) -> Result<Option<StoredGame>, BookError> {
        let Some(from) = self.listing(game)? else { return Ok(None) };
        let (mut left, mut at) = (back, from.place);
        while let Some(place) = self.start_before(at)? {
            let listing = self.listing(place.2)?.filter(|listing| !listing.is_removed);
            match listing.map(|listing| listing.place) {
                Some(own) if own == place && left <= 1 => return self.game(place.2).map(Some),
                Some(own) if own == place => left -= 1,
                // For this game, the claim of another line prevails.
                Some(own) if !self.lists_start(own)? => return Err(self.no_starts()),
                _ => {}
            }
            at = place;
        }
        Ok(None)
    }
}

/// Finds the games that are listed more than once, because several lines claim a start of them.
fn listed_again(starts: &[Start]) -> HashSet<FactId> {
    let mut games: Vec<FactId> = starts.iter().map(|(_, _, game)| *game).collect();
    games.sort_unstable();
    games.chunk_by(|one, next| one == next).filter(|same| same.len() > 1).map(|same| same[0]).collect()
}
