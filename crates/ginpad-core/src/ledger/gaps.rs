//! Gaps and forks in a store: lines missing before later ones of the same writer, and line numbers held twice.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::facts::{Counting, Fact, ForkFact, GapFact, List, Subject, name_of};
use crate::ledger::{Run, Store};

/// A range of a writer's line numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRange {
    /// The writer.
    pub writer: Uuid,
    /// The number of the first line.
    pub first: u64,
    /// The number of the last.
    pub last: u64,
}

/// A fork of a writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fork {
    /// The writer.
    pub writer: Uuid,
    /// The number at which the second branch begins.
    pub number: u64,
    /// Whether the store also holds the other line with this number. If not, the line before it was replaced.
    pub is_double: bool,
}

impl From<&Run> for LineRange {
    fn from(run: &Run) -> LineRange {
        LineRange { writer: run.writer, first: run.first, last: run.last }
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

/// The lines missing before and between these runs, without those given up.
pub fn gaps(runs: &[Run], given_up: &[LineRange]) -> Vec<LineRange> {
    let lasts = lasts(runs.iter().map(|run| (run.writer, run.last)));
    let all = lasts.into_iter().map(|(writer, last)| LineRange { writer, first: 1, last });
    lacking(all, runs.iter().map(LineRange::from).chain(given_up.iter().copied()))
}

/// Those of `lines` that are not among `others`.
pub fn lacking(
    lines: impl IntoIterator<Item = LineRange>,
    others: impl IntoIterator<Item = LineRange>,
) -> Vec<LineRange> {
    let mut numbers: BTreeMap<Uuid, Vec<(u64, u64)>> = BTreeMap::new();
    for LineRange { writer, first, last } in others {
        numbers.entry(writer).or_default().push((first, last));
    }
    numbers.values_mut().for_each(|numbers| numbers.sort_unstable());
    let mut lacking = Vec::new();
    for LineRange { writer, first: mut next, last: end } in lines {
        for (first, last) in numbers.get(&writer).into_iter().flatten().take_while(|(first, _)| *first <= end) {
            if *first > next {
                lacking.push(LineRange { writer, first: next, last: first - 1 });
            }
            next = next.max(last.saturating_add(1));
        }
        if next <= end {
            lacking.push(LineRange { writer, first: next, last: end });
        }
    }
    lacking
}

/// The missing lines given up, if that was not undone.
///
/// # Errors
/// The store cannot be read.
pub fn given_up<S: Store>(store: &mut S) -> Result<Vec<LineRange>, S::Error> {
    let gap = |fact| match fact {
        Fact::Gap(gap) => Some(LineRange { writer: gap.writer, first: gap.first, last: gap.last }),
        _ => None,
    };
    Ok(declared(store)?.filter_map(gap).collect())
}

/// The forks of writers, found from a store's runs. Omits settled forks, where a fact keeps every line.
///
/// # Errors
/// The store cannot be read.
pub fn forks<S: Store>(store: &mut S, runs: &[Run]) -> Result<Vec<Fork>, S::Error> {
    let line = |fact| match fact {
        Fact::Fork(fork) => Some(fork.line),
        _ => None,
    };
    let kept: HashSet<Uuid> = declared(store)?.filter_map(line).collect();
    let (mut forks, mut last) = (Vec::new(), (Uuid::nil(), 0));
    for &Run { writer, first: number, last: end, before, .. } in runs {
        let highest = if last.0 == writer { last.1 } else { 0 };
        let is_double = number <= highest;
        let follows = match before.filter(|_| number == highest + 1) {
            Some(before) => lines_with(store, writer, highest)?.contains(&name_of(&before)),
            None => true,
        };
        if (is_double || !follows) && !lines_with(store, writer, number)?.iter().all(|line| kept.contains(line)) {
            forks.push(Fork { writer, number, is_double });
        }
        last = (writer, highest.max(end));
    }
    forks.dedup();
    Ok(forks)
}

/// The facts that give up a writer's missing lines, and keep every line at its forks.
///
/// # Errors
/// The store cannot be read.
pub fn giving_up<S: Store>(store: &mut S, writer: Uuid) -> Result<Vec<Fact>, S::Error> {
    let (runs, mut facts) = (store.runs()?, Vec::new());
    for LineRange { writer, first, last } in
        gaps(&runs, &given_up(store)?).into_iter().filter(|gap| gap.writer == writer)
    {
        let next = runs.iter().find(|run| run.writer == writer && run.first == last + 1);
        let before = next.and_then(|next| next.before);
        facts.extend(before.map(|before| Fact::Gap(GapFact { writer, first, last, before })));
    }
    for fork in forks(store, &runs)?.into_iter().filter(|fork| fork.writer == writer) {
        let lines = lines_with(store, writer, fork.number)?.into_iter();
        facts.extend(lines.map(|line| Fact::Fork(ForkFact { line })));
    }
    Ok(facts)
}

/// The names of a writer's lines with this number: several at a fork.
fn lines_with<S: Store>(store: &mut S, writer: Uuid, number: u64) -> Result<Vec<Uuid>, S::Error> {
    let mut names = Vec::new();
    store.lines_of(writer, number..=number, &mut |line| {
        names.push(line.name());
        Ok(())
    })?;
    Ok(names)
}

/// The facts about line numbers that count.
fn declared<S: Store>(store: &mut S) -> Result<impl Iterator<Item = Fact>, S::Error> {
    let (changes, mut undos) = (store.concerning(&Subject::List(List::Gaps))?, Vec::new());
    for act in changes.iter().flat_map(|change| change.batch.into_iter().chain([change.name])) {
        undos.append(&mut store.concerning(&Subject::Undone(act))?);
    }
    let counting = Counting::of(&undos);
    Ok(changes.into_iter().filter(move |change| counting.counts(change)).flat_map(|change| change.facts))
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
        let found = |runs: &[Run], given_up: &[LineRange]| -> Vec<(u128, u64, u64)> {
            gaps(runs, given_up).iter().map(|gap| (gap.writer.as_u128(), gap.first, gap.last)).collect()
        };
        assert_eq!(found(&[run(1, 1, 4), run(2, 1, 2)], &[]), []);
        let runs = [run(1, 7, 9), run(1, 1, 4), run(2, 3, 3), run(1, 8, 12), run(1, 14, 14)];
        assert_eq!(found(&runs, &[]), [(1, 5, 6), (1, 13, 13), (2, 1, 2)]);
        let lost = LineRange { writer: Uuid::from_u128(1), first: 5, last: 6 };
        assert_eq!(found(&runs, &[lost]), [(1, 13, 13), (2, 1, 2)]);
        let beyond = LineRange { writer: Uuid::from_u128(2), first: 99, last: 99 };
        assert_eq!(found(&runs, &[beyond]), [(1, 5, 6), (1, 13, 13), (2, 1, 2)]);
    }

    #[test]
    fn what_is_left_of_some_numbers_is_found() {
        let numbers = |(first, last): (u64, u64)| LineRange { writer: Uuid::nil(), first, last };
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
