//! `check`: whether the book still holds everything as it was written, and lies in a safe place. `conflicts`: the
//! differences between devices, and how to settle them.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;

use clap::{Args, Subcommand};
use serde_json::json;
use uuid::Uuid;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, in_full};
use crate::app::{App, SAVES};
use crate::arguments::filter_args::kept;
use crate::book::{self, Kept, OpenBook, Problem, ProblemKind, Severity};
use crate::reports::book::{About, CheckReport, ListedProblem};
use crate::reports::outcome::{ConflictsReport, ListedConflict, NO_CONFLICTS, Outcome};
use crate::wording::conflict_words::{DIGITS, about as about_conflict, how_to_settle, unsettled, worded_conflicts};
use ginpad_core::ledger::LineRange;
use ginpad_core::text::{count, harmless};

/// Check the book: every hand, every game, the file, and where it lies
///
/// Replays every game, verifies every change by its hash and every writer by its numbers, compares the lists by which changes are found, and asks SQLite whether the file makes sense. It also looks for changes that are missing, for what devices disagree about, for who may read the file, for what stopped programs left, and whether the folder seems to be synchronised by another program or on another machine. Nothing is written, except with `--give-up`. The exit status is 1 if something is damaged, and 0 after warnings.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Add versions, paths and terminal, for a bug report; no names and no hands
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// The facts that the door adds about itself.
    #[arg(skip)]
    pub(crate) about: Vec<About>,

    /// Stop asking for missing lines of this writer, and settle its forks; lines that arrive later are still accepted
    #[arg(long, value_name = "WRITER", conflicts_with = "verbose")]
    give_up: Option<String>,
}

/// Checks the book.
pub(crate) fn run(args: CheckArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(typed) = &args.give_up {
        return give_up(app, typed);
    }
    let path = app.book_path()?;
    let (mut conflicts, mut games, mut hands) = (Vec::new(), 0, 0);
    let conflict = |what| Problem { severity: Severity::Conflict, kind: ProblemKind::Conflict, what };
    let checked = book::check(&path, app.device.state.as_deref(), &app.watcher(), |open| {
        let (about_people, people) = (open.conflicts_about_people()?, open.people_apart()?);
        let about_people = about_people.iter().filter_map(|between| about_conflict(between, None, &people));
        conflicts.extend(about_people.map(|(_, what)| conflict(what)));
        open.meaning(|game| {
            (games, hands) = (games + 1, hands + game.scored.game.hands.len());
            conflicts.extend(unsettled(game).map(|what| conflict(format!("game {}: {what}", game.number))));
        })
    })?;
    let is_there = checked.is_some();
    if !is_there {
        app.warn_of_other_book();
    }
    let mut found: Vec<Problem> = checked.into_iter().flatten().chain(conflicts).collect();
    found.sort_by_key(|problem| problem.severity);
    let ok = found.iter().all(|problem| problem.severity != Severity::Damage);
    let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    let mut problems: Vec<ListedProblem> = found.into_iter().map(|problem| helped(app, problem, &real)).collect();
    // Each hint is shown once, after the last problem that it helps with.
    let mut seen = BTreeSet::new();
    problems.iter_mut().rev().for_each(|problem| problem.hints.retain(|hint| seen.insert(hint.clone())));
    let about = args.verbose.then(|| about(app, &real).into_iter().chain(args.about).collect());
    let checked = match is_there {
        false if about.is_some() => None,
        false => Some(format!("there is no book {} yet", in_full(&path))),
        true => ok.then(|| {
            let all = if problems.is_empty() { ": all is well" } else { ": nothing is damaged" };
            format!("checked {}, {}, every change and the file{all}", count(games, "game"), count(hands, "hand"))
        }),
    };
    let answer = Answer::report("Check", CheckReport { ok, problems, about, checked });
    Ok(if ok { answer } else { answer.bad() })
}

/// A problem with its hints.
fn helped(app: &App, problem: Problem, book: &Path) -> ListedProblem {
    let Problem { severity, kind, what } = problem;
    let is_damage = severity == Severity::Damage;
    let mut hints = match kind {
        _ if is_damage => for_damage(book),
        ProblemKind::Gap(_) | ProblemKind::Waiting => vec![Hint::advice(BRINGS)],
        _ => Vec::new(),
    };
    let advice = |advice: &str| Some(Hint::advice(advice));
    let command = |verb, act: Uuid, does| Some(Hint::does(CommandLine::of(verb).words([act.to_string()]), does));
    let gives_up =
        |writer: Uuid, does| Some(Hint::does(CommandLine::of("check").flag("give-up", writer.to_string()), does));
    hints.extend(match kind {
        ProblemKind::Gap(writer) => gives_up(writer, "stops asking for lines that no device has"),
        _ if is_damage => None,
        ProblemKind::Fork(writer) => gives_up(writer, "settles it: all lines stay, and no device reports it again"),
        ProblemKind::Conflict => Some(how_to_settle()),
        ProblemKind::TakenBack(act) => command("redo", act, "brings all back"),
        ProblemKind::StillCounts(act) => command("undo", act, "takes that back too"),
        ProblemKind::Unknown => advice("update ginpad"),
        ProblemKind::Permissions => advice("remove that permission, for example with `chmod`"),
        ProblemKind::HardLink => advice("remove the other name, or name a copy of the file with `--book PATH`"),
        ProblemKind::SyncedFolder | ProblemKind::Network => {
            advice("keep the book in a folder of this machine alone, and let `ginpad sync` share another one")
        }
        ProblemKind::Leftover => advice("remove it if no ginpad is running"),
        _ => None,
    });
    let hints = hints.iter().filter_map(|hint| hint.0.text(&*app.door)).collect();
    ListedProblem { severity: severity.word(), kind: kind.word(), what, hints }
}

/// The advice for missing lines.
const BRINGS: &str = "`ginpad export --json` on the other device writes a file that `ginpad import` takes in here";

/// Gives up the missing lines of the writer with this start of its id, and settles its forks.
fn give_up(app: &App, typed: &str) -> Result<Answer, Failure> {
    app.change(|open| {
        let (gaps, forks) = (open.gaps()?, open.forks(&open.runs()?)?);
        let writers = gaps.iter().map(|gap| gap.writer).chain(forks.iter().map(|fork| fork.writer));
        let writers: BTreeSet<Uuid> = writers.collect();
        if writers.is_empty() {
            return Err(Failure::refused("there is nothing to give up: no writer has missing lines or a fork"));
        }
        let is_meant = |writer: &&Uuid| !typed.is_empty() && writer.to_string().starts_with(&typed.to_lowercase());
        let meant: Vec<&Uuid> = writers.iter().filter(is_meant).collect();
        let [writer] = meant.as_slice() else {
            let no = "is not the start of the id of one writer with missing lines or a fork";
            return Err(Failure::refused(format!("`{}` {no}", harmless(typed))).see("check", "lists these writers"));
        };
        open.give_up(**writer, app.now)?;
        let missing = gaps.iter().filter(|gap| gap.writer == **writer).map(|gap| {
            let LineRange { first, last, .. } = gap;
            (format!("lines {first} to {last} of the writer {writer} are given up"), *gap)
        });
        let forked = forks.iter().filter(|fork| fork.writer == **writer).map(|fork| {
            let number = fork.number;
            let settled = format!("the fork of the writer {writer} at line {number} is settled: all lines stay");
            (settled, LineRange { writer: **writer, first: number, last: number })
        });
        let (done, lines): (Vec<String>, Vec<LineRange>) = missing.chain(forked).unzip();
        let document = json!({ "schema": "ginpad/give-up/1", "lines": lines });
        Ok(Outcome::new(document).did(done).into())
    })
}

/// The hints for a damaged book: `rescue`, and the newest backup.
fn for_damage(book: &Path) -> Vec<Hint> {
    let newest: Option<Kept> = book::kept(book).into_iter().rfind(|kept| kept.reason.is_sound());
    let goes_back = "goes back to the newest backup; the book as it is now is kept";
    let restore = newest.and_then(|kept| Hint::on_file("restore", &kept.path, goes_back));
    Hint::on_file("rescue", book, SAVES).into_iter().chain(restore).collect()
}

/// The facts for a report of a fault.
fn about(app: &App, book: &Path) -> Vec<About> {
    let there = |path: &Path| if path.exists() { in_full(path) } else { format!("{} (not there)", in_full(path)) };
    let schema = book::schema_of(book).map_or_else(|| "none".into(), |schema| schema.to_string());
    let size = std::fs::metadata(book).map_or_else(|_| "not there".into(), |file| format!("{} bytes", file.len()));
    let lines = [
        ("ginpad", env!("CARGO_PKG_VERSION").into()),
        ("platform", format!("{} {}", env::consts::OS, env::consts::ARCH)),
        ("SQLite", book::sqlite_version().into()),
        ("book", in_full(book)),
        ("size", size),
        ("schema", format!("{schema}; this ginpad writes {}", book::MIGRATIONS.len())),
        ("backups", format!("{} in {}", book::kept(book).len(), in_full(&book::backups_of(book)))),
        ("state", app.device.state.as_deref().map_or_else(|| "none".into(), in_full)),
        ("config", app.device.config.as_deref().map_or_else(|| "none".into(), there)),
    ];
    lines.into_iter().map(|(name, value)| About { name, value }).collect()
}

/// List the conflicts between devices
///
/// After books of two devices came together, the same hand may have been corrected twice, or logged twice. Each such thing is listed with what was said, what counts, and the commands that settle it. Its number stays until more is said about it. `conflicts keep N` records that it is right as it is.
#[derive(Debug, Args)]
pub(crate) struct ConflictsArgs {
    /// The subcommand, if there is one.
    #[command(subcommand)]
    command: Option<ConflictsCommand>,
}

#[derive(Debug, Subcommand)]
enum ConflictsCommand {
    /// Keep a conflict as it is
    ///
    /// It is listed no more, unless a device says something else about it. `ginpad undo` lists it again.
    Keep {
        /// The numbers in the list
        #[arg(value_name = "CONFLICT", required = true)]
        numbers: Vec<String>,
    },
}

/// Lists the conflicts, or settles some by keeping them as they are.
pub(crate) fn conflicts(args: ConflictsArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(ConflictsCommand::Keep { numbers }) = args.command {
        return app.change(|book| keep(app, book, &numbers));
    }
    let conflicts = app.read(|book| worded_conflicts(app, book))?;
    let drops = |listed: &ListedConflict| listed.ways.iter().any(|(command, _)| command.is("drop"));
    let order = "settle hands from the top: to drop one moves the later hands up";
    let of_one_game = |two: &[ListedConflict]| two[0].game.is_some() && two[0].game == two[1].game && drops(&two[1]);
    let several = conflicts.windows(2).any(of_one_game).then(|| Remark::note(order));
    Ok(Answer::report("Conflicts", ConflictsReport { conflicts }).remarks(several))
}

/// Records that the conflicts with these numbers are right as they are.
fn keep(app: &App, book: &OpenBook<'_>, numbers: &[String]) -> Result<Answer, Failure> {
    let conflicts = worded_conflicts(app, book)?;
    let mut failures = Vec::new();
    let meant = numbers.iter().filter_map(|number| kept(named(&conflicts, number), &mut failures));
    let meant: BTreeSet<&str> = meant.map(|meant| meant.number.as_str()).collect();
    if !failures.is_empty() {
        return Err(Failure::all("nothing was kept", failures));
    }
    let (conflicts, left): (Vec<ListedConflict>, Vec<ListedConflict>) =
        conflicts.iter().cloned().partition(|one| meant.contains(one.number.as_str()));
    book.keep(&conflicts.iter().map(|kept| kept.conflict.clone()).collect::<Vec<_>>(), app.now)?;
    let left = left.len();
    let outcome = Outcome::new(json!({ "schema": "ginpad/conflicts-keep/1", "kept": conflicts, "left": left }))
        .did(conflicts.iter().map(ListedConflict::stays))
        .did((left > 0).then(|| format!("{} left", count(left, "conflict"))));
    Ok(Outcome { conflicts, ..outcome }.into())
}

/// The conflict whose number has this unique start.
fn named<'a>(conflicts: &'a [ListedConflict], number: &str) -> Result<&'a ListedConflict, Failure> {
    let is_number = |listed: &&ListedConflict| number.len() >= DIGITS && listed.conflict.digits().starts_with(number);
    let mut meant = conflicts.iter().filter(is_number);
    match (meant.next(), meant.next()) {
        (Some(only), None) => Ok(only),
        _ if conflicts.is_empty() => Err(Failure::refused(NO_CONFLICTS)),
        _ => Err(Failure::refused(format!("`{}` is not the start of one conflict's number", harmless(number)))
            .see("conflicts", "lists the conflicts with their numbers")),
    }
}
