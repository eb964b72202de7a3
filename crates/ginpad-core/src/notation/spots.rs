//! Spots: the points that a side receives at the start.

use super::cursor::{parts, skip_space};
use super::sides::read_side;
use crate::text::harmless;
use crate::{BySide, Players, Points, Rules};

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
