//! Reads the totals of an old game, as typed in the header of a sheet and with `set`.

use super::cursor::skip_space;
use super::sides::read_side;
use crate::text::{harmless, number_word};
use crate::{BySide, Players, Points, Totals};

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
    const NOBODY: [&str; 8] = ["nobody", "none", "tie", "tied", "draw", "drawn", "level", "-"];
    NOBODY.contains(&text.trim().to_lowercase().as_str())
}

/// Reads a total of digits only.
fn total_of(text: &str) -> Option<Points> {
    let digits = text.trim();
    let total = digits.parse().ok().filter(|total| (0..=Totals::MOST).contains(total))?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(Points(total))
}
