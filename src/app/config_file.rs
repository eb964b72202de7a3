//! Finds the config file and reads it once, when something first asks for it.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use super::App;
use super::config::{Config, is_file};
use crate::answer::file_words::shown;
use crate::answer::{CommandLine, Failure, Hint, Remark};
use crate::disk::reason;

/// The most a config file may hold, in bytes. People write some lines.
const MOST: u64 = 64 * 1024;

impl App {
    /// What the config file says, for a command that does without it if it is broken. Then a warning says so.
    pub(crate) fn config(&self) -> Config {
        self.required_config().unwrap_or_else(|_| {
            self.settings.passed_over.set(true);
            Config::default()
        })
    }

    /// What the config file says, for a command that would do something else without it.
    ///
    /// # Errors
    /// It is broken. Every reason is given.
    pub(crate) fn required_config(&self) -> Result<Config, Failure> {
        let read = || self.device.config.as_deref().map_or(Ok(Config::default()), config_in);
        self.settings.read.get_or_init(read).clone()
    }

    /// That the config file was passed over, if it was.
    pub(super) fn config_warning(&self) -> Option<Remark> {
        let failure = self.settings.read.get()?.as_ref().err().filter(|_| self.settings.passed_over.get())?;
        let why = failure.without_hints().replace('\n', "\n  ");
        Some(Remark::warning(format!("the config is not used: {why}")))
    }
}

/// The config in a file; a missing file says nothing.
pub(crate) fn config_in(path: &Path) -> Result<Config, Failure> {
    let Some(text) = text_of(path)? else { return Ok(Config::default()) };
    let config = Config::read(&text).map_err(|faults| {
        Failure::listing(format!("{} cannot be used", shown(path)), &faults.into_iter().collect())
            .hint(Hint::does(CommandLine::of("help config"), "says what it takes"))
    })?;
    // A file of rules is found from the folder of the config, wherever the command is typed.
    let in_folder = |rules: String| match path.parent().map(|folder| folder.join(&rules)) {
        Some(found) if is_file(&rules) => found.into_os_string().into_string().unwrap_or(rules),
        _ => rules,
    };
    Ok(Config { rules: config.rules.map(in_folder), ..config })
}

/// The text of a config file, if there is one. Only a file is read: a pipe or a device would be waited for.
pub(crate) fn text_of(path: &Path) -> Result<Option<String>, Failure> {
    let cannot = |why: &str| {
        Failure::refused(format!("cannot read {}: {why}", shown(path)))
            .hint(Hint::advice("move it away, or make it a text file that you can read"))
    };
    match fs::metadata(path) {
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(cannot(&reason(&error))),
        Ok(there) if there.is_dir() => return Err(cannot("it is a folder")),
        Ok(there) if !there.is_file() => return Err(cannot("it is not a regular file")),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
    read.map_err(|error| cannot(&reason(&error)))?;
    if bytes.len() as u64 > MOST {
        return Err(cannot("it is larger than 64 KB"));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| cannot("it is not UTF-8 text"))
}
