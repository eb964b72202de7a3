//! The direction of dependencies: nothing in `src/` points back towards the program's outer parts.

use std::fs;
use std::path::{Path, PathBuf};

const SHELL: &[&str] = &[
    "rusqlite",
    "clap",
    "dialoguer",
    "comfy_table",
    "terminal_size",
    "etcetera",
    "std::fs",
    "std::env",
    "std::io",
    "std::time",
    "Utc::now",
    "Local::now",
    "crate::book",
    "crate::render",
    "crate::cli",
];

/// The outer parts of `src/`, and what of [`SHELL`] each may name. Whatever else there is belongs to the core, and may
/// name nothing of it.
const OUTER: &[(&str, &[&str])] = &[
    ("book", &["rusqlite", "std::fs", "std::io", "std::time", "crate::book"]),
    ("render", &["comfy_table", "crate::render"]),
    (
        "cli",
        &[
            "clap",
            "dialoguer",
            "terminal_size",
            "etcetera",
            "std::fs",
            "std::env",
            "std::io",
            "Local::now",
            "crate::book",
            "crate::render",
            "crate::cli",
        ],
    ),
    ("main", &["std::env"]),
];

/// The parts of `src/`: the names of its files and folders.
fn parts() -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    entries.map(|entry| name(entry.unwrap().path())).collect()
}

/// The source with comments and the text of literals left out, line breaks kept.
fn code_of(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(char) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if char == '"' {
            text(rest)
        } else if ["r\"", "r#\"", "r##\""].iter().any(|start| rest.starts_with(start)) && !code.ends_with(is_word) {
            raw_text(rest)
        } else if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("'\\\"'") {
            4
        } else {
            code.push(char);
            rest = &rest[char.len_utf8()..];
            continue;
        };
        code.extend(rest[..skipped].chars().filter(|char| *char == '\n'));
        rest = &rest[skipped..];
    }
    code
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        match rest.get(at..at + 2) {
            Some("/*") => (depth, at) = (depth + 1, at + 2),
            Some("*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn text(rest: &str) -> usize {
    let mut escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        match char {
            '"' if !escaped => return at + 1,
            _ => escaped = char == '\\' && !escaped,
        }
    }
    rest.len()
}

fn raw_text(rest: &str) -> usize {
    let quote = rest.find('"').unwrap_or(0);
    let close = format!("\"{}", "#".repeat(quote - 1));
    rest[quote + 1..].find(&close).map_or(rest.len(), |at| quote + 1 + at + close.len())
}

/// Where code names something on the list, as `line: name`. Imports in braces are followed: `use std::{fs, io}` and
/// `use crate::{book::Book, side::Side}` name what they name.
fn violations(source: &str, forbidden: &[&str]) -> Vec<String> {
    let code = code_of(source);
    let mut found = Vec::new();
    for name in forbidden {
        for (at, _) in code.match_indices(name) {
            let before = code[..at].chars().next_back();
            let after = code[at + name.len()..].chars().next();
            if !before.is_some_and(is_word) && !after.is_some_and(is_word) {
                found.push((code[..at].matches('\n').count() + 1, (*name).to_string()));
            }
        }
    }
    for (line, path) in braced_imports(&code) {
        let names = |name: &&&str| path == **name || path.starts_with(&format!("{name}::"));
        found.extend(forbidden.iter().filter(names).map(|name| (line, (*name).to_string())));
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(line, name)| format!("{line}: {name}")).collect()
}

/// Every path that a `use` with braces names, with the line where the `use` stands.
fn braced_imports(code: &str) -> Vec<(usize, String)> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let end = code[at..].find(';').map_or(code.len(), |end| at + end);
        let import: String = code[at + 4..end].split_whitespace().collect::<Vec<_>>().join(" ");
        if import.contains('{') && !code[..at].ends_with(is_word) {
            let line = code[..at].matches('\n').count() + 1;
            paths.extend(expanded(&import).into_iter().map(|path| (line, path)));
        }
    }
    paths
}

fn expanded(import: &str) -> Vec<String> {
    let Some((prefix, list)) = import.split_once('{') else {
        return vec![import.split(" as ").next().unwrap_or(import).trim().to_string()];
    };
    let list = list.trim_end().strip_suffix('}').unwrap_or(list);
    let mut depth = 0;
    let parts = list.split(|char| {
        depth += i32::from(char == '{') - i32::from(char == '}');
        char == ',' && depth == 0
    });
    parts.flat_map(|part| expanded(part.trim())).map(|path| format!("{}{path}", prefix.trim())).collect()
}

/// The Rust files of a part: its file, and everything in its folder. A part that does not exist has none.
fn files_of(part: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
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

#[test]
fn nothing_in_the_sources_points_back() {
    let mut looked_at = 0;
    let mut found = Vec::new();
    for part in parts() {
        let allowed = OUTER.iter().find(|(outer, _)| *outer == part).map_or(&[][..], |(_, allowed)| allowed);
        let forbidden: Vec<&str> = SHELL.iter().copied().filter(|name| !allowed.contains(name)).collect();
        for file in files_of(&part) {
            looked_at += 1;
            let source = fs::read_to_string(&file).unwrap();
            let here = violations(&source, &forbidden);
            found.extend(here.into_iter().map(|violation| format!("{}:{violation}", file.display())));
        }
    }
    assert!(looked_at >= 70, "only {looked_at} files were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn whatever_points_back_is_found() {
    let source = "\
//! clap and rusqlite in a comment are nothing.
use crate::book::Book;
use std::{collections::HashMap, fs as files, io::{self, Read}};
use crate::{
    cli,
    render::{table, plain::{self}},
    side::Side,
};
/* std::env /* nested */ Utc::now */
fn now() -> String { let _ = chrono::Utc::now(); \"clap \\\" std::time\".into() } // Local::now
const QUOTE: char = '\"'; const OTHER: &str = r#\"dialoguer\"#; type Clapper = u8; mod clapped {}
fn late() { clap::Command::new(); }
";
    assert_eq!(
        violations(source, SHELL),
        ["2: crate::book", "3: std::fs", "3: std::io", "4: crate::cli", "4: crate::render", "10: Utc::now", "12: clap",]
    );
    assert_eq!(violations("use crate::bookmark::Mark;\nuse rusqlite_like::x;\n", SHELL), Vec::<String>::new());
}
