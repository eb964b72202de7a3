//! `sync`: meets other devices in a shared folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::changes::{Before, Changes, joined_or_apart, later_version, stand_apart};
use crate::answer::file_words::{shown, whole};
use crate::answer::{Answer, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::book::{Exchange, FolderFault, SegmentFault, SharedFolder};
use crate::disk::reason;
use crate::reports::outcome::{KeptOut, Outcome, how_much};
use ginpad_core::ledger::{Counted, Namesakes, Numbers};
use ginpad_core::listed::Listed;
use ginpad_core::text::printable;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad sync ~/Dropbox/ginpad       what is new goes there, and comes here
  ginpad sync                        the same folder again
  ginpad sync shared --dry-run       only say what would go and come";

/// Meet other devices in a shared folder: each sends what it has logged, and gets what the others have
///
/// The folder may be one that Dropbox, Syncthing or the like keeps alike on several machines, one on a server, or one on a stick. Every device has its own book, which never goes there, and its own folder in it, in which nobody else writes. So devices may sync in any order, as often as they like, at once, and be stopped at any moment: in the end all books hold the same, and no hand counts twice. Only what is new is read and written. People of one name from two devices are one person from then on, as with `merge`; `--keep-apart` leaves them two, on every device. What devices say differently is listed by `ginpad conflicts`. Whoever may read the folder may read every game.
#[derive(Debug, Args)]
pub(crate) struct SyncArgs {
    /// The shared folder, which must be there; without it, the one where this book met the others last
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Leave people of one name two people
    #[arg(long)]
    keep_apart: bool,

    /// Only say what would go and come
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// A meeting with other devices.
struct Meeting {
    folder: PathBuf,
    dry_run: bool,
}

/// Exchanges what is new.
pub(crate) fn run(args: SyncArgs, app: &App) -> Result<Answer, Failure> {
    let book = app.book_to_make()?;
    let named = args.folder.clone().or_else(|| app.device.shared_folder(&book)).ok_or_else(|| {
        Failure::refused("this book has met no other device yet, so `sync` needs a folder that they share")
            .hint(Hint::advice("name it: `sync FOLDER`; the next `sync` remembers it"))
    })?;
    let unusable = |fault| unusable(&named, &book, fault);
    let folder = SharedFolder::open(&named, &book).map_err(unusable)?;
    let namesakes = if args.keep_apart { Namesakes::KeepApart } else { Namesakes::Join };
    let begun = Exchange::begin(folder, namesakes, app.now);
    let mut exchange = begun.map_err(|error| unusable(FolderFault::Unreadable(error)))?;
    app.read_if_there(|| Ok(()), |pad| Ok(exchange.ask(pad)?))?;
    let met = args.folder.is_none().then(|| Remark::note(format!("met in {}", shown(&named))));
    let meeting = Meeting { folder: named, dry_run: args.dry_run };
    if args.dry_run {
        return Ok(meeting.rehearse(app, exchange)?.remarks(met));
    }
    let answer = meeting.exchange(app, exchange)?;
    app.device.remember_shared_folder(&book, &meeting.folder);
    Ok(answer.remarks(met))
}

impl Meeting {
    /// Says what would go and come.
    fn rehearse(&self, app: &App, mut exchange: Exchange) -> Result<Answer, Failure> {
        let mut before = Before::default();
        let changes = app.trial(|pad| {
            while exchange.fetch() {
                exchange.receive(pad, |pad, games| before.remember(pad, games))?;
            }
            while let Some(part) = exchange.collect(pad)? {
                exchange.sent += part.amount;
            }
            before.changes(app, pad)
        })?;
        exchange.mend(|_| Ok(()));
        Ok(self.outcome(&exchange, changes).into())
    }

    /// Takes in what came, and then writes what goes. Nobody waits for the folder, nor for what is said of it: the book is
    /// released before.
    fn exchange(&self, app: &App, mut exchange: Exchange) -> Result<Answer, Failure> {
        let mut before = Before::default();
        let received = receive(app, &mut exchange, &mut before);
        let exchanged = received.and_then(|()| self.send(app, &mut exchange));
        let answer = before.answer(app, |changes| self.outcome(&exchange, changes));
        match exchanged {
            Err(failure) if exchange.arrivals.brought.amount.changes + exchange.sent.changes == 0 => Err(failure),
            Err(failure) => {
                let warning = Remark::warning(format!("{}; {NOT_SENT}", failure.why()));
                let hints = failure.into_hints().into_iter().map(Remark::Hint);
                Ok(answer.remarks([warning]).remarks(hints).bad())
            }
            Ok(()) => Ok(answer),
        }
    }

    /// Writes what the folder lacks, file by file. Files of this device that were cut go once all that they held is there.
    fn send(&self, app: &App, exchange: &mut Exchange) -> Result<(), Failure> {
        loop {
            let collected = app.read_if_there(|| Ok(None), |pad| Ok(exchange.collect(pad)?));
            app.let_go();
            let Some(part) = collected? else { break };
            let notice = exchange.put(part).map_err(|error| {
                let what = format!("cannot write in {}: {}", shown(&self.folder), reason(&error));
                let advice = "nothing is lost: the next sync sends it once the folder can be written";
                Failure::refused(what).and(NOT_SENT).hint(Hint::advice(advice))
            })?;
            app.note(notice);
        }
        exchange.mend(|file| std::fs::remove_file(file));
        Ok(())
    }

    fn outcome(&self, exchange: &Exchange, changes: Changes) -> Outcome {
        let (brought, Exchange { sent, unread, .. }) = (&exchange.arrivals.brought, exchange);
        let new_games = changes.games.iter().filter(|game| game.before.is_none()).count();
        let amount = |Counted { changes, facts, hands, .. }: Counted| json!({ "changes": changes, "facts": facts, "hands": hands });
        let kept_out: Vec<KeptOut> = unread.items.iter().map(kept_out).collect();
        let document = json!({
            "schema": "ginpad/sync/1",
            "sent": amount(*sent),
            "received": amount(brought.amount),
            "devices": brought.writers.len(),
            "returned": { "facts": brought.returned.facts, "hands": brought.returned.hands },
            "games": changes.games.iter().map(|game| game.number).collect::<Vec<_>>(),
            "people": brought.amount.people,
            "joined": brought.joined,
            "joined_elsewhere": brought.joined_elsewhere.iter().map(|joined| &joined.name).collect::<Vec<_>>(),
            "apart": stand_apart(&brought.apart),
            "changed": changes.moved(),
            "conflicts": changes.conflicts,
            "new_id": exchange.arrivals.meets_itself,
            "mended": exchange.mended.iter().map(|file| whole(file)).collect::<Vec<_>>(),
            "unread": kept_out,
            "more_unread": unread.more,
            "dry_run": self.dry_run,
        });
        let sent = how_much(sent.games, *sent).map(|what| format!("sent {what}"));
        let received = how_much(new_games, brought.amount).map(|what| format!("received {what}"));
        let returned =
            how_much(0, brought.returned).map(|what| format!("{what} came back, which a restore had removed"));
        let people = joined_or_apart(&brought.joined, &brought.joined_elsewhere, &brought.apart);
        let done = sent.into_iter().chain(received).chain(returned).map(Sentence::from);
        let mut done: Vec<Sentence> = done.chain(people).collect();
        if done.is_empty() {
            done.push(format!("nothing is new, here or in {}", shown(&self.folder)).into());
        }
        let met = exchange.arrivals.meets_itself.then(|| {
            let folder = shown(&self.folder);
            let met = "under the id of this device, as after a copy of the machine; this device has a new id";
            format!("another book has written in {folder} {met}")
        });
        let mended = "was damaged and is removed; what this device had written in it is in the folder";
        let mended = exchange.mended.iter().map(|file| format!("{} {mended}", whole(file)));
        let mends = unread.items.iter().any(SegmentFault::may_be_mended).then(|| Remark::Hint(Hint::advice(MENDS)));
        let outcome = Outcome::new(document)
            .did(done)
            .remarks(later_version(brought.amount.unknown))
            .remarks(met.into_iter().chain(mended).map(Remark::note))
            .remarks(mends);
        let kept_out = Listed { items: kept_out, more: unread.more };
        changes.add_to(Outcome { is_trial: self.dry_run, kept_out, ..outcome })
    }
}

const NOT_SENT: &str = "what is new in this book was not sent";

/// What helps with a file that was cut short or damaged.
const MENDS: &str = "a sync on the device that wrote it mends a file that was cut short; remove a damaged one, and the \
                     next sync of a device that has what it held sends it again";

/// Reads what is new in the folder, and takes it in.
fn receive(app: &App, exchange: &mut Exchange, before: &mut Before) -> Result<(), Failure> {
    while exchange.fetch() {
        let kept = exchange.arrivals.brought.clone();
        let received = app.write(|pad| Ok(exchange.receive(pad, |pad, games| before.remember(pad, games))?));
        if let Err(failure) = received {
            exchange.arrivals.brought = kept;
            return Err(failure);
        }
    }
    Ok(())
}

fn unusable(folder: &Path, book: &Path, fault: FolderFault) -> Failure {
    let name = shown(folder);
    let (what, advice) = match fault {
        FolderFault::Unreadable(error) if error.kind() == ErrorKind::NotFound => {
            (format!("there is no folder {name}"), "make it first, or name another")
        }
        FolderFault::Unreadable(error) => {
            (format!("cannot read {name}: {}", reason(&error)), "name a folder that the other devices see too")
        }
        FolderFault::HoldsTheBook => {
            let name = whole(&std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()));
            let what = format!("the book {} is in {name}, and a book is not to be shared as a file", whole(book));
            (what, "name another folder; a book that is copied while somebody writes in it may be damaged")
        }
    };
    Failure::refused(what).hint(Hint::advice(advice))
}

/// Something of the folder that was not read.
fn kept_out(fault: &SegmentFault) -> KeptOut {
    let (kind, what) = match fault {
        SegmentFault::Unfinished(file) => {
            ("unfinished", format!("{} has not come whole yet; a later sync reads it", whole(file)))
        }
        SegmentFault::Newer(file) => {
            ("newer", format!("a newer ginpad wrote {}; update ginpad, and the next sync reads it", whole(file)))
        }
        SegmentFault::Missing(Numbers { writer, first, last }) => {
            let missing = if first == last { format!("change {first}") } else { format!("changes {first} to {last}") };
            ("missing", format!("not here yet: {missing} of the writer {writer}; a later sync reads what is missing"))
        }
        SegmentFault::Strange(file) => {
            ("strange", format!("{} has another name than ginpad gives, and was not read", whole(file)))
        }
        SegmentFault::InTheWay(file, what) => ("in-the-way", format!("{} is {what}, and was not read", whole(file))),
        SegmentFault::Damaged(file, why) => {
            ("damaged", format!("{} is damaged and was not read: {}", whole(file), printable(why)))
        }
        SegmentFault::Unreadable(file, error) => {
            ("unreadable", format!("cannot read {}: {}", whole(file), reason(error)))
        }
        SegmentFault::Refused(file, why) => {
            let why: Vec<String> = why.lines().map(|line| printable(&line)).collect();
            ("refused", format!("not all that {} holds was taken in: {}", whole(file), why.join("; ")))
        }
    };
    KeptOut { kind, wrong: fault.is_wrong(), what }
}
