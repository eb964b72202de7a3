//! `config edit`: the config file in an editor. What cannot be used is kept beside it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::cli::session::config::{Config, KEYS};
use crate::cli::session::config_file::text_of;
use crate::cli::session::editor::Editor;
use crate::cli::session::page_file::replace;
use crate::cli::session::{Session, reason, shown};

/// Opens the file, and keeps what was written if it can be used.
pub(super) fn run(session: &Session, path: &Path) -> Result<Answer, Failure> {
    let editor = editor(session)?;
    let rejected = path.with_file_name("config.rejected.toml");
    // What could not be used the last time is mended, not written anew.
    let before = text_of(path)?;
    let begun = match text_of(&rejected)? {
        Some(rejected) => rejected,
        None => before.clone().unwrap_or_else(template),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
    }
    let draft = tempfile::Builder::new().prefix("ginpad-config-").suffix(".toml").tempfile();
    let draft = draft.map_err(|error| cannot("write", &env::temp_dir(), &error))?.into_temp_path();
    fs::write(&draft, &begun).map_err(|error| cannot("write", &draft, &error))?;
    editor.open(&draft)?;
    let written = match text_of(&draft) {
        Ok(written) => written.unwrap_or_default(),
        Err(failure) => return Err(kept(&rejected, &draft, &failure.without_hints())),
    };
    if before.as_deref() == Some(&written) || before.is_none() && written == begun {
        return Ok(Answer::of("nothing was changed"));
    }
    if let Err(faults) = Config::read(&written) {
        let rejected = keep(&rejected, &draft)?;
        let what = format!("what you wrote cannot be used; it is kept in {}", shown(&rejected));
        return Err(Failure::listing(what, &faults.into_iter().collect()).hint(again()));
    }
    replace(path, written.as_bytes()).map_err(|error| cannot("write", path, &error))?;
    let _ = fs::remove_file(&rejected);
    Ok(Answer::of(format!("wrote {}", shown(path))))
}

/// The user's editor.
fn editor(session: &Session) -> Result<Editor, Failure> {
    let which_file = || Hint::does(CommandLine::of("config path"), "says which file to write");
    if session.forbids_input() {
        return Err(Failure::usage("`--no-input` forbids an editor").hint(which_file()));
    }
    Editor::of_the_user().map_err(|failure| failure.hint(which_file()))
}

/// Keeps what was written beside the file.
fn keep(rejected: &Path, draft: &Path) -> Result<PathBuf, Failure> {
    fs::copy(draft, rejected).map_err(|error| cannot("write", rejected, &error))?;
    Ok(rejected.to_path_buf())
}

/// The failure for a file that cannot even be read as text.
fn kept(rejected: &Path, draft: &Path, why: &str) -> Failure {
    match keep(rejected, draft) {
        Ok(rejected) => {
            Failure::refused(format!("what you wrote cannot be used, and is kept in {}: {why}", shown(&rejected)))
        }
        Err(failure) => failure,
    }
}

fn again() -> Hint {
    Hint::does(CommandLine::of("config edit"), "opens it again")
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::refused(format!("cannot {what} {}: {}", shown(path), reason(error)))
}

/// A file in which nothing is set yet, with every key.
fn template() -> String {
    let example = |name: &str| match name {
        "rules" => "\"hollywood\"",
        "dealer" => "\"first\"",
        "color" => "\"auto\"",
        "symbols" => "\"signs\"",
        _ => "\"less -FIRX\"",
    };
    let line = |key: &crate::cli::session::config::Key| {
        format!("\n# {}; takes {}\n# {} = {}\n", key.meaning, key.takes, key.name, example(key.name))
    };
    let lines: String = KEYS.iter().filter(|key| key.name != "version").map(line).collect();
    format!("# What ginpad always does for you. `ginpad config` shows it.\nversion = 1\n{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_a_config_also_with_every_line_in_use() {
        assert_eq!(Config::read(&template()), Ok(Config::default()));
        let used: String = template()
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(set) if set.contains(" = ") => format!("{set}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let config = Config::read(&used).unwrap();
        assert!(config.rules.is_some() && config.dealer.is_some() && config.pager.is_some());
    }
}
