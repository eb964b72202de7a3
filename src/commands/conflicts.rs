//! `conflicts`: the differences between devices, and how to settle them.

use std::collections::BTreeSet;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::answer::{Answer, Failure, Remark};
use crate::app::App;
use crate::arguments::filter_args::kept;
use crate::book::OpenBook;
use crate::reports::conflicts::{ConflictsReport, ListedConflict, NO_CONFLICTS};
use crate::reports::outcome::Outcome;
use crate::wording::conflict_words::{DIGITS, worded_conflicts};
use ginpad_core::text::{count, harmless};

/// List the conflicts between devices
///
/// After books of two devices came together, the same hand may have been corrected twice, or logged twice. Each such thing is listed with what was said, what counts, and the commands that settle it. Its number stays the same until somebody says more about it. `conflicts keep N` records that it is right as it is.
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
pub(crate) fn run(args: ConflictsArgs, app: &App) -> Result<Answer, Failure> {
    match args.command {
        Some(ConflictsCommand::Keep { numbers }) => app.change(|book| keep(app, book, &numbers)),
        None => {
            let conflicts = app.read(|book| worded_conflicts(app, book))?;
            let drops = |listed: &&ListedConflict| listed.ways.iter().any(|(command, _)| command.is("drop"));
            let order = "settle hands from the top: to drop one moves the later hands up";
            let several = (conflicts.iter().filter(drops).count() > 1).then(|| Remark::note(order));
            Ok(Answer::report("Conflicts", ConflictsReport { conflicts }).remarks(several))
        }
    }
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
