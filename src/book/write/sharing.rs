//! Writes what the book remembers of shared folders.

use rusqlite::{Connection, params};

use super::{Written, execute};
use crate::book::sharing::Segment;

/// How many folders a book remembers.
const FOLDERS: i64 = 16;

/// Remembers a new folder, and forgets the oldest. The answer is its id.
pub(in crate::book) fn shared_folder(connection: &Connection, sent: &str, hash: &[u8; 32]) -> rusqlite::Result<i64> {
    execute(connection, "INSERT INTO shared_folder (sent, hash) VALUES (?1, ?2)", params![sent, hash])?;
    let folder = connection.last_insert_rowid();
    execute(connection, "DELETE FROM shared_folder WHERE id <= ?1", [folder - FOLDERS])?;
    Ok(folder)
}

/// Remembers how far the book was sent to a folder.
pub(in crate::book) fn sent(connection: &Connection, folder: i64, sent: &str, hash: &[u8; 32]) -> Written {
    execute(connection, "UPDATE shared_folder SET sent = ?2, hash = ?3 WHERE id = ?1", params![folder, sent, hash])
}

/// Remembers a segment of a folder.
pub(in crate::book) fn shared_segment(connection: &Connection, folder: i64, segment: &Segment) -> Written {
    let Segment { device, number, digest } = segment;
    execute(
        connection,
        "INSERT INTO shared_segment (folder, device, number, digest) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        params![folder, device, number, digest],
    )
}

/// Takes note that the book does not know a segment any more, since it was restored.
pub(in crate::book) fn removed_segment(connection: &Connection, segment: &Segment) -> Written {
    let Segment { device, number, digest } = segment;
    execute(
        connection,
        "INSERT INTO removed_segment (device, number, digest) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![device, number, digest],
    )
}

/// Takes note that the book knows a segment again.
pub(in crate::book) fn came_back(connection: &Connection, segment: &Segment) -> Written {
    let Segment { device, number, digest } = segment;
    execute(
        connection,
        "DELETE FROM removed_segment WHERE device = ?1 AND number = ?2 AND digest = ?3",
        params![device, number, digest],
    )
}
