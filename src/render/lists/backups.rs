//! The backups of a book.

use ginpad_core::text::{printable, width};

use crate::render::Look;
use crate::render::layout::List;

/// The backups: when each was made, what for, its size and its file. The name of a file is never broken, so that it can be
/// pasted.
pub(crate) fn backups(rows: Vec<[String; 4]>, look: Look) -> String {
    let rows: Vec<[String; 4]> = rows.into_iter().map(|row| row.map(|cell| printable(&cell))).collect();
    let widest = rows.iter().map(|[.., file]| width(file)).max().unwrap_or(0);
    let list = List { heads: ["made", "what for", "size", "file"], rows, numbers: &[2], flexible: 3 };
    if list.fits(widest, look) {
        return list.text(look);
    }
    list.rows.iter().map(|[made, reason, size, file]| format!("{made}  {reason}, {size}\n  {file}\n")).collect()
}
