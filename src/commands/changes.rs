//! Games of the book before and after a change.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::answer::{Answer, CommandLine, Failure, Remark, Sentence};
use crate::app::App;
use crate::book::{BookError, JoinedElsewhere, OpenBook, StoredGame};
use crate::commands::games::is_current;
use crate::render::game_money;
use crate::reports::outcome::{GameChange, GameState, KeptOut, Outcome, SHOWN};
use crate::wording::conflict_words::{ConflictWording, name_of, not_counted};
use ginpad_core::facts::{Change, Conflict, FactId, Payment, Person};
use ginpad_core::ledger::{Apart, WhyApart};
use ginpad_core::notation::sheet_hash;
use ginpad_core::text::{and_list, count, fold, numbers, numbers_do};
use ginpad_core::{EntryAt, Listed, Name, Points};
use uuid::Uuid;

impl Outcome {
    /// Adds the change of a game, the hand to show (from 0), and warnings about other hands that do not count.
    pub(super) fn game(
        mut self,
        before: Option<&StoredGame>,
        after: Option<&StoredGame>,
        hand: Option<usize>,
    ) -> Outcome {
        let mut change = between(before, after);
        if let Some(after) = after {
            self = self.hand(&after.scored, hand).remarks(not_counted(&after.scored, hand));
            // The hand that ends a game already names who pays.
            let ends = |hand| after.scored.tally.closed_by(EntryAt::Hand(hand)).next().is_some();
            let pays = game_money(&after.scored).filter(|_| hand.is_some_and(ends));
            change.words.retain(|words| Some(words) != pays.as_ref());
        }
        self.games([change])
    }
}

/// The change of a game between two readings of it.
pub(crate) fn between<'a>(
    before: impl Into<Option<&'a StoredGame>>,
    after: impl Into<Option<&'a StoredGame>>,
) -> GameChange {
    GameChange::between(before.into().map(state).as_ref(), after.into().map(state).as_ref())
}

/// The state of a game of the book.
pub(super) fn state(game: &StoredGame) -> GameState {
    GameState::of(game.number, &game.scored)
}

/// The state of a game that others may change.
fn with_content(game: &StoredGame) -> GameState {
    let mut state = state(game);
    state.content = (game.record.all_versions().collect(), sheet_hash(&game.scored.game));
    state
}

/// The state of the book before another book or device adds to it, as far as that may change it.
#[derive(Default)]
pub(super) struct BookBefore {
    /// The games, with the states of those that count. A first exchange brings many new ones.
    games: BTreeMap<FactId, Option<Box<GameState>>>,
    /// The numbers of the conflicts. `None` before the first call.
    conflicts: Option<BTreeSet<String>>,
    /// The current game.
    current: Option<FactId>,
    /// Whether the book had any game.
    had_games: bool,
    /// The payments.
    payments: BTreeSet<FactId>,
    /// The names of people.
    people: BTreeMap<FactId, Name>,
}

impl BookBefore {
    /// Remembers the states of these games, unless it already has them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn remember(&mut self, book: &OpenBook<'_>, concerned: &BTreeSet<FactId>) -> Result<(), BookError> {
        let conflicts = match &mut self.conflicts {
            Some(conflicts) => conflicts,
            none => {
                self.current = book.current()?;
                self.had_games = book.newest()?.is_some();
                self.payments = book.payments()?.iter().map(|payment| payment.id).collect();
                self.people = book.people()?.into_iter().map(|person| (person.id, person.name)).collect();
                none.insert(book.conflicts_about_people()?.iter().map(Conflict::digits).collect())
            }
        };
        let mut new: BTreeSet<FactId> =
            concerned.iter().copied().filter(|game| !self.games.contains_key(game)).collect();
        // Hands may have been moved between these games and others, which then change too.
        new.extend(book.games_sharing_hands(&new)?.into_iter().filter(|game| !self.games.contains_key(game)));
        self.games.extend(new.iter().map(|game| (*game, None)));
        book.each_game_among(&new, |game| {
            conflicts.extend(game.conflicts.iter().map(Conflict::digits));
            self.games.insert(game.id, Some(Box::new(with_content(&game))));
            Ok(())
        })
    }

    /// Compares the remembered games with the book: their changes and the new conflicts.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn changes(mut self, app: &App, book: &OpenBook<'_>) -> Result<Outcome, Failure> {
        // If nothing was about to change, nothing did.
        let Some(earlier) = self.conflicts else { return Ok(Outcome::default()) };
        let (mut games, mut wording, mut new_games) = (Vec::new(), ConflictWording::new(app, book)?, Vec::new());
        let new = |conflicts: Vec<Conflict>| {
            conflicts.into_iter().filter(|conflict| !earlier.contains(&conflict.digits())).collect()
        };
        wording.add(new(book.conflicts_about_people()?), None)?;
        let ids = self.games.keys().copied().collect();
        book.each_game_among(&ids, |mut game| {
            let before = self.games.remove(&game.id).flatten();
            new_games.extend(entered(&game, true).filter(|_| before.is_none()));
            games.push(GameChange::by_others(before.as_deref(), &with_content(&game)));
            let conflicts = new(std::mem::take(&mut game.conflicts));
            wording.add(conflicts, Some(&game))
        })?;
        // The remaining games do not count any more, or never did.
        let gone = games.len();
        games.extend(self.games.values().flatten().map(|before| GameChange::between(Some(before), None)));
        games[gone..].sort_by_key(|game| game.number);
        let current = book.current_game()?.filter(|now| self.current.is_some_and(|was| was != now.id));
        let conflicts = wording.done()?;
        let mut remarks: Vec<Remark> = current.map(|now| Remark::note(is_current(&now))).into_iter().collect();
        let mut about_people = Vec::new();
        // A book that had no game before only becomes a copy of another one.
        if self.had_games {
            for Person { id, name } in &book.people()? {
                let before = self.people.get(id).filter(|before| *before != name);
                before.into_iter().for_each(|before| about_people.push(format!("{before} is called {name} now")));
            }
            let (people, payments) = (book.people_apart()?, book.payments()?);
            for Payment { payer, payee, amount, .. } in payments.iter().filter(|new| !self.payments.contains(&new.id)) {
                let [payer, payee] = [payer, payee].map(|person| name_of(*person, &people));
                about_people.push(format!("{payer} paid {payee} {amount}"));
            }
            remarks.extend(entered_twice(book, new_games)?);
            remarks.extend(paid_twice(app, book, &self.payments)?);
        }
        let more = about_people.len().saturating_sub(SHOWN);
        let more = (more > 0).then(|| format!("{more} more names and payments"));
        let settle = (!conflicts.is_empty()).then(|| {
            let what = Sentence::from(format!("{} since then; ", count(conflicts.len(), "conflict")));
            what.run(CommandLine::of("conflicts")).say(" lists what was said, and how to settle it")
        });
        let outcome = Outcome { games, conflicts, remarks, ways: settle.into_iter().collect(), ..Outcome::default() };
        Ok(outcome.did(about_people.into_iter().take(SHOWN)).did(more))
    }

    /// The answer to a command whose result is already in the book. If the changes cannot be read afterwards, a warning
    /// says so.
    pub(super) fn answer(self, app: &App, outcome: impl FnOnce(Outcome) -> Outcome) -> Answer {
        match app.look(|book| self.changes(app, book)) {
            Ok(changes) => outcome(changes).into(),
            Err(failure) => {
                let why = format!(
                    "the received changes are in the book, but their effect cannot be shown: {}",
                    failure.why()
                );
                Answer::from(outcome(Outcome::default()).remarks([Remark::warning(why)])).bad()
            }
        }
    }
}

/// A game, as others may have entered it too.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entered {
    /// The day of the game, and the names of its sides in their order: two entries of the same game agree in them.
    played: (NaiveDate, Vec<String>),
    /// Its order among all games, the same on every device: its start in milliseconds comes first.
    order: ((i64, Uuid), FactId),
    number: i64,
    /// The points and the score of each side.
    score: Vec<[Points; 2]>,
    /// Whether the book did not have it before.
    is_new: bool,
}

impl Entered {
    /// The minute in which it started. A day without a time starts at midnight.
    const fn minute(&self) -> i64 {
        self.order.0.0.div_euclid(60_000)
    }
}

/// A game with what it shares with another entry of it. `None` if it has no day, or if nobody has points.
fn entered(game: &StoredGame, is_new: bool) -> Option<Entered> {
    let (scored, players) = (&game.scored, &game.scored.game.players);
    let (points, score) = (scored.tally.leading_points(), &scored.tally.game_score);
    let side = |side| (fold(&players.side_name(side)), [points[side], score[side]]);
    let mut sides: Vec<_> = players.order().map(side).collect();
    sides.sort_unstable();
    let (names, score): (Vec<String>, Vec<_>) = sides.into_iter().unzip();
    score.iter().flatten().any(|points| *points > Points(0)).then_some(())?;
    let played = (scored.game.started?.date_naive(), names);
    Some(Entered { played, order: (game.record.start, game.id), number: game.number, score, is_new })
}

/// Notes about new games that may be entries of the same game as another: those of one day with the same score, and the
/// only two of one minute with different scores.
fn entered_twice(book: &OpenBook<'_>, mut games: Vec<Entered>) -> Result<Vec<Remark>, BookError> {
    let new: BTreeSet<FactId> = games.iter().map(|game| game.order.1).collect();
    let days: BTreeSet<NaiveDate> = games.iter().map(|game| game.played.0).collect();
    let mut others = BTreeSet::new();
    for day in days {
        others.extend(book.started_about(day, i64::MAX)?.into_iter().filter(|id| !new.contains(id)));
    }
    book.each_game_among(&others, |game| {
        games.extend(entered(&game, false));
        Ok::<(), BookError>(())
    })?;
    games.sort_unstable();
    let (mut alike, mut differing) = (BTreeMap::new(), BTreeMap::new());
    for of_the_day in games.chunk_by(|one, next| one.played == next.played) {
        let mut by_score = BTreeMap::new();
        for game in of_the_day {
            let earliest = *by_score.entry(&game.score).or_insert(game);
            if earliest != game && (earliest.is_new || game.is_new) {
                alike.insert(game.number, earliest.number);
            }
        }
        for started in of_the_day.chunk_by(|one, next| one.minute() == next.minute()) {
            if let [one, later] = started
                && one.is_new != later.is_new
                && one.score != later.score
            {
                differing.insert(later.number, one.number);
            }
        }
    }
    let twins =
        [(alike, "the day, the players and the score"), (differing, "the day and the players, but not the score,")];
    Ok(twins.into_iter().filter_map(|(twins, what)| removes_one(&twins, what)).collect())
}

/// A note about games that have `what` in common with earlier ones. Every device suggests removing the same one of two.
fn removes_one(twins: &BTreeMap<i64, i64>, what: &str) -> Option<Remark> {
    let (later, earlier): (BTreeSet<i64>, BTreeSet<i64>) = twins.iter().unzip();
    let (have, drop) = (numbers_do("game", &later, ["has", "have"]), CommandLine::of("drop"));
    let same = format!("{have} {what} of {}", numbers("game", &earlier));
    let (drop, removes) = match later.first().filter(|_| later.len() == 1) {
        Some(only) => (drop.flag("game", only.to_string()), " removes one"),
        None => (drop.flag("game", "GAME").form(), " removes each"),
    };
    let twice = Sentence::from(format!("{same}; if that was entered twice, ")).run(drop).say(removes);
    (!later.is_empty()).then_some(Remark::Note(twice))
}

/// Notes about games among these that may have been entered twice: their people became one.
///
/// # Errors
/// The book cannot be read.
pub(super) fn entered_twice_among(book: &OpenBook<'_>, games: Vec<FactId>) -> Result<Vec<Remark>, BookError> {
    let mut all = Vec::new();
    book.each_game_among(&games.into_iter().collect(), |game| {
        all.extend(entered(&game, true));
        Ok::<(), BookError>(())
    })?;
    entered_twice(book, all)
}

/// Notes about payments that two devices recorded with the same payer, payee, amount and day. Every device suggests
/// taking back the later one of each two.
fn paid_twice(app: &App, book: &OpenBook<'_>, known: &BTreeSet<FactId>) -> Result<Vec<Remark>, Failure> {
    let people = book.people_apart()?;
    let (mut alone, mut remarks) = (Vec::<(Payment, Change)>::new(), Vec::new());
    let day = |payment: &Payment| app.to_local_time(payment.at.moment()).date_naive();
    let content = |payment: &Payment| (payment.payer, payment.payee, payment.amount, day(payment));
    for later in book.payments()? {
        let Some((_, change)) = book.change_named(later.id.of)? else { continue };
        let is_twin =
            |(earlier, made): &(Payment, Change)| content(earlier) == content(&later) && made.writer != change.writer;
        let Some(at) = alone.iter().position(is_twin) else {
            alone.push((later, change));
            continue;
        };
        let (earlier, _) = alone.remove(at);
        if [later.id, earlier.id].iter().all(|id| known.contains(id)) {
            continue;
        }
        let [payer, payee] = [later.payer, later.payee].map(|person| name_of(person, &people));
        let undo = CommandLine::of("undo").words([book.short_id(change.act())?]);
        let what = format!("{payer} paid {payee} {} on two devices; if that was one payment, ", later.amount);
        remarks.push(Remark::Note(Sentence::from(what).run(undo).say(" takes one back")));
    }
    Ok(remarks)
}

impl Outcome {
    /// The games that the book already had and whose state changed: a part of JSON documents.
    pub(super) fn moved(&self) -> Vec<Value> {
        let moved = self.games.iter().filter(|game| game.before.is_some() && game.before != game.after);
        moved.map(|game| json!({ "game": game.number, "before": game.before, "after": game.after })).collect()
    }

    /// Puts these changes of the book below what was done.
    pub(super) fn below(self, done: Outcome) -> Outcome {
        let done = done.did(self.done).remarks(self.remarks).games(self.games);
        Outcome { conflicts: self.conflicts, ways: self.ways, ..done }
    }

    /// Adds lines that could not be taken in.
    pub(super) fn keeps_out(self, why: &Listed<String>) -> Outcome {
        let what = |why: String| format!("some lines were not accepted: {why}");
        Outcome { kept_out: why.clone().map(|why| KeptOut { kind: "line", wrong: true, what: what(why) }), ..self }
    }
}

/// Sentences about people who are now one person, and about people who share a name but stay apart.
pub(super) fn joined_or_apart(joined: &[Name], elsewhere: &[JoinedElsewhere], apart: &[Apart]) -> Vec<Sentence> {
    let one = |names: String, said: &str, undo: CommandLine| {
        Sentence::from(format!("{names} one person now{said}; ")).run(undo).say(" separates them")
    };
    let here = match joined {
        [] => None,
        [only] => Some(format!("{only} is")),
        several => Some(format!("{} are each", and_list(several))),
    };
    let here = here.map(|names| one(names, "", CommandLine::of("undo")));
    let there = elsewhere.iter().map(|JoinedElsewhere { name, change }| {
        one(format!("{name} is"), ", as another device said", CommandLine::of("undo").words([change]))
    });
    let apart = apart.iter().map(|apart| {
        let ours = apart.names.iter().filter(|name| !apart.theirs.contains(name));
        let why = if apart.why == WhyApart::Asked { String::new() } else { format!(": {}", why_apart(&apart.why)) };
        let (theirs, ours) = (and_list(&apart.theirs), and_list(ours));
        let sentence = Sentence::from(format!("{theirs} of another book and {ours} of this one stay apart{why}"));
        match apart.names.as_slice() {
            [one, other] if apart.why.can_be_joined() => {
                let join = CommandLine::of("player").words(["merge", other.as_str(), one.as_str()]);
                sentence.say("; ").run(join).say(" makes them one person")
            }
            _ => sentence,
        }
    });
    here.into_iter().chain(there).chain(apart).collect()
}

/// People of one name who stay apart: a part of JSON documents.
pub(super) fn stand_apart<'a>(apart: impl IntoIterator<Item = &'a Apart>) -> Vec<Value> {
    apart.into_iter().map(|apart| json!({ "names": apart.names, "why": why_apart(&apart.why) })).collect()
}

/// Why people of one name stay apart, in words.
fn why_apart(why: &WhyApart) -> String {
    match why {
        WhyApart::Asked => "you used `--keep-apart`".into(),
        WhyApart::AskedBefore => "somebody asked for that".into(),
        WhyApart::Several => "nobody can tell who is who".into(),
        WhyApart::BothSit(game) => format!("game {game} seats both"),
        WhyApart::TakenBack => "they were made one before, and that was undone".into(),
        WhyApart::Unasked => "they may be two people".into(),
    }
}

/// A note about changes that a later version wrote.
pub(super) fn later_version(unknown: usize) -> Option<Remark> {
    let are = if unknown == 1 { "change of the book is" } else { "changes of the book are" };
    let says = "from a later version of ginpad; ginpad counts the part it knows and keeps the rest";
    (unknown > 0).then(|| Remark::note(format!("{unknown} {are} {says}")))
}
