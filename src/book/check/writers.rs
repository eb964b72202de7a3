//! Checks the numbers of lines for gaps and forks, and finds ids used twice.

use ginpad_core::facts::Change;
use ginpad_core::ledger::{Fork, LineRange, gaps, given_up, joined};
use ginpad_core::text::{count, printable};
use uuid::Uuid;

use super::super::{BookError, Notice, OpenBook, Problem, ProblemKind};

/// Finds what is odd about the numbers of lines. A gap in what this book wrote itself is damage.
pub(super) fn writers(open: &mut OpenBook<'_>) -> Result<Vec<Problem>, BookError> {
    // `content.rs` checks that the runs agree with the lines.
    let runs = joined(open.listed_runs()?.into_iter().map(|listed| listed.run).collect());
    let own = open.own_writers()?;
    let mut problems = Vec::new();
    for LineRange { writer, first, last } in gaps(&runs, &given_up(&mut { &*open })?) {
        let is_own = own.contains(&writer);
        let whose = if is_own { "this device".into() } else { format!("the writer {writer}") };
        let lines = count(usize::try_from(last - first + 1).unwrap_or(usize::MAX), "line");
        let are = if first == last { "is" } else { "are" };
        let numbers = if first == last { format!("number {first}") } else { format!("from number {first} to {last}") };
        let what = format!("{lines} of {whose} {are} missing, although later ones are here: {numbers}");
        let kind = ProblemKind::Gap(writer);
        problems.push(if is_own { Problem::damage(kind, what) } else { Problem::warning(kind, what) });
    }
    let lost = open.lost()?.map(Notice::Lost);
    problems.extend(lost.map(|lost| Problem::warning(ProblemKind::Other, lost.to_string())));
    for Fork { writer, number, is_double } in open.forks(&runs)? {
        let what = if is_double {
            format!("two books have written as the writer {writer}: there are several lines with the number {number}")
        } else {
            format!(
                "line {number} of the writer {writer} does not follow the line before it; somebody replaced that line"
            )
        };
        problems.push(Problem::warning(ProblemKind::Fork(writer), what));
    }
    let twice = "SELECT id FROM change GROUP BY id HAVING count(*) > 1 LIMIT 20";
    for id in open.all(twice, [], |row| row.get::<_, Uuid>(0))? {
        let what = format!("several changes have the id {id}; each counts by itself");
        problems.push(Problem::warning(ProblemKind::Twice, what));
    }
    Ok(problems)
}

/// Makes a problem of a fact in this change that makes no sense.
pub(super) fn makes_no_sense(change: Option<&Change>, why: &str) -> Problem {
    let why = printable(why);
    let by = change.map(|change| format!(" in line {} of the writer {}", change.number, change.writer));
    let fact = format!("a fact{}", by.unwrap_or_default());
    let what = format!("{fact} makes no sense, is kept and does not count: {why}");
    Problem::warning(ProblemKind::Unreadable, what)
}
