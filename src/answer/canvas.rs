//! What text for people is laid out on: its width, its rows and its colours.

use serde::{Deserialize, Serialize};

/// What text for people is laid out on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Canvas {
    /// The most columns a line may take. A smaller width than [`Canvas::NARROWEST`] counts as that.
    pub width: usize,
    /// How many rows the window has; as many as it takes on paper and in a file.
    pub rows: Option<usize>,
    /// Whether the text may be styled.
    pub colour: Colour,
    /// Where the text is read.
    pub medium: Medium,
}

/// Where text for people is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Medium {
    /// In a file or behind a pipe, where a sentence is never broken.
    File,
    /// On a terminal.
    Terminal,
    /// At the pad, which shows below each answer where the game stands.
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

/// The characters that text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Symbols {
    /// Signs for suits, lines and dashes.
    Signs,
    /// Plain ASCII.
    Letters,
}

impl Canvas {
    /// The narrowest width that text is made for. Score sheets and boards need twice as much.
    pub(crate) const NARROWEST: usize = 20;

    /// A canvas of this width without styles.
    #[cfg(test)]
    pub(crate) const fn plain(width: usize) -> Canvas {
        Canvas { width, rows: None, colour: Colour::Plain, medium: Medium::Terminal }
    }

    /// How many columns a sentence has.
    pub(crate) fn sentence_columns(self) -> usize {
        if self.medium == Medium::File { usize::MAX } else { self.line_columns() }
    }

    /// How many columns a line has.
    pub(crate) fn line_columns(self) -> usize {
        self.width.max(Canvas::NARROWEST)
    }
}
