//! `rescue`: saves what still verifies of a damaged book into a new one.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::book::{self, RescueFault, Rescued, Rescuer};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::interrupt::{Tidying, tidy_on_interrupt};
use crate::cli::session::{Face, Session, reason, shown};
use crate::render::json::{self, RescueView};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad rescue book.db                  save what can be saved, in book.rescued.db
  ginpad rescue book.db --to saved.db    in a file of that name";

/// Save what still verifies of a damaged book into a new one
///
/// Every change and every fact of a book has a hash. `rescue` looks for rows on every page of the file, whatever became of the rest, and saves what matches its hash. The damaged file is left as it is, and nothing in it runs. What is lost is listed. A change of which facts are lost counts with the others; `undo` takes that back.
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
        let to = to.unwrap_or_else(|| free_name(&file));

        let rescuer = Rescuer { device: session.device(), now: session.now };
        let rescued = book::rescue(&file, &to, rescuer, tidied).map_err(|fault| failure(&file, &to, fault))?;
        let whole = rescued.lost.is_empty() && rescued.waiting == 0;
        let answer = Answer::of(match session.face() {
            Face::Json => json::print(&RescueView {
                book: &to.to_string_lossy(),
                changes: rescued.changes,
                facts: rescued.facts,
                games: rescued.games,
                waiting: rescued.waiting,
                lost_facts: rescued.lost_facts,
                lost: &rescued.lost.items,
                more: rescued.lost.more,
            }),
            Face::Plain => plain(&rescued, &to),
            Face::Table => table(&rescued, &to),
        });
        let copy = (!whole).then(|| {
            Remark::note("another copy of the book may hold what is lost; `export --json` of that copy, imported into the new book, adds it")
        });
        Ok(answer.remarks(copy))
    }
}

/// Removes the unfinished new book on Ctrl-C, with its journal.
fn tidied(unfinished: PathBuf) -> Tidying {
    tidy_on_interrupt(move || {
        let mut journal = unfinished.clone().into_os_string();
        journal.push("-journal");
        let _ = std::fs::remove_file(journal);
        let _ = std::fs::remove_file(unfinished);
    })
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

fn failure(file: &Path, to: &Path, fault: RescueFault) -> Failure {
    match fault {
        RescueFault::From(error) => Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error)))
            .hint(Hint::advice("name the file of the damaged book")),
        RescueFault::Nothing => Failure::refused(format!("nothing can be saved from {}: {fault}", shown(file)))
            .hint(Hint::advice("use a copy of the book, if there is one")),
        RescueFault::Into(error) => Failure::refused(format!("cannot make {}: {}", shown(to), reason(&error)))
            .hint(Hint::advice("name a file in a folder you can write with `--to NEW`")),
        RescueFault::Exists => Failure::refused(format!("{} is there already; `rescue` replaces no file", shown(to)))
            .hint(Hint::with("to save it beside the damaged book:", CommandLine::again().without("to"))),
        RescueFault::Book(error) => error.into(),
    }
}

fn table(rescued: &Rescued, to: &Path) -> String {
    let Rescued { changes, facts, games, waiting, lost, .. } = rescued;
    let saved = format!(
        "saved {} and {} in {}: {} {}",
        count(*changes, "change"),
        count(*facts, "fact"),
        shown(to),
        count(*games, "game"),
        if *games == 1 { "counts" } else { "count" }
    );
    let mut lines = vec![saved];
    if *waiting > 0 {
        let wait = if *waiting == 1 { "waits" } else { "wait" };
        lines.push(format!(
            "{} {wait} for what is lost, and {} not count",
            count(*waiting, "fact"),
            if *waiting == 1 { "does" } else { "do" }
        ));
    }
    lines.push(if lost.is_empty() { "nothing is lost".into() } else { "lost:".into() });
    lines.extend(lost.lines().map(|line| format!("  {line}")));
    lines.join("\n")
}

fn plain(rescued: &Rescued, to: &Path) -> String {
    let Rescued { changes, facts, games, waiting, lost, .. } = rescued;
    let mut lines = format!("saved\t{}\t{changes}\t{facts}\t{games}\t{waiting}\n", shown(to));
    lost.lines().for_each(|line| lines += &format!("lost\t{line}\n"));
    lines
}
