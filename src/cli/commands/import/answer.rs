//! What an import answers.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::book::{BookError, ImportPlan, ImportedGame, MoreHands, Pad, Purpose, TakenIn};
use crate::cli::commands::history::reported_by_id;
use crate::cli::commands::import_book;
use crate::cli::commands::use_game::going_to;
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Remark, Sentence};
use crate::cli::session::{Face, Session};
use crate::render::json::{ImportView, MoreHandsView, RestoredView};
use crate::render::{self, GameRow};
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
    listed: Vec<(i64, ScoredGame)>,
}

impl Imported {
    /// Nothing yet.
    pub(super) fn new(plan: ImportPlan) -> Imported {
        let (longer, continued) = (BTreeMap::new(), BTreeMap::new());
        let (books, added, known, listed) = (Vec::new(), Vec::new(), BTreeSet::new(), Vec::new());
        Imported { plan, books, added, known, longer, continued, held: 0, listed }
    }

    /// Takes note of what became of a game. The list of a trial has names as the book spells them.
    pub(super) fn add(&mut self, became: ImportedGame, mut game: Game, spellings: &mut Spellings) {
        match became {
            ImportedGame::Added(number) => {
                self.added.push(number);
                if self.plan.purpose == Purpose::Look && self.listed.len() < MOST_LISTED {
                    spellings.spell(&mut game);
                    self.listed.push((number, game.scored()));
                }
            }
            ImportedGame::Extended(number) => {
                if let Some(listed) = self.listed.iter_mut().find(|(listed, _)| *listed == number) {
                    spellings.spell(&mut game);
                    listed.1 = game.scored();
                }
            }
            ImportedGame::Known(number) => drop(self.known.insert(number)),
            ImportedGame::Longer(more) => add_more(&mut self.longer, more),
            ImportedGame::Continued(more) => add_more(&mut self.continued, more),
            ImportedGame::HeldBack => self.held += 1,
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

    /// The answer. `current` has the number of the current game before the import and after it.
    pub(super) fn answer(&self, session: &Session, current: Option<(i64, i64)>) -> Answer {
        let answer = match session.face() {
            Face::Json => Answer::of(self.json()),
            Face::Plain => Answer::of(self.plain()),
            Face::Table => Answer::of(self.table(session).join("\n")),
        };
        let moved = current.filter(|(before, now)| before != now && self.plan.purpose == Purpose::Keep);
        let moved = moved.map(|(before, now)| {
            let now = Sentence::from(format!("game {now} is the current one now; ")).run(going_to(before));
            Remark::Note(now.say(format!(" goes back to game {before}")))
        });
        let later = self.books.iter().flat_map(import_book::remarks);
        let answer = answer.remarks(self.may_be_continued()).remarks(later).remarks(moved);
        if self.books.iter().all(|book| book.kept_out.is_empty()) { answer } else { answer.bad() }
    }

    fn json(&self) -> String {
        let view = |more: &MoreHands| MoreHandsView { game: more.game, hands: more.hands, closing: more.closing };
        let known: Vec<i64> = self.known.iter().copied().collect();
        render::json::print(&ImportView {
            dry_run: self.plan.purpose == Purpose::Look,
            added: &self.added,
            known: &known,
            longer: self.longer.values().map(view).collect(),
            continued: self.continued.values().map(view).collect(),
            held: self.held,
            restored: (!self.books.is_empty()).then(|| RestoredView {
                changes: self.books.iter().map(|book| book.said.changes).sum(),
                facts: self.books.iter().map(|book| book.said.facts).sum(),
            }),
            waiting: None,
        })
    }

    fn plain(&self) -> String {
        let line = |(what, number): (&str, &i64)| format!("{what}\t{number}\n");
        let more = |(what, more): (&str, &MoreHands)| {
            format!("{what}\t{}\t{}\t{}\n", more.game, more.hands, if more.closing { "closed" } else { "" })
        };
        let numbers = self.added.iter().map(|number| ("added", number));
        let numbers = numbers.chain(self.known.iter().map(|number| ("known", number))).map(line);
        let longer = self.longer.values().map(|longer| ("longer", longer));
        let hands = longer.chain(self.continued.values().map(|continued| ("continued", continued))).map(more);
        let held = (self.held > 0).then(|| format!("held\t{}\n", self.held));
        numbers.chain(hands).chain(held).collect()
    }

    /// What was taken in, in sentences; a trial also lists the games that would come, as `games` does.
    fn table(&self, session: &Session) -> Vec<String> {
        let mut lines = self.report();
        if self.listed.is_empty() {
            return lines;
        }
        let rows: Vec<GameRow<'_>> = self
            .listed
            .iter()
            .map(|(number, scored)| GameRow { number: *number, scored, current: false, imported: true })
            .collect();
        lines.extend([String::new(), render::games(&rows, session.look()).trim_end().to_string()]);
        let more = self.added.len().saturating_sub(self.listed.len());
        lines.extend((more > 0).then(|| format!("and {}", count(more, "more game"))));
        lines
    }

    fn report(&self) -> Vec<String> {
        let (imported, continued) = match self.plan.purpose {
            Purpose::Keep => ("imported", "continued"),
            Purpose::Look => ("would import", "would continue"),
        };
        let report = |book| import_book::report(book, self.plan.purpose);
        let mut lines: Vec<String> = self.books.iter().filter_map(report).collect();
        // A whole book says itself how many games it brought into an empty one.
        if !self.added.is_empty() && !self.books.iter().any(|book| book.into_empty) {
            lines.push(format!("{imported} {}: {}", count(self.added.len(), "game"), numbers(&self.added)));
        }
        if !self.continued.is_empty() {
            lines.push(format!("{continued} {}", hands_of(&self.continued)));
        }
        if !self.known.is_empty() {
            let known: Vec<i64> = self.known.iter().copied().collect();
            let nothing = if lines.is_empty() && self.longer.is_empty() { "nothing to import: " } else { "" };
            let are = if known.len() == 1 { "is" } else { "are" };
            let games = count(known.len(), "game");
            lines.push(format!("{nothing}{games} {are} in the book already, as {}", numbers(&known)));
        }
        if !self.longer.is_empty() {
            let nothing = if lines.is_empty() { "nothing imported: " } else { "" };
            let games = count(self.longer.len(), "game");
            let how = match self.longer.values().all(|more| more.hands > 0) {
                true => "with fewer hands than the sheets",
                false => "that the sheets go on with",
            };
            lines.push(format!("{nothing}the book has {games} {how}: {}", hands_of(&self.longer)));
        }
        if lines.is_empty() && !self.books.is_empty() {
            lines.push("nothing to import: the book has all of it already".into());
        }
        lines
    }

    /// How to add the hands and closings that games of the book lack.
    fn may_be_continued(&self) -> Option<Remark> {
        if self.longer.is_empty() || self.plan.longer == Longer::Continue {
            return None;
        }
        let hands: usize = self.longer.values().map(|more| more.hands).sum();
        let closings = self.longer.values().filter(|more| more.closing).count();
        let (were, them) = if hands + closings + self.held == 1 { ("was", "it") } else { ("were", "them") };
        let mut what = hands_and_closings(hands, closings);
        what.extend((self.held > 0).then(|| count(self.held, "new game")));
        let what = Sentence::from(format!("{} {were} not imported; ", and_list(&what)));
        Some(Remark::Note(
            what.run(CommandLine::again().without("dry-run").switch("continue")).say(format!(" adds {them}")),
        ))
    }
}

/// Takes note of what a game lacks. Of several files, each may go on where the one before ended.
fn add_more(games: &mut BTreeMap<i64, MoreHands>, more: MoreHands) {
    let game = games.entry(more.game).or_insert(MoreHands { hands: 0, ..more });
    game.hands += more.hands;
    game.closing |= more.closing;
}

/// What was done to games before they were taken back, and counts now that they were imported again.
pub(super) fn counting_again(pad: &Pad<'_>, restored: &[Uuid]) -> Result<Vec<Remark>, Failure> {
    /// So many are named, and the rest counted.
    const MOST: usize = 5;
    let mut notes = Vec::new();
    for change in restored.iter().take(MOST) {
        let said = format!("{} counts again; ", reported_by_id(pad, *change)?);
        let undo = CommandLine::of("undo").words([pad.short_id(*change)?]);
        notes.push(Remark::note(Sentence::from(said).run(undo).say(" takes it back")));
    }
    if restored.len() > MOST {
        let said = Sentence::from(format!("{} also count again; ", count(restored.len() - MOST, "more change")));
        notes.push(Remark::note(said.run(CommandLine::of("history")).say(" lists the changes with their ids")));
    }
    Ok(notes)
}

/// `7 more hands`, `1 more hand and the closing`, `2 closings`.
fn hands_and_closings(hands: usize, closings: usize) -> Vec<String> {
    let hands = (hands > 0).then(|| count(hands, "more hand"));
    let closings = match closings {
        0 => None,
        1 => Some("the closing".into()),
        several => Some(count(several, "closing")),
    };
    hands.into_iter().chain(closings).collect()
}

/// `game 3 (2 more hands) and game 5 (the closing)`; of many games the first ones.
fn hands_of(games: &BTreeMap<i64, MoreHands>) -> String {
    let game = |more: &MoreHands| {
        format!("game {} ({})", more.game, and_list(&hands_and_closings(more.hands, usize::from(more.closing))))
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
