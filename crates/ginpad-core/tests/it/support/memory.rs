//! A store of lines in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::RangeInclusive;

use ginpad_core::facts::{Change, Line, Subject};
use ginpad_core::ledger::{Appended, Refused, Run, Store, joined};
use uuid::Uuid;

/// A store of lines in memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct MemoryStore {
    /// The lines in order of arrival.
    lines: Vec<(Line, Change)>,
    names: BTreeSet<Uuid>,
    numbered: BTreeMap<(Uuid, u64), Vec<usize>>,
    concerns: BTreeMap<Subject, Vec<usize>>,
}

impl MemoryStore {
    /// An empty store.
    pub(crate) fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn append_one(&mut self, line: &Line) -> Appended {
        let change = match Change::read(line) {
            Ok(change) => change,
            Err(fault) => return Appended::Refused(Refused::NoChange(fault.to_string())),
        };
        if !self.names.insert(line.name()) {
            return Appended::Known;
        }
        let at = self.lines.len();
        self.numbered.entry((change.writer, change.number)).or_default().push(at);
        for subject in change.subjects() {
            self.concerns.entry(subject).or_default().push(at);
        }
        self.lines.push((line.clone(), change));
        Appended::Stored
    }
}

impl Store for MemoryStore {
    type Error = Infallible;

    const TAKES_GAPS: bool = true;

    fn append(&mut self, lines: &[Line]) -> Result<Vec<Appended>, Infallible> {
        Ok(lines.iter().map(|line| self.append_one(line)).collect())
    }

    fn index(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn runs(&mut self) -> Result<Vec<Run>, Infallible> {
        let runs = self.lines.iter().map(|(line, change)| Run {
            writer: change.writer,
            first: change.number,
            last: change.number,
            before: change.before,
            hash: *line.hash(),
        });
        Ok(joined(runs.collect()))
    }

    fn lines_of(
        &mut self,
        writer: Uuid,
        numbers: RangeInclusive<u64>,
        visit: &mut dyn FnMut(Line) -> Result<(), Infallible>,
    ) -> Result<(), Infallible> {
        let (first, last) = numbers.into_inner();
        if first > last {
            return Ok(());
        }
        let lines = self.numbered.range((writer, first)..=(writer, last)).flat_map(|(_, places)| places);
        lines.map(|at| self.lines[*at].0.clone()).try_for_each(visit)
    }

    fn concerning(&mut self, subject: &Subject) -> Result<Vec<Change>, Infallible> {
        let places = self.concerns.get(subject).map_or(&[][..], Vec::as_slice);
        Ok(places.iter().map(|at| self.lines[*at].1.clone()).collect())
    }
}
