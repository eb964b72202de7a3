//! Which day a time without a date was taken for.

use crate::answer::Remark;
use crate::app::App;
use ginpad_core::hand::Moment;

/// Says on which day a time was taken to be, if that is not today and was not typed.
pub(crate) fn day_taken(app: &App, typed: &str, taken: Moment) -> Option<Remark> {
    let (day, today) = (taken.date_naive(), app.now.date_naive());
    if day == today || typed.contains(&day.to_string()) {
        return None;
    }
    let which = if today.pred_opt() == Some(day) { "yesterday, " } else { "" };
    Some(Remark::note(format!("{} is taken as {which}{day}", taken.format("%H:%M"))))
}
