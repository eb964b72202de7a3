//! `rescue`: saves what still verifies of a damaged book into a new one.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::answer::file_words::shown;
use crate::answer::{Answer, Failure, Hint, Remark};
use crate::app::App;
use crate::book::{self, RescueFault, Rescued};
use crate::disk::interrupt::tidied;
use crate::disk::reason;
use crate::disk::reason_not_made;
use crate::reports::outcome::{Outcome, how_much};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad rescue book.db                  what can be saved, in book.rescued.db
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

/// Saves what can be saved.
pub(crate) fn run(args: RescueArgs, app: &App) -> Result<Answer, Failure> {
    let RescueArgs { file, to } = args;
    let to = to.unwrap_or_else(|| file.with_extension("rescued.db"));
    if to == Path::new("-") {
        return Err(Failure::refused("a book cannot be written to standard output"));
    }
    let known = book::last_numbers(app.device.state.as_deref(), &file);
    let rescued = book::rescue(&file, &to, &known, tidied).map_err(|fault| failure(&file, &to, fault))?;
    Ok(outcome(&rescued, &to).into())
}

fn failure(file: &Path, to: &Path, fault: RescueFault) -> Failure {
    match fault {
        RescueFault::Book(error) => error.into(),
        RescueFault::From(error) => Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error)))
            .hint(Hint::advice("name the file of the damaged book")),
        RescueFault::Into(error) => {
            let what = match error.kind() {
                io::ErrorKind::AlreadyExists => format!("{} is there already; `rescue` replaces no file", shown(to)),
                _ => format!("cannot make {}: {}", shown(to), reason_not_made(&error)),
            };
            Failure::refused(what).hint(Hint::advice("name a new file in another place with `--to NEW`"))
        }
        fault => Failure::refused(format!("nothing can be saved from {}: {fault}", shown(file)))
            .hint(Hint::advice("use a copy of the book, if there is one; look after the disk if it failed")),
    }
}

fn outcome(rescued: &Rescued, to: &Path) -> Outcome {
    let Rescued { amount, games, lost, unsure, unread_pages, lost_lines, .. } = rescued;
    let document = json!({
        "schema": "ginpad/rescue/1",
        "book": to.to_string_lossy(),
        "changes": amount.changes,
        "facts": amount.facts,
        "games": games,
        "unread_pages": unread_pages,
        "lost_lines": lost_lines,
        "lost": lost.items,
        "more": lost.more,
        "unsure": unsure,
    });
    let what = how_much(*games, *amount).unwrap_or_else(|| "nothing".into());
    let pages = (*unread_pages > 0).then(|| format!("{} of the file cannot be read", count(*unread_pages, "page")));
    let whole = rescued.is_whole().then(|| "nothing is lost".to_string());
    let lost = lost.lines().map(|line| format!("lost: {line}"));
    let unsure = unsure.iter().map(|(writer, last)| {
        format!("saved all of the writer {writer} up to line {last}; nothing outside of the file says whether more came after it")
    });
    let saved = [format!("saved {what} in {}", shown(to))];
    let done = saved.into_iter().chain(pages).chain(whole).chain(lost).chain(unsure);
    let copy = "another copy of the book may hold what is lost; `export --json` of that copy, imported into the new book, adds it";
    Outcome::new(document).did(done).remarks((!rescued.is_whole()).then(|| Remark::note(copy)))
}
