//! The crates that ginpad is built from: their licences, where they come from, and that it is said what each is for.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::support::console::read;
use crate::support::program::skipped;

/// What cargo says about every package, for any platform; `None`, with a line that says so, if it cannot say it here.
fn packages() -> Option<Vec<Value>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let said = cargo.output().ok().filter(|said| said.status.success());
    let Some(said) = said else {
        skipped("cargo cannot list the packages of every platform here");
        return None;
    };
    let mut document: Value = serde_json::from_slice(&said.stdout).unwrap();
    serde_json::from_value(document["packages"].take()).unwrap()
}

/// Whether an SPDX expression can be met with the licences that are allowed. A slash is an older word for `OR`.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')']);
        part.split(" OR ").any(|licence| allowed.contains(&licence.trim()))
    })
}

#[test]
fn every_crate_has_a_licence_that_is_allowed_and_comes_from_the_registry() {
    let Some(packages) = packages() else { return };
    let rules: toml::Table = read("deny.toml").parse().unwrap();
    let allowed: Vec<&str> =
        rules["licenses"]["allow"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert!(packages.len() > 100, "{}", packages.len());
    let mut wrong = Vec::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("no licence");
        if !is_met(licence, &allowed) {
            wrong.push(format!("{name}: {licence}"));
        }
        let source = package["source"].as_str();
        let is_own = source.is_none() && name.starts_with("ginpad");
        if !is_own && source != Some("registry+https://github.com/rust-lang/crates.io-index") {
            wrong.push(format!("{name}: {source:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!is_met("(MIT OR Apache-2.0) AND GPL-3.0-only", &allowed) && is_met("Unlicense/MIT", &allowed));
}

#[test]
fn it_is_said_what_each_crate_is_for() {
    let page = read("docs/decisions.md");
    let table = page.split("\n## Crates\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let words: Vec<&str> = table.split(|char: char| !char.is_alphanumeric() && !matches!(char, '_' | '-')).collect();
    let mut missing = BTreeMap::new();
    for file in ["Cargo.toml", "crates/ginpad-core/Cargo.toml"] {
        let manifest: toml::Table = read(file).parse().unwrap();
        let on_unix = manifest.get("target").and_then(|target| target.get("cfg(unix)")?.get("dependencies"));
        let tables = [manifest.get("dependencies"), manifest.get("dev-dependencies"), on_unix];
        for name in tables.into_iter().flatten().flat_map(|table| table.as_table().unwrap().keys()) {
            if name != "ginpad-core" && !words.contains(&name.as_str()) {
                missing.insert(name.clone(), file);
            }
        }
    }
    assert!(missing.is_empty(), "the section about crates in docs/decisions.md does not name {missing:?}");
}
