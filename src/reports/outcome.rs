//! The effect of a command, as one value for people, records and JSON; and conflicts between devices, with how to settle them.

use std::rc::Rc;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::answer::{Answer, Audience, Block, Cell, CommandLine, Drawing, Remark, Report, Sentence, Table, cells};
use crate::render::{
    Beside, ColumnState, HandLine, columns, deal, game_money, hand_record, sides, stakes, standing, verdict,
};
use ginpad_core::facts::{Conflict, FactId, Hash};
use ginpad_core::ledger::Counted;
use ginpad_core::notation::serialize_moment;
use ginpad_core::text::{and_list, count, join, printable};
use ginpad_core::{Listed, Moment, ScoredGame};

/// The most games, and the most refused items, that people see; the rest is counted.
pub(crate) const SHOWN: usize = 8;

/// The effect of a command.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The JSON document.
    pub document: Value,
    /// Whether this was a trial that kept nothing.
    pub is_trial: bool,
    /// The effects, a sentence each.
    pub done: Vec<Sentence>,
    /// The logged or corrected hands, in their current games.
    pub hands: Vec<HandLine>,
    /// The affected games.
    pub games: Vec<GameChange>,
    /// The conflicts that the command made or settled.
    pub conflicts: Vec<ListedConflict>,
    /// The items that the book did not accept.
    pub kept_out: Listed<KeptOut>,
    /// Sentences below all others.
    pub ways: Vec<Sentence>,
    pub remarks: Vec<Remark>,
}

/// An item that the book did not accept.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct KeptOut {
    /// The kind of item, in one word.
    pub kind: &'static str,
    /// Whether waiting cannot resolve it.
    pub wrong: bool,
    /// The reason in a sentence.
    pub what: String,
}

impl Outcome {
    /// An outcome with only a JSON document.
    pub(crate) fn new(document: impl Serialize) -> Outcome {
        Outcome::default().document(document)
    }

    /// Sets the JSON document.
    pub(crate) fn document(self, document: impl Serialize) -> Outcome {
        let document = serde_json::to_value(document).expect("a document has fields with names, text and numbers");
        Outcome { document, ..self }
    }

    /// Adds effects.
    pub(crate) fn did(mut self, done: impl IntoIterator<Item = impl Into<Sentence>>) -> Outcome {
        self.done.extend(done.into_iter().map(Into::into));
        self
    }

    /// Adds a hand, with the current state of its game.
    pub(crate) fn hand(mut self, game: &ScoredGame, hand: Option<usize>) -> Outcome {
        self.hands.extend(hand.map(|hand| HandLine { game: Rc::new(game.clone()), hand, beside: Beside::Now }));
        self
    }

    /// Adds games.
    pub(crate) fn games(mut self, games: impl IntoIterator<Item = GameChange>) -> Outcome {
        self.games.extend(games);
        self
    }

    /// Adds remarks.
    pub(crate) fn remarks(mut self, remarks: impl IntoIterator<Item = Remark>) -> Outcome {
        self.remarks.extend(remarks);
        self
    }

    /// The sentences for people about the games and the remaining steps.
    fn consequences(&self) -> impl Iterator<Item = Sentence> {
        let changed = || self.games.iter().filter(|game| !game.words.is_empty());
        let more = changed().count().saturating_sub(SHOWN);
        let more = (more > 0).then(|| many_changed(more, "more game"));
        let games = changed().take(SHOWN).flat_map(|game| &game.words).map(|words| words.as_str().into());
        games.chain(more).chain(self.ways.clone())
    }

    /// The records for programs.
    fn records(&self) -> [Block<'_>; 4] {
        let game = |game: &GameChange| {
            let number = game.number.map_or(Cell::Empty, Cell::Count);
            let [sides, after, before] = [Some(&game.sides), game.after.as_ref(), game.before.as_ref()].map(Cell::text);
            vec![number, sides, after, before]
        };
        let kept_out = |out: &KeptOut| vec![Cell::Text(out.kind.into()), Cell::Text(out.what.clone())];
        [
            Block::records(self.hands.iter().map(|hand| hand_record(&hand.game, hand.hand))),
            Block::kind("game", self.games.iter().map(game)),
            Block::records(self.conflicts.iter().map(ListedConflict::record)),
            Block::kind("kept-out", self.kept_out.items.iter().map(kept_out)),
        ]
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.serialize(serializer)
    }
}

impl Report for Outcome {
    fn blocks(&self) -> Vec<Block<'_>> {
        let trial = self.is_trial.then(|| "nothing was changed; without `--dry-run` this would be done:".into());
        let done = trial.into_iter().chain(self.done.clone()).map(Block::Words);
        let line = |hand| Drawing { is_short: true, ..Drawing::new(move |canvas| HandLine::text(hand, canvas)) };
        let hands = self.hands.iter().map(line).map(Block::Drawing);
        let consequences = self.consequences().map(Block::Words);
        let did = Table::of("", &self.done).kind("did").programs("did", |done| Cell::Sentence((*done).clone()));
        done.chain(hands).chain(consequences).chain([Block::Table(did.table)]).chain(self.records()).collect()
    }
}

impl From<Outcome> for Answer {
    fn from(mut outcome: Outcome) -> Answer {
        let kept_out = &outcome.kept_out;
        let listed = kept_out.items.iter().take(SHOWN).map(|out| out.what.clone());
        let more = kept_out.total().saturating_sub(SHOWN);
        let more = (more > 0).then(|| format!("{} not accepted", count(more, "more thing")));
        let warnings: Vec<Remark> = listed.chain(more).map(Remark::warning).collect();
        let remarks = std::mem::take(&mut outcome.remarks).into_iter();
        let (hints, notes): (Vec<Remark>, Vec<Remark>) = remarks.partition(|remark| matches!(remark, Remark::Hint(_)));
        let remarks = notes.into_iter().chain(warnings).chain(hints).collect();
        let is_bad = kept_out.more > 0 || kept_out.items.iter().any(|out| out.wrong);
        Answer { remarks, is_bad, ..Answer::report("What was done", outcome) }
    }
}

/// A sentence that counts changed games instead of listing them.
pub(crate) fn many_changed(games: usize, noun: &str) -> Sentence {
    let changed = Sentence::from(format!("{} changed; ", count(games, noun)));
    changed.run("games").say(" lists the games as they are now")
}

/// Counts what is new: `3 games, 12 hands and 1 person in 15 changes`. `None` if nothing is.
pub(crate) fn how_much(games: usize, new: Counted) -> Option<String> {
    let people = if new.people == 1 { "1 person".into() } else { format!("{} people", new.people) };
    let parts = [
        (games, count(games, "game")),
        (new.hands, count(new.hands, "hand")),
        (new.people, people),
        (new.payments, count(new.payments, "payment")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(many, _)| *many > 0).map(|(_, part)| part).collect();
    // What is new in the end would need a look at the whole book.
    let undos = if new.undos > 0 { format!(" ({})", count(new.undos, "undo")) } else { String::new() };
    let changes = count(new.changes, "change") + &undos;
    match (new.changes, parts.as_slice()) {
        (0, _) => None,
        (_, []) => Some(changes),
        (_, parts) => Some(format!("{} in {changes}", and_list(parts))),
    }
}

/// Where a game stood before a change, and where it stands after it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GameChange {
    pub number: Option<i64>,
    /// Where it stood; `None` if it did not count.
    pub before: Option<String>,
    /// Where it stands; `None` if it does not count.
    pub after: Option<String>,
    /// The sides.
    #[serde(skip)]
    pub sides: String,
    /// The differences, a sentence each.
    #[serde(skip)]
    pub words: Vec<String>,
}

impl GameChange {
    /// Compares two states of a game.
    pub(crate) fn between(before: Option<&GameState>, after: Option<&GameState>) -> GameChange {
        let state = after.or(before);
        let words = match (before, after) {
            (None, None) => Vec::new(),
            (Some(GameState { number, sides, .. }), None) => vec![format!("game {number} is gone ({sides})")],
            (None, Some(GameState { number, sides, standing, .. })) => {
                vec![format!("game {number} ({sides}) is {standing}")]
            }
            (Some(before), Some(after)) => moved(before, after),
        };
        GameChange {
            number: state.map(|game| game.number),
            before: before.map(|before| before.standing.clone()),
            after: after.map(|after| after.standing.clone()),
            sides: state.map(|game| game.sides.clone()).unwrap_or_default(),
            words,
        }
    }

    /// Compares two states of a game that somebody else may have changed, its settings and running columns too.
    pub(crate) fn by_others(before: Option<&GameState>, after: &GameState) -> GameChange {
        let mut change = GameChange::between(before, Some(after));
        let known = before.unwrap_or(after);
        if change.before == change.after {
            change.words.splice(0..0, columns_moved(known, after, false));
        }
        change.words.extend(after.settings.iter().filter(|setting| !known.settings.contains(setting)).cloned());
        // Another name alone is no other side, and who says a hand again changes nothing.
        let ((facts, sheet), (facts_now, sheet_now)) = (&known.content, &after.content);
        if facts != facts_now && known.sides != after.sides {
            change.words.push(format!("the sides are {} now, not {}", after.sides, known.sides));
        } else if change.words.is_empty() && facts != facts_now && sheet != sheet_now {
            change.words.push(format!("game {} was changed; it is {} as before", after.number, after.standing));
        }
        change.with_sides()
    }

    /// Names the game and its sides in the first sentence.
    pub(crate) fn with_sides(mut self) -> GameChange {
        if let (Some(first), Some(_)) = (self.words.first_mut(), &self.before) {
            let names = |number: &i64| [' ', ':'].map(|end| format!("game {number}{end}"));
            let number = self.number.filter(|number| !names(number).iter().any(|name| first.starts_with(name)));
            let game = number.map(|number| format!("game {number}: ")).unwrap_or_default();
            *first = format!("{game}{first} ({})", self.sides);
        }
        self
    }
}

/// Describes the differences in a game that counts before and after.
fn moved(before: &GameState, after: &GameState) -> Vec<String> {
    let (number, was, is) = (before.number, &before.standing, &after.standing);
    let standing = (was != is).then(|| format!("game {number} was {was}; it is {is} now"));
    // The standing of a forfeited game has no score.
    let results = before.result.as_ref().zip(after.result.as_ref()).filter(|(old, new)| was == is && old != new);
    let result = results.map(|(old, new)| format!("game {number}: {new} now, not {old}"));
    // Another name is no other dealer.
    let may_have_moved = was == is && before.sides == after.sides;
    let deals = after.deals.clone().filter(|_| may_have_moved && before.deals != after.deals);
    let pays = after.pays.clone().filter(|_| before.pays != after.pays);
    let columns = if was == is && result.is_none() { columns_moved(before, after, true) } else { Vec::new() };
    standing.into_iter().chain(result).chain(columns).chain(deals).chain(pays).collect()
}

/// Describes the columns that stand differently, of those that were and are settled, or that were and are not.
fn columns_moved(before: &GameState, after: &GameState, are_settled: bool) -> Vec<String> {
    let both = before.columns.iter().zip(&after.columns).filter(|(was, is)| was.name == is.name);
    let wanted = both.filter(|(was, is)| (was.is_settled, is.is_settled) == (are_settled, are_settled));
    let moved = wanted.filter(|(was, is)| was.points != is.points);
    moved.map(|(was, is)| format!("{} in {} now, not {}", is.points, is.name, was.points)).collect()
}

/// Where a game stands, in words, without the game.
#[derive(Debug, Clone)]
pub(crate) struct GameState {
    number: i64,
    /// The sides: `Ann – Bob`.
    sides: String,
    /// Where the game stands: `open at 96–61`.
    standing: String,
    /// How it ended, with the net or the score.
    result: Option<String>,
    /// The next dealer: `Ann deals next`.
    deals: Option<String>,
    /// The payments, once the game is over.
    pays: Option<String>,
    /// The rules and the stake, a sentence each.
    settings: [String; 2],
    /// The columns, if it has several.
    columns: Vec<ColumnState>,
    /// Its facts and the hash of its sheet, if others may change them.
    pub content: (Vec<FactId>, Hash),
}

impl GameState {
    /// Describes where a game stands.
    pub(crate) fn of(number: i64, game: &ScoredGame) -> GameState {
        let stakes = match stakes(&game.game.stakes) {
            none if none.is_empty() => "nothing".into(),
            amounts => and_list(&amounts),
        };
        GameState {
            number,
            sides: sides(&game.game.players),
            standing: standing(game),
            result: verdict(game),
            deals: game.dealer().and_then(|_| deal(game)).map(|deals| format!("{deals} next")),
            pays: game_money(game),
            settings: [format!("the rules are {} now", game.game.rules), format!("it is played for {stakes} now")],
            columns: columns(game),
            content: Default::default(),
        }
    }
}

/// The answer if no conflict exists.
pub(crate) const NO_CONFLICTS: &str = "there are no conflicts";

/// The number of digits of a device's id to show.
pub(super) const DEVICE: usize = 6;

/// The conflicts between devices: `ginpad/conflicts/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/conflicts/1")]
pub(crate) struct ConflictsReport {
    pub conflicts: Vec<ListedConflict>,
}

/// A conflict between devices about one subject.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ListedConflict {
    /// The number by which commands name the conflict.
    pub number: String,
    /// The number of the game, if the conflict is about one.
    pub game: Option<i64>,
    /// A word for the subject.
    pub kind: &'static str,
    /// The conflict in words.
    pub what: String,
    /// The versions. Those that count come first.
    #[serde(rename = "said")]
    pub versions: Vec<Version>,
    /// The commands that settle the conflict, as the reader types them.
    pub commands: Vec<String>,
    /// The same commands, each with its effect.
    #[serde(skip)]
    pub ways: Vec<(CommandLine, String)>,
    /// The conflict as the fold lists it.
    #[serde(skip)]
    pub conflict: Conflict,
}

/// One of the versions in conflict.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Version {
    /// The version in a player's words.
    pub words: String,
    pub counts: bool,
    /// The device that wrote it.
    pub device: String,
    /// Whether this device wrote it.
    pub own: bool,
    /// When it was made, in local time.
    #[serde(serialize_with = "serialize_moment")]
    pub made: Moment,
}

impl Report for ConflictsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let nothing = self.conflicts.is_empty().then(|| Block::Words(NO_CONFLICTS.into()));
        let lines = self.conflicts.iter().flat_map(ListedConflict::sentences).map(Block::Words);
        let keys = "record number game kind what counts others";
        let records = Block::rows(Audience::PROGRAMS, keys, self.conflicts.iter().map(ListedConflict::record));
        nothing.into_iter().chain(lines).chain([records]).collect()
    }
}

impl ListedConflict {
    /// The record for programs.
    pub(crate) fn record(&self) -> Vec<Cell> {
        let versions = [self.words(true), self.words(false)].map(Cell::Text);
        let conflict = cells(&json!(self), "number game kind what").into_iter().chain(versions);
        std::iter::once(Cell::Text("conflict".into())).chain(conflict).collect()
    }

    /// The sentence after a conflict was kept as it is.
    pub(crate) fn stays(&self) -> String {
        match self.words(true) {
            counts if counts.is_empty() => format!("it stays as it is: {}", self.what),
            counts => format!("{}; it stays: {counts}", self.what),
        }
    }

    /// The versions that count, or those that do not.
    fn words(&self, counts: bool) -> String {
        let versions = self.versions.iter().filter(|version| version.counts == counts);
        join(versions.map(|version| &version.words), "; ")
    }

    /// The conflict for people: the subject, the versions, and the commands that settle it. An empty sentence ends it.
    fn sentences(&self) -> Vec<Sentence> {
        let version = |version: &Version| {
            let counts = if version.counts { "counts" } else { "does not count" };
            let device = match version.device.get(..DEVICE).unwrap_or(&version.device) {
                _ if version.own => "this device".to_string(),
                device => format!("device {device}"),
            };
            let (words, made) = (printable(&version.words), version.made.format("%Y-%m-%d %H:%M"));
            format!("  - {counts}: {words} ({device}, {made})").into()
        };
        let way = |(command, does): &(CommandLine, String)| {
            Sentence::from("    ").run(command.clone()).say(format!(" {does}"))
        };
        let what = Sentence::from(format!("{} {}", self.number, printable(&self.what)));
        let lines = self.versions.iter().map(version).chain(self.ways.iter().map(way));
        [what].into_iter().chain(lines).chain([Sentence::default()]).collect()
    }
}
