//! Reads who plays, given as a line of sides; which side a name means; and the spots and totals of sides.

use super::cursor::{parts, quoted_at, skip_space};
use crate::game::Totals;
use crate::points::Points;
use crate::rules::Rules;
use crate::text::{Flaw, count, harmless, number_word};
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

/// Reads `Bob 25`, or `Ann 10, Bob 25`; `=` may replace the space.
///
/// # Errors
/// The byte of `text` at fault, and why.
pub fn read_spots(text: &str, players: &Players, rules: &Rules) -> Result<BySide<Points>, (usize, String)> {
    let mut spots = BySide::none(players.sides());
    for (from, part) in parts(text, |char| char == ',') {
        let at = from + skip_space(part, 0);
        let part = part.trim();
        let Some((side, number)) = part.rsplit_once(|char: char| char == '=' || char.is_whitespace()) else {
            return Err((at, format!("expected a side and its points, like `Bob 25`, not `{}`", harmless(part))));
        };
        let side = read_side(side.trim_end(), players).map_err(|fault| (at, fault.to_string()))?;
        let points = number.parse().ok().map(Points).filter(|points| *points > Points::ZERO && *points < rules.target);
        let Some(points) = points else {
            let (most, number) = (rules.target.0 - 1, harmless(number));
            return Err((at, format!("a spot is 1 to {most} points, below the target, not `{number}`")));
        };
        if spots[side] != Points::ZERO {
            return Err((at, format!("{} is given two spots", players.side_name(side))));
        }
        spots[side] = points;
    }
    Ok(spots)
}

/// Reads `330, 48`, or `300, 325, Ann` if Ann won with the lower total. Without commas, spaces separate the totals, or
/// a hyphen or colon without spaces does.
///
/// # Errors
/// The byte of `text` at fault, and why.
pub fn read_totals(text: &str, players: &Players) -> Result<Totals, (usize, String)> {
    let sides = players.sides();
    let separates: fn(char) -> bool = match text.contains(',') {
        true => |char| char == ',',
        false => |char| char.is_whitespace() || ['-', '–', ':'].contains(&char),
    };
    let mut parts = text.splitn(sides + 1, separates);
    let read: Vec<Points> = parts.by_ref().take(sides).map_while(total_of).collect();
    if read.len() < sides {
        let (number, most) = (number_word(sides), Totals::MOST);
        let text = harmless(text);
        return Err((0, format!("expected {number} totals from 0 to {most}, like `330, 48`, not `{text}`")));
    }
    let totals = Totals::new(BySide::from_fn(sides, |side| read[side.index()]));
    let Some(winner) = parts.next() else { return Ok(totals) };
    let at = skip_space(text, text.len() - winner.len());
    let winner = read_side(&text[at..], players).map_err(|fault| (at, fault.to_string()))?;
    Ok(Totals { winner: Some(winner), ..totals })
}

/// Whether a word in the winner's place means nobody.
pub fn is_nobody(text: &str) -> bool {
    const NOBODY: [&str; 10] =
        ["nobody", "none", "tie", "tied", "draw", "drawn", "level", "-", "remis", "unentschieden"];
    NOBODY.contains(&text.trim().to_lowercase().as_str())
}

/// Reads a total of digits only.
fn total_of(text: &str) -> Option<Points> {
    let digits = text.trim();
    let total = digits.parse().ok().filter(|total| (0..=Totals::MOST).contains(total))?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(Points(total))
}
