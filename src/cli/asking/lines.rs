//! Lines that are typed at a terminal, with history and completion.

use std::io::{IsTerminal as _, stdout};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Helper};

use crate::answer::failure::Failure;
use ginpad_core::table::Completions;

/// What stands before a line.
pub(crate) const PROMPT: &str = "> ";

/// The most lines that are kept for the arrow keys.
const MOST_LINES: usize = 1000;

/// Edits lines.
pub(crate) type Editor = rustyline::Editor<Words, FileHistory>;

/// An editor whose lines are kept for the arrow keys.
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

pub(crate) fn unusable(error: &ReadlineError) -> Failure {
    Failure::refused(format!("the terminal cannot be used: {error}"))
}

/// What the word before the cursor may become.
pub(crate) struct Words(pub Box<dyn Fn(&str) -> Completions>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Completions { start, words } = (self.0)(&line[..at]);
        let one = words.len() == 1;
        Ok((start, words.into_iter().map(|word| if one { word + " " } else { word }).collect()))
    }
}

impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}
