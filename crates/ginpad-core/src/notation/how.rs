//! The words of an entry that say how a hand ended.

/// How a result ended, as people say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Somebody knocked.
    Knock,
    /// Somebody went gin.
    Gin,
    /// Somebody went big gin.
    BigGin,
    /// Somebody undercut a knock.
    Undercut,
    /// Only the points are known.
    Points,
}

/// Every word that says how a result ended.
pub(super) const WORDS: &[(&str, How)] = &[
    ("knock", How::Knock),
    ("knocks", How::Knock),
    ("k", How::Knock),
    ("gin", How::Gin),
    ("gins", How::Gin),
    ("g", How::Gin),
    ("big-gin", How::BigGin),
    ("biggin", How::BigGin),
    ("big gin", How::BigGin),
    ("big", How::BigGin),
    ("bg", How::BigGin),
    ("undercut", How::Undercut),
    ("undercuts", How::Undercut),
    ("u", How::Undercut),
    ("points", How::Points),
    ("p", How::Points),
];

/// Every word for a dead hand.
pub(super) const DEAD: &[&str] = &["dead", "draw", "wash", "-"];

/// The full words, for messages.
pub(super) const EXPECTED: &str = "knock, gin, big-gin, undercut or points";

impl How {
    /// All of them.
    pub const ALL: [How; 5] = [How::Knock, How::Gin, How::BigGin, How::Undercut, How::Points];

    /// The full word of an entry.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            How::Knock => "knock",
            How::Gin => "gin",
            How::BigGin => "big-gin",
            How::Undercut => "undercut",
            How::Points => "points",
        }
    }

    /// Reads one of the words, in any case.
    pub(super) fn read(typed: &str) -> Option<How> {
        WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(typed)).map(|(_, how)| *how)
    }
}
