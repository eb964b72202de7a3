//! The lines that a store holds, by writer; those that another place lacks, in portions; and the names of files of lines.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use uuid::Uuid;

use super::batch::Counted;
use super::gaps::{LineRange, lacking};
use crate::facts::{Change, Line, name_of};
use crate::ledger::{Run, Store};

/// A writer's lines in some place. Each line names the hash of the one before, so the last line identifies them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The writer.
    pub writer: Uuid,
    /// The number of the first line.
    pub first: u64,
    /// The number of the last line.
    pub last: u64,
    /// The name of the last line.
    pub name: Uuid,
}

impl From<&Run> for Span {
    fn from(run: &Run) -> Span {
        Span { writer: run.writer, first: run.first, last: run.last, name: name_of(&run.hash) }
    }
}

impl From<&Span> for LineRange {
    fn from(span: &Span) -> LineRange {
        LineRange { writer: span.writer, first: span.first, last: span.last }
    }
}

/// The lines a store holds.
#[derive(Debug, Default)]
pub struct Holdings {
    /// Sorted by writer and first number. A writer has several runs if lines are missing, or if it forked.
    runs: Vec<Run>,
    /// The lines of forked writers.
    forked: BTreeMap<Uuid, Lines>,
}

/// A writer's lines: number and name, each with the name of the line before.
type Lines = HashMap<(u64, Uuid), Option<Uuid>>;

impl Holdings {
    /// Finds the lines a store holds. Reads every line of a forked writer.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of<S: Store>(store: &mut S) -> Result<Holdings, S::Error> {
        let runs = store.runs()?;
        let overlap = runs
            .iter()
            .zip(runs.iter().skip(1))
            .filter(|(run, next)| run.writer == next.writer && next.first <= run.last);
        let mut forked: BTreeMap<Uuid, Lines> = overlap.map(|(run, _)| (run.writer, Lines::new())).collect();
        for (writer, lines) in &mut forked {
            store.lines_of(*writer, 0..=u64::MAX, &mut |line| {
                if let Ok(change) = Change::read(&line) {
                    lines.insert((change.number, change.name), change.before.map(|before| name_of(&before)));
                }
                Ok(())
            })?;
        }
        Ok(Holdings { runs, forked })
    }

    /// Whether the store holds all of these lines.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn has<S: Store>(&self, store: &mut S, span: &Span) -> Result<bool, S::Error> {
        if self.forked.contains_key(&span.writer) {
            return Ok(self.chain(*span).last().is_some_and(|(number, _)| number == span.first));
        }
        let after = self.runs.partition_point(|run| (run.writer, run.first) <= (span.writer, span.first));
        let run = after.checked_sub(1).map(|at| &self.runs[at]);
        match run.filter(|run| run.writer == span.writer && span.last <= run.last) {
            None => Ok(false),
            Some(run) if run.last == span.last => Ok(name_of(&run.hash) == span.name),
            Some(_) => {
                let mut is_there = false;
                store.lines_of(span.writer, span.last..=span.last, &mut |line| {
                    is_there |= line.name() == span.name;
                    Ok(())
                })?;
                Ok(is_there)
            }
        }
    }

    /// The lines held, as spans.
    pub fn spans(&self) -> Vec<Span> {
        self.runs.iter().map(Span::from).collect()
    }

    /// The lines that a place with these spans lacks. This store must hold all lines of the spans.
    pub fn lacking(&self, spans: &[Span]) -> Vec<Lack> {
        let mut there: Vec<LineRange> = spans.iter().map(LineRange::from).collect();
        there.retain(|span| !self.forked.contains_key(&span.writer));
        let (forked, others): (Vec<&Run>, Vec<&Run>) =
            self.runs.iter().partition(|run| self.forked.contains_key(&run.writer));
        let lacking_of_others = lacking(others.into_iter().map(LineRange::from), there);
        let mut lacks: Vec<Lack> = lacking_of_others.into_iter().map(|lines| Lack { lines, names: None }).collect();
        // The branches of a fork differ in the names of their lines.
        let there: HashSet<Uuid> = spans.iter().flat_map(|span| self.chain(*span)).map(|(_, name)| name).collect();
        for run in forked {
            let Run { writer, first, last, .. } = *run;
            let lines = self.chain(Span { writer, first, last, name: name_of(&run.hash) });
            let (sent, names): (Vec<_>, Vec<_>) = lines.partition(|(_, name)| there.contains(name));
            let sent = sent.into_iter().map(|(number, _)| LineRange { writer, first: number, last: number });
            let names: HashSet<Uuid> = names.into_iter().map(|(_, name)| name).collect();
            let lacking = lacking([LineRange::from(run)], sent);
            lacks.extend(lacking.into_iter().map(|lines| Lack { lines, names: Some(names.clone()) }));
        }
        lacks
    }

    /// The lines of a forked writer, from the span's last line back to its first: numbers and names.
    fn chain(&self, span: Span) -> impl Iterator<Item = (u64, Uuid)> {
        let (lines, first) = (self.forked.get(&span.writer), span.first);
        let mut next = Some((span.last, span.name));
        std::iter::from_fn(move || {
            let line = next.filter(|(number, _)| *number >= first)?;
            let before = lines?.get(&line)?;
            next = before.map(|before| (line.0 - 1, before));
            Some(line)
        })
    }
}

/// Lines of a run that another place lacks.
#[derive(Debug)]
pub struct Lack {
    /// The lines not taken yet.
    pub lines: LineRange,
    /// The names of the run's lines, if its writer forked.
    pub(super) names: Option<HashSet<Uuid>>,
}

/// Consecutive lines of one writer.
#[derive(Debug)]
pub struct Portion {
    /// Their run.
    pub run: Run,
    /// The lines.
    pub lines: Vec<Line>,
    /// The counts of their content.
    pub amount: Counted,
}

/// The number of lines requested at once.
const WINDOW: u64 = 256;

impl Lack {
    /// Takes the next part of the first lack that still has lines. `None` if no lack has any.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn next<S: Store>(
        lacks: &mut VecDeque<Lack>,
        store: &mut S,
        bytes: usize,
    ) -> Result<Option<Portion>, S::Error> {
        while let Some(lack) = lacks.front_mut() {
            if let Some(portion) = lack.take(store, bytes)? {
                return Ok(Some(portion));
            }
            lacks.pop_front();
        }
        Ok(None)
    }

    /// Takes the next lines until they reach this many bytes. `None` if none are left.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn take<S: Store>(&mut self, store: &mut S, bytes: usize) -> Result<Option<Portion>, S::Error> {
        let (mut portion, mut left): (Option<Portion>, _) = (None, bytes);
        let LineRange { writer, first: next, last } = &mut self.lines;
        while *next <= *last && left > 0 {
            let asked = *next;
            store.lines_of(*writer, asked..=(*last).min(asked.saturating_add(WINDOW - 1)), &mut |line| {
                let is_of_run = self.names.as_ref().is_none_or(|names| names.contains(&line.name()));
                let change = Change::read(&line).ok().filter(|change| change.number == *next && is_of_run);
                let Some(change) = change.filter(|_| left > 0) else { return Ok(()) };
                let run = || Run::begun_by(&change, line.hash());
                let begun = || Portion { run: run(), lines: Vec::new(), amount: Counted::default() };
                let portion = portion.get_or_insert_with(begun);
                (portion.run.last, portion.run.hash) = (change.number, *line.hash());
                portion.amount += &change;
                left = left.saturating_sub(line.text().len());
                portion.lines.push(line);
                *next += 1;
                Ok(())
            })?;
            if *next == asked {
                // The store no longer holds the rest.
                *next = last.saturating_add(1);
            }
        }
        Ok(portion)
    }
}

/// A file in a shared folder: lines of one writer, identified by its name. It is never altered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// Its lines.
    pub span: Span,
    /// Its size in bytes.
    pub length: u64,
}

impl Segment {
    /// Reads the name of a file in a writer's folder.
    pub fn named(writer: Uuid, file: &str) -> Option<Segment> {
        let mut parts = file.strip_suffix(".jsonl")?.splitn(4, '-');
        let mut part = || parts.next();
        let (first, last, name, length) = (part()?, part()?, part()?, part()?);
        let (first, last, length) = (first.parse().ok()?, last.parse().ok()?, length.parse().ok()?);
        let segment = Segment { span: Span { writer, first, last, name: name.parse().ok()? }, length };
        (first > 0 && first <= last && segment.file() == file).then_some(segment)
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        let Segment { span: Span { first, last, name, .. }, length } = self;
        format!("{first:08}-{last:08}-{}-{length}.jsonl", name.simple())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_which_lines_a_file_holds() {
        let writer = Uuid::from_u128(7);
        let span = Span { writer, first: 1, last: 1_234_567_890, name: Uuid::from_u128(0xa5) };
        let segment = Segment { span, length: 4711 };
        let name = segment.file();
        assert_eq!(name, "00000001-1234567890-000000000000000000000000000000a5-4711.jsonl");
        assert_eq!(Segment::named(writer, &name), Some(segment));
        for other in [
            "00000001-00000002.jsonl",
            "00000002-00000001-000000000000000000000000000000a5-4711.jsonl",
            "00000000-00000001-000000000000000000000000000000a5-4711.jsonl",
            "1-2-000000000000000000000000000000a5-4711.jsonl",
            "+0000001-00000002-000000000000000000000000000000a5-4711.jsonl",
            "00000001-00000002-000000000000000000000000000000A5-4711.jsonl",
            "00000001-00000002-00000000-0000-0000-0000-0000000000a5-4711.jsonl",
            "00000001-00000002-000000000000000000000000000000a5-4711 (1).jsonl",
            "00000001-00000002-000000000000000000000000000000a5-4711.jsonl.partial",
            "00000001-00000002-000000000000000000000000000000ä5-4711.jsonl",
        ] {
            assert_eq!(Segment::named(writer, other), None, "{other}");
        }
    }
}
