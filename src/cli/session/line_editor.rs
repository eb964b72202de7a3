//! One line, edited at the terminal: with history and completion, and with keys that mean something to us.

use std::cell::Cell;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Behavior, Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, ExternalPrinter, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

pub(crate) use super::line_helper::Above;
use super::line_helper::{Words, window};
use super::quiet_terminal::QuietTerminal;
use super::{reason, shown};
use crate::answer::failure::Failure;
use ginpad_core::table::Completions;

/// What stands before a line.
const PROMPT: &str = "> ";

/// A key that is pressed sooner after the line appeared was pressed before anybody could read what is above it.
const UNREAD: Duration = Duration::from_millis(50);

/// Where the lines of earlier evenings are kept, at most so many.
const MOST_LINES: usize = 1000;

/// What somebody typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Typed {
    /// A line.
    Line(String),
    /// A line of a page that is being pasted.
    Pasted(String),
    /// The page is pasted. What stands after its last line is not a line yet.
    PasteEnds(String),
    /// Ctrl-C: the line was dropped.
    Dropped,
    /// Ctrl-C at an empty line, or Ctrl-D.
    Left,
    /// Shift-Tab: back to the question before.
    Back,
    /// Ctrl-L: the screen should be drawn anew around this line.
    Redraw(String),
}

/// What stands in a line before a key is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing, or what goes on as it was.
    Kept(String),
    /// A wrong line, to be mended.
    Wrong(String),
}

impl Standing {
    /// An empty line.
    pub(crate) const fn nothing() -> Standing {
        Standing::Kept(String::new())
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        match self {
            Standing::Kept(text) | Standing::Wrong(text) => text,
        }
    }
}

/// What the word at the cursor may become.
pub(crate) type Complete = Box<dyn Fn(&str) -> Completions>;

/// Edits lines.
pub(crate) struct LineEditor {
    editor: Editor<Words, FileHistory>,
    keys: Arc<Keys>,
    above: Above,
    /// The file of the lines typed before; none if they are not kept.
    history: Option<PathBuf>,
    _quiet: Option<QuietTerminal>,
}

impl LineEditor {
    /// An editor whose lines are forgotten. If standard output is not a terminal, it uses the terminal of the process.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub(crate) fn new(behavior: Behavior) -> Result<LineEditor, Failure> {
        let config = Config::builder()
            .behavior(behavior)
            .auto_add_history(false)
            // It has no colors, but without this it would not say when it draws a line.
            .color_mode(ColorMode::Forced)
            .completion_type(CompletionType::List)
            .max_history_size(MOST_LINES)
            .map_err(|error| unusable(&error))?
            .build();
        let mut editor: Editor<Words, FileHistory> = Editor::with_config(config).map_err(|error| unusable(&error))?;
        let keys = Arc::new(Keys::default());
        let above = Above::default();
        editor.set_helper(Some(Words {
            complete: nothing(),
            keys: keys.clone(),
            above: above.clone(),
            size: Cell::default(),
        }));
        for (key, role) in [
            (Event::from(KeyEvent::ctrl('C')), Role::Interrupt),
            (Event::from(KeyEvent::ctrl('L')), Role::End(Ending::Redraw)),
            (Event::from(KeyEvent(KeyCode::BackTab, Modifiers::NONE)), Role::End(Ending::Back)),
            (Event::from(KeyEvent(KeyCode::BracketedPasteStart, Modifiers::NONE)), Role::PasteStarts),
            (Event::from(KeyEvent(KeyCode::BracketedPasteEnd, Modifiers::NONE)), Role::PasteEnds),
            (Event::Any, Role::Other),
        ] {
            editor.bind_sequence(key, EventHandler::Conditional(Box::new(Key { role, keys: keys.clone() })));
        }
        // Such a terminal edits lines itself.
        let quiet = (!is_without_editing()).then(QuietTerminal::new);
        Ok(LineEditor { editor, keys, above, history: None, _quiet: quiet })
    }

    /// Goes on with the lines in a file, and keeps new ones there. The answer is why that cannot be done.
    pub(crate) fn remember(&mut self, file: PathBuf) -> Option<String> {
        if std::fs::metadata(&file).is_ok_and(|there| !there.is_file()) {
            return Some("it is not a file".into());
        }
        let fault = match self.editor.load_history(&file) {
            Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
            loaded => loaded.err().map(|error| unkept(&file, &error)),
        };
        // It is said once.
        self.history = fault.is_none().then_some(file);
        fault
    }

    /// Keeps a line for the arrow keys, and for other evenings. The answer is why it cannot be kept for those.
    pub(crate) fn keep(&mut self, line: &str) -> Option<String> {
        let _ = self.editor.add_history_entry(line);
        let file = self.history.as_ref()?;
        let fault = unkept(file, &self.editor.append_history(file).err()?);
        // It is said once.
        self.history = None;
        Some(fault)
    }

    /// What the word at the cursor may become from now on.
    pub(crate) fn complete_with(&mut self, complete: Complete) {
        if let Some(words) = self.editor.helper_mut() {
            words.complete = complete;
        }
    }

    /// What stands above the line.
    pub(crate) fn above(&self) -> Above {
        self.above.clone()
    }

    /// Something that may print above the line while it is edited.
    pub(crate) fn printer(&mut self) -> Option<impl ExternalPrinter + Send + use<>> {
        self.editor.create_external_printer().ok()
    }

    /// Reads a line, in which some text may stand already.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn read(&mut self, standing: &Standing) -> Result<Typed, Failure> {
        self.keys.lock().begin(standing);
        if let Some(words) = self.editor.helper_mut() {
            words.size.set(window());
        }
        let mut read = self.editor.readline_with_initial(PROMPT, (standing.text(), ""));
        let ahead = self.keys.lock().ahead.take();
        if let (Some(first), Ok(_)) = (ahead, &read) {
            self.keys.lock().begin(&Standing::nothing());
            read = self.editor.readline_with_initial(PROMPT, (&first.to_string(), ""));
        }
        let mut keys = self.keys.lock();
        let ending = keys.ending.take();
        match (read, ending) {
            (Ok(line), Some(Ending::Redraw)) => Ok(Typed::Redraw(line)),
            (Ok(_), Some(Ending::Back)) => Ok(Typed::Back),
            (Ok(line), Some(Ending::Paste)) => Ok(Typed::PasteEnds(line)),
            (Ok(line), _) if keys.pasting => {
                keys.pasted = true;
                Ok(Typed::Pasted(line))
            }
            (Ok(line), _) => Ok(Typed::Line(line)),
            (Err(ReadlineError::Eof), _) | (Err(ReadlineError::Interrupted), Some(Ending::Leave)) => Ok(Typed::Left),
            (Err(ReadlineError::Interrupted | ReadlineError::Signal(_)), _) => {
                keys.pasting = false;
                Ok(Typed::Dropped)
            }
            (Err(error), _) => Err(unusable(&error)),
        }
    }

    /// Clears the screen.
    pub(crate) fn clear_screen(&mut self) {
        let _ = self.editor.clear_screen();
    }
}

impl fmt::Debug for LineEditor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineEditor").field("history", &self.history).finish_non_exhaustive()
    }
}

fn unusable(error: &ReadlineError) -> Failure {
    Failure::refused(format!("the terminal cannot be used: {error}"))
}

fn nothing() -> Complete {
    Box::new(|before| Completions { start: before.len(), words: Vec::new() })
}

/// How a line ends besides Enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Redraw,
    Back,
    Paste,
    Leave,
}

/// What the keys of the line came to so far.
#[derive(Debug, Default)]
pub(super) struct Keys(Mutex<Pressed>);

#[derive(Debug, Default)]
struct Pressed {
    /// How the line was ended by one of our keys.
    ending: Option<Ending>,
    /// Whether a page is being pasted.
    pasting: bool,
    /// Whether a line of that page was taken.
    pasted: bool,
    /// When a line that is to be mended appeared, until the first key.
    mending_since: Option<Instant>,
    /// The first character of a line that was typed before the wrong line could be read.
    ahead: Option<char>,
}

impl Keys {
    /// The line is being drawn.
    pub(super) fn line_is_drawn(&self) {
        if let Some(since) = &mut self.lock().mending_since {
            *since = Instant::now();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pressed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pressed {
    fn begin(&mut self, standing: &Standing) {
        self.ending = None;
        self.mending_since = matches!(standing, Standing::Wrong(_)).then(Instant::now);
    }
}

/// What a key means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Interrupt,
    End(Ending),
    PasteStarts,
    PasteEnds,
    Other,
}

/// The handler of a key.
struct Key {
    role: Role,
    keys: Arc<Keys>,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let mut keys = self.keys.lock();
        let mending_since = keys.mending_since.take();
        match self.role {
            Role::Interrupt => {
                keys.ending = context.line().is_empty().then_some(Ending::Leave);
                None
            }
            // Within a paste, a control character is not a key.
            Role::End(_) if keys.pasting => Some(Cmd::Noop),
            Role::End(ending) => {
                keys.ending = Some(ending);
                Some(Cmd::AcceptLine)
            }
            Role::PasteStarts => {
                (keys.pasting, keys.pasted) = (true, false);
                Some(Cmd::Noop)
            }
            Role::PasteEnds => {
                keys.pasting = false;
                if !keys.pasted {
                    return Some(Cmd::Noop);
                }
                keys.ending = Some(Ending::Paste);
                Some(Cmd::AcceptLine)
            }
            Role::Other if keys.pasting => pasted(event),
            Role::Other => {
                keys.ahead = typed_ahead(event, mending_since?);
                keys.ahead.map(|_| Cmd::AcceptLine)
            }
        }
    }
}

/// What a pasted character does: it is a part of the line, or ends it.
fn pasted(event: &Event) -> Option<Cmd> {
    match event.get(0)? {
        KeyEvent(KeyCode::Enter | KeyCode::Char(_), Modifiers::NONE | Modifiers::SHIFT) => None,
        KeyEvent(KeyCode::Char('J' | 'M'), Modifiers::CTRL) => None,
        KeyEvent(KeyCode::Tab, _) => Some(Cmd::Insert(1, " ".into())),
        _ => Some(Cmd::Noop),
    }
}

/// A character that was typed before anybody could see that the line before it was wrong begins a line of its own.
fn typed_ahead(event: &Event, mending_since: Instant) -> Option<char> {
    match event.get(0)? {
        KeyEvent(KeyCode::Char(char), Modifiers::NONE | Modifiers::SHIFT) if mending_since.elapsed() < UNREAD => {
            Some(*char)
        }
        _ => None,
    }
}

/// Whether the terminal is one that the editor leaves alone.
fn is_without_editing() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    ["dumb", "cons25", "emacs"].iter().any(|without| term.eq_ignore_ascii_case(without))
}

/// Why lines cannot be kept in this file.
fn unkept(file: &Path, error: &ReadlineError) -> String {
    let why = match error {
        ReadlineError::Io(error) if error.kind() == ErrorKind::NotFound => "there is no such folder".to_string(),
        ReadlineError::Io(error) => reason(error),
        other => other.to_string(),
    };
    format!("cannot use {}: {why}", shown(file))
}
