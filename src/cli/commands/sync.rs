//! `sync`: meets other devices in a shared folder.

mod told;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::Args;

use self::told::Told;
use super::import::LARGE;
use super::merge::{unharmed, untold};
use super::since::{Before, Since};
use crate::book::{DamagedFiles, Exchange, FolderFault, Namesakes, PutFault, Sent, SharedFolder};
use crate::cli::messages::answer::{Answer, announce};
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::{Session, reason, shown, whole};

/// How often a sync that was overtaken by another program begins again.
const TRIES: usize = 3;

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
        if !session.is_remembered() {
            let what = "this device has no name in a shared folder, because its state folder cannot be written";
            return Err(
                Failure::refused(what).hint(Hint::advice("`ginpad export --json` writes a file for the others"))
            );
        }
        let namesakes = if self.keep_apart { Namesakes::KeepApart } else { Namesakes::Join };
        let begun = Exchange::begin(folder, session.device(), namesakes, session.now);
        let exchange = begun.map_err(|error| unusable(FolderFault::Unreadable(error)))?;
        if self.dry_run { self.rehearse(session, exchange) } else { self.exchange(session, exchange) }
    }

    /// Says what would go and come.
    fn rehearse(&self, session: &Session, mut exchange: Exchange) -> Result<Answer, Failure> {
        let (mut before, mut since) = (Before::default(), Since::default());
        asked(session, &mut exchange, DamagedFiles::Stay)?;
        let has_fetched = exchange.fetch()?;
        let is_renamed = meets_itself(session, &exchange)?;
        if has_fetched {
            session.trial(|pad| {
                loop {
                    exchange.receive(pad, |pad, games| before.look(pad, games))?;
                    if !exchange.fetch()? {
                        break;
                    }
                }
                exchange.collect(pad)?;
                since = std::mem::take(&mut before).since(session, pad)?;
                Ok(Answer::default())
            })?;
        } else {
            session.look_up(|| Ok(()), |pad| Ok(exchange.collect(pad)?))?;
        }
        let told = Told { folder: &self.folder, exchange: &exchange, since: &since, is_renamed, is_kept: false };
        Ok(told.answer(session))
    }

    /// Takes in what came, and then writes what goes. Nobody waits for the folder, nor for what is said of it: the book is let
    /// go of before.
    fn exchange(&self, session: &Session, mut exchange: Exchange) -> Result<Answer, Failure> {
        let (mut before, mut is_renamed) = (Before::default(), false);
        let mut tries = 0;
        let collected = loop {
            let came = self.take_in(session, &mut exchange, &mut before, &mut is_renamed);
            let collected = came.and_then(|()| session.look_up(|| Ok(()), |pad| Ok(exchange.collect(pad)?)));
            tries += 1;
            // What another program sent or restored meanwhile is looked at anew.
            let goes_on = collected.is_ok() && exchange.is_overtaken && tries < TRIES;
            if !goes_on || exchange.again(session.device()).is_err() {
                break collected;
            }
        };
        let mut unfinished = Vec::new();
        let since = session.look_up(|| Ok(Since::default()), |pad| before.since(session, pad));
        let since = since.unwrap_or_else(|failure| {
            unfinished.push(untold(&failure));
            Since::default()
        });
        session.let_go();
        let written = match collected {
            Ok(()) => exchange.put().map_err(|fault| self.unwritten(&fault)),
            Err(failure) if exchange.brought.is_anything() => {
                Err(Failure::refused(format!("{}; {NOT_SENT}", unharmed(&failure))).hints_of(failure))
            }
            Err(failure) => Err(failure),
        };
        match written {
            Ok(notice) => {
                session.note(notice);
                unfinished.extend(remembered(session, &mut exchange).err().map(Remark::warning));
            }
            Err(failure) if !exchange.brought.is_anything() => return Err(failure),
            Err(failure) => {
                exchange.sent = Sent::default();
                unfinished.push(Remark::warning(unharmed(&failure)));
                unfinished.extend(failure.into_hints().into_iter().map(Remark::Hint));
            }
        }
        if exchange.is_overtaken {
            let says = format!("other programs write in this book or in the folder all the time; {NOT_SENT}");
            let again = self.folder.to_str().map(|folder| CommandLine::of("sync").words([folder]));
            let hint = again.map(|again| Remark::Hint(Hint::does(again, "sends it")));
            unfinished.extend([Remark::warning(says)].into_iter().chain(hint));
        }
        let told = Told { folder: &self.folder, exchange: &exchange, since: &since, is_renamed, is_kept: true };
        let answer = told.answer(session).done("what came was taken in, and what is new was sent");
        Ok(if unfinished.is_empty() { answer } else { answer.remarks(unfinished).bad() })
    }

    /// Reads what is new in the folder, and takes it in.
    fn take_in(
        &self,
        session: &Session,
        exchange: &mut Exchange,
        before: &mut Before,
        is_renamed: &mut bool,
    ) -> Result<(), Failure> {
        asked(session, exchange, DamagedFiles::AreRemoved)?;
        let mut is_first = true;
        while exchange.fetch()? {
            if is_first && meets_itself(session, exchange)? {
                let other = session.take_another_id(exchange.device());
                exchange.go_by(other.map_err(|error| unnamed(&error))?);
                *is_renamed = true;
            }
            if is_first && exchange.facts_fetched() > LARGE {
                let says = "much is new in the folder; other programs cannot write in the book until it is taken in";
                announce(&Remark::note(says), session.screens(), session.invocation());
            }
            is_first = false;
            session.write(|pad| {
                exchange.receive(pad, |pad, games| before.look(pad, games))?;
                Ok(Answer::default())
            })?;
        }
        Ok(())
    }

    fn unwritten(&self, PutFault(error): &PutFault) -> Failure {
        let (name, why) = (shown(&self.folder), reason(error));
        Failure::refused(format!("cannot write in {name}: {why}; {NOT_SENT}"))
            .hint(Hint::advice("nothing is lost: the next sync sends it once the folder can be written"))
    }
}

const NOT_SENT: &str = "what is new in this book was not sent";

/// Asks the book what it knows of the folder. If files of this device are not what it wrote, it asks again without them.
fn asked(session: &Session, exchange: &mut Exchange, files: DamagedFiles) -> Result<(), Failure> {
    session.look_up(|| Ok(()), |pad| Ok(exchange.ask(pad)?))?;
    if exchange.mend(files) {
        session.look_up(|| Ok(()), |pad| Ok(exchange.ask(pad)?))?;
    }
    Ok(())
}

/// Whether another book has written under the id of this device.
fn meets_itself(session: &Session, exchange: &Exchange) -> Result<bool, Failure> {
    session.look_up(|| Ok(exchange.meets_itself(None)?), |pad| Ok(exchange.meets_itself(Some(pad))?))
}

/// The device cannot get another id.
fn unnamed(error: &std::io::Error) -> Failure {
    let why = reason(error);
    Failure::refused(format!(
        "another machine has the same id in the folder as this one, and it cannot be given up: {why}"
    ))
    .hint(Hint::advice("make the state folder writable; `ginpad check --verbose` names it"))
}

/// Remembers what was read and sent. If that fails, the next sync finds it out by itself.
fn remembered(session: &Session, exchange: &mut Exchange) -> Result<(), String> {
    if !exchange.has_news() {
        return Ok(());
    }
    let remembered = session.write(|pad| {
        exchange.remember(pad)?;
        Ok(Answer::default())
    });
    let told = |failure: Failure| format!("the next sync looks at all of this again: {}", unharmed(&failure));
    remembered.map(drop).map_err(told)
}

fn unusable(folder: &Path, book: &Path, fault: FolderFault) -> Failure {
    let name = shown(folder);
    match fault {
        FolderFault::Missing if std::fs::symlink_metadata(folder).is_ok() => {
            Failure::refused(format!("{name} is a link, and what it leads to is not there"))
                .hint(Hint::advice("make the folder that it leads to, or name another"))
        }
        FolderFault::Missing => {
            let make = folder.to_str().and_then(|folder| shlex::try_quote(folder).ok().map(Cow::into_owned));
            // A name that begins like a flag.
            let dashes = if folder.to_string_lossy().starts_with('-') { "-- " } else { "" };
            let make = make.map(|folder| Hint::advice(format!("`mkdir -p {dashes}{folder}` makes it")));
            Failure::refused(format!("there is no folder {name}")).hint_if(make)
        }
        FolderFault::NotAFolder => Failure::refused(format!("{name} is not a folder"))
            .hint(Hint::advice("name a folder that the other devices see too")),
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
