//! What a check of the book found.

use serde::Serialize;

use crate::answer::table::{Cell, Table};
use crate::answer::{Block, Report, Sentence};

/// What a check found: `ginpad/check/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/check/1")]
pub(crate) struct CheckReport {
    /// Whether nothing is damaged.
    pub ok: bool,
    /// What is wrong, the worst first.
    pub problems: Vec<Found>,
    /// About the program and the machine, if that was asked for.
    pub about: Option<Vec<About>>,
    /// What was checked, if nothing is damaged; or that there is no book.
    #[serde(skip)]
    pub checked: Option<String>,
}

/// A problem with what helps.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    /// `damage`, `conflict` or `warning`.
    pub severity: &'static str,
    /// What it is about, as a word.
    pub kind: &'static str,
    /// What is wrong.
    pub what: String,
    /// What would help, with the commands as the reader types them.
    pub hints: Vec<String>,
}

/// A thing about the program or the machine.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    /// What it is.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

impl Report for CheckReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let about = self.about.as_deref().unwrap_or_default();
        let widest = about.iter().map(|about| about.name.len()).max().unwrap_or(0);
        let lines = about.iter().map(|About { name, value }| format!("{name:widest$}  {value}").into());
        let problems = self.problems.iter().flat_map(Found::sentences);
        let checked = self.checked.as_deref().map(Sentence::from);
        let words = lines.chain(problems).chain(checked).map(Block::Words);
        let text = |text: &str| Cell::Text(text.into());
        let about = about.iter().map(|About { name, value }| [text("about"), text(name), text(value)]);
        let problems = self.problems.iter().map(|found| [text(found.severity), text(found.kind), text(&found.what)]);
        let records = Table::for_programs(["severity", "kind", "what"], about.chain(problems));
        words.chain([Block::Table(records)]).collect()
    }
}

impl Found {
    /// The problem and what would help, each in a line.
    fn sentences(&self) -> impl Iterator<Item = Sentence> {
        let what = format!("{}: {}", self.severity, self.what);
        std::iter::once(what).chain(self.hints.iter().map(|hint| format!("hint: {hint}"))).map(Sentence::from)
    }
}
