//! The face of an answer: how it is shown, which is decided once, from the flags.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::printer::{Audience, Stream, dressed, laid_out, print, refuse, remark, undelivered};
use super::session::Session;
use crate::answer::{Answer, CommandLine, Content, Failure, Hint, Report};
use crate::arguments::ReportFlags;
use crate::commands::Globals;
use crate::disk::reason;
use crate::render::faces;

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
    pub(crate) fn of(globals: &Globals, flags: Option<&ReportFlags>) -> Face {
        match flags {
            Some(ReportFlags { html: Some(file), .. }) => Face::Page(file.clone()),
            Some(ReportFlags { csv: true, .. }) => Face::Spreadsheet,
            _ if globals.json => Face::Json,
            _ if globals.plain => Face::Records,
            _ => Face::People,
        }
    }

    /// The answer as it is printed, and the face that it is printed with: a page is written into its file, and people are
    /// told so. Remarks say what the reader of an answer does not see in it.
    ///
    /// # Errors
    /// The page cannot be written.
    pub(crate) fn prepared(&self, session: &Session, mut answer: Answer) -> Result<(Answer, &Face), Failure> {
        let Content::Report(report) = &mut answer.content else { return Ok((answer, self)) };
        report.spell(&*session.invocation);
        let more = if *self == Face::People { Vec::new() } else { report.remarks() };
        let has_room = *self == Face::People && !session.is_at_pad();
        answer.remarks.retain(|remark| has_room || remark.is_for_all());
        answer.remarks.splice(0..0, more);
        if let Face::Page(file) = self
            && file != Path::new("-")
        {
            let mut page = Vec::new();
            self.write(&**report, session, &mut page).map_err(Failure::fault)?;
            answer.content = session.app.write_page(file, &String::from_utf8_lossy(&page))?.content;
            return Ok((answer, &Face::People));
        }
        Ok((answer, self))
    }

    /// Writes a report.
    ///
    /// # Errors
    /// It cannot be written, or not read.
    pub(crate) fn write(&self, report: &dyn Report, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let reader = &*session.invocation;
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

/// Prints the result of a command, and returns the exit status. Suggested commands keep what the user typed.
pub(crate) fn deliver(result: Result<Answer, Failure>, face: &Face, session: &Session) -> ExitCode {
    let (screens, invocation) = (session.screens(), &*session.invocation);
    let (Answer { content, remarks, done, is_bad }, face) =
        match result.and_then(|answer| face.prepared(session, answer)) {
            Ok(prepared) => prepared,
            Err(failure) => return refuse(&failure, screens, invocation),
        };
    let written = print_content(content, face, session);
    for text in remarks.iter().filter_map(|remark| remark.text(invocation)) {
        remark(&text, screens);
    }
    match written {
        Err(why) if why.kind() != ErrorKind::BrokenPipe => {
            let failure = match done {
                None => undelivered(&why),
                Some(done) => Failure::fault(format!("{done}, but the answer could not be written: {}", reason(&why)))
                    .hint(Hint::does(CommandLine::overview(), "shows the current game")),
            };
            refuse(&failure, screens, invocation)
        }
        _ if is_bad => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}

/// Prints the answer itself.
fn print_content(content: Content, face: &Face, session: &Session) -> io::Result<()> {
    match content {
        Content::Nothing => Ok(()),
        Content::Text(text) => for_programs(|out| io::copy(&mut text.reader()?, out).map(drop)),
        Content::Report(report) if *face == Face::People => {
            for_people(session, |out| face.write(&*report, session, out))
        }
        Content::Report(report) => for_programs(|out| face.write(&*report, session, out)),
    }
}

/// Prints what `write` writes as it is.
fn for_programs(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(Stream::FULL, Stdout);
    write(&mut out)?;
    out.flush()
}

/// Prints what `write` writes for people to read: in a pager, if it is too long for the terminal.
fn for_people(session: &Session, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = ForPeople { session, pending: Vec::new(), to: None };
    write(&mut out)?;
    if !out.pending.is_empty() && !out.pending.ends_with(b"\n") {
        out.pending.push(b'\n');
    }
    out.flush()
}

/// Text for people. Its beginning is kept until it is known whether a pager has to show it.
struct ForPeople<'a> {
    session: &'a Session,
    pending: Vec<u8>,
    to: Option<Box<dyn Write>>,
}

impl Write for ForPeople<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= Stream::FULL {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    /// Prints the lines that are complete.
    fn flush(&mut self) -> io::Result<()> {
        let lines = self.pending.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if lines == 0 {
            return Ok(());
        }
        let screens = self.session.screens();
        let lines: Vec<u8> = self.pending.drain(..lines).collect();
        let text = laid_out(&String::from_utf8_lossy(&lines), screens.out);
        let text = dressed(&text, screens);
        // Without a pager that starts, the answer is printed like any other.
        let pager = || self.session.pager(&text).and_then(|pager| pager.start());
        let to =
            self.to.get_or_insert_with(|| pager().map_or_else(|| Box::new(Stdout) as _, |pager| Box::new(pager) as _));
        to.write_all(text.as_bytes())?;
        to.flush()
    }
}

/// Standard output, unless it was closed.
struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match print(&mut io::stdout().lock(), bytes)? {
            Audience::Reads => Ok(bytes.len()),
            Audience::HasLeft => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
