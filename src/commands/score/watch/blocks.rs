//! A watched game where there is no screen: each new state below the one before, until nobody reads any more.

use std::thread;

use super::follower::{Follower, News, Shown};
use super::{View, text};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::cli::messages::consequences::warnings;
use crate::cli::printer::{Audience, Stream, in_symbols};
use crate::cli::session::book_watch::EVERY;
use crate::cli::session::{Face, Session, reader_has_left};
use crate::render::Window;

/// Prints the game now and after each change.
///
/// # Errors
/// The answer cannot be written.
pub(super) fn run(session: &Session, mut follower: Follower, view: View) -> Result<Answer, Failure> {
    let mut stream = Stream::new(session.screens());
    let mut reader = print(session, &mut stream, follower.shown(), view, "")?;
    let mut last = follower.shown().clone();
    while reader == Audience::Reads && !reader_has_left() {
        thread::sleep(EVERY);
        reader = match follower.news() {
            None => Audience::Reads,
            Some(News::Game(shown)) if shown.game.scored == last.game.scored && shown.game.id == last.game.id => {
                stream.remark("note: the game is there again, as it was")?
            }
            Some(News::Game(shown)) => {
                last = *shown;
                print(session, &mut stream, &last, view, separator(session.face()))?
            }
            Some(News::Trouble(why)) => stream.remark(&format!("warning: {why}; still watching"))?,
        };
    }
    Ok(Answer::default())
}

/// What separates a state from the one before.
const fn separator(face: Face) -> &'static str {
    match face {
        Face::Json => "",
        Face::Plain | Face::Table => "\n",
    }
}

fn print(
    session: &Session,
    stream: &mut Stream,
    shown: &Shown,
    view: View,
    separator: &str,
) -> Result<Audience, Failure> {
    let screens = session.screens();
    let window = Window { look: session.look(), rows: None };
    let block = separator.to_string() + &text(session, shown, view, window);
    stream.add(|out| out.extend_from_slice(in_symbols(&block, screens.symbols).as_bytes()))?;
    let mut reader = stream.flush()?;
    let remarks = warnings(&shown.game, session.face());
    for remark in remarks.iter().filter_map(|remark: &Remark| remark.text(session.invocation())) {
        reader = stream.remark(&remark)?;
    }
    Ok(reader)
}
