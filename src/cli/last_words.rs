//! What is said where the standard library can do nothing but end the program.

use std::panic;
use std::process::exit;

/// Ends the program with a sentence, as after any other fault of the machine, where the system gives what programs cannot do
/// without. What was not committed is taken back when the book is opened next.
pub(crate) fn end_with_a_sentence() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |failure| {
        let why = failure.payload_as_str().and_then(reason);
        let Some(why) = why else { return before(failure) };
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("error: {why}\nhint: run the same command again; the history says what was kept\n").as_bytes(),
        );
        exit(3);
    }));
}

/// The fault of the machine that these words mean, if it is one.
fn reason(words: &str) -> Option<&'static str> {
    match words {
        words if words.contains("random") => Some("the system gives no random numbers, which every change needs"),
        words if words.contains("closedir") => Some("the disk reported a fault: a folder could not be closed"),
        _ => None,
    }
}
