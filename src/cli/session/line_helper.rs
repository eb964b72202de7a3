//! The helper of the line editor: it completes words, and draws the line anew when the window changes.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use terminal_size::terminal_size;

use super::line_editor::{Complete, Keys};
use ginpad_core::table::Completions;

/// Completes words, and notices when the line is drawn. The rest of a line editor's help is not used.
pub(super) struct Words {
    /// What the word at the cursor may become.
    pub complete: Complete,
    /// What is reported when the line is drawn.
    pub keys: Arc<Keys>,
    /// What stands above the line.
    pub above: Above,
    /// The columns and rows of the window when the line was last drawn.
    pub size: Cell<(u16, u16)>,
}

/// What stands above the line, to be drawn again if the window changes its width.
#[derive(Debug, Clone, Default)]
pub(crate) struct Above(Arc<Mutex<String>>);

impl Above {
    /// From now on this stands there.
    pub(crate) fn set(&self, text: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}

/// The columns and rows of the window.
pub(super) fn window() -> (u16, u16) {
    terminal_size().map_or((0, 0), |(columns, rows)| (columns.0, rows.0))
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
    /// The prompt. A line of several rows is drawn again when the window gets another width, but the editor does not
    /// know in which row the terminal has put it then. So what is on the screen is moved out of sight first.
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        let (columns, rows) = window();
        let (before, _) = self.size.replace((columns, rows));
        if columns == before || columns == 0 {
            return Cow::Borrowed(prompt);
        }
        let above = self.above.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let above = above.lines().map(|line| format!("{line}\n")).collect::<String>();
        Cow::Owned(format!("{}\u{1b}[H\u{1b}[J{above}{prompt}", "\n".repeat(rows.into())))
    }

    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        // The line is being drawn: from now on it can be read.
        self.keys.line_is_drawn();
        Cow::Borrowed(line)
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}
