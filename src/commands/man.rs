//! `man`: the manual pages, made from the help.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::answer::{Answer, Failure, printed};
use crate::app::App;
use crate::commands::{in_full, program};
use crate::disk::reason;
use ginpad_core::text::{count, harmless};

/// Print the manual page, or write one for each command
///
/// The pages say what the help says, with the examples. The same version of ginpad always makes the same pages.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command whose page is printed; without one, the page of ginpad
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Vec<String>,

    /// Write a page for each command into this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Prints or writes pages.
pub(crate) fn run(args: ManArgs, app: &App) -> Result<Answer, Failure> {
    // The command `help` has no page.
    let program = in_full(program().disable_help_subcommand(true));
    if let Some(folder) = args.dir {
        return write_all(app, &program, &folder);
    }
    let mut command = &program;
    for word in &args.command {
        let inner = command.find_subcommand(word);
        command = inner.ok_or_else(|| {
            Failure::refused(format!("there is no command `{}`", harmless(&args.command.join(" "))))
                .see("help", "lists the commands")
        })?;
    }
    page(command).map(Answer::text).map_err(|error| Failure::fault(format!("the page cannot be made: {error}")))
}

/// Writes the page of each command.
fn write_all(app: &App, program: &Command, folder: &Path) -> Result<Answer, Failure> {
    let cannot = |error: &io::Error| Failure::refused(format!("cannot write {}: {}", printed(folder), reason(error)));
    fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
    let (mut commands, mut written) = (vec![program], 0);
    while let Some(command) = commands.pop() {
        let page = page(command).map_err(|error| cannot(&error))?;
        app.write_page(&folder.join(Man::new(command.clone()).get_filename()), &page)?;
        commands.extend(command.get_subcommands().filter(|inner| !inner.is_hide_set()));
        written += 1;
    }
    Ok(Answer::of(format!("wrote {} in {}", count(written, "page"), printed(folder))))
}

/// The page of a command. It has no date, so that it is the same wherever it is made.
fn page(command: &Command) -> io::Result<String> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_uppercase();
    let (source, mut page) = (format!("ginpad {}", env!("CARGO_PKG_VERSION")), Vec::new());
    // An empty date would be left out, and the source taken for it.
    Man::new(command.clone()).title(name).date(" ").source(source).manual("ginpad").render(&mut page)?;
    examples(command).to_writer(&mut page)?;
    String::from_utf8(page).map_err(io::Error::other)
}

/// The examples above the help, line by line as they are.
fn examples(command: &Command) -> Roff {
    let text = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let mut roff = Roff::new();
    if !lines.is_empty() {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in lines {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff
}
