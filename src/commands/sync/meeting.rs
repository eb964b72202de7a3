//! A meeting of books at a place: the steps that a shared folder and a club have in common.

use ginpad_core::ledger::{Counted, Portion};
use ginpad_core::listed::Listed;
use serde_json::json;

use crate::answer::{Answer, Failure, Remark, Sentence};
use crate::app::App;
use crate::book::{Arrivals, BookError, Brought, OpenBook};
use crate::commands::changes::{BookBefore, Changes, joined_or_apart, later_version, stand_apart};
use crate::reports::outcome::{KeptOut, Outcome, how_much};

/// Ends the message about a meeting that failed halfway.
pub(super) const NOT_SENT: &str = "what is new in this book was not sent";

/// A place, or the reason why it cannot be reached.
pub(in crate::commands) type Reached = Result<Box<dyn Place>, Failure>;

/// A place where books meet. Each step needs either the book or the place, never both, so that nobody who logs a hand
/// waits for the place.
pub(in crate::commands) trait Place {
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
pub(in crate::commands) struct Met {
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
pub(in crate::commands) fn meet(
    app: &App,
    places: Vec<Reached>,
    names_place: bool,
    is_trial: bool,
) -> Result<Answer, Failure> {
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
