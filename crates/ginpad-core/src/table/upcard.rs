//! The upcard, typed when it is turned and not with the entry of its hand.

use crate::notation::{LocalTime, read_entry};
use crate::{Game, LoggedHand, Upcard};

/// Adds the upcard typed earlier to the text of an entry. Leaves an entry unchanged if it names its own upcard, or if
/// it is not the entry of a hand.
///
/// # Example
/// ```
/// use ginpad_core::hand::{Moment, Upcard};
/// use ginpad_core::notation::{LocalTime, read_one};
/// use ginpad_core::table::with_upcard;
///
/// let game = read_one("sides: Ann, Bob\nrules: oklahoma\n").unwrap();
/// let local = LocalTime { now: Moment::default(), offset_at: &|_| *Moment::default().offset() };
/// let told = |entry| with_upcard(entry, Upcard::read("7h").unwrap(), &game, local);
/// assert_eq!(told("a5 23"), "a5 23 up 7♥");
/// assert_eq!(told("a5 23 up 9c"), "a5 23 up 9c");
/// assert_eq!(told("ann adjust -20"), "ann adjust -20");
/// assert_eq!(told("a5"), "a5");
/// ```
pub fn with_upcard(entry: &str, upcard: Upcard, game: &Game, local: LocalTime<'_>) -> String {
    let extended = format!("{entry} up {upcard}");
    let bare = read_entry(entry, game, local).ok().filter(|hand| hand.upcard.is_none());
    let with = bare.map(|hand| LoggedHand { upcard: Some(upcard), ..hand });
    if with.is_some() && read_entry(&extended, game, local).ok() == with { extended } else { entry.into() }
}
