//! What is asked after something failed.

use rusqlite::{Connection, ErrorCode, params};
use uuid::Uuid;

use super::{Found, one};
use crate::book::commit::Witness;

/// The largest book, in pages, of which everything is checked: a second or two.
const MOST_PAGES: i64 = 20_000;

/// Whether a transaction was kept.
pub(in crate::book) fn is_kept(connection: &Connection, witness: Witness) -> Found<bool> {
    let found = match witness {
        Witness::Change(id) => one(connection, "SELECT 1 FROM change WHERE id = ?1", [id], |_| Ok(())),
        Witness::Choice { device, choice } => {
            let chosen = "SELECT 1 FROM chosen_game WHERE device = ?1 AND choice = ?2";
            one(connection, chosen, params![device, choice], |_| Ok(()))
        }
    };
    found.map(|found| found.is_some())
}

/// The number of a device's latest choice of a game.
pub(in crate::book) fn latest_choice(connection: &Connection, device: Uuid) -> Found<i64> {
    let latest = "SELECT coalesce(max(choice), 0) FROM chosen_game WHERE device = ?1";
    one(connection, latest, [device], |row| row.get(0)).map(|latest| latest.unwrap_or(0))
}

/// Whether the disk, and not the file, is at fault for what SQLite took for damage: either the file is sound, or a part
/// of it cannot be read. A large file is checked less thoroughly.
pub(in crate::book) fn a_read_failed(connection: &Connection) -> bool {
    let pages: Found<i64> = connection.pragma_query_value(None, "page_count", |row| row.get(0));
    let check = match pages {
        Ok(pages) if pages <= MOST_PAGES => "PRAGMA integrity_check(1)",
        _ => "PRAGMA quick_check(1)",
    };
    match connection.query_row(check, [], |row| row.get::<_, String>(0)) {
        Ok(said) => said == "ok" || unread(&said),
        Err(error) => error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure),
    }
}

/// Whether a page could not be read. SQLite's words end with the number of the error.
fn unread(said: &str) -> bool {
    const SYSTEM_IO_FAILURE: i32 = 10;
    let number = said.rsplit_once("error code=").and_then(|(_, number)| number.trim().parse::<i32>().ok());
    number.is_some_and(|number| number & 0xff == SYSTEM_IO_FAILURE)
}
