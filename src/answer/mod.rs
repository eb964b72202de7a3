//! What a command answers, as values: nothing here knows a terminal.

pub(crate) mod command_line;
pub(crate) mod failure;
pub(crate) mod file_words;
pub(crate) mod sentence;
pub(crate) mod spell;

use sentence::Remark;

/// What a command answers: text for stdout, and remarks for stderr.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Answer {
    /// The answer.
    pub out: String,
    /// What else the user should know.
    pub remarks: Vec<Remark>,
    /// What was done, in case the answer cannot be delivered: "the hand was logged".
    pub(crate) done: Option<&'static str>,
    /// Whether it is for programs.
    pub(crate) is_exact: bool,
    /// Whether it says that something is wrong, which the exit status says too.
    pub(crate) is_bad: bool,
}

impl Answer {
    /// An answer without remarks.
    pub(crate) fn of(out: impl Into<String>) -> Answer {
        Answer { out: out.into(), ..Answer::default() }
    }

    /// An answer for programs, which is printed as it is: no line of it is broken.
    pub(crate) fn exactly(out: impl Into<String>) -> Answer {
        Answer { is_exact: true, ..Answer::of(out) }
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
    pub(crate) fn or_done(mut self, what: &'static str) -> Answer {
        self.done.get_or_insert(what);
        self
    }

    /// Adds remarks.
    #[must_use]
    pub(crate) fn remarks(mut self, remarks: impl IntoIterator<Item = Remark>) -> Answer {
        self.remarks.extend(remarks);
        self
    }
}
