//! What an import did.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::answer::{CommandLine, Sentence};
use crate::book::{BookError, ImportedGame, MoreHands, Pad, TakenIn};
use crate::commands::changes::{between, later_version};
use crate::reports::outcome::{Outcome, SHOWN, how_much};
use ginpad_core::ledger::Longer;
use ginpad_core::text::{and_list, count, count_is, numbers};

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

    /// What was done. A trial shows where the first of the new games would stand.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn outcome(&self, pad: &Pad<'_>, longer: Longer, is_trial: bool) -> Result<Outcome, BookError> {
        let sum = |of: fn(&TakenIn) -> usize| self.books.iter().map(of).sum::<usize>();
        let restored = (!self.books.is_empty())
            .then(|| json!({ "changes": sum(|book| book.amount.changes), "facts": sum(|book| book.amount.facts) }));
        let outcome = Outcome::new(json!({
            "schema": "ginpad/import/1",
            "dry_run": is_trial,
            "added": self.added,
            "known": self.known,
            "longer": self.longer.values().collect::<Vec<_>>(),
            "continued": self.continued.values().collect::<Vec<_>>(),
            "held": self.held,
            "restored": restored,
            "waiting": null,
        }));
        let mut outcome = Outcome { is_trial, ..outcome }.did(self.sentences(longer));
        for book in &self.books {
            outcome = outcome.keeps_out(&book.kept_out).remarks(later_version(book.amount.unknown));
        }
        // The games of a whole book are shown with what else it changed.
        let shown = if is_trial && self.books.is_empty() { SHOWN } else { 0 };
        for number in self.added.iter().take(shown) {
            outcome = outcome.games(pad.game_numbered(*number)?.as_ref().map(|game| between(None, game)));
        }
        Ok(outcome)
    }

    fn sentences(&self, longer: Longer) -> Vec<Sentence> {
        // A whole book says itself how many games it brought.
        let games = (!self.added.is_empty() && self.books.is_empty())
            .then(|| format!("{}: {}", count(self.added.len(), "game"), numbers("game", &self.added)));
        let books = self.books.iter().filter_map(|book| how_much(book.added.len(), book.amount));
        let imported = books.chain(games).map(|what| format!("imported {what}"));
        let continued = (!self.continued.is_empty()).then(|| format!("continued {}", going_on(&self.continued)));
        let mut done: Vec<Sentence> = imported.chain(continued).map(Sentence::from).collect();
        let lead = if done.is_empty() && self.longer.is_empty() { "nothing to import: " } else { "" };
        if !self.known.is_empty() {
            let known: Vec<i64> = self.known.iter().copied().collect();
            let there =
                format!("{} in the book already, as {}", count_is(known.len(), "game"), numbers("game", &known));
            done.push(format!("{lead}{there}").into());
        }
        if !self.longer.is_empty() {
            let held = (self.held > 0).then(|| format!(" and have {} like it", count(self.held, "new game")));
            let what = format!("the sheets go on with {}{}; ", going_on(&self.longer), held.unwrap_or_default());
            let again = CommandLine::again().without("dry-run").switch("continue");
            done.push(match longer {
                Longer::Name => Sentence::from(what).run(again).say(" adds what is missing"),
                Longer::Continue => what.into(),
            });
        }
        if done.is_empty() && !self.books.is_empty() {
            done.push(format!("{lead}the book has all of it already").into());
        }
        done
    }
}

/// Takes note of what a game lacks. Of several files, each may go on where the one before ended.
fn add_more(games: &mut BTreeMap<i64, MoreHands>, more: MoreHands) {
    let game = games.entry(more.game).or_insert(MoreHands { hands: 0, adjustments: 0, ..more });
    game.hands += more.hands;
    game.adjustments += more.adjustments;
    game.closing |= more.closing;
}

/// `games 3 and 5 (4 more hands)`, or `game 3 (the closing)`.
fn going_on(games: &BTreeMap<i64, MoreHands>) -> String {
    let ids: Vec<i64> = games.keys().copied().collect();
    let more = |of: fn(&MoreHands) -> usize, noun| {
        Some(games.values().map(of).sum()).filter(|more| *more > 0).map(|more| count(more, noun))
    };
    let more = [more(|more| more.hands, "more hand"), more(|more| more.adjustments, "more adjustment")];
    let closing = games.values().any(|more| more.closing).then(|| "the closing".into());
    let what: Vec<String> = more.into_iter().flatten().chain(closing).collect();
    format!("{} ({})", numbers("game", &ids), and_list(&what))
}
