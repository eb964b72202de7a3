//! The program at a terminal: reads a command line, asks for missing arguments, runs the command, and prints the answer
//! in one of its formats. `pad` stays open; `completing` answers a shell that completes a line.

use std::ffi::{OsStr, OsString};
use std::panic;
use std::process::{ExitCode, exit};
use std::time::SystemTime;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, FromArgMatches};
use invocation::Invocation;
use output::{OutputFormat, deliver};
use printer::refuse;
use session::Session;

use crate::answer::{Answer, Failure};
use crate::app::clock_fault;
use crate::commands::{Cli, Command, Globals, program};
use crate::render::Colour;

pub use crate::commands::command;

mod asking;
mod batch;
mod completing;
mod editing;
mod invocation;
mod modes;
mod output;
mod pad;
mod printer;
mod session;
#[cfg(test)]
mod slips_tests;
mod synonyms;
mod usage;
mod watch;

/// Runs the program and returns its exit status. The first argument is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let before = panic::take_hook();
    let refused = |failure: &Failure| refuse(failure, &Invocation::default());
    panic::set_hook(Box::new(move |fault| {
        match fault.payload_as_str().and_then(fault_of_the_machine) {
            Some(what) => drop(refused(&what)),
            None => before(fault),
        }
        exit(3);
    }));
    crate::disk::outlive_the_file_size_limit();
    let arguments: Vec<OsString> = arguments.into_iter().skip(1).collect();
    if let Some(wrong) = clock_fault(SystemTime::now()) {
        return refused(&Failure::fault(wrong).advise("set the clock, then run the same command again"));
    }
    if let Some(status) = completing::answered(&arguments) {
        return status;
    }
    let arguments = synonyms::of_arguments(arguments);
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(form) = usage::pasted_form(&words) {
        return refused(&form);
    }
    match parsed(&arguments) {
        Ok((cli, matches)) => {
            let session = Session::new(cli.globals, Invocation::parsed(matches));
            let status = answer(cli.command, &session);
            // Taking down the book's schema would cost a tenth of the work of a `log`, and the system frees the memory
            // anyway. Closing a book writes nothing.
            std::mem::forget(session);
            status
        }
        Err(error) => {
            let typed = Invocation::unparsed(words.clone());
            let session = Session::new(session::flags_of_help(&typed), typed);
            deliver(unread(&error, &words, &session), &OutputFormat::People, &session)
        }
    }
}

/// Recognises a fault of the machine by the words of a panic: the standard library reports it in no other way.
fn fault_of_the_machine(words: &str) -> Option<Failure> {
    let what = match words {
        _ if words.contains("random") => "the system gives no random numbers, which every change needs",
        _ if words.contains("closedir") => "the disk reported a fault: a folder could not be closed",
        _ => return None,
    };
    Some(Failure::fault(what).advise("run the same command again; `history` lists what was kept"))
}

/// Answers a command line that clap did not run as a command: help and the version are answers.
///
/// # Errors
/// The command line cannot be read.
fn unread(error: &clap::Error, words: &[String], session: &Session) -> Result<Answer, Failure> {
    let text = match error.kind() {
        ErrorKind::DisplayHelp => usage::help(words),
        _ if error.use_stderr() => return Err(usage::failure(error, words, &session.app)),
        _ => error.render(),
    };
    Ok(Answer::of(match session.canvas().colour {
        Colour::Styled => text.ansi().to_string(),
        Colour::Plain => text.to_string(),
    }))
}

/// Runs a command and prints the answer.
fn answer(command: Option<Command>, session: &Session) -> ExitCode {
    let format = OutputFormat::of(&session.globals, command.as_ref().and_then(Command::report_flags));
    let result = done(command, &format, session);
    // The config decides how the answer looks, and may have faults to report.
    if session.is_for_people() {
        session.app.config();
    }
    let result = result.map(|answer| answer.remarks(session.app.warnings()));
    deliver(result, &format, session)
}

/// Runs a command. Steps that need the terminal run here, the others in the command.
fn done(mut command: Option<Command>, format: &OutputFormat, session: &Session) -> Result<Answer, Failure> {
    if let Some(command) = &mut command {
        asking::ask(command, session)?;
        prepare(command, format, session);
    }
    match command {
        Some(Command::Play(args)) => pad::play(args, session),
        Some(Command::Edit(args)) => editing::edit(args, session),
        Some(Command::Score(score)) if score.args.watch => watch::watch(&score.args, session),
        Some(Command::Deadwood(args)) if args.batch => batch::answer(&args, session),
        command => Command::run(command, &session.app),
    }
}

/// Fills in arguments that depend on the terminal and the format.
fn prepare(command: &mut Command, format: &OutputFormat, session: &Session) {
    match command {
        // People see the newest changes; programs read all.
        Command::History(history) if matches!(format, OutputFormat::People | OutputFormat::Page(_)) => {
            history.args.usual_rows = Some(USUAL_ROWS)
        }
        Command::New(args) => args.are_apart = session.invocation.are_apart("sides"),
        Command::Export(args) => args.is_whole_book = *format == OutputFormat::Json,
        Command::Check(check) if check.args.verbose => check.args.about = session::about(session),
        Command::Score(score) => score.args.page = score.flags.html.clone(),
        _ => {}
    }
}

/// The rows of a long list that people see, unless they give a number.
const USUAL_ROWS: usize = 20;

/// Reads the words after the program's name. Help is an error, as in clap.
fn parsed<T: AsRef<OsStr>>(words: &[T]) -> Result<(Cli, ArgMatches), clap::Error> {
    let read = |program: clap::Command| -> Result<(Cli, ArgMatches), clap::Error> {
        let line = [OsStr::new("ginpad")].into_iter().chain(words.iter().map(AsRef::as_ref));
        let matches = program.try_get_matches_from(line)?;
        Ok((Cli::from_arg_matches(&matches)?, matches))
    };
    let quick = words.first().and_then(|first| only_command(first.as_ref().to_str()?)).unwrap_or_else(program);
    // Leave errors and help to the whole program, which knows the purpose of every command.
    match read(quick) {
        Err(error) if error.kind() != ErrorKind::DisplayVersion => read(crate::commands::command()),
        read => read,
    }
}

/// The program with only this command, if there is one. Clap copies the global flags to every command it knows, which
/// would cost a tenth of the work of a `log`.
fn only_command(name: &str) -> Option<clap::Command> {
    let command = program().find_subcommand(name)?.clone();
    Some(Globals::augment_args(clap::Command::new("ginpad")).subcommand(command))
}

/// Runs the command in the words after `ginpad`, for `game`, or else the current game, if the words name no game. The
/// words may name a format, so the answer is shown here; only help is returned.
///
/// # Errors
/// The command fails.
fn typed(words: &[String], game: Option<i64>, session: &Session) -> Result<Answer, Failure> {
    let mut words = synonyms::in_full(words.to_vec());
    let verb = words.iter().find(|word| !word.starts_with('-')).map_or("", String::as_str);
    let is_of_the_book = ["export", "history", "play"].contains(&verb);
    let is_of_a_file = words.iter().any(|word| word.starts_with("--file"));
    if let Some(game) = game.filter(|_| !is_of_the_book && !is_of_a_file) {
        let in_game = [words.as_slice(), &[format!("--game={game}")]].concat();
        // A command that names a game, or takes none, does not take this.
        words = if parsed(&in_game).is_ok() { in_game } else { words };
    }
    match parsed(&words) {
        Ok((cli, matches)) => {
            let session = session.of_line(cli.globals, Invocation::parsed(matches));
            answer(cli.command, &session);
            Ok(Answer::default())
        }
        Err(error) => unread(&error, &words, session),
    }
}

/// Runs a short line at the pad, given as the words after `ginpad`.
///
/// # Errors
/// The command fails.
fn meant(words: Vec<String>, session: &Session) -> Result<Answer, Failure> {
    match parsed(&words) {
        Ok((cli, _)) => Command::run(cli.command, &session.app),
        Err(error) => unread(&error, &words, session),
    }
}
