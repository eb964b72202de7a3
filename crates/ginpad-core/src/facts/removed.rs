//! Whether a game was taken out of the book.
//!
//! A removal names the game and all that was said of it. Whatever a device says of the game without knowing of the removal
//! wins over it, so that nothing is lost.

use super::FactId;
use super::conflict::{About, Conflict};
use super::record::GameRecord;
use super::sorted::{Sorted, Version};
use super::versions::{latest, superseded};

/// The removals of a game that count.
#[derive(Debug, Default)]
pub(super) struct Removals {
    /// The latest removals. Another one supersedes them all.
    pub(super) latest: Vec<FactId>,
    /// Whether the game is out.
    pub(super) is_out: bool,
}

impl Removals {
    /// The removals of the game with this record.
    pub(super) fn of(game: &GameRecord, sorted: &Sorted<'_>) -> Removals {
        let removals: Vec<Version<'_, FactId>> =
            sorted.removals.iter().filter(|said| said.fact == game.id).copied().collect();
        let latest: Vec<FactId> = latest(&removals).iter().map(|said| said.id).collect();
        if latest.is_empty() {
            return Removals::default();
        }
        let knows_all = |removal: &FactId| {
            let all = sorted.hands.iter().map(Version::bare).chain(sorted.settings.iter().map(Version::bare));
            let all = all.chain(removals.iter().map(Version::bare));
            let known =
                superseded(&all.map(|said| Version { counts: said.id == *removal, ..said }).collect::<Vec<_>>());
            game.said().all(|fact| known.contains(&fact))
        };
        let is_out = latest.iter().any(knows_all);
        Removals { latest, is_out }
    }

    /// What devices disagree about, if the game stays although one of them took it out.
    pub(super) fn conflict(&self, game: FactId) -> Option<Conflict> {
        let conflict = || Conflict { about: About::Removed(game), counts: vec![game], others: self.latest.clone() };
        (!self.is_out && !self.latest.is_empty()).then(conflict)
    }
}
