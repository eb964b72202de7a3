//! What a command changed, as one value that people, records and JSON show.

use std::rc::Rc;

use ginpad_core::game::ScoredGame;
use ginpad_core::ledger::Counted;
use ginpad_core::listed::Listed;
use ginpad_core::side::Side;
use ginpad_core::text::{and_list, count};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::answer::table::{Cell, Reader, Table};
use crate::answer::{Answer, Block, CommandLine, Remark, Report, Sentence};
use crate::render::{Beside, HandLine, deal, game_money, hand_record, sides, standing};
use crate::reports::conflicts::ListedConflict;

/// So many games, and so many things that were kept out, are shown to people; the rest is counted.
pub(crate) const SHOWN: usize = 8;

/// What a command changed.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// Its JSON document.
    pub document: Value,
    /// Whether it was only tried, and nothing was kept.
    pub is_trial: bool,
    /// What was done, a sentence each.
    pub done: Vec<Sentence>,
    /// The hands that were logged or corrected, where they are now.
    pub hands: Vec<HandLine>,
    /// The games that it was about.
    pub games: Vec<GameChange>,
    /// The conflicts that it made, or that it settled.
    pub conflicts: Vec<ListedConflict>,
    /// What could not be taken in.
    pub kept_out: Listed<KeptOut>,
    /// Sentences below all that.
    pub ways: Vec<Sentence>,
    /// What else to know.
    pub remarks: Vec<Remark>,
}

/// Something that could not be taken in.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct KeptOut {
    /// In one word.
    pub kind: &'static str,
    /// Whether it will not come right by waiting.
    pub wrong: bool,
    /// In a sentence.
    pub what: String,
}

impl Outcome {
    /// Nothing yet, but its JSON document.
    pub(crate) fn new(document: impl Serialize) -> Outcome {
        Outcome::default().document(document)
    }

    /// Sets the JSON document.
    pub(crate) fn document(self, document: impl Serialize) -> Outcome {
        let document = serde_json::to_value(document).expect("a document has fields with names, text and numbers");
        Outcome { document, ..self }
    }

    /// Adds what was done.
    pub(crate) fn did(mut self, done: impl IntoIterator<Item = impl Into<Sentence>>) -> Outcome {
        self.done.extend(done.into_iter().map(Into::into));
        self
    }

    /// Adds a hand, beside its game as it stands now.
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

    /// What people read of the games and what is left to do.
    fn consequences(&self) -> impl Iterator<Item = Sentence> {
        let changed = || self.games.iter().filter(|game| !game.words.is_empty());
        let mut lines = 0;
        let fits = |game: &&GameChange| {
            lines += game.words.len();
            lines <= SHOWN || lines == game.words.len()
        };
        let fitting = changed().take_while(fits).count();
        let more = changed().count() - fitting;
        let words = changed().take(fitting).flat_map(|game| &game.words);
        let more = (more > 0).then(|| many_changed(more, "more game"));
        let games = words.map(|words| words.as_str().into());
        games.chain(more).chain(self.ways.clone())
    }

    /// The records for programs.
    fn records(&self) -> [Block<'_>; 5] {
        let game = |game: &GameChange| {
            let number = game.number.map_or(Cell::Empty, Cell::Count);
            let [sides, after, before] = [Some(&game.sides), game.after.as_ref(), game.before.as_ref()].map(Cell::text);
            vec![number, sides, after, before]
        };
        let kept_out = |out: &KeptOut| vec![Cell::Text(out.kind.into()), Cell::Text(out.what.clone())];
        [
            Block::records("did", self.done.iter().map(|done| vec![Cell::Sentence(done.clone())])),
            Block::Records(self.hands.iter().map(|hand| hand_record(&hand.game, hand.hand)).collect()),
            Block::records("game", self.games.iter().map(game)),
            Block::Records(self.conflicts.iter().map(|conflict| conflict.record().into()).collect()),
            Block::records("kept-out", self.kept_out.items.iter().map(kept_out)),
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
        let hands = self.hands.iter().map(|hand| Block::Drawing(Box::new(hand.clone())));
        let consequences = self.consequences().map(Block::Words);
        let for_spreadsheets = Table::of("", &self.done).programs("did", |done| Cell::Sentence((*done).clone()));
        let table = Block::Table(for_spreadsheets.table.only(&[Reader::Spreadsheet]));
        done.chain(hands).chain(consequences).chain(self.records()).chain([table]).collect()
    }
}

impl From<Outcome> for Answer {
    fn from(mut outcome: Outcome) -> Answer {
        let kept_out = &outcome.kept_out;
        let listed = kept_out.items.iter().take(SHOWN).map(|out| out.what.clone());
        let more = kept_out.total().saturating_sub(SHOWN);
        let more = (more > 0).then(|| format!("{} not taken in", count(more, "more thing")));
        let warnings: Vec<Remark> = listed.chain(more).map(Remark::warning).collect();
        let remarks = std::mem::take(&mut outcome.remarks).into_iter();
        let (hints, notes): (Vec<Remark>, Vec<Remark>) = remarks.partition(|remark| matches!(remark, Remark::Hint(_)));
        let remarks = notes.into_iter().chain(warnings).chain(hints).collect();
        let is_bad = kept_out.more > 0 || kept_out.items.iter().any(|out| out.wrong);
        Answer { remarks, is_bad, ..Answer::report("What was done", outcome) }
    }
}

/// So many games changed, which are not listed.
pub(crate) fn many_changed(games: usize, noun: &str) -> Sentence {
    Sentence::from(format!("{} changed; ", count(games, noun)))
        .run(CommandLine::of("games"))
        .say(" lists the games as they are now")
}

/// How much is new: `3 games, 12 hands and 1 person in 15 changes`; nothing if nothing is.
///
/// Of changes that take others back, nobody can say without a look at the whole book what is new in the end.
pub(crate) fn how_much(games: usize, new: Counted) -> Option<String> {
    let new = match new.undos {
        0 => new,
        _ => Counted { changes: new.changes, ..Counted::default() },
    };
    let people = if new.people == 1 { "1 person".into() } else { format!("{} people", new.people) };
    let parts = [
        (games, count(games, "game")),
        (new.hands, count(new.hands, "hand")),
        (new.people, people),
        (new.payments, count(new.payments, "payment")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(many, _)| *many > 0).map(|(_, part)| part).collect();
    let changes = count(new.changes, "change");
    match (new.changes, parts.as_slice()) {
        (0, _) => None,
        (_, []) => Some(changes),
        (_, parts) => Some(format!("{} in {changes}", and_list(parts))),
    }
}

/// Where a game stood before a change, and where it stands after it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GameChange {
    /// Its number.
    pub number: Option<i64>,
    /// Where it stood; none if it did not count.
    pub before: Option<String>,
    /// Where it stands.
    pub after: Option<String>,
    /// Who plays.
    #[serde(skip)]
    pub sides: String,
    /// What moved, a sentence each.
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

    /// Says in the first sentence which game it is and who plays.
    pub(crate) fn with_sides(mut self) -> GameChange {
        if let (Some(first), Some(_)) = (self.words.first_mut(), &self.before) {
            let number = self.number.filter(|number| !first.starts_with(&format!("game {number} ")));
            let game = number.map(|number| format!("game {number}: ")).unwrap_or_default();
            *first = format!("{game}{first} ({})", self.sides);
        }
        self
    }
}

/// What moved in a game that counts before and after.
fn moved(before: &GameState, after: &GameState) -> Vec<String> {
    let (number, was, is) = (before.number, &before.standing, &after.standing);
    let standing = (was != is).then(|| format!("game {number} was {was}; it is {is} now"));
    let deals = after.deals.clone().filter(|_| was == is && before.dealer != after.dealer);
    let pays = after.pays.clone().filter(|_| before.pays != after.pays);
    standing.into_iter().chain(deals).chain(pays).collect()
}

/// Where a game stands, in words, without the game.
#[derive(Debug, Clone)]
pub(crate) struct GameState {
    number: i64,
    /// Who plays: `Ann – Bob`.
    sides: String,
    /// Where it stands: `open at 96–61`.
    standing: String,
    /// Who deals next, also in words: `Ann deals next`.
    dealer: Option<Side>,
    deals: Option<String>,
    /// Who pays whom, once it is over.
    pays: Option<String>,
}

impl GameState {
    /// Where a game stands.
    pub(crate) fn of(number: i64, game: &ScoredGame) -> GameState {
        GameState {
            number,
            sides: sides(&game.game),
            standing: standing(game),
            dealer: game.dealer(),
            deals: game.dealer().and_then(|_| deal(game)).map(|deals| format!("{deals} next")),
            pays: game_money(game),
        }
    }
}
