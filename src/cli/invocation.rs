//! The command line that the user typed. Suggested commands start from it, so that they keep its flags.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};

use crate::answer::{CommandLine, Spell, shell_word};

/// Commands that do not use the book of `--book`; their suggestions omit it.
const WITHOUT_A_BOOK: [&str; 8] = ["completions", "config", "deadwood", "help", "layoff", "man", "rescue", "rules"];

#[derive(Debug, Clone, Default)]
pub(crate) struct Invocation {
    /// What clap made of it, if it is valid.
    pub matches: Option<ArgMatches>,
    /// Its words after the program's name, if it is not valid.
    pub words: Vec<String>,
    /// Whether it is a line at the pad. A short line there has the matches of the program.
    pub is_at_pad: bool,
    /// The words before an entry on a short line at the pad, like `3= `. `None` for a command line.
    lead: Option<String>,
}

impl Spell for Invocation {
    fn spell(&self, command: &CommandLine) -> Option<String> {
        if !self.is_at_pad {
            let program = (!command.is_form).then(|| "ginpad".to_string());
            return spelled(program.into_iter().chain(self.words(command)?).collect());
        }
        // Any command can be typed at the pad, without the name of the program and without the book.
        let mut in_full = command.clone().without("book");
        // A short line has no flags.
        let is_short = self.lead.is_some();
        in_full.kept.retain(|flag| !is_short && self.values_of(flag).is_some_and(|typed| !typed.is_empty()));
        let short = line_at_pad(&in_full, self.lead.as_deref());
        let is_whole = !is_short || command.other.is_some();
        short.or_else(|| spelled(self.words(&in_full).filter(|_| is_whole)?))
    }
}

/// Joins words as a shell reads them.
fn spelled(words: Vec<String>) -> Option<String> {
    let words: Option<Vec<String>> = words.iter().map(|word| shell_word(word)).collect();
    Some(words?.join(" "))
}

impl Invocation {
    /// The words of a command after the name of the program.
    fn words(&self, command: &CommandLine) -> Option<Vec<String>> {
        let mut words = Vec::new();
        match &command.other {
            None => words.extend(self.again(command)?),
            Some(other) => {
                words.extend(other.split_whitespace().map(str::to_string));
                words.extend(command.operands.iter().flat_map(|(_, words)| words.iter().cloned()));
            }
        }
        words.extend(command.flags.iter().flat_map(|(name, value)| flag(name, value.as_deref())));
        if let Some(other) = &command.other {
            let needs_book = !WITHOUT_A_BOOK.contains(&other.split(' ').next().unwrap_or_default());
            let is_set =
                |name: &&str| command.without.contains(name) || command.flags.iter().any(|(set, _)| set == name);
            for name in command.kept.iter().copied().chain(needs_book.then_some("book")).filter(|name| !is_set(name)) {
                words.extend(self.values_of(name)?.iter().flat_map(|value| flag(name, Some(value))));
            }
        }
        Some(words)
    }

    /// A valid command line.
    pub(crate) fn parsed(matches: ArgMatches) -> Invocation {
        Invocation { matches: Some(matches), ..Invocation::default() }
    }

    /// An invalid command line: its words after the program's name.
    pub(crate) fn unparsed(words: Vec<String>) -> Invocation {
        Invocation { words, ..Invocation::default() }
    }

    /// Returns this command line as a line at the pad. `lead` is the text before an entry on a short line.
    pub(crate) fn at_pad(self, lead: Option<&str>) -> Invocation {
        Invocation { is_at_pad: true, lead: lead.map(str::to_string), ..self }
    }

    /// The words of the running command, changed as `command` asks.
    fn again(&self, command: &CommandLine) -> Option<Vec<String>> {
        let program = crate::commands::command();
        let (mut verb, mut definition, mut matches) = (Vec::new(), &program, self.matches.as_ref()?);
        while let Some((name, inner)) = matches.subcommand() {
            verb.push(name.to_string());
            (definition, matches) = (definition.find_subcommand(name)?, inner);
        }
        let is_kept = |id: &str| is_typed(matches, id) && !command.without.contains(&id);
        let mut words = verb;
        for arg in definition.get_positionals() {
            let id = arg.get_id().as_str();
            match command.operands.iter().find(|(field, _)| *field == id) {
                Some((_, typed)) => words.extend(typed.iter().cloned()),
                None if is_kept(id) => words.extend(raw(matches, id)?),
                None => {}
            }
        }
        // The command's own flags precede the flags that every command takes.
        let mut flags: Vec<&Arg> = definition.get_arguments().filter(|arg| !arg.is_positional()).collect();
        flags.sort_by_key(|arg| arg.is_global_set());
        for arg in flags {
            let (id, name) = (arg.get_id().as_str(), arg.get_long().unwrap_or_default());
            if !is_kept(id) || command.without.contains(&name) || command.flags.iter().any(|(flag, _)| *flag == name) {
                continue;
            }
            match arg.get_action().takes_values() {
                true => words.extend(raw(matches, id)?.iter().flat_map(|value| flag(name, Some(value)))),
                false => words.extend(flag(name, None)),
            }
        }
        Some(words)
    }

    /// Whether other words stand between the words of an argument.
    pub(crate) fn are_apart(&self, id: &str) -> bool {
        let indices = self.matches.as_ref().and_then(|matches| of_the_verb(matches).indices_of(id));
        let places: Vec<usize> = indices.into_iter().flatten().collect();
        places.windows(2).any(|two| two[0] + 1 != two[1])
    }

    /// The values that the user gave for a flag, one for each use. `None` if one is not text.
    pub(crate) fn values_of(&self, name: &str) -> Option<Vec<String>> {
        let Some(matches) = self.matches.as_ref().map(of_the_verb) else {
            let long = format!("--{name}");
            let after = self.words.windows(2).filter(|pair| pair[0] == long).map(|pair| pair[1].as_str());
            let joined = self.words.iter().filter_map(|word| word.strip_prefix(&long)?.strip_prefix('='));
            return Some(after.chain(joined).last().map(str::to_string).into_iter().collect());
        };
        let is_given = matches!(matches.try_contains_id(name), Ok(true)) && is_typed(matches, name);
        if is_given { raw(matches, name) } else { Some(Vec::new()) }
    }
}

/// The line at the pad that does the same as a command with an entry, if one exists.
fn line_at_pad(command: &CommandLine, lead: Option<&str>) -> Option<String> {
    let entry = command.operands.iter().find(|(field, _)| *field == "entry").map(|(_, words)| words.join(" "))?;
    match &command.other {
        _ if !command.flags.is_empty() || !command.kept.is_empty() => None,
        None => Some(format!("{}{entry}", lead?)),
        Some(_) => command.is("log").then_some(entry),
    }
}

/// The matches of the last verb.
fn of_the_verb(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, inner)| of_the_verb(inner))
}

fn is_typed(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}

fn raw(matches: &ArgMatches, id: &str) -> Option<Vec<String>> {
    matches.get_raw(id).into_iter().flatten().map(|value| value.to_str().map(str::to_string)).collect()
}

/// Spells a flag; a value that looks like a flag is joined to it.
fn flag(name: &str, value: Option<&str>) -> Vec<String> {
    match value {
        None => vec![format!("--{name}")],
        Some(value) if value.starts_with('-') => vec![format!("--{name}={value}")],
        Some(value) => vec![format!("--{name}"), value.to_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invocation(line: &str) -> Invocation {
        let words = shlex::split(line).unwrap();
        Invocation::parsed(crate::commands::command().try_get_matches_from(words).unwrap())
    }

    #[test]
    fn the_running_command_is_spelled_with_everything_that_was_typed() {
        let spell = |line: &str, command| invocation(line).spell(&command).unwrap();
        let again = CommandLine::again;
        for (line, command, spelled) in [
            ("ginpad fix 3 ann gin --game 2", again().entry("Ann gin 4"), "ginpad fix 3 Ann gin 4 --game 2"),
            ("ginpad l a --book 'my book.db'", again().entry("dead"), "ginpad log dead --book 'my book.db'"),
            ("ginpad --json --book=-x log a", again().entry("dead"), "ginpad log dead --book=-x --json"),
            (
                "ginpad new A B --set target=50 --set columns=2 --title 'a b'",
                again().operand("sides", ["A", "O'Neil"]).without("title"),
                "ginpad new A \"O'Neil\" --set target=50 --set columns=2",
            ),
            ("ginpad layoff 'as' 'ks' --up 2S", again().flag("up", "10H"), "ginpad layoff as ks --up 10H"),
            ("ginpad undo 5", again().operand("changes", ["1"]), "ginpad undo 1"),
        ] {
            assert_eq!(spell(line, command), spelled);
        }
    }

    #[test]
    fn another_command_keeps_the_flags_that_bear_on_it() {
        let spell = |line: &str, command| invocation(line).spell(&command).unwrap();
        assert_eq!(spell("ginpad score --book x --json", CommandLine::of("games")), "ginpad games --book x");
        assert_eq!(spell("ginpad --book x", CommandLine::of("")), "ginpad --book x");
        let export = CommandLine::of("export").flag("book", "y").switch("json");
        assert_eq!(spell("ginpad import y --book x", export), "ginpad export --book y --json");
        assert_eq!(spell("ginpad log a --book x", CommandLine::of("rules")), "ginpad rules");
        let deadwood = CommandLine::of("deadwood").words(["KS"]).keep("rules").keep("up");
        assert_eq!(
            spell("ginpad layoff a b --rules oklahoma --up 3H --book x", deadwood),
            "ginpad deadwood KS --rules oklahoma --up 3H"
        );
        let unparsed = Invocation::unparsed(["scroe", "--book=x y"].map(String::from).to_vec());
        assert_eq!(unparsed.spell(&CommandLine::of("games")).unwrap(), "ginpad games --book 'x y'");
        assert_eq!(unparsed.spell(&CommandLine::again()), None);
    }

    #[test]
    fn at_the_pad_a_command_is_a_line() {
        let book = invocation("ginpad play --book x").at_pad(Some("3= "));
        let spell = |command| book.spell(&command);
        assert_eq!(spell(CommandLine::again().entry("Ann knock 4 27")).unwrap(), "3= Ann knock 4 27");
        assert_eq!(spell(CommandLine::again().entry("Ann gin 4 note \"a b\"")).unwrap(), "3= Ann gin 4 note \"a b\"");
        assert_eq!(spell(CommandLine::of("undo")).unwrap(), "undo");
        assert_eq!(spell(CommandLine::of("fix").words(["2"]).entry("dead").keep("game")).unwrap(), "fix 2 dead");
        assert_eq!(spell(CommandLine::of("drop").words(["2"]).flag("game", "1")).unwrap(), "drop 2 --game 1");
        assert_eq!(spell(CommandLine::of("games")).unwrap(), "games");
        assert_eq!(spell(CommandLine::again().flag("game", "1")), None);
        let typed = invocation("ginpad fix 2 anm gin 4 --game 3 --book x").at_pad(None);
        assert_eq!(typed.spell(&CommandLine::again().entry("Ann gin 4")).unwrap(), "fix 2 Ann gin 4 --game 3");
    }

    #[test]
    fn what_no_terminal_can_show_is_not_suggested() {
        let command = CommandLine::of("games");
        assert_eq!(invocation("ginpad score --book 'a\u{1b}b'").spell(&command), None);
    }
}
