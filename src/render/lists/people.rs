//! The players of a book.

use ginpad_core::text::printable;

use crate::render::Look;
use crate::render::layout::List;

/// The players, each with a count of games.
pub(crate) fn people(rows: &[(&str, usize)], look: Look) -> String {
    let rows = rows.iter().map(|(name, games)| [printable(name), games.to_string()]).collect();
    List { heads: ["player", "games"], rows, numbers: &[1], flexible: 0 }.text(look)
}
