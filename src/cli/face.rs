//! The face of an answer: how it is shown, which is decided once, from the flags.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::session::{Face as Asked, Session};
use crate::answer::failure::Failure;
use crate::answer::{Answer, Content, Report};
use crate::render::faces;

/// The flags that every report takes.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReportFlags {
    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"], help_heading = "How it is shown")]
    pub csv: bool,

    /// Write a web page to this file; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "plain", "csv"], help_heading = "How it is shown")]
    pub html: Option<PathBuf>,
}

/// How an answer is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Face {
    /// For people, at a terminal.
    People,
    /// For programs: one document.
    Json,
    /// For programs: one record a line.
    Records,
    /// For a spreadsheet.
    Spreadsheet,
    /// A page in a file; `-` is standard output.
    Page(PathBuf),
}

impl Face {
    /// The face that the flags of the program and of a report ask for.
    pub(crate) fn of(session: &Session, flags: Option<&ReportFlags>) -> Face {
        match (session.face(), flags) {
            (_, Some(ReportFlags { html: Some(file), .. })) => Face::Page(file.clone()),
            (_, Some(ReportFlags { csv: true, .. })) => Face::Spreadsheet,
            (Asked::Json, _) => Face::Json,
            (Asked::Plain, _) => Face::Records,
            (Asked::Table, _) => Face::People,
        }
    }

    /// How many rows of a long list people see, unless they say how many. Programs read all of them.
    pub(crate) const fn usual_rows(&self) -> Option<usize> {
        match self {
            Face::People | Face::Page(_) => Some(20),
            Face::Json | Face::Records | Face::Spreadsheet => None,
        }
    }

    /// The answer as it is printed: a page is written into its file, and remarks say what its reader does not
    /// see in it.
    ///
    /// # Errors
    /// The page cannot be written.
    pub(crate) fn prepared(&self, session: &Session, mut answer: Answer) -> Result<Answer, Failure> {
        let Content::Report(report) = &mut answer.content else { return Ok(answer) };
        report.spell(session.invocation());
        let more = if *self == Face::People { Vec::new() } else { report.remarks() };
        let has_room = *self == Face::People && !session.is_at_pad();
        answer.remarks.retain(|remark| has_room || remark.is_for_all());
        answer.remarks.splice(0..0, more);
        if let Face::Page(file) = self
            && file != Path::new("-")
        {
            let mut page = Vec::new();
            self.write(&**report, session, &mut page).map_err(Failure::fault)?;
            answer.content = session.write_page(file, &String::from_utf8_lossy(&page))?.content;
        }
        Ok(answer)
    }

    /// Writes a report.
    ///
    /// # Errors
    /// It cannot be written, or not read.
    pub(crate) fn write(&self, report: &dyn Report, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let reader = session.invocation();
        match (self, report.why_empty().and_then(|why| why.text(reader))) {
            (Face::People, Some(why)) => writeln!(out, "{why}"),
            (Face::People, None) => faces::terminal(report, session.look(), reader, out),
            (Face::Json, _) => faces::json(report, out),
            (Face::Records, _) => faces::records(report, reader, out),
            (Face::Spreadsheet, _) => faces::csv(report, reader, out),
            (Face::Page(_), _) => faces::page(report, reader, out),
        }
    }
}
