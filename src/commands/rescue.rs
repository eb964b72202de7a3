//! `rescue`: saves what still verifies of a damaged book into a new one.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::{self, RescueFault, Rescued};
use crate::cli::session::interrupt::tidied;
use crate::cli::session::{Face, Session, reason, shown, state_folder};
use crate::disk::{folder_of, is_one_file};
use crate::render::json::{self, RescueView};
use ginpad_core::text::count;
use uuid::Uuid;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad rescue book.db                  save what can be saved, in book.rescued.db
  ginpad rescue book.db --to saved.db    in a file of that name";

/// Save what still verifies of a damaged book into a new one
///
/// Every line of a book, which is what one command did, has a hash. `rescue` looks for lines on every page of the file, whatever became of the rest, and saves those that match their hashes. The damaged file is left as it is, and nothing in it runs. What is known to be lost is listed.
#[derive(Debug, Args)]
pub(crate) struct RescueArgs {
    /// The damaged book
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The new book; no file is ever replaced
    #[arg(long, value_name = "NEW")]
    to: Option<PathBuf>,
}

impl RescueArgs {
    /// Saves what can be saved.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let RescueArgs { file, to } = self;
        let to = match to {
            Some(to) => usable(&file, to)?,
            None => free_name(&file),
        };
        let known = book::last_numbers(state_folder().as_deref(), &file);
        let rescued = book::rescue(&file, &to, &known, tidied).map_err(|fault| failure(&file, &to, fault))?;
        let answer = Answer::of(match session.face() {
            Face::Json => json::print(&RescueView {
                book: &to.to_string_lossy(),
                changes: rescued.said.changes,
                facts: rescued.said.facts,
                games: rescued.games,
                unread_pages: rescued.unread_pages,
                lost_lines: rescued.lost_lines,
                lost: &rescued.lost.items,
                more: rescued.lost.more,
                unsure: rescued.unsure.iter().map(|(writer, last)| (writer.to_string(), *last)).collect(),
            }),
            Face::Plain => plain(&rescued, &to),
            Face::Table => table(&rescued, &to),
        });
        let copy = (!rescued.is_whole()).then(|| {
            Remark::note("another copy of the book may hold what is lost; `export --json` of that copy, imported into the new book, adds it")
        });
        Ok(answer.remarks(copy))
    }
}

/// The name that the user gave, if a book can be made there.
fn usable(file: &Path, to: PathBuf) -> Result<PathBuf, Failure> {
    let beside = || {
        let again = CommandLine::again().without("to");
        let can_be_made = folder_of(file).metadata().is_ok_and(|folder| !folder.permissions().readonly());
        can_be_made.then(|| Hint::with("to save it beside the damaged book:", again))
    };
    let refused = |what: String| Err(Failure::refused(what).hint_if(beside()));
    if to == Path::new("-") {
        return refused("a book cannot be written to standard output".into());
    }
    if is_one_file(&to, file) {
        return refused(format!("{} is the damaged book itself; `rescue` makes another file", shown(&to)));
    }
    match folder_of(&to).metadata() {
        Ok(folder) if folder.is_dir() => Ok(to),
        _ => refused(format!("cannot make {}: there is no folder {}", shown(&to), shown(folder_of(&to)))),
    }
}

/// A name beside the damaged book that no file has.
fn free_name(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or(file.as_os_str()).to_owned();
    let named = |number: usize| {
        let mut name = stem.clone();
        name.push(if number == 1 { ".rescued.db".into() } else { format!(".rescued-{number}.db") });
        file.with_file_name(name)
    };
    (1..).map(named).find(|name| name.symlink_metadata().is_err()).unwrap_or_else(|| named(1))
}

/// What helps if the disk fails.
const LOOK_AFTER_THE_DISK: &str =
    "run the same command again; if it fails again, look after the disk, or use a copy of the book";

fn failure(file: &Path, to: &Path, fault: RescueFault) -> Failure {
    match fault {
        RescueFault::From(error) => Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error)))
            .hint(Hint::advice("name the file of the damaged book")),
        RescueFault::Unread(_) => Failure::refused(format!("nothing can be saved from {}: {fault}", shown(file)))
            .hint(Hint::advice(LOOK_AFTER_THE_DISK)),
        RescueFault::Nothing => Failure::refused(format!("nothing can be saved from {}: {fault}", shown(file)))
            .hint(Hint::advice("use a copy of the book, if there is one")),
        RescueFault::Into(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Failure::refused(format!("{} is there already; `rescue` replaces no file", shown(to)))
                .hint(Hint::with("to save it beside the damaged book:", CommandLine::again().without("to")))
        }
        RescueFault::Into(error) => Failure::refused(format!("cannot make {}: {}", shown(to), not_made(&error)))
            .hint(Hint::advice("name a file in a folder you can write with `--to NEW`")),
        RescueFault::Book(error) => error.into(),
    }
}

/// Why the new book cannot be made.
fn not_made(error: &io::Error) -> String {
    match error.kind() {
        // The folder is there, but it is none that holds files.
        io::ErrorKind::NotFound | io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => {
            "no file can be made in that folder".into()
        }
        _ => reason(error),
    }
}

fn table(rescued: &Rescued, to: &Path) -> String {
    let Rescued { said, games, lost, unsure, unread_pages, .. } = rescued;
    let saved = format!(
        "saved {} and {} in {}: {}",
        count(said.changes, "change"),
        count(said.facts, "fact"),
        shown(to),
        count(*games, "game"),
    );
    let mut lines = vec![saved];
    if *unread_pages > 0 {
        lines.push(format!("{} of the file cannot be read", count(*unread_pages, "page")));
    }
    if rescued.is_whole() {
        lines.push("nothing is lost".into());
    }
    if !lost.is_empty() {
        lines.push("lost:".into());
        lines.extend(lost.lines().map(|line| format!("  {line}")));
    }
    let there = |(writer, last): &(Uuid, u64)| format!("  all of writer {writer} up to line {last}");
    if !unsure.is_empty() {
        lines.push("saved, though nothing outside of the file says whether more came after it:".into());
        lines.extend(unsure.iter().map(there));
    }
    lines.join("\n")
}

fn plain(rescued: &Rescued, to: &Path) -> String {
    let Rescued { said, games, lost, unsure, .. } = rescued;
    let mut lines = format!("saved\t{}\t{}\t{}\t{games}\t0\n", shown(to), said.changes, said.facts);
    lost.lines().for_each(|line| lines += &format!("lost\t{line}\n"));
    unsure.iter().for_each(|(writer, last)| lines += &format!("unsure\t{writer}\t{last}\n"));
    lines
}
