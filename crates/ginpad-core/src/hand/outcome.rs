//! How a hand ended.

/// How the hand of one pair of opponents ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Somebody knocked. Nobody wins a tie if the rules make it void.
    Knock,
    /// The defender undercut a knock.
    Undercut,
    /// Somebody went gin.
    Gin,
    /// Somebody went big gin.
    BigGin,
    /// Only the winner and the points are known.
    Points,
    /// Nobody ended the hand.
    #[default]
    Dead,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 6] =
        [Outcome::Knock, Outcome::Undercut, Outcome::Gin, Outcome::BigGin, Outcome::Points, Outcome::Dead];

    /// The word for this outcome in entries, JSON and the book.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Knock => "knock",
            Outcome::Undercut => "undercut",
            Outcome::Gin => "gin",
            Outcome::BigGin => "big-gin",
            Outcome::Points => "points",
            Outcome::Dead => "dead",
        }
    }

    /// The outcome that a word names.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::hand::Outcome;
    ///
    /// assert_eq!(Outcome::from_word("big-gin"), Some(Outcome::BigGin));
    /// assert_eq!(Outcome::from_word("bg"), None, "short forms belong to entries");
    /// ```
    pub fn from_word(word: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.word() == word)
    }

    /// Whether it is gin or big gin.
    pub const fn is_gin(self) -> bool {
        matches!(self, Outcome::Gin | Outcome::BigGin)
    }
}
