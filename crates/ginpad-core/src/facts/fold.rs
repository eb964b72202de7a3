//! The meaning of changes together: games, people, and a list of facts that do not fit.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::convert::Infallible;

use uuid::Uuid;

use super::conflict::{AcceptedConflicts, Conflict, ConflictSubject, SetAside, Waiting};
use super::kinds::{HandFact, RulesRead, Time};
use super::order::{Games, Order, Placed, in_order};
use super::people::People;
use super::record::GameRecord;
use super::settings::Settings;
use super::sorted::{Sorted, Version};
use super::versions::{Union, latest, superseded};
use super::{Change, Counting, Fact, FactId, SettingKey, Subject};
use crate::{Amount, BySide, Game, GameHand, Players, RefusedHand, Side};

/// The meaning of a set of changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fold {
    /// The games that count, by their start. A game without a start is ordered by the time of its change.
    pub games: Vec<FoldedGame>,
    /// The people.
    pub people: People,
    /// The payments that count, the oldest first.
    pub payments: Vec<Payment>,
    /// Facts in conflict.
    pub conflicts: Vec<Conflict>,
    /// Facts that wait for other facts.
    pub waiting: Vec<Waiting>,
    /// Undos and redos without effect.
    pub ignored: Vec<FactId>,
    /// Facts that make no sense.
    pub set_aside: Vec<SetAside>,
    /// The names of changes with content unknown to this version.
    pub unknown: Vec<Uuid>,
}

/// A game made from facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldedGame {
    /// The game, with its hands.
    pub game: Game,
    /// The facts of the game.
    pub record: GameRecord,
    /// Facts of this game in conflict.
    pub conflicts: Vec<Conflict>,
    /// Facts of this game that wait for other facts.
    pub waiting: Vec<Waiting>,
    /// Facts of this game that make no sense.
    pub set_aside: Vec<SetAside>,
}

/// Money that one person paid another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// The id of its fact.
    pub id: FactId,
    /// The payer.
    pub payer: FactId,
    /// The payee.
    pub payee: FactId,
    /// The amount.
    pub amount: Amount,
    /// The time of the record.
    pub at: Time,
}

/// Folds changes into games and people. Their order and repeated changes make no difference.
pub fn fold(changes: &[Change]) -> Fold {
    let once: BTreeMap<(Uuid, Uuid), &Change> =
        changes.iter().map(|change| ((change.id, change.name), change)).collect();
    let changes: Vec<&Change> = once.into_values().collect();
    let counting = Counting::of(changes.iter().copied());
    let sorted = Sorted::of(changes.iter().copied(), &counting);
    let mut about: HashMap<Subject, Vec<&Change>> = HashMap::new();
    for change in &changes {
        change.subjects().into_iter().for_each(|subject| about.entry(subject).or_default().push(change));
    }
    let seats = |person| about.get(&Subject::Seats(person)).into_iter().flatten();
    let Ok(people) = People::of::<Infallible>(&sorted, |person| Ok(seats(person).any(|by| counting.counts(by))));
    let kept = AcceptedConflicts::of(&sorted);
    let mut fold = Fold {
        conflicts: people.conflicts.clone(),
        set_aside: people.set_aside.clone(),
        unknown: changes.iter().filter(|change| change.has_unknown).map(|change| change.name).collect(),
        payments: payments(&sorted, &people),
        ignored: ignored(&changes),
        ..Fold::default()
    };
    fold.set_aside.extend(changes.iter().flat_map(|change| senseless(change)));
    kept.settle(&mut fold.conflicts);
    let (mut rules, mut games) = (RulesRead::default(), Vec::new());
    for version in sorted.games.iter().filter(|version| version.counts) {
        let sorted = Sorted::of(with_games_sharing_hands(version.id, &about), &counting);
        match fold_game(version.id, &sorted, &people, &mut rules) {
            Ok(game) => games.extend(game),
            Err(why) => fold.set_aside.push(why),
        }
    }
    fold.waiting.extend(without_a_game(&sorted, &games.iter().map(|game| game.record.id).collect()));
    games.retain(|game| !game.record.is_removed);
    games.sort_by_key(|game| (game.record.start, game.record.id));
    for game in &mut games {
        kept.settle(&mut game.conflicts);
        fold.conflicts.extend(game.conflicts.iter().cloned());
        fold.waiting.extend(game.waiting.iter().copied());
        fold.set_aside.extend(game.set_aside.iter().cloned());
    }
    fold.games = games;
    fold.waiting.sort_unstable();
    fold.set_aside.sort();
    fold.people = people;
    fold
}

/// The changes about a game, and about the other games that hold or held versions of its hands. Lists each change once.
fn with_games_sharing_hands<'a>(game: FactId, about: &HashMap<Subject, Vec<&'a Change>>) -> Vec<&'a Change> {
    let mut games = BTreeSet::from([game]);
    loop {
        let changes = games.iter().filter_map(|game| about.get(&Subject::Game(*game))).flatten();
        let changes: BTreeMap<Uuid, &Change> = changes.map(|change| (change.name, *change)).collect();
        let besides = games_sharing_hands(game, changes.values().copied());
        if besides.is_subset(&games) {
            return changes.into_values().collect();
        }
        games.extend(besides);
    }
}

/// The other games that hold or held versions of this game's hands, judging by these changes. A fold of the game also
/// needs the changes about those games, which may name further games. So a caller that finds lines by subject repeats
/// this call until it returns no new game.
pub fn games_sharing_hands<'a>(game: FactId, about: impl Iterator<Item = &'a Change>) -> BTreeSet<FactId> {
    let hand = |(id, fact): (FactId, &'a Fact)| if let Fact::Hand(hand) = fact { Some((id, hand)) } else { None };
    let hands: Vec<(FactId, &HandFact)> = about.flat_map(Change::each_fact).filter_map(hand).collect();
    let mut besides = BTreeSet::new();
    if hands.iter().all(|(_, hand)| hand.game == game && hand.was.is_empty()) {
        return besides;
    }
    // Link the versions of one hand, and a hand with the one it was inserted before. Only versions linked to the game's
    // own hands matter here.
    let mut one = Union(HashMap::new());
    for (id, hand) in &hands {
        hand.supersedes.iter().copied().chain(hand.first()).chain(hand.before).for_each(|other| one.join(other, *id));
    }
    let of_game = hands.iter().filter(|(_, hand)| hand.game == game || hand.was.contains(&game));
    let own: HashSet<FactId> = of_game.map(|(id, _)| one.root(*id)).collect();
    for (_, hand) in hands.iter().filter(|(id, _)| own.contains(&one.root(*id))) {
        besides.extend(hand.was.iter().copied().chain([hand.game]));
    }
    besides.remove(&game);
    besides
}

/// Whether a game makes sense as a change begins it, without later facts.
pub fn begins_sensibly(change: &Change, game: FactId, rules: &mut RulesRead) -> bool {
    let at = change.each_fact().position(|(id, _)| id == game);
    let facts = change.facts.iter().take(at.map_or(0, |at| at + 1)).cloned().collect();
    let begun = Change { facts, ..change.clone() };
    let sorted = Sorted::of([&begun], &Counting::default());
    fold_game(game, &sorted, &People::default(), rules).is_ok()
}

/// The facts of a change that make no sense on their own.
pub fn senseless(change: &Change) -> impl Iterator<Item = SetAside> + '_ {
    change.each_fact().filter_map(|(id, fact)| match fact {
        Fact::Senseless { kind, why } => Some(SetAside { fact: id, why: format!("{kind}: {why}") }),
        _ => None,
    })
}

/// The payments that count, between people as listed. Omits a payment between two names of one person.
pub fn payments(sorted: &Sorted<'_>, people: &People) -> Vec<Payment> {
    let mut counting: Vec<_> = sorted.payments.iter().filter(|version| version.counts).collect();
    counting.sort_unstable_by_key(|version| version.age());
    let listed = |person| people.joined.listed_as(person);
    let payments = counting.into_iter().map(|version| Payment {
        id: version.id,
        payer: listed(version.fact.from),
        payee: listed(version.fact.to),
        amount: version.fact.amount,
        at: version.change.at,
    });
    payments.filter(|payment| payment.payer != payment.payee).collect()
}

/// The undos and redos without effect:
///
/// - undos of changes that only undo or redo, and redos of these undos;
/// - redos whose named fact is not an undo of the named change.
fn ignored(changes: &[&Change]) -> Vec<FactId> {
    let is_busy = |change: &Change| change.facts.iter().any(|fact| !matches!(fact, Fact::Undo(_) | Fact::Redo(_)));
    let busy: HashSet<Uuid> = changes.iter().filter(|change| is_busy(change)).map(|change| change.act()).collect();
    let names: HashSet<Uuid> = changes.iter().flat_map(|change| [change.name, change.act()]).collect();
    let is_idle = |of: &Uuid| names.contains(of) && !busy.contains(of);
    let facts = || changes.iter().flat_map(|change| change.each_fact());
    let undo = |(id, fact): (FactId, &Fact)| if let Fact::Undo(undo) = fact { Some((id, undo.of)) } else { None };
    let undos: HashSet<(FactId, Uuid)> = facts().filter_map(undo).collect();
    let is_useless = |fact: &Fact| match fact {
        Fact::Undo(undo) => is_idle(&undo.of),
        Fact::Redo(redo) => {
            is_idle(&redo.of) || names.contains(&redo.undo.of) && !undos.contains(&(redo.undo, redo.of))
        }
        _ => false,
    };
    facts().filter(|(_, fact)| is_useless(fact)).map(|(id, _)| id).collect()
}

/// Hands and settings that count, but whose games are missing, undone or senseless.
fn without_a_game(sorted: &Sorted<'_>, games: &BTreeSet<FactId>) -> Vec<Waiting> {
    let hands = sorted.hands.iter().map(|version| (version.counts, version.id, version.fact.game));
    let settings = sorted.settings.iter().map(|version| (version.counts, version.id, version.fact.game));
    let waiting = hands.chain(settings).filter(|(counts, _, game)| *counts && !games.contains(game));
    waiting.map(|(_, fact, awaits)| Waiting { fact, awaits }).collect()
}

/// Folds one game. `sorted` must hold all of its facts, and those of every game that hands moved from or to. `None` if
/// the game is missing or does not count.
///
/// # Errors
/// The game's own fact makes no sense.
pub fn fold_game(
    id: FactId,
    sorted: &Sorted<'_>,
    people: &People,
    rules: &mut RulesRead,
) -> Result<Option<FoldedGame>, SetAside> {
    let Some(version) = sorted.games.iter().find(|version| version.id == id && version.counts) else { return Ok(None) };
    let wrong = |why: String| SetAside { fact: id, why };
    let own_rules = rules.read(&version.fact.rules).map_err(wrong)?;
    let settings = Settings::of(version, sorted, rules);
    let sides = settings.sides(version.fact).to_vec();
    let (players, twice) = seating(&sides, people).map_err(wrong)?;
    let sizes: Vec<usize> = sides.iter().map(Vec::len).collect();
    let has_side = |side: Option<Side>| side.is_none_or(|side| side.index() < sizes.len());
    let spots = version.fact.spots.unwrap_or(BySide::none(sizes.len()));
    if own_rules.rules.seat(&sizes).is_err() || !has_side(version.fact.dealer) || spots.size() != sizes.len() {
        return Err(wrong("its rules, its dealer or its spots are not for the sides that it has".into()));
    }
    let mut game = Game {
        title: version.fact.title.clone(),
        event: version.fact.event.clone(),
        started: version.fact.start.map(|time| time.moment()),
        rules: own_rules,
        first_dealer: version.fact.dealer,
        spots,
        stakes: version.fact.stakes,
        totals: None,
        closing: None,
        hands: Vec::new(),
        adjustments: Vec::new(),
        players,
    };
    settings.apply(&mut game, rules);
    let dated_by = settings.dated_by.unwrap_or(version.change);
    let record = GameRecord {
        id,
        is_imported: version.change.imported.is_some(),
        start: (game.started.map_or(dated_by.at, Time::from).milliseconds(), dated_by.id),
        latest: settings.latest,
        sides,
        ..GameRecord::default()
    };
    let mut conflicts = settings.conflicts;
    if !twice.is_empty() {
        let counts = twice.into_iter().chain([id]).collect();
        conflicts.push(Conflict { game: Some(id), about: ConflictSubject::SeatedTwice, counts, others: Vec::new() });
    }
    if let Some(changes) = sorted.differing.get(&id) {
        let first = |change: Uuid| FactId { of: change, place: 0 };
        let others = changes.iter().filter(|change| **change != version.change.name).map(|change| first(*change));
        let (counts, others) = (vec![first(version.change.name)], others.collect());
        conflicts.push(Conflict { game: Some(id), about: ConflictSubject::Imported, counts, others });
    }
    let mut folded = FoldedGame { game, record, conflicts, waiting: Vec::new(), set_aside: settings.set_aside };
    folded.enter_hands(sorted);
    folded.note_beside(sorted);
    folded.take_out(sorted);
    Ok(Some(folded))
}

/// The players of a game, and the people whom a joining seats twice. These keep their own names in this game.
fn seating(sides: &[Vec<FactId>], people: &People) -> Result<(Players, BTreeSet<FactId>), String> {
    let seated = sides.concat();
    let listed = |person: &FactId| people.joined.listed_as(*person);
    let is_twice = |person: &&FactId| seated.iter().filter(|other| listed(other) == listed(person)).count() > 1;
    let twice: BTreeSet<FactId> = seated.iter().filter(is_twice).copied().collect();
    let mut taken = BTreeSet::new();
    let mut name = |person: &FactId| {
        let own = if twice.contains(person) { people.own_name_of(*person) } else { people.name_of(*person) };
        let numbered = (2..).map(|number| own.numbered(number));
        let mut names = std::iter::once(own.clone()).chain(numbered);
        names.find(|name| taken.insert(name.folded())).unwrap_or(own)
    };
    let names = BySide::from_fn(sides.len().min(Side::MOST), |side| {
        sides.get(side.index()).into_iter().flatten().map(&mut name).collect()
    });
    let players = Players::new(names);
    let players = players.map_err(|faults| crate::text::join(&faults, "; "))?;
    Ok((players, twice))
}

impl FoldedGame {
    /// Enters the hands, each judged by the rules of the game.
    fn enter_hands(&mut self, sorted: &Sorted<'_>) {
        let games: Games<'_> = sorted.games.iter().map(|version| (version.id, *version)).collect();
        let hands = self.hands_of(sorted, &games);
        let Order { places, next_number, inserted, waiting } = in_order(self.record.id, &hands, &games);
        (self.record.next_number, self.record.inserted, self.waiting) = (next_number, inserted, waiting);
        self.same_numbers(&places, &hands);
        self.game.hands.reserve_exact(places.len());
        self.record.hands.reserve_exact(places.len());
        for placed in places {
            self.enter(placed);
        }
    }

    /// Notes the other facts of the game that count, because a removal must name them too.
    fn note_beside(&mut self, sorted: &Sorted<'_>) {
        let aside = self.set_aside.iter().map(|aside| aside.fact);
        let beside: BTreeSet<FactId> = aside.chain(self.waiting.iter().map(|waiting| waiting.fact)).collect();
        let hands = sorted.hands.iter().filter(|version| !version.fact.is_removal).map(Version::bare);
        let versions = hands.chain(sorted.settings.iter().map(Version::bare));
        let versions = versions.filter(|version| version.counts && beside.contains(&version.id));
        self.record.other_facts = versions.map(|version| version.id).collect();
    }

    /// The versions that decide the game's hands: its own, and versions of the same hands in other games. A version
    /// counts only if its game counts.
    fn hands_of<'a>(&mut self, sorted: &Sorted<'a>, games: &Games<'_>) -> Vec<Version<'a, &'a HandFact>> {
        let id = self.record.id;
        let (own, mut set_aside) = (&self.record.sides, Vec::new());
        let mut hands = Vec::with_capacity(sorted.hands.len());
        for version in &sorted.hands {
            let (sides, counts) = match version.fact.game == id {
                true => (own.as_slice(), true),
                false => match games.get(&version.fact.game) {
                    Some(game) => (game.fact.sides.as_slice(), game.counts),
                    None => (&[][..], false),
                },
            };
            match version.fact.flaw(sides) {
                None => hands.push(Version { counts: version.counts && counts, ..*version }),
                Some(why) if version.fact.game == id => set_aside.push(SetAside { fact: version.id, why: why.into() }),
                Some(_) => {}
            }
        }
        self.set_aside.extend(set_aside);
        hands
    }

    /// Lists the hands that share a number, and equal hands of two writers that would share one if a writer had not taken
    /// back hands of its own just before.
    fn same_numbers(&mut self, places: &[Placed<'_>], versions: &[Version<'_, &HandFact>]) {
        // Nearly every game was logged hand after hand, so its numbers rise, and nothing was taken back.
        if versions.len() == places.len() && places.is_sorted_by(|one, next| one.position < next.position) {
            return;
        }
        let mut by_position: BTreeMap<_, Vec<&Placed<'_>>> = BTreeMap::new();
        places.iter().for_each(|placed| by_position.entry(placed.position).or_default().push(placed));
        let stands: BTreeSet<FactId> = places.iter().map(|placed| placed.record.place).collect();
        let logged = versions.iter().filter(|version| version.supersedes.is_empty());
        let taken_back = logged.filter(|version| !stands.contains(&version.id));
        let taken_back: BTreeSet<(Uuid, u32)> =
            taken_back.map(|version| (version.change.writer, version.fact.number)).collect();
        let (game, about) = (Some(self.record.id), ConflictSubject::SameNumber);
        for ((before, number), hands) in &by_position {
            let numbers_before = (1..*number).rev();
            let mut counts: Vec<FactId> = hands.iter().map(|hand| hand.record.id).collect();
            for hand in hands {
                let skipped = numbers_before.clone().take_while(|number| taken_back.contains(&(hand.writer, *number)));
                let others = skipped.filter_map(|number| by_position.get(&(*before, number))).flatten();
                let is_twin = |other: &&&Placed<'_>| other.writer != hand.writer && other.hand.agrees_with(hand.hand);
                counts.extend(others.filter(is_twin).map(|other| other.record.id));
            }
            if counts.len() > 1 {
                self.conflicts.push(Conflict { game, about: about.clone(), counts, others: Vec::new() });
            }
        }
    }

    /// Adds a hand or an adjustment at the end.
    fn enter(&mut self, placed: Placed<'_>) {
        let Placed { hand, record, is_disputed, .. } = placed;
        let (game, id) = (Some(self.record.id), record.id);
        if is_disputed {
            let others = record.others.clone();
            self.conflicts.push(Conflict { game, about: ConflictSubject::Hand, counts: vec![id], others });
        }
        if let Some(adjustment) = hand.adjustment(self.game.hands.len()) {
            self.game.adjustments.push(adjustment);
            self.record.adjustments.push(record);
            return;
        }
        let Some(logged) = hand.logged(&self.game.players) else { return };
        let judged = GameHand::new(logged, &self.game.players, &self.game.rules.rules);
        if let GameHand::Refused(RefusedHand { refusals, .. }) = &judged {
            let settings = [SettingKey::Rules, SettingKey::Sides];
            let settings = settings.iter().filter_map(|key| self.record.latest.get(key)).flatten().copied();
            let others = std::iter::once(id).chain(settings).collect();
            let about = ConflictSubject::Refused { hand: id, refusals: refusals.clone() };
            self.conflicts.push(Conflict { game, about, counts: Vec::new(), others });
        }
        self.game.hands.push(judged);
        self.record.hands.push(record);
    }

    /// Removes the game from the book if one removal names every fact about it. If a device that did not know of the
    /// removal added a fact, the game stays, so that nothing is lost, and there is a conflict.
    pub(super) fn take_out(&mut self, sorted: &Sorted<'_>) {
        let game = self.record.id;
        let removals: Vec<Version<'_, FactId>> =
            sorted.removals.iter().filter(|version| version.fact == game).copied().collect();
        let latest: Vec<FactId> = latest(&removals).iter().map(|version| version.id).collect();
        if latest.is_empty() {
            return;
        }
        let all = sorted.hands.iter().map(Version::bare).chain(sorted.settings.iter().map(Version::bare));
        let all: Vec<Version<'_, ()>> = all.chain(removals.iter().map(Version::bare)).collect();
        let knows_all = |removal: &FactId| {
            let of_it = all.iter().map(|version| Version { counts: version.id == *removal, ..*version });
            let ancestors = superseded(&of_it.collect::<Vec<_>>());
            self.record.all_versions().all(|fact| ancestors.contains(&fact))
        };
        self.record.is_removed = latest.iter().any(knows_all);
        self.record.removals.clone_from(&latest);
        if !self.record.is_removed {
            let about = ConflictSubject::Removed;
            self.conflicts.push(Conflict { game: Some(game), about, counts: vec![game], others: latest });
        }
    }
}
