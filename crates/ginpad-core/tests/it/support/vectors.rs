//! The worked examples in `tests/vectors` that the tests of both packages read.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A folder of `tests/` at the root of the workspace.
pub(crate) fn data(folder: &str) -> PathBuf {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = above.map(|above| above.join("tests").join(folder)).find(|folder| folder.is_dir());
    found.unwrap_or_else(|| panic!("no folder tests/{folder}"))
}

/// The lines of a file of `tests/vectors`, each a JSON object.
pub(crate) fn vectors(name: &str) -> Vec<Value> {
    let path = data("vectors").join(name).with_extension("jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
