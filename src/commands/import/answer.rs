//! What an import did.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::answer::command_line::CommandLine;
use crate::answer::sentence::Sentence;
use crate::answer::table::{Cell, Column, Readers, Table};
use crate::book::{BookError, ImportedGame, MoreHands, Pad, TakenIn};
use crate::commands::changes::later_version;
use crate::render::{sides, standing};
use crate::reports::outcome::{Outcome, how_much};
use ginpad_core::ledger::Longer;
use ginpad_core::text::{and_list, count};

/// A trial lists this many games, and counts the rest.
const MOST_LISTED: usize = 100;

/// So many games with more hands are named, and the rest counted.
const MOST_NAMED: usize = 5;

/// What became of the games so far.
#[derive(Default)]
pub(super) struct Imported {
    /// What was taken in of whole books.
    books: Vec<TakenIn>,
    added: Vec<i64>,
    known: BTreeSet<i64>,
    longer: BTreeMap<i64, MoreHands>,
    continued: BTreeMap<i64, MoreHands>,
    /// How many new games were not added, because they begin like a longer one.
    held: usize,
}

impl Imported {
    /// Takes note of what became of a game.
    pub(super) fn add(&mut self, became: ImportedGame) {
        match became {
            ImportedGame::Added(number) => self.added.push(number),
            ImportedGame::Known(number) => drop(self.known.insert(number)),
            ImportedGame::Longer(more) => add_more(&mut self.longer, more),
            ImportedGame::Continued(more) => add_more(&mut self.continued, more),
            ImportedGame::HeldBack => self.held += 1,
            ImportedGame::Extended(_) | ImportedGame::Repeated => {}
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

    /// What was done.
    pub(super) fn outcome(&self, longer: Longer, is_trial: bool) -> Outcome {
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
        let mut outcome = Outcome { is_trial, ..outcome }.did(self.sentences(longer));
        for book in &self.books {
            outcome = outcome.keeps_out(&book.kept_out).remarks(later_version(book.said.unknown));
        }
        outcome
    }

    /// The games that a trial would add.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn list(&self, pad: &Pad<'_>) -> Result<Option<Table>, BookError> {
        let mut rows = Vec::new();
        for number in self.added.iter().take(MOST_LISTED) {
            let Some(game) = pad.game_numbered(*number)? else { continue };
            let (facts, stands) = (&game.scored.game, standing(&game.scored));
            rows.push(vec![
                Cell::Count(*number),
                Cell::day(facts.started),
                Cell::Name(sides(facts)),
                Cell::Text(stands),
            ]);
        }
        let more = self.added.len().saturating_sub(rows.len());
        let table = Table {
            columns: ["game", "date", "sides", "score"].map(|heading| Column::new(heading, heading)).into(),
            rows,
            readers: Readers::PEOPLE,
            note: (more > 0).then(|| format!("and {}", count(more, "more game"))),
            ..Table::default()
        };
        Ok((!table.rows.is_empty()).then_some(table))
    }

    fn sentences(&self, longer: Longer) -> Vec<Sentence> {
        let mut done: Vec<Sentence> = Vec::new();
        for book in &self.books {
            let lead = match (book.into_empty, book.kept_out.is_empty()) {
                (true, true) => "restored the whole book: ",
                (true, false) => "restored a part of the book: ",
                (false, _) => "imported ",
            };
            done.extend(how_much(book.added.len(), book.said).map(|what| format!("{lead}{what}").into()));
        }
        // A whole book says itself how many games it brought.
        if !self.added.is_empty() && self.books.is_empty() {
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
            let held = (self.held > 0).then(|| format!(" and have {} like it", count(self.held, "new game")));
            let what = format!("the sheets go on with {}{}; ", hands_of(&self.longer), held.unwrap_or_default());
            let again = CommandLine::again().without("dry-run").switch("continue");
            done.push(match longer {
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
