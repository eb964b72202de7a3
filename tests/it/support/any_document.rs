//! What must be so for any bytes that are said to be the JSON of a whole book. A test calls it with bytes that are the
//! same on every machine, and a target in `fuzz/` with what a fuzzer finds.

use ginpad::book::{Book, look_through};
use uuid::Uuid;

/// Any bytes are either read as a whole book or refused with a reason. What was read is taken in or refused, and taken in
/// twice it adds nothing.
pub(crate) fn read(document: &[u8]) {
    let contents = match look_through(document) {
        Ok(contents) => contents,
        Err(fault) => return assert!(!fault.to_string().is_empty()),
    };
    let mut book = Book::in_memory(Uuid::nil()).expect("a book in memory");
    let pad = book.write().expect("it can be written");
    match pad.take_in(contents) {
        Ok(_) => {
            let again =
                pad.take_in(look_through(document).expect("it was read before")).expect("it was taken in before");
            assert_eq!((again.changes, again.facts), (0, 0));
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
