//! Slips of tired players. Each is refused; the test pastes its hint, which must work and do what the player meant. A
//! form does nothing when pasted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use ginpad_core::notation::is_placeholder;
use ginpad_core::text::fold;

use super::invocation::Invocation;
use super::{parsed, synonyms, usage};
use crate::answer::Failure;
use crate::app::{App, Device};
use crate::book::ActAuthor;
use crate::commands::Command;

/// The slips, one per line. `#` begins a comment.
const SLIPS: &str = include_str!("slips.txt");

/// The evening before the slips.
const EVENING: [&str; 9] = [
    "new Ann Bob --target 20 --stake '0.01 USD' --event Cruise",
    "log ann gin 31",
    "new Cid+Dee Eve+Fay --rules partners",
    "log cid knock 4 27, dee gin 12",
    "new Margaret Harold",
    "log margaret gin 4",
    "new Ann Bob",
    "log ann knock 4 27",
    "log bob gin 13",
];

/// A book in a folder, and the programs started there.
struct Table(PathBuf);

/// The commands and forms in a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Named {
    /// A command to paste.
    Command(String),
    /// An entry or a command with words in capitals that only the players know.
    Form(String),
}

impl Table {
    fn new(folder: &Path) -> Table {
        let table = Table(folder.to_path_buf());
        for line in EVENING {
            table.run(line).unwrap_or_else(|why| panic!("{line}\n{why}"));
        }
        table
    }

    /// Runs a line after `ginpad`; returns the printed error if it fails.
    fn run(&self, line: &str) -> Result<(), String> {
        let words = synonyms::in_full(shlex::split(line).unwrap_or_else(|| panic!("{line}")));
        if let Some(form) = usage::pasted_form(&words) {
            return Err(form.text(&Invocation::default()));
        }
        let (door, result): (Arc<Invocation>, Result<(), Failure>) = match parsed(&words) {
            Ok((cli, matches)) => {
                let door = Arc::new(Invocation::parsed(matches));
                let result = Command::run(cli.command, &App::new(cli.globals.book, self.device(), door.clone()));
                (door, result.map(drop))
            }
            Err(help) if !help.use_stderr() => return Ok(()),
            Err(error) => {
                let door = Arc::new(Invocation::unparsed(words.clone()));
                let app = App::new(None, self.device(), door.clone());
                (door.clone(), Err(usage::failure(&error, &words, &app)))
            }
        };
        result.map_err(|failure| failure.text(&*door))
    }

    fn device(&self) -> Device {
        let at = |name: &str| self.0.join(name);
        Device {
            state: Some(at("state")),
            config: Some(at("config.toml")),
            books: vec![at("book.db")],
            own_folders: vec![self.0.clone()],
        }
    }

    /// The names in the book, and its number of changes.
    fn holds(&self) -> (Vec<String>, usize) {
        let app = App::new(None, self.device(), Arc::new(Invocation::default()));
        let read = app.read(|book| {
            let names = book.people()?.iter().map(|person| person.name.to_string()).collect();
            Ok((names, book.acts(ActAuthor::Anyone, None)?.count()))
        });
        read.unwrap_or_else(|why| panic!("{why}"))
    }
}

/// Collects the text in backticks from the hints of a message.
fn named(message: &str) -> Vec<Named> {
    let hints = message.lines().filter_map(|line| line.strip_prefix("hint: "));
    let quoted = hints.flat_map(|hint| hint.split('`').skip(1).step_by(2));
    let named = |quoted: &str| match quoted.strip_prefix("ginpad") {
        Some(line) => Some(Named::Command(line.trim().into())),
        None if quoted.split(' ').any(is_placeholder) => Some(Named::Form(quoted.into())),
        None => None,
    };
    quoted.filter_map(named).collect()
}

/// The words of a line in lower case, without quotes.
fn words(line: &str) -> Vec<String> {
    let apart = |char: char| !char.is_alphanumeric();
    fold(line).split(apart).filter(|word| !word.is_empty()).map(str::to_string).collect()
}

fn verb(line: &str) -> String {
    let words = synonyms::in_full(line.split_whitespace().map(str::to_string).collect());
    words.first().cloned().unwrap_or_default()
}

/// Pastes a command from a hint and undoes it. Returns an error that describes a wrong effect.
fn pasted(table: &Table, slip: &str, line: &str) -> Result<(), String> {
    let (names, changes) = table.holds();
    table.run(line)?;
    let (after, made) = table.holds();
    if made == changes {
        return Ok(());
    }
    table.run(if verb(line) == "undo" { "redo" } else { "undo" })?;
    let typed = words(slip);
    let new: Vec<&String> = after.iter().filter(|name| !names.contains(name)).collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let invented: Vec<String> =
        words(line).into_iter().filter(|word| is_number(word) && !typed.contains(word)).collect();
    let (is, was) = (verb(line), verb(slip));
    // A hint may add a new player, for a name that resembles another.
    let is_way_out = is == "player" && line.starts_with("player add ");
    match () {
        () if made != changes + 1 => Err("it is more than one change".into()),
        () if new.iter().any(|name| words(name).iter().any(|word| !typed.contains(word))) => {
            Err(format!("it makes {new:?}"))
        }
        () if !invented.is_empty() => Err(format!("it invents {invented:?}")),
        () if is != was && !is_way_out && crate::commands::program().find_subcommand(&was).is_some() => {
            Err("it is another command".into())
        }
        () => Ok(()),
    }
}

/// Counts the commands and forms in the hints for a slip, and lists their faults.
fn come_to(table: &Table, slip: &str) -> ([usize; 2], Vec<String>) {
    let Err(message) = table.run(slip) else { return ([0, 0], vec![format!("ginpad {slip}\nis no slip")]) };
    let (mut count, mut wrong) = ([0, 0], Vec::new());
    for named in named(&message) {
        let fault = match &named {
            Named::Command(line) => {
                count[0] += 1;
                pasted(table, slip, line).err()
            }
            Named::Form(form) => {
                count[1] += 1;
                let lines = [form.clone(), format!("log {form}")];
                lines.iter().find(|line| table.run(line).is_ok()).map(|line| format!("`{line}` does something"))
            }
        };
        wrong.extend(fault.map(|fault| format!("ginpad {slip}\n{message}\n{named:?}: {fault}")));
    }
    (count, wrong)
}

#[test]
fn the_hint_of_every_slip_works_and_does_what_was_typed() {
    let slips: Vec<&str> = SLIPS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let share = |slips: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let table = Table::new(folder.path());
        slips.iter().map(|slip| come_to(&table, slip)).collect::<Vec<_>>()
    };
    let come_to: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = slips.chunks(110).map(|slips| scope.spawn(move || share(slips))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let wrong: Vec<&String> = come_to.iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(
        wrong.is_empty(),
        "{} slips\n\n{}",
        wrong.len(),
        wrong.iter().map(|wrong| format!("{wrong}\n\n")).collect::<String>()
    );
    let [commands, forms] = [0, 1].map(|kind| come_to.iter().map(|(count, _)| count[kind]).sum::<usize>());
    assert!(slips.len() >= 300 && commands >= 150 && forms >= 20, "{commands} commands, {forms} forms");
}
