//! The time that a flag names, and which day one without a date was taken for.

use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use ginpad_core::hand::Moment;
use ginpad_core::notation::{LocalTime, WhenFault, names_a_day, read_moment};

/// The time that a text names. `again` is the command with another text in its place.
///
/// # Errors
/// It is not a time, or its day reads in two ways.
pub(crate) fn moment(
    local: LocalTime<'_>,
    text: &str,
    again: impl Fn(String) -> CommandLine,
) -> Result<Moment, Failure> {
    read_moment(text, local).map_err(|fault| Failure::refused(&fault).hint_if(either_day(text, &fault, again)))
}

/// The command with each reading of a day that reads in two ways.
pub(crate) fn either_day(text: &str, fault: &WhenFault, again: impl Fn(String) -> CommandLine) -> Option<Hint> {
    let WhenFault::Ambiguous { written, days } = fault else { return None };
    let [one, other] = days.map(|day| again(text.replacen(written, &day.to_string(), 1)));
    Some(Hint(Sentence::default().run(one).say(" or ").run(other)))
}

/// Says on which day a time was taken to be, if that is not today and no day was typed, or is still to come.
pub(crate) fn day_taken(app: &App, typed: &str, taken: Moment) -> Option<Remark> {
    let (day, today) = (taken.date_naive(), app.now.date_naive());
    if today.succ_opt().is_some_and(|tomorrow| day > tomorrow) {
        return Some(Remark::note(format!("{day} is still to come")));
    }
    if day == today || names_a_day(typed) {
        return None;
    }
    let which = if today.pred_opt() == Some(day) { "yesterday, " } else { "" };
    Some(Remark::note(format!("{} is taken as {which}{day}", taken.format("%H:%M"))))
}
