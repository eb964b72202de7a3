//! How text for people is to look.

/// How text for people is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// The most columns a line may take. Less than [`Look::NARROWEST`] is taken as that.
    pub width: usize,
    /// Whether it may be styled.
    pub colour: Colour,
}

/// Whether text may be styled. No meaning rests on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Characters only.
    Plain,
    /// Bold and dim, where they help the eye.
    Styled,
}

impl Look {
    /// The narrowest text there is.
    pub(crate) const NARROWEST: usize = 40;

    /// A plain look of that width.
    #[cfg(test)]
    #[must_use]
    pub(crate) const fn plain(width: usize) -> Look {
        Look { width, colour: Colour::Plain }
    }

    /// The columns there are.
    pub(super) fn columns(self) -> usize {
        self.width.max(Look::NARROWEST)
    }
}
