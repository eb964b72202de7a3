//! Reads lines at a terminal, with history and completion, and asks questions that a line answers.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{IsTerminal as _, stdout};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Helper};

use crate::answer::Failure;
use crate::cli::printer::remark;
use ginpad_core::table::{Completions, TableLine, complete_word};

/// The prompt before a line.
pub(crate) const PROMPT: &str = "> ";

/// The most lines kept for the arrow keys.
const MOST_LINES: usize = 1000;

pub(crate) type Editor = rustyline::Editor<Words, FileHistory>;

/// Returns an editor that keeps its lines for the arrow keys.
///
/// # Errors
/// The terminal cannot be used.
pub(crate) fn editor() -> Result<Editor, Failure> {
    // An answer that goes to a file leaves the terminal to the questions.
    let behavior = if stdout().is_terminal() { Behavior::Stdio } else { Behavior::PreferTerm };
    let config =
        Config::builder().behavior(behavior).completion_type(CompletionType::List).max_history_size(MOST_LINES);
    config.and_then(|config| Editor::with_config(config.build())).map_err(|error| unusable(&error))
}

pub(crate) fn unusable(error: &dyn Display) -> Failure {
    Failure::refused(format!("the terminal cannot be used: {error}"))
}

/// The words that Tab completes, and whether the line is shown as stars.
pub(crate) struct Words {
    pub complete: Box<dyn Fn(&str) -> Completions>,
    pub hides: bool,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Completions { start, words } = (self.complete)(&line[..at]);
        let one = words.len() == 1;
        Ok((start, words.into_iter().map(|word| if one { word + " " } else { word }).collect()))
    }
}

impl Highlighter for Words {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.hides { Cow::Owned("*".repeat(line.chars().count())) } else { Cow::Borrowed(line) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.hides
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}

/// One question.
pub(super) struct Question {
    pub text: String,
    /// The text that `?` prints.
    pub help: String,
    /// The words that Tab completes.
    pub words: Vec<String>,
}

/// Asks until the answer can be read. A refused answer leaves the line; the Up key brings it back.
///
/// # Errors
/// The user left the question, or the terminal is gone.
pub(super) fn ask<T>(
    editor: &mut Editor,
    question: Question,
    mut taken: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    let Question { text, help, words } = question;
    let complete = move |before: &str| complete_word(before, words.iter().map(String::as_str));
    editor.set_helper(Some(Words { complete: Box::new(complete), hides: false }));
    remark(&text);
    loop {
        let line = read(editor)?;
        let _ = editor.add_history_entry(&line);
        match line.trim() {
            "?" | "help" => remark(&format!("{help}\n{text}")),
            answer if TableLine::read(answer) == TableLine::Leave => return Err(left()),
            answer => match taken(answer) {
                Ok(answer) => return Ok(answer),
                Err(why) => remark(&format!("error: {why}; `.` leaves\n{text}")),
            },
        }
    }
}

/// Asks for the invitation to a club, which is secret: it is shown as stars and not kept for the arrow keys.
///
/// # Errors
/// The user left the question, or the terminal is gone.
#[cfg(feature = "club")]
pub(super) fn ask_invitation(invitation: &mut Option<String>) -> Result<(), Failure> {
    let config = Config::builder().color_mode(rustyline::ColorMode::Forced).build();
    let mut editor = Editor::with_config(config).map_err(|error| unusable(&error))?;
    editor.set_helper(Some(Words { complete: Box::new(|before| complete_word(before, [])), hides: true }));
    remark("The invitation that the owner of the club has given to you?");
    *invitation = Some(read(&mut editor)?);
    Ok(())
}

/// Reads a line after the prompt.
///
/// # Errors
/// The user left the question, or the terminal is gone.
fn read(editor: &mut Editor) -> Result<String, Failure> {
    editor.readline(PROMPT).map_err(|error| match error {
        ReadlineError::Eof | ReadlineError::Interrupted => left(),
        error => unusable(&error),
    })
}

pub(super) fn left() -> Failure {
    Failure::refused("left; nothing was changed")
}

/// Joins all reasons on one line.
pub(in crate::cli) fn joined<T: ToString>(reasons: Vec<T>) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
