//! `sync`: meets other devices, in a shared folder or in the club.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::meeting::{Met, NOT_SENT, Place, Reached, meet};
use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, in_full, printed};
use crate::app::App;
use crate::book::{Arrivals, BookError, Exchange, FolderFault, OpenBook, SegmentFault, SharedFolder};
use crate::disk::reason;
use crate::reports::outcome::KeptOut;
use ginpad_core::ledger::{LineRange, Namesakes, Portion};
use ginpad_core::text::printable;

/// Exchange changes with other devices through a shared folder or a club
///
/// The folder may be one that Dropbox, Syncthing or the like keeps alike on several machines, one on a server, or one on a stick. Every device keeps its own book elsewhere, and in the shared folder it writes to a subfolder of its own. So devices may sync in any order, as often as they like, at once, and be stopped at any moment: in the end all books hold the same, and no hand counts twice. Only the numbers of games may differ: each book counts its own. Only what is new is read and written. People of one name from two devices are one person from then on, as with `merge`; `--keep-apart` leaves them two, on every device. `ginpad conflicts` lists the differences between devices. Everybody who may read the folder may read every game. A book that is part of a club meets the others there too, if no folder is named; `ginpad help club` says more.
#[derive(Debug, Args)]
pub(crate) struct SyncArgs {
    /// The shared folder; it must exist. Without it, the folder of the last sync and the club
    folder: Option<PathBuf>,

    /// Do not merge people with the same name
    #[arg(long)]
    keep_apart: bool,

    /// Also send changes of people who are not members; only for the club's owner
    #[cfg(feature = "club")]
    #[arg(long, conflicts_with = "folder")]
    relay: bool,

    /// Only say what would be sent and received
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// Exchanges what is new.
pub(crate) fn run(args: SyncArgs, app: &App) -> Result<Answer, Failure> {
    let book = app.book_to_make()?;
    let folder =
        args.folder.clone().or_else(|| app.device.remembered("shared", &book).unwrap_or_default().map(PathBuf::from));
    let namesakes = if args.keep_apart { Namesakes::KeepApart } else { Namesakes::Join };
    let mut places: Vec<Reached> = Vec::new();
    places.extend(folder.map(|folder| Folder::open(folder, namesakes, app)));
    #[cfg(feature = "club")]
    if args.folder.is_none() {
        let namesakes = if args.keep_apart { Namesakes::KeepApart } else { Namesakes::JoinImported };
        places.extend(super::club::remembered(namesakes, args.relay, app));
    }
    if places.is_empty() {
        let what = "no shared folder is known yet";
        let names = Hint::advice("name it once: `sync FOLDER`; a book in a club needs no folder");
        return Err(Failure::refused(what).hint(names));
    }
    meet(app, places, args.folder.is_none(), args.dry_run)
}

/// A shared folder.
struct Folder {
    path: PathBuf,
    exchange: Exchange,
}

impl Folder {
    /// Finds out what a folder holds.
    fn open(path: PathBuf, namesakes: Namesakes, app: &App) -> Reached {
        let book = app.book_to_make()?;
        let unusable = |fault| unusable(&path, &book, fault);
        let folder = SharedFolder::open(&path, &book).map_err(unusable)?;
        if let Some(below) = folder.shared_below() {
            let what =
                format!("no device has synced in {}, but some have synced in {}", printed(&path), printed(&below));
            let sync = below.to_str().map(|below| CommandLine::again().operand("folder", [below]));
            return Err(Failure::refused(what).hint(sync.map(|sync| Hint::does(sync, "syncs there"))));
        }
        let exchange = Exchange::begin(folder, namesakes, app.now);
        let exchange = exchange.map_err(|error| unusable(FolderFault::Unreadable(error)))?;
        Ok(Box::new(Folder { path, exchange }))
    }
}

impl Place for Folder {
    fn arrivals(&mut self) -> &mut Arrivals {
        &mut self.exchange.arrivals
    }

    fn ask(&mut self, _: &App, open: &OpenBook<'_>) -> Result<(), BookError> {
        self.exchange.ask(open)
    }

    fn fetch(&mut self) -> Result<bool, Failure> {
        Ok(self.exchange.fetch())
    }

    fn collect(&mut self, _: &App, open: &OpenBook<'_>) -> Result<Option<Portion>, BookError> {
        self.exchange.collect(open)
    }

    fn put(&mut self, app: &App, part: Portion) -> Result<(), Failure> {
        let notice = self.exchange.put(part).map_err(|error| {
            let what = format!("cannot write in {}: {}", printed(&self.path), reason(&error));
            let advice = "nothing is lost: the next sync sends it once the folder can be written";
            Failure::refused(what).and(NOT_SENT).hint(Hint::advice(advice))
        })?;
        app.note(notice);
        Ok(())
    }

    /// Removes this device's files that were cut short, once the folder has all their lines.
    fn end(&mut self, app: &App, is_trial: bool) -> Result<(), Failure> {
        self.exchange.mend(|file| if is_trial { Ok(()) } else { std::fs::remove_file(file) });
        if !is_trial {
            // If this fails, the user names the folder again the next time.
            if let Some(path) = std::path::absolute(&self.path).ok().as_deref().and_then(Path::to_str) {
                let _ = app.device.remember("shared", &app.book_path()?, path);
            }
        }
        Ok(())
    }

    fn met(self: Box<Self>) -> Met {
        let Exchange { unread, mended, arrivals, .. } = self.exchange;
        let kept_out = unread.map(|fault| kept_out(&fault));
        let has = |kind: &str| kept_out.items.iter().any(|out| out.kind == kind);
        let resend = "remove the file, and the next sync of a device with the same changes sends them again";
        let mends = match has("damaged") || has("refused") {
            true => Some(resend.to_string()),
            false => has("unfinished").then(|| format!("sync on the device that wrote the file; or {resend}")),
        };
        Met {
            place: printed(&self.path),
            brought: arrivals.brought,
            mended: mended.iter().map(|file| in_full(file)).collect(),
            kept_out,
            remarks: mends.map(|mends| Remark::Hint(Hint::advice(mends))).into_iter().collect(),
            failed: None,
        }
    }
}

fn unusable(folder: &Path, book: &Path, fault: FolderFault) -> Failure {
    let name = printed(folder);
    let (what, advice) = match fault {
        FolderFault::Unreadable(error) if error.kind() == ErrorKind::NotFound => {
            (format!("there is no folder {name}"), "make it first, or name another")
        }
        FolderFault::Unreadable(error) => {
            (format!("cannot read {name}: {}", reason(&error)), "name a folder that the other devices see too")
        }
        FolderFault::HoldsTheBook => {
            let name = in_full(&std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()));
            let what = format!("the book {} is in {name}, and a book is not to be shared as a file", in_full(book));
            (what, "name another folder; a book that is copied while somebody writes in it may be damaged")
        }
    };
    Failure::refused(what).hint(Hint::advice(advice))
}

/// A part of the folder that was not read.
fn kept_out(fault: &SegmentFault) -> KeptOut {
    let (kind, what) = match fault {
        SegmentFault::Unfinished(file) => ("unfinished", format!("{} is incomplete; sync again later", in_full(file))),
        SegmentFault::Newer(file) => ("newer", format!("a newer ginpad wrote {}; update ginpad", in_full(file))),
        SegmentFault::Missing(LineRange { writer, first, last }) => {
            let (missing, have) = match first == last {
                true => (format!("change {first}"), "has"),
                false => (format!("changes {first} to {last}"), "have"),
            };
            ("missing", format!("{missing} of the writer {writer} {have} not arrived; sync again later"))
        }
        SegmentFault::Strange(file) => {
            ("strange", format!("{} was not read: ginpad gives no such name", in_full(file)))
        }
        SegmentFault::InTheWay(file, what) => ("in-the-way", format!("{} is {what}, and was not read", in_full(file))),
        SegmentFault::Damaged(file, why) => ("damaged", format!("{} is damaged: {}", in_full(file), printable(why))),
        SegmentFault::Unreadable(file, error) => {
            ("unreadable", format!("cannot read {}: {}", in_full(file), reason(error)))
        }
        SegmentFault::Refused(file, why) => {
            let why: Vec<String> = why.lines().map(|line| printable(&line)).collect();
            ("refused", format!("some lines of {} were not accepted: {}", in_full(file), why.join("; ")))
        }
    };
    // Time may bring the rest.
    let wrong = !["unfinished", "newer", "missing", "strange"].contains(&kind);
    KeptOut { kind, wrong, what }
}
