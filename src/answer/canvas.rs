//! The canvas of text for people: its width, its rows and its colours.

use serde::{Deserialize, Serialize};

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
