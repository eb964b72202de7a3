//! What `import` asks: in which hundred years the years with two digits lie.

use super::lines::{Asker, Question};
use crate::answer::Failure;
use crate::cli::session::Session;
use crate::commands::import::ImportArgs;

/// Asks for the century of a spreadsheet, if nothing else is unclear in it.
///
/// # Errors
/// The question was left, or the terminal is gone.
pub(super) fn ask(import: &mut ImportArgs, session: &Session) -> Result<(), Failure> {
    let Some(usual) = import.open_century(&session.app) else { return Ok(()) };
    let (first, last) = (usual.first, usual.first + 99);
    let question = Question {
        text: format!(
            "Which years are those with two digits? (Enter: {first} to {last}; or the first of others, like 1900)"
        ),
        help: "Type the first of the hundred years in which they lie: with 1950, 49 is 2049 and 50 is 1950.".into(),
        words: Vec::new(),
    };
    let year = |answer: &str| answer.parse().ok().filter(|year| (1000..=9900).contains(year));
    import.spreadsheets.century = Some(Asker::new()?.ask(question, |answer| match answer {
        "" | "y" | "yes" => Ok(first),
        other => year(other).ok_or_else(|| "type a year like 1900".to_string()),
    })?);
    Ok(())
}
