//! `sync`: meets other devices, in a shared folder or in the club.

#[cfg(feature = "club")]
pub(super) mod club;
mod folder;
mod place;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::changes::{BookBefore, Changes, joined_or_apart, later_version, stand_apart};
use crate::answer::{Answer, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::book::{Brought, OpenBook};
use crate::reports::outcome::{Outcome, how_much};
use folder::Folder;
use ginpad_core::Listed;
use ginpad_core::ledger::{Counted, Namesakes};
use place::{Met, NOT_SENT, Place, Reached};

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
        places.extend(club::remembered(namesakes, args.relay, app));
    }
    if places.is_empty() {
        let what = "no shared folder is known yet";
        let names = Hint::advice("name it once: `sync FOLDER`; a book in a club needs no folder");
        return Err(Failure::refused(what).hint(names));
    }
    meet(app, places, args.folder.is_none(), args.dry_run)
}

/// Meets other devices in these places, one after another. With `names_place`, the answer names the place.
///
/// # Errors
/// The book cannot be used, or nothing came or went because each meeting failed.
pub(super) fn meet(app: &App, places: Vec<Reached>, names_place: bool, is_trial: bool) -> Result<Answer, Failure> {
    let places = places.into_iter().map(|place| place.and_then(|place| asked(app, place)));
    let (places, mut before): (Vec<_>, _) = (places.collect(), BookBefore::default());
    if is_trial {
        return app.trial(|open| {
            let met = places.into_iter().map(|place| meeting(place, |place| rehearse(app, open, place, &mut before)));
            answer_about(met.collect(), false, |met| Ok(outcome(met, before.changes(app, open)?, true).into()))
        });
    }
    let met = places.into_iter().map(|place| meeting(place, |place| exchange(app, place, &mut before)));
    answer_about(met.collect(), names_place, |met| Ok(before.answer(app, |changes| outcome(met, changes, false))))
}

/// The answer about meetings, with their failures.
fn answer_about(
    mut met: Vec<Met>,
    names_place: bool,
    answer: impl FnOnce(Vec<Met>) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let moved = |met: &Met| met.brought.amount.changes + met.brought.sent.changes;
    if met.iter().all(|met| met.failed.is_some() && moved(met) == 0) {
        let failures = met.into_iter().filter_map(|met| met.failed).collect();
        return Err(Failure::all("the sync failed everywhere", failures));
    }
    let note = (names_place && met.len() == 1).then(|| Remark::note(format!("synced in {}", met[0].place)));
    let failures: Vec<Failure> = met.iter_mut().filter_map(|met| met.failed.take()).collect();
    met.retain(|met| !met.place.is_empty());
    let answer = answer(met)?.remarks(note);
    Ok(failures.into_iter().fold(answer, |answer, failure| {
        let warning = Remark::warning(format!("{}; {NOT_SENT}", failure.why()));
        answer.remarks([warning]).remarks(failure.hints.into_iter().map(Remark::Hint)).bad()
    }))
}

/// Asks the book which lines need not come from a place.
fn asked(app: &App, mut place: Box<dyn Place>) -> Reached {
    app.read_if_there(|| Ok(()), |open| Ok(place.ask(app, open)?))?;
    Ok(place)
}

/// Holds a meeting, if the place can be reached, and returns its results.
fn meeting(place: Reached, hold: impl FnOnce(&mut dyn Place) -> Result<(), Failure>) -> Met {
    let mut place = match place {
        Ok(place) => place,
        Err(failure) => return Met { failed: Some(failure), ..Met::default() },
    };
    let failed = hold(&mut *place).err();
    Met { failed, ..place.met() }
}

/// Finds out what a meeting would send and receive.
fn rehearse(app: &App, open: &OpenBook<'_>, place: &mut dyn Place, before: &mut BookBefore) -> Result<(), Failure> {
    while place.fetch()? {
        place.arrivals().receive(open, |open, games| before.remember(open, games))?;
    }
    while let Some(part) = place.collect(app, open)? {
        place.arrivals().brought.sent += part.amount;
    }
    place.end(app, true)
}

/// Takes in what the place has, and then sends what it lacks. The book is released in between, so that nobody who uses
/// it waits for the place.
fn exchange(app: &App, place: &mut dyn Place, before: &mut BookBefore) -> Result<(), Failure> {
    while place.fetch()? {
        let kept = place.arrivals().brought.clone();
        let arrivals = place.arrivals();
        let received = app.write(|open| Ok(arrivals.receive(open, |open, games| before.remember(open, games))?));
        app.close_book();
        if let Err(failure) = received {
            place.arrivals().brought = kept;
            return Err(failure);
        }
    }
    while let Some(part) = app.read_if_there(|| Ok(None), |open| Ok(place.collect(app, open)?))? {
        place.put(app, part)?;
    }
    place.end(app, false)
}

fn outcome(met: Vec<Met>, changes: Changes, is_trial: bool) -> Outcome {
    let mut all = Brought::default();
    let (mut done, mut notes, mut mended): (Vec<Sentence>, Vec<String>, Vec<String>) = Default::default();
    let (mut remarks, mut kept_out) = (Vec::new(), Listed::default());
    let is_one = met.len() == 1;
    let new_games = changes.games.iter().filter(|game| game.before.is_none()).count();
    let places: Vec<String> = met.iter().map(|met| met.place.clone()).collect();
    for Met { place, brought, mended: files, kept_out: out, remarks: more, .. } in met {
        let here = if is_one { String::new() } else { format!("in {place}: ") };
        let came = how_much(if is_one { new_games } else { 0 }, brought.amount);
        let received = came.map(|what| format!("{here}received {what}"));
        let back = how_much(0, brought.returned).map(|what| format!("received {what} that a restore had removed"));
        let went = brought.sent;
        let went_there = how_much(went.games, went).map(|what| format!("{here}sent {what}"));
        let is_new = went_there.is_some() || received.is_some();
        let people = joined_or_apart(&brought.joined, &brought.joined_elsewhere, &brought.apart);
        done.extend(went_there.into_iter().chain(received).chain(back).map(Sentence::from));
        if !is_new && people.is_empty() {
            done.push(format!("nothing is new, here or in {place}").into());
        }
        done.extend(people);
        all.meets_itself |= brought.meets_itself;
        notes.extend(brought.meets_itself.then(|| {
            let copied = "perhaps on a copy of this machine; this device now has a new id";
            format!("another book uses this device's id in {place}, {copied}")
        }));
        let mends = "was damaged and is removed; what this device had written in it is in the folder";
        notes.extend(files.iter().map(|file| format!("{file} {mends}")));
        mended.extend(files);
        remarks.extend(more);
        kept_out.more += out.more;
        out.items.into_iter().for_each(|out| kept_out.push(out));
        all.sent += went;
        all.returned += brought.returned;
        all.amount += brought.amount;
        all.writers.extend(brought.writers);
        all.joined.extend(brought.joined);
        all.joined_elsewhere.extend(brought.joined_elsewhere);
        all.apart.extend(brought.apart);
    }
    let amount =
        |Counted { changes, facts, hands, .. }: Counted| json!({ "changes": changes, "facts": facts, "hands": hands });
    let document = json!({
        "schema": "ginpad/sync/1",
        "places": places,
        "sent": amount(all.sent),
        "received": amount(all.amount),
        "devices": all.writers.len(),
        "returned": { "facts": all.returned.facts, "hands": all.returned.hands },
        "games": changes.games.iter().map(|game| game.number).collect::<Vec<_>>(),
        "people": all.amount.people,
        "joined": all.joined,
        "joined_elsewhere": all.joined_elsewhere.iter().map(|joined| &joined.name).collect::<Vec<_>>(),
        "apart": stand_apart(&all.apart),
        "changed": changes.moved(),
        "conflicts": changes.conflicts,
        "new_id": all.meets_itself,
        "mended": mended,
        "unread": kept_out.items,
        "more_unread": kept_out.more,
        "dry_run": is_trial,
    });
    let outcome = Outcome::new(document)
        .did(done)
        .remarks(later_version(all.amount.unknown))
        .remarks(notes.into_iter().map(Remark::note))
        .remarks(remarks);
    changes.add_to(Outcome { is_trial, kept_out, ..outcome })
}
