//! The pictures of the terminal in the README and the guide show what the program prints.

use std::process::Command;
use std::{env, fs};

use crate::support::console::{read, root};
use crate::support::program::skipped;

/// Runs the script that makes the pictures. Nothing, and a line that says so, without Python.
fn screens(args: &[&str]) -> Option<(bool, String)> {
    if Command::new("python3").arg("--version").output().is_err() {
        skipped("the pictures of the terminal are made with python3, which is not installed");
        return None;
    }
    let script = root().join("docs/pictures/screens.py");
    let done =
        Command::new("python3").arg(script).args(args).env("GINPAD", env!("CARGO_BIN_EXE_ginpad")).output().unwrap();
    let said = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    Some((done.status.success(), said))
}

#[test]
fn the_pictures_of_the_terminal_are_what_the_program_prints() {
    let is_blessed = env::var_os("GINPAD_BLESS").is_some_and(|value| !value.is_empty());
    let args: &[&str] = if is_blessed { &[] } else { &["--check"] };
    let Some((is_done, said)) = screens(args) else { return };
    assert!(is_done, "{said}");
}

#[test]
fn every_picture_is_shown_in_a_document() {
    let documents = ["README.md", "docs/guide.md"].map(read).concat();
    for file in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let name = file.unwrap().file_name().to_string_lossy().into_owned();
        let is_picture = [".svg", ".png"].iter().any(|end| name.ends_with(end));
        assert!(!is_picture || documents.contains(&format!("pictures/{name})")), "no document shows {name}");
    }
}
