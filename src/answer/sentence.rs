//! Sentences that contain commands: hints and remarks. They are assembled from parts when printed; a [`Spell`] turns a
//! command into text.

use std::borrow::Cow;
use std::path::Path;

use ginpad_core::text::is_control;

/// A sentence that can contain commands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sentence(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Command(CommandLine),
}

impl Sentence {
    /// Adds words, with the spaces around them.
    pub(crate) fn say(mut self, text: impl Into<String>) -> Sentence {
        self.0.push(Part::Text(text.into()));
        self
    }

    /// Adds a command, printed in backticks.
    pub(crate) fn run(mut self, command: impl Into<CommandLine>) -> Sentence {
        self.0.push(Part::Command(command.into()));
        self
    }

    /// The printed sentence. `None` if one of its commands cannot be typed.
    pub(crate) fn text(&self, reader: &dyn Spell) -> Option<String> {
        let part = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Command(command) => Some(format!("`{}`", reader.spell(command)?)),
        };
        self.0.iter().map(part).collect()
    }
}

impl<T: Into<String>> From<T> for Sentence {
    fn from(text: T) -> Sentence {
        Sentence::default().say(text)
    }
}

/// Advice to the user. Every command in a hint works when pasted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint(pub Sentence);

impl Hint {
    /// A command.
    pub(crate) fn run(command: impl Into<CommandLine>) -> Hint {
        Hint(Sentence::default().run(command))
    }

    /// A command after these words: `start one with`.
    pub(crate) fn with(lead: &str, command: impl Into<CommandLine>) -> Hint {
        Hint(Sentence::from(format!("{lead} ")).run(command))
    }

    /// A command and its effect: `lists the games`.
    pub(crate) fn does(command: impl Into<CommandLine>, what: &str) -> Hint {
        Hint(Sentence::default().run(command).say(format!(" {what}")))
    }

    /// Commands after these words, to choose from.
    pub(crate) fn one_of(lead: &str, commands: impl IntoIterator<Item = CommandLine>) -> Hint {
        let parts = commands.into_iter().flat_map(|command| [Part::Text(" or ".into()), Part::Command(command)]);
        Hint(Sentence([Part::Text(lead.into())].into_iter().chain(parts.skip(1)).collect()))
    }

    /// A command about a file, and its effect. `None` if the name of the file cannot be typed.
    pub(crate) fn on_file(verb: &'static str, file: &Path, what: &str) -> Option<Hint> {
        Some(Hint::does(CommandLine::of(verb).words([file.to_str()?]), what))
    }

    /// Words only, if no command would help.
    pub(crate) fn advice(text: impl Into<String>) -> Hint {
        Hint(text.into().into())
    }
}

/// A remark beside the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remark {
    /// Something worth knowing.
    Note(Sentence),
    /// A fact that programs read in the answer, and the pad shows: which game this is.
    Aside(Sentence),
    /// Something that may be wrong.
    Warning(Sentence),
    /// The next step.
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

    /// The printed line. `None` if one of its commands cannot be typed.
    pub(crate) fn text(&self, reader: &dyn Spell) -> Option<String> {
        let (kind, sentence) = match self {
            Remark::Note(sentence) | Remark::Aside(sentence) => ("note", sentence),
            Remark::Warning(sentence) => ("warning", sentence),
            Remark::Hint(Hint(sentence)) => ("hint", sentence),
        };
        Some(format!("{kind}: {}", sentence.text(reader)?))
    }
}

/// A command that the user can paste.
///
/// It holds the differences from the running command; the rest, such as `--book`, is added when it is printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CommandLine {
    /// Another command, with words and flags that no shell changes; empty for `ginpad` alone, which shows the current
    /// game. `None` is the running command, with everything that the user gave.
    pub other: Option<Cow<'static, str>>,
    /// The words after another command. Each group has the name of its field, which it replaces in the running command.
    pub operands: Vec<(&'static str, Vec<String>)>,
    /// Flags by their long names, with their values. They replace those that the user gave.
    pub flags: Vec<(&'static str, Option<String>)>,
    /// Flags that the user gave and that this command keeps.
    pub kept: Vec<&'static str>,
    /// Arguments and flags that the user gave and that this command omits.
    pub without: Vec<&'static str>,
    /// Whether words in capitals are placeholders that only the players can fill. Such a form is printed without the
    /// name of the program, so that nobody pastes it by mistake.
    pub is_form: bool,
}

impl CommandLine {
    /// The running command, with all its arguments and flags.
    pub(crate) fn again() -> CommandLine {
        CommandLine::default()
    }

    /// Another command: `games`, `score 3`, `drop --game 3`. Words that a shell may change follow as [`words`].
    ///
    /// [`words`]: CommandLine::words
    pub(crate) fn of(command: impl Into<Cow<'static, str>>) -> CommandLine {
        CommandLine { other: Some(command.into()), ..CommandLine::default() }
    }

    /// The form that starts a game.
    pub(crate) fn new_game() -> CommandLine {
        CommandLine::of("new").words(["NAME", "NAME"]).form()
    }

    /// Whether it is this other command.
    pub(crate) fn is(&self, verb: &str) -> bool {
        self.other.as_ref().is_some_and(|other| other.split(' ').next() == Some(verb))
    }

    /// Adds words after another command.
    pub(crate) fn words<T: Into<String>>(self, words: impl IntoIterator<Item = T>) -> CommandLine {
        self.operand("", words)
    }

    /// Exactly these words after `ginpad`; for a command line that could not be parsed.
    pub(crate) fn verbatim(words: Vec<String>) -> CommandLine {
        CommandLine::of("").words(words).without("book")
    }

    /// Sets the words of an argument.
    pub(crate) fn operand<T: Into<String>>(
        mut self,
        id: &'static str,
        words: impl IntoIterator<Item = T>,
    ) -> CommandLine {
        self.operands.push((id, words.into_iter().map(Into::into).collect()));
        self
    }

    /// Sets the entry: as separate words if the shell leaves them alone, else as one word in quotes.
    pub(crate) fn entry(self, entry: &str) -> CommandLine {
        let words: Vec<&str> = entry.split(' ').collect();
        let plain = words.iter().all(|word| is_plain(word));
        self.operand("entry", if plain { words } else { vec![entry] })
    }

    /// Sets a flag that takes a value.
    pub(crate) fn flag(mut self, name: &'static str, value: impl Into<String>) -> CommandLine {
        self.flags.push((name, Some(value.into())));
        self
    }

    /// Sets a flag that takes no value.
    pub(crate) fn switch(mut self, name: &'static str) -> CommandLine {
        self.flags.push((name, None));
        self
    }

    /// Keeps a flag that the user gave to the running command.
    pub(crate) fn keep(mut self, name: &'static str) -> CommandLine {
        self.kept.push(name);
        self
    }

    /// Marks it as a form: words in capitals are placeholders that only the players can fill.
    pub(crate) fn form(self) -> CommandLine {
        CommandLine { is_form: true, ..self }
    }

    /// Omits an argument or a flag that the user gave.
    pub(crate) fn without(mut self, name: &'static str) -> CommandLine {
        self.without.push(name);
        self
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for CommandLine {
    fn from(command: T) -> CommandLine {
        CommandLine::of(command)
    }
}

/// Quotes a word for the shell. `None` if no terminal can show it unchanged, or no quotes help.
pub(crate) fn shell_word(word: &str) -> Option<String> {
    if word.chars().any(is_control) {
        return None;
    }
    if is_plain(word) {
        return Some(word.into());
    }
    if cfg!(windows) {
        // Double quotes mean the same to each Windows shell, unless a character in them is special.
        return (!word.contains(['"', '%', '$', '`'])).then(|| format!("\"{word}\""));
    }
    shlex::try_quote(word).ok().map(Into::into)
}

/// Whether every shell leaves the word unchanged.
fn is_plain(word: &str) -> bool {
    let plain = |char: char| char.is_alphanumeric() || "+,.:-/@_=♠♥♦♣".contains(char);
    !word.is_empty() && word.chars().all(plain)
}

/// Spells suggested commands for a reader: in a shell, at the pad, or on a page.
pub(crate) trait Spell {
    /// The command, quoted and with every flag that it needs. `None` if one of its words cannot be typed or shown.
    fn spell(&self, command: &CommandLine) -> Option<String>;
}

/// A reader who cannot type commands.
#[cfg(test)]
pub(crate) struct Nobody;

#[cfg(test)]
impl Spell for Nobody {
    fn spell(&self, _: &CommandLine) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_change_them() {
        for (word, quoted) in [
            ("Ann", "Ann"),
            ("Zoë", "Zoë"),
            ("target=150", "target=150"),
            ("Ann & Bob", "'Ann & Bob'"),
            ("O'Neil", "\"O'Neil\""),
            ("", "''"),
            ("a`b", "'a`b'"),
        ] {
            assert_eq!(shell_word(word).as_deref(), Some(quoted));
        }
        assert_eq!(shell_word("a\u{1b}[2J"), None);
    }

    #[test]
    fn an_entry_is_several_words_unless_it_needs_quotes() {
        let words = |entry: &str| CommandLine::again().entry(entry).operands[0].1.clone();
        assert_eq!(words("Ann knock 4 27"), ["Ann", "knock", "4", "27"]);
        assert_eq!(words("\"A\" knock 4 27"), ["\"A\" knock 4 27"]);
        assert_eq!(words("Ann gin 4 note \"a  b\""), ["Ann gin 4 note \"a  b\""]);
    }
}
