//! The settings of a config file.

use ginpad_core::text::printable;

use super::NARROW;
use crate::render::Look;
use crate::render::layout::List;

/// A key, its value if it has one, and what it is for.
pub(crate) type SettingRow = (&'static str, Option<String>, &'static str);

/// The settings, each with what it is for if there is room.
pub(crate) fn settings(rows: &[SettingRow], look: Look) -> String {
    let value = |value: &Option<String>| value.as_deref().map_or_else(|| "not set".into(), printable);
    let wide =
        rows.iter().map(|(key, set, meaning)| [(*key).to_string(), value(set), (*meaning).to_string()]).collect();
    let list = List { heads: ["key", "value", "what it is for"], rows: wide, numbers: &[], flexible: 2 };
    if list.fits(NARROW, look) {
        return list.text(look);
    }
    let rows = rows.iter().map(|(key, set, _)| [(*key).to_string(), value(set)]).collect();
    List { heads: ["key", "value"], rows, numbers: &[], flexible: 1 }.text(look)
}
