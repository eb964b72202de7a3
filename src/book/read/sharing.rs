//! What the book remembers of shared folders.

use std::collections::BTreeSet;

use rusqlite::{Connection, Row};
use uuid::Uuid;

use super::rescued::NO_RECORD;
use super::{Found, all};
use crate::book::sharing::Segment;

/// A shared folder, as the book remembers it.
pub(in crate::book) struct FolderRow {
    pub(in crate::book) id: i64,
    pub(in crate::book) sent: String,
    pub(in crate::book) hash: Vec<u8>,
}

/// The shared folders that the book remembers, the latest first.
pub(in crate::book) fn shared_folders(connection: &Connection) -> Found<Vec<FolderRow>> {
    all(connection, "SELECT id, sent, hash FROM shared_folder ORDER BY id DESC", [], |row| {
        Ok(FolderRow { id: row.get(0)?, sent: row.get(1)?, hash: row.get(2)? })
    })
}

/// The segments of a folder that the book knows.
pub(in crate::book) fn shared_segments(connection: &Connection, folder: i64) -> Found<BTreeSet<Segment>> {
    let segments = "SELECT device, number, digest FROM shared_segment WHERE folder = ?1";
    all(connection, segments, [folder], segment).map(|segments| segments.into_iter().collect())
}

/// The segments that the book knows, whatever folder they are in.
pub(in crate::book) fn every_shared_segment(connection: &Connection) -> Found<BTreeSet<Segment>> {
    let segments = all(connection, "SELECT device, number, digest FROM shared_segment", [], segment)?;
    Ok(segments.into_iter().collect())
}

/// The segments that the book knew before a backup was restored, and does not know now.
pub(in crate::book) fn removed_segments(connection: &Connection) -> Found<BTreeSet<Segment>> {
    let segments = all(connection, "SELECT device, number, digest FROM removed_segment", [], segment)?;
    Ok(segments.into_iter().collect())
}

fn segment(row: &Row<'_>) -> Found<Segment> {
    Ok(Segment { device: row.get(0)?, number: row.get(1)?, digest: row.get(2)? })
}

/// What has no lasting place in the order of arrival: what waits, and the changes whose records are lost.
pub(in crate::book) fn unsettled(connection: &Connection) -> Found<Vec<Uuid>> {
    let unsettled = "SELECT id FROM waiting
         UNION SELECT rescued FROM rescue JOIN change ON change.id = rescued WHERE change.hash = ?1 ORDER BY 1";
    all(connection, unsettled, [NO_RECORD], |row| row.get(0))
}
