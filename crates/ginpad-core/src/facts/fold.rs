//! What changes mean together: games, people, and a list of what does not fit.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::convert::Infallible;

use uuid::Uuid;

use super::conflict::{Conflict, SetAside, Waiting};
use super::kept::Kept;
use super::kinds::{ClosingFact, GameFact, HandFact, RulesText, Time, TotalsFact};
use super::order::{Order, Placed, Table};
use super::people::People;
use super::record::{GameRecord, HandRecord};
use super::said::{Said, Sorted};
use super::settings::Settings;
use super::versions::Settled;
use super::{Change, Counting, Fact, FactId, SettingKey, Subject};
use crate::game::Game;
use crate::hand::{GameHand, RefusedHand};
use crate::money::Amount;
use crate::players::{Name, Players};
use crate::rules::TableRules;
use crate::side::{BySide, Side};

/// What a set of changes means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fold {
    /// The games that count, by their start. A game without one is placed by the time of its change.
    pub games: Vec<FoldedGame>,
    /// The people.
    pub people: People,
    /// The payments that count, the oldest first.
    pub payments: Vec<Payment>,
    /// Facts that disagree.
    pub conflicts: Vec<Conflict>,
    /// Facts that wait for others.
    pub waiting: Vec<Waiting>,
    /// Undos and redos that do nothing.
    pub ignored: Vec<FactId>,
    /// Facts that make no sense.
    pub set_aside: Vec<SetAside>,
    /// Changes that hold something this version does not know, by name.
    pub unknown: Vec<Uuid>,
}

/// A game that facts make up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldedGame {
    /// The game, with its hands.
    pub game: Game,
    /// The facts that it comes from.
    pub record: GameRecord,
    /// Facts of this game that disagree.
    pub conflicts: Vec<Conflict>,
    /// Facts of this game that wait for others.
    pub waiting: Vec<Waiting>,
    /// Facts of this game that make no sense.
    pub set_aside: Vec<SetAside>,
}

/// Money that one person paid another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// The id of its fact.
    pub id: FactId,
    /// Who paid.
    pub payer: FactId,
    /// Who was paid.
    pub payee: FactId,
    /// How much.
    pub amount: Amount,
    /// When that was recorded.
    pub at: Time,
}

/// Rules that were read, by their text. Most games of a book have the same, so whoever folds many games keeps this.
#[derive(Debug, Default)]
pub struct RulesRead(HashMap<Box<str>, Result<TableRules, String>>);

impl RulesRead {
    /// The most texts that are kept.
    const MOST: usize = 1000;

    pub(super) fn read(&mut self, text: &RulesText) -> Result<TableRules, String> {
        if let Some(read) = self.0.get(text.as_str()) {
            return read.clone();
        }
        if self.0.len() >= RulesRead::MOST {
            self.0.clear();
        }
        let read = text.read().map(|(rules, _)| rules);
        self.0.insert(text.as_str().into(), read.clone());
        read
    }
}

/// Folds changes into games and people. Neither their order nor how often a change comes makes a difference.
pub fn fold(changes: &[Change]) -> Fold {
    let once: BTreeMap<(Uuid, Uuid), &Change> =
        changes.iter().map(|change| ((change.id, change.name), change)).collect();
    let changes: Vec<&Change> = once.into_values().collect();
    let counting = Counting::of(changes.iter().copied());
    let sorted = Sorted::of(changes.iter().copied(), &counting);
    let involved: BTreeSet<FactId> =
        changes.iter().filter(|change| counting.counts(change)).flat_map(|change| involved(change)).collect();
    let Ok(people) = People::of::<Infallible>(&sorted, |person| Ok(involved.contains(&person)));
    let kept = Kept::sorted(&sorted);
    let mut fold = Fold {
        conflicts: people.conflicts.clone(),
        set_aside: people.set_aside.clone(),
        unknown: changes.iter().filter(|change| change.has_unknown).map(|change| change.name).collect(),
        payments: payments(&sorted, &people),
        ignored: ignored(&changes),
        ..Fold::default()
    };
    fold.set_aside.extend(changes.iter().flat_map(|change| senseless(change)));
    let mut rules = RulesRead::default();
    let mut games: Vec<(i64, Uuid, FoldedGame)> = Vec::new();
    let about = about_games(&changes);
    for said in sorted.games.iter().filter(|said| said.counts) {
        let together = with_games_besides(said.id, &about);
        let sorted = Sorted::of(together, &counting);
        match fold_game(said.id, &sorted, &people, &mut rules) {
            Ok(Some(mut game)) => {
                kept.settle(&mut game.conflicts);
                games.push((said.fact.start.unwrap_or(said.change.at).milliseconds(), said.change.id, game));
            }
            Ok(None) => {}
            Err(why) => fold.set_aside.push(why),
        }
    }
    games.sort_by_key(|(start, change, game)| (*start, *change, game.record.id));
    fold.games = games.into_iter().map(|(_, _, game)| game).collect();
    fold.waiting = without_a_game(&sorted, &fold.games.iter().map(|game| game.record.id).collect());
    kept.settle(&mut fold.conflicts);
    for game in &fold.games {
        fold.conflicts.extend(game.conflicts.iter().cloned());
        fold.waiting.extend(game.waiting.iter().copied());
        fold.set_aside.extend(game.set_aside.iter().cloned());
    }
    fold.waiting.sort_unstable();
    fold.set_aside.sort();
    fold.people = people;
    fold
}

/// The changes that say something of each game.
fn about_games<'a>(changes: &[&'a Change]) -> HashMap<FactId, Vec<&'a Change>> {
    let mut about: HashMap<FactId, Vec<&Change>> = HashMap::new();
    for change in changes {
        for subject in change.subjects() {
            if let Subject::Game(game) = subject {
                about.entry(game).or_default().push(change);
            }
        }
    }
    about
}

/// The changes about a game and about those in which versions of its hands stand or stood, each once.
fn with_games_besides<'a>(game: FactId, about: &HashMap<FactId, Vec<&'a Change>>) -> Vec<&'a Change> {
    let mut games = BTreeSet::from([game]);
    loop {
        let changes = games.iter().filter_map(|game| about.get(game)).flatten();
        let changes: BTreeMap<Uuid, &Change> = changes.map(|change| (change.name, *change)).collect();
        let besides = games_besides(game, changes.values().copied());
        if besides.is_subset(&games) {
            return changes.into_values().collect();
        }
        games.extend(besides);
    }
}

/// The other games in which versions of the hands of this game stand or stood, as far as these changes tell. A game is
/// folded with what was said of them. The lines about those may name more: whoever finds lines by subject reads these too,
/// and asks again until no more are named.
pub fn games_besides<'a>(game: FactId, about: impl Iterator<Item = &'a Change>) -> BTreeSet<FactId> {
    let hands: Vec<(FactId, &HandFact)> = about.flat_map(Change::each_fact).filter_map(hand_of).collect();
    let mut besides = BTreeSet::new();
    if hands.iter().all(|(_, hand)| hand.game == game && hand.was.is_empty()) {
        return besides;
    }
    // Only the versions of its own hands are followed, for what else was said in the other games does not matter here.
    let by_id: HashMap<FactId, &HandFact> = hands.iter().copied().collect();
    let mut beside: HashMap<FactId, Vec<FactId>> = HashMap::new();
    for (id, hand) in &hands {
        for other in &hand.supersedes {
            beside.entry(*id).or_default().push(*other);
            beside.entry(*other).or_default().push(*id);
        }
    }
    let of_game = hands.iter().filter(|(_, hand)| hand.game == game || hand.was.contains(&game));
    let mut pending: Vec<FactId> = of_game.map(|(id, _)| *id).collect();
    let mut seen = HashSet::new();
    while let Some(id) = pending.pop() {
        if seen.insert(id) {
            besides.extend(by_id.get(&id).into_iter().flat_map(|hand| hand.was.iter().copied().chain([hand.game])));
            pending.extend(beside.get(&id).into_iter().flatten());
        }
    }
    besides.remove(&game);
    besides
}

fn hand_of((id, fact): (FactId, &Fact)) -> Option<(FactId, &HandFact)> {
    match fact {
        Fact::Hand(hand) => Some((id, hand)),
        _ => None,
    }
}

/// The facts of a change that make no sense by themselves.
pub fn senseless(change: &Change) -> impl Iterator<Item = SetAside> + '_ {
    change.each_fact().filter_map(|(fact, said)| match said {
        Fact::Senseless { kind, why } => Some(SetAside { fact, why: format!("a fact of kind `{kind}`: {why}") }),
        _ => None,
    })
}

/// Whom a change seats in a game, or who pays or is paid in it.
fn involved(change: &Change) -> Vec<FactId> {
    let mut involved = Vec::new();
    for fact in &change.facts {
        match fact {
            Fact::Game(game) => involved.extend(game.sides.iter().flatten()),
            Fact::Setting(setting) => involved.extend(setting.seated()),
            Fact::Payment(payment) => involved.extend([payment.from, payment.to]),
            _ => {}
        }
    }
    involved
}

/// The payments that count, between people as they are listed. What somebody paid themselves, under two names, is none.
pub fn payments(sorted: &Sorted<'_>, people: &People) -> Vec<Payment> {
    let mut counting: Vec<_> = sorted.payments.iter().filter(|said| said.counts).collect();
    counting.sort_unstable_by_key(|said| said.age);
    let listed = |person| people.joined.listed_as(person);
    let payment = |said: &&Said<'_, super::PaymentFact>| Payment {
        id: said.id,
        payer: listed(said.fact.from),
        payee: listed(said.fact.to),
        amount: said.fact.amount,
        at: said.change.at,
    };
    counting.iter().map(payment).filter(|payment| payment.payer != payment.payee).collect()
}

/// The undos of changes that only undo and redo, the redos of those, and redos of what is no such undo.
fn ignored(changes: &[&Change]) -> Vec<FactId> {
    let is_busy = |change: &Change| change.facts.iter().any(|fact| !matches!(fact, Fact::Undo(_) | Fact::Redo(_)));
    let busy: HashSet<Uuid> = changes.iter().filter(|change| is_busy(change)).map(|change| change.act()).collect();
    let known: HashSet<Uuid> = changes.iter().flat_map(|change| [change.name, change.act()]).collect();
    let is_idle = |of: &Uuid| known.contains(of) && !busy.contains(of);
    let said = || changes.iter().flat_map(|change| change.each_fact());
    let undo = |(id, fact): (FactId, &Fact)| if let Fact::Undo(undo) = fact { Some((id, undo.of)) } else { None };
    let undos: HashSet<(FactId, Uuid)> = said().filter_map(undo).collect();
    let is_useless = |fact: &Fact| match fact {
        Fact::Undo(undo) => is_idle(&undo.of),
        Fact::Redo(redo) => {
            is_idle(&redo.of) || known.contains(&redo.undo.of) && !undos.contains(&(redo.undo, redo.of))
        }
        _ => false,
    };
    said().filter(|(_, fact)| is_useless(fact)).map(|(id, _)| id).collect()
}

/// The facts that count, but whose game does not.
fn without_a_game(sorted: &Sorted<'_>, games: &BTreeSet<FactId>) -> Vec<Waiting> {
    macro_rules! of_games {
        ($($list:ident),+) => {
            [$(sorted.$list.iter().filter(|said| said.counts).map(|said| (said.id, said.fact.game)).collect::<Vec<_>>()),+]
        };
    }
    let said = of_games!(hands, removals, closings, totals, settings).concat().into_iter();
    said.filter(|(_, game)| !games.contains(game)).map(|(fact, game)| Waiting::ForItsGame { fact, game }).collect()
}

/// Folds one game from facts among which all of its own are, and those of the games between which and it hands were moved.
/// `None` if the game is not there, or does not count.
///
/// # Errors
/// The fact of the game makes no sense.
pub fn fold_game(
    id: FactId,
    sorted: &Sorted<'_>,
    people: &People,
    rules: &mut RulesRead,
) -> Result<Option<FoldedGame>, SetAside> {
    let Some(said) = sorted.games.iter().find(|said| said.id == id && said.counts) else { return Ok(None) };
    let wrong = |why: String| SetAside { fact: id, why };
    let settings = Settings::of(id, said.fact, &sorted.settings, rules);
    let own_rules = rules.read(&said.fact.rules).map_err(wrong)?;
    let sides = settings.sides(said.fact).to_vec();
    let mut seating = Seating::of(&sides, people);
    let players = players(seating.names).map_err(wrong)?;
    let dealer = said.fact.dealer.map(|side| Side::from_index(side).ok_or("a side is neither 0 nor 1")).transpose();
    let mut game = Game {
        title: said.fact.title.clone(),
        event: said.fact.event.clone(),
        started: said.fact.start.map(|time| time.moment()),
        rules: settings.rules(rules).unwrap_or(own_rules),
        first_dealer: dealer.map_err(|why| wrong(why.into()))?,
        stakes: said.fact.stakes,
        totals: None,
        closing: None,
        hands: Vec::new(),
        players,
    };
    settings.apply(&mut game);
    let record = GameRecord {
        id,
        hands: Vec::new(),
        next_number: 1,
        is_imported: said.change.imported.is_some(),
        closings: Vec::new(),
        totals: Vec::new(),
        settings: settings.latest,
        sides,
        inserted: BTreeMap::new(),
    };
    let mut conflicts = settings.conflicts;
    if !seating.twice.is_empty() {
        seating.twice.sort_unstable();
        conflicts.push(Conflict::SeatedTwice { game: id, people: seating.twice });
    }
    if let Some(changes) = sorted.differing.get(&id) {
        let counts = said.change.name;
        let others = changes.iter().copied().filter(|change| *change != counts).collect();
        conflicts.push(Conflict::Imported { game: id, counts, others });
    }
    let mut folded = FoldedGame { game, record, conflicts, waiting: Vec::new(), set_aside: settings.set_aside };
    folded.close(&sorted.closings);
    folded.total(&sorted.totals);
    folded.enter_hands(sorted);
    Ok(Some(folded))
}

/// Who sits in a game, by name.
struct Seating {
    names: [Vec<Name>; 2],
    /// People who are one person by now. They keep their own names in this game.
    twice: Vec<FactId>,
}

impl Seating {
    fn of(sides: &[Vec<FactId>], people: &People) -> Seating {
        let seated: Vec<FactId> = sides.iter().flatten().copied().collect();
        let listed: Vec<FactId> = seated.iter().map(|person| people.joined.listed_as(*person)).collect();
        let is_twice = |at: usize| listed.iter().enumerate().any(|(other, one)| other != at && *one == listed[at]);
        let twice: Vec<FactId> = (0..seated.len()).filter(|at| is_twice(*at)).map(|at| seated[at]).collect();
        let mut taken = BTreeSet::new();
        let mut name = |person: &FactId| {
            let own = match twice.contains(person) {
                true => people.own_name_of(*person),
                false => people.name_of(*person),
            };
            let numbered = (2..).map(|number| own.numbered(number));
            let mut names = std::iter::once(own.clone()).chain(numbered);
            names.find(|name| taken.insert(name.folded())).unwrap_or(own)
        };
        let mut names = [0, 1].map(|side| sides.get(side).map_or(&[][..], Vec::as_slice));
        let names = names.each_mut().map(|people| people.iter().map(&mut name).collect());
        Seating { names, twice }
    }
}

/// Players with these names, by side.
fn players(names: [Vec<Name>; 2]) -> Result<Players, String> {
    let [first, second] = names;
    Players::new(BySide::new(first, second))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

impl FoldedGame {
    /// Leaves those of these facts that make sense, and sets the others aside.
    fn sensible<'a, T>(
        &mut self,
        said: impl Iterator<Item = Said<'a, T>>,
        flaw: impl Fn(&T) -> Option<String>,
    ) -> Vec<Said<'a, T>> {
        let mut sensible = Vec::new();
        for one in said {
            match flaw(one.fact) {
                None => sensible.push(one),
                Some(why) => self.set_aside.push(SetAside { fact: one.id, why }),
            }
        }
        sensible
    }

    fn close(&mut self, closings: &[Said<'_, ClosingFact>]) {
        let id = self.record.id;
        let own = closings.iter().copied().filter(|said| said.fact.game == id);
        let sensible = self.sensible(own, |closing| closing.closing().err());
        let Some(settled) = Settled::of(&sensible, |one, other| one.forfeit == other.forfeit) else { return };
        self.game.closing = settled.counts.fact.closing().ok();
        if !settled.others.is_empty() {
            let (counts, others) = (settled.counts.id, settled.others);
            self.conflicts.push(Conflict::Closing { game: id, counts, others });
        }
        self.record.closings = settled.latest;
    }

    fn total(&mut self, totals: &[Said<'_, TotalsFact>]) {
        let id = self.record.id;
        let own = totals.iter().copied().filter(|said| said.fact.game == id);
        let sensible = self.sensible(own, |totals| totals.totals().err());
        let agree = |one: &TotalsFact, other: &TotalsFact| (&one.points, one.winner) == (&other.points, other.winner);
        let Some(settled) = Settled::of(&sensible, agree) else { return };
        self.game.totals = settled.counts.fact.totals().ok();
        if !settled.others.is_empty() {
            let (counts, others) = (settled.counts.id, settled.others);
            self.conflicts.push(Conflict::Totals { game: id, counts, others });
        }
        self.record.totals = settled.latest;
    }

    /// Enters the hands, and asks the rules of the game about each.
    fn enter_hands(&mut self, sorted: &Sorted<'_>) {
        let seats = self.game.players.seats().count();
        let (hands, removals) = self.hands_of(sorted, seats);
        let games: HashSet<FactId> = sorted.games.iter().map(|said| said.id).collect();
        let table = Table { game: self.record.id, hands: &hands, removals: &removals, games: &games };
        let Order { places, next_number, inserted, waiting } = table.in_order();
        self.waiting.extend(waiting);
        (self.record.next_number, self.record.inserted) = (next_number, inserted);
        self.same_numbers(&places);
        self.game.hands.reserve_exact(places.len());
        self.record.hands.reserve_exact(places.len());
        for placed in places {
            self.enter(placed);
        }
    }

    /// The hands and removals that decide about this game: its own, and the versions of those elsewhere. What was said of a hand
    /// in a game that does not count waits for that game.
    fn hands_of<'a>(
        &mut self,
        sorted: &Sorted<'a>,
        seats: usize,
    ) -> (Vec<Said<'a, HandFact>>, Vec<Said<'a, super::RemovalFact>>) {
        let id = self.record.id;
        let own = sorted.hands.iter().copied().filter(|said| said.fact.game == id);
        let mut hands = self.sensible(own, |hand| hand.flaw(seats).map(str::to_string));
        let games: HashMap<FactId, &Said<'_, GameFact>> = sorted.games.iter().map(|said| (said.id, said)).collect();
        let counts = |game: FactId| games.get(&game).is_some_and(|said| said.counts);
        let makes_sense = |hand: &HandFact| {
            let seats = games.get(&hand.game).map(|said| said.fact.sides.iter().flatten().count());
            seats.is_none_or(|seats| hand.flaw(seats).is_none())
        };
        let elsewhere = sorted.hands.iter().filter(|said| said.fact.game != id && makes_sense(said.fact));
        hands.extend(elsewhere.map(|said| Said { counts: said.counts && counts(said.fact.game), ..*said }));
        let removals = sorted.removals.iter();
        let removals = removals.map(|said| Said { counts: said.counts && counts(said.fact.game), ..*said });
        (hands, removals.collect())
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
        let mut by_position: BTreeMap<_, Vec<FactId>> = BTreeMap::new();
        for placed in places {
            by_position.entry(placed.position).or_default().push(placed.hand.id);
        }
        let several = by_position.into_iter().filter(|(_, hands)| hands.len() > 1);
        let game = self.record.id;
        self.conflicts.extend(several.map(|((_, number), hands)| Conflict::SameNumber { game, number, hands }));
    }

    /// Adds a hand at the end.
    fn enter(&mut self, placed: Placed<'_>) {
        let Placed { hand, place, others, is_disputed, was, .. } = placed;
        let (game, id) = (self.record.id, hand.id);
        if is_disputed {
            self.conflicts.push(Conflict::Hand { game, counts: id, others: others.clone() });
        }
        let logged = match hand.fact.logged(&self.game.players) {
            Ok(logged) => logged,
            Err(why) => return self.set_aside.push(SetAside { fact: id, why }),
        };
        let judged = GameHand::new(logged, &self.game.players, &self.game.rules.rules);
        if let GameHand::Refused(RefusedHand { refusals, .. }) = &judged {
            let settings = [SettingKey::Rules, SettingKey::Sides].iter();
            let settings = settings.filter_map(|key| self.record.settings.get(key)).flatten().copied().collect();
            self.conflicts.push(Conflict::Refused { game, hand: id, settings, refusals: refusals.clone() });
        }
        self.game.hands.push(judged);
        self.record.hands.push(HandRecord { id, place, number: hand.fact.number, others, was });
    }
}
