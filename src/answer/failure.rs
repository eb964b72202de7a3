//! Failures of commands: every reason, and hints that would help; and the names of files in messages.

use std::fmt;
use std::path::Path;

use super::sentence::{CommandLine, Hint, Spell};
use ginpad_core::Listed;
use ginpad_core::text::join;

/// The kind of a failure, which decides the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    /// The request cannot be done: 1.
    #[default]
    Refused,
    /// The command line is wrong: 2.
    Usage,
    /// The program or the machine is at fault: 3.
    Fault,
}

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Failure {
    pub kind: Kind,
    what: String,
    /// Effects in spite of the failure, or their absence, each after a semicolon.
    done: String,
    reasons: Vec<String>,
    /// Hints that would help.
    pub hints: Vec<Hint>,
}

/// The message without its hints, to serve as a reason of another failure.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join([self.first_line()].iter().chain(&self.reasons), "\n"))
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// The request cannot be done, for this reason.
    pub(crate) fn refused(what: impl fmt::Display) -> Failure {
        Failure { what: what.to_string(), ..Failure::default() }
    }

    /// The command line is wrong.
    pub(crate) fn usage(what: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Usage, ..Failure::refused(what) }
    }

    /// The machine is at fault.
    pub(crate) fn fault(what: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Fault, ..Failure::refused(what) }
    }

    /// The request cannot be done, for these reasons. A single reason is the whole message; several are listed below
    /// `what`.
    pub(crate) fn because<T: fmt::Display>(what: impl fmt::Display, reasons: &[T]) -> Failure {
        Failure::all(what, reasons.iter().map(Failure::refused).collect())
    }

    /// The request cannot be done, for these reasons. They are always listed below `what`.
    ///
    /// A refusal without a reason is a fault of the program, and is reported as one.
    pub(crate) fn listing<T: ToString>(what: impl fmt::Display, reasons: &Listed<T>) -> Failure {
        if reasons.is_empty() {
            return Failure::fault(format!("{what}, and ginpad does not know why; this is a mistake in ginpad"));
        }
        Failure { reasons: reasons.lines().collect(), ..Failure::refused(what) }
    }

    /// Joins failures. A single failure is the whole message; several are listed below `what`, with the first of their
    /// hints. If any is a wrong command line, so is the result.
    pub(crate) fn all(what: impl fmt::Display, failures: Vec<Failure>) -> Failure {
        match <[Failure; 1]>::try_from(failures) {
            Ok([only]) => only,
            Err(several) => {
                let reasons: Listed<String> = several.iter().map(Failure::to_string).collect();
                let usage = several.iter().any(|failure| failure.kind == Kind::Usage);
                let hint = several.into_iter().flat_map(|failure| failure.hints).next();
                let failure = Failure::listing(what, &reasons).hint(hint);
                if usage { Failure { kind: Kind::Usage, ..failure } } else { failure }
            }
        }
    }

    /// Adds an effect in spite of the failure, or its absence: `nothing was changed`, `the sheet is kept in …`.
    pub(crate) fn and(mut self, more: &str) -> Failure {
        self.done += &format!("; {more}");
        self
    }

    /// Replaces all hints with this one.
    pub(crate) fn hint_instead(self, hint: Hint) -> Failure {
        Failure { hints: vec![hint], ..self }
    }

    /// Adds a hint, if there is one.
    pub(crate) fn hint(mut self, hint: impl Into<Option<Hint>>) -> Failure {
        self.hints.extend(hint.into());
        self
    }

    /// Adds a hint at the command that does something useful here.
    pub(crate) fn see(self, command: impl Into<CommandLine>, does: &str) -> Failure {
        self.hint(Hint::does(command, does))
    }

    /// Adds a hint in words, where no command would help.
    pub(crate) fn advise(self, advice: impl Into<String>) -> Failure {
        self.hint(Hint::advice(advice))
    }

    /// The reason, without effects.
    pub(crate) fn why(&self) -> String {
        Failure { done: String::new(), ..self.clone() }.to_string()
    }

    /// The line above the reasons.
    fn first_line(&self) -> String {
        let colon = if self.reasons.is_empty() { "" } else { ":" };
        format!("{}{}{colon}", self.what, self.done)
    }

    /// Changes the kind: the program or the machine is at fault.
    pub(crate) fn into_fault(self) -> Failure {
        Failure { kind: Kind::Fault, ..self }
    }

    /// The printed message, with hints that suit what the user typed.
    pub(crate) fn text(&self, reader: &dyn Spell) -> String {
        let reasons = self.reasons.iter().map(|reason| format!("\n  {}", reason.replace('\n', "\n  ")));
        let hints = self.hints.iter().filter_map(|hint| hint.0.text(reader)).map(|hint| format!("\nhint: {hint}"));
        without_passwords(format!("error: {}{}", self.first_line(), reasons.chain(hints).collect::<String>()))
    }
}

/// Removes passwords from the addresses in a text: a password typed in the wrong place must not appear in a log.
fn without_passwords(text: String) -> String {
    let Some((before, rest)) = text.split_once("://") else { return text };
    let ends = |char: char| char.is_whitespace() || "'\"`".contains(char);
    let (address, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
    let is_of_a_club = before.ends_with("postgresql") || before.ends_with("postgres");
    // A password in the query may have an `@` too.
    let address = if is_of_a_club { without_value(address) } else { address.to_string() };
    let address = match address.rsplit_once('@').filter(|_| is_of_a_club) {
        Some((user, place)) => format!("{}@{place}", user.split(':').next().unwrap_or_default()),
        // A long address was cut before its `@`.
        None if is_of_a_club && address.ends_with('…') => {
            format!("{}…", address.split([':', '…']).next().unwrap_or_default())
        }
        None => address,
    };
    format!("{before}://{address}{}", without_passwords(after.to_string()))
}

/// An address without the value of `password=` in it.
fn without_value(address: &str) -> String {
    const NAME: &str = "password=";
    let Some((before, value)) = address.split_once(NAME) else { return address.to_string() };
    let after = value.find('&').map_or("", |end| &value[end..]);
    format!("{before}{NAME}…{}", without_value(after))
}

/// A file's name, safe to print; `-` is standard input.
pub(crate) fn printed(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".into();
    }
    ginpad_core::text::harmless(&path.to_string_lossy())
}

/// The name of a file, safe to print, for a user who needs it in full.
pub(crate) fn in_full(path: &Path) -> String {
    ginpad_core::text::printable(&path.to_string_lossy())
}

/// Reports a file or standard input that cannot be read.
pub(crate) fn unreadable(path: &Path, why: impl fmt::Display) -> Failure {
    Failure::refused(format!("cannot read {}: {why}", printed(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Nobody;

    fn text(failure: &Failure) -> String {
        failure.text(&Nobody)
    }

    #[test]
    fn one_reason_stands_alone_and_several_are_listed() {
        assert_eq!(text(&Failure::because("it cannot start", &["a is wrong"])), "error: a is wrong");
        let two = Failure::because("it cannot start", &["a is wrong", "b is wrong"]);
        assert_eq!(text(&two), "error: it cannot start:\n  a is wrong\n  b is wrong");
        assert_eq!(text(&Failure::listing("1 fault", &["a"].into_iter().collect())), "error: 1 fault:\n  a");
        let all =
            Failure::all("neither can be done", vec![two.clone().hint(Hint::advice("try")), Failure::refused("c")]);
        assert_eq!(
            text(&all),
            "error: neither can be done:\n  it cannot start:\n  a is wrong\n  b is wrong\n  c\nhint: try"
        );
        assert_eq!(all.kind, Kind::Refused);
        let mixed = Failure::all("neither can be done", vec![Failure::refused("a"), Failure::usage("b")]);
        assert_eq!((mixed.kind, text(&mixed)), (Kind::Usage, "error: neither can be done:\n  a\n  b".into()));
    }

    #[test]
    fn no_failure_is_without_a_reason() {
        for failure in [Failure::because::<&str>("it cannot start", &[]), Failure::all("it cannot start", Vec::new())] {
            assert_eq!(failure.kind, Kind::Fault);
            assert!(!text(&failure).ends_with(':'), "{}", text(&failure));
        }
    }

    #[test]
    fn no_message_repeats_a_password() {
        let typed = "`club init postgresql://ann:s3cret@h/x --jsn 'postgres://bob:p4ss:w@/y?host=/z'` at http://a:b@c";
        let said = text(&Failure::refused(typed).hint(Hint::advice(typed)));
        assert!(!said.contains("s3cret") && !said.contains("p4ss"), "{said}");
        assert_eq!(
            said.matches("postgresql://ann@h/x --jsn 'postgres://bob@/y?host=/z'` at http://a:b@c").count(),
            2,
            "{said}"
        );
    }

    #[test]
    fn no_message_repeats_a_password_that_stands_in_the_query_of_an_address() {
        for (typed, said) in [
            ("postgresql://ann@h/x?password=s3cret", "error: postgresql://ann@h/x?password=…"),
            ("`join postgresql://ann:aa95f887d8f4…` is long", "error: `join postgresql://ann…` is long"),
            ("`postgres:///x?password=s3@cret&host=/z`", "error: `postgres:///x?password=…&host=/z`"),
            (
                "'postgresql://ann@/x?host=/z&password=a&password=b' c",
                "error: 'postgresql://ann@/x?host=/z&password=…&password=…' c",
            ),
        ] {
            assert_eq!(text(&Failure::refused(typed)), said);
        }
    }

    #[test]
    fn a_long_list_of_reasons_ends_with_a_count() {
        let reasons: Listed<usize> = (1..=102).collect();
        let said = text(&Failure::listing("nothing was read", &reasons));
        assert!(said.ends_with("\n  99\n  100\n  and 2 more"), "{said}");
        assert_eq!(said.lines().count(), 102);
    }
}
