//! The face of an answer: how it is shown, which is decided once, from the flags.

use std::path::PathBuf;

use clap::Args;

use super::session::page_file::Source;
use super::session::{Face as Asked, Session};
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::answer::{Answer, Content};
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

    /// The answer as this face shows it.
    ///
    /// # Errors
    /// A page cannot be written.
    pub(crate) fn show(&self, session: &Session, answer: Answer) -> Result<Answer, Failure> {
        let Answer { content: Content::Report(report), .. } = &answer else { return Ok(answer) };
        let reader = session.invocation();
        let why_empty = report.why_empty();
        let content = match self {
            Face::People => Content::Printed(match why_empty.as_ref().and_then(|why| why.text(reader)) {
                Some(why) => why,
                None => faces::terminal(&**report, session.look(), reader),
            }),
            Face::Json => Content::Exact(faces::json(&**report)),
            Face::Records => Content::Exact(faces::records(&**report, reader)),
            Face::Spreadsheet => Content::Exact(faces::csv(&**report, reader)),
            Face::Page(file) => {
                let page = faces::page(&**report, reader).map_err(Failure::fault)?;
                session.write_page(file, &page, Source::Book)?.content
            }
        };
        let note = why_empty.filter(|_| *self != Face::People).map(Remark::note);
        let has_room = *self == Face::People && !session.is_at_pad();
        let remarks = answer.remarks.into_iter().filter(|remark| has_room || remark.is_for_all());
        Ok(Answer { content, remarks: note.into_iter().chain(remarks).collect(), ..answer })
    }
}
