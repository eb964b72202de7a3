//! Reads who plays, given as a line of sides, and which side a name means.

use super::cursor::{parts, quoted_at};
use crate::text::{Flaw, count, harmless};
use crate::{BySide, Name, Players, Side, WhoFault};

/// Reads the players of a new game from its sides, each like `Ann`, `Ann & Cid` or `Ann+Cid`. A comma is part of a name,
/// except at the end.
///
/// # Errors
/// Every reason why they cannot play together.
///
/// # Example
/// ```
/// use ginpad_core::notation::read_seating;
/// use ginpad_core::side::Side;
///
/// assert_eq!(read_seating(&["Ann & Cid", "Bob+Dee"]).unwrap().side_name(Side::Second), "Bob & Dee");
/// let refused = read_seating(&["Ann & Cid", "Bob & Dee & Eve"]).unwrap_err();
/// assert_eq!(refused[0].to_string(), "the sides have 2 and 3 players; they must be the same size");
/// ```
pub fn read_seating<T: AsRef<str>>(sides: &[T]) -> Result<Players, Vec<Flaw>> {
    let mut faults = Vec::new();
    let mut names = |side: &T| {
        let names = read_names(side.as_ref().trim_end().trim_end_matches(','));
        names.map_err(|wrong| faults.extend(wrong)).unwrap_or_default()
    };
    let mut read: Vec<Vec<Name>> = sides.iter().map(&mut names).collect();
    if faults.is_empty() && !(Side::TWO.len()..=Side::MOST).contains(&sides.len()) {
        let has = count(sides.len(), "side");
        faults.push(Flaw(format!("{has}; a game has two to six, separated by commas, like Ann, Bob")));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let sides = BySide::from_fn(read.len(), |side| std::mem::take(&mut read[side.index()]));
    Players::new(sides)
}

/// Reads a line of sides: `Ann & Cid, Bob & Dee`.
///
/// # Errors
/// Every reason why they cannot play together.
pub(super) fn read_sides(text: &str) -> Result<Players, Vec<Flaw>> {
    let sides: Vec<&str> = parts(text, |char| char == ',').into_iter().map(|(_, side)| side).collect();
    read_seating(&sides)
}

/// Reads the names of one side: `Ann & "Smith, John"`. A comma is part of a name here.
pub(super) fn read_names(text: &str) -> Result<Vec<Name>, Vec<Flaw>> {
    let mut faults = Vec::new();
    let read = |(_, part)| {
        let name = unquoted(part).and_then(|name| Name::read(&name));
        name.map_err(|fault| faults.push(fault)).ok()
    };
    let names = parts(text, |char| matches!(char, '&' | '+')).into_iter().filter_map(read).collect();
    if faults.is_empty() { Ok(names) } else { Err(faults) }
}

/// A name without its quotes.
fn unquoted(part: &str) -> Result<String, Flaw> {
    let part = part.trim();
    match quoted_at(part, 0) {
        Some((name, end)) if end == part.len() => Ok(name),
        Some(_) => Err(Flaw::new("expected `,` or `&` after a name in quotes")),
        None => Ok(part.to_string()),
    }
}

/// Reads which side a text means: the start of one player's name, or the whole side as `Ann & Cid`.
///
/// # Errors
/// The text matches no side, or several.
pub fn read_side(text: &str, players: &Players) -> Result<Side, WhoFault> {
    let names = parts(text, |char| matches!(char, ',' | '&' | '+')).into_iter().map(|(_, name)| unquoted(name));
    let names = names.collect::<Result<Vec<_>, _>>().unwrap_or_else(|_| vec![text.to_string()]);
    players.find_side(&names).map_err(|fault| match fault {
        // Show the text as typed, even if it has several names.
        WhoFault::Unknown { place, nearest, .. } => WhoFault::Unknown { typed: harmless(text), place, nearest },
        ambiguous => ambiguous,
    })
}
