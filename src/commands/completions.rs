//! `completions`: the script by which a shell completes command lines.

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::env::Shells;

use crate::answer::{Answer, Failure};
use crate::app::App;

/// Print a script that teaches your shell to complete `ginpad`
///
/// Besides commands and flags it completes the players and games of your book, the presets and the knobs. Completing reads the book in a glance: it changes nothing, waits for nobody, and says nothing if that fails.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_parser = PossibleValuesParser::new(SHELLS))]
    shell: String,
}

/// The shells that have a script, the most common first.
const SHELLS: [&str; 6] = ["bash", "zsh", "fish", "elvish", "powershell", "pwsh"];

/// Prints the script.
pub(crate) fn run(args: CompletionsArgs, _: &App) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    let made = Shells::builtins()
        .completer(&args.shell)
        .map(|shell| shell.write_registration(ASKS, "ginpad", "ginpad", "ginpad", &mut script));
    match made {
        Some(Ok(())) => Ok(Answer::text(String::from_utf8_lossy(&script).trim().to_string() + "\n")),
        _ => Err(Failure::fault("the script cannot be made")),
    }
}

/// The variable in which a script names its shell.
pub(crate) const ASKS: &str = "GINPAD_COMPLETE";
