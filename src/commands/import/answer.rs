//! The answer to an import.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use uuid::Uuid;

use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::book::{BookError, ImportedGame, MoreHands, OpenBook, StoredGame, TakenIn};
use crate::commands::changes::{between, joined_or_apart, later_version};
use crate::commands::edit::Differences;
use crate::reports::outcome::{Outcome, SHOWN, how_much};
use ginpad_core::Name;
use ginpad_core::facts::SettingKey;
use ginpad_core::ledger::{Longer, NamesakeResults};
use ginpad_core::text::{and_list, count, count_do, join, numbers, numbers_do};

/// The games of an import by what became of them.
#[derive(Default)]
pub(super) struct Imported {
    /// The whole books that were taken in.
    books: Vec<TakenIn>,
    /// Sentences about people in these books whose names the book had.
    people: Vec<Sentence>,
    added: Vec<i64>,
    /// The added games with the same day and players as others, each with those others.
    beside: Vec<(i64, Vec<i64>)>,
    known: BTreeSet<i64>,
    /// The known games that differ from their sheets, by what differs.
    differing: BTreeMap<Vec<&'static str>, BTreeSet<i64>>,
    /// The games that were corrected, before and after.
    corrected: Vec<[StoredGame; 2]>,
    /// Why sheets corrected no game, with their lines.
    not_corrected: Vec<String>,
    /// The games that had been dropped and came back.
    back: BTreeSet<i64>,
    longer: BTreeMap<i64, MoreHands>,
    continued: BTreeMap<i64, MoreHands>,
    /// The number of new games that were not added, because they begin like a longer one.
    held: usize,
}

impl Imported {
    /// Adds games with what became of them.
    pub(super) fn extend(&mut self, became: impl IntoIterator<Item = ImportedGame>) {
        for became in became {
            match became {
                ImportedGame::Added { number, beside } => {
                    self.added.push(number);
                    self.beside.extend((!beside.is_empty()).then_some((number, beside)));
                }
                ImportedGame::Corrected(states) => self.corrected.push(*states),
                ImportedGame::NotCorrected(why) => self.not_corrected.push(why),
                ImportedGame::Known(number) => drop(self.known.insert(number)),
                ImportedGame::Differs { number, what } => {
                    self.known.insert(number);
                    self.differing.entry(what).or_default().insert(number);
                }
                ImportedGame::Back(number) => drop(self.back.insert(number)),
                ImportedGame::Longer(more) => add_more(&mut self.longer, more),
                ImportedGame::Continued(more) => add_more(&mut self.continued, more),
                ImportedGame::HeldBack => self.held += 1,
                ImportedGame::Extended(_) | ImportedGame::Repeated => {}
            }
        }
    }

    /// Adds a whole book that was taken in, with what became of people of one name.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub(super) fn add_book(
        &mut self,
        open: &OpenBook<'_>,
        book: TakenIn,
        met: &NamesakeResults,
    ) -> Result<(), BookError> {
        self.people.extend(joined_or_apart(&met.joined, &[], &met.apart));
        self.added.extend(&book.added);
        for game in &book.known_games {
            if open.counts(*game)? {
                self.known.extend(open.number_if_any(*game)?);
            }
        }
        self.books.push(book);
        Ok(())
    }

    /// Refuses the import if a sheet cannot correct a game that it should correct.
    ///
    /// # Errors
    /// All reasons, each with its line.
    pub(super) fn refuse(&mut self) -> Result<(), Failure> {
        if self.not_corrected.is_empty() {
            return Ok(());
        }
        self.not_corrected.dedup();
        let again = CommandLine::again().without("update");
        let adds = Hint::does(again, "corrects nothing, and adds the games that the book lacks");
        let by_hand = "correct the file; or the game in the book by `set` or `fix`, or take it out by `drop`, each with `--game GAME`";
        Err(Failure::because("nothing was imported", &self.not_corrected).hint(Hint::advice(by_hand)).hint(adds))
    }

    /// A note on the games that were added beside others of their day and players.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn beside(&self, open: &OpenBook<'_>, is_trial: bool) -> Result<Option<Remark>, BookError> {
        let new: BTreeSet<i64> = self.beside.iter().map(|(number, _)| *number).collect();
        let old: BTreeSet<i64> = self.beside.iter().flat_map(|(_, games)| games.iter().copied()).collect();
        let have = numbers_do("game", &new, ["has", "have"]);
        let what = format!("{have} the same day and players as {}", numbers("game", &old));
        let lead = if is_trial { "" } else { "undo this and " };
        // Where a game could correct several, or has hands for totals, `--update` refuses.
        let mut can_correct = old.len() == new.len() && self.beside.iter().all(|(_, beside)| beside.len() == 1);
        let has_totals = |number: i64| -> Result<bool, BookError> {
            let game = open.game_numbered(number)?.map(|stored| stored.scored.game);
            Ok(game.is_some_and(|game| game.totals.is_some() || game.closing.is_some() && game.hands.is_empty()))
        };
        for (number, beside) in &self.beside {
            can_correct = can_correct && has_totals(*number)? == has_totals(beside[0])?;
        }
        let what = Sentence::from(format!("{what}; to correct instead, {lead}"));
        let correct = match can_correct {
            true => what.say("import with ").run(CommandLine::again().without("dry-run").switch("update")),
            false => what.say("change what was there with ").run(CommandLine::of("edit GAME").form()),
        };
        Ok((!new.is_empty()).then_some(Remark::Note(correct)))
    }

    /// A note on the earlier names in the sheets of new games, each with the present one.
    pub(super) fn earlier_names(&self, met: &BTreeMap<String, Name>) -> Option<Remark> {
        let are = and_list(met.iter().map(|(earlier, present)| format!("{earlier} is an earlier name of {present}")));
        (!are.is_empty() && !self.added.is_empty()).then(|| Remark::note(are))
    }

    /// A note on the games that differ from their sheets.
    pub(super) fn differs(&self) -> Option<Remark> {
        let mut games = self.differing.iter();
        let (what, first) = games.next()?;
        let first = numbers_do("game", first, ["differs", "differ"]) + " from the file in " + &and_list(what);
        let others = games.map(|(what, games)| format!("{} in {}", numbers("game", games), and_list(what)));
        let what = join(std::iter::once(first).chain(others), "; ");
        // An update does not change who played.
        let (correct, does) = match self.differing.keys().flatten().any(|what| *what == SettingKey::Sides.word()) {
            true => (CommandLine::of("set sides NAME NAME --game GAME").form(), " changes who played"),
            false => (CommandLine::again().without("dry-run").switch("update"), " makes the book like the file"),
        };
        Some(Remark::Note(Sentence::from(what + "; ").run(correct).say(does)))
    }

    /// The outcome of the import. A trial also shows the first of the new games.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn outcome(&self, open: &OpenBook<'_>, longer: Longer, is_trial: bool) -> Result<Outcome, BookError> {
        let sum = |of: fn(&TakenIn) -> usize| self.books.iter().map(of).sum::<usize>();
        let restored = (!self.books.is_empty())
            .then(|| json!({ "changes": sum(|book| book.amount.changes), "facts": sum(|book| book.amount.facts) }));
        let outcome = Outcome::new(json!({
            "schema": "ginpad/import/1",
            "dry_run": is_trial,
            "added": self.added,
            "known": self.known,
            "corrected": self.corrected.iter().map(|[before, _]| before.number).collect::<Vec<_>>(),
            "beside": self.beside.iter().map(|(game, games)| json!({ "game": game, "of": games })).collect::<Vec<_>>(),
            "back": self.back,
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
        // The games of a whole book are shown with its other changes.
        let most = if is_trial && self.books.is_empty() { SHOWN } else { 0 };
        for number in self.added.iter().take(most) {
            outcome = outcome.games(open.game_numbered(*number)?.as_ref().map(|game| between(None, game)));
        }
        Ok(outcome.games(self.corrected.iter().take(SHOWN).map(|[before, after]| between(before, after))))
    }

    fn sentences(&self, longer: Longer) -> Vec<Sentence> {
        // The sentence about a whole book already counts its games.
        let games = (!self.added.is_empty() && self.books.is_empty())
            .then(|| format!("{}: {}", count(self.added.len(), "game"), numbers("game", &self.added)));
        let books = self.books.iter().filter_map(|book| how_much(book.added.len(), book.amount));
        let imported = books.chain(games).map(|what| format!("imported {what}"));
        let continued = (!self.continued.is_empty()).then(|| format!("continued {}", going_on(&self.continued)));
        let corrected = corrections(&self.corrected);
        let mut done: Vec<Sentence> = imported.chain(continued).chain(corrected).map(Sentence::from).collect();
        if !self.back.is_empty() {
            let were = numbers_do("game", &self.back, ["was dropped and is", "were dropped and are"]);
            done.push(format!("{were} in the book again").into());
        }
        let lead = if done.is_empty() && self.longer.is_empty() { "nothing to import: " } else { "" };
        if !self.known.is_empty() {
            let (known, games) = (count_do(self.known.len(), "game", ["is", "are"]), numbers("game", &self.known));
            done.push(format!("{lead}{known} in the book already, as {games}").into());
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
        done.extend(self.people.iter().cloned());
        if done.is_empty() && !self.books.is_empty() {
            done.push(format!("{lead}the book has all of it already").into());
        }
        done
    }
}

/// A note on how to drop again the games that came back. The import undid their removal, and `undo` does not take
/// back an undo.
///
/// # Errors
/// The book cannot be read.
pub(super) fn out_again(open: &OpenBook<'_>, removals: &[Uuid]) -> Result<Option<Remark>, BookError> {
    let redo = match removals {
        [] => return Ok(None),
        [only] => format!("redo {}", open.short_id(*only)?),
        several => format!("redo {}", several.len()),
    };
    Ok(Some(Remark::Note(Sentence::default().run(redo).say(" drops again what came back"))))
}

/// A note about games that were imported together with others of this file and are not in it any more: a date may have
/// been corrected, or a row removed.
pub(super) fn not_in_the_file(missing: &[i64]) -> Option<Remark> {
    let (were, are, drop, removes) = match missing {
        [] => return None,
        [only] => ("was", "is", format!("drop --game {only}").into(), " removes it if it should go"),
        _ => ("were", "are", CommandLine::of("drop --game GAME").form(), " removes each that should go"),
    };
    let numbers = numbers("game", missing);
    let what = format!("{numbers} {were} imported with some of these games, but {are} not in this file; ");
    Some(Remark::Note(Sentence::from(what).run(drop).say(removes)))
}

/// `corrected game 1: the totals are 291 180 now, not 300 180`; after the first few, only the number of the rest.
fn corrections(corrected: &[[StoredGame; 2]]) -> impl Iterator<Item = String> + '_ {
    let one = |[before, after]: &[StoredGame; 2]| {
        let Differences { set, sentences, .. } = Differences::of(&before.scored.game, &after.scored.game);
        let game = format!("game {}", after.number);
        let said = [set, sentences].concat().join("; ");
        // The standing of the game shows everything else.
        if said.is_empty() { format!("corrected {game}") } else { format!("corrected {game}: {said}") }
    };
    let more = corrected.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("corrected {}", count(more, "more game")));
    corrected.iter().take(SHOWN).map(one).chain(more)
}

/// Adds the hands that a game lacks. Each of several files may go on where the one before ended.
fn add_more(games: &mut BTreeMap<i64, MoreHands>, more: MoreHands) {
    let game = games.entry(more.game).or_insert(MoreHands { hands: 0, adjustments: 0, ..more });
    game.hands += more.hands;
    game.adjustments += more.adjustments;
    game.closing |= more.closing;
}

/// `games 3 and 5 (4 more hands)`, or `game 3 (the closing)`.
fn going_on(games: &BTreeMap<i64, MoreHands>) -> String {
    let more = |of: fn(&MoreHands) -> usize, noun| {
        Some(games.values().map(of).sum()).filter(|more| *more > 0).map(|more| count(more, noun))
    };
    let more = [more(|more| more.hands, "more hand"), more(|more| more.adjustments, "more adjustment")];
    let closing = games.values().any(|more| more.closing).then(|| "the closing".into());
    let what: Vec<String> = more.into_iter().flatten().chain(closing).collect();
    format!("{} ({})", numbers("game", games.keys()), and_list(&what))
}
