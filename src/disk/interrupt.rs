//! Handles the system's signals. On Ctrl-C, a kill or a closed window, it tidies up whatever is on the screen or on the
//! disk only for a moment, and then ends the program as usual.
//!
//! Nothing else is tidied. A book that was being written needs nothing, because SQLite takes the transaction back when
//! the book is next opened.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// All tasks to do on Ctrl-C, by the numbers of their guards.
type Tasks = BTreeMap<usize, Box<dyn FnOnce() + Send>>;

static TASKS: Mutex<Tasks> = Mutex::new(BTreeMap::new());

/// How many guards leave Ctrl-C to the program that has the terminal.
static LEFT_TO_OTHERS: Mutex<usize> = Mutex::new(0);

/// Whether a Ctrl-C has arrived that the waiting thread has not seen yet. The signal handler sets this.
static ARRIVED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether a file has reached the system's limit on its size. The signal handler sets this.
static TOO_LARGE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Makes a write past the size limit fail like one on a full disk. By default the system would end the program; systems
/// other than Unix have no such limit.
pub(crate) fn outlive_the_file_size_limit() {
    // If this fails, only the message is lost.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::clone(&TOO_LARGE));
}

/// Whether a file has reached the limit of its size.
pub(crate) fn reached_the_limit() -> bool {
    TOO_LARGE.load(Ordering::Relaxed)
}

/// While this lives, ginpad ignores Ctrl-C.
#[derive(Debug)]
#[must_use]
pub(crate) struct LeftToOthers(());

/// Leaves Ctrl-C to the program that has the terminal now, as long as the guard lives.
pub(crate) fn leave_interrupts_to_others() -> LeftToOthers {
    *held(&LEFT_TO_OTHERS) += 1;
    listen();
    LeftToOthers(())
}

impl Drop for LeftToOthers {
    fn drop(&mut self) {
        /// Longer than the busiest machine delays a thread, in milliseconds.
        const MOST_WAITS: usize = 5_000;
        // The Ctrl-C that ended the other program was meant for it, even if our thread sees it only now.
        let is_unseen = |_: &usize| ARRIVED.load(Ordering::SeqCst);
        (0..MOST_WAITS).take_while(is_unseen).for_each(|_| thread::sleep(Duration::from_millis(1)));
        *held(&LEFT_TO_OTHERS) -= 1;
    }
}

/// Waits for a lock. What it guards is whole even if a thread panicked.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While this lives, Ctrl-C runs a task.
#[derive(Debug)]
#[must_use]
pub(crate) struct Tidying(usize);

/// Runs `tidy` on Ctrl-C, as long as the guard lives.
pub(crate) fn tidy_on_interrupt(tidy: impl FnOnce() + Send + 'static) -> Tidying {
    listen();
    let mut tasks = held(&TASKS);
    let number = tasks.last_key_value().map_or(0, |(last, _)| last + 1);
    tasks.insert(number, Box::new(tidy));
    Tidying(number)
}

impl Drop for Tidying {
    fn drop(&mut self) {
        held(&TASKS).remove(&self.0);
    }
}

/// Waits for Ctrl-C in a thread of its own. Without that thread, Ctrl-C ends the program without tidying.
#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::flag::register;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::{emulate_default_handler, unregister};

    static LISTENS: std::sync::Once = std::sync::Once::new();
    LISTENS.call_once(|| {
        let heard: Vec<i32> =
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|signal| !is_ignored(*signal)).collect();
        let (ready, listens) = std::sync::mpsc::channel();
        let tidying = thread::Builder::new().name("interrupt".into());
        // If no thread starts, nothing is registered, and Ctrl-C ends the program as usual.
        let _ = tidying.spawn(move || {
            // Registered first, so that the flag is set before the thread can see the signal.
            let arrives = heard.contains(&SIGINT).then(|| register(SIGINT, Arc::clone(&ARRIVED)));
            let Ok(mut signals) = Signals::new(heard) else {
                if let Some(Ok(arrives)) = arrives {
                    unregister(arrives);
                }
                return;
            };
            let _ = ready.send(());
            for signal in signals.forever() {
                if signal == SIGINT {
                    let left = held(&LEFT_TO_OTHERS);
                    ARRIVED.store(false, Ordering::SeqCst);
                    if *left > 0 {
                        continue;
                    }
                }
                // The last task is done first.
                let all = std::mem::take(&mut *held(&TASKS));
                all.into_values().rev().for_each(|task| task());
                let _ = emulate_default_handler(signal);
            }
        });
        // A busy machine may start the thread late, and nothing that needs tidying may appear before it listens. If
        // there is no thread, this fails at once.
        let _ = listens.recv();
    });
}

/// Whether the program was started with this signal ignored, as under `nohup` or in the background of a script; it then
/// stays ignored. Linux lists ignored signals as a hexadecimal mask; other systems do not show them.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")?.trim().into());
    let mask = mask.and_then(|mask| u64::from_str_radix(mask, 16).ok()).unwrap_or(0);
    u32::try_from(signal - 1).is_ok_and(|bit| mask.checked_shr(bit).unwrap_or(0) & 1 == 1)
}

/// Other systems end the program without tidying.
#[cfg(not(unix))]
fn listen() {}
