//! The report of a check of the book.

use serde::Serialize;

use crate::answer::{Block, Cell, Report, Sentence, Table};

/// The result of a check: `ginpad/check/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/check/1")]
pub(crate) struct CheckReport {
    /// Whether no damage was found.
    pub ok: bool,
    /// The problems, the worst first.
    pub problems: Vec<ListedProblem>,
    /// Facts about the program and the machine, if requested.
    pub about: Option<Vec<About>>,
    /// A sentence on the checked parts, if no damage was found; or on the missing book.
    #[serde(skip)]
    pub checked: Option<String>,
}

/// A problem, with hints that help.
#[derive(Debug, Serialize)]
pub(crate) struct ListedProblem {
    /// `damage`, `conflict` or `warning`.
    pub severity: &'static str,
    /// The subject of the problem, as a word.
    pub kind: &'static str,
    /// The problem in words.
    pub what: String,
    /// Hints, with commands as the reader types them.
    pub hints: Vec<String>,
}

/// A fact about the program or the machine.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    pub name: &'static str,
    pub value: String,
}

impl Report for CheckReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let about = self.about.as_deref().unwrap_or_default();
        let widest = about.iter().map(|about| about.name.len()).max().unwrap_or(0);
        let lines = about.iter().map(|About { name, value }| format!("{name:widest$}  {value}").into());
        let problems = self.problems.iter().flat_map(ListedProblem::sentences);
        let checked = self.checked.as_deref().map(Sentence::from);
        let words = lines.chain(problems).chain(checked).map(Block::Words);
        let text = |text: &str| Cell::Text(text.into());
        let about = about.iter().map(|About { name, value }| vec![text("about"), text(name), text(value)]);
        let problems =
            self.problems.iter().map(|problem| vec![text(problem.severity), text(problem.kind), text(&problem.what)]);
        let records = Table::for_programs("severity kind what", about.chain(problems));
        words.chain([Block::Table(records)]).collect()
    }
}

impl ListedProblem {
    /// The problem and its hints, one per line.
    fn sentences(&self) -> impl Iterator<Item = Sentence> {
        let what = format!("{}: {}", self.severity, self.what);
        std::iter::once(what).chain(self.hints.iter().map(|hint| format!("hint: {hint}"))).map(Sentence::from)
    }
}
