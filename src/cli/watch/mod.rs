//! `score --watch`: a game that is shown again whenever it changes, on the whole screen of a terminal, else each new state
//! below the one before; or a page that is written again.

mod follower;
mod keys;
mod on_screen;

use std::path::Path;
use std::thread;

use super::closed_stdout::reader_has_left;
use super::face::Face;
use super::printer::{Stream, remark};
use super::session::Session;
use crate::answer::file_words::shown;
use crate::answer::{Answer, CommandLine, Failure, Head, Hint};
use crate::app::book_watch::EVERY;
use crate::commands::score::ScoreArgs;
use crate::render::{faces, json, standing};
use crate::reports::score::View;
use crate::wording::consequences::{disagreements, not_counted};
use follower::{Follower, News};

/// How often a browser loads the page again, in seconds.
const REFRESH: u32 = 3;

/// Shows a game and each of its changes, or keeps its page fresh.
///
/// # Errors
/// There is no such game, or the book cannot be read at the beginning; or what is shown cannot be written.
pub(super) fn watch(args: &ScoreArgs, session: &Session) -> Result<Answer, Failure> {
    let (name, view, page) = (args.game, args.view(), args.flags.html.as_deref());
    if page == Some(Path::new("-")) {
        let once = CommandLine::again().without("watch");
        return Err(
            Failure::usage("a page on standard output cannot be kept fresh").hint(Hint::does(once, "writes it once"))
        );
    }
    let follower = Follower::new(session, name)?;
    match page {
        Some(page) => keep_fresh(session, follower, page),
        None if session.has_screen() => on_screen::run(session, follower, &view),
        None => print_each(session, follower, &view),
    }
}

/// Prints the game now and after each change, until nobody reads any more.
fn print_each(session: &Session, mut follower: Follower, view: &View) -> Result<Answer, Failure> {
    let face = Face::of(&session.globals, None);
    let mut stream = Stream::new();
    print(session, &face, &mut stream, &follower, view)?;
    while !reader_has_left() {
        thread::sleep(EVERY);
        match follower.news() {
            None => {}
            Some(News::Trouble(why)) => stream.remark(&format!("warning: {why}; still watching"))?,
            Some(News::Again) => stream.remark("note: the game is there again, as it was")?,
            Some(News::Changed) => {
                stream.add(if face == Face::Json { "" } else { "\n" })?;
                print(session, &face, &mut stream, &follower, view)?;
            }
        }
    }
    Ok(Answer::default())
}

fn print(session: &Session, face: &Face, stream: &mut Stream, follower: &Follower, view: &View) -> Result<(), Failure> {
    let report = follower.report(view);
    let text = match face {
        Face::Json => json::print_line(&report),
        face => faces::text_of(|out| face.write(&report.head(), &report, session, out)),
    };
    stream.add(&session.shown(&text))?;
    stream.flush()?;
    let own = if *face == Face::People { Vec::new() } else { not_counted(&follower.game.scored, None) };
    let remarks = own.into_iter().chain(disagreements(&follower.game));
    remarks.filter_map(|remark| remark.text(&*session.invocation)).try_for_each(|remark| stream.remark(&remark))
}

/// Writes the page now and after each change. A page that cannot be written later is tried again.
fn keep_fresh(session: &Session, mut follower: Follower, target: &Path) -> Result<Answer, Failure> {
    let name = shown(target);
    write(session, &follower, target)?;
    remark(&format!("wrote {name}; it is written again after each change, until Ctrl-C"));
    let mut unwritten: Option<String> = None;
    loop {
        thread::sleep(EVERY);
        let news = follower.news();
        if let Some(News::Trouble(why)) = news {
            remark(&format!("warning: {why}; {name} stays as it is, and is still kept fresh"));
        } else if news.is_some() || unwritten.is_some() {
            let before = unwritten;
            unwritten = write(session, &follower, target).err().map(|failure| failure.without_hints());
            match &unwritten {
                None => remark(&format!("wrote {name} again: {}", standing(&follower.game.scored))),
                why if *why == before => {}
                Some(why) => remark(&format!("warning: {why}; it will be tried again")),
            }
        }
    }
}

fn write(session: &Session, follower: &Follower, target: &Path) -> Result<(), Failure> {
    let report = follower.report(&View::Sheet);
    let head = Head { refresh: Some(REFRESH), ..report.head() };
    let page = faces::text_of(|out| faces::page(&head, &report, &*session.invocation, out));
    session.anew().app.write_page(target, &page).map(drop)
}
