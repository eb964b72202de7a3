//! Finds the config file and reads it once, when something first asks for it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::App;
use super::config::{Config, is_file};
use crate::answer::{CommandLine, Failure, Hint, Remark, printed};
use crate::app::source::text_of_regular_file;

impl App {
    /// The config, for a command that can do without it. If the file is broken, the config is empty and a warning says
    /// so.
    pub(crate) fn config(&self) -> Config {
        self.required_config().unwrap_or_default()
    }

    /// The config, for a command that would act differently without it.
    ///
    /// # Errors
    /// The file is broken. Every reason is given.
    pub(crate) fn required_config(&self) -> Result<Config, Failure> {
        let read = || self.device.config.as_deref().map_or(Ok(Config::default()), config_in);
        self.config.get_or_init(read).clone()
    }

    /// The warning that the config file is broken, for a command that did without it.
    pub(super) fn config_warning(&self) -> Option<Remark> {
        let failure = self.config.get()?.as_ref().err()?;
        let why = failure.without_hints().replace('\n', "\n  ");
        Some(Remark::warning(format!("the config is not used: {why}")))
    }
}

/// Reads the config from a file; a missing file gives an empty config.
pub(crate) fn config_in(path: &Path) -> Result<Config, Failure> {
    if let Err(ErrorKind::NotFound | ErrorKind::NotADirectory) = fs::metadata(path).map_err(|error| error.kind()) {
        return Ok(Config::default());
    }
    let config = Config::read(&text_of_regular_file(path)?).map_err(|faults| {
        Failure::listing(format!("{} cannot be used", printed(path)), &faults.into_iter().collect())
            .hint(Hint::does(CommandLine::of("help config"), "lists the settings"))
    })?;
    // The path of a file of rules starts from the folder of the config, wherever the command is typed.
    let in_folder = |rules: String| match path.parent().map(|folder| folder.join(&rules)) {
        Some(found) if is_file(&rules) => found.into_os_string().into_string().unwrap_or(rules),
        _ => rules,
    };
    Ok(Config { rules: config.rules.map(in_folder), ..config })
}
