//! Lines that a store lacks although it has later ones of the same writer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::held::Span;
use crate::facts::{Change, Counting, Fact, GapFact, List, Subject};
use crate::ledger::{Run, Store};

/// Lines of a writer, by their numbers; most often those that are missing somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// The writer.
    pub writer: Uuid,
    /// The number of the first line.
    pub first: u64,
    /// The number of the last.
    pub last: u64,
}

impl From<&Run> for Gap {
    fn from(run: &Run) -> Gap {
        Gap { writer: run.writer, first: run.first, last: run.last }
    }
}

impl From<&Span> for Gap {
    fn from(span: &Span) -> Gap {
        Gap { writer: span.writer, first: span.first, last: span.last }
    }
}

/// The last number of each writer.
pub fn lasts(numbers: impl IntoIterator<Item = (Uuid, u64)>) -> BTreeMap<Uuid, u64> {
    let mut lasts: BTreeMap<Uuid, u64> = BTreeMap::new();
    for (writer, number) in numbers {
        let last = lasts.entry(writer).or_default();
        *last = number.max(*last);
    }
    lasts
}

/// The lines that are missing between these runs and before them, without those that somebody gave up.
pub fn gaps(runs: &[Run], given_up: &[Gap]) -> Vec<Gap> {
    let lasts = lasts(runs.iter().map(|run| (run.writer, run.last)));
    let all = lasts.into_iter().map(|(writer, last)| Gap { writer, first: 1, last });
    lacking(all, runs.iter().map(Gap::from).chain(given_up.iter().copied()))
}

/// What of some lines is not among others.
pub fn lacking(lines: impl IntoIterator<Item = Gap>, others: impl IntoIterator<Item = Gap>) -> Vec<Gap> {
    let mut numbers: BTreeMap<Uuid, Vec<(u64, u64)>> = BTreeMap::new();
    for Gap { writer, first, last } in others {
        numbers.entry(writer).or_default().push((first, last));
    }
    numbers.values_mut().for_each(|numbers| numbers.sort_unstable());
    let mut lacking = Vec::new();
    for Gap { writer, first: mut next, last: end } in lines {
        for (first, last) in numbers.get(&writer).into_iter().flatten().take_while(|(first, _)| *first <= end) {
            if *first > next {
                lacking.push(Gap { writer, first: next, last: first - 1 });
            }
            next = next.max(last.saturating_add(1));
        }
        if next <= end {
            lacking.push(Gap { writer, first: next, last: end });
        }
    }
    lacking
}

/// The missing lines that somebody gave up, and did not take back.
///
/// # Errors
/// The store cannot be read.
pub fn given_up<S: Store>(store: &mut S) -> Result<Vec<Gap>, S::Error> {
    let facts = gap_facts(store)?.into_iter().filter(|gap| gap.before.is_some());
    Ok(facts.map(|GapFact { writer, first, last, .. }| Gap { writer, first, last }).collect())
}

/// The forks that somebody settled, each by its writer and number. Of a fork no line is missing, so the fact names none
/// before the next.
///
/// # Errors
/// The store cannot be read.
pub fn settled_forks<S: Store>(store: &mut S) -> Result<Vec<(Uuid, u64)>, S::Error> {
    let facts = gap_facts(store)?.into_iter().filter(|gap| gap.before.is_none());
    Ok(facts.map(|gap| (gap.writer, gap.first)).collect())
}

fn gap_facts<S: Store>(store: &mut S) -> Result<Vec<GapFact>, S::Error> {
    let (changes, mut undos) = (changes_concerning(store, &Subject::List(List::Gaps))?, Vec::new());
    for act in changes.iter().flat_map(|change| change.batch.into_iter().chain([change.name])) {
        undos.append(&mut changes_concerning(store, &Subject::Undone(act))?);
    }
    let counting = Counting::of(&undos);
    let facts = changes.into_iter().filter(|change| counting.counts(change)).flat_map(|change| change.facts);
    let gap = |fact| match fact {
        Fact::Gap(gap) => Some(gap),
        _ => None,
    };
    Ok(facts.filter_map(gap).collect())
}

fn changes_concerning<S: Store>(store: &mut S, subject: &Subject) -> Result<Vec<Change>, S::Error> {
    let mut changes = Vec::new();
    store.concerning(subject, &mut |change| {
        changes.push(change);
        Ok(())
    })?;
    Ok(changes)
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
        let found = |runs: &[Run], given_up: &[Gap]| -> Vec<(u128, u64, u64)> {
            gaps(runs, given_up).iter().map(|gap| (gap.writer.as_u128(), gap.first, gap.last)).collect()
        };
        assert_eq!(found(&[run(1, 1, 4), run(2, 1, 2)], &[]), []);
        let runs = [run(1, 7, 9), run(1, 1, 4), run(2, 3, 3), run(1, 8, 12), run(1, 14, 14)];
        assert_eq!(found(&runs, &[]), [(1, 5, 6), (1, 13, 13), (2, 1, 2)]);
        let lost = Gap { writer: Uuid::from_u128(1), first: 5, last: 6 };
        assert_eq!(found(&runs, &[lost]), [(1, 13, 13), (2, 1, 2)]);
        let beyond = Gap { writer: Uuid::from_u128(2), first: 99, last: 99 };
        assert_eq!(found(&runs, &[beyond]), [(1, 5, 6), (1, 13, 13), (2, 1, 2)]);
    }

    #[test]
    fn what_is_left_of_some_numbers_is_found() {
        let numbers = |(first, last): (u64, u64)| Gap { writer: Uuid::nil(), first, last };
        let left = |others: &[(u64, u64)]| -> Vec<(u64, u64)> {
            let left = lacking([numbers((3, 10))], others.iter().copied().map(numbers));
            left.into_iter().map(|gap| (gap.first, gap.last)).collect()
        };
        assert_eq!(left(&[]), [(3, 10)]);
        assert_eq!(left(&[(1, 4), (8, 8), (6, 6)]), [(5, 5), (7, 7), (9, 10)]);
        assert_eq!(left(&[(1, 2), (12, u64::MAX)]), [(3, 10)]);
        assert_eq!(left(&[(5, 20), (1, 3)]), [(4, 4)]);
        assert_eq!(left(&[(1, u64::MAX)]), []);
    }
}
