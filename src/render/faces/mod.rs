//! The faces of a report: each shows every report in one way.

pub(crate) mod csv;
mod page;
mod records;
mod terminal;

use crate::answer::Report;

pub(crate) use csv::csv;
pub(crate) use page::page;
pub(crate) use records::records;
pub(crate) use terminal::terminal;

/// The report as a JSON document over several lines.
pub(crate) fn json(report: &dyn Report) -> String {
    crate::render::json::print(&report)
}
