//! A club: its members, their devices, and what this book has not sent.

use serde::Serialize;

use crate::answer::table::{Cell, Column, Table};
use crate::answer::{Block, Report};
use ginpad_core::text::count;

/// So much of the id of a device tells it from others.
const DEVICE: usize = 8;
/// So much of a time is the day and the minute by local clocks.
const MINUTE: usize = 16;

/// A club: `ginpad/club/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/club/1")]
pub(crate) struct ClubReport {
    /// Where it is, without the password.
    pub(crate) place: String,
    /// Everybody who was not removed.
    pub(crate) members: Vec<Member>,
    /// How many changes of this book it lacks.
    pub(crate) unsent: usize,
    /// How many changes this book lacks.
    pub(crate) unread: usize,
}

/// A member.
#[derive(Debug, Serialize)]
pub(crate) struct Member {
    /// What the member is called.
    pub(crate) name: String,
    /// Whether the club is theirs.
    pub(crate) owner: bool,
    /// Whether it is whoever asks.
    pub(crate) you: bool,
    /// Their devices, the one seen last first.
    pub(crate) devices: Vec<Device>,
}

/// A device of a member: a writer of lines.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Device {
    /// The writer.
    pub(crate) writer: String,
    /// Whether it is this one.
    pub(crate) this_device: bool,
    /// The number of its last change.
    pub(crate) changes: u64,
    /// When it met the club last, as local clocks showed it.
    pub(crate) seen: String,
}

impl Report for ClubReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let device = |member: &Member, device: Option<&Device>| (row(member), device.cloned());
        let rows: Vec<(String, Option<Device>)> = self
            .members
            .iter()
            .flat_map(|member| match member.devices.as_slice() {
                [] => vec![device(member, None)],
                devices => devices.iter().map(|one| device(member, Some(one))).collect(),
            })
            .collect();
        let start = |text: &str, most: usize| Cell::Word(text.get(..most).unwrap_or(text).into());
        let table = Table::of("Members", rows)
            .column("name", "member", |(name, _)| Cell::Text(name.clone()))
            .people("device", move |(_, device)| match device {
                Some(device) if device.this_device => Cell::Word("this".into()),
                Some(device) => start(&device.writer, DEVICE),
                None => Cell::Word("none yet".into()),
            })
            .programs("writer", |(_, device)| Cell::text(device.as_ref().map(|device| device.writer.clone())))
            .column("changes", "changes", |(_, device)| {
                Cell::text(device.as_ref().map(|device| device.changes.to_string()))
            })
            .add(Column::people("last seen").rank(1), move |(_, device)| match device {
                Some(device) => start(&device.seen, MINUTE),
                None => Cell::Empty,
            })
            .programs("seen", |(_, device)| Cell::text(device.as_ref().map(|device| device.seen.clone())));
        let both = [(self.unsent, "of this book"), (self.unread, "of other devices")];
        let new = both.iter().filter(|(number, _)| *number > 0);
        let new = new.map(|(number, whose)| format!("{} {whose}", count(*number, "change"))).collect::<Vec<_>>();
        let is_new = match new.as_slice() {
            [] => "everything is sent, and everything has come".to_string(),
            new => format!("the next sync exchanges {}", new.join(" and ")),
        };
        vec![Block::words(self.place.clone()), Block::Table(table.table), Block::words(is_new)]
    }
}

/// A member in a row.
fn row(member: &Member) -> String {
    let marks = [(member.owner, "owner"), (member.you, "you")].into_iter().filter(|(is_so, _)| *is_so);
    let marks: Vec<&str> = marks.map(|(_, mark)| mark).collect();
    if marks.is_empty() { member.name.clone() } else { format!("{} ({})", member.name, marks.join(", ")) }
}
