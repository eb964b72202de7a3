//! The catalogue of errors: the cases of `docs/errors.md` are run. Each is refused as the page says, and changes nothing.
//!
//! A case is a section with a `console` block. Its last command is refused with status 1, or with the one that the text
//! after the block names. What stands before it makes the table: commands that succeed, `$ cat FILE` with what the file
//! holds, and `# FILE: …` for content that cannot be shown, which [`MADE`] makes. `GINPAD_BLESS=1` writes the messages again.
//! Blocks of other kinds show what depends on the machine; the tests of faults look for it there.

use std::thread;

use crate::support::console::{compare, read};
use crate::support::hints::{commands, hints};
use crate::support::made::{MADE, Maker};
use crate::support::program::{HOME, Table};

const PAGE: &str = "docs/errors.md";
const BLOCK: &str = "```console\n";
const END: &str = "```\n";

/// A line of a block that says what is done, and the lines below it.
type Step<'a> = (&'a str, Vec<&'a str>);

/// What makes a file that cannot be shown, if the line names one.
fn maker(line: &str) -> Option<Maker> {
    let what = line.strip_prefix("# ")?;
    MADE.iter().find(|(made, _)| *made == what).map(|(_, make)| *make)
}

fn steps(block: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step> = Vec::new();
    for line in block.lines() {
        match steps.last_mut() {
            Some((_, below)) if !line.starts_with("$ ") && maker(line).is_none() => below.push(line),
            _ => steps.push((line, Vec::new())),
        }
    }
    steps
}

/// A table after everything that comes before the refused command.
fn set_up(before: &[Step]) -> Table {
    let table = Table::new();
    for (line, below) in before {
        if let Some(make) = maker(line) {
            make(&table);
        } else if let Some(file) = line.strip_prefix("$ cat ") {
            table.put(file, below.join("\n") + "\n");
        } else {
            table.does(line.strip_prefix("$ ginpad ").unwrap_or_else(|| panic!("{line} is no step")));
        }
    }
    table
}

/// Runs the case of a section, and gives the section with what was printed.
fn run(section: &str) -> String {
    let Some((head, (block, after))) =
        section.split_once(BLOCK).and_then(|(head, rest)| Some((head, rest.split_once(END)?)))
    else {
        panic!("a section without a case: {section}");
    };
    let steps = steps(block);
    let ((refused, message), before) = steps.split_last().unwrap();
    let typed = refused.strip_prefix("$ ").unwrap();
    let piped = typed.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    let (stdin, command) = piped.unwrap_or(("", typed));
    let stdin = stdin.replace("\\n", "\n").replace("\\0", "\0");
    let status = if after.trim_start().starts_with("Exit status 2.") { 2 } else { 1 };

    let line = command.strip_prefix("ginpad").unwrap();
    let said = set_up(before).args(line).stdin(&stdin).status(status).refused();
    hints_work(before, &stdin, &said.err);
    let shown = block.strip_suffix(&message.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    format!("{head}{BLOCK}{shown}{}{END}{after}", with_one_id(&said.err))
}

/// A message in which every id is the same: each run makes others.
fn with_one_id(said: &str) -> String {
    let is_id = |word: &&str| word.len() == 36 && uuid::Uuid::parse_str(word).is_ok();
    let ids = said.split_whitespace().filter(is_id);
    ids.fold(said.to_string(), |said, id| said.replace(id, "01990000-0000-7000-8000-000000000000"))
}

/// Runs every command that a hint names, each at a table of its own.
fn hints_work(before: &[Step], stdin: &str, err: &str) {
    for command in hints(err).into_iter().flat_map(commands) {
        let table = set_up(before);
        // A message names the folder of its own table, under the name that all of them have on the page.
        let here = command.replace(HOME, &table.path(".").to_string_lossy());
        // It is pasted in the place of the refused command, with the same input.
        let done = table.listen(table.shell(&here), stdin.as_bytes());
        assert_eq!(done.status, Some(0), "{command}\n{}\nhinted at by\n{err}", done.err);
    }
}

#[test]
fn every_case_is_refused_as_the_catalogue_says() {
    let page = read(PAGE);
    let sections: Vec<&str> = page.split("\n### ").collect();
    let (opening, cases) = sections.split_first().unwrap();
    let mut titles: Vec<&str> = cases.iter().filter_map(|case| case.lines().next()).collect();
    titles.sort_unstable();
    assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "two cases are called the same");
    // Most of the time a case waits for the programs that it starts.
    let shares = thread::scope(|scope| {
        let share = |cases: &[&str]| cases.iter().map(|case| format!("\n### {}", run(case))).collect::<String>();
        let threads: Vec<_> = cases.chunks(80).map(|cases| scope.spawn(move || share(cases))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<String>()
    });
    compare(PAGE, &(opening.to_string() + &shares));
}
