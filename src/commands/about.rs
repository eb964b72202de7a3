//! What a report of a fault needs to know about the program and the machine. Nothing of it is personal but paths.

use std::env;
use std::path::{Path, PathBuf};

use crate::answer::file_words::whole;
use crate::app::App;
use crate::book;
use crate::reports::check::About;

/// What is to be said of them.
pub(super) fn lines(app: &App, book: &Path) -> Vec<About> {
    let resolved = std::fs::canonicalize(book).unwrap_or_else(|_| book.to_path_buf());
    let schema = book::schema_of(&resolved).map_or_else(|| "none".into(), |schema| schema.to_string());
    let size = std::fs::metadata(&resolved).map_or_else(|_| "not there".into(), |file| format!("{} bytes", file.len()));
    let lines = [
        ("ginpad", env!("CARGO_PKG_VERSION").into()),
        ("platform", format!("{} {}", env::consts::OS, env::consts::ARCH)),
        ("SQLite", book::sqlite_version().into()),
        ("book", whole(&resolved)),
        ("size", size),
        ("schema", format!("{schema}; this ginpad writes {}", book::MIGRATIONS.len())),
        ("backups", format!("{} in {}", book::kept(&resolved).len(), whole(&book::backups_of(&resolved)))),
        ("state", app.device.state.as_deref().map_or_else(|| "none".into(), whole)),
        ("config", app.device.config.as_deref().map_or_else(|| "none".into(), there)),
        ("completions", completions()),
    ];
    lines.into_iter().map(|(name, value)| About { name, value }).collect()
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
