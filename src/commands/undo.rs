//! `undo`, `redo` and `history`: take back the last changes of this device, or any change by its id, restore them, and
//! list them.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use crate::answer::{Answer, CommandLine, Failure, Head, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::filter_args::span;
use crate::arguments::{Changes, GameName, changes, number, which_game};
use crate::book::{ActAuthor, BookError, OpenBook, StoredGame};
use crate::render::sides;
use crate::reports::book::{Change, HistoryReport};
use crate::reports::outcome::{Outcome, many_changed};
use crate::wording::conflict_words::still_counts;
use crate::wording::past_words::{Spell, described, past};
use ginpad_core::facts::{ChangeVerb, Fact, FactId};
use ginpad_core::ledger::{Act, ActKind};
use ginpad_core::notation::{print_entry, print_moment, shown_entry};
use ginpad_core::reports::day_text;
use ginpad_core::text::{count, harmless};

// The changes to take back or restore. The help of both commands is in the list of commands.
#[derive(Debug, Args)]
pub(crate) struct ChangesArgs {
    /// How many changes; or one change, by the start of its id
    #[arg(value_name = "N|CHANGE", default_value = "1", value_parser = changes)]
    changes: Changes,
}

/// Takes changes back.
pub(crate) fn undo(args: ChangesArgs, app: &App) -> Result<Answer, Failure> {
    run(app, ChangeVerb::UNDO, &args.changes)
}

/// Restores changes.
pub(crate) fn redo(args: ChangesArgs, app: &App) -> Result<Answer, Failure> {
    run(app, ChangeVerb::REDO, &args.changes)
}

fn run(app: &App, verb: ChangeVerb, changes: &Changes) -> Result<Answer, Failure> {
    app.change(|book| {
        let by = by(app, book)?;
        let (moving, is_anyones) = match changes {
            Changes::Named(typed, ids) => (vec![named(book, typed, *ids, verb)?], false),
            Changes::Last(most) => (last(book, verb, *most, by, None)?, by == ActAuthor::Anyone),
        };
        let anyones =
            "this may be another device's change, because the state folder cannot be used; `check --verbose` names the folder";
        Ok(moved(app, book, verb, &moving)?.remarks(is_anyones.then(|| Remark::note(anyones))).into())
    })
}

/// The id of the change that `undo` would take back, if there is one.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn newest(app: &App) -> Result<Option<Uuid>, Failure> {
    let first = |book: &OpenBook<'_>| Ok(book.to_undo(1, by(app, book)?, None)?.first().map(|act| act.id));
    app.look(first)
}

/// Undoes or redoes the last changes at the pad, with `u` and `r 2`: those of this device if each is about this game, is
/// a payment, or is among `made`, what was made, undone or redone at this pad. Otherwise the last ones of this game, even
/// if other games changed since.
///
/// # Errors
/// There are fewer changes, or one is about other games too.
pub(crate) fn at_pad(
    app: &App,
    verb: ChangeVerb,
    asked: usize,
    game: &StoredGame,
    made: &mut Vec<Uuid>,
) -> Result<Answer, Failure> {
    app.change(|book| {
        let by = by(app, book)?;
        let is_of_pad =
            |act: &Act| act.is_about(game.id) || ChangeVerb::SETTLE.is(act.verb()) || made.contains(&act.id);
        let newest = moving(book, verb, asked, by, None)?;
        let are_of_pad = newest.len() == asked && newest.iter().all(is_of_pad);
        let moving = last(book, verb, asked, by, (!are_of_pad).then_some(game))?;
        if let Some(other) = moving.iter().find(|act| !is_of_pad(act)) {
            let verb = word(verb);
            let what = format!("the change to {verb} is not about this game alone: {}", reported(book, other)?);
            let anyway = format!("{verb} {}", book.short_id(other.id)?);
            return Err(Failure::refused(what).see(anyway, "does it all the same"));
        }
        let outcome = moved(app, book, verb, &moving)?;
        made.extend(moving.iter().map(|act| act.id));
        Ok(outcome.into())
    })
}

/// The last changes that can be undone or redone, at most `asked`.
fn moving(
    book: &OpenBook<'_>,
    verb: ChangeVerb,
    asked: usize,
    by: ActAuthor,
    game: Option<FactId>,
) -> Result<Vec<Act>, BookError> {
    if verb == ChangeVerb::REDO { book.to_redo(asked, by, game) } else { book.to_undo(asked, by, game) }
}

fn word(verb: ChangeVerb) -> &'static str {
    if verb == ChangeVerb::REDO { "redo" } else { "undo" }
}

/// The writers whose last changes are meant if the user names none. A device that cannot remember its own changes takes
/// those of anyone.
fn by(app: &App, book: &OpenBook<'_>) -> Result<ActAuthor, Failure> {
    let knows_its_own = !book.own_writers()?.is_empty() || app.device.remembers();
    Ok(if knows_its_own { ActAuthor::ThisDevice } else { ActAuthor::Anyone })
}

/// The last `asked` changes of this device, or of a game.
fn last(
    book: &OpenBook<'_>,
    verb: ChangeVerb,
    asked: usize,
    by: ActAuthor,
    game: Option<&StoredGame>,
) -> Result<Vec<Act>, Failure> {
    let id = game.map(|game| game.id);
    // Only a redo takes back an undo, also that of an import.
    let mut acts = book.acts(by, id)?;
    if verb == ChangeVerb::UNDO
        && let Some(newest) = acts.next().transpose()?
        && let ActKind::Undo(back) = &newest.kind
        && ChangeVerb::IMPORT.is(newest.verb())
    {
        let why = "the last import brought back what had been dropped, and only `redo` takes that back";
        let dropped = if let [only] = back.as_slice() { book.short_id(*only)? } else { back.len().to_string() };
        let added = acts.next().transpose()?.filter(|act| act.counts && act.first().at == newest.first().at);
        let added = added.map(|act| book.short_id(act.id)).transpose()?;
        let undo = added.map(|id| Hint::does(format!("undo {id}"), "takes back what it added"));
        return Err(Failure::refused(why).see(format!("redo {dropped}"), "drops again what came back").hint(undo));
    }
    drop(acts);
    let moving = moving(book, verb, asked, by, id)?;
    if moving.len() >= asked {
        return Ok(moving);
    }
    let who = game.map_or("this device".into(), |game| format!("game {}", game.number));
    let fewer = if moving.is_empty() { "nothing".into() } else { format!("only {}", count(moving.len(), "change")) };
    let failure = Failure::refused(format!("{who} has {fewer} to {}", word(verb)));
    if moving.is_empty() && verb == ChangeVerb::UNDO && !book.to_redo(1, by, id)?.is_empty() {
        return Err(failure.see("redo", "restores what was undone last"));
    }
    let of_game = game.map(|game| format!(" --game {}", game.number)).unwrap_or_default();
    let does = "lists the changes with their ids, which `undo CHANGE` and `redo CHANGE` take";
    Err(failure.see(format!("history{of_game}"), does))
}

/// The one change whose id has this start, if it can be undone or redone.
fn named(book: &OpenBook<'_>, typed: &str, ids: (Uuid, Uuid), verb: ChangeVerb) -> Result<Act, Failure> {
    let matching = book.acts_between(ids, 2)?;
    let typed = harmless(typed);
    let refused = |what| Err(Failure::refused(what).see("history", "lists the changes"));
    let act = matching.first().filter(|_| matching.len() == 1).map(|only| book.act(*only)).transpose()?.flatten();
    let Some(act) = act else {
        return refused(match matching.len() {
            0 => format!("no change has an id that starts with `{typed}`"),
            _ => format!("`{typed}` is the start of several changes"),
        });
    };
    let own = std::slice::from_ref(&act.id);
    let (why, back, does, of) = match &act.kind {
        ActKind::Undo(of) => ("is an undo", "redo", "reverses it", of.as_slice()),
        ActKind::Redo(of) => ("is a redo", "undo", "reverses it", of.as_slice()),
        ActKind::Unknown => ("was made by a newer ginpad, and does nothing in this one", "", "", &[][..]),
        ActKind::Something if verb == ChangeVerb::UNDO && !act.counts => {
            ("is undone already", "redo", "restores it", own)
        }
        ActKind::Something if verb == ChangeVerb::REDO && act.counts => {
            ("was not undone", "undo", "takes it back", own)
        }
        ActKind::Something => return Ok(act),
    };
    let of = if let [only] = of { book.act(*only)?.filter(|of| of.counts == (back == "undo")) } else { None };
    let what = format!("change {} {why}: {}", book.short_id(act.id)?, reported(book, &act)?);
    match of {
        Some(of) => Err(Failure::refused(what).see(format!("{back} {}", book.short_id(of.id)?), does)),
        None => refused(what),
    }
}

/// The most games that are listed; more are only counted.
const MOST_GAMES: usize = 5;
/// How many games of a large import are looked at.
const LOOKED_AT: usize = 10;

/// Undoes or redoes changes. Each description has the numbers of the hands at the turn of its change.
fn moved(app: &App, book: &OpenBook<'_>, verb: ChangeVerb, moving: &[Act]) -> Result<Outcome, Failure> {
    let turn = |book: &OpenBook<'_>, act: &Act| {
        let games = if act.game_count() <= MOST_GAMES { act.games() } else { Vec::new() };
        let known = || games.iter().filter_map(|id| book.game(*id).ok()).collect::<Vec<StoredGame>>();
        let before = known();
        book.move_acts(verb, std::slice::from_ref(act), app.now)?;
        let after = known();
        let games: Vec<&StoredGame> = before.iter().chain(&after).collect();
        Ok::<_, Failure>((described(book, act, &games, shown_entry)?, described(book, act, &games, print_entry)?))
    };
    let described = book.rehearse(|book| moving.iter().map(|act| turn(book, act)).collect::<Result<Vec<_>, _>>())?;
    let (words, changes): (Vec<String>, Vec<String>) = described.into_iter().unzip();
    let total = book.games_of_acts(moving)?;
    let (are_few, mut seen) = (total <= MOST_GAMES, BTreeSet::new());
    let games: Vec<FactId> = moving.iter().flat_map(Act::games).filter(|game| are_few && seen.insert(*game)).collect();
    let before = states(book, &games)?;
    // Of a large import, only the first games are looked at.
    let begun: BTreeSet<FactId> = moving.iter().filter(|_| !are_few).flat_map(Act::begun).take(LOOKED_AT).collect();
    let counted: BTreeSet<FactId> = book.games_among(&begun)?.into_iter().collect();
    book.move_acts(verb, moving, app.now)?;
    let (past, now) = (past(verb), states(book, &games)?);
    let mut outcome = Outcome::default().did(words.iter().map(|what| format!("{past}: {what}")));
    let same = |(before, now): (&Option<StoredGame>, &Option<StoredGame>)| match (before, now) {
        (Some(before), Some(now)) => before.scored.game == now.scored.game && before.conflicts == now.conflicts,
        (before, now) => before.is_none() && now.is_none(),
    };
    let why = |game: FactId| moving.iter().find_map(|act| why_it_stays(verb, act, game));
    let mut is_explained = false;
    for (before, after) in before.iter().zip(&now) {
        outcome = outcome.game(before.as_ref(), after.as_ref(), None);
        if let Some(after) = after {
            let stays = why(after.id).map(|why| {
                let stays = Sentence::from(format!("game {} stays, because {why}; ", after.number));
                Remark::Note(stays.run(format!("drop --game {}", after.number)).say(" drops it"))
            });
            let still = still_counts(book, after)?;
            is_explained |= stays.is_some() || !still.is_empty();
            outcome = outcome.remarks(still).remarks(stays);
        }
    }
    if !games.is_empty() && !is_explained && before.iter().zip(&now).all(same) {
        let same = "nothing changes: other changes, or another device's, still decide";
        outcome = outcome.remarks([Remark::note(same)]);
    }
    if !are_few {
        let (stay, looked_at) = (book.games_among(&counted)?.len(), begun.len());
        let changed = if stay == looked_at && stay > 0 { 0 } else { total.saturating_sub(stay) };
        outcome.ways.extend((changed > 0).then(|| many_changed(changed, "game")));
        let stay = (verb == ChangeVerb::UNDO && stay > 0).then(|| {
            let stay = format!("{stay} of {}", if looked_at < total { "the first " } else { "" });
            let stay = format!("{stay}{looked_at} games did not go, because another device imported them too; ");
            Remark::Note(Sentence::from(stay).run(CommandLine::of("drop --game GAME").form()).say(" drops one"))
        });
        outcome = outcome.remarks(stay);
    }
    if verb == ChangeVerb::UNDO {
        outcome = outcome.remarks(still_one(book, moving)?);
    }
    let verbs: Vec<&str> = moving.iter().map(Act::verb).collect();
    let document = json!({ "schema": "ginpad/undo/1", "verbs": verbs, "changes": changes, "games": outcome.games });
    Ok(outcome.document(document))
}

/// Notes about people whom undone acts had joined and who are still one person, because another merge joins them too.
fn still_one(book: &OpenBook<'_>, undone: &[Act]) -> Result<Vec<Remark>, Failure> {
    let joining =
        |fact: &Fact| if let Fact::Joining(joining) = fact { Some([joining.player, joining.into]) } else { None };
    let joined: Vec<_> = undone.iter().flat_map(|act| act.select(joining)).collect();
    if joined.is_empty() {
        return Ok(Vec::new());
    }
    let (everyone, mut remarks) = (book.everyone()?, Vec::new());
    let is_one = |both: &[FactId; 2]| everyone.joined.same_as(both[0]).contains(&both[1]);
    for both in joined.into_iter().filter(is_one) {
        let people = both.into_iter().chain(everyone.joined.same_as(both[0]));
        let other = people.flat_map(|person| everyone.joined.joinings(person)).next();
        let Some((_, change)) = other.map(|other| book.fact(other)).transpose()?.flatten() else { continue };
        let separate = format!("undo {}", book.short_id(change.act())?);
        let [player, into] = both.map(|person| everyone.own_name_of(person));
        let are = if player == into { format!("{player} is") } else { format!("{player} and {into} are") };
        let still = format!("{are} still one person, because another merge joins them too; ");
        remarks.push(Remark::Note(Sentence::from(still).run(separate).say(" separates them")));
    }
    Ok(remarks)
}

/// Why a game still counts although the act that added it was undone, or the one that removed it redone.
fn why_it_stays(verb: ChangeVerb, act: &Act, game: FactId) -> Option<&'static str> {
    if verb == ChangeVerb::REDO {
        return act.removed().contains(&game).then_some("it went on since then");
    }
    act.begun().any(|begun| begun == game).then_some("another device imported it too")
}

/// The games as they are now; `None` for a game that does not count.
fn states(book: &OpenBook<'_>, games: &[FactId]) -> Result<Vec<Option<StoredGame>>, Failure> {
    games.iter().map(|id| Ok(if book.counts(*id)? { Some(book.game(*id)?) } else { None })).collect()
}

/// List the changes
///
/// The last to reach this book come first, each with its id, when it was made, the device that made it and what it did. `ginpad undo CHANGE` takes any of them back. The last 20 are shown; `--plain`, `--csv` and `--json` list all.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// The changes about this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Changes made then or later: a year, a month, a day like 2026-11-20, or a time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,

    /// At most this many
    #[arg(long, value_name = "N", value_parser = number)]
    limit: Option<usize>,

    /// The number of changes to show without `--limit`; `None` shows all.
    #[arg(skip)]
    pub(crate) usual_rows: Option<usize>,
}

/// Lists the changes.
pub(crate) fn history(args: HistoryArgs, app: &App) -> Result<Answer, Failure> {
    let since = args.since.as_ref().map(|text| span(app, "since", text)).transpose()?;
    let most = args.limit.or(args.usual_rows).unwrap_or(usize::MAX);
    let mut list = HistoryReport::default();
    let has_more = app.read(|book| {
        let game = args.game.map(|name| which_game::game(book, Some(name))).transpose()?;
        let (mut games, own) = (Games::default(), book.own_writers()?);
        for act in book.acts(ActAuthor::Anyone, game.map(|game| game.id))? {
            let act = act?;
            let (made, writer) = (act.first().at.moment(), act.first().writer);
            if since.as_ref().is_some_and(|since| !since.is_reached_by(made)) {
                continue;
            }
            if list.changes.len() == most {
                return Ok(true);
            }
            list.changes.push(Change {
                id: act.id.to_string(),
                short: book.short_id(act.id)?,
                made: print_moment(app.to_local_time(made)),
                device: writer.to_string(),
                this_device: own.contains(&writer),
                verb: act.verb().to_string(),
                what: games.describe(book, &act, print_entry)?,
                in_signs: games.describe(book, &act, shown_entry)?,
                state: state(&act),
            });
        }
        Ok(false)
    })?;
    let shown = list.changes.len();
    let why_empty = (shown == 0).then(|| match args.since.is_some() || args.game.is_some() {
        true => "no change fits".into(),
        false => "nothing has been written in this book yet".into(),
    });
    let older = (has_more && args.limit.is_none()).then(|| {
        let newest = Sentence::from(format!("these are the newest {}; ", count(shown, "change")));
        Remark::Note(newest.run(CommandLine::again().flag("limit", (shown * 10).to_string())).say(" shows more"))
    });
    let head = Head { title: "History".into(), facts: vec![day_text(app.now)], why_empty, ..Head::default() };
    Ok(Answer::headed(head, list).remarks(older))
}

/// The state of a change, in a word.
fn state(act: &Act) -> &'static str {
    match act.kind {
        ActKind::Undo(_) | ActKind::Redo(_) => "moved",
        ActKind::Unknown => "unknown",
        ActKind::Something if act.counts => "counts",
        ActKind::Something => "undone",
    }
}

/// Describes an act, for a message about it.
///
/// # Errors
/// The book cannot be read, or is damaged.
fn reported(book: &OpenBook<'_>, act: &Act) -> Result<String, Failure> {
    Games::default().describe(book, act, shown_entry)
}

/// A cache of the games that changes were about. Changes made one after another are mostly about the same game.
#[derive(Default)]
struct Games(Vec<(FactId, Option<StoredGame>)>);

/// The most games that are kept.
const KEPT: usize = 4;

impl Games {
    /// Describes an act.
    fn describe(&mut self, book: &OpenBook<'_>, act: &Act, spell: Spell) -> Result<String, Failure> {
        let (past, of) = match &act.kind {
            ActKind::Something => return self.of(book, act, spell),
            ActKind::Unknown => return Ok(format!("{}, which this ginpad does not know", act.verb())),
            ActKind::Undo(of) => (past(ChangeVerb::UNDO), of),
            ActKind::Redo(of) => (past(ChangeVerb::REDO), of),
        };
        match of.as_slice() {
            [only] if let Some(only) = book.act(*only)? => Ok(format!("{past}: {}", self.of(book, &only, spell)?)),
            several => Ok(format!("{past} {}", count(several.len(), "change"))),
        }
    }

    fn of(&mut self, book: &OpenBook<'_>, act: &Act, spell: Spell) -> Result<String, Failure> {
        let names_games = act.game_count() == 1 || !act.transfers().is_empty();
        let about = if names_games { act.games() } else { Vec::new() };
        about.iter().for_each(|game| self.read(book, *game));
        let read = |id: &FactId| self.0.iter().find(|(known, _)| known == id).and_then(|(_, game)| game.as_ref());
        let games: Vec<&StoredGame> = about.iter().filter_map(read).collect();
        let what = described(book, act, &games, spell)?;
        Ok(match games.as_slice() {
            [only] if act.hands().is_empty() => format!("{what} ({})", sides(&only.scored.game.players)),
            _ => what,
        })
    }

    /// Reads a game as it is now, or as it was when it was undone. A game that cannot be read is left out: a list of
    /// changes does not report damage.
    fn read(&mut self, book: &OpenBook<'_>, id: FactId) {
        if self.0.iter().all(|(known, _)| *known != id) {
            self.0.truncate(KEPT - 1);
            self.0.insert(0, (id, book.game(id).ok()));
        }
    }
}
