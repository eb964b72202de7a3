//! A meeting of books at a place: the steps that a shared folder and a club have in common.

use std::collections::BTreeSet;

use ginpad_core::ledger::{Counted, Portion};
use ginpad_core::listed::Listed;
use serde_json::json;
use uuid::Uuid;

use crate::answer::{Answer, Failure, Remark, Sentence};
use crate::app::App;
use crate::book::{Arrivals, BookError, Brought, OpenBook};
use crate::commands::changes::{BookBefore, joined_or_apart, later_version, stand_apart};
use crate::reports::outcome::{KeptOut, Outcome, how_much};

/// Ends the message about a meeting that failed halfway.
pub(super) const NOT_SENT: &str = "what is new in this book was not sent";

/// A place, or the reason why it cannot be reached.
pub(super) type Reached = Result<Box<dyn Place>, Failure>;

/// A place where books meet. Each step needs either the book or the place, never both, so that nobody who logs a hand
/// waits for the place.
pub(super) trait Place {
    /// The lines that come from the place, and the result of the meeting so far.
    fn arrivals(&mut self) -> &mut Arrivals;

    /// Asks the book what it holds already, so that this need not be fetched.
    fn ask(&mut self, app: &App, book: &OpenBook<'_>) -> Result<(), BookError>;

    /// Fetches some of the lines that the book lacks, and returns whether there is anything to take in.
    fn fetch(&mut self) -> Result<bool, Failure>;

    /// Collects the next lines that the place lacks, if there are any.
    fn collect(&mut self, app: &App, book: &OpenBook<'_>) -> Result<Option<Portion>, BookError>;

    /// Sends lines.
    fn put(&mut self, app: &App, part: Portion) -> Result<(), Failure>;

    /// Ends the meeting, once everything was sent. On a trial, nothing is changed there.
    fn end(&mut self, app: &App, is_trial: bool) -> Result<(), Failure>;

    /// The results of the meeting.
    fn met(self: Box<Self>) -> Met;
}

/// A meeting that is over.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// The name of the place in a sentence, after `in`.
    pub(super) place: String,
    pub(super) brought: Brought,
    /// The damaged files that were mended.
    pub(super) mended: Vec<String>,
    /// The parts that were not taken in.
    pub(super) kept_out: Listed<KeptOut>,
    /// Further remarks.
    pub(super) remarks: Vec<Remark>,
    /// The reason why it ended too early.
    pub(super) failed: Option<Failure>,
}

/// Meets other devices in these places, one after another. With `names_place`, the answer names the place.
///
/// # Errors
/// The book cannot be used, or nothing came or went because each meeting failed.
pub(super) fn meet(app: &App, places: Vec<Reached>, names_place: bool, is_trial: bool) -> Result<Answer, Failure> {
    let (places, mut before) = (places.into_iter(), BookBefore::default());
    if is_trial {
        return app.trial(|open| {
            let met = places.map(|place| meeting(place, |place| rehearse(app, open, place, &mut before)));
            answer_about(met.collect(), |met| Ok(outcome(met, before.changes(app, open)?, true).into()))
        });
    }
    let met = places.map(|place| meeting(place, |place| exchange(app, place, &mut before)));
    answer_about(met.collect(), |met| {
        let place = met.first().filter(|only| names_place && met.len() == 1 && moved(only) > 0);
        let synced = place.map(|place| format!("synced in {}", place.place).into());
        Ok(before.answer(app, |changes| {
            let mut outcome = outcome(met, changes, false);
            outcome.ways.extend(synced);
            outcome
        }))
    })
}

/// The number of changes that came or went.
fn moved(met: &Met) -> usize {
    met.brought.amount.changes + met.brought.sent.changes
}

/// The answer about meetings, with their failures.
fn answer_about(
    mut met: Vec<Met>,
    answer: impl FnOnce(Vec<Met>) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    if met.iter().all(|met| met.failed.is_some() && moved(met) == 0) {
        let failures = met.into_iter().filter_map(|met| met.failed).collect();
        return Err(Failure::all("the sync failed everywhere", failures));
    }
    let failures: Vec<Failure> = met.iter_mut().filter_map(|met| met.failed.take()).collect();
    met.retain(|met| !met.place.is_empty());
    Ok(failures.into_iter().fold(answer(met)?, |answer, failure| {
        let warning = Remark::warning(format!("{}; {NOT_SENT}", failure.why()));
        answer.remarks([warning]).remarks(failure.hints.into_iter().map(Remark::Hint)).bad()
    }))
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
    place.ask(app, open)?;
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
    app.look(|open| Ok(place.ask(app, open)?))?;
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
    while let Some(part) = app.look(|open| Ok(place.collect(app, open)?))? {
        place.put(app, part)?;
    }
    place.end(app, false)
}

fn outcome(met: Vec<Met>, changes: Outcome, is_trial: bool) -> Outcome {
    let new_games = changes.games.iter().filter(|game| game.before.is_none()).count();
    let only = (met.len() == 1).then_some(new_games);
    let done: Vec<Sentence> = met.iter().flat_map(|met| what_came_and_went(met, only)).collect();
    let notes: Vec<Remark> = met.iter().flat_map(Met::notes).map(Remark::note).collect();
    let brought = || met.iter().map(|met| &met.brought);
    let amount =
        |counted: Counted| json!({ "changes": counted.changes, "facts": counted.facts, "hands": counted.hands });
    let (sent, received) = (brought().map(|all| all.sent).sum(), brought().map(|all| all.amount).sum::<Counted>());
    let returned: Counted = brought().map(|all| all.returned).sum();
    let devices: BTreeSet<Uuid> = brought().flat_map(|all| all.writers.iter().copied()).collect();
    let elsewhere = brought().flat_map(|all| &all.joined_elsewhere);
    let mut kept_out = Listed::default();
    for out in met.iter().map(|met| &met.kept_out) {
        kept_out.more += out.more;
        out.items.iter().for_each(|out| kept_out.push(out.clone()));
    }
    let document = json!({
        "schema": "ginpad/sync/1",
        "places": met.iter().map(|met| &met.place).collect::<Vec<_>>(),
        "sent": amount(sent),
        "received": amount(received),
        "devices": devices.len(),
        "returned": { "facts": returned.facts, "hands": returned.hands },
        "games": changes.games.iter().map(|game| game.number).collect::<Vec<_>>(),
        "people": received.people,
        "joined": brought().flat_map(|all| &all.joined).collect::<Vec<_>>(),
        "joined_elsewhere": elsewhere.map(|joined| &joined.name).collect::<Vec<_>>(),
        "apart": stand_apart(brought().flat_map(|all| &all.apart)),
        "changed": changes.moved(),
        "conflicts": changes.conflicts,
        "new_id": brought().any(|all| all.meets_itself),
        "mended": met.iter().flat_map(|met| &met.mended).collect::<Vec<_>>(),
        "unread": kept_out.items,
        "more_unread": kept_out.more,
        "dry_run": is_trial,
    });
    let outcome = Outcome::new(document)
        .did(done)
        .remarks(later_version(received.unknown))
        .remarks(notes)
        .remarks(met.into_iter().flat_map(|met| met.remarks));
    changes.below(Outcome { is_trial, kept_out, ..outcome })
}

/// Sentences on what a meeting sent and received. `only` is the number of new games, if there was no other meeting.
fn what_came_and_went(Met { place, brought, .. }: &Met, only: Option<usize>) -> Vec<Sentence> {
    let here = if only.is_some() { String::new() } else { format!("in {place}: ") };
    let sent = how_much(brought.sent.games, brought.sent).map(|what| format!("{here}sent {what}"));
    let received = how_much(only.unwrap_or(0), brought.amount).map(|what| format!("{here}received {what}"));
    let back = how_much(0, brought.returned).map(|what| format!("of these, a restore had removed {what}"));
    let people = joined_or_apart(&brought.joined, &brought.joined_elsewhere, &brought.apart);
    let is_new = sent.is_some() || received.is_some() || !people.is_empty();
    let nothing = (!is_new).then(|| format!("nothing is new, here or in {place}"));
    let done = sent.into_iter().chain(received).chain(back).chain(nothing);
    done.map(Sentence::from).chain(people).collect()
}

impl Met {
    /// Notes on a copied book, and on files that were mended.
    fn notes(&self) -> impl Iterator<Item = String> {
        let copied = self.brought.meets_itself.then(|| {
            let copied = "perhaps on a copy of this machine; this device now has a new id";
            format!("another book uses this device's id in {}, {copied}", self.place)
        });
        let mends = "was damaged and is removed; what this device had written in it is in the folder";
        copied.into_iter().chain(self.mended.iter().map(move |file| format!("{file} {mends}")))
    }
}
