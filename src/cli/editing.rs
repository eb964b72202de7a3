//! `edit` at a terminal: opens the sheet in the user's editor. A sheet that cannot be read back stays in its file.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, in_full, printed};
use crate::app::config::command_of;
use crate::app::source::text;
use crate::cli::session::Session;
use crate::commands::edit::{self, EditArgs, is_empty, sheet_of, without_editor};
use crate::disk::interrupt::leave_interrupts_to_others;
use crate::disk::reason;
use ginpad_core::text::harmless;

/// Edits a game: in an editor, unless a file gives the sheet.
///
/// # Errors
/// The game does not exist, no editor is set, or the sheet cannot be read.
pub(super) fn edit(args: EditArgs, session: &Session) -> Result<Answer, Failure> {
    let Some(file) = args.from.clone() else {
        return if session.globals.no_input { edit::run(args, &session.app) } else { in_editor(&args, session) };
    };
    let is_kept = args.dry_run;
    let answer = edit::run(args, &session.app)?;
    // The file that an earlier edit left is no longer needed.
    let real = |path: &Path| fs::canonicalize(path).ok();
    let is_left = real(&folder(session)).is_some_and(|folder| real(&file).is_some_and(|file| file.starts_with(folder)));
    if is_left && !is_kept {
        let _ = fs::remove_file(file);
    }
    Ok(answer)
}

fn in_editor(args: &EditArgs, session: &Session) -> Result<Answer, Failure> {
    let app = &session.app;
    let opened = args.opened(app)?;
    let editor = editor_of_the_user().map_err(|failure| without_editor(failure, opened.number))?;
    let begun = sheet_of(&opened);
    let sheet = begin(&folder(session), opened.number, &begun)?;
    // Most editors want a terminal.
    let left = open(editor, &sheet);
    let left = left.map_err(|why| if session.can_ask() { why } else { without_editor(why, opened.number) });
    if !sheet.exists() {
        return Err(left.err().unwrap_or_else(|| Failure::refused("the sheet is gone, so nothing was changed")));
    }
    let written = text(&sheet);
    let is_nothing = written.as_ref().is_ok_and(|written| *written == begun || is_empty(written));
    let answer = left.and(written).and_then(|written| args.take(app, &opened, &written));
    if is_nothing || answer.is_ok() && !args.dry_run {
        let _ = fs::remove_file(sheet);
        return answer;
    }
    let edit = CommandLine::of("edit").words([opened.number.to_string()]);
    let goes_on = sheet.to_str().map(|path| Hint::does(edit.flag("from", path), "takes it, once it is corrected"));
    let kept = format!("the sheet is kept in {}", in_full(&sheet));
    match answer {
        Ok(answer) => Ok(answer.remarks([Remark::note(kept)]).remarks(goes_on.map(Remark::Hint))),
        Err(failure) => Err(failure.and(&kept).hint(goes_on)),
    }
}

/// The folder of edited sheets: in the platform's state folder, so that no clean-up deletes an edit before it is read.
fn folder(session: &Session) -> PathBuf {
    let state = session.app.device.state.as_deref();
    state.map_or_else(|| std::env::temp_dir().join("ginpad-edits"), |folder| folder.join("edits"))
}

/// Writes the sheet of a game into a new file, which stays until the game has its changes.
fn begin(folder: &Path, game: i64, text: &str) -> Result<PathBuf, Failure> {
    let begun = || {
        fs::create_dir_all(folder)?;
        let name = format!("game-{game}-");
        let mut file = tempfile::Builder::new().prefix(&name).suffix(".gin").tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        Ok(file.keep()?.1)
    };
    begun().map_err(|error: std::io::Error| {
        Failure::refused(format!("cannot write a sheet in {}: {}", printed(folder), reason(&error)))
    })
}

/// Windows always has Notepad. Other systems have no editor that everybody knows how to leave.
const OF_THE_SYSTEM: Option<&str> = if cfg!(windows) { Some("notepad") } else { None };

/// Finds the user's editor. Its variable is a command with arguments, quoted as for a shell.
///
/// # Errors
/// No variable is set, or it holds no command.
fn editor_of_the_user() -> Result<Command, Failure> {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let command = set("VISUAL").or_else(|| set("EDITOR")).or_else(|| OF_THE_SYSTEM.map(str::to_string));
    let read = command.ok_or("no editor is set".to_string()).and_then(|command| {
        command_of(&command).ok_or_else(|| format!("the editor `{}` is not a command", harmless(&command)))
    });
    read.map_err(|why| Failure::refused(why).hint(how_to_set_one()))
}

/// Runs an editor with a file until the user leaves it. The editor gets Ctrl-C meanwhile; its output is not part of the
/// answer.
///
/// # Errors
/// The editor cannot be started, or its exit status reports a failure.
fn open(mut editor: Command, file: &Path) -> Result<(), Failure> {
    let name = harmless(&editor.get_program().to_string_lossy()).to_string();
    let _left = leave_interrupts_to_others();
    if !io::stdout().is_terminal() {
        editor.stdout(io::stderr());
    }
    let refused = |why: String| Failure::refused(format!("nothing was changed: {why}"));
    match editor.arg(file).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(refused(format!("the editor `{name}` failed ({status})"))),
        Err(error) => {
            let why = format!("cannot start the editor `{name}`: {}", reason(&error));
            Err(refused(why).hint(how_to_set_one()))
        }
    }
}

fn how_to_set_one() -> Hint {
    Hint::advice("set the variable EDITOR to the command of your editor, like `EDITOR=nano`")
}
