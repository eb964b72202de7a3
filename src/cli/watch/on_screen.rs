//! A watched game on the whole screen of a terminal.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;

use terminal_size::terminal_size_of;

use super::follower::{Follower, News};
use super::keys::{Key, asked_to_stop, stop, tell_of_keys};
use crate::answer::{Answer, Failure};
use crate::app::book_watch::EVERY;
use crate::cli::full_screen::FullScreen;
use crate::cli::session::Session;
use crate::render::{Look, faces};
use crate::reports::score::View;
use ginpad_core::text::{count, sentence};

/// Shows the game, again whenever it or the size of the window changes, until a person leaves.
///
/// # Errors
/// The terminal cannot be written to.
pub(super) fn run(session: &Session, mut follower: Follower, view: &View) -> Result<Answer, Failure> {
    let fault = |why: io::Error| Failure::fault(format!("the terminal cannot be written to: {why}"));
    let size = || terminal_size_of(io::stdout());
    let (tell, keys) = channel();
    tell_of_keys(&tell);
    let asked_to_stop = asked_to_stop();
    let mut screen = FullScreen::take().map_err(fault)?;
    let (mut trouble, mut drawn) = (None, None);
    loop {
        if drawn != Some(size()) {
            drawn = Some(size());
            screen.draw(&frame(&session.anew(), &follower, view, trouble.as_deref())).map_err(fault)?;
        }
        match keys.recv_timeout(EVERY) {
            Ok(Key::Leave) => return Ok(Answer::default()),
            Ok(Key::Redraw) => drawn = None,
            Err(_) => {}
        }
        if asked_to_stop.swap(false, Ordering::SeqCst) {
            drop(screen);
            stop();
            screen = FullScreen::take().map_err(fault)?;
            drawn = None;
        }
        if let Some(news) = follower.news() {
            drawn = None;
            trouble = match news {
                News::Trouble(why) => Some(why),
                News::Changed | News::Again => None,
            };
        }
    }
}

/// The lines of the screen: the game, and below it why it may be out of date.
fn frame(session: &Session, follower: &Follower, view: &View, trouble: Option<&str>) -> Vec<String> {
    let rows = session.rows().unwrap_or(24);
    let words = trouble.map(|why| sentence(&format!("! {why}; still watching"), session.look().line_columns()));
    let trouble: Vec<String> = words.iter().flat_map(|words| words.lines()).map(String::from).collect();
    let room = rows.saturating_sub(trouble.len()).max(1);
    let look = Look { rows: Some(room), ..session.look() };
    let report = follower.report(view);
    let text = faces::text_of(|out| faces::terminal(&report, look, &*session.invocation, out));
    let text = session.shown(&text);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    // Of what is longer than the window, the end is seen: the newest hands, and where the game stands.
    let above = if lines.len() > room { lines.len() + 1 - room } else { 0 };
    let left_out = (above > 0).then(|| format!("({} above)", count(above, "line")));
    let lines = left_out.into_iter().chain(lines.into_iter().skip(above).map(String::from));
    lines.take(room).chain(trouble).take(rows).collect()
}
