//! The formats of a report: each shows every report in one way, block by block.

pub(crate) mod csv;
mod page;
mod records;
mod terminal;

use std::io::{self, Write};

use crate::answer::Report;

pub(crate) use csv::csv;
pub(crate) use page::page;
pub(crate) use records::records;
pub(crate) use terminal::{sentence_line, terminal};

/// Writes the report as a JSON document over several lines.
pub(crate) fn json(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

/// What a format writes, as text.
pub(crate) fn text_of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("formats write text")
}
