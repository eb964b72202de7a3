//! What differs between two states of a game, hand by hand and key by key.

use serde_json::{Value, json};

use crate::render::phrases::entry;
use crate::wording::settings::{in_force, noun, words_of};
use ginpad_core::facts::{Edited, EditedHand, SettingKey};
use ginpad_core::game::Game;
use ginpad_core::notation::print_entry_at;
use ginpad_core::sheet::EntryAt;

/// What differs between two states of a game. Settings and hands that print alike are left out: then only the order of the
/// sides is another.
#[derive(Default)]
pub(crate) struct Differences {
    /// A part of the JSON document, for each key.
    pub(crate) settings: Vec<Value>,
    /// The same for each hand.
    pub(crate) hands: Vec<Value>,
    /// What is set now: a clause for each key, which does not name the game.
    pub(crate) set: Vec<String>,
    /// A sentence for each hand.
    pub(crate) sentences: Vec<String>,
}

impl Differences {
    /// Compares two states of a game.
    pub(crate) fn of(was: &Game, is: &Game) -> Differences {
        let edited = Edited::of(was, is);
        let mut differences = Differences::default();
        // Where the game stands says how it ended.
        for key in edited.set.into_iter().filter(|key| *key != SettingKey::Closed) {
            let [was, is] = [was, is].map(|game| words_of(key, game));
            if was != is {
                differences.set.push(in_force(noun(key), was.as_deref(), is.as_deref()));
                differences.settings.push(json!({ "key": key.word(), "was": was, "is": is }));
            }
        }
        for hand in edited.hands {
            let (before, now) = match hand {
                EditedHand::Corrected { was, is } => (Some(was), Some(is)),
                EditedHand::Removed { was } => (Some(was), None),
                EditedHand::New { is, .. } => (None, Some(is)),
            };
            let words = |game: &Game, at: EntryAt| print_entry_at(game, at, &game.players);
            let (was, is) = (before.map(|at| words(was, at)), now.map(|at| words(is, at)));
            if was != is {
                differences.sentences.push(sentence((before, was.as_deref()), (now, is.as_deref())));
                let [before, now] = [before, now].map(|at| at.map(name));
                differences.hands.push(json!({ "number_before": before, "number": now, "was": was, "is": is }));
            }
        }
        differences
    }
}

/// The number of a hand, or the name of an adjustment.
fn name(at: EntryAt) -> Value {
    match at {
        EntryAt::Hand(at) => json!(at + 1),
        EntryAt::Adjustment(at) => json!(format!("a{}", at + 1)),
    }
}

/// `hand 2 is `Bob gin 13` now, not `Bob gin 31``.
fn sentence(was: (Option<EntryAt>, Option<&str>), is: (Option<EntryAt>, Option<&str>)) -> String {
    let [(before, was), (now, is)] = [was, is].map(|(at, words)| (at, words.unwrap_or_default()));
    match (before, now) {
        (Some(before), Some(now)) if before == now => format!("{} is `{is}` now, not `{was}`", entry(now)),
        (Some(before), Some(now)) => format!("{} is `{is}` now; it was {}, `{was}`", entry(now), entry(before)),
        (Some(before), None) => format!("dropped {}: `{was}`", entry(before)),
        (None, now) => format!("{} is new: `{is}`", now.map(entry).unwrap_or_default()),
    }
}
