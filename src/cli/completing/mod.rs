//! Answers a shell that completes a command line. `ginpad completions SHELL` prints the script by which it asks.
//!
//! In an ordinary run nothing of this is made: the script sets a variable, and without it the program looks no further.

mod values;

use std::env;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap_complete::env::Shells;

use super::printer::Stdout;
use crate::commands::completions::ASKS;
use values::{Quoting, with_live_values};

/// A line that a shell wants completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    shell: String,
    /// The line as far as it was typed, with the program's name.
    words: Vec<OsString>,
}

/// What a shell asks, if one does: its line comes after `--`.
pub(super) fn asked(arguments: &[OsString]) -> Option<Asked> {
    let shell = env::var_os(ASKS)?.into_string().ok()?;
    let [_, dashes, words @ ..] = arguments else { return None };
    (dashes == "--" && !words.is_empty()).then(|| Asked { shell, words: words.to_vec() })
}

/// Answers with how the line may go on. Whatever goes wrong, the shell hears nothing of it.
pub(super) fn answer(asked: &Asked) -> ExitCode {
    let shells = Shells::builtins();
    if let Some(shell) = shells.completer(&asked.shell) {
        let mut program = with_live_values(crate::commands::command(), &asked.words, Quoting::of(&asked.shell));
        let mut answer = Vec::new();
        let folder = env::current_dir().ok();
        if shell.write_complete(&mut program, asked.words.clone(), folder.as_deref(), &mut answer).is_ok() {
            let _ = Stdout.write_all(&answer).and_then(|()| Stdout.flush());
        }
    }
    ExitCode::SUCCESS
}
