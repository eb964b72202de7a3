//! The program: one verb a file in `commands`, what a command needs from the machine in `session`, and everything it
//! says in `messages`, which alone prints. `completing` answers a shell that completes a line.

mod args;
mod asking;
pub(crate) mod completing;
pub(crate) mod face;
pub(crate) mod messages;
mod pad;
pub(crate) mod printer;
pub(crate) mod session;
mod synonyms;
mod typed;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches};

use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use args::Cli;
use messages::last_words::end_with_a_sentence;
use messages::usage;
use printer::{help, refuse};
use session::{Globals, Invocation, Session, clock, screen_of_errors};

/// Runs the program and returns its exit status. The first argument is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    end_with_a_sentence();
    crate::disk::outlive_the_file_size_limit();
    let mut arguments = arguments.into_iter();
    let name = arguments.next();
    let arguments: Vec<OsString> = name.into_iter().chain(synonyms::in_full(arguments.collect())).collect();
    if let Err(wrong) = clock::usable(SystemTime::now()) {
        let failure = Failure::fault(wrong).hint(Hint::advice("set the clock, then run the same command again"));
        return refuse(&failure, screen_of_errors(), &Invocation::Unparsed(Vec::new()));
    }
    if let Some(asked) = completing::asked(&arguments) {
        return completing::answer(&asked);
    }
    match parsed(&arguments) {
        Ok((cli, matches)) => cli.deliver(Invocation::Parsed(Box::new(matches))),
        // Help and version are answers.
        Err(error) if !error.use_stderr() => match shown(&error, arguments) {
            Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(3),
            _ => ExitCode::SUCCESS,
        },
        Err(error) => {
            let failure = usage::failure(&error, &arguments);
            let words = arguments.into_iter().skip(1).collect();
            refuse(&failure, screen_of_errors(), &Invocation::Unparsed(words))
        }
    }
}

/// Reads the command line. Help is an error too, as it is for clap.
fn parsed(arguments: &[OsString]) -> Result<(Cli, ArgMatches), clap::Error> {
    let read = |program: clap::Command| {
        let matches = program.try_get_matches_from(arguments)?;
        Ok((Cli::from_arg_matches(&matches)?, matches))
    };
    let quick = first_command(arguments).unwrap_or_else(program);
    // What is wrong or asked for is worded by the whole program, which knows what every command does.
    read(quick).or_else(|_| read(built(program().color(colour_of(arguments)))))
}

/// The program with nothing but the command that is the first word, if it is one. To every command that it knows, clap
/// adds a copy of the flags that all of them take, which would be a tenth of what a `log` computes.
fn first_command(arguments: &[OsString]) -> Option<clap::Command> {
    let first = arguments.get(1)?.to_str()?;
    let command = program().find_subcommand(first)?.clone();
    Some(Globals::augment_args(clap::Command::new("ginpad")).subcommand(command))
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
    built(program())
}

fn built(mut program: clap::Command) -> clap::Command {
    program.build();
    program
}

/// The same without the flags of the commands: clap adds those of a command once it is typed.
pub(crate) fn program() -> clap::Command {
    Cli::command()
}
