//! Answers of commands, as values: nothing here knows a terminal.
//!
//! An [`Answer`] is a [report](Report) with remarks for the user. A report is data, made once; each format of the
//! program shows all reports in one way.

mod failure;
mod sentence;
mod table;

use std::fmt;
use std::io::BufWriter;

use serde::{Deserialize, Serialize};
use tempfile::SpooledTempFile;

use ginpad_core::text::{count, printable_lines};

pub(crate) use failure::{Failure, Kind, in_full, printed, unreadable};
pub(crate) use sentence::{CommandLine, Hint, Remark, Sentence, Spell, shell_word};
use table::Audiences;
pub(crate) use table::{Audience, Cell, Column, Table, cells};

#[cfg(test)]
pub(crate) use sentence::Nobody;

/// The answer of a command.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// The answer itself.
    pub content: Content,
    /// Remarks for the user.
    pub remarks: Vec<Remark>,
    /// Whether the answer reports something wrong, as the exit status then does too.
    pub is_bad: bool,
}

/// The content of an answer.
#[derive(Debug, Default)]
pub(crate) enum Content {
    /// Nothing, or nothing left to print.
    #[default]
    Nothing,
    /// Text for programs, printed unchanged: no line of it is broken.
    Text(String),
    /// The same, beyond a little length in a file that the system removes. Nobody can write to a book while it is read,
    /// and the reader of an answer may be slow, so a long answer is kept until the book is closed.
    LongText(BufWriter<SpooledTempFile>),
    /// Data that every format shows, with a head.
    Report(Head, Box<dyn Report>),
}

/// A report: its fields are its JSON document; its blocks serve people, records, spreadsheets and pages.
pub(crate) trait Report: fmt::Debug + erased_serde::Serialize {
    /// The blocks, from top to bottom.
    fn blocks(&self) -> Vec<Block<'_>>;
}

erased_serde::serialize_trait_object!(Report);

/// The head of a report.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    /// The title of the page.
    pub title: String,
    /// Facts at the head of a page: the games and the day of the report.
    pub facts: Vec<String>,
    /// For a report about games, the number of games left out only because their start is unknown.
    pub undated: Option<usize>,
    /// How new the figures of a club are.
    pub as_of: Option<AsOf>,
    /// Why the report is empty, if it is. People read this in place of the blocks.
    pub why_empty: Option<Sentence>,
    /// The seconds after which a browser reloads the page.
    pub refresh: Option<u32>,
}

impl Head {
    /// The remark that games were left out.
    pub(crate) fn left_out(&self) -> Option<Remark> {
        let undated = self.undated.filter(|undated| *undated > 0)?;
        let [has, is] = if undated == 1 { ["has", "is"] } else { ["have", "are"] };
        Some(Remark::note(format!("{} {has} no date and {is} left out", count(undated, "game"))))
    }
}

/// How new the figures of a club are.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct AsOf {
    /// The time of the last tally, by local clocks.
    pub as_of: String,
    /// The number of changes that came since.
    pub changes_since: usize,
}

/// A part of a report.
pub(crate) enum Block<'a> {
    /// Words for people, broken between words where a line ends.
    Words(Sentence),
    /// A table.
    Table(Table<'a>),
    /// A drawing for people.
    Drawing(Drawing<'a>),
    /// HTML that only pages show.
    Html(String),
    /// Rows for programs, each made when it is read. A record has its own fields; one without fields is an empty line.
    Rows {
        audiences: Audiences,
        /// The headings in a spreadsheet, separated by spaces.
        keys: String,
        rows: Box<dyn Iterator<Item = Vec<Cell>> + 'a>,
    },
}

impl<'a> Block<'a> {
    /// Words for people, made safe to print.
    pub(crate) fn words(text: impl AsRef<str>) -> Self {
        Block::Words(printable_lines(text.as_ref()).into())
    }

    /// Rows for programs, with a column for each word of `keys`.
    pub(crate) fn rows(audiences: Audiences, keys: &str, rows: impl Iterator<Item = Vec<Cell>> + 'a) -> Self {
        Block::Rows { audiences, keys: keys.into(), rows: Box::new(rows) }
    }

    /// Records.
    pub(crate) fn records(rows: impl IntoIterator<Item = Vec<Cell>, IntoIter: 'a>) -> Self {
        Block::rows(&[Audience::Records], "", rows.into_iter())
    }

    /// Records of one kind.
    pub(crate) fn kind(kind: &'static str, rows: impl IntoIterator<Item = Vec<Cell>, IntoIter: 'a>) -> Self {
        let row = move |cells| std::iter::once(Cell::Text(kind.into())).chain(cells).collect();
        Block::records(rows.into_iter().map(row))
    }
}

/// A drawing: something people read that is not a table, like a score sheet or a chart.
pub(crate) struct Drawing<'a> {
    /// Makes the drawing on a terminal, to be [painted](crate::render::painted).
    pub text: Box<dyn Fn(Canvas) -> String + 'a>,
    /// Makes the drawing on a page, as HTML. Without one, the page shows the text.
    pub html: Box<dyn Fn() -> Option<String> + 'a>,
    /// Whether it is a line or two, which follow a sentence without a blank line.
    pub is_short: bool,
}

impl<'a> Drawing<'a> {
    /// A drawing of several lines that has no HTML.
    pub(crate) fn new(text: impl Fn(Canvas) -> String + 'a) -> Drawing<'a> {
        Drawing { text: Box::new(text), html: Box::new(|| None), is_short: false }
    }
}

impl Answer {
    /// A few words for people.
    pub(crate) fn of(words: impl Into<String>) -> Answer {
        let words = words.into();
        Answer::report(words.clone(), words)
    }

    /// An answer for programs, printed unchanged: no line of it is broken.
    pub(crate) fn text(text: String) -> Answer {
        Answer { content: Content::Text(text), ..Answer::default() }
    }

    /// An answer for programs that is written piece by piece, however long.
    pub(crate) fn long_text(text: BufWriter<SpooledTempFile>) -> Answer {
        Answer { content: Content::LongText(text), ..Answer::default() }
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

    /// Makes the exit status report something wrong.
    pub(crate) fn bad(self) -> Answer {
        Answer { is_bad: true, ..self }
    }

    /// Adds remarks.
    pub(crate) fn remarks(mut self, remarks: impl IntoIterator<Item = Remark>) -> Answer {
        self.remarks.extend(remarks);
        self
    }
}

/// Words for people only.
impl Report for String {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![Block::Drawing(Drawing::new(|_| self.clone()))]
    }
}

/// The surface on which text for people is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Canvas {
    /// The most columns a line may take. A smaller width than [`Canvas::NARROWEST`] counts as that.
    pub width: usize,
    /// The rows of the window; `None` on paper and in a file, where text takes as many as it needs.
    pub rows: Option<usize>,
    /// Whether text may be styled.
    pub colour: Colour,
    /// The medium on which text is read.
    pub medium: Medium,
}

/// The medium on which people read text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Medium {
    /// In a file or behind a pipe, where a sentence is never broken.
    File,
    /// On a terminal.
    Terminal,
    /// At the pad, which prints where the game stands below each answer.
    Pad,
}

/// Whether text may be styled. No meaning depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Characters only.
    Plain,
    /// Bold, dim and red suits, to help the eye.
    Styled,
}

/// The characters of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Symbols {
    /// Signs for suits, lines and dashes.
    Signs,
    /// Plain ASCII.
    Letters,
}

impl Canvas {
    /// The narrowest supported width. Score sheets and boards need twice as much.
    pub(crate) const NARROWEST: usize = 20;

    /// A canvas of this width without styles.
    #[cfg(test)]
    pub(crate) const fn plain(width: usize) -> Canvas {
        Canvas { width, rows: None, colour: Colour::Plain, medium: Medium::Terminal }
    }

    /// The columns of a sentence.
    pub(crate) fn sentence_columns(self) -> usize {
        if self.medium == Medium::File { usize::MAX } else { self.line_columns() }
    }

    /// The columns of a line.
    pub(crate) fn line_columns(self) -> usize {
        self.width.max(Canvas::NARROWEST)
    }
}
