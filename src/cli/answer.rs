//! What a command answers, and the one place that prints.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use super::failure::{Failure, Kind};
use crate::players::is_control;
use crate::render::sentence;

/// What a command answers: text for stdout, and remarks for stderr.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The answer.
    pub out: String,
    /// What else should be known.
    pub notes: Vec<String>,
}

impl Answer {
    /// An answer without remarks.
    pub fn of(out: impl Into<String>) -> Answer {
        Answer { out: out.into(), notes: Vec::new() }
    }

    /// Adds remarks.
    #[must_use]
    pub fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Answer {
        self.notes.extend(notes);
        self
    }
}

/// How wide the terminals are that an answer and remarks go to; `None` where no person looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screens {
    /// That of the answer.
    pub out: Option<usize>,
    /// That of remarks and errors.
    pub err: Option<usize>,
}

/// Prints what came of a command, and gives the exit status.
#[must_use]
pub fn deliver(result: Result<Answer, Failure>, screens: Screens) -> ExitCode {
    let say = |text: &str| remark(&laid_out(text, screens.err));
    let Answer { out, notes } = match result {
        Ok(answer) => answer,
        Err(failure) => {
            say(&failure.to_string());
            return ExitCode::from(match failure.kind() {
                Kind::Refused => 1,
                Kind::Usage => 2,
                Kind::Fault => 3,
            });
        }
    };
    let mut out = laid_out(&out, screens.out);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(out.as_bytes()).and_then(|()| stdout.flush());
    notes.iter().for_each(|note| say(note));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the answer had enough of it.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: the answer could not be written: {error}"));
            say("hint: what the command did is kept; `ginpad` shows where it stands");
            ExitCode::from(3)
        }
    }
}

/// Prints on stderr. Whatever was typed, named a file or stood in one, no terminal is made to obey it.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}", tame(text));
}

/// Text with every control character but the end of a line shown by its code.
#[must_use]
pub fn tame(text: &str) -> String {
    let shown = |char: char| match char {
        '\n' => "\n".to_string(),
        char if is_control(char) => format!("\\u{{{:x}}}", u32::from(char)),
        char => char.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Sentences broken between words where they do not fit. Lines that start with a space are laid out already.
fn laid_out(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_string() };
    let line = |line: &str| if line.starts_with(' ') { line.to_string() } else { sentence(line, width) };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}
