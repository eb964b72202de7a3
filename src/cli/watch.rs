//! `score --watch`: shows a game again at each change, on the whole screen of a terminal, or else each state below the
//! one before; or writes its page again.
//!
//! The whole screen is the terminal's second one, which every current terminal has. It is left when the value is dropped
//! and on a signal that ends the program. Until then, nothing else may print.

use std::io::{self, ErrorKind, IsTerminal as _, Read as _};
use std::path::Path;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

#[cfg(unix)]
use terminal_size::terminal_size_of;

use crate::answer::{Answer, CommandLine, Failure, Head, printed};
use crate::app::the_book::{BookWatch, EVERY, Seen};
use crate::arguments::which_game;
use crate::book::StoredGame;
use crate::cli::modes::{Modes, be_quiet, modes, restore};
use crate::cli::output::OutputFormat;
use crate::cli::printer::{delivered, print, reader_has_left, remark};
use crate::cli::session::Session;
use crate::commands::changes::between;
use crate::commands::found_games::{place_of, placed};
use crate::commands::score::ScoreArgs;
use crate::disk::interrupt::{Tidying, held, tidy_on_interrupt};
use crate::render::{Canvas, formats, json, standing};
use crate::reports::score::{ScoreReport, View};
use crate::wording::conflict_words::{not_counted, only_adds_hands, warned_of};
use ginpad_core::text::{count, sentence};

/// The seconds between two reloads of the page in a browser.
const REFRESH: u32 = 3;

/// Shows a game at each of its changes, or keeps its page up to date.
///
/// # Errors
/// The game does not exist, the book cannot be read at the start, or the output cannot be written.
pub(super) fn watch(args: &ScoreArgs, session: &Session) -> Result<Answer, Failure> {
    let page = args.page.as_deref();
    if page == Some(Path::new("-")) {
        let once = CommandLine::again().without("watch");
        let failure = Failure::usage("a page on standard output cannot be kept fresh");
        return Err(failure.see(once, "writes it once"));
    }
    let game = session.app.read(|book| which_game::game(book, args.game.name()))?;
    session.app.close_book();
    let mut follower = Follower { session, args, watch: BookWatch::default(), game, change: None, trouble: None };
    let has_screen = page.is_none() && session.has_screen();
    let screen = has_screen.then(FullScreen::take).transpose().map_err(fault)?;
    let mut is_there = false;
    loop {
        let size = terminal_size_of(io::stdout());
        match (&screen, &follower.trouble, page) {
            (Some(screen), ..) => screen.draw(&frame(&follower)).map_err(fault)?,
            (None, Some(why), _) => remark(&format!("warning: {why}; still watching")),
            (None, None, Some(target)) => write_page(&follower, target, is_there)?,
            (None, None, None) => print_below(&follower)?,
        }
        is_there = true;
        loop {
            let has_left = match &screen {
                Some(screen) => screen.leaving.recv_timeout(EVERY).is_ok(),
                None => {
                    thread::sleep(EVERY);
                    page.is_none() && reader_has_left()
                }
            };
            if has_left {
                return Ok(Answer::default());
            }
            let is_resized = screen.is_some() && size != terminal_size_of(io::stdout());
            if is_resized || follower.has_news() {
                break;
            }
        }
    }
}

/// Prints the state of the game below the one before.
fn print_below(follower: &Follower<'_>) -> Result<(), Failure> {
    let (session, report) = (follower.session, follower.report());
    let format = OutputFormat::of(&session.globals, None);
    let text = match format {
        OutputFormat::Json => json::print_line(&report),
        _ => formats::text_of(|out| format.write(&report.head(), &report, session, out)) + "\n",
    };
    delivered(print(&session.fit_to_terminal(text)))?;
    let remarks = [not_counted(&follower.game.scored, None), warned_of(&follower.game)].concat();
    remarks.iter().for_each(|remark| session.app.door.remark(remark));
    Ok(())
}

/// Writes the page of the game. Only a failure of the first writing ends the command; `is_there` tells whether the page
/// was written before.
fn write_page(follower: &Follower<'_>, target: &Path, is_there: bool) -> Result<(), Failure> {
    let (session, report, name) = (follower.session, follower.report(), printed(target));
    let head = Head { refresh: Some(REFRESH), ..report.head() };
    let page = formats::text_of(|out| formats::page(&head, &report, &*session.invocation, out));
    match session.app.for_next_command().write_page(target, &page) {
        Err(failure) if !is_there => return Err(failure),
        Err(failure) => {
            let why = failure.to_string();
            remark(&format!("warning: {why}; it will be tried again after the next change"));
        }
        Ok(_) if is_there => remark(&format!("wrote {name} again: {}", standing(&follower.game.scored))),
        Ok(_) => remark(&format!("wrote {name}; it is written again after each change, until Ctrl-C")),
    }
    Ok(())
}

/// Follows a game: the named one, or else always the current one.
struct Follower<'a> {
    session: &'a Session,
    args: &'a ScoreArgs,
    watch: BookWatch,
    /// The game as last read.
    game: StoredGame,
    /// The last change, unless it was the last hand.
    change: Option<String>,
    /// Why the game cannot be read. `game` is then the last state read.
    trouble: Option<String>,
}

impl Follower<'_> {
    /// Whether the game or its trouble has changed. The book is open only while it is read.
    fn has_news(&mut self) -> bool {
        if !self.watch.has_news(&self.session.app) {
            return false;
        }
        let trouble = self.trouble.take();
        let seen = self.watch.read(&self.session.app.for_next_command(), self.game.id);
        let there = seen.map_err(|failure| failure.to_string()).and_then(|Seen { game, current }| {
            match self.args.game.name() {
                Some(_) => game.ok_or_else(|| format!("game {} was taken back", self.game.number)),
                None => current.ok_or_else(|| "no game is left in the book".into()),
            }
        });
        let before = self.game.clone();
        match there {
            Ok(game) => self.game = game,
            Err(why) => self.trouble = Some(why),
        }
        let is_same_game = before.id == self.game.id;
        let is_alike = is_same_game && before.number == self.game.number && before.scored == self.game.scored;
        if !is_alike {
            let is_described = is_same_game && !only_adds_hands(&before, &self.game);
            let mut words = is_described.then(|| between(&before, &self.game).words).into_iter().flatten();
            self.change = words.next();
        }
        !is_alike || self.trouble != trouble
    }

    /// The report to show.
    fn report(&self) -> ScoreReport {
        let view = match self.args.view() {
            View::Board(_) => View::Board(self.change.clone()),
            view => view,
        };
        let scored = Rc::new(self.game.scored.clone());
        let placed = placed(&self.session.app.for_next_command(), scored, place_of(&self.game));
        ScoreReport { view, ..ScoreReport::new(placed) }
    }
}

fn fault(why: io::Error) -> Failure {
    Failure::fault(format!("the terminal cannot be written to: {why}"))
}

/// The lines of the screen: the game, and below it why it may be out of date.
fn frame(follower: &Follower<'_>) -> Vec<String> {
    let session = follower.session;
    let rows = session.rows().unwrap_or(24);
    let columns = session.canvas().line_columns();
    let trouble = follower.trouble.as_ref().map(|why| format!("! {why}; still watching"));
    let remarks = not_counted(&follower.game.scored, None);
    let remarks = remarks.iter().filter_map(|remark| remark.text(&*session.invocation)).chain(trouble);
    let trouble: Vec<String> =
        remarks.flat_map(|why| sentence(&why, columns).lines().map(String::from).collect::<Vec<_>>()).collect();
    let room = rows.saturating_sub(trouble.len()).max(1);
    let canvas = Canvas { rows: Some(room), ..session.canvas() };
    let report = follower.report();
    let text = session.fit_to_terminal(formats::terminal(&report, canvas, &*session.invocation));
    let lines: Vec<&str> = text.trim_end().lines().collect();
    // If the text is longer than the window, show its end: the newest hands and where the game stands.
    let above = if lines.len() > room { lines.len() + 1 - room } else { 0 };
    let left_out = (above > 0).then(|| format!("({} above)", count(above, "line")));
    let lines = left_out.into_iter().chain(lines.into_iter().skip(above).map(String::from));
    lines.take(room).chain(trouble).take(rows).collect()
}

/// Switches to the second screen, hides the cursor, and cuts long lines at the edge.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l";
/// Reverts [`ENTER`].
const LEAVE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/// Moves to the top left and resets the colours.
const TOP: &str = "\x1b[0m\x1b[H";
/// Clears a line, or the rest of the screen.
const EMPTY_LINE: &str = "\x1b[2K";
const EMPTY_BELOW: &str = "\x1b[J";

/// The terminal's modes before the second screen, while that is on. A program has one terminal.
static BEFORE: Mutex<Option<Modes>> = Mutex::new(None);

/// The whole screen, as long as this value lives. Typed keys are not echoed meanwhile.
#[derive(Debug)]
struct FullScreen {
    /// Receives a word when somebody types a key that leaves.
    leaving: Receiver<()>,
    /// Keeps the channel open if no keys can be read.
    _leave: Sender<()>,
    _tidying: Tidying,
}

impl FullScreen {
    /// Takes the screen.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    fn take() -> io::Result<FullScreen> {
        let (leave, leaving) = channel();
        let screen = FullScreen { leaving, _leave: leave.clone(), _tidying: tidy_on_interrupt(give_back) };
        *held(&BEFORE) = Some(modes());
        be_quiet(modes());
        print(ENTER)?;
        if io::stdin().is_terminal() {
            // Without this thread, keys do nothing, but Ctrl-C still ends the program.
            let _ = thread::Builder::new().name("keys".into()).spawn(move || signal_leaving(&leave));
        }
        Ok(screen)
    }

    /// Shows only these lines.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    fn draw(&self, lines: &[String]) -> io::Result<()> {
        let lines: Vec<String> = lines.iter().map(|line| format!("{EMPTY_LINE}{line}")).collect();
        // `give_back` waits for this lock, so nothing is drawn after it.
        let before = held(&BEFORE);
        if before.is_some() { print(&format!("{TOP}{}{EMPTY_BELOW}", lines.join("\r\n"))) } else { Ok(()) }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal, once.
fn give_back() {
    if let Some(modes) = held(&BEFORE).take() {
        let _ = print(LEAVE);
        restore(&modes);
    }
}

/// Signals when the user types a key that leaves.
fn signal_leaving(to: &Sender<()>) {
    let mut keys = [0; 64];
    loop {
        match io::stdin().lock().read(&mut keys) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(read) if read > 0 && !leaves(&keys[..read]) => {}
            _ => break,
        }
    }
    let _ = to.send(());
}

/// Whether one of these keys leaves: `q`, `.` or Ctrl-D. Arrow keys begin with Escape.
fn leaves(keys: &[u8]) -> bool {
    const CTRL_D: u8 = 4;
    const ESCAPE: u8 = 27;
    keys.iter().take_while(|key| **key != ESCAPE).any(|key| matches!(*key, b'q' | b'Q' | b'.' | CTRL_D))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_the_like_do_not_leave() {
        assert!(leaves(b"q") && leaves(b"x\x04"));
        assert!(!leaves(b"\x1bOq") && !leaves(b"\x1b[A") && !leaves(b"x"));
    }
}
