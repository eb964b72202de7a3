//! Whether a game was taken out of the book.
//!
//! A removal names the game and all that was said of it. Whatever a device says of the game without knowing of the removal
//! wins over it, so that nothing is lost.

use super::FactId;
use super::conflict::{About, Conflict};
use super::fold::FoldedGame;
use super::sorted::{Sorted, Version};
use super::versions::{latest, superseded};

impl FoldedGame {
    /// Takes the game out of the book, if a removal names all that was said of it. If it stays although a device took it
    /// out, devices disagree about that.
    pub(super) fn take_out(&mut self, sorted: &Sorted<'_>) {
        let game = self.record.id;
        let removals: Vec<Version<'_, FactId>> =
            sorted.removals.iter().filter(|said| said.fact == game).copied().collect();
        let latest: Vec<FactId> = latest(&removals).iter().map(|said| said.id).collect();
        if latest.is_empty() {
            return;
        }
        let all = sorted.hands.iter().map(Version::bare).chain(sorted.settings.iter().map(Version::bare));
        let all: Vec<Version<'_, ()>> = all.chain(removals.iter().map(Version::bare)).collect();
        let knows_all = |removal: &FactId| {
            let of_it = all.iter().map(|said| Version { counts: said.id == *removal, ..*said });
            let known = superseded(&of_it.collect::<Vec<_>>());
            self.record.said().all(|fact| known.contains(&fact))
        };
        self.record.is_out = latest.iter().any(knows_all);
        self.record.removals.clone_from(&latest);
        if !self.record.is_out {
            self.conflicts.push(Conflict { about: About::Removed(game), counts: vec![game], others: latest });
        }
    }
}
