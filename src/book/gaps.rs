//! Lines that a book lacks although it has later ones of the same writer.

use std::ops::RangeInclusive;

use ginpad_core::facts::{ChangeVerb, Counting, Fact, GapFact, List, NewChange, Run, Store, Subject};
use ginpad_core::hand::Moment;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;

/// Lines of a writer that are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// The writer.
    pub writer: Uuid,
    /// The number of the first that is missing.
    pub first: u64,
    /// The number of the last.
    pub last: u64,
}

/// The lines that are missing between these runs, without those that somebody gave up.
pub(super) fn gaps(runs: &[Run], given_up: &[GapFact]) -> Vec<Gap> {
    let held = runs.iter().map(|run| (run.writer, run.first, run.last));
    let mut known: Vec<(Uuid, u64, u64)> =
        held.chain(given_up.iter().map(|gap| (gap.writer, gap.first, gap.last))).collect();
    known.sort_unstable();
    let (mut gaps, mut end) = (Vec::new(), (Uuid::nil(), 0_u64));
    for (writer, first, last) in known {
        if end.0 != writer {
            end = (writer, 0);
        }
        if first > end.1.saturating_add(1) {
            gaps.push(Gap { writer, first: end.1 + 1, last: first - 1 });
        }
        end.1 = end.1.max(last);
    }
    // What is given up beyond the last line here lacks nothing before it.
    gaps.retain(|gap: &Gap| runs.iter().any(|run| run.writer == gap.writer && run.first > gap.last));
    gaps
}

/// What of these lines the runs do not have.
pub(super) fn lacking(lines: impl IntoIterator<Item = Gap>, runs: &[Run]) -> Vec<Gap> {
    let lacking = |Gap { writer, first, last }: Gap| {
        let held = runs.iter().filter(|run| run.writer == writer).map(|run| (run.first, run.last)).collect();
        without(first..=last, held).map(move |left| Gap { writer, first: *left.start(), last: *left.end() })
    };
    lines.into_iter().flat_map(lacking).collect()
}

/// What is left of some numbers without others.
pub(super) fn without(
    numbers: RangeInclusive<u64>,
    mut others: Vec<(u64, u64)>,
) -> impl Iterator<Item = RangeInclusive<u64>> {
    others.sort_unstable();
    let (mut next, end) = numbers.into_inner();
    let mut left = Vec::new();
    for (first, last) in others.into_iter().filter(|(first, _)| *first <= end) {
        if first > next {
            left.push(next..=first - 1);
        }
        next = next.max(last.saturating_add(1));
    }
    left.push(next..=end);
    left.into_iter().filter(|numbers| !numbers.is_empty())
}

/// What somebody gave up, and did not take back.
pub(super) fn given_up<S: Store>(store: &mut S) -> Result<Vec<GapFact>, S::Error> {
    let (mut changes, mut undos) = (Vec::new(), Vec::new());
    store.concerning(&Subject::List(List::Gaps), &mut |change| {
        changes.push(change);
        Ok(())
    })?;
    for act in changes.iter().flat_map(|change| change.batch.into_iter().chain([change.name])) {
        store.concerning(&Subject::Undone(act), &mut |change| {
            undos.push(change);
            Ok(())
        })?;
    }
    let counting = Counting::of(&undos);
    let facts = changes.into_iter().filter(|change| counting.counts(change)).flat_map(|change| change.facts);
    let gap = |fact| match fact {
        Fact::Gap(gap) => Some(gap),
        _ => None,
    };
    Ok(facts.filter_map(gap).collect())
}

impl Pad<'_> {
    /// The lines that are missing between others, without those that were given up.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn gaps(&self) -> Result<Vec<Gap>, BookError> {
        Ok(gaps(&self.runs()?, &given_up(&mut { self })?))
    }

    /// Gives up the lines of a writer that are missing between others: nobody is asked for them any more.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn give_up(&self, writer: Uuid, now: Moment) -> Result<(), BookError> {
        let (runs, mut change) = (self.runs()?, NewChange::new(ChangeVerb::GiveUp));
        for Gap { writer, first, last } in self.gaps()?.into_iter().filter(|gap| gap.writer == writer) {
            let next = runs.iter().find(|run| run.writer == writer && run.first == last + 1);
            change.give_up(GapFact { writer, first, last, before: next.and_then(|next| next.before) });
        }
        self.write(change, now).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_between_runs_is_found() {
        let run = |writer, first, last| Run {
            writer: Uuid::from_u128(writer),
            first,
            last,
            before: (first > 1).then_some([0; 32]),
            hash: [1; 32],
        };
        let found = |runs: &[Run], given_up: &[GapFact]| -> Vec<(u128, u64, u64)> {
            gaps(runs, given_up).iter().map(|gap| (gap.writer.as_u128(), gap.first, gap.last)).collect()
        };
        assert_eq!(found(&[run(1, 1, 4), run(2, 1, 2)], &[]), []);
        let runs = [run(1, 7, 9), run(1, 1, 4), run(2, 3, 3), run(1, 8, 12), run(1, 14, 14)];
        assert_eq!(found(&runs, &[]), [(1, 5, 6), (1, 13, 13), (2, 1, 2)]);
        let lost = GapFact { writer: Uuid::from_u128(1), first: 5, last: 6, before: None };
        assert_eq!(found(&runs, &[lost]), [(1, 13, 13), (2, 1, 2)]);
        let beyond = GapFact { writer: Uuid::from_u128(2), first: 99, last: 99, before: None };
        assert_eq!(found(&runs, &[beyond]), [(1, 5, 6), (1, 13, 13), (2, 1, 2)]);
    }

    #[test]
    fn what_is_left_of_some_numbers_is_found() {
        let left = |others: &[(u64, u64)]| -> Vec<(u64, u64)> {
            without(3..=10, others.to_vec()).map(RangeInclusive::into_inner).collect()
        };
        assert_eq!(left(&[]), [(3, 10)]);
        assert_eq!(left(&[(1, 4), (8, 8), (6, 6)]), [(5, 5), (7, 7), (9, 10)]);
        assert_eq!(left(&[(1, 2), (12, u64::MAX)]), [(3, 10)]);
        assert_eq!(left(&[(5, 20), (1, 3)]), [(4, 4)]);
        assert_eq!(left(&[(1, u64::MAX)]), []);
    }
}
