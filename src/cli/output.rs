//! The format of an answer, chosen once from the flags.

use std::io::{self, ErrorKind, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::printer::{buffered, print, refuse, undelivered};
use super::session::{Session, paged};
use crate::answer::{Answer, CommandLine, Content, Failure, Head, Hint, Remark, Report};
use crate::arguments::ReportFlags;
use crate::commands::Globals;
use crate::render::formats;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OutputFormat {
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

impl OutputFormat {
    /// Chooses the format from the flags of the program and of a report.
    pub(crate) fn of(globals: &Globals, flags: Option<&ReportFlags>) -> OutputFormat {
        match flags {
            Some(ReportFlags { html: Some(file), .. }) => OutputFormat::Page(file.clone()),
            Some(ReportFlags { csv: true, .. }) => OutputFormat::Spreadsheet,
            _ if globals.json => OutputFormat::Json,
            _ if globals.plain => OutputFormat::Records,
            _ => OutputFormat::People,
        }
    }

    /// Prepares an answer for printing: writes a page into its file and replaces it with a sentence that names the
    /// file; adds the remarks that the answer itself does not show. Returns the format to print with.
    ///
    /// # Errors
    /// The page cannot be written.
    pub(crate) fn prepared(&self, session: &Session, mut answer: Answer) -> Result<(Answer, &OutputFormat), Failure> {
        let Content::Report(head, report) = &answer.content else { return Ok((answer, self)) };
        let why_empty = head.why_empty.clone().filter(|_| *self != OutputFormat::People).map(Remark::note);
        let has_room = *self == OutputFormat::People && !session.app.goes_on;
        // Hints only help a person who types single commands.
        answer.remarks.retain(|remark| has_room || matches!(remark, Remark::Note(_) | Remark::Warning(_)));
        answer.remarks.splice(0..0, why_empty);
        if let OutputFormat::Page(file) = self
            && file != Path::new("-")
        {
            let mut page = Vec::new();
            self.write(head, &**report, session, &mut page).map_err(Failure::fault)?;
            answer.content = session.app.write_page(file, &String::from_utf8_lossy(&page))?.content;
            return Ok((answer, &OutputFormat::People));
        }
        Ok((answer, self))
    }

    /// Writes a report.
    ///
    /// # Errors
    /// The report cannot be written, or its data cannot be read.
    pub(crate) fn write(
        &self,
        head: &Head,
        report: &dyn Report,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let reader = &*session.invocation;
        match self {
            OutputFormat::People => out.write_all(text(head, report, session).as_bytes()),
            OutputFormat::Json => formats::json(head, report, out),
            OutputFormat::Records => formats::records(report, reader, out),
            OutputFormat::Spreadsheet => formats::csv(report, reader, out),
            OutputFormat::Page(_) => formats::page(head, report, reader, out),
        }
    }
}

/// The text of a report for people, or why it is empty.
fn text(head: &Head, report: &dyn Report, session: &Session) -> String {
    let reader = &*session.invocation;
    match head.why_empty.as_ref().and_then(|why| why.text(reader)) {
        Some(why) => why + "\n",
        None => formats::terminal(report, session.canvas(), reader),
    }
}

/// Prints the result of a command and returns the exit status. Suggested commands keep the flags that the user typed.
pub(crate) fn deliver(result: Result<Answer, Failure>, format: &OutputFormat, session: &Session) -> ExitCode {
    let invocation = &*session.invocation;
    let prepared = result.and_then(|answer| format.prepared(session, answer));
    let (Answer { content, remarks, is_bad }, format) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => return refuse(&failure, invocation),
    };
    let written = print_content(content, format, session);
    remarks.iter().for_each(|remark| session.app.door.remark(remark));
    match written {
        Err(why) if why.kind() != ErrorKind::BrokenPipe => {
            let shows = || Hint::does(CommandLine::of(""), "shows the current game");
            let failure = undelivered(&why);
            let is_kept = session.app.has_written.get();
            refuse(&if is_kept { failure.and("what was changed is kept").hint(shows()) } else { failure }, invocation)
        }
        _ if is_bad => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}

fn print_content(content: Content, format: &OutputFormat, session: &Session) -> io::Result<()> {
    let mut out = buffered();
    match content {
        Content::Nothing => {}
        Content::Text(text) => out.write_all(text.as_bytes())?,
        Content::LongText(mut text) => {
            text.rewind()?;
            io::copy(text.get_mut(), &mut out)?;
        }
        Content::Report(head, report) if *format == OutputFormat::People => {
            let text = text(&head, &*report, session);
            // Free the report: a long list and its text need not be in memory together.
            drop(report);
            let text = session.fit_to_terminal(text);
            // A long text goes through a pager, if one starts.
            if session.pager(&text).and_then(|pager| paged(pager, &text)).is_none() {
                print(&text)?;
            }
        }
        Content::Report(head, report) => format.write(&head, &*report, session, &mut out)?,
    }
    out.flush()
}
