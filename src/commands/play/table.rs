//! The pad while it is open: one line after another.

use std::sync::mpsc::Sender;

use rustyline::Behavior;

use super::act::act;
use super::follow::{Page, SharedPage, Turn, follow};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::cli::face::Face;
use crate::cli::messages::past_words::typed;
use crate::cli::printer::{deliver, tell};
use crate::cli::session::line_editor::{LineEditor, Standing, Typed};
use crate::cli::session::{HandName, Session, which_game};
use crate::render::{standing, status};
use ginpad_core::table::{HandNamed, TableCommand, TableLine, complete_entry};
use ginpad_core::text::count;

/// The open pad.
pub(super) struct Table<'s> {
    session: &'s Session,
    editor: LineEditor,
    page: SharedPage,
    /// Ends the thread that follows the book.
    _following: Option<Sender<()>>,
    /// Whether the last line was the hand that ended the game: then the foot of the sheet says how it ended.
    has_just_ended: bool,
    /// What is odd about the book or the history, and was said.
    said: Vec<Remark>,
    /// The lines of the page that is being pasted.
    pasted: Pasted,
}

/// Lines that are being pasted.
#[derive(Debug, Default)]
struct Pasted {
    lines: usize,
    /// Those that were not taken, with the reason.
    wrong: Vec<String>,
}

/// What becomes of the pad after a line.
enum After {
    /// The next line, in which this stands.
    Next(Standing),
    /// The pad is left.
    Leave,
}

impl After {
    const fn next() -> After {
        After::Next(Standing::nothing())
    }
}

/// The lines above the prompt.
fn where_it_stands(page: &Page, session: &Session) -> String {
    let game = &page.game.scored;
    if page.is_gone {
        return "no game is left; `r` brings it back, `n` starts one of the same players".into();
    }
    let next = if game.is_open() { String::new() } else { format!("\n{WHAT_NEXT}") };
    status(game, session.telling_look()) + &next
}

/// What can be done when a game is over.
const WHAT_NEXT: &str = "`n` starts the next game, `u` takes the last change back";

impl<'s> Table<'s> {
    /// Opens the pad at a game.
    pub(super) fn new(session: &'s Session, game: crate::book::StoredGame) -> Result<Table<'s>, Failure> {
        let mut editor = LineEditor::new(Behavior::Stdio)?;
        let page = SharedPage::new(session, game)?;
        let printer = editor.printer();
        let above = editor.above();
        let following = printer.and_then(|printer| follow(session.at_pad(""), page.clone(), printer, above));
        let mut table = Table {
            session,
            editor,
            page,
            _following: following,
            has_just_ended: false,
            said: Vec::new(),
            pasted: Pasted::default(),
        };
        let fault = session.history_file().and_then(|file| table.editor.remember(file));
        table.history_fault(fault);
        Ok(table)
    }

    /// Reads and does one line after another, until the pad is left.
    pub(super) fn play(mut self) -> Result<Answer, Failure> {
        let number = self.page.hold().game.number;
        self.tell(&format!("game {number}; `?` helps, `.` leaves"));
        let mut standing_line = Standing::nothing();
        loop {
            // Above a line that is to be mended stands the reason; a page that is being pasted has no prompt.
            if !matches!(standing_line, Standing::Wrong(_)) && self.pasted.lines == 0 {
                self.show_status();
            }
            let players = self.page.hold().game.scored.game.players.clone();
            self.editor.complete_with(Box::new(move |before| complete_entry(before, &players)));
            let after = match self.editor.read(&standing_line)? {
                Typed::Left => After::Leave,
                Typed::Dropped => {
                    self.pasted = Pasted::default();
                    self.tell("the line was dropped; `.` or Ctrl-D leaves");
                    After::next()
                }
                Typed::Back => After::next(),
                Typed::Redraw(line) => {
                    self.editor.clear_screen();
                    After::Next(Standing::Kept(line))
                }
                Typed::PasteEnds(line) => {
                    self.sum_up();
                    After::Next(Standing::Kept(line))
                }
                Typed::Line(line) => self.line(&line),
                Typed::Pasted(line) => {
                    self.pasted_line(&line);
                    After::next()
                }
            };
            match after {
                After::Next(line) => standing_line = line,
                After::Leave => return Ok(self.left()),
            }
        }
    }

    /// Does a line. A wrong one stays to be mended.
    fn line(&mut self, line: &str) -> After {
        match TableLine::read(line) {
            TableLine::Leave => After::Leave,
            TableLine::Correct(hand, "") => match self.hand_to_mend(hand) {
                Ok(line) => After::Next(Standing::Kept(line)),
                Err(failure) => {
                    self.deliver(Err(failure), "");
                    After::next()
                }
            },
            _ => match self.done(line) {
                Ok(()) => After::next(),
                Err(_) => After::Next(Standing::Wrong(line.to_string())),
            },
        }
    }

    /// Does a line of a page that is being pasted. A wrong one is listed at the end.
    fn pasted_line(&mut self, line: &str) {
        if TableLine::read(line) == TableLine::Nothing {
            return;
        }
        self.pasted.lines += 1;
        if let Err(why) = self.done(line) {
            self.pasted.wrong.push(format!("  {line}\n    {}", why.replace('\n', "\n    ")));
        }
    }

    /// Does a line and says what came of it. The error is the reason why it could not be done.
    fn done(&mut self, line: &str) -> Result<(), String> {
        let read = TableLine::read(line);
        if matches!(read, TableLine::Nothing | TableLine::Leave) {
            return Ok(());
        }
        let fault = self.editor.keep(line.trim());
        self.history_fault(fault);
        let lead = match read {
            TableLine::Correct(..) => line.split_once('=').map(|(hand, _)| format!("{}= ", hand.trim())),
            _ => None,
        };
        let lead = lead.unwrap_or_default();
        let page = self.page.clone();
        let mut page = page.hold();
        let result = self.done_at(&mut page, read, &lead);
        drop(page);
        let why = result.as_ref().err().map(Failure::without_hints);
        self.deliver(result, &lead);
        why.map_or(Ok(()), Err)
    }

    fn done_at(&mut self, page: &mut Page, line: TableLine<'_>, lead: &str) -> Result<Answer, Failure> {
        let session = self.session.at_pad(lead);
        // What others did before is said before, so that the answer is about the game as it is.
        self.has_just_ended = false;
        page.news(&session)?.iter().for_each(|news| self.tell(news));
        let was_open = page.game.scored.is_open();
        let answer = act(&session, &page.game, line)?;
        let to = if line == TableLine::Command(TableCommand::Next) { Turn::Current } else { Turn::Same };
        let number = page.game.number;
        // The line is done, whatever cannot be read now.
        let unread = page.turn(&session, to).err().map(|failure| Remark::warning(failure.without_hints()));
        let warnings =
            session.warnings().into_iter().filter(|warning| !self.said.contains(warning)).collect::<Vec<_>>();
        self.said.extend(warnings.iter().cloned());
        self.has_just_ended = matches!(line, TableLine::Entry(_)) && was_open && !page.game.scored.is_open();
        let moved = (to == Turn::Same && page.game.number != number)
            .then(|| Remark::note(format!("the pad goes on with game {}", page.game.number)));
        Ok(answer.or_done(session.done()).remarks(warnings).remarks(unread).remarks(moved))
    }

    /// A line that replaces a hand by itself, to be changed.
    fn hand_to_mend(&self, hand: HandNamed) -> Result<String, Failure> {
        let page = self.page.hold();
        let hand = HandName::Number(hand.number(page.game.scored.game.hands.len()));
        let at = which_game::hand(&page.game, hand)?;
        Ok(format!("{}= {}", at + 1, typed(&page.game.scored, at)))
    }

    /// Lists the pasted lines that were not taken.
    fn sum_up(&mut self) {
        let Pasted { lines, wrong } = std::mem::take(&mut self.pasted);
        let pasted = format!("{} pasted", count(lines, "line"));
        if wrong.is_empty() {
            self.tell(&pasted);
        } else {
            self.tell(&format!("{pasted}; {} not taken:\n{}", count(wrong.len(), "line"), wrong.join("\n")));
        }
    }

    /// Shows where the game stands, and if it is over, what next.
    fn show_status(&mut self) {
        let text =
            if self.has_just_ended { WHAT_NEXT.to_string() } else { where_it_stands(&self.page.hold(), self.session) };
        self.tell(&text);
        self.editor.above().set(text);
    }

    /// The pad was left.
    fn left(self) -> Answer {
        let page = self.page.hold();
        if page.is_gone {
            return Answer::of("no game is left");
        }
        Answer::of(format!("game {} is kept: {}", page.game.number, standing(&page.game.scored)))
    }

    /// Says once why lines cannot be kept for other evenings.
    fn history_fault(&mut self, fault: Option<String>) {
        if let Some(fault) = fault {
            self.tell(&format!("note: the lines typed here are not kept for the next time: {fault}"));
        }
    }

    fn deliver(&self, result: Result<Answer, Failure>, lead: &str) {
        let session = self.session.at_pad(lead);
        deliver(result, &Face::People, &session);
    }

    fn tell(&self, text: &str) {
        tell(text, self.session.screens());
    }
}
