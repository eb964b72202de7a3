//! The system's limit on the size of a file.

#[cfg(unix)]
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

/// Whether a file has reached the limit.
#[cfg(unix)]
static LIMIT: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Makes a write past the size limit fail like one on a full disk. By default the system would end the program.
#[cfg(unix)]
pub(crate) fn outlive_the_file_size_limit() {
    let reached = LIMIT.get_or_init(Arc::default);
    // If this fails, only the message is lost.
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
