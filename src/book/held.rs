//! Which lines of which writers a book holds, told by its runs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use ginpad_core::facts::{Change, Line, Run, Store, name_of};
use uuid::Uuid;

/// The lines that a book holds.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// By writer and first number. A writer has several if lines are missing, or if it forked.
    runs: BTreeMap<Uuid, Vec<Run>>,
}

impl Held {
    /// What a book holds.
    pub(super) fn of<S: Store>(store: &mut S) -> Result<Held, S::Error> {
        let mut runs: BTreeMap<Uuid, Vec<Run>> = BTreeMap::new();
        store.runs()?.into_iter().for_each(|run| runs.entry(run.writer).or_default().push(run));
        Ok(Held { runs })
    }

    /// All runs.
    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.values().flatten()
    }

    /// Whether two lines of a writer have one number.
    pub(super) fn is_forked(&self, writer: Uuid) -> bool {
        let runs = self.runs.get(&writer).map_or(&[][..], Vec::as_slice);
        let mut end = 0;
        runs.iter().any(|run| {
            let overlaps = run.first <= end;
            end = end.max(run.last);
            overlaps
        })
    }

    /// Whether it holds the lines of a writer with these numbers of which the last has this name.
    pub(super) fn has<S: Store>(
        &self,
        store: &mut S,
        writer: Uuid,
        numbers: RangeInclusive<u64>,
        name: Uuid,
    ) -> Result<bool, S::Error> {
        let (first, mut last) = numbers.into_inner();
        let mut name = name;
        loop {
            let of_writer = self.runs.get(&writer).into_iter().flatten();
            let there: Vec<&Run> = of_writer.filter(|run| run.first <= last && last <= run.last).collect();
            let ends = there.iter().find(|run| run.last == last && name_of(&run.hash) == name).copied();
            let mut line = None;
            if ends.is_none() {
                line = line_named(store, writer, last, name)?;
                if line.is_none() {
                    return Ok(false);
                }
            }
            // What comes before: on a run that is the only one, all of it; else the line that this one names.
            let run = ends.or(match there.as_slice() {
                [only] => Some(*only),
                _ => None,
            });
            let (begins, before) = match (run, line.and_then(|line| Change::read(&line).ok())) {
                (Some(run), _) => (run.first, run.before),
                (None, Some(change)) => (last, change.before),
                (None, None) => return Ok(false),
            };
            match before {
                _ if begins <= first => return Ok(true),
                Some(before) => (last, name) = (begins - 1, name_of(&before)),
                None => return Ok(false),
            }
        }
    }

    /// The names of all lines of a run, if others of its writer have the same numbers.
    pub(super) fn told_apart<S: Store>(&self, store: &mut S, run: &Run) -> Result<Option<HashSet<Uuid>>, S::Error> {
        if !self.is_forked(run.writer) {
            return Ok(None);
        }
        let mut before = HashMap::new();
        store.lines_of(run.writer, run.first..=run.last, &mut |line| {
            let named = Change::read(&line).ok().and_then(|change| change.before);
            before.insert(line.name(), named.map(|hash| name_of(&hash)));
            Ok(())
        })?;
        let (mut names, mut next) = (HashSet::new(), Some(name_of(&run.hash)));
        while let Some(name) = next
            && let Some(before) = before.get(&name)
        {
            names.insert(name);
            next = *before;
        }
        Ok(Some(names))
    }
}

/// The line of a writer with this number and this name.
fn line_named<S: Store>(store: &mut S, writer: Uuid, number: u64, name: Uuid) -> Result<Option<Line>, S::Error> {
    let mut found = None;
    store.lines_of(writer, number..=number, &mut |line| {
        if line.name() == name {
            found = Some(line);
        }
        Ok(())
    })?;
    Ok(found)
}
