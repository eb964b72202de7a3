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

use look::Look;
use sentence::{Remark, Sentence};
use table::Table;

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
    /// Text for the face that was asked for.
    Printed(String),
    /// Text for programs, which is printed as it is: no line of it is broken.
    Exact(String),
    /// Data, which every face shows.
    Report(Box<dyn Report>),
}

/// A report: its fields are its JSON document, and its blocks are what people, records, spreadsheets and pages show.
pub(crate) trait Report: fmt::Debug + erased_serde::Serialize {
    /// The title of its page.
    fn title(&self) -> String;

    /// What else a page says of it at its head: which games it is about, and of which day it is.
    fn facts(&self) -> &[String] {
        &[]
    }

    /// Why it has nothing to show, if it has nothing. People read this in place of the blocks, programs as a note.
    fn why_empty(&self) -> Option<Sentence> {
        None
    }

    /// What it shows, from top to bottom.
    fn blocks(&self) -> Vec<Block>;
}

erased_serde::serialize_trait_object!(Report);

/// A part of a report.
#[derive(Debug)]
pub(crate) enum Block {
    /// Words for people, broken between words where a line ends.
    Words(Sentence),
    /// A table.
    Table(Table),
    /// A drawing for people.
    Drawing(Box<dyn Draw>),
}

impl Block {
    /// The table that it is, if it is one.
    pub(crate) const fn table(&self) -> Option<&Table> {
        match self {
            Block::Table(table) => Some(table),
            Block::Words(_) | Block::Drawing(_) => None,
        }
    }
}

/// A drawing: something that people read and that is no table, like a score sheet or a chart.
pub(crate) trait Draw: fmt::Debug {
    /// The drawing on a terminal.
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
    /// An answer in text, without remarks.
    pub(crate) fn of(out: impl Into<String>) -> Answer {
        Answer { content: Content::Printed(out.into()), ..Answer::default() }
    }

    /// An answer for programs, which is printed as it is: no line of it is broken.
    pub(crate) fn exactly(out: impl Into<String>) -> Answer {
        Answer { content: Content::Exact(out.into()), ..Answer::default() }
    }

    /// An answer that every face can show.
    pub(crate) fn report(report: impl Report + 'static) -> Answer {
        Answer { content: Content::Report(Box::new(report)), ..Answer::default() }
    }

    /// The text of an answer in text.
    pub(crate) fn text(&self) -> &str {
        match &self.content {
            Content::Printed(text) | Content::Exact(text) => text,
            Content::Nothing | Content::Report(_) => "",
        }
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
