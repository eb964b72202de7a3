//! `config edit`: the config file in an editor. What cannot be used is kept beside it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::config::{Config, KEYS};
use crate::cli::session::config_file::text_of;
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
    open(&editor, &draft)?;
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

/// The words of the editor's command.
fn editor(session: &Session) -> Result<Vec<String>, Failure> {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    if session.forbids_input() {
        return Err(Failure::usage("`--no-input` forbids an editor")
            .hint(Hint::does(CommandLine::of("config path"), "says which file to write")));
    }
    let Some(command) = set("VISUAL").or_else(|| set("EDITOR")) else {
        return Err(Failure::refused("no editor is set")
            .hint(Hint::advice("set the variable EDITOR to the command of your editor, like `EDITOR=nano`"))
            .hint(Hint::does(CommandLine::of("config path"), "says which file to write")));
    };
    shlex::split(&command).filter(|words| !words.is_empty()).ok_or_else(|| {
        Failure::refused(format!("the editor `{}` is no command", ginpad_core::text::harmless(&command)))
    })
}

/// Runs the editor until it is left.
fn open(editor: &[String], file: &Path) -> Result<(), Failure> {
    let Some((program, words)) = editor.split_first() else { return Ok(()) };
    let name = ginpad_core::text::harmless(program);
    match Command::new(program).args(words).arg(file).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::refused(format!("nothing was changed: the editor `{name}` failed ({status})"))),
        Err(error) => {
            let why = match error.kind() {
                std::io::ErrorKind::NotFound => "there is no such program".to_string(),
                _ => reason(&error),
            };
            Err(Failure::refused(format!("nothing was changed: cannot start the editor `{name}`: {why}"))
                .hint(Hint::advice("set the variable EDITOR to the command of your editor, like `EDITOR=nano`")))
        }
    }
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
