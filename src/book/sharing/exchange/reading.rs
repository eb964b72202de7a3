//! Reads what is new in the folder, a few batches at a time, and finds what of it makes no sense.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::super::error::BookError;
use super::super::fault::SegmentFault;
use super::super::fetch::{Batch, Read, batches, gaps, read, whole};
use super::super::held::Held;
use super::super::memory::Senseless;
use super::super::segment::Segment;
use super::Exchange;

/// How many batches are read before they are taken in. Each needs memory.
const AT_ONCE: usize = 16;

impl Exchange {
    /// Reads some of what is new in the folder, and says whether anything is to be taken in, or people are to be joined. What
    /// cannot be read is listed.
    ///
    /// # Errors
    /// There is no room for temporary files.
    pub fn fetch(&mut self) -> Result<bool, BookError> {
        if self.queue.is_none() {
            self.queue = Some(self.look_what_is_new());
        }
        while self.fetched.len() < AT_ONCE
            && let Some(batch) = self.queue.as_mut().and_then(VecDeque::pop_front)
        {
            self.read_batch(batch)?;
        }
        // What was read last may have brought nothing. Whoever came before is joined all the same.
        Ok(!self.fetched.is_empty() || self.is_join_due)
    }

    fn look_what_is_new(&mut self) -> VecDeque<Batch> {
        let new: BTreeSet<Segment> = self.listing.segments.difference(&self.asked.known).cloned().collect();
        let (mut senseless, mut others) = (BTreeMap::new(), Vec::new());
        for segment in &new {
            match self.asked.noted.senseless(segment).cloned() {
                Some(why) => drop(senseless.insert(segment.clone(), why)),
                None => others.push(segment.clone()),
            }
        }
        let mut damaged = BTreeSet::new();
        let mut readable = whole(&self.folder, others, (&mut damaged, &mut self.unread));
        let gaps = gaps(&self.listing.segments, &damaged, &new, &self.asked.known);
        gaps.into_iter().for_each(|gap| self.unread.push(gap));
        // What made no sense makes none now, unless something came that it refers to.
        if readable.is_empty() {
            senseless.into_iter().for_each(|(segment, why)| self.make_no_sense(segment, why));
        } else {
            readable.extend(whole(&self.folder, senseless.into_keys(), (&mut damaged, &mut self.unread)));
        }
        batches(readable, self.device)
    }

    /// Reads a batch. If any of it makes no sense, the rest is read again without that.
    fn read_batch(&mut self, batch: Batch) -> Result<(), BookError> {
        self.read += 1;
        let held = match &mut self.held {
            Some(held) => held,
            none => none.insert(Held::new()?),
        };
        match read(&self.folder, &batch, &self.removed, (held, self.read), &mut self.unread)? {
            Read::Fetched(fetched) => self.fetched.push(*fetched),
            Read::Without(at, why) => {
                held.forget(self.read)?;
                let [before, rest] = batch.split(at);
                let [only, after] = rest.split(1);
                if let Some((segment, why)) = only.segments.into_iter().next().zip(why) {
                    self.make_no_sense(segment, why);
                }
                self.put_back([before, after]);
            }
        }
        Ok(())
    }

    /// A batch makes no sense. If it has several segments, the fault is looked for.
    pub(super) fn refuse(&mut self, batch: Batch, number: usize, why: Senseless) -> Result<(), BookError> {
        if let Some(held) = &self.held {
            held.forget(number)?;
        }
        match batch.segments.as_slice() {
            [only] => self.make_no_sense(only.clone(), why),
            several => {
                let middle = several.len() / 2;
                self.put_back(batch.split(middle));
            }
        }
        Ok(())
    }

    /// Batches that are to be read next.
    fn put_back(&mut self, batches: [Batch; 2]) {
        let queue = self.queue.get_or_insert_default();
        batches.into_iter().rev().filter(|batch| !batch.segments.is_empty()).for_each(|batch| queue.push_front(batch));
    }

    fn make_no_sense(&mut self, segment: Segment, why: Senseless) {
        let path = segment.path(self.folder.path());
        self.unread.push(match why.is_document {
            true => SegmentFault::Refused(path, why.why.iter().cloned().collect()),
            false => SegmentFault::Damaged(path, why.why.first().cloned().unwrap_or_default()),
        });
        self.senseless.insert(segment, why);
    }

    /// How many facts were just read.
    pub fn facts_fetched(&self) -> usize {
        self.fetched.iter().map(|fetched| fetched.contents.facts()).sum()
    }
}
