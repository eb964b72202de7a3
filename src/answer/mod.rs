//! What a command answers, as values: nothing here knows a terminal.
//!
//! An [`Answer`] is a [report](Report) and what else the user should know. A report is data, made once; each face of the
//! program shows all of them in one way.

pub(crate) mod command_line;
pub(crate) mod failure;
pub(crate) mod file_words;
pub(crate) mod look;
pub(crate) mod sentence;
pub(crate) mod spell;
pub(crate) mod table;

use std::fmt;

pub(crate) use command_line::{CommandLine, NEW_GAME};
pub(crate) use failure::Failure;
use look::Look;
pub(crate) use sentence::{Hint, Remark, Sentence};
use spell::Spell;
use table::{Cell, Table};

use crate::disk::Spool;
use ginpad_core::text::{count, printable_lines};
use serde::Serialize;

/// What a command answers.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// The answer itself.
    pub content: Content,
    /// What else the user should know.
    pub remarks: Vec<Remark>,
    /// What was done, in case the answer cannot be delivered: "the hand was logged".
    pub done: Option<&'static str>,
    /// Whether it says that something is wrong, which the exit status says too.
    pub is_bad: bool,
}

/// What an answer is made of.
#[derive(Debug, Default)]
pub(crate) enum Content {
    /// Nothing, or nothing that is left to print.
    #[default]
    Nothing,
    /// Text for programs, which is printed as it is: no line of it is broken.
    Text(Spool),
    /// Data, which every face shows.
    Report(Box<dyn Report>),
}

/// A report: its fields are its JSON document, and its blocks are what people, records, spreadsheets and pages show.
pub(crate) trait Report: fmt::Debug + erased_serde::Serialize {
    /// The title of its page.
    fn title(&self) -> String;

    /// What it is about, if it says so.
    fn about(&self) -> Option<&About> {
        None
    }

    /// What else a page says of it at its head.
    fn facts(&self) -> &[String] {
        self.about().map_or(&[], |about| &about.facts)
    }

    /// What people see in the blocks, and everybody else is told besides. Without anything to show, that is why.
    fn remarks(&self) -> Vec<Remark> {
        self.why_empty().map(Remark::note).into_iter().collect()
    }

    /// Why it has nothing to show, if it has nothing. People read this in place of the blocks.
    fn why_empty(&self) -> Option<Sentence> {
        self.about()?.why_empty.clone()
    }

    /// Spells the commands in its document as this reader types them.
    fn spell(&mut self, _: &dyn Spell) {}

    /// After how many seconds a browser that shows its page loads it again.
    fn refresh(&self) -> Option<u32> {
        None
    }

    /// What it shows, from top to bottom.
    fn blocks(&self) -> Vec<Block>;
}

erased_serde::serialize_trait_object!(Report);

/// What a report of some games is about.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct About {
    /// How many games were left out only because nobody knows when they started.
    pub undated: usize,
    /// What a page says at its head: of which games the report is, and of which day.
    #[serde(skip)]
    pub facts: Vec<String>,
    /// Why the report has nothing to show, if it has nothing.
    #[serde(skip)]
    pub why_empty: Option<Sentence>,
}

impl About {
    /// That games were left out.
    fn left_out(&self) -> Option<Remark> {
        let [has, is] = if self.undated == 1 { ["has", "is"] } else { ["have", "are"] };
        let games = count(self.undated, "game");
        (self.undated > 0).then(|| Remark::note(format!("{games} {has} no date and {is} left out")))
    }
}

/// A part of a report.
#[derive(Debug)]
pub(crate) enum Block {
    /// Words for people, broken between words where a line ends.
    Words(Sentence),
    /// A table.
    Table(Table),
    /// A drawing for people.
    Drawing(Box<dyn Draw>),
    /// Records for programs, each with fields of its own. One without fields is an empty line.
    Records(Vec<Vec<Cell>>),
}

impl Block {
    /// Words for people, made safe to print.
    pub(crate) fn words(text: impl AsRef<str>) -> Block {
        Block::Words(printable_lines(text.as_ref()).into())
    }

    /// Records of one kind.
    pub(crate) fn records(kind: &'static str, rows: impl IntoIterator<Item = Vec<Cell>>) -> Block {
        let row = |cells| std::iter::once(Cell::Text(kind.into())).chain(cells).collect();
        Block::Records(rows.into_iter().map(row).collect())
    }
}

/// A drawing: something that people read and that is no table, like a score sheet or a chart.
pub(crate) trait Draw: fmt::Debug {
    /// The drawing on a terminal, to be [painted](crate::render::painted).
    fn text(&self, look: Look) -> String;

    /// Whether it is a line or two, which stand below a sentence without a blank line.
    fn is_short(&self) -> bool {
        false
    }

    /// The drawing on a page, as HTML. Without one, the page shows the text.
    fn html(&self) -> Option<String> {
        None
    }
}

impl Answer {
    /// A few words for people.
    pub(crate) fn of(words: impl Into<String>) -> Answer {
        Answer::report(Words(words.into()))
    }

    /// An answer for programs, which is printed as it is: no line of it is broken.
    pub(crate) fn text(text: impl Into<Spool>) -> Answer {
        Answer { content: Content::Text(text.into()), ..Answer::default() }
    }

    /// An answer that every face can show.
    pub(crate) fn report(report: impl Report + 'static) -> Answer {
        let remarks = report.about().and_then(About::left_out).into_iter().collect();
        Answer { content: Content::Report(Box::new(report)), remarks, ..Answer::default() }
    }

    /// The exit status says that something is wrong.
    #[must_use]
    pub(crate) fn bad(self) -> Answer {
        Answer { is_bad: true, ..self }
    }

    /// Says what was done.
    #[must_use]
    pub(crate) fn done(self, what: &'static str) -> Answer {
        Answer { done: Some(what), ..self }
    }

    /// Says what was done, unless that is said already.
    #[must_use]
    pub(crate) fn or_done(self, what: Option<&'static str>) -> Answer {
        Answer { done: self.done.or(what), ..self }
    }

    /// Adds remarks.
    #[must_use]
    pub(crate) fn remarks(mut self, remarks: impl IntoIterator<Item = Remark>) -> Answer {
        self.remarks.extend(remarks);
        self
    }
}

/// Words for people, and nothing else.
#[derive(Debug, Clone, Serialize)]
struct Words(String);

impl Report for Words {
    fn title(&self) -> String {
        self.0.clone()
    }

    fn blocks(&self) -> Vec<Block> {
        vec![Block::Drawing(Box::new(self.clone()))]
    }
}

impl Draw for Words {
    fn text(&self, _: Look) -> String {
        self.0.clone()
    }
}
