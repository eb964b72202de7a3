//! Whether the lists by which lines are found are those that the lines make.
//!
//! Each list is read once, in its own order, and compared with the lines by sums that do not depend on the order. So it
//! takes no more memory for a large book than for a small one.

use std::hash::{DefaultHasher, Hasher as _};

use ginpad_core::facts::{Change, Hash, Subject};
use ginpad_core::ledger::Run;
use uuid::Uuid;

use super::super::error::BookError;
use super::super::lines::{STARTS, part_of_start, part_of_sum};
use super::super::pad::Pad;

/// What the lists should say, by the lines that were seen.
#[derive(Default)]
pub(super) struct Lists {
    concerns: Sum,
    sums: Sums,
    /// Whether a start is not listed that a line claims.
    lacks_start: bool,
    run: Option<(i64, Run)>,
    runs: Sum,
}

/// How many entries there are, and the sum of their digests.
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

/// The lines of all subjects: how many each has, times its digest, and the sum of their hashes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sums {
    lines: u64,
    hash: i64,
}

type Row<'a> = (i64, Uuid, u64, u64, Option<&'a [u8]>, &'a [u8]);

fn row(arrival: i64, run: &Run) -> Row<'_> {
    (arrival, run.writer, run.first, run.last, run.before.as_ref().map(|hash| &hash[..]), &run.hash[..])
}

impl Lists {
    /// Takes a line, in order of arrival.
    pub(super) fn take(
        &mut self,
        pad: &Pad<'_>,
        (arrival, hash): (i64, &Hash),
        change: &Change,
    ) -> Result<(), BookError> {
        for subject in change.subjects() {
            self.concerns.add((subject.key().as_slice(), arrival));
            self.sums.lines = self.sums.lines.wrapping_add(digest(subject.key().as_slice()));
            self.sums.hash ^= part_of_sum(hash);
        }
        for (game, time) in change.starts() {
            self.lacks_start |= !pad.lists_start((time, change.id, game))?;
        }
        let Change { writer, number, before, .. } = *change;
        match &mut self.run {
            Some((begun, run))
                if run.writer == writer
                    && run.last + 1 == number
                    && before == Some(run.hash)
                    && begun.checked_add_unsigned(number - run.first) == Some(arrival) =>
            {
                (run.last, run.hash) = (number, *hash);
            }
            _ => {
                self.end_run();
                self.run = Some((arrival, Run { writer, first: number, last: number, before, hash: *hash }));
            }
        }
        Ok(())
    }

    fn end_run(&mut self) {
        if let Some((arrival, run)) = self.run.take() {
            self.runs.add(row(arrival, &run));
        }
    }

    /// What of the lists is not what the lines make, in words.
    pub(super) fn faults(mut self, pad: &Pad<'_>) -> Result<Vec<&'static str>, BookError> {
        self.end_run();
        let mut faults = Vec::new();
        let mut concerns = Sum::default();
        pad.all("SELECT subject, arrival FROM concerns", [], |row| {
            concerns.add((row.get_ref(0)?.as_blob()?, row.get::<_, i64>(1)?));
            Ok(())
        })?;
        if concerns != self.concerns {
            faults.push("the list of what lines say something of does not agree with the lines");
        }
        let mut runs = Sum::default();
        pad.listed_runs()?.iter().for_each(|(run, arrival)| runs.add(row(*arrival, run)));
        if runs != self.runs {
            faults.push("the list of the lines of each writer does not agree with the lines");
        }
        if self.lacks_start {
            faults.push("the list of games by their start does not agree with the lines");
        }
        for (time, id, game) in pad.starts()? {
            self.sums.lines = self.sums.lines.wrapping_add(digest(STARTS));
            self.sums.hash ^= part_of_start(time, id, &Subject::Game(game).key());
        }
        let mut sums = Sums::default();
        let all = pad.all("SELECT subject, lines, hash FROM sum", [], |row| {
            let lines = digest(row.get_ref(0)?.as_blob()?).wrapping_mul(row.get::<_, i64>(1)?.cast_unsigned());
            sums.lines = sums.lines.wrapping_add(lines);
            sums.hash ^= row.get::<_, i64>(2)?;
            Ok(())
        });
        all?;
        if sums != self.sums {
            faults.push("the count of the lines of each subject does not agree with the lines");
        }
        Ok(faults)
    }
}
