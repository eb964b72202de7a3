//! The order of the parts within each package: a part uses only the parts before it.
//!
//! The core knows no book, terminal, file or clock. The split into two packages and `crates/ginpad-core/clippy.toml`
//! make sure of that.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of the core. Each part may use those before it.
const CORE: &[&str] = &[
    "text",
    "listed",
    "side",
    "points",
    "money",
    "label",
    "players",
    "cards",
    "rules",
    "hand",
    "sheet",
    "game",
    "comparison",
    "notation",
    "table",
    "facts",
    "ledger",
    "odds",
    "reports",
];

/// The parts of the program, each with the parts that it may use. `render` and `book` do not know each other.
const PROGRAM: &[(&str, &[&str])] = &[
    ("disk", &[]),
    ("book", &["disk"]),
    ("answer", &["disk"]),
    ("render", &["answer"]),
    ("reports", &["disk", "answer", "render"]),
    ("commands", &["disk", "book", "answer", "render", "reports", "cli"]),
    ("cli", &["disk", "book", "answer", "render", "reports", "commands"]),
];

/// The Rust files of a part: its own file, and all files in its folder.
fn files_of(source: &Path, part: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        Some(source.join(part).with_extension("rs")).into_iter().filter(|file| file.is_file()).collect();
    let mut folders = vec![source.join(part)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The parts that a source names after `crate::`, also within braces.
fn named(source: &str) -> Vec<String> {
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut named = Vec::new();
    for after in code.join("\n").split("crate::").skip(1) {
        let list = after.strip_prefix('{').map_or(after, |list| list.split_once("};").map_or(list, |(list, _)| list));
        let mut depth = 0;
        let parts = list.split(|char| {
            depth += i32::from(char == '{') - i32::from(char == '}');
            char == ',' && depth == 0
        });
        let parts = if after.starts_with('{') { parts.collect() } else { vec![after] };
        let part = |text: &str| text.trim().chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect();
        named.extend(parts.into_iter().map(part).filter(|part: &String| !part.is_empty()));
    }
    named
}

/// The parts that the files of a part use although they may not, as `file: part`.
fn violations(source: &Path, part: &str, allowed: &[&str], parts: &[&str]) -> Vec<String> {
    let files = files_of(source, part);
    assert!(!files.is_empty(), "the part {part} has no file");
    let mut found = Vec::new();
    for file in files {
        let names = named(&fs::read_to_string(&file).unwrap());
        let wrong =
            |name: &&String| parts.contains(&name.as_str()) && *name != part && !allowed.contains(&name.as_str());
        found.extend(names.iter().filter(wrong).map(|name| format!("{}: {name}", file.display())));
    }
    found
}

#[test]
fn no_part_uses_one_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let core = root.join("crates/ginpad-core/src");
    let mut found = Vec::new();
    for (at, part) in CORE.iter().enumerate() {
        found.extend(violations(&core, part, &CORE[..at], CORE));
    }
    let parts: Vec<&str> = PROGRAM.iter().map(|(part, _)| *part).collect();
    for (part, allowed) in PROGRAM {
        found.extend(violations(&root.join("src"), part, allowed, &parts));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_part_stands_in_the_list() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/ginpad-core/src");
    let entries = fs::read_dir(core).unwrap().map(|entry| entry.unwrap().path());
    let mut parts: Vec<String> = entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    parts.retain(|part| part != "lib");
    parts.sort();
    let mut listed = CORE.to_vec();
    listed.sort_unstable();
    assert_eq!(parts, listed);
}

#[test]
fn what_is_named_is_found() {
    let source =
        "use crate::book::Book;\nuse crate::{\n    cli,\n    render::{table, plain::{self}},\n};\n// crate::no\n";
    assert_eq!(named(source), ["book", "cli", "render"]);
}
