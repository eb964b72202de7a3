//! How large the system lets a file grow.

#[cfg(unix)]
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

/// Whether the system has said that a file may not grow.
#[cfg(unix)]
static LIMIT: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on a file that may not grow is an error like a full disk. Otherwise the system ends the program.
#[cfg(unix)]
pub(crate) fn outlive_the_file_size_limit() {
    let reached = LIMIT.get_or_init(Arc::default);
    // Without the signal's name, nothing is lost but the message.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::clone(reached));
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn outlive_the_file_size_limit() {}

/// Whether a file has reached the limit of its size.
#[cfg(unix)]
pub(crate) fn reached_the_limit() -> bool {
    LIMIT.get().is_some_and(|reached| reached.load(Ordering::Relaxed))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn reached_the_limit() -> bool {
    false
}
