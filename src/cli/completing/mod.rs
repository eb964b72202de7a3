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
use values::with_live_values;

/// Answers a shell, if one asks, with how its line may go on, which comes after `--`. Whatever goes wrong, the shell hears
/// nothing of it.
pub(super) fn answered(arguments: &[OsString]) -> Option<ExitCode> {
    let shell = env::var_os(ASKS)?.into_string().ok()?;
    let [_, dashes, words @ ..] = arguments else { return None };
    if dashes != "--" || words.is_empty() {
        return None;
    }
    if let Some(completer) = Shells::builtins().completer(&shell) {
        let mut program = with_live_values(crate::commands::command(), words, &shell);
        let (mut answer, folder) = (Vec::new(), env::current_dir().ok());
        if completer.write_complete(&mut program, words.to_vec(), folder.as_deref(), &mut answer).is_ok() {
            let _ = Stdout.write_all(&answer).and_then(|()| Stdout.flush());
        }
    }
    Some(ExitCode::SUCCESS)
}
