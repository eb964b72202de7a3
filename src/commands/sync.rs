//! `sync`: meets other devices in a shared folder.

mod told;

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;

use self::told::Told;
use super::merge::{unharmed, untold};
use super::since::{Before, Since};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::{Exchange, FolderFault, Pad, SharedFolder};
use crate::cli::session::{Session, reason, shown, whole};
use ginpad_core::ledger::Namesakes;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad sync ~/Dropbox/ginpad       what is new here goes there, and what is new there comes here
  ginpad sync /media/stick/ginpad    the same with a stick that goes from laptop to laptop
  ginpad sync shared --dry-run       only say what would go and come";

/// Meet other devices in a shared folder: each sends what it has logged, and gets what the others have
///
/// The folder may be one that Dropbox, Syncthing or the like keeps alike on several machines, one on a server, or one on a stick. Every device has its own book, which never goes there, and its own folder in it, in which nobody else writes. So devices may sync in any order, as often as they like, at once, and be stopped at any moment: in the end all books hold the same, and no hand counts twice. Only what is new is read and written. People of one name from two devices are one person from then on, as with `merge`; `--keep-apart` leaves them two, on every device. What devices say differently is listed by `ginpad conflicts`. Whoever may read the folder may read every game.
#[derive(Debug, Args)]
pub(crate) struct SyncArgs {
    /// The shared folder, which must be there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Leave people of one name two people
    #[arg(long)]
    keep_apart: bool,

    /// Only say what would go and come
    #[arg(long, short = 'n')]
    dry_run: bool,
}

impl SyncArgs {
    /// Exchanges what is new.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let book = session.book_path()?;
        let unusable = |fault| unusable(&self.folder, &book, fault);
        let folder = SharedFolder::open(&self.folder, &book).map_err(unusable)?;
        let namesakes = if self.keep_apart { Namesakes::KeepApart } else { Namesakes::Join };
        let begun = Exchange::begin(folder, namesakes, session.now);
        let mut exchange = begun.map_err(|error| unusable(FolderFault::Unreadable(error)))?;
        session.look_up(|| Ok(()), |pad| Ok(exchange.ask(pad)?))?;
        if self.dry_run { self.rehearse(session, exchange) } else { self.exchange(session, exchange) }
    }

    /// Says what would go and come.
    fn rehearse(&self, session: &Session, mut exchange: Exchange) -> Result<Answer, Failure> {
        let (mut before, mut since) = (Before::default(), Since::default());
        let collect = |exchange: &mut Exchange, pad: &Pad<'_>| {
            while let Some(part) = exchange.collect(pad)? {
                exchange.sent += part.said;
            }
            Ok(())
        };
        if exchange.fetch() {
            session.trial(|pad| {
                loop {
                    exchange.receive(pad, |pad, games| before.look(pad, games))?;
                    if !exchange.fetch() {
                        break;
                    }
                }
                collect(&mut exchange, pad)?;
                since = std::mem::take(&mut before).since(session, pad)?;
                Ok(Answer::default())
            })?;
        } else {
            session.look_up(|| Ok(()), |pad| collect(&mut exchange, pad))?;
        }
        exchange.mend(|_| Ok(()));
        Ok(Told { folder: &self.folder, exchange: &exchange, since: &since, is_kept: false }.answer(session))
    }

    /// Takes in what came, and then writes what goes. Nobody waits for the folder, nor for what is said of it: the book is let
    /// go of before.
    fn exchange(&self, session: &Session, mut exchange: Exchange) -> Result<Answer, Failure> {
        let mut before = Before::default();
        let came = take_in(session, &mut exchange, &mut before);
        let mut unfinished = Vec::new();
        let since = session.look_up(|| Ok(Since::default()), |pad| before.since(session, pad));
        let since = since.unwrap_or_else(|failure| {
            unfinished.push(untold(&failure));
            Since::default()
        });
        let exchanged = came.and_then(|()| self.send(session, &mut exchange));
        if let Err(failure) = exchanged {
            if exchange.brought.said.changes + exchange.sent.changes == 0 {
                return Err(failure);
            }
            unfinished.push(Remark::warning(unharmed(&failure)));
            unfinished.extend(failure.into_hints().into_iter().map(Remark::Hint));
        }
        let told = Told { folder: &self.folder, exchange: &exchange, since: &since, is_kept: true };
        let answer = told.answer(session).done("what came was taken in, and what is new was sent");
        Ok(if unfinished.is_empty() { answer } else { answer.remarks(unfinished).bad() })
    }

    /// Writes what the folder lacks, file by file. Files of this device that were cut go once all that they held is there.
    fn send(&self, session: &Session, exchange: &mut Exchange) -> Result<(), Failure> {
        loop {
            let collected = session.look_up(|| Ok(None), |pad| Ok(exchange.collect(pad)?));
            session.let_go();
            let Some(part) = collected.map_err(|failure| unsent(failure, exchange))? else { break };
            session.note(exchange.put(part).map_err(|error| self.unwritten(&error))?);
        }
        exchange.mend(|file| std::fs::remove_file(file));
        Ok(())
    }

    fn unwritten(&self, error: &std::io::Error) -> Failure {
        let (name, why) = (shown(&self.folder), reason(error));
        Failure::refused(format!("cannot write in {name}: {why}; {NOT_SENT}"))
            .hint(Hint::advice("nothing is lost: the next sync sends it once the folder can be written"))
    }
}

const NOT_SENT: &str = "what is new in this book was not sent";

/// What failed after something came.
fn unsent(failure: Failure, exchange: &Exchange) -> Failure {
    if exchange.brought.said.changes == 0 {
        return failure;
    }
    Failure::refused(format!("{}; {NOT_SENT}", unharmed(&failure))).hints_of(failure)
}

/// Reads what is new in the folder, and takes it in.
fn take_in(session: &Session, exchange: &mut Exchange, before: &mut Before) -> Result<(), Failure> {
    while exchange.fetch() {
        let kept = exchange.brought.clone();
        let received = session.write(|pad| {
            exchange.receive(pad, |pad, games| before.look(pad, games))?;
            Ok(Answer::default())
        });
        if let Err(failure) = received {
            exchange.brought = kept;
            return Err(unsent(failure, exchange));
        }
    }
    Ok(())
}

fn unusable(folder: &Path, book: &Path, fault: FolderFault) -> Failure {
    let name = shown(folder);
    match fault {
        FolderFault::Unreadable(error)
            if error.kind() == ErrorKind::NotFound && std::fs::symlink_metadata(folder).is_ok() =>
        {
            Failure::refused(format!("{name} is a link, and what it leads to is not there"))
                .hint(Hint::advice("make the folder that it leads to, or name another"))
        }
        FolderFault::Unreadable(error) if error.kind() == ErrorKind::NotFound => {
            let make = folder.to_str().and_then(|folder| shlex::try_quote(folder).ok().map(Cow::into_owned));
            // A name that begins like a flag.
            let dashes = if folder.to_string_lossy().starts_with('-') { "-- " } else { "" };
            let make = make.map(|folder| Hint::advice(format!("`mkdir -p {dashes}{folder}` makes it")));
            Failure::refused(format!("there is no folder {name}")).hint_if(make)
        }
        FolderFault::Unreadable(error) if error.kind() == ErrorKind::NotADirectory => {
            Failure::refused(format!("{name} is not a folder"))
                .hint(Hint::advice("name a folder that the other devices see too"))
        }
        FolderFault::HoldsTheBook => {
            let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
            let (book, folder) = (whole(book), whole(&folder));
            let what = format!("the book {book} is in {folder}, and a book is not to be shared as a file");
            let advice = "name another folder; a book that is copied while somebody writes in it may be damaged";
            Failure::refused(what).hint(Hint::advice(advice))
        }
        FolderFault::Unreadable(error) => Failure::refused(format!("cannot read {name}: {}", reason(&error))),
    }
}
