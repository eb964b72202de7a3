//! The changes of a book: `ginpad/history/1`.

use ginpad_core::hand::Moment;
use ginpad_core::notation::print_moment;
use serde_json::json;

use super::long::LongReport;
use crate::answer::table::{Cell, Column};
use crate::disk::NotKept;

/// So much of the id of a device tells it from others.
const DEVICE: usize = 6;

/// A list of changes, newest first.
pub(crate) fn list() -> LongReport {
    let people = ["change", "when", "device", "what"].into_iter().zip([0, 1, 2, 0]);
    let people = people.map(|(heading, rank)| Column::people(heading).rank(rank));
    let programs = "id short made device own state verb what".split(' ').map(Column::programs);
    LongReport::new("History", ["ginpad/history/1", "changes"], people.chain(programs).collect())
}

/// A change.
#[derive(Debug)]
pub(crate) struct ListedChange<'a> {
    /// Its id.
    pub id: String,
    /// The start of its id that no other change has.
    pub short: String,
    /// When it was made, as local clocks showed it.
    pub made: Moment,
    /// The device that made it.
    pub device: String,
    /// Whether that is this device.
    pub is_own: bool,
    /// The command that made it.
    pub verb: &'a str,
    /// What it did, in words that can be typed.
    pub what: String,
    /// The same, with suits as signs.
    pub in_signs: String,
    /// What became of it: `counts`, `undone`, `moved` or `unknown`.
    pub state: &'static str,
}

/// Adds a change to the list.
///
/// # Errors
/// There is no room for it.
pub(crate) fn add(list: &mut LongReport, change: ListedChange<'_>) -> Result<(), NotKept> {
    let ListedChange { id, short, made, device, is_own, verb, what, in_signs, state } = change;
    let time = print_moment(made);
    let document = json!({
        "id": id,
        "short": short,
        "made": time,
        "device": device,
        "this_device": is_own,
        "verb": verb,
        "what": what,
        "state": state,
    });
    let undone = if state == "undone" { " – undone" } else { "" };
    let (own, device_of) = if is_own { ("this", "this") } else { ("", device.get(..DEVICE).unwrap_or(&device)) };
    let local = made.format("%Y-%m-%d %H:%M").to_string();
    let people = [&short, &local, device_of, &format!("{in_signs}{undone}")];
    let programs = [&id, &short, &time, &device, own, state, verb, &what];
    list.add(document, people.into_iter().chain(programs).map(|text| Cell::Text(text.into())).collect())
}
