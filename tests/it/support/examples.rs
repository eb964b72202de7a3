//! The worked examples of `tests/examples`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::core::vectors::data;

/// Every example: its name, the sheet and the JSON.
pub(crate) fn examples() -> Vec<(String, String, Value)> {
    let paths = fs::read_dir(data("examples")).unwrap().map(|entry| entry.unwrap().path());
    let mut sheets: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|kind| kind == "gin")).collect();
    sheets.sort();
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let example = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, read(path), serde_json::from_str(&read(&path.with_extension("json"))).unwrap())
    };
    sheets.iter().map(example).collect()
}
