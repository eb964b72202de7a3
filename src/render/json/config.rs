//! The config file.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::render::SettingRow;

/// The config file and what it sets.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/config/1")]
pub(crate) struct ConfigView {
    path: String,
    exists: bool,
    settings: Option<Map<String, Value>>,
}

/// The config file; without rows, only where it is.
pub(crate) fn config(path: &Path, exists: bool, rows: Option<&[SettingRow]>) -> ConfigView {
    let setting = |(key, value, _): &SettingRow| ((*key).to_string(), value.clone().map_or(Value::Null, Value::String));
    let settings = rows.map(|rows| rows.iter().map(setting).collect());
    ConfigView { path: path.to_string_lossy().into_owned(), exists, settings }
}
