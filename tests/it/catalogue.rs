//! The catalogue of errors: each case in `tests/catalogue/` is refused as its page says, and changes nothing.
//!
//! A case is a section with a `console` block. Its last command is refused with status 1, or with the one that the text
//! after the block names. The lines before it make the table: commands that succeed, `$ cat FILE` with the content of the
//! file, and `# FILE: …` for content that cannot be shown, which [`MADE`] makes. `GINPAD_BLESS=1` writes the messages again.
//!
//! A new case is a new section. `machine.md` has no cases: its messages depend on the disk and the machine, and the tests of
//! faults look for them there.

use std::fs;
use std::thread;

use crate::support::console::{compare, read, root};
use crate::support::hints::{commands, hints};
use crate::support::made::{MADE, Maker};
use crate::support::program::{HOME, Table};

const PAGES: &str = "tests/catalogue";
const WITHOUT_CASES: &str = "machine.md";
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
        // A message names the folder of its own table, under the name that all of them have in the catalogue.
        let here = command.replace(HOME, &table.path(".").to_string_lossy());
        // It is pasted in the place of the refused command, with the same input.
        let done = table.listen(table.shell(&here), stdin.as_bytes());
        assert_eq!(done.status, Some(0), "{command}\n{}\nhinted at by\n{err}", done.err);
    }
}

/// The pages of the catalogue: the path of each, and its text.
fn pages() -> Vec<(String, String)> {
    let files = fs::read_dir(root().join(PAGES)).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let paths = files.map(|file| format!("{PAGES}/{file}"));
    paths.map(|path| (path.clone(), read(&path))).collect()
}

/// Checks that some page of the catalogue shows this text.
pub(crate) fn shows(text: &str) {
    assert!(pages().iter().any(|(_, page)| page.contains(text)), "{PAGES} does not show\n{text}");
}

#[test]
fn every_case_is_refused_as_the_catalogue_says() {
    let pages: Vec<_> = pages().into_iter().filter(|(path, _)| !path.ends_with(WITHOUT_CASES)).collect();
    let cases = pages.iter().flat_map(|(_, page)| page.split("\n## ").skip(1));
    let mut titles: Vec<&str> = cases.filter_map(|case| case.lines().next()).collect();
    titles.sort_unstable();
    assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "two cases have one title");
    assert!(titles.len() > 300, "the catalogue has only {} cases", titles.len());
    // Most of the time a case waits for the programs that it starts.
    thread::scope(|scope| {
        for (path, page) in &pages {
            scope.spawn(move || {
                let (opening, cases) = page.split_once("\n## ").unwrap_or((page, ""));
                let cases = cases.split("\n## ").map(|case| format!("\n## {}", run(case)));
                compare(path, &(opening.to_string() + &cases.collect::<String>()));
            });
        }
    });
}
