//! A page that is written again whenever its game changes.

use std::path::Path;
use std::thread;

use super::super::super::score_page::page;
use super::follower::{Follower, News};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::printer::tell;
use crate::cli::session::book_watch::EVERY;
use crate::cli::session::page_file::Source;
use crate::cli::session::{Session, shown};
use crate::render::{Refresh, standing};

/// How often a browser loads the page again, in seconds.
const REFRESH: Refresh = Refresh::Every(3);

/// Writes the page now and after each change. A page that cannot be written later is tried again.
///
/// # Errors
/// The page cannot be written now.
pub(super) fn run(session: &Session, mut follower: Follower, target: &Path) -> Result<Answer, Failure> {
    let say = |text: &str| tell(text, session.screens());
    write(session, &follower, target)?;
    let name = shown(target);
    say(&format!("wrote {name}; it is written again after each change, until Ctrl-C"));
    let mut unwritten: Option<String> = None;
    loop {
        thread::sleep(EVERY);
        match follower.news() {
            Some(News::Trouble(why)) => {
                say(&format!("warning: {why}; {name} stays as it is, and is still kept fresh"));
                continue;
            }
            Some(News::Game(_)) => {}
            None if unwritten.is_some() => {}
            None => continue,
        }
        let why = write(session, &follower, target).err().map(|failure| failure.without_hints());
        match &why {
            None => say(&format!("wrote {name} again: {}", standing(&follower.shown().game.scored))),
            Some(new) if unwritten.as_ref() != Some(new) => say(&format!("warning: {new}; it will be tried again")),
            Some(_) => {}
        }
        unwritten = why;
    }
}

fn write(session: &Session, follower: &Follower, target: &Path) -> Result<(), Failure> {
    let session = session.anew();
    let page = page(&session, follower.shown().game.clone(), REFRESH)?;
    session.write_page(target, &page, Source::Book).map(drop)
}
