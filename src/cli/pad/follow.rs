//! Prints changes that others make to the book while the pad is open.
//!
//! A thread [watches](crate::app::the_book) the book. The pad and the thread take turns, because a process must
//! not open a book twice.

use std::rc::Rc;
use std::sync::{Mutex, Weak};
use std::thread;

use rustyline::ExternalPrinter;

use crate::answer::{Failure, Remark};
use crate::app::the_book::{BookWatch, EVERY, Seen};
use crate::book::StoredGame;
use crate::cli::session::Session;
use crate::commands::changes::between;
use crate::disk::interrupt::held;
use crate::render::{Beside, HandLine, status};
use crate::wording::conflict_words::only_adds_hands;
use crate::wording::past_words::with_sides;
use ginpad_core::facts::FactId;
use ginpad_core::text::printable_lines;

/// The state of the pad's game as it was last shown.
#[derive(Debug)]
pub(super) struct Page {
    /// The game.
    pub game: StoredGame,
    /// Whether the game was taken back and the book has no other.
    pub is_gone: bool,
    /// The game that other commands of this device use by default. If the current game differs, or this is `None`, the
    /// next [turn](Page::turn) continues with the current game.
    pub current: Option<FactId>,
    /// The book as it was last read.
    watch: BookWatch,
}

impl Page {
    /// Reads the page of a game.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn new(session: &Session, game: StoredGame) -> Result<Page, Failure> {
        let mut watch = BookWatch::default();
        let Seen { game: now, current } = watch.read(&session.app, game.id)?;
        Ok(Page { game: now.unwrap_or(game), is_gone: false, current: current.map(|current| current.id), watch })
    }

    /// Reads the page again after a line has run. If the line changed the current game, or took back the game of the
    /// page, the pad continues with the current game.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn turn(&mut self, session: &Session) -> Result<Option<Remark>, Failure> {
        let seen = self.watch.read(&session.app, self.game.id)?;
        let to_current = seen.current.as_ref().map(|current| current.id) != self.current;
        Ok(self.go_on(seen, to_current).map(Remark::note))
    }

    /// Continues with the game of the page, or with the current game if `to_current`, or if the page's game is gone. In
    /// the last case, returns a sentence about it.
    fn go_on(&mut self, Seen { game, current }: Seen, to_current: bool) -> Option<String> {
        self.current = current.as_ref().map(|current| current.id);
        let was_taken_back = game.is_none();
        let there = if to_current { current.or(game) } else { game.or(current) };
        self.is_gone = there.is_none();
        self.game = there?;
        was_taken_back.then(|| format!("the pad goes on with {}", with_sides(&self.game)))
    }

    /// Reads the changes that others made since the last reading, as lines to print.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn news(&mut self, session: &Session) -> Result<Vec<String>, Failure> {
        if !self.watch.has_news(&session.app) {
            return Ok(Vec::new());
        }
        let seen = self.watch.read(&session.app, self.game.id)?;
        let changes = match &seen.game {
            Some(game) => changes(session, &self.game, game),
            None if self.is_gone => Vec::new(),
            None => between(&self.game, None).words,
        };
        let mut lines: Vec<String> = changes.iter().map(|line| format!("elsewhere: {}", line.trim_end())).collect();
        let is_new = |current: &&StoredGame| Some(current.id) != self.current && current.id != self.game.id;
        lines.extend(seen.current.as_ref().filter(|_| seen.game.is_some()).filter(is_new).map(|other| {
            let (other, number) = (with_sides(other), self.game.number);
            format!("{other} is the current one now; this pad stays with game {number}")
        }));
        lines.extend(self.go_on(seen, false));
        Ok(lines)
    }
}

/// Describes the changes to a game.
fn changes(session: &Session, before: &StoredGame, after: &StoredGame) -> Vec<String> {
    let new = after.record.hands.iter().enumerate().filter(|(_, hand)| before.place_of(hand.id).is_none());
    let game = Rc::new(after.scored.clone());
    let line = |(hand, _)| HandLine { game: Rc::clone(&game), hand, beside: Beside::Now }.text(session.canvas());
    let mut lines: Vec<String> = new.map(line).collect();
    if before.scored != after.scored && !only_adds_hands(before, after) {
        lines.extend(between(before, Some(after)).words);
    }
    lines
}

/// Prints the changes of others above the line being typed, as long as the pad has its page. Only the holder of its lock
/// may open the book.
pub(super) fn follow(session: Session, page: Weak<Mutex<Page>>, mut printer: impl ExternalPrinter + Send + 'static) {
    let follow = move || {
        loop {
            thread::sleep(EVERY);
            let Some(page) = page.upgrade() else { return };
            let mut page = held(&page);
            // A read that fails is tried again; a line typed meanwhile reports the reason.
            let mut lines = page.news(&session).unwrap_or_default();
            if lines.is_empty() {
                continue;
            }
            lines.push(status(&page.game.scored, None, false, session.plain_canvas()));
            drop(page);
            let text = session.fit_to_terminal(printable_lines(&lines.join("\n")));
            if printer.print(text + "\n").is_err() {
                return;
            }
        }
    };
    // Without this thread, the pad shows the changes of others with the next line.
    let _ = thread::Builder::new().name("follow".into()).spawn(follow);
}
