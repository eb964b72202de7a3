//! A door other than the terminal, like a page over HTTP or a phone: every command runs through it in process, with its
//! own [`App`], and answers as JSON and as a page.

use std::path::Path;
use std::sync::Arc;

use clap::{CommandFactory as _, Parser as _};
use serde_json::Value;

use crate::answer::{Answer, CommandLine, Content, Failure, Remark, Spell};
use crate::app::{App, Device, Door};
use crate::book::{Steps, Watcher};
use crate::commands::{Cli, Command};
use crate::render::formats;

/// A door that shows no progress and spells a command as a link.
#[derive(Debug)]
struct Web;

impl Door for Web {
    fn remark(&self, _: &Remark) {}
}

impl Watcher for Web {
    fn begin(&self, _: &'static str, _: usize) -> Box<dyn Steps> {
        Box::new(())
    }
}

impl Spell for Web {
    fn spell(&self, command: &CommandLine) -> Option<String> {
        command.other.as_ref().map(|other| format!("/{}", other.replace(' ', "/")))
    }
}

/// The reply of the door.
struct Sent {
    json: Value,
    page: String,
}

/// Runs a command line on the book in a folder.
fn ask(folder: &Path, line: &str) -> Result<Sent, Failure> {
    let words = shlex::split(line).unwrap();
    let cli = Cli::try_parse_from(std::iter::once("ginpad".to_string()).chain(words)).unwrap();
    let config = Some(folder.join("config.toml"));
    let device =
        Device { state: Some(folder.join("state")), config, books: vec![folder.join("book.db")], ..Device::default() };
    let app = App::new(None, device, Arc::new(Web));
    let Answer { content, .. } = Command::run(cli.command, &app)?;
    Ok(match content {
        Content::Report(head, report) => {
            let json = formats::text_of(|out| formats::json(&head, &*report, out));
            let page = formats::text_of(|out| formats::page(&head, &*report, &Web, out));
            Sent { json: serde_json::from_str(&json).unwrap(), page }
        }
        Content::Text(text) => Sent { json: Value::String(text.clone()), page: text },
        Content::LongText(mut text) => {
            let mut whole = String::new();
            std::io::Seek::rewind(&mut text).unwrap();
            std::io::Read::read_to_string(text.get_mut(), &mut whole).unwrap();
            Sent { json: Value::String(whole.clone()), page: whole }
        }
        Content::Nothing => Sent { json: Value::Null, page: String::new() },
    })
}

/// A command line for each command, and a part of its document. `play` needs a person at a terminal and `club` a
/// server, and both answer so.
const LINES: &[(&str, &str)] = &[
    ("new Ann Bob --dealer Ann", "ginpad/score/1"),
    ("log ann knock 4 27", "\"points\":23"),
    ("log bob gin 31", "\"points\":56"),
    ("score", "ginpad/score/1"),
    ("odds", "ginpad/odds/1"),
    ("explain 1", "ginpad/explain/1"),
    ("undo", "ginpad/undo/1"),
    ("redo", "ginpad/undo/1"),
    ("history", "ginpad/history/1"),
    ("fix 2 bob gin 13", "ginpad/correction/1"),
    ("insert 2 dead", "ginpad/correction/1"),
    ("drop 2", "ginpad/correction/1"),
    ("conflicts", "ginpad/conflicts/1"),
    ("set title Friday", "ginpad/setting/1"),
    ("edit --from sheet.gin", "ginpad/edit/1"),
    ("games", "ginpad/games/1"),
    ("close --forfeit Bob", "ginpad/score/1"),
    ("new Ann Bob", "ginpad/score/1"),
    ("move 1 --to 2 --game 1", "ginpad/move/1"),
    ("use 1", "ginpad/score/1"),
    ("standings", "ginpad/standings/1"),
    ("versus Ann Bob", "ginpad/versus/1"),
    ("player Ann", "ginpad/player/1"),
    ("players", "ginpad/players/1"),
    ("records", "ginpad/records/1"),
    ("ratings", "ginpad/ratings/1"),
    ("settle", "ginpad/settle/1"),
    ("deadwood 7hdc 345s ks", "ginpad/deadwood/1"),
    ("layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'", "ginpad/layoff/1"),
    ("rules", "ginpad/presets/1"),
    ("export", ""),
    ("import other.gin", "ginpad/import/1"),
    ("check", "ginpad/check/1"),
    ("backup kept.db", "ginpad/backup/1"),
    ("merge kept.db", "ginpad/merge/1"),
    ("sync shared", "ginpad/sync/1"),
    ("restore kept.db", "ginpad/restore/1"),
    ("rescue book.db --to saved.db", "ginpad/rescue/1"),
    ("config", "ginpad/config/1"),
    ("completions bash", ""),
    ("man log", ""),
    ("play", ""),
    #[cfg(feature = "club")]
    ("club", ""),
];

#[test]
fn every_command_is_run_through_another_door() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("other.gin"), "sides: Cid, Dee\n\ncid gin 4\n").unwrap();
    std::fs::create_dir(at("shared")).unwrap();
    let files = ["sheet.gin", "other.gin", "kept.db", "saved.db", "shared"];
    let mut tried = Vec::new();
    for (line, holds) in LINES {
        let there: Vec<String> = line
            .split(' ')
            .map(|word| match word {
                "book.db" => at(word).display().to_string(),
                word if files.contains(&word) => at(word).display().to_string(),
                word => word.into(),
            })
            .collect();
        if line.starts_with("edit") {
            let sheet = ask(folder.path(), "export 1").unwrap().page;
            std::fs::write(at("sheet.gin"), sheet.replace("gin 13", "gin 12")).unwrap();
        }
        tried.push(line.split(' ').next().unwrap());
        match ask(folder.path(), &there.join(" ")) {
            Ok(sent) if holds.is_empty() => assert!(!sent.page.is_empty(), "{line}"),
            Ok(sent) => {
                assert!(sent.json.to_string().contains(holds), "{line}\n{}", sent.json);
                assert!(sent.page.starts_with("<!doctype html>"), "{line}\n{}", sent.page);
            }
            Err(failure) => assert!(["play", "club"].contains(line), "{}", failure.text(&Web)),
        }
    }
    let all = Cli::command();
    let missing: Vec<&str> =
        all.get_subcommands().map(clap::Command::get_name).filter(|name| !tried.contains(name)).collect();
    assert_eq!(missing, [""; 0]);
}
