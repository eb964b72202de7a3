//! The program at a terminal: it reads a command line, asks for what is missing, runs the command, and prints the answer
//! with one of its faces. `pad` stays open; `completing` answers a shell that completes a line.

mod asking;
mod batch;
mod closed_stdout;
mod completing;
mod edited_sheet;
mod editing;
mod editor;
mod face;
mod full_screen;
mod invocation;
mod last_words;
mod locale;
mod pad;
mod pager;
mod printer;
mod progress;
mod quiet_terminal;
mod screen;
mod screen_events;
mod session;
mod synonyms;
mod typed;
mod usage;
mod verbose;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::{ArgMatches, Args, ColorChoice, FromArgMatches};

use crate::answer::{Answer, Failure, Hint};
use crate::app::clock;
use crate::commands::{Cli, Command, Globals, built, program};
use face::{Face, deliver};
use invocation::Invocation;
use last_words::end_with_a_sentence;
use printer::{help, refuse, screen_of_errors};
use session::Session;

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
        Ok((cli, matches)) => {
            let session = Session::new(cli.globals, Invocation::Parsed(Box::new(matches)));
            let status = answer(cli.command, &session);
            session.end();
            status
        }
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

/// Does what was asked, and prints the answer.
fn answer(command: Option<Command>, session: &Session) -> ExitCode {
    let face = Face::of(&session.globals, command.as_ref().and_then(Command::report_flags));
    let result = done(command, &face, session);
    // How the answer looks goes by the config, which may have faults to tell of.
    session.screens();
    let result = result.map(|answer| answer.or_done(session.app.done()).remarks(session.app.warnings()));
    deliver(result, &face, session)
}

/// Does what was asked. What the terminal is needed for is done here, the rest by the command.
fn done(mut command: Option<Command>, face: &Face, session: &Session) -> Result<Answer, Failure> {
    if let Some(command) = &mut command {
        asking::ask(command, session)?;
        prepare(command, face, session);
    }
    match command {
        Some(Command::Play(args)) => pad::play(args, session),
        Some(Command::Edit(args)) => editing::edit(args, session),
        Some(Command::Score(args)) if args.watch => watch::watch(&args, session),
        Some(Command::Deadwood(args)) if args.batch => batch::answer(&args, session),
        command => Command::run(command, &session.app),
    }
}

/// Fills what a command line leaves to the door.
fn prepare(command: &mut Command, face: &Face, session: &Session) {
    match command {
        // People see the newest changes; programs read all of them.
        Command::History(args) if matches!(face, Face::People | Face::Page(_)) => args.usual_rows = Some(USUAL_ROWS),
        Command::Export(args) => args.is_whole_book = *face == Face::Json,
        Command::Check(args) if args.verbose => args.about = verbose::lines(session),
        _ => {}
    }
}

/// So many rows of a long list people see, unless they say how many.
const USUAL_ROWS: usize = 20;

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
    let globals = screen::flags_of_help(colour_of(&arguments), &arguments);
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
    crate::commands::command()
}
