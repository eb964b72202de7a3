//! What a report of a fault needs to know about the program and the machine. Nothing of it is personal but paths.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use crate::book;
use crate::cli::session::config_file::config_path;
use crate::cli::session::{Session, state_folder, whole};
use crate::render::{Colour, Symbols};
use crate::reports::check::About;

/// What is to be said of them.
pub(super) fn lines(session: &Session, book: &Path) -> Vec<About> {
    let resolved = std::fs::canonicalize(book).unwrap_or_else(|_| book.to_path_buf());
    let schema = book::schema_of(&resolved).map_or_else(|| "none".into(), |schema| schema.to_string());
    let size = std::fs::metadata(&resolved).map_or_else(|_| "not there".into(), |file| format!("{} bytes", file.len()));
    let look = session.look();
    let terminal = |is_one: bool| if is_one { "a terminal" } else { "not a terminal" };
    let colour = if look.colour == Colour::Styled { "colours" } else { "no colours" };
    let symbols = if session.symbols() == Symbols::Signs { "signs" } else { "letters" };
    let lines = [
        ("ginpad", env!("CARGO_PKG_VERSION").into()),
        ("platform", format!("{} {}", env::consts::OS, env::consts::ARCH)),
        ("SQLite", book::sqlite_version().into()),
        ("book", whole(&resolved)),
        ("size", size),
        ("schema", format!("{schema}; this ginpad writes {}", book::MIGRATIONS.len())),
        ("backups", format!("{} in {}", book::kept(&resolved).len(), whole(&book::backups_of(&resolved)))),
        ("state", state_folder().map_or_else(|| "none".into(), |folder| whole(&folder))),
        ("config", config_path().map_or_else(|| "none".into(), |path| there(&path))),
        ("completions", completions()),
        ("answers", format!("{}, {} columns, {colour}, {symbols}", terminal(io::stdout().is_terminal()), look.width)),
        ("messages", terminal(io::stderr().is_terminal()).into()),
        ("TERM", set("TERM")),
        ("locale", ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| format!("{name}={}", set(name))).join(" ")),
        ("SHELL", set("SHELL")),
    ];
    lines.into_iter().map(|(name, value)| About { name, value }).collect()
}

fn set(name: &str) -> String {
    env::var(name).map_or_else(|_| "not set".into(), |value| whole(Path::new(&value)))
}

/// A path, and whether there is a file.
fn there(path: &Path) -> String {
    if path.exists() { whole(path) } else { format!("{} (not there)", whole(path)) }
}

/// The start-up files of shells that ask ginpad for completions.
fn completions() -> String {
    const MOST: u64 = 1 << 20;
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let config = env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from);
    let files = [
        home.join(".bashrc"),
        home.join(".bash_profile"),
        home.join(".zshrc"),
        config.join("fish/config.fish"),
        config.join("elvish/rc.elv"),
    ];
    let asks = |file: &&PathBuf| {
        std::fs::metadata(file).is_ok_and(|there| there.is_file() && there.len() < MOST)
            && std::fs::read(file).is_ok_and(|text| String::from_utf8_lossy(&text).contains("ginpad completions"))
    };
    let found: Vec<String> = files.iter().filter(asks).map(|file| whole(file)).collect();
    if found.is_empty() { "not found in the usual files".into() } else { found.join(", ") }
}
