//! What a command answers, as values: nothing here knows a terminal.
//!
//! An [`Answer`] is a [report](Report) and what else the user should know. A report is data, made once; each format of the
//! program shows all of them in one way.

pub(crate) mod canvas;
pub(crate) mod failure;
pub(crate) mod file_words;
pub(crate) mod sentence;
pub(crate) mod table;

use std::fmt;

use canvas::Canvas;

pub(crate) use failure::Failure;
pub(crate) use sentence::{CommandLine, Hint, NEW_GAME, Remark, Sentence};
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
    /// Data, which every format shows, with what stands at its head.
    Report(Head, Box<dyn Report>),
}

/// A report: its fields are its JSON document, and its blocks are what people, records, spreadsheets and pages show.
pub(crate) trait Report: fmt::Debug + erased_serde::Serialize {
    /// What it shows, from top to bottom.
    fn blocks(&self) -> Vec<Block<'_>>;
}

erased_serde::serialize_trait_object!(Report);

/// What stands at the head of a report.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    /// The title of its page.
    pub title: String,
    /// What else a page says there: of which games the report is, and of which day.
    pub facts: Vec<String>,
    /// How many games were left out only because nobody knows when they started.
    pub undated: usize,
    /// Why the report has nothing to show, if it has nothing. People read this in place of the blocks.
    pub why_empty: Option<Sentence>,
    /// What people see in the blocks, and everybody else is told besides.
    pub besides: Vec<Remark>,
    /// After how many seconds a browser that shows the page loads it again.
    pub refresh: Option<u32>,
}

impl Head {
    /// What programs are told besides the report.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = Remark> {
        self.why_empty.clone().map(Remark::note).into_iter().chain(self.besides.clone())
    }

    /// That games were left out.
    pub(crate) fn left_out(&self) -> Option<Remark> {
        let [has, is] = if self.undated == 1 { ["has", "is"] } else { ["have", "are"] };
        let games = count(self.undated, "game");
        (self.undated > 0).then(|| Remark::note(format!("{games} {has} no date and {is} left out")))
    }
}

/// A part of a report.
pub(crate) enum Block<'a> {
    /// Words for people, broken between words where a line ends.
    Words(Sentence),
    /// A table.
    Table(Table<'a>),
    /// A drawing for people.
    Drawing(Box<dyn Draw>),
    /// HTML that only pages show.
    Html(String),
    /// Records for programs, each with fields of its own. One without fields is an empty line.
    Records(Vec<Vec<Cell>>),
}

impl Block<'_> {
    /// Words for people, made safe to print.
    pub(crate) fn words(text: impl AsRef<str>) -> Self {
        Block::Words(printable_lines(text.as_ref()).into())
    }

    /// Records of one kind.
    pub(crate) fn records(kind: &'static str, rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        let row = |cells| std::iter::once(Cell::Text(kind.into())).chain(cells).collect();
        Block::Records(rows.into_iter().map(row).collect())
    }
}

/// A drawing: something that people read and that is no table, like a score sheet or a chart.
pub(crate) trait Draw: fmt::Debug {
    /// The drawing on a terminal, to be [painted](crate::render::painted).
    fn text(&self, canvas: Canvas) -> String;

    /// Whether it is a line or two, which stand below a sentence without a blank line.
    fn is_short(&self) -> bool {
        false
    }

    /// The drawing on a page, as HTML. Without one, the page shows the text.
    fn html(&self) -> Option<String> {
        None
    }

    /// What programs read in its place.
    fn records(&self) -> Vec<Vec<Cell>> {
        Vec::new()
    }

    /// What spreadsheets have in its place.
    fn table(&self) -> Option<Table<'_>> {
        None
    }
}

impl Answer {
    /// A few words for people.
    pub(crate) fn of(words: impl Into<String>) -> Answer {
        let words = words.into();
        Answer::report(words.clone(), Words(words))
    }

    /// An answer for programs, which is printed as it is: no line of it is broken.
    pub(crate) fn text(text: impl Into<Spool>) -> Answer {
        Answer { content: Content::Text(text.into()), ..Answer::default() }
    }

    /// An answer that every format can show, with this title.
    pub(crate) fn report(title: impl Into<String>, report: impl Report + 'static) -> Answer {
        Answer::headed(Head { title: title.into(), ..Head::default() }, report)
    }

    /// An answer that every format can show, with this head.
    pub(crate) fn headed(head: Head, report: impl Report + 'static) -> Answer {
        let remarks = head.left_out().into_iter().collect();
        Answer { content: Content::Report(head, Box::new(report)), remarks, ..Answer::default() }
    }

    /// The exit status says that something is wrong.
    pub(crate) fn bad(self) -> Answer {
        Answer { is_bad: true, ..self }
    }

    /// Adds remarks.
    pub(crate) fn remarks(mut self, remarks: impl IntoIterator<Item = Remark>) -> Answer {
        self.remarks.extend(remarks);
        self
    }
}

/// Words for people, and nothing else.
#[derive(Debug, Clone, Serialize)]
struct Words(String);

impl Report for Words {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![Block::Drawing(Box::new(self.clone()))]
    }
}

impl Draw for Words {
    fn text(&self, _: Canvas) -> String {
        self.0.clone()
    }
}
