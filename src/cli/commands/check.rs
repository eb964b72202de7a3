//! `check`: whether the book is what was written, and lies where it is safe.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Args;
use ginpad_core::ledger::{Fork, Numbers};
use ginpad_core::text::{and_list, harmless};
use uuid::Uuid;

use super::about;
use crate::book::{self, BookError, Kept, Problem, ProblemKind, Seen, Severity};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::consequences::unsettled;
use crate::cli::messages::differing::about_people;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Sentence};
use crate::cli::session::{Face, Session, state_folder, whole};
use crate::render::json::{self, AboutView, CheckView, GiveUpView, MissingView, ProblemView};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad check                     says nothing if all is well
  ginpad check --verbose           with version, paths and terminal, to paste into a report
  ginpad check --give-up 7ab1e05c  what is missing or doubled of this writer is settled: nobody asks for it any more";

/// Check the book: every hand, every game, the file, and where it lies
///
/// Replays every game, verifies every change by its hash and every writer by its numbers, compares the lists by which changes are found, and asks SQLite whether the file makes sense. It also looks for changes that are missing, for what devices disagree about, for who may read the file, for what stopped programs left, and whether the folder seems to be synchronised by another program or on another machine. Nothing is written, except with `--give-up`. The exit status is 1 if something is damaged, and 0 after warnings.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Also say what a report of a fault needs: versions, paths, terminal; no names and no hands
    #[arg(short, long)]
    verbose: bool,

    /// Declare the lines of this writer that are missing between others lost for good, and its forks settled; lines are still taken if they turn up
    #[arg(long, value_name = "WRITER", conflicts_with = "verbose")]
    give_up: Option<String>,
}

/// A problem with what helps.
struct Found {
    severity: Severity,
    kind: ProblemKind,
    what: Sentence,
    hints: Vec<Hint>,
}

impl CheckArgs {
    /// Checks the book.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if let Some(typed) = &self.give_up {
            return give_up(session, typed);
        }
        let path = session.book_path()?;
        let mut conflicts = Vec::new();
        let checked = book::check(&path, state_folder().as_deref(), &session.watcher(), |pad| {
            pad.meaning(|seen| {
                conflicts.extend(said_differently(seen)?.into_iter().map(conflict));
                Ok(())
            })
        })?;
        let is_there = checked.is_some();
        let mut found: Vec<Found> = checked.into_iter().flatten().map(|problem| helped(problem, &path)).collect();
        found.extend(conflicts);
        found.sort_by_key(|problem| problem.severity);
        once(&mut found);
        let about = self.verbose.then(|| about::lines(session, &path));
        let ok = found.iter().all(|problem| problem.severity != Severity::Damage);
        let answer = Answer::of(match session.face() {
            Face::Json => json_of(session, &found, about.as_deref(), ok),
            Face::Plain => plain(session, &found, about.as_deref()),
            Face::Table => table(session, &found, about.as_deref(), is_there),
        });
        Ok(if ok { answer } else { answer.bad() })
    }
}

/// Everything in a game or about people that waits for somebody to settle it.
fn said_differently(seen: Seen<'_, '_>) -> Result<Vec<Sentence>, BookError> {
    let (pad, about) = match seen {
        Seen::Game(game) => {
            let of_game = |what| Sentence::from(format!("game {}: ", game.number)).and(what);
            return Ok(unsettled(game).into_iter().map(of_game).collect());
        }
        Seen::People(_, []) => return Ok(Vec::new()),
        Seen::People(pad, about) => (pad, about),
    };
    let people = pad.people_apart()?;
    let said = about.iter().filter_map(|conflict| about_people(conflict, &people));
    Ok(said.map(Sentence::from).collect())
}

/// Something that is said differently.
fn conflict(what: Sentence) -> Found {
    let lists = Hint::does(CommandLine::of("conflicts"), "lists what was said, and the commands that settle it");
    Found { severity: Severity::Conflict, kind: ProblemKind::Conflict, what, hints: vec![lists] }
}

/// A problem, and what to do about it.
fn helped(problem: Problem, book: &Path) -> Found {
    let Problem { severity, kind, what } = problem;
    let hints = match (severity, kind) {
        (Severity::Damage, ProblemKind::Gap(writer)) => {
            for_damage(book).into_iter().chain([gives_up(writer)]).collect()
        }
        (Severity::Damage, _) => for_damage(book),
        (_, ProblemKind::Gap(writer)) => vec![brings(), gives_up(writer)],
        (_, ProblemKind::Fork(writer)) => vec![settles(writer)],
        (_, ProblemKind::Waiting) => vec![brings()],
        (_, ProblemKind::Unknown) => vec![Hint::advice("update ginpad")],
        (_, ProblemKind::Permissions) => vec![Hint::advice("take that right from others, with `chmod` for example")],
        (_, ProblemKind::HardLink) => {
            vec![Hint::advice("remove the other name, or copy the file and use the copy with `--book PATH`")]
        }
        (_, ProblemKind::SyncedFolder | ProblemKind::Network) => vec![Hint::advice(
            "keep the book in a folder of this machine alone, and let `ginpad sync` share another one",
        )],
        (_, ProblemKind::Leftover) => vec![Hint::advice("remove it if no ginpad is running")],
        _ => Vec::new(),
    };
    Found { severity, kind, what: what.into(), hints }
}

/// How what is missing comes.
fn brings() -> Hint {
    Hint::advice("`ginpad export --json` on the other device writes a file that `ginpad import` takes in here")
}

/// What helps if nobody has the missing lines of a writer.
fn gives_up(writer: Uuid) -> Hint {
    let command = CommandLine::of("check").flag("give-up", writer.to_string());
    Hint::does(command, "ends the asking for lines that nobody has any more")
}

/// What settles a fork.
fn settles(writer: Uuid) -> Hint {
    let command = CommandLine::of("check").flag("give-up", writer.to_string());
    Hint::does(command, "settles it: every line stays, and no device names this any more")
}

/// Gives up the missing lines of the writer whose id starts as it was typed, and settles where it forked.
fn give_up(session: &Session, typed: &str) -> Result<Answer, Failure> {
    session.change(
        || no_gap(typed, &BTreeSet::new()),
        |pad| {
            let (gaps, forks) = (pad.gaps()?, pad.forks(&pad.runs()?)?);
            let writers = gaps.iter().map(|gap| gap.writer).chain(forks.iter().map(|fork| fork.writer));
            let writers: BTreeSet<Uuid> = writers.collect();
            let is_meant = |writer: &&Uuid| !typed.is_empty() && writer.to_string().starts_with(&typed.to_lowercase());
            let meant: Vec<&Uuid> = writers.iter().filter(is_meant).collect();
            let [writer] = meant.as_slice() else { return Err(no_gap(typed, &writers)) };
            pad.give_up(**writer, session.now)?;
            let given_up: Vec<&Numbers> = gaps.iter().filter(|gap| gap.writer == **writer).collect();
            let settled: Vec<Numbers> = forks.iter().filter(|fork| fork.writer == **writer).map(numbers_of).collect();
            let all = given_up.iter().copied().chain(&settled);
            Ok(Answer::of(match session.face() {
                Face::Json => {
                    let missing = |gap: &Numbers| MissingView {
                        writer: gap.writer.to_string(),
                        first: gap.first,
                        last: gap.last,
                    };
                    json::print(&GiveUpView { lines: all.map(missing).collect() })
                }
                Face::Plain => all.map(|gap| format!("{}\t{}\t{}\n", gap.writer, gap.first, gap.last)).collect(),
                Face::Table => {
                    let lines = given_up.iter().map(|gap| match gap.last - gap.first {
                        0 => format!("line {} of the writer {} is given up", gap.first, gap.writer),
                        _ => format!("lines {} to {} of the writer {} are given up", gap.first, gap.last, gap.writer),
                    });
                    let settled = settled.iter().map(|Numbers { writer, first, .. }| {
                        format!("the fork of the writer {writer} at line {first} is settled: every line stays")
                    });
                    lines.chain(settled).collect::<Vec<_>>().join("\n")
                }
            }))
        },
    )
}

/// The number at which a writer forked.
fn numbers_of(fork: &Fork) -> Numbers {
    Numbers { writer: fork.writer, first: fork.number, last: fork.number }
}

/// Why there is nothing to be given up, with the writers of which something could be.
fn no_gap(typed: &str, writers: &BTreeSet<Uuid>) -> Failure {
    let writers: Vec<String> = writers.iter().map(Uuid::to_string).collect();
    let others = match writers.as_slice() {
        [] => "no line is missing between others, and nobody forked".to_string(),
        writers => format!("such writers here: {}", and_list(writers)),
    };
    let typed = harmless(typed);
    Failure::refused(format!(
        "`{typed}` is not the start of one writer of which lines are missing, or that forked; {others}"
    ))
    .hint(Hint::does(CommandLine::of("check"), "names what is missing"))
}

/// What helps with a damaged book: what still verifies, and the newest backup.
fn for_damage(book: &Path) -> Vec<Hint> {
    let resolved = std::fs::canonicalize(book).unwrap_or_else(|_| book.to_path_buf());
    let command = |verb, file: &Path| file.to_str().map(|file| CommandLine::of(verb).words([file]));
    let rescue = command("rescue", &resolved)
        .map(|command| Hint::does(command, "saves what can still be verified into a new book"));
    let newest: Option<Kept> = book::kept(&resolved).into_iter().rfind(|kept| kept.reason.is_sound());
    let restore = newest
        .and_then(|kept| command("restore", &kept.path))
        .map(|command| Hint::does(command, "goes back to the newest backup; the book as it is now is kept"));
    rescue.into_iter().chain(restore).collect()
}

/// Gives each hint once, after the last problem that it helps with.
fn once(found: &mut [Found]) {
    let mut seen: Vec<Hint> = Vec::new();
    for problem in found.iter_mut().rev() {
        problem.hints.retain(|hint| !seen.contains(hint));
        seen.extend(problem.hints.iter().cloned());
    }
}

impl Found {
    fn sentence(&self, session: &Session) -> String {
        self.what.text(session.invocation()).unwrap_or_default()
    }

    fn hints(&self, session: &Session) -> Vec<String> {
        self.hints.iter().filter_map(|hint| hint.text(session.invocation())).collect()
    }
}

fn table(session: &Session, found: &[Found], about: Option<&[(&'static str, String)]>, is_there: bool) -> String {
    let mut lines = Vec::new();
    if let Some(about) = about {
        let width = about.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        lines.extend(about.iter().map(|(name, value)| format!("{name:width$}  {value}")));
    }
    for problem in found {
        lines.push(format!("{}: {}", problem.severity.word(), problem.sentence(session)));
        lines.extend(problem.hints(session).iter().map(|hint| format!("hint: {hint}")));
    }
    if !is_there && about.is_none() {
        lines
            .push(format!("there is no book {} yet", session.book_path().map(|book| whole(&book)).unwrap_or_default()));
    }
    lines.join("\n")
}

fn plain(session: &Session, found: &[Found], about: Option<&[(&'static str, String)]>) -> String {
    let about = about.unwrap_or_default().iter().map(|(name, value)| format!("about\t{name}\t{value}\n"));
    let problem = |problem: &Found| {
        format!("{}\t{}\t{}\n", problem.severity.word(), problem.kind.word(), problem.sentence(session))
    };
    about.chain(found.iter().map(problem)).collect()
}

fn json_of(session: &Session, found: &[Found], about: Option<&[(&'static str, String)]>, ok: bool) -> String {
    let problems = found.iter().map(|problem| ProblemView {
        severity: problem.severity.word(),
        kind: problem.kind.word(),
        what: problem.sentence(session),
        hints: problem.hints(session),
    });
    let about = about.map(|about| about.iter().map(|(name, value)| AboutView { name, value }).collect());
    json::print(&CheckView { ok, problems: problems.collect(), about })
}
