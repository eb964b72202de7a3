//! The catalogue of errors: every case is run, changes nothing, and prints what `docs/errors.md` shows.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::support::cases::{Case, Content, all};
use crate::support::hints::{commands, hints};
use crate::support::program::{HOME, Table};

const OPENING: &str = "\
# Errors

This page shows what ginpad refuses, and how. The tests run each case, compare what it prints with this page, and check
that nothing was changed. `GINPAD_BLESS=1 cargo test catalogue` writes the page again.

A message starts with `error:` and gives every reason at once. A `hint:` gives advice, or commands that work when you
paste them. The exit status is 1 if ginpad cannot do what you ask, 2 if the command line is wrong, and 3 if the program
or the machine is at fault.
";

/// What the machine may do to any command. The tests of faults make it happen, and look for the words here.
const CLOSING: &str = "
## When the disk or the machine fails

These messages do not depend on the command. What they say about the change is so: after an error the book is asked.

A change that was kept although the disk failed after it, with the answer as always and exit status 0:

```text
warning: the folder /home/ann could not be synced; a power cut may undo the last change
```

```text
warning: the change was kept, but the disk reported a fault
```

A disk that cannot be read or written:

```text
error: the disk reported a fault; nothing was changed
hint: run the same command again; if it fails again, look after the disk
```

A disk that fails for good while a change is kept, with exit status 3:

```text
error: the disk reported a fault; ginpad cannot see whether the change was kept
hint: `ginpad` shows whether it was
```

A full disk, or a file that has reached the limit of its size:

```text
error: the disk is full; nothing was changed
hint: free some space, then run the same command again
```

A full disk that says so only when the journal is synced, and takes nothing back either, with exit status 3:

```text
error: the disk is full; ginpad cannot see whether the change was kept
hint: `ginpad` shows whether it was
```

A machine that gives no random numbers, and a folder that cannot be closed, with exit status 3:

```text
error: the system gives no random numbers, which every change needs
hint: run the same command again; the history says what was kept
```

```text
error: the disk reported a fault: a folder could not be closed
hint: run the same command again; the history says what was kept
```

A clock that no change can be noted with, with exit status 3:

```text
error: the clock of this machine says that it is before 1970; nothing was changed
hint: set the clock, then run the same command again
```

```text
error: the clock of this machine says that it is after the year 10889; nothing was changed
hint: set the clock, then run the same command again
```

Too many open files:

```text
error: the system did not open the book /home/ann/book.db, or a file beside it: too many files are open; nothing was changed
hint: close some programs, then run the same command again
```

A file that the system does not open, without saying why:

```text
error: the system did not open the book /home/ann/book.db, or a file beside it: perhaps too many files are open, or the disk is full or has a fault; nothing was changed
hint: close some programs, then run the same command again
```

What a stopped program left, or a book in WAL mode, where nothing may be written:

```text
error: a program was stopped while it wrote in the book /home/ann/kept/book.db, or left it in WAL mode, and that cannot be mended: the book, or its folder, is read-only
hint: make them writable, or copy the book, and the file `-journal` or `-wal` beside it, to a folder you can write in
```

An older book in a folder where nothing may be written can be read, but not upgraded:

```text
error: the book /home/ann/kept/book.db must be backed up beside itself first, and that failed: permission denied
hint: make its folder writable, or copy the book to one that is and name the copy with `--book PATH`
```

A temporary file that cannot be made or written, or for which there is no room:

```text
error: a temporary file in /tmp cannot be used: permission denied; nothing was changed
hint: free some space, or name another folder that you can write in with the variable TMPDIR
```

```text
error: a temporary file in /tmp cannot be used: there is no such folder; nothing was changed
hint: free some space, or name another folder that you can write in with the variable TMPDIR
```

```text
error: a temporary file in /tmp cannot be used: the disk reported a fault; nothing was changed
hint: free some space, or name another folder that you can write in with the variable TMPDIR
```

```text
error: a temporary file in /tmp cannot be used: the disk is full; nothing was changed
hint: free some space, or name another folder that you can write in with the variable TMPDIR
```

A shared folder that cannot be written. If something came from it before, this is a warning, and the answer says what came:

```text
error: cannot write in shared: permission denied; what is new in this book was not sent
hint: nothing is lost: the next sync sends it once the folder can be written
```

What is read of a shared folder is taken in, whatever else is there. A file that may come right by itself is a warning, with
exit status 0:

```text
warning: /home/ann/shared/0199…/00000002-3f….jsonl has not come whole yet; a later sync reads it
hint: a sync on the device that wrote it mends a file that was cut short; remove a damaged one, and the next sync of a device that has what it held sends it again
```

```text
warning: not here yet: change 3 of the writer 01990000-0000-7000-8000-000000000000; a later sync reads what is missing
```

```text
warning: not here yet: changes 2 to 3 of the writer 01990000-0000-7000-8000-000000000000; a later sync reads what is missing
```

```text
warning: a newer ginpad wrote /home/ann/shared/0199…/00000002-3f….jsonl; update ginpad, and the next sync reads it
```

```text
warning: /home/ann/shared/0199…/00000002-3f… (conflicted copy).jsonl has another name than ginpad gives, and was not read
```

What somebody has to put right has exit status 1, and a hint:

```text
warning: /home/ann/shared/0199…/00000002-3f….jsonl is damaged and was not read: it is not what was written
hint: a sync on the device that wrote it mends a file that was cut short; remove a damaged one, and the next sync of a device that has what it held sends it again
```

```text
warning: /home/ann/shared/0199…/00000002-3f….jsonl is a link, and was not read
warning: /home/ann/shared/0199…/00000003-3f….jsonl is not a regular file, and was not read
```

```text
warning: cannot read /home/ann/shared/0199…/00000002-3f….jsonl: permission denied
```

```text
warning: not all that /home/ann/shared/0199…/00000002-3f….jsonl holds was taken in:
  line 2: the line does not match its hash
hint: nothing else is kept back by it; `ginpad check` on the device that wrote it says whether its book is damaged
```

Of more than a hundred such things the rest is counted:

```text
warning: 12 more of the folder were not read
```

A file of this device that was cut short is written again by it:

```text
note: /home/ann/shared/0199…/00000002-3f….jsonl was damaged and is removed; what this device had written there is sent again
```

A machine that was copied with its state folder, or a book in whose place an older one was put, so that two write under one id:

```text
note: another book has written in shared under the id of this device, as after a copy of the machine; this device has a new id
```

A merge or a sync of which the answer fails after it was kept:

```text
warning: what came is in the book, but what it changed cannot be shown: the disk reported a fault
```

A link that leads to no folder:

```text
error: shared is a link, and what it leads to is not there
hint: make the folder that it leads to, or name another
```

An answer that cannot be delivered, with exit status 3:

```text
error: the hand was logged, but the answer could not be written: standard output is closed
hint: `ginpad` shows the current game
```
";

/// A table after everything that comes before the refused command.
fn set_up(case: &Case) -> Table {
    let table = Table::after(case.before);
    for (name, content) in &case.files {
        match content {
            Content::Text(text) => drop(table.put(name, text)),
            Content::Made(_, make) => make(&table),
        }
    }
    table
}

/// Runs a case and writes its part of the page.
fn page(case: &Case) -> String {
    let table = set_up(case);
    let run = table.args(case.command).stdin(case.stdin.unwrap_or_default()).status(case.status);
    let said = run.refused();

    let mut page = format!("\n### {}\n\n{}\n\n```console\n", case.title, case.shows);
    for command in case.before {
        let _ = writeln!(page, "$ ginpad {command}");
    }
    for (name, content) in &case.files {
        let _ = match content {
            Content::Text(text) => write!(page, "$ cat {name}\n{}\n", text.trim_end()),
            Content::Made(what, _) => writeln!(page, "# {name}: {what}"),
        };
    }
    let _ = match case.stdin {
        Some(text) => {
            let shown = text.trim_end().replace('\n', "\\n").replace('\0', "\\0");
            writeln!(page, "$ printf '{shown}\\n' | ginpad {}", case.command)
        }
        None => writeln!(page, "$ ginpad {}", case.command),
    };
    let status = if case.status == 1 { String::new() } else { format!("\nExit status {}.\n", case.status) };
    let _ = write!(page, "{}```\n{status}", with_one_id(&said.err));
    hints_work(case, &said.err);
    page
}

/// A message in which every id is the same: each run makes others.
fn with_one_id(said: &str) -> String {
    let is_id = |word: &&str| word.len() == 36 && uuid::Uuid::parse_str(word).is_ok();
    let ids = said.split_whitespace().filter(is_id);
    ids.fold(said.to_string(), |said, id| said.replace(id, "01990000-0000-7000-8000-000000000000"))
}

/// Runs every command that a hint names, each at a table of its own.
fn hints_work(case: &Case, err: &str) {
    for command in hints(err).into_iter().flat_map(commands) {
        let table = set_up(case);
        // A message names the folder of its own table, under the name that all of them have on the page.
        let here = command.replace(HOME, &table.path(".").to_string_lossy());
        // It is pasted in the place of the refused command, with the same input.
        let done = table.listen(table.shell(&here), case.stdin.unwrap_or_default().as_bytes());
        assert_eq!(done.status, Some(0), "{command}\n{}\nhinted at by\n{err}", done.err);
    }
}

#[test]
fn every_case_is_refused_as_the_catalogue_says() {
    let mut catalogue = OPENING.to_string();
    for (part, cases) in all() {
        let _ = write!(catalogue, "\n## {part}\n");
        cases.iter().for_each(|case| catalogue += &page(case));
    }
    catalogue += CLOSING;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors.md");
    if env::var_os("GINPAD_BLESS").is_some() {
        fs::write(&file, &catalogue).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    let differ = kept.lines().zip(catalogue.lines()).enumerate().find(|(_, (kept, now))| kept != now);
    assert!(
        kept == catalogue,
        "docs/errors.md is out of date (`GINPAD_BLESS=1 cargo test catalogue` writes it again); first at {differ:?}"
    );
}

#[test]
fn no_two_cases_are_called_the_same() {
    let mut titles: Vec<&str> = all().iter().flat_map(|(_, cases)| cases).map(|case| case.title).collect();
    let cases = titles.len();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), cases);
}
