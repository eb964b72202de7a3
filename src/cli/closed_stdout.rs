//! Whether there is a standard output: the program may be started without one, as by `ginpad log … >&-`, and whoever
//! reads it may leave.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of a descriptor that is closed. After that nothing tells it
//! from a `/dev/null` that a script gave to the program. So it is asked before the runtime starts.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before `main`. It only asks the system about a descriptor, and uses nothing that the runtime sets up.
#[cfg(unix)]
#[allow(unsafe_code, reason = "only code that runs before `main` can see it; see docs/decisions.md")]
#[ctor::ctor(unsafe)]
fn note_whether_it_is_closed() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Whether the standard output was closed when the program started. Systems other than Unix tell when something is
/// written.
pub(crate) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Whether the reader of the pipe that is the standard output has left. Elsewhere it is found out when something is
/// written.
#[cfg(unix)]
pub(crate) fn reader_has_left() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdout = rustix::stdio::stdout();
    let mut asked = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut asked, Some(&at_once)).is_ok() && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// The same where nobody says.
#[cfg(not(unix))]
pub(crate) const fn reader_has_left() -> bool {
    false
}
