//! `score --watch`: a game that is shown again whenever it changes, on the whole screen of a terminal, else each new state
//! below the one before; or a page that is written again.

mod follower;
mod on_screen;

use std::path::Path;
use std::thread;

use super::closed_stdout::reader_has_left;
use super::output::OutputFormat;
use super::printer::{Stream, remark};
use super::session::Session;
use crate::answer::file_words::shown;
use crate::answer::{Answer, CommandLine, Failure, Head, Hint};
use crate::app::book_watch::EVERY;
use crate::commands::score::ScoreArgs;
use crate::render::{formats, json, standing};
use crate::wording::consequences::{disagreements, not_counted};
use follower::{Follower, Next, Showing};
use on_screen::Screen;

/// How often a browser loads the page again, in seconds.
const REFRESH: u32 = 3;

/// Shows a game and each of its changes, or keeps its page fresh.
///
/// # Errors
/// There is no such game, or the book cannot be read at the beginning; or what is shown cannot be written.
pub(super) fn watch(args: &ScoreArgs, session: &Session) -> Result<Answer, Failure> {
    let page = args.flags.html.as_deref();
    if page == Some(Path::new("-")) {
        let once = CommandLine::again().without("watch");
        return Err(
            Failure::usage("a page on standard output cannot be kept fresh").hint(Hint::does(once, "writes it once"))
        );
    }
    let follower = Follower::new(session, args)?;
    match page {
        Some(target) => follow(follower, Page { session, target, is_there: false }),
        None if session.has_screen() => follow(follower, Screen::take(session)?),
        None => follow(follower, Blocks { session, stream: Stream::new() }),
    }
}

fn follow(mut follower: Follower, mut showing: impl Showing) -> Result<Answer, Failure> {
    loop {
        showing.show(&follower)?;
        loop {
            match showing.wait() {
                Next::CheckBook if !follower.has_news() => {}
                Next::CheckBook | Next::Show => break,
                Next::Leave => return Ok(Answer::default()),
            }
        }
    }
}

/// Standard output, which gets each state below the one before, until nobody reads any more.
struct Blocks<'s> {
    session: &'s Session,
    stream: Stream,
}

impl Showing for Blocks<'_> {
    fn show(&mut self, follower: &Follower) -> Result<(), Failure> {
        let Blocks { session, stream } = self;
        if let Some(why) = &follower.trouble {
            return stream.remark(&format!("warning: {why}; still watching"));
        }
        let report = follower.report();
        let format = OutputFormat::of(&session.globals, None);
        let text = match format {
            OutputFormat::Json => json::print_line(&report),
            _ => formats::text_of(|out| format.write(&report.head(), &report, session, out)) + "\n",
        };
        stream.add(&session.shown(text))?;
        stream.flush()?;
        let own = if format == OutputFormat::People { Vec::new() } else { not_counted(&follower.game.scored, None) };
        let remarks = own.into_iter().chain(disagreements(&follower.game));
        remarks.filter_map(|remark| remark.text(&*session.invocation)).try_for_each(|remark| stream.remark(&remark))
    }

    fn wait(&mut self) -> Next {
        thread::sleep(EVERY);
        if reader_has_left() { Next::Leave } else { Next::CheckBook }
    }
}

/// A page, which is written again after each change.
struct Page<'s> {
    session: &'s Session,
    target: &'s Path,
    /// Whether it was written once. If not, it cannot be.
    is_there: bool,
}

impl Showing for Page<'_> {
    fn show(&mut self, follower: &Follower) -> Result<(), Failure> {
        let name = shown(self.target);
        if let Some(why) = &follower.trouble {
            remark(&format!("warning: {why}; {name} stays as it is, and is still kept fresh"));
            return Ok(());
        }
        let report = follower.report();
        let head = Head { refresh: Some(REFRESH), ..report.head() };
        let page = formats::text_of(|out| formats::page(&head, &report, &*self.session.invocation, out));
        match self.session.anew().app.write_page(self.target, &page) {
            Err(failure) if !self.is_there => return Err(failure),
            Err(failure) => {
                let why = failure.without_hints();
                remark(&format!("warning: {why}; it will be tried again after the next change"));
            }
            Ok(_) if self.is_there => remark(&format!("wrote {name} again: {}", standing(&follower.game.scored))),
            Ok(_) => remark(&format!("wrote {name}; it is written again after each change, until Ctrl-C")),
        }
        self.is_there = true;
        Ok(())
    }
}
