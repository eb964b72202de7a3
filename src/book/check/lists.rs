//! Compares the lists by which lines are found with the lines.
//!
//! Each list is read once, in its own order, and compared by sums that do not depend on the order. So a large book
//! takes no more memory than a small one.

use std::hash::{DefaultHasher, Hasher as _};

use ginpad_core::facts::{Change, Hash, Subject};
use ginpad_core::ledger::Run;

use super::super::lines::{STARTS, part_of_start, part_of_sum};
use super::super::runs::ListedRun;
use super::super::{BookError, OpenBook};

/// The right content of the lists, computed from the lines read so far.
#[derive(Default)]
pub(super) struct Lists {
    concerns: Sum,
    sums: Sums,
    /// Whether a line claims a start that is not listed.
    lacks_start: bool,
    run: Option<ListedRun>,
    runs: Sum,
}

/// The number of entries, and the sum of their digests.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    entries: u64,
    sum: u64,
}

impl Sum {
    fn add(&mut self, entry: impl std::hash::Hash) {
        self.entries += 1;
        self.sum = self.sum.wrapping_add(digest(entry));
    }
}

fn digest(entry: impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    entry.hash(&mut hasher);
    hasher.finish()
}

/// A sum over all subjects: of each one's digest times its number of lines, and of the hashes of its lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sums {
    lines: u64,
    hash: i64,
}

impl Lists {
    /// Adds a line, in order of arrival.
    pub(super) fn take(
        &mut self,
        open: &OpenBook<'_>,
        (arrival, hash): (i64, &Hash),
        change: &Change,
    ) -> Result<(), BookError> {
        for subject in change.subjects() {
            self.concerns.add((subject.key().as_slice(), arrival));
            self.sums.lines = self.sums.lines.wrapping_add(digest(subject.key().as_slice()));
            self.sums.hash ^= part_of_sum(hash);
        }
        for (game, time) in change.starts() {
            self.lacks_start |= !open.lists_start((time, change.id, game))?;
        }
        if !self.run.as_mut().is_some_and(|run| run.extend_with(arrival, change, hash)) {
            let begun = ListedRun { arrival, run: Run::begun_by(change, hash) };
            self.run.replace(begun).into_iter().for_each(|run| self.runs.add(run));
        }
        Ok(())
    }

    /// Describes each list that does not agree with the lines.
    pub(super) fn faults(mut self, open: &OpenBook<'_>) -> Result<Vec<&'static str>, BookError> {
        self.run.take().into_iter().for_each(|run| self.runs.add(run));
        let mut faults = Vec::new();
        let (mut concerns, mut runs, mut sums) = (Sum::default(), Sum::default(), Sums::default());
        open.all("SELECT subject, arrival FROM concerns", [], |row| {
            concerns.add((row.get_ref(0)?.as_blob()?, row.get::<_, i64>(1)?));
            Ok(())
        })?;
        if concerns != self.concerns {
            faults.push("the index of lines by subject does not agree with the lines");
        }
        open.listed_runs()?.into_iter().for_each(|run| runs.add(run));
        if runs != self.runs {
            faults.push("the index of lines by writer does not agree with the lines");
        }
        if self.lacks_start {
            faults.push("the index of games by start does not agree with the lines");
        }
        for (time, id, game) in open.starts()? {
            self.sums.lines = self.sums.lines.wrapping_add(digest(STARTS));
            self.sums.hash ^= part_of_start(time, id, &Subject::Game(game).key());
        }
        open.all("SELECT subject, lines, hash FROM sum", [], |row| {
            let lines = digest(row.get_ref(0)?.as_blob()?).wrapping_mul(row.get::<_, i64>(1)?.cast_unsigned());
            sums.lines = sums.lines.wrapping_add(lines);
            sums.hash ^= row.get::<_, i64>(2)?;
            Ok(())
        })?;
        if sums != self.sums {
            faults.push("the line count of a subject does not agree with the lines");
        }
        Ok(faults)
    }
}
