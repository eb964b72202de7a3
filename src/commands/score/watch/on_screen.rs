//! A watched game on the whole screen of a terminal.

use std::io;
use std::sync::mpsc::channel;

use super::follower::{Follower, News};
use super::{View, report, text};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::messages::full_screen::FullScreen;
use crate::cli::session::Session;
use crate::cli::session::book_watch::EVERY;
use crate::cli::session::quiet_terminal::QuietTerminal;
use crate::cli::session::screen_events::{ScreenEvent, suspend, tell_of_events};
use ginpad_core::text::{count, sentence};

/// Shows the game until a person leaves.
///
/// # Errors
/// The terminal cannot be written to.
pub(super) fn run(session: &Session, follower: Follower, view: &View) -> Result<Answer, Failure> {
    let (tell, events) = channel();
    tell_of_events(&tell);
    follow(session, follower, view, &|| events.recv_timeout(EVERY).ok())
        .map_err(|why| Failure::fault(format!("the terminal cannot be written to: {why}")))?;
    Ok(Answer::default())
}

/// Draws the game whenever something happens, until a person leaves. `next` waits for an event, but not for long.
fn follow(
    session: &Session,
    mut follower: Follower,
    view: &View,
    next: &dyn Fn() -> Option<ScreenEvent>,
) -> io::Result<()> {
    let mut trouble = None;
    loop {
        let screen = (FullScreen::take()?, QuietTerminal::new());
        let event = loop {
            screen.0.draw(&frame(&session.anew(), &follower, view, trouble.as_deref()))?;
            let event = loop {
                match (next(), follower.news()) {
                    (None, None) => {}
                    (event, Some(News::Trouble(why))) => {
                        trouble = Some(why);
                        break event;
                    }
                    (event, Some(News::Game(_))) => {
                        trouble = None;
                        break event;
                    }
                    (event, None) => break event,
                }
            };
            if let Some(event) = event.filter(|event| *event != ScreenEvent::Redraw) {
                break event;
            }
        };
        drop(screen);
        if event == ScreenEvent::Leave {
            return Ok(());
        }
        suspend();
    }
}

/// The lines of the screen: the game, and below it why it may be out of date.
fn frame(session: &Session, follower: &Follower, view: &View, trouble: Option<&str>) -> Vec<String> {
    let rows = session.rows().unwrap_or(24);
    let words = trouble.map(|why| sentence(&format!("! {why}; still watching"), session.look().line_columns()));
    let trouble: Vec<String> = words.iter().flat_map(|words| words.lines()).map(String::from).collect();
    let room = rows.saturating_sub(trouble.len()).max(1);
    let text = text(session, &report(session, follower.followed(), view), Some(room));
    let lines: Vec<&str> = text.trim_end().lines().collect();
    // Of what is longer than the window, the end is seen: the newest hands, and where the game stands.
    let above = if lines.len() > room { lines.len() + 1 - room } else { 0 };
    let left_out = (above > 0).then(|| format!("({} above)", count(above, "line")));
    let lines = left_out.into_iter().chain(lines.into_iter().skip(above).map(String::from));
    lines.take(room).chain(trouble).take(rows).collect()
}
