//! What an import did.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::answer::command_line::CommandLine;
use crate::answer::sentence::{Remark, Sentence};
use crate::answer::table::{Cell, Column, Readers, Table};
use crate::book::{BookError, ImportPlan, ImportedGame, MoreHands, Pad, Purpose, TakenIn};
use crate::commands::changes::{Changes, later_version};
use crate::commands::use_game::going_to;
use crate::render::{sides, standing};
use crate::reports::outcome::{Outcome, how_much};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::ledger::Longer;
use ginpad_core::notation::Spellings;
use ginpad_core::text::{and_list, count};

/// A trial lists this many games, and counts the rest.
const MOST_LISTED: usize = 100;

/// So many games with more hands are named, and the rest counted.
const MOST_NAMED: usize = 5;

/// What became of the games so far.
pub(super) struct Imported {
    plan: ImportPlan,
    /// What was taken in of whole books.
    books: Vec<TakenIn>,
    added: Vec<i64>,
    known: BTreeSet<i64>,
    longer: BTreeMap<i64, MoreHands>,
    continued: BTreeMap<i64, MoreHands>,
    /// How many new games were not added, because they begin like a longer one.
    held: usize,
    /// The games that a trial lists.
    listed: BTreeMap<i64, ScoredGame>,
}

impl Imported {
    /// Nothing yet.
    pub(super) fn new(plan: ImportPlan) -> Imported {
        let (longer, continued, listed) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (books, added, known) = (Vec::new(), Vec::new(), BTreeSet::new());
        Imported { plan, books, added, known, longer, continued, held: 0, listed }
    }

    /// Takes note of what became of a game. The list of a trial has names as the book spells them.
    pub(super) fn add(&mut self, became: ImportedGame, mut game: Game, spellings: &mut Spellings) {
        match became {
            ImportedGame::Added(number) => {
                self.added.push(number);
                if self.plan.purpose == Purpose::Look && self.listed.len() < MOST_LISTED {
                    spellings.spell(&mut game);
                    self.listed.insert(number, game.scored());
                }
            }
            ImportedGame::Extended(number) => {
                if let Some(listed) = self.listed.get_mut(&number) {
                    spellings.spell(&mut game);
                    *listed = game.scored();
                }
            }
            ImportedGame::Known(number) => drop(self.known.insert(number)),
            ImportedGame::Longer(more) => add_more(&mut self.longer, more),
            ImportedGame::Continued(more) => add_more(&mut self.continued, more),
            ImportedGame::Held => self.held += 1,
            ImportedGame::Repeated => {}
        }
    }

    /// Takes note of what was taken in of a whole book.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn add_book(&mut self, pad: &Pad<'_>, book: TakenIn) -> Result<(), BookError> {
        self.added.extend(&book.added);
        for game in &book.known_games {
            if pad.counts(*game)? {
                self.known.extend(pad.number_if_any(*game)?);
            }
        }
        self.books.push(book);
        Ok(())
    }

    /// What was done. `current` has the number of the current game before the import and after it.
    pub(super) fn outcome(&self, current: Option<(i64, i64)>, changes: Changes) -> Outcome {
        let is_trial = self.plan.purpose == Purpose::Look;
        let sum = |of: fn(&TakenIn) -> usize| self.books.iter().map(of).sum::<usize>();
        let restored = (!self.books.is_empty())
            .then(|| json!({ "changes": sum(|book| book.said.changes), "facts": sum(|book| book.said.facts) }));
        let outcome = Outcome::new(json!({
            "schema": "ginpad/import/1",
            "dry_run": is_trial,
            "added": self.added,
            "known": self.known,
            "longer": documents(&self.longer),
            "continued": documents(&self.continued),
            "held": self.held,
            "restored": restored,
            "waiting": null,
        }));
        let moved = current.filter(|(before, now)| before != now && !is_trial);
        let moved = moved.map(|(before, now)| {
            let now = Sentence::from(format!("game {now} is the current one now; ")).run(going_to(before));
            Remark::Note(now.say(format!(" goes back to game {before}")))
        });
        let mut outcome = outcome.did(self.sentences()).remarks(moved);
        for book in &self.books {
            outcome = outcome.keeps_out(&book.kept_out).remarks(later_version(book.said.unknown));
        }
        let list = (!self.listed.is_empty()).then(|| self.list());
        changes.add_to(Outcome { is_trial, list, ..outcome })
    }

    /// The games that a trial would add.
    fn list(&self) -> Table {
        let column = |heading: &'static str| Column::new(heading, heading);
        let row = |(number, game): (&i64, &ScoredGame)| {
            let names = Cell::Name(sides(&game.game));
            vec![Cell::Count(*number), Cell::day(game.game.started), names, Cell::Text(standing(game))]
        };
        let more = self.added.len().saturating_sub(self.listed.len());
        Table {
            columns: ["game", "date", "sides", "score"].map(column).into(),
            rows: self.listed.iter().map(row).collect(),
            readers: Readers::PEOPLE,
            note: (more > 0).then(|| format!("and {}", count(more, "more game"))),
            ..Table::default()
        }
    }

    fn sentences(&self) -> Vec<Sentence> {
        let mut done: Vec<Sentence> = Vec::new();
        for book in &self.books {
            let lead = match (book.into_empty, book.kept_out.is_empty()) {
                (true, true) => "restored the whole book: ",
                (true, false) => "restored a part of the book: ",
                (false, _) => "imported ",
            };
            done.extend(how_much(book.added.len(), book.said).map(|what| format!("{lead}{what}").into()));
        }
        // A whole book says itself how many games it brought into an empty one.
        if !self.added.is_empty() && !self.books.iter().any(|book| book.into_empty) {
            done.push(format!("imported {}: {}", count(self.added.len(), "game"), numbers(&self.added)).into());
        }
        if !self.continued.is_empty() {
            done.push(format!("continued {}", hands_of(&self.continued)).into());
        }
        let is_nothing = done.is_empty();
        let lead = |what: &str| if is_nothing { format!("nothing to import: {what}") } else { what.into() };
        if !self.known.is_empty() {
            let known: Vec<i64> = self.known.iter().copied().collect();
            let are = if known.len() == 1 { "is" } else { "are" };
            let games = format!("{} {are} in the book already, as {}", count(known.len(), "game"), numbers(&known));
            done.push(if self.longer.is_empty() { lead(&games) } else { games }.into());
        }
        if !self.longer.is_empty() {
            let held =
                (self.held > 0).then(|| format!(", and {} that begins like one of them", count(self.held, "new game")));
            let what = format!("the sheets go on with {}{}; ", hands_of(&self.longer), held.unwrap_or_default());
            let again = CommandLine::again().without("dry-run").switch("continue");
            done.push(match self.plan.longer {
                Longer::Name => Sentence::from(what).run(again).say(" adds what is missing"),
                Longer::Continue => what.into(),
            });
        }
        if done.is_empty() && !self.books.is_empty() {
            done.push(lead("the book has all of it already").into());
        }
        done
    }
}

/// Takes note of what a game lacks. Of several files, each may go on where the one before ended.
fn add_more(games: &mut BTreeMap<i64, MoreHands>, more: MoreHands) {
    let game = games.entry(more.game).or_insert(MoreHands { hands: 0, ..more });
    game.hands += more.hands;
    game.closing |= more.closing;
}

fn documents(games: &BTreeMap<i64, MoreHands>) -> Vec<Value> {
    let document = |more: &MoreHands| json!({ "game": more.game, "hands": more.hands, "closing": more.closing });
    games.values().map(document).collect()
}

/// `game 3 (2 more hands) and game 5 (the closing)`; of many games the first ones.
fn hands_of(games: &BTreeMap<i64, MoreHands>) -> String {
    let game = |more: &MoreHands| {
        let hands = (more.hands > 0).then(|| count(more.hands, "more hand"));
        let parts: Vec<String> = hands.into_iter().chain(more.closing.then(|| "the closing".into())).collect();
        format!("game {} ({})", more.game, and_list(&parts))
    };
    let mut named: Vec<String> = games.values().take(MOST_NAMED).map(game).collect();
    let rest = games.len().saturating_sub(MOST_NAMED);
    named.extend((rest > 0).then(|| count(rest, "more game")));
    and_list(&named)
}

/// `game 3`, `games 3 to 7`, `games 3, 5 and 9`.
fn numbers(numbers: &[i64]) -> String {
    match numbers {
        [only] => format!("game {only}"),
        [first, .., last] if numbers.len() > 2 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1) => {
            format!("games {first} to {last}")
        }
        several => format!("games {}", and_list(several)),
    }
}
