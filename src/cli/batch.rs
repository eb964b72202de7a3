//! `deadwood --batch`: judges hands line by line, as they arrive.

use std::io::{self, Write as _};
use std::path::Path;

use super::printer::{buffered, delivered, remark};
use super::session::Session;
use crate::answer::{Answer, Failure, Remark};
use crate::app::source::{Line, Lines};
use crate::commands::deadwood::{DeadwoodArgs, KnownCards, TYPED_LIKE};
use crate::render::json;
use crate::reports::deadwood::deadwood_record;
use ginpad_core::Verdict;
use ginpad_core::cards::{ReadFault, Typed};
use ginpad_core::notation::{Fault, LONGEST_LINE};
use ginpad_core::text::count;

/// Answers each line as soon as it arrives.
///
/// # Errors
/// A flag or a line is wrong, or the answers cannot be written.
pub(super) fn answer(args: &DeadwoodArgs, session: &Session) -> Result<Answer, Failure> {
    let (_, known) = args.read(&session.app)?;
    known.flags.notes.iter().cloned().map(Remark::Note).for_each(|note| session.app.door.remark(&note));
    let (mut lines, mut out) = (Lines::new(io::stdin().lock(), Path::new("-")), buffered());
    let (mut answered, mut wrong) = (0, 0);
    loop {
        if lines.must_wait() {
            delivered(out.flush())?;
        }
        let Some(line) = lines.next()? else { break };
        match hand(line, &known) {
            Ok(None) => {}
            Ok(Some(typed)) => {
                answered += 1;
                let answer = match session.globals.json {
                    true => json::print_line(&known.judge(&typed)),
                    false => deadwood_record(&Verdict::of(typed.cards(), known.terms())).join("\t") + "\n",
                };
                delivered(out.write_all(answer.as_bytes()))?;
            }
            Err(faults) => {
                wrong += 1;
                delivered(out.flush())?;
                faults.iter().for_each(|fault| remark(&format!("error: {fault}")));
            }
        }
    }
    delivered(out.flush())?;
    if wrong == 0 {
        return Ok(Answer::default());
    }
    let (wrong, answered) = (count(wrong, "line"), count(answered, "hand"));
    Err(Failure::refused(format!("{wrong} could not be read; {answered} answered")).advise(TYPED_LIKE))
}

/// Reads the hand on a line; `None` if the line is blank or a comment.
///
/// # Errors
/// All faults of the line.
fn hand(line: Line<'_>, known: &KnownCards) -> Result<Option<Typed>, Vec<Fault>> {
    let wrong = |text: &str, at: usize, reason: String| Fault::at(line.number, text, at, vec![reason]);
    let text = line.text.ok_or_else(|| vec![wrong("", 0, "it is not UTF-8 text".into())])?;
    if text.len() > LONGEST_LINE {
        return Err(vec![wrong("", 0, format!("it is longer than {LONGEST_LINE} bytes"))]);
    }
    if text.trim().is_empty() || text.trim_start().starts_with('#') {
        return Ok(None);
    }
    let unread = |faults: Vec<ReadFault>| {
        faults.iter().map(|fault| wrong(text, fault.place.start, fault.to_string())).collect::<Vec<_>>()
    };
    let typed = Typed::read(text).map_err(unread)?;
    known.fault(typed.cards()).map_or(Ok(Some(typed)), |why| Err(vec![wrong(text, 0, why)]))
}
