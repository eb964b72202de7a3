//! What is asked at a terminal before a command runs. The answers fill the arguments that the command line left open, so
//! that no command asks anything.

mod hand;
pub(super) mod lines;
mod new_game;

use rustyline::error::ReadlineError;

use self::lines::{Editor, PROMPT, Words, editor, unusable};
use super::args::Command;
use super::printer::tell;
use super::session::Session;
use crate::answer::failure::Failure;
use ginpad_core::table::{TableLine, complete_word};

pub(super) use new_game::ask as new_game;

impl Command {
    /// Asks for what the command line does not say, if somebody is there to answer.
    ///
    /// # Errors
    /// The questions were left, or the terminal is gone.
    pub(super) fn ask(&mut self, session: &Session) -> Result<(), Failure> {
        match self {
            Command::New(new) if session.can_ask() => new_game::ask(new, session),
            Command::Log(log) if session.can_ask() && log.entry.is_empty() => hand::ask(log, session),
            _ => Ok(()),
        }
    }
}

/// Asks one question after another.
struct Asker<'s> {
    session: &'s Session,
    editor: Editor,
}

/// One question.
struct Question {
    text: String,
    /// What `?` says.
    help: &'static str,
    /// Words that Tab completes.
    words: Vec<String>,
}

impl<'s> Asker<'s> {
    fn new(session: &'s Session) -> Result<Asker<'s>, Failure> {
        Ok(Asker { session, editor: editor()? })
    }

    /// Asks until an answer can be read. A refused one is gone from the line, and Up brings it back.
    ///
    /// # Errors
    /// The question was left, or the terminal is gone.
    fn ask<T>(&mut self, question: Question, mut read: impl FnMut(&str) -> Result<T, String>) -> Result<T, Failure> {
        let Question { text, help, words } = question;
        let complete = move |before: &str| complete_word(before, words.iter().map(String::as_str));
        self.editor.set_helper(Some(Words(Box::new(complete))));
        self.tell(&text);
        loop {
            let line = match self.editor.readline(PROMPT) {
                Ok(line) => line,
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Err(left()),
                Err(error) => return Err(unusable(&error)),
            };
            let _ = self.editor.add_history_entry(&line);
            match line.trim() {
                "?" => self.tell(&format!("{help}\n{text}")),
                answer if TableLine::read(answer) == TableLine::Leave => return Err(left()),
                answer => match read(answer) {
                    Ok(answer) => return Ok(answer),
                    Err(why) => self.tell(&format!("error: {why}; `.` leaves")),
                },
            }
        }
    }

    fn tell(&self, text: &str) {
        tell(text, self.session.screens());
    }
}

fn left() -> Failure {
    Failure::refused("left; nothing was changed")
}

/// All reasons on one line.
fn joined<T: ToString>(reasons: Vec<T>) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
