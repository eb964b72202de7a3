//! What facts mean together: games, people, and a list of what does not fit.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use uuid::Uuid;

use super::by_kind::Kinds;
use super::conflict::{Conflict, Ignored, Waiting};
use super::grounded::Grounded;
use super::joined::joined;
use super::kept::{Kept, unsettled};
use super::kinds::{Unreadable, players, side};
use super::left_over::{ignored, without_a_game, without_what_they_undo};
use super::moved::{MovedOrder, moved_hands};
use super::order::{Placed, games_in_order, in_order};
use super::payments::{Payment, between_people, payments};
use super::people::{named, names};
use super::record::{Carried, GameRecord, HandRecord};
use super::settings::{Settings, seats_of};
use super::versions::{Version, latest};
use super::{
    ClosingFact, CountingChanges, Facts, GameFact, HandFact, Joined, PeopleFacts, Person, RemovalFact, SettingFact,
    SettingKey, TotalsFact,
};
use crate::game;
use crate::hand::{GameHand, RefusedHand};
use crate::players::Name;
use crate::rules::TableRules;

/// What a set of facts means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fold {
    /// The games that count, by their start. A game without one is placed by the time in its id.
    pub games: Vec<FoldedGame>,
    /// The people, in the order of their ids.
    pub people: Vec<Person>,
    /// The payments that count, in the order of their ids.
    pub payments: Vec<Payment>,
    /// Facts that disagree.
    pub conflicts: Vec<Conflict>,
    /// Facts that wait for others, in the order of their ids.
    pub waiting: Vec<Waiting>,
    /// Undos and redos that do nothing.
    pub ignored: Vec<Ignored>,
    /// Facts whose content makes no sense.
    pub unreadable: Vec<Unreadable>,
    /// Facts that hold something this version does not know. Those of an unknown kind do not count. Others count by the
    /// fields that are known.
    pub unknown: Vec<Uuid>,
}

/// A game that facts make up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldedGame {
    /// The game, with its hands.
    pub game: game::Game,
    /// The facts that it comes from.
    pub record: GameRecord,
    /// Facts of this game that disagree.
    pub conflicts: Vec<Conflict>,
    /// Facts of this game that wait for others.
    pub waiting: Vec<Waiting>,
    /// Facts of this game whose content makes no sense.
    pub unreadable: Vec<Unreadable>,
}

/// Folds facts into games and people. The order of the facts makes no difference.
pub fn fold(facts: &Facts) -> Fold {
    let all = Kinds::of(&facts.facts);
    let grounded = Grounded::new(facts);
    let kinds = Kinds::of(grounded.facts.iter().copied());
    let standing =
        CountingChanges::new(kinds.undos.iter().copied(), kinds.redos.iter().copied(), facts.incomplete.clone())
            .rescued(kinds.rescues.iter().copied(), &facts.rescued);
    let mut fold = Fold { unknown: all.unknown.clone(), ignored: ignored(&facts.facts, &all), ..Fold::default() };
    let incomplete = facts.facts.iter().filter(|fact| facts.incomplete.contains(&fact.change()));
    fold.waiting = incomplete.map(|fact| Waiting::ForItsChange { fact: fact.id(), change: fact.change() }).collect();
    fold.waiting.extend(grounded.waiting(&standing));

    let counting: Vec<&GameFact> = kinds.games.iter().copied().filter(|game| standing.counts(game.change)).collect();
    let paid = kinds.payments.iter().filter(|payment| standing.counts(payment.change));
    let paid = paid.flat_map(|payment| [payment.payer, payment.payee]);
    let set = kinds.settings.values().flatten().filter(|setting| standing.counts(setting.change));
    let set = set.flat_map(|setting| setting.seated());
    let involved =
        counting.iter().flat_map(|game| game.seats.iter().flatten().copied()).chain(set).chain(paid).collect();
    let joined = joined_people(&kinds, &counting, &standing);
    fold.conflicts.clone_from(&joined.conflicts);
    let facts_of_people =
        PeopleFacts { players: kinds.players.clone(), names: kinds.names.clone(), involved, joined: joined.clone() };
    let people = named(&facts_of_people, &standing);
    let names = names(&people.people, &joined);
    fold.people = people.people;
    fold.conflicts.extend(people.conflicts);
    fold.waiting.extend(people.waiting);
    fold.unreadable = people.unreadable;
    fold.pay(&kinds, &names, &joined, &standing);

    let (removals, lost) = kinds.removals_by_game();
    let lost = lost.into_iter().filter(|removal| standing.counts(removal.change));
    fold.waiting.extend(lost.map(|removal| Waiting::ForItsHand { fact: removal.id, hand: removal.hand }));
    let waiting = grounded.waiting_hands(&facts.facts);
    let moved = moved_hands(&kinds, &removals, &counting, &waiting, &standing);
    let kept = Kept::new(kinds.keepings.iter().copied(), &standing);
    let mut folded: BTreeMap<Uuid, FoldedGame> = BTreeMap::new();
    for game in &counting {
        let none = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let about = GameFacts {
            hands: kinds.hands.get(&game.id).unwrap_or(&none.0),
            removals: removals.get(&game.id).unwrap_or(&none.1),
            closings: kinds.closings.get(&game.id).unwrap_or(&none.2),
            totals: kinds.totals.get(&game.id).unwrap_or(&none.3),
            settings: kinds.settings.get(&game.id).unwrap_or(&none.4),
            waiting: &waiting,
            moved: moved.get(&game.id).map(Rc::as_ref),
        };
        match game_of(game, about, &|player| names.get(&player).cloned(), &standing) {
            Ok(mut game) => {
                unsettled(&mut game.conflicts, &kept);
                folded.insert(game.record.id, game);
            }
            Err(NoGame::Unreadable(why)) => fold.unreadable.push(why),
            Err(NoGame::NoPlayer(player)) => fold.waiting.push(Waiting::ForItsPlayer { fact: game.id, player }),
        }
    }
    fold.waiting.extend(without_a_game(&kinds, &removals, &folded, &standing));
    fold.waiting.extend(without_what_they_undo(facts, &all));
    let order = games_in_order(counting.iter().map(|game| (*game).into()).collect());
    fold.games = order.iter().filter_map(|id| folded.remove(id)).collect();
    for game in &fold.games {
        fold.conflicts.extend(game.conflicts.iter().cloned());
        fold.waiting.extend(game.waiting.iter().copied());
        fold.unreadable.extend(game.unreadable.iter().cloned());
    }
    unsettled(&mut fold.conflicts, &kept);
    fold.waiting.sort_unstable_by_key(|waiting| (waiting.fact(), *waiting));
    fold.unreadable.sort_by_key(|unreadable| unreadable.fact);
    fold
}

/// Which people are one.
fn joined_people(kinds: &Kinds<'_>, counting: &[&GameFact], standing: &CountingChanges) -> Joined {
    let joined = joined(&kinds.joinings, standing, |one, other| {
        let game = counting.iter().find(|game| {
            let settings = kinds.settings.get(&game.id).map_or(&[][..], Vec::as_slice);
            let seats = seats_of(game, settings, standing).concat();
            [one, other].iter().all(|person| seats.iter().any(|seated| person.contains(seated)))
        });
        Ok::<_, std::convert::Infallible>(game.map(|game| game.id))
    });
    joined.unwrap_or_else(|never| match never {})
}

impl Fold {
    /// Adds the payments.
    fn pay(&mut self, kinds: &Kinds<'_>, names: &BTreeMap<Uuid, Name>, joined: &Joined, standing: &CountingChanges) {
        let (counted, payments_unreadable) = payments(kinds.payments.iter().copied(), standing);
        self.unreadable.extend(payments_unreadable);
        let known = |payment: &Payment| names.contains_key(&payment.payer) && names.contains_key(&payment.payee);
        let (payments, lost) = counted.into_iter().partition::<Vec<_>, _>(known);
        self.payments = between_people(payments, joined);
        for payment in lost {
            let player = if names.contains_key(&payment.payer) { payment.payee } else { payment.payer };
            self.waiting.push(Waiting::ForItsPlayer { fact: payment.id, player });
        }
    }
}

/// The facts about one game.
#[derive(Debug, Clone, Copy)]
pub struct GameFacts<'a> {
    /// Every version of every hand.
    pub hands: &'a [&'a HandFact],
    /// Every removal of a hand.
    pub removals: &'a [&'a RemovalFact],
    /// Every closing.
    pub closings: &'a [&'a ClosingFact],
    /// Every fact of its totals.
    pub totals: &'a [&'a TotalsFact],
    /// Everything that was set anew.
    pub settings: &'a [&'a SettingFact],
    /// The hands that wait and are not among these, of those that these supersede.
    pub waiting: &'a BTreeSet<Uuid>,
    /// If hands were moved between this game and others: the hands of all of them in order. The hands and removals of this
    /// game are not looked at then.
    pub moved: Option<&'a MovedOrder>,
}

/// Why a game cannot be folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoGame {
    /// The content of its fact makes no sense.
    Unreadable(Unreadable),
    /// This player is missing, or has no name.
    NoPlayer(Uuid),
}

/// Folds the facts of one game. The caller has checked that the game's own change counts.
///
/// # Errors
/// The content of the game's fact makes no sense, or a player is missing or has no name.
pub fn game_of(
    fact: &GameFact,
    about: GameFacts<'_>,
    name: &dyn Fn(Uuid) -> Option<Name>,
    standing: &CountingChanges,
) -> Result<FoldedGame, NoGame> {
    game_under(fact, fact.rules(), about, name, standing)
}

/// Folds the facts of one game like [`game_of`], with its rules as [`GameFact::rules`] read them. Most games of a book
/// have the same rules, so whoever folds many games reads each rules once. The knobs of the fact are not looked at.
///
/// # Errors
/// As [`game_of`].
pub fn game_under(
    fact: &GameFact,
    rules: Result<TableRules, Unreadable>,
    about: GameFacts<'_>,
    name: &dyn Fn(Uuid) -> Option<Name>,
    standing: &CountingChanges,
) -> Result<FoldedGame, NoGame> {
    let mut set = Settings::of(fact, about.settings, standing);
    let name = |player: &Uuid| name(*player).ok_or(NoGame::NoPlayer(*player));
    let seats = set.seats.take().unwrap_or_else(|| fact.seats.clone());
    let [first, second] = &seats;
    let names = [first, second].map(|seats| seats.iter().map(name).collect::<Result<Vec<Name>, NoGame>>());
    let [first, second] = names;
    let unreadable = |why: String| NoGame::Unreadable(Unreadable { fact: fact.id, why });
    let players = players([first?, second?]).map_err(unreadable)?;
    let order = match about.moved {
        None => in_order(fact.id, about.hands, about.removals, about.waiting, standing),
        Some(moved) => moved.order(fact.id),
    };
    let record = GameRecord {
        id: fact.id,
        hands: Vec::with_capacity(order.places.len()),
        next_number: order.next_number,
        source: fact.source.clone(),
        closings: Vec::new(),
        settings: std::mem::take(&mut set.latest),
        seats,
        inserted: order.inserted,
    };
    let mut game = FoldedGame {
        game: fact.sheet(players, set.rules.take().map_or(rules, Ok)).map_err(NoGame::Unreadable)?,
        record,
        conflicts: std::mem::take(&mut set.conflicts),
        waiting: order.waiting,
        unreadable: std::mem::take(&mut set.unreadable),
    };
    set.apply(&mut game.game);
    game.game.hands.reserve_exact(order.places.len());
    game.close(about.closings, standing);
    game.total(about.totals, standing);
    game.same_numbers(&order.places);
    for placed in order.places {
        let carried = about.moved.and_then(|moved| moved.carried(placed.hand.id));
        game.enter(placed, carried.cloned());
    }
    Ok(game)
}

impl FoldedGame {
    fn close(&mut self, closings: &[&ClosingFact], standing: &CountingChanges) {
        let version = |closing: &&ClosingFact| Version {
            id: closing.id,
            supersedes: closing.supersedes.clone(),
            counts: standing.counts(closing.change),
        };
        let mut latest = latest(&closings.iter().map(version).collect::<Vec<_>>());
        self.record.closings.clone_from(&latest);
        let Some(counts) = latest.pop() else { return };
        let forfeit = |id: Uuid| closings.iter().find(|closing| closing.id == id).and_then(|closing| closing.forfeit);
        // Devices that closed the game in the same way agree.
        latest.retain(|other| forfeit(*other) != forfeit(counts));
        if !latest.is_empty() {
            self.conflicts.push(Conflict::Closing { game: self.record.id, counts, others: latest });
        }
        match forfeit(counts).map(side).transpose() {
            Ok(None) => self.game.closing = Some(game::Closing::Unfinished),
            Ok(Some(side)) => self.game.closing = Some(game::Closing::Forfeit(side)),
            Err(why) => self.unreadable.push(Unreadable { fact: counts, why: why.into() }),
        }
    }

    fn total(&mut self, totals: &[&TotalsFact], standing: &CountingChanges) {
        let version = |totals: &&TotalsFact| Version {
            id: totals.id,
            supersedes: totals.supersedes.clone(),
            counts: standing.counts(totals.change),
        };
        let mut latest = latest(&totals.iter().map(version).collect::<Vec<_>>());
        let Some(counts) = latest.pop() else { return };
        let said = |id: Uuid| totals.iter().find(|totals| totals.id == id).map(|totals| totals.totals());
        // Devices that gave the same totals agree.
        latest.retain(|other| said(*other) != said(counts));
        if !latest.is_empty() {
            self.conflicts.push(Conflict::Totals { game: self.record.id, counts, others: latest });
        }
        match said(counts) {
            Some(Ok(totals)) => self.game.totals = Some(totals),
            Some(Err(why)) => self.unreadable.push(why),
            None => {}
        }
    }

    /// Lists the hands that share a number.
    fn same_numbers(&mut self, places: &[Placed<'_>]) {
        let follows = |pair: &[Placed<'_>]| match pair {
            [one, next] => one.position.0.is_none() && next.position.0.is_none() && one.position.1 < next.position.1,
            _ => true,
        };
        // Nearly every game was logged hand after hand, so that each number is higher than the one before.
        if places.windows(2).all(follows) {
            return;
        }
        let mut by_position: BTreeMap<_, Vec<Uuid>> = BTreeMap::new();
        for placed in places {
            by_position.entry(placed.position).or_default().push(placed.hand.id);
        }
        let several = by_position.into_iter().filter(|(_, hands)| hands.len() > 1);
        let game = self.record.id;
        self.conflicts.extend(several.map(|((_, number), hands)| Conflict::SameNumber { game, number, hands }));
    }

    /// Adds a hand at the end, and asks the rules of the game about it.
    fn enter(&mut self, placed: Placed<'_>, carried: Option<Carried>) {
        let Placed { hand, place, others, is_disputed, .. } = placed;
        if is_disputed {
            // It names those that agree too, or else it would be another one than earlier versions listed and people kept.
            self.conflicts.push(Conflict::Hand { game: self.record.id, counts: hand.id, others: others.clone() });
        }
        match hand.logged(&self.game.players) {
            Err(why) => self.unreadable.push(why),
            Ok(logged) => {
                let judged = GameHand::new(logged, &self.game.players, &self.game.rules.rules);
                if let GameHand::Refused(RefusedHand { refusals, .. }) = &judged {
                    let settings = [SettingKey::Rules, SettingKey::Sides].iter();
                    let settings =
                        settings.filter_map(|key| self.record.settings.get(key)).flatten().copied().collect();
                    let (game, refusals) = (self.record.id, refusals.clone());
                    self.conflicts.push(Conflict::Refused { game, hand: hand.id, settings, refusals });
                }
                self.game.hands.push(judged);
                self.record.hands.push(HandRecord { id: hand.id, place, number: hand.number, others, carried });
            }
        }
    }
}
