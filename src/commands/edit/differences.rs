//! What differs between two states of a game, hand by hand and key by key.

use serde::{Serialize, Serializer};

use crate::render::phrases::entry;
use crate::wording::settings::{setting_in_force, words_of};
use ginpad_core::facts::{Edited, EditedHand, SettingKey};
use ginpad_core::game::Game;
use ginpad_core::notation::print_entry_at;
use ginpad_core::sheet::EntryAt;

/// What differs between two states of a game. Settings and hands that print alike are left out: then only the order of the
/// sides is another.
pub(super) struct Differences {
    pub(super) settings: Vec<EditedSetting>,
    pub(super) hands: Vec<HandEdited>,
}

#[derive(Serialize)]
pub(super) struct EditedSetting {
    #[serde(serialize_with = "word")]
    key: SettingKey,
    was: Option<String>,
    is: Option<String>,
}

/// A hand, with its number and its entry: neither before it was new, nor after it was removed.
#[derive(Serialize)]
pub(super) struct HandEdited {
    #[serde(serialize_with = "number")]
    number_before: Option<EntryAt>,
    #[serde(serialize_with = "number")]
    number: Option<EntryAt>,
    was: Option<String>,
    is: Option<String>,
}

fn word<S: Serializer>(key: &SettingKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(key.word())
}

/// The number of a hand, or the name of an adjustment.
fn number<S: Serializer>(at: &Option<EntryAt>, serializer: S) -> Result<S::Ok, S::Error> {
    match at {
        Some(EntryAt::Hand(at)) => serializer.serialize_some(&(at + 1)),
        Some(EntryAt::Adjustment(at)) => serializer.serialize_some(&format!("a{}", at + 1)),
        None => serializer.serialize_none(),
    }
}

impl Differences {
    pub(super) fn of(was: &Game, is: &Game) -> Differences {
        let edited = Edited::of(was, is);
        let setting = |key: &SettingKey| EditedSetting { key: *key, was: words_of(*key, was), is: words_of(*key, is) };
        let hand = |hand: &EditedHand| {
            let (before, now) = match *hand {
                EditedHand::Corrected { was, is } => (Some(was), Some(is)),
                EditedHand::Removed { was } => (Some(was), None),
                EditedHand::New { is, .. } => (None, Some(is)),
            };
            let words = |game: &Game, at: Option<EntryAt>| at.map(|at| print_entry_at(game, at, &game.players));
            HandEdited { number_before: before, number: now, was: words(was, before), is: words(is, now) }
        };
        Differences {
            settings: edited.settings.iter().map(setting).filter(|setting| setting.was != setting.is).collect(),
            hands: edited.hands.iter().map(hand).filter(|hand| hand.was != hand.is).collect(),
        }
    }

    /// A sentence for each, of the game with this number.
    pub(super) fn sentences(&self, game: i64) -> Vec<String> {
        let setting = |set: &EditedSetting| setting_in_force(set.key, game, set.was.as_deref(), set.is.as_deref());
        self.settings.iter().map(setting).chain(self.hands.iter().map(HandEdited::sentence)).collect()
    }
}

impl HandEdited {
    /// `hand 2 is `Bob gin 13` now, not `Bob gin 31``.
    fn sentence(&self) -> String {
        let [was, is] = [&self.was, &self.is].map(|entry| entry.clone().unwrap_or_default());
        match (self.number_before, self.number) {
            (Some(before), Some(now)) if before == now => format!("{} is `{is}` now, not `{was}`", entry(now)),
            (Some(before), Some(now)) => format!("{} is `{is}` now; it was {}, `{was}`", entry(now), entry(before)),
            (Some(before), None) => format!("dropped {}: `{was}`", entry(before)),
            (None, now) => format!("{} is new: `{is}`", now.map(entry).unwrap_or_default()),
        }
    }
}
