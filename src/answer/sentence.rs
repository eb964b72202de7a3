//! Sentences with commands in them: hints and remarks. They are put together from parts when they are printed.

use super::command_line::{CommandLine, Verb};
use crate::answer::command_line::Spell;

/// A sentence that can contain commands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sentence(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Command(CommandLine),
}

impl Sentence {
    /// Adds words; the spaces around them are part of them.
    pub(crate) fn say(mut self, text: impl Into<String>) -> Sentence {
        self.0.push(Part::Text(text.into()));
        self
    }

    /// Adds a command, which is printed in backticks.
    pub(crate) fn run(mut self, command: CommandLine) -> Sentence {
        self.0.push(Part::Command(command));
        self
    }

    /// The sentence as it is printed. `None` if one of its commands cannot be typed.
    pub(crate) fn text(&self, reader: &dyn Spell) -> Option<String> {
        let part = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Command(command) => Some(format!("`{}`", reader.spell(command)?)),
        };
        self.0.iter().map(part).collect()
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence::default().say(text)
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        Sentence::default().say(text)
    }
}

/// What would help. Every command in a hint works when it is pasted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint(pub Sentence);

impl Hint {
    /// A command.
    pub(crate) fn run(command: CommandLine) -> Hint {
        Hint(Sentence::default().run(command))
    }

    /// A command after these words: `start one with`.
    pub(crate) fn with(lead: &str, command: CommandLine) -> Hint {
        Hint(Sentence::from(format!("{lead} ")).run(command))
    }

    /// A command and what it does: `lists the games`.
    pub(crate) fn does(command: CommandLine, what: &str) -> Hint {
        Hint(Sentence::default().run(command).say(format!(" {what}")))
    }

    /// The same hint where not this command runs, but one that cannot be understood. `kept` are flags that were typed.
    pub(crate) fn of_command(self, verb: &'static str, kept: &[&'static str]) -> Hint {
        let part = |part: Part| match part {
            Part::Command(command) if command.verb == Verb::Running => Part::Command(
                kept.iter()
                    .fold(CommandLine { verb: Verb::Other(verb), ..command }, |command, flag| command.keep(flag)),
            ),
            part => part,
        };
        Hint(Sentence(self.0.0.into_iter().map(part).collect()))
    }

    /// Whether it is the running command with changes.
    pub(crate) fn is_again(&self) -> bool {
        self.0.0.iter().any(|part| matches!(part, Part::Command(command) if command.verb == Verb::Running))
    }

    /// Words only, if no command can be named.
    pub(crate) fn advice(text: impl Into<String>) -> Hint {
        Hint(text.into().into())
    }
}

/// What the user should know besides the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remark {
    /// Something worth knowing.
    Note(Sentence),
    /// What programs read in the answer, and the pad shows: which game this is.
    Aside(Sentence),
    /// Something that may be wrong.
    Warning(Sentence),
    /// What to do next.
    Hint(Hint),
}

impl Remark {
    /// Something worth knowing.
    pub(crate) fn note(sentence: impl Into<Sentence>) -> Remark {
        Remark::Note(sentence.into())
    }

    /// Something that may be wrong.
    pub(crate) fn warning(sentence: impl Into<Sentence>) -> Remark {
        Remark::Warning(sentence.into())
    }

    /// Whether programs and the pad say it too. What else there is helps a person who types single commands.
    pub(crate) const fn is_for_all(&self) -> bool {
        matches!(self, Remark::Note(_) | Remark::Warning(_))
    }

    /// The line that is printed. `None` if one of its commands cannot be typed.
    pub(crate) fn text(&self, reader: &dyn Spell) -> Option<String> {
        let (kind, sentence) = match self {
            Remark::Note(sentence) | Remark::Aside(sentence) => ("note", sentence),
            Remark::Warning(sentence) => ("warning", sentence),
            Remark::Hint(Hint(sentence)) => ("hint", sentence),
        };
        Some(format!("{kind}: {}", sentence.text(reader)?))
    }
}
