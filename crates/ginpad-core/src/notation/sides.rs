//! Reads who plays, given as a line of sides, and which side a name means.

use thiserror::Error;

use super::cursor::{quoted_at, skip_space, skip_while};
use crate::players::{Name, NameFault, Players, SeatingFault, WhoFault};
use crate::side::{BySide, Side};
use crate::text::{count, harmless};

/// Why a text does not name the sides of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideFault {
    /// An invalid name.
    #[error("{0}")]
    Name(#[from] NameFault),
    /// Text after a name in quotes.
    #[error("expected `,` or `&` after a name in quotes")]
    AfterQuote,
    /// Players who cannot sit down together.
    #[error("{0}")]
    Seating(#[from] SeatingFault),
    /// A number of sides that no game has.
    #[error("{}; a game has two to six, separated by commas, like Ann, Bob", count(*.0, "side"))]
    Sides(usize),
}

/// Collects the players of a new game side by side, from its prompts and arguments.
///
/// # Example
/// ```
/// use ginpad_core::notation::SeatingDraft;
/// use ginpad_core::side::Side;
///
/// let mut draft = SeatingDraft::default();
/// draft.give("Ann & Cid").unwrap();
/// assert_eq!(draft.players(), None);
/// let refused = draft.give("Bob & Dee & Eve").unwrap_err();
/// assert_eq!(refused[0].to_string(), "the sides have 2 and 3 players; they must be the same size");
/// draft.give("Bob+Dee").unwrap();
/// assert_eq!(draft.players().unwrap().side_name(Side::Second), "Bob & Dee");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatingDraft {
    sides: Vec<Vec<Name>>,
    players: Option<Players>,
}

impl SeatingDraft {
    /// Takes the next side: `Ann`, `Ann & Cid`, `Ann+Cid`. A comma is part of a name, except at the end.
    ///
    /// # Errors
    /// Every reason why the side cannot join; the draft then stays as it was.
    pub fn give(&mut self, text: &str) -> Result<(), Vec<SideFault>> {
        let mut sides = self.sides.clone();
        sides.push(read_names(text.trim_end().trim_end_matches(','))?);
        match sides.as_slice() {
            [only] => drop(alone(only.clone())?),
            several if several.len() > Side::MOST => return Err(vec![SideFault::Sides(several.len())]),
            several => self.players = Some(seated(several.to_vec())?),
        }
        self.sides = sides;
        Ok(())
    }

    /// The players, once at least two sides are given.
    pub const fn players(&self) -> Option<&Players> {
        self.players.as_ref()
    }
}

/// Checks the players of a first side by themselves.
fn alone(names: Vec<Name>) -> Result<Vec<Name>, Vec<SideFault>> {
    let faults = Players::new(BySide::new(names.clone(), Vec::new())).err().unwrap_or_default();
    let own = |fault: &SeatingFault| !matches!(fault, SeatingFault::EmptySide | SeatingFault::Uneven(..));
    let faults: Vec<SideFault> = faults.into_iter().filter(own).map(SideFault::from).collect();
    if faults.is_empty() { Ok(names) } else { Err(faults) }
}

fn seated(mut sides: Vec<Vec<Name>>) -> Result<Players, Vec<SideFault>> {
    let sides = BySide::from_fn(sides.len(), |side| std::mem::take(&mut sides[side.index()]));
    Players::new(sides).map_err(|faults| faults.into_iter().map(SideFault::from).collect())
}

/// Reads a line of sides: `Ann & Cid, Bob & Dee`.
///
/// # Errors
/// The byte at fault, with every reason.
pub(super) fn read_sides(text: &str) -> Result<Players, (usize, Vec<SideFault>)> {
    let mut sides: Vec<Vec<Name>> = vec![Vec::new()];
    let mut faults = Vec::new();
    let mut at = 0;
    loop {
        let start = skip_space(text, at);
        let (written, end) = name_at(text, start).map_err(|fault| (start, vec![fault]))?;
        match Name::read(&written) {
            Ok(name) => sides.last_mut().into_iter().for_each(|side| side.push(name.clone())),
            Err(fault) => faults.push(fault.into()),
        }
        at = skip_space(text, end);
        match text[at..].chars().next() {
            None => break,
            Some(',') => sides.push(Vec::new()),
            Some(_) => {}
        }
        at += 1;
    }
    if !faults.is_empty() {
        return Err((0, faults));
    }
    if !(Side::TWO.len()..=Side::MOST).contains(&sides.len()) {
        return Err((0, vec![SideFault::Sides(sides.len())]));
    }
    seated(sides).map_err(|faults| (0, faults))
}

/// Reads the names of one side. A comma is part of a name here, unless the text has quotes.
pub(super) fn read_names(text: &str) -> Result<Vec<Name>, Vec<SideFault>> {
    let parts = if text.contains('"') {
        split_names(text).map_err(|fault| vec![fault])?
    } else {
        text.split(['&', '+']).map(str::to_string).collect()
    };
    let mut faults = Vec::new();
    let names =
        parts.iter().filter_map(|part| Name::read(part).map_err(|fault| faults.push(fault.into())).ok()).collect();
    if faults.is_empty() { Ok(names) } else { Err(faults) }
}

/// Splits `Ann & "Smith, John"` into names.
fn split_names(text: &str) -> Result<Vec<String>, SideFault> {
    let mut names = Vec::new();
    let mut at = 0;
    while at <= text.len() {
        let (name, end) = name_at(text, skip_space(text, at))?;
        names.push(name);
        at = skip_space(text, end) + 1;
    }
    Ok(names)
}

/// Reads a name at `at`, up to `,`, `&` or `+` unless it is in quotes. Returns it with the byte after it.
fn name_at(text: &str, at: usize) -> Result<(String, usize), SideFault> {
    if let Some((name, end)) = quoted_at(text, at) {
        let next = skip_space(text, end);
        let ends = next == text.len() || text[next..].starts_with([',', '&', '+']);
        return if ends { Ok((name, end)) } else { Err(SideFault::AfterQuote) };
    }
    let end = skip_while(text, at, |char| !matches!(char, ',' | '&' | '+'));
    Ok((text[at..end].trim().to_string(), end))
}

/// Reads which side a text means: the start of one player's name, or the whole side as `Ann & Cid`.
///
/// # Errors
/// The text matches no side, or several.
pub fn read_side(text: &str, players: &Players) -> Result<Side, WhoFault> {
    let names = split_names(text).unwrap_or_else(|_| vec![text.to_string()]);
    players.find_side(&names).map_err(|fault| match fault {
        // Show the text as typed, even if it has several names.
        WhoFault::Unknown { place, nearest, .. } => WhoFault::Unknown { typed: harmless(text), place, nearest },
        ambiguous => ambiguous,
    })
}
