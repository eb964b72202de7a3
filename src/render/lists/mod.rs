//! Lists for people and programs: games, changes, players, presets, the knobs of rules.

mod backups;
mod conflicts;
mod games;
mod history;
mod people;
mod rules;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use backups::backups;
pub(crate) use conflicts::{ConflictShown, Said, conflict_plain, conflicts};
#[cfg(test)]
pub(crate) use games::games;
pub(crate) use games::{GameLine, GameList, GameRow, game_plain};
pub(crate) use history::{Fate, PastLine, PastList, PastRow, change_plain};
pub(crate) use people::people;
pub(crate) use rules::{presets, rules};
pub(crate) use settings::{SettingRow, settings};

/// A column of text narrower than this is hard to read: the rows become paragraphs.
const NARROW: usize = 26;
