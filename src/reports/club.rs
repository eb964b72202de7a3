//! A club: its members, their devices, and the changes that it and this book have yet to exchange.

use serde::Serialize;

use crate::answer::{Block, Cell, Column, Report, Table};
use crate::club::Member;
use ginpad_core::notation::print_moment;
use ginpad_core::text::count;

/// The digits of a device's id that identify it.
const DEVICE: usize = 8;

/// A club: `ginpad/club/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/club/1")]
pub(crate) struct ClubReport {
    /// The address of the club, without the password.
    pub(crate) place: String,
    /// All members, except removed ones.
    pub(crate) members: Vec<Member>,
    /// The number of changes in this book that the club lacks.
    pub(crate) unsent: usize,
    /// The number of changes in the club that this book lacks.
    pub(crate) unread: usize,
}

impl Report for ClubReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let rows = self.members.iter().flat_map(|member| {
            let devices = member.devices.iter().map(Some);
            devices.chain(member.devices.is_empty().then_some(None)).map(move |device| (member, device))
        });
        let table = Table::of("Members", rows)
            .column("name", "member", |(member, _)| Cell::Text(row(member)))
            .people("device", move |(_, device)| match device {
                Some(device) if device.this_device => Cell::Word("this".into()),
                Some(device) => Cell::Word(device.writer.to_string()[..DEVICE].into()),
                None => Cell::Word("none yet".into()),
            })
            .programs("writer", |(_, device)| Cell::text(device.map(|device| device.writer.to_string())))
            .column("changes", "changes", |(_, device)| Cell::text(device.map(|device| device.changes.to_string())))
            .add(Column::people("last seen").rank(1), move |(_, device)| match device {
                Some(device) => Cell::Word(device.seen.format("%Y-%m-%d %H:%M").to_string()),
                None => Cell::Empty,
            })
            .programs("seen", |(_, device)| Cell::text(device.map(|device| print_moment(device.seen))));
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
    let marks = [(member.is_owner, "owner"), (member.is_self, "you")].into_iter().filter(|(is_so, _)| *is_so);
    let marks: Vec<&str> = marks.map(|(_, mark)| mark).collect();
    if marks.is_empty() { member.called.clone() } else { format!("{} ({})", member.called, marks.join(", ")) }
}
