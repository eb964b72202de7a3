//! The program: one verb a file in `commands`, what a command needs from the machine in `session`, and everything it
//! says in `messages`, which alone prints. `completing` answers a shell that completes a line.

mod args;
mod commands;
mod completing;
mod messages;
mod session;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches};

use args::Cli;
use messages::answer::{deliver, help};
use messages::usage;
use session::{Globals, Invocation, Session, screen_of_errors};

/// Runs the program and returns its exit status. The first argument is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    crate::book::outlive_the_file_size_limit();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(asked) = completing::asked(&arguments) {
        return completing::answer(&asked);
    }
    let parsed = program().color(colour_of(&arguments)).try_get_matches_from(&arguments).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((cli, matches))
    });
    match parsed {
        Ok((cli, matches)) => cli.deliver(Invocation::Parsed(Box::new(matches))),
        // Help and version are answers.
        Err(error) if !error.use_stderr() => match shown(&error, arguments) {
            Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(3),
            _ => ExitCode::SUCCESS,
        },
        Err(error) => {
            let failure = usage::failure(&error, &arguments);
            let words = arguments.into_iter().skip(1).collect();
            deliver(Err(failure), screen_of_errors(), &Invocation::Unparsed(words), &|_| None)
        }
    }
}

/// Shows help as any long answer is shown.
fn shown(answer: &clap::Error, arguments: Vec<OsString>) -> std::io::Result<()> {
    let globals = Globals::of_help(colour_of(&arguments), &arguments);
    let session = Session::new(globals, Invocation::Unparsed(arguments));
    help(answer, session.look().colour, &|text| session.pager(text))
}

/// The value of `--color`, found before the rest is parsed, because it decides the colour of the help too.
fn colour_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let after = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    match after.chain(words.iter().filter_map(|word| word.strip_prefix("--color="))).last() {
        Some("never") => ColorChoice::Never,
        Some("always") => ColorChoice::Always,
        _ => ColorChoice::Auto,
    }
}

/// The command line as clap knows it, with every flag of every command. The help and the command reference are made from
/// it.
pub fn command() -> clap::Command {
    let mut program = program();
    program.build();
    program
}

/// The same without the flags of the commands: clap adds those of a command once it is typed.
fn program() -> clap::Command {
    Cli::command()
}
