//! Whether the program was started without a standard output, as by `ginpad log … >&-`.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of a descriptor that is closed. After that nothing tells it
//! from a `/dev/null` that a script gave to the program. So it is asked before the runtime starts.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before `main`. It only asks the system about a descriptor, and uses nothing that the runtime sets up.
#[cfg(unix)]
#[allow(unsafe_code, reason = "only code that runs before `main` can see it; see docs/decisions.md")]
#[ctor::ctor(unsafe)]
fn look() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Whether the standard output was closed when the program started. Systems other than Unix tell when something is
/// written.
pub(crate) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}
