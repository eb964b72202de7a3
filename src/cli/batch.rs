//! `deadwood --batch`: hands line by line, as they come.

use super::face::Face;
use super::printer::{Audience, Stream};
use super::session::Session;
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::app::input_lines::{Line, Lines, NoLine};
use crate::commands::deadwood::{DeadwoodArgs, KnownCards, both, typed_like};
use crate::render::json;
use crate::reports::deadwood::deadwood_record;
use ginpad_core::cards::{ReadFault, Typed};
use ginpad_core::hand::Verdict;
use ginpad_core::notation::Fault;
use ginpad_core::text::count;

/// How many lines were answered, and how many were wrong.
#[derive(Default)]
struct LineCounts {
    answered: usize,
    wrong: usize,
}

/// Answers each line as soon as it is there.
///
/// # Errors
/// A flag is wrong, or a line was; or the answers cannot be written.
pub(super) fn answer(args: &DeadwoodArgs, session: &Session) -> Result<Answer, Failure> {
    let (_, known) = args.read()?;
    let face = Face::of(&session.globals, None);
    let mut lines = Lines::of_stdin();
    let mut stream = Stream::new(session.screens());
    let mut tally = LineCounts::default();
    loop {
        if lines.must_wait() && stream.flush()? == Audience::HasLeft {
            return Ok(Answer::default());
        }
        let Some(line) = lines.next()? else { break };
        let reader = match hand(line, &known) {
            Ok(None) => continue,
            Ok(Some(typed)) => {
                tally.answered += 1;
                add(&face, &typed, &known, &mut stream)?
            }
            Err(faults) => {
                tally.wrong += 1;
                let errors: Vec<String> = faults.iter().map(|fault| format!("error: {fault}")).collect();
                stream.remark(&errors.join("\n"))?
            }
        };
        if reader == Audience::HasLeft {
            return Ok(Answer::default());
        }
    }
    stream.flush()?;
    match tally.wrong {
        0 => Ok(Answer::default()),
        wrong => {
            let (wrong, answered) = (count(wrong, "line"), count(tally.answered, "hand"));
            Err(Failure::refused(format!("{wrong} could not be read; {answered} answered")).hint(typed_like()))
        }
    }
}

/// The hand of a line; none if the line is blank or a comment.
///
/// # Errors
/// Everything that is wrong with the line.
#[inline]
fn hand(line: Line<'_>, known: &KnownCards) -> Result<Option<Typed>, Vec<Fault>> {
    let read = line.text.map(Typed::read);
    match read {
        Ok(Ok(typed)) if !typed.cards().is_empty() && !typed.cards().meets(known.seen) => Ok(Some(typed)),
        read => not_a_hand(line, read, known),
    }
}

/// What is wrong with a line that is not a hand; nothing if it is blank or a comment.
#[cold]
fn not_a_hand(
    line: Line<'_>,
    read: Result<Result<Typed, Vec<ReadFault>>, NoLine>,
    known: &KnownCards,
) -> Result<Option<Typed>, Vec<Fault>> {
    let text = line.text.unwrap_or_default();
    let wrong = |at: usize, reason: String| Fault::at(line.number, text, at, vec![reason]);
    match read {
        Ok(_) if text.trim().is_empty() || text.trim_start().starts_with('#') => Ok(None),
        Ok(Ok(typed)) if typed.cards().is_empty() => Err(vec![wrong(0, "there are no cards".into())]),
        Ok(Ok(typed)) => Err(vec![wrong(0, both(typed.cards() & known.seen))]),
        Ok(Err(faults)) => Err(faults.iter().map(|fault| wrong(fault.place().start, fault.to_string())).collect()),
        Err(none) => Err(vec![wrong(0, none.to_string())]),
    }
}

fn add(face: &Face, typed: &Typed, known: &KnownCards, stream: &mut Stream) -> Result<Audience, Failure> {
    match face {
        Face::Json => stream.add(|into| into.extend(json::print_line(&known.judge(typed)).into_bytes())),
        _ => stream.add(|into| deadwood_record(&Verdict::of(typed.cards(), known.terms), into)),
    }
}
