//! A watched game on the whole screen of a terminal.
//!
//! A thread reads the book, so that a window is redrawn and a key is heard also while the book is busy.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::follower::{Follower, News, Shown};
use super::{View, text};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::messages::full_screen::FullScreen;
use crate::cli::printer::in_symbols;
use crate::cli::session::Session;
use crate::cli::session::book_watch::EVERY;
use crate::cli::session::quiet_terminal::QuietTerminal;
use crate::cli::session::screen_events::{ScreenEvent, suspend, tell_of_events};
use crate::render::{Look, Window};
use ginpad_core::text::{count, sentence};

/// What the screen waits for.
enum Event {
    Book(News),
    Screen(ScreenEvent),
}

/// What is on the screen.
struct State {
    shown: Shown,
    trouble: Option<String>,
}

/// Shows the game until a person leaves.
///
/// # Errors
/// The terminal cannot be written to, or no thread can be started.
pub(super) fn run(session: &Session, follower: Follower, view: View) -> Result<Answer, Failure> {
    let mut state = State { shown: follower.shown().clone(), trouble: None };
    let (tell, events) = channel();
    let drawn = |screen: &FullScreen, state: &State| screen.draw(&frame(&session.anew(), state, view));
    let mut screen = Some((FullScreen::take().map_err(unwritten)?, QuietTerminal::new()));
    tell_of_events(&tell, Event::Screen);
    follow(follower, tell)?;
    loop {
        let taken = match screen.take() {
            Some(taken) => taken,
            None => (FullScreen::take().map_err(unwritten)?, QuietTerminal::new()),
        };
        drawn(&taken.0, &state).map_err(unwritten)?;
        match next(&events) {
            None | Some(Event::Screen(ScreenEvent::Leave)) => return Ok(Answer::default()),
            Some(Event::Screen(ScreenEvent::Suspend)) => {
                drop(taken);
                suspend();
                continue;
            }
            Some(Event::Screen(ScreenEvent::Redraw)) => {}
            Some(Event::Book(News::Game(shown))) => state = State { shown: *shown, trouble: None },
            Some(Event::Book(News::Trouble(why))) => state.trouble = Some(why),
        }
        screen = Some(taken);
    }
}

/// The next event; nothing if there will be none.
fn next(events: &Receiver<Event>) -> Option<Event> {
    events.recv().ok()
}

/// Starts the thread that reads the book.
fn follow(mut follower: Follower, tell: Sender<Event>) -> Result<(), Failure> {
    let following = move || {
        loop {
            thread::sleep(EVERY);
            if follower.news().is_some_and(|news| tell.send(Event::Book(news)).is_err()) {
                return;
            }
        }
    };
    let thread = thread::Builder::new().name("follow".into()).spawn(following);
    thread.map(drop).map_err(|why| Failure::fault(format!("the book cannot be watched: {why}")))
}

fn unwritten(why: std::io::Error) -> Failure {
    Failure::fault(format!("the terminal cannot be written to: {why}"))
}

/// The lines of the screen: the game, and below it why it may be out of date.
fn frame(session: &Session, state: &State, view: View) -> Vec<String> {
    let look = session.look();
    let rows = session.rows().unwrap_or(24);
    let trouble: Vec<String> = state.trouble.iter().flat_map(|why| trouble(why, look)).collect();
    let room = rows.saturating_sub(trouble.len()).max(1);
    // A sheet has no room in a narrow window.
    let view = if look.width < Look::NARROWEST { View::Board } else { view };
    let text = text(session, &state.shown, view, Window { look, rows: Some(room) });
    let text = in_symbols(&text, session.screens().symbols).into_owned();
    let lines = newest(text.trim_end().lines().map(str::to_string).collect(), room);
    lines.into_iter().chain(trouble).take(rows).collect()
}

fn trouble(why: &str, look: Look) -> Vec<String> {
    sentence(&format!("! {why}; still watching"), look.line_columns()).lines().map(str::to_string).collect()
}

/// The end of a text that is longer than the window: the newest hands, and where the game stands.
fn newest(lines: Vec<String>, rows: usize) -> Vec<String> {
    if lines.len() <= rows {
        return lines;
    }
    let above = lines.len() + 1 - rows;
    let kept = lines.into_iter().skip(above);
    std::iter::once(format!("({} above)", count(above, "line"))).chain(kept).take(rows).collect()
}
