//! A watcher of long work on a book.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ginpad::book::{Steps, Watcher};

/// Takes note of the work that it is told of, and of how many steps each has.
#[derive(Debug, Default)]
pub(crate) struct Listener {
    told: Mutex<Vec<(&'static str, usize)>>,
    counted: Arc<AtomicUsize>,
}

/// Counts the steps of all work.
#[derive(Debug)]
struct Counter(Arc<AtomicUsize>);

impl Listener {
    /// How many steps all work of this name was to have.
    pub(crate) fn steps(&self, of: &str) -> usize {
        self.told.lock().unwrap().iter().filter(|(work, _)| *work == of).map(|(_, steps)| steps).sum()
    }

    /// How many steps were counted.
    pub(crate) fn counted(&self) -> usize {
        self.counted.load(Ordering::Relaxed)
    }
}

impl Watcher for Listener {
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps> {
        self.told.lock().unwrap().push((what, steps));
        Box::new(Counter(Arc::clone(&self.counted)))
    }
}

impl Steps for Counter {
    fn advance(&self, steps: usize) {
        self.0.fetch_add(steps, Ordering::Relaxed);
    }
}
