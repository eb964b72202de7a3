//! The program: one verb a file, a session that knows the machine, and one place that prints.

mod answer;
mod args;
mod ask;
mod close;
mod correct;
mod deadwood;
mod desk;
mod explain;
mod export;
mod failure;
mod games;
mod import;
mod layoff;
mod lines;
mod log;
mod moved;
mod new;
mod overview;
mod pick;
mod players;
mod rules;
mod score;
mod session;
mod typed;
mod undo;
mod use_game;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, FromArgMatches};

use args::Cli;
use ginpad_core::text::printable_lines;

/// Runs the program with these arguments, its name first, and gives its exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match command()
        .color(colour_of(&arguments))
        .try_get_matches_from(&arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches))
    {
        Ok(cli) => cli.deliver(),
        Err(mut error) => {
            suggest_command(&mut error);
            // Help and version are answers, and clap prints them on stdout; the rest is a usage error on stderr.
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            let plain = error.render().to_string();
            if error.use_stderr() && printable_lines(&plain) != plain {
                answer::remark(plain.trim_end());
                return ExitCode::from(status);
            }
            match error.print() {
                Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(3),
                _ => ExitCode::from(status),
            }
        }
    }
}

/// What `--color` asks for, found before the rest is parsed: usage errors are coloured by it as well.
fn colour_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let after = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    match after.chain(words.iter().filter_map(|word| word.strip_prefix("--color="))).last() {
        Some("never") => ColorChoice::Never,
        Some("always") => ColorChoice::Always,
        _ => ColorChoice::Auto,
    }
}

/// Suggests the nearest command where clap, which thinks little of swapped letters, has none to suggest.
fn suggest_command(error: &mut clap::Error) {
    if error.kind() != ErrorKind::InvalidSubcommand || error.get(ContextKind::SuggestedSubcommand).is_some() {
        return;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let command = command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    if let Some(near) = ginpad_core::text::nearest(typed, names) {
        let near = ContextValue::Strings(vec![near.to_string()]);
        error.insert(ContextKind::SuggestedSubcommand, near);
    }
}

/// The command line as clap knows it: what help, the reference and completions are made from.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}
