//! Everything that can go wrong at the table, case by case. The tests run each case; `docs/errors.md` shows it.

mod books;
mod cards;
mod changes;
mod command_line;
mod config;
mod edit;
mod files;
mod games;
mod reports;
mod said;
mod sharing;
mod spreadsheets;
mod table;

use super::program::Table;

/// One thing that goes wrong.
pub(crate) struct Case {
    pub title: &'static str,
    pub shows: &'static str,
    /// The commands before it. They all succeed.
    pub before: &'static [&'static str],
    /// The files on the table.
    pub files: Vec<(&'static str, Content)>,
    /// The command that is refused.
    pub command: &'static str,
    pub stdin: Option<&'static str>,
    pub status: i32,
}

/// What a file holds.
pub(crate) enum Content {
    /// Text that can be shown.
    Text(&'static str),
    /// Content that cannot be shown: what it is, and how it is made.
    Made(&'static str, fn(&Table)),
}

const GAME: &[&str] = &["new Ann Bob"];
const OTHER: &[&str] = &["new Ann Bob --book 'my book.db'"];
const WON: &[&str] = &["new Ann Bob --set target=20", "log ann knock 4 27"];

/// A case that is refused with status 1.
fn case(title: &'static str, shows: &'static str, before: &'static [&'static str], command: &'static str) -> Case {
    Case { title, shows, before, files: Vec::new(), command, stdin: None, status: 1 }
}

/// A case in which the command line is wrong: status 2.
fn usage(title: &'static str, shows: &'static str, before: &'static [&'static str], command: &'static str) -> Case {
    Case { status: 2, ..case(title, shows, before, command) }
}

impl Case {
    fn with(mut self, file: &'static str, content: &'static str) -> Case {
        self.files.push((file, Content::Text(content)));
        self
    }

    fn with_made(mut self, file: &'static str, what: &'static str, make: fn(&Table)) -> Case {
        self.files.push((file, Content::Made(what, make)));
        self
    }

    fn typing(self, stdin: &'static str) -> Case {
        Case { stdin: Some(stdin), ..self }
    }
}

/// Every case, by its part of the catalogue.
pub(crate) fn all() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("Hands that the rules refuse", table::hands()),
        ("Entries", table::entries().into_iter().chain(said::entries()).collect()),
        ("Players and games", games::games().into_iter().chain(said::sides()).collect()),
        ("Rules", games::rules()),
        ("Sheets and files", files::sheets()),
        ("Spreadsheets and old games", spreadsheets::spreadsheets()),
        ("The book", books::books().into_iter().chain(sharing::folders()).collect()),
        ("Changes", changes::changes().into_iter().chain(edit::edits()).collect()),
        ("The config file", config::configs()),
        ("Money", changes::money()),
        ("Reports", reports::reports()),
        ("Pages", reports::pages()),
        ("Cards", cards::cards()),
        ("The command line", command_line::command_line()),
    ]
}
