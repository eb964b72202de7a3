//! `edit`: a game as a text sheet in an editor. What was changed there is one change of the book.
//!
//! The book is not locked while the editor runs. The sheet holds the hash of the game that it was made from, so that what
//! was changed meanwhile is not undone. A sheet that cannot be taken stays in its file.

mod report;

use std::path::{Path, PathBuf};

use clap::Args;

use self::report::{differences, report};
use super::new::newcomers;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{Pad, Purpose, StoredGame};
use crate::cli::messages::consequences::not_counted;
use crate::cli::session::edited_sheet::EditedSheet;
use crate::cli::session::editor::Editor;
use crate::cli::session::{GameName, Session, Size, shown, which_game};
use ginpad_core::facts::{Edited, SettingKey, hash_text};
use ginpad_core::game::Game;
use ginpad_core::notation::{SheetFaults, print_game, read_edited, sheet_hash};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad edit                       the current game, in $VISUAL or $EDITOR
  ginpad edit 12                    game 12
  ginpad edit 12 --dry-run          only say what would change
  ginpad edit 12 --from FILE        a sheet that is edited already, without an editor
  ginpad export 12 | sed s/Bob/Rob/ | ginpad edit 12 --from -";

/// Edit a game as a text sheet
///
/// Opens the game in $VISUAL or $EDITOR, as `ginpad export` writes it. Hands can be corrected, removed and inserted there, with their notes, upcards and times; so can who plays, the rules, the dealer, the stakes, the title and the event, and the game can be closed. All of it is one change, which `ginpad undo` takes back. If the sheet cannot be read, or the rules refuse a hand, every fault is listed, nothing is changed, and the sheet is kept in the state folder.
#[derive(Debug, Args)]
pub(crate) struct EditArgs {
    /// The game; without it, the current one
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// Take the sheet from this file, `-` for standard input; an editor opens only if it has faults and you are at a terminal
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Take the sheet even if the game was changed after it was made: what was changed is replaced
    #[arg(long)]
    force: bool,

    /// Only say what would change
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// The beginning of the comment that holds the hash of the game that a sheet was made from.
const AS_OF: &str = "# as of ";

/// How much of the hash it holds, in digits.
const DIGITS: usize = 16;

/// Why a sheet was not taken.
enum NotTaken {
    /// The game is not as it was when the sheet was made.
    Changed(Failure),
    Otherwise(Failure),
}

impl From<Failure> for NotTaken {
    fn from(failure: Failure) -> NotTaken {
        NotTaken::Otherwise(failure)
    }
}

impl EditArgs {
    /// Edits the game.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let opened = session.read(|| Err(which_game::no_game()), |pad| which_game::game(pad, self.game))?;
        match &self.from {
            Some(file) => self.take_file(session, &opened, file),
            None => self.in_editor(session, &opened),
        }
    }

    fn in_editor(&self, session: &Session, opened: &StoredGame) -> Result<Answer, Failure> {
        if session.forbids_input() {
            return Err(without_editor(Failure::usage("`--no-input` forbids an editor"), opened));
        }
        let editor = Editor::of_the_user().map_err(|failure| without_editor(failure, opened))?;
        let begun = sheet_of(opened);
        let sheet = EditedSheet::begin(opened.number, &begun)?;
        // Most editors want a terminal.
        let with_advice = |failure| if session.can_ask() { failure } else { without_editor(failure, opened) };
        let left = editor.open(sheet.path()).map_err(with_advice);
        if !sheet.path().exists() {
            return Err(left.err().unwrap_or_else(|| Failure::refused("the sheet is gone, so nothing was changed")));
        }
        let written = session.text(sheet.path(), Size::Written);
        let is_nothing = written.as_ref().is_ok_and(|written| *written == begun || is_empty(written));
        let answer = match (left, written) {
            (Err(failure), _) | (Ok(()), Err(failure)) => Err(NotTaken::Otherwise(failure)),
            (Ok(()), Ok(written)) if written == begun => Ok(report(session, opened, opened, self.trial())),
            (Ok(()), Ok(written)) => self.take(session, opened, None, &written),
        };
        match answer {
            Err(why) if !is_nothing => Err(kept(why, opened, &sheet)),
            Err(NotTaken::Changed(failure) | NotTaken::Otherwise(failure)) => {
                sheet.discard();
                Err(failure)
            }
            // A trial takes nothing, so what was written is still needed.
            Ok(answer) if self.dry_run && !is_nothing => Ok(answer.remarks([untaken(opened, &sheet)])),
            Ok(answer) => {
                sheet.discard();
                Ok(answer)
            }
        }
    }

    fn take_file(&self, session: &Session, opened: &StoredGame, file: &Path) -> Result<Answer, Failure> {
        let mut written = session.text(file, Size::Written)?;
        // Whoever is there to mend a sheet, and has an editor, mends it now.
        let is_for_somebody = file != Path::new("-") && session.can_ask();
        if is_for_somebody
            && read(session, opened, &written).is_err()
            && let Ok(editor) = Editor::of_the_user()
        {
            editor.open(file)?;
            written = session.text(file, Size::Written)?;
        }
        let made_of = written.lines().find_map(|line| line.strip_prefix(AS_OF)?.split_whitespace().next());
        let taken = self.take(session, opened, made_of, &written);
        let answer = taken.map_err(|why| match why {
            NotTaken::Otherwise(failure) => failure,
            NotTaken::Changed(failure) => {
                failure.hint(Hint::does(CommandLine::again().switch("force"), "takes it all the same"))
            }
        })?;
        if let Some(sheet) = EditedSheet::left(file).filter(|_| !self.dry_run) {
            sheet.discard();
        }
        Ok(answer)
    }

    /// Makes the game what a sheet says, if the sheet was made of the game as it is. `made_of` is the hash that the sheet
    /// names; without one it was made of the game as it was opened.
    fn take(
        &self,
        session: &Session,
        opened: &StoredGame,
        made_of: Option<&str>,
        text: &str,
    ) -> Result<Answer, NotTaken> {
        let now = as_of(&opened.scored.game);
        let made_of = made_of.unwrap_or(&now);
        let is = read(session, opened, text)?;
        if made_of == now && Edited::of(&opened.scored.game, &is).is_nothing() {
            return Ok(report(session, opened, opened, self.trial()));
        }
        let mut changed = None;
        let write = |pad: &Pad<'_>| {
            let before = which_game::game(pad, Some(GameName::Number(opened.number)))?;
            if made_of != as_of(&before.scored.game) && !self.force {
                let failure = changed_since(opened, &before);
                changed = Some(failure.clone());
                return Err(failure);
            }
            self.write(session, pad, &before, text)
        };
        let taken = match self.trial() {
            Purpose::Look => session.read(|| Err(which_game::no_game()), write),
            Purpose::Keep => session.change(which_game::no_game, write),
        };
        taken.map_err(|failure| changed.map_or(NotTaken::Otherwise(failure), NotTaken::Changed))
    }

    fn write(&self, session: &Session, pad: &Pad<'_>, before: &StoredGame, text: &str) -> Result<Answer, Failure> {
        let is = read(session, before, text)?;
        let edited = Edited::of(&before.scored.game, &is);
        let mut remarks: Vec<Remark> = which_game::remark(session, pad, before).into_iter().collect();
        if edited.settings.contains(&SettingKey::Sides) {
            remarks.extend(newcomers(&is.players, &pad.people()?));
        }
        let after = match self.trial() {
            Purpose::Look => StoredGame { scored: is.scored(), ..before.clone() },
            Purpose::Keep => pad.edit(before, &is, &edited, session.now)?,
        };
        remarks.extend(not_counted(&after.scored));
        Ok(report(session, before, &after, self.trial()).remarks(remarks))
    }

    const fn trial(&self) -> Purpose {
        if self.dry_run { Purpose::Look } else { Purpose::Keep }
    }
}

/// The sheet of a game as the editor gets it.
fn sheet_of(game: &StoredGame) -> String {
    let (number, as_of, sheet) = (game.number, as_of(&game.scored.game), print_game(&game.scored.game));
    format!(
        "# Game {number}. Below its header, each line is a hand. Change what is wrong, save, and\n\
         # leave the editor: that is one change, and `ginpad undo` takes it back.\n\
         {AS_OF}{as_of} (so ginpad sees whether somebody changed the game meanwhile)\n\n{sheet}"
    )
}

/// The hash of a game's sheet, shortened.
fn as_of(game: &Game) -> String {
    hash_text(&sheet_hash(game)).chars().take(DIGITS).collect()
}

/// Whether a sheet has nothing but comments.
fn is_empty(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Reads a sheet of this game.
fn read(session: &Session, game: &StoredGame, text: &str) -> Result<Game, Failure> {
    if is_empty(text) {
        return Err(Failure::refused("the sheet is empty, so nothing was changed"));
    }
    read_edited(text, &game.scored.game, session.local()).map_err(|SheetFaults(faults)| {
        let what = format!("the sheet has {}, so nothing was changed", count(faults.total(), "fault"));
        Failure::listing(what, &faults)
    })
}

/// The game is not as it was when the sheet was made. What differs from the game as it was opened is listed.
fn changed_since(opened: &StoredGame, now: &StoredGame) -> Failure {
    let number = now.number;
    let since = differences(number, &opened.scored.game, &now.scored.game);
    let what = format!("game {number} was changed after this sheet was made, so nothing was taken from it");
    if since.is_empty() { Failure::refused(what) } else { Failure::listing(what, &since) }
}

/// What to do without an editor.
fn without_editor(failure: Failure, opened: &StoredGame) -> Failure {
    let export = CommandLine::of("export").words([opened.number.to_string()]);
    failure.hint(Hint::does(export, "prints the sheet; `--from FILE` takes one that was edited, without an editor"))
}

/// How to take a sheet that was only tried.
fn untaken(opened: &StoredGame, sheet: &EditedSheet) -> Remark {
    let kept = Sentence::from(is_kept(sheet));
    Remark::note(match from(opened, sheet) {
        Some(from) => kept.say("; ").run(from).say(" takes it"),
        None => kept,
    })
}

fn is_kept(sheet: &EditedSheet) -> String {
    format!("the sheet is kept in {}", shown(sheet.path()))
}

/// The command that goes on with a sheet.
fn from(opened: &StoredGame, sheet: &EditedSheet) -> Option<CommandLine> {
    let edit = CommandLine::of("edit").words([opened.number.to_string()]);
    sheet.path().to_str().map(|path| edit.flag("from", path))
}

/// Says where the sheet is kept, and how to go on with it.
fn kept(why: NotTaken, opened: &StoredGame, sheet: &EditedSheet) -> Failure {
    let said = is_kept(sheet);
    let edit = || CommandLine::of("edit").words([opened.number.to_string()]);
    let from = from(opened, sheet);
    match why {
        NotTaken::Otherwise(failure) => {
            failure.and(&said).hint_if(from.map(|from| Hint::does(from, "goes on with it")))
        }
        NotTaken::Changed(failure) => failure
            .and(&said)
            .hint(Hint::does(edit(), "opens the game as it is now"))
            .hint_if(from.map(|from| Hint::does(from.switch("force"), "takes the kept sheet all the same"))),
    }
}
