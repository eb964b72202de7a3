//! Writes what a folder lacks.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind};
use std::mem;
use std::ops::RangeInclusive;
use std::path::Path;

use ginpad_core::facts::{Change, Header, Line, LinesWriter, Run, Store, name_of};
use uuid::Uuid;

use super::super::counted::Counted;
use super::super::gaps::without;
use super::super::held::Held;
use super::super::notice::Notice;
use super::super::private;
use super::super::unfinished::{Readers, Unfinished};
use super::exchange::by_writer;
use super::segment::Segment;

/// A segment with so many bytes of lines is full.
const FULL: usize = 8 << 20;

/// So many lines are asked for at once.
const WINDOW: u64 = 256;

/// What a folder lacks.
#[derive(Debug)]
pub(super) struct Sending {
    lacks: VecDeque<Lack>,
    outgoing: Option<(Run, Vec<Line>)>,
}

/// Lines of a run that a folder lacks.
#[derive(Debug)]
struct Lack {
    writer: Uuid,
    numbers: RangeInclusive<u64>,
    /// The names of the lines of the run, if its writer forked.
    names: Option<HashSet<Uuid>>,
}

impl Sending {
    /// Finds what of a book the segments do not hold; `known` are those of which the book is known to hold every line. The
    /// lines of `own` writers are sent first.
    pub(super) fn of<S: Store>(
        store: &mut S,
        held: &Held,
        (whole, known): (&BTreeSet<Segment>, &BTreeSet<Segment>),
        own: &[Uuid],
    ) -> Result<Sending, S::Error> {
        let there = by_writer(whole);
        let mut runs: Vec<&Run> = held.runs().collect();
        runs.sort_by_key(|run| !own.contains(&run.writer));
        let mut lacks = VecDeque::new();
        for run in runs {
            let names = held.told_apart(store, run)?;
            let mut covered = Vec::new();
            for segment in there.get(&run.writer).into_iter().flatten() {
                let Segment { first, last, name, .. } = **segment;
                let is_known = known.contains(*segment) || held.has(store, run.writer, first..=last, name)?;
                if is_known && names.as_ref().is_none_or(|names| names.contains(&name)) {
                    covered.push((first, last));
                }
            }
            let parts = without(run.first..=run.last, covered);
            lacks.extend(parts.map(|numbers| Lack { writer: run.writer, numbers, names: names.clone() }));
        }
        Ok(Sending { lacks, outgoing: None })
    }

    /// Collects the lines of the next segment. The answer is what they say.
    pub(super) fn collect<S: Store>(&mut self, store: &mut S) -> Result<Option<Counted>, S::Error> {
        while let Some(lack) = self.lacks.front_mut() {
            let part = lack.next_part(store)?;
            if lack.numbers.is_empty() {
                self.lacks.pop_front();
            }
            if let Some((run, lines, said)) = part {
                self.outgoing = Some((run, lines));
                return Ok(Some(said));
            }
        }
        Ok(None)
    }

    /// Writes the segment that was collected, whole or not at all.
    pub(super) fn put(&mut self, folder: &Path) -> io::Result<Option<(Segment, Option<Notice>)>> {
        let Some((run, lines)) = mem::take(&mut self.outgoing) else { return Ok(None) };
        let own = folder.join(run.writer.to_string());
        let notice = made(folder, &own)?;
        // Whoever may read the folder may read what is in it.
        let part = Unfinished::beside(&own.join("segment"), Readers::All)?;
        let file = OpenOptions::new().write(true).open(part.path())?;
        let (writer, first, last, name) = (run.writer, run.first, run.last, name_of(&run.hash));
        let header = Header { lines: lines.len() as u64, numbers: 0, runs: vec![run] };
        let mut out = LinesWriter::new(BufWriter::new(file), &header)?;
        for line in &lines {
            out.line(line.text(), line.hash())?;
        }
        let file = out.end()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        let segment = Segment { writer, first, last, name, length: file.metadata()?.len() };
        drop(file);
        // Only a file with the same lines can have this name.
        let named = part.replace(&segment.path(folder))?;
        Ok(Some((segment, notice.or(named))))
    }
}

/// Lines of a run, with what they say.
type Part = (Run, Vec<Line>, Counted);

impl Lack {
    /// The next lines, as many as a segment holds. Those that are not there any more are passed over.
    fn next_part<S: Store>(&mut self, store: &mut S) -> Result<Option<Part>, S::Error> {
        let (mut lines, mut said, mut bytes) = (Vec::new(), Counted::default(), 0);
        let mut run: Option<Run> = None;
        let (mut next, end) = mem::replace(&mut self.numbers, RangeInclusive::new(1, 0)).into_inner();
        while next <= end && bytes < FULL {
            let asked = next;
            let window = next..=end.min(next.saturating_add(WINDOW - 1));
            store.lines_of(self.writer, window, &mut |line| {
                let is_of_run = self.names.as_ref().is_none_or(|names| names.contains(&line.name()));
                let Some(change) = Change::read(&line).ok().filter(|change| change.number == next && is_of_run) else {
                    return Ok(());
                };
                if bytes < FULL {
                    let (writer, first, before) = (change.writer, change.number, change.before);
                    let run = run.get_or_insert(Run { writer, first, last: first, before, hash: *line.hash() });
                    (run.last, run.hash) = (change.number, *line.hash());
                    said += Counted::by(&change);
                    bytes += line.text().len();
                    lines.push(line);
                    next += 1;
                }
                Ok(())
            })?;
            if next == asked {
                return Ok(run.map(|run| (run, lines, said)));
            }
        }
        self.numbers = next..=end;
        Ok(run.map(|run| (run, lines, said)))
    }
}

/// Makes the folder of a writer, unless it is there.
fn made(folder: &Path, own: &Path) -> io::Result<Option<Notice>> {
    match fs::create_dir(own) {
        Ok(()) => Ok(private::sync(folder)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let there = fs::symlink_metadata(own)?;
            if there.is_dir() {
                return Ok(None);
            }
            Err(io::Error::other(format!("{} is not a folder", own.display())))
        }
        Err(error) => Err(error),
    }
}
