//! The user's editor: `$VISUAL`, else `$EDITOR`, else what the system has for everybody.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::Command;

use crate::answer::{Failure, Hint};
use crate::app::config::command_words;
use crate::disk::interrupt::leave_interrupts_to_others;
use crate::disk::reason;
use ginpad_core::text::harmless;

/// The command of an editor, as words. A file is added to it.
#[derive(Debug, Clone)]
pub(crate) struct Editor(Vec<String>);

/// What every Windows has. Elsewhere nothing is there that everybody can leave again.
const OF_THE_SYSTEM: Option<&str> = if cfg!(windows) { Some("notepad") } else { None };

impl Editor {
    /// The user's editor. Its variable is a command with arguments, quoted as for a shell.
    ///
    /// # Errors
    /// None is set, or the variable holds no command.
    pub(crate) fn of_the_user() -> Result<Editor, Failure> {
        let set = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
        let command = set("VISUAL").or_else(|| set("EDITOR")).or_else(|| OF_THE_SYSTEM.map(str::to_string));
        let Some(command) = command else {
            return Err(Failure::refused("no editor is set").hint(how_to_set_one()));
        };
        match command_words(&command).filter(|words| !words.is_empty()) {
            Some(words) => Ok(Editor(words)),
            None => {
                Err(Failure::refused(format!("the editor `{}` is no command", harmless(&command)))
                    .hint(how_to_set_one()))
            }
        }
    }

    /// Runs the editor until it is left. Ctrl-C is for the editor meanwhile. What it prints is no part of the answer.
    ///
    /// # Errors
    /// It cannot be started, or it says that it failed.
    pub(crate) fn open(&self, file: &Path) -> Result<(), Failure> {
        let name = harmless(&self.0[0]);
        let _left = leave_interrupts_to_others();
        let mut command = Command::new(&self.0[0]);
        command.args(&self.0[1..]).arg(file);
        if !io::stdout().is_terminal() {
            command.stdout(io::stderr());
        }
        let refused = |why: String| Failure::refused(format!("nothing was changed: {why}"));
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(refused(format!("the editor `{name}` failed ({status})"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let why = format!("cannot start the editor `{name}`: there is no such program");
                Err(refused(why).hint(how_to_set_one()))
            }
            Err(error) => Err(refused(format!("cannot start the editor `{name}`: {}", reason(&error)))),
        }
    }
}

fn how_to_set_one() -> Hint {
    Hint::advice("set the variable EDITOR to the command of your editor, like `EDITOR=nano`")
}
