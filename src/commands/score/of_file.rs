//! `score --file`: the games of a text sheet, one after another.
//!
//! The file is read twice: first for its faults, and then to score and show its games. So a file of any size takes the
//! memory of one game.

use std::path::Path;

use super::{show, table};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::messages::consequences::NotCounted;
use crate::cli::printer::{Audience, Stream, dressed};
use crate::cli::session::sheet_file::{SheetFile, Watch};
use crate::cli::session::{Face, GameName, Session};
use crate::render::{Place, json, sheet_plain};
use ginpad_core::game::{Game, ScoredGame};

/// Shows all games of a file, or the one with this number in it.
pub(super) fn run(session: &Session, file: &Path, name: Option<GameName>) -> Result<Answer, Failure> {
    let wanted = super::place_in_file(name)?;
    let mut sheet = SheetFile::open(file)?;
    let (mut games, mut only) = (0, None);
    sheet.each_game(session.local(), Watch::Bar, |game, _| {
        games += 1;
        // The first game is kept, for it may be the only one.
        if games == wanted.unwrap_or(1) {
            only = Some(game);
        }
        Ok(())
    })?;
    let mut not_counted = NotCounted::default();
    match (only, wanted) {
        (Some(game), _) if wanted.is_some() || games == 1 => {
            let game = game.scored();
            look_at(&mut not_counted, &game, session);
            Ok(show(session, &game, None).remarks(sheet.warnings()).remarks(not_counted.remarks()))
        }
        (_, Some(_)) => Err(super::no_game_in_file(file, games, name)),
        (_, None) => {
            show_all(session, &mut sheet, &mut not_counted)?;
            Ok(Answer::default().remarks(sheet.warnings()).remarks(not_counted.remarks()))
        }
    }
}

/// Looks which hands of a game do not count. The sheet for people says so itself.
fn look_at(not_counted: &mut NotCounted, game: &ScoredGame, session: &Session) {
    if session.face() != Face::Table {
        not_counted.look_at(game);
    }
}

/// Shows several games.
fn show_all(session: &Session, sheet: &mut SheetFile, not_counted: &mut NotCounted) -> Result<(), Failure> {
    let mut stream = Stream::new(session.screens());
    let is_json = session.face() == Face::Json;
    let (before, after) = if is_json { json::around_scores() } else { Default::default() };
    stream.add(|out| out.extend_from_slice(before.as_bytes()))?;
    let mut shown = 0;
    let mut reader = Audience::Reads;
    sheet.each_game(session.local(), Watch::Nobody, |game: Game, _| {
        // Nobody may read the rest, but what does not count is said of all.
        if reader == Audience::Reads || session.face() != Face::Table {
            let game = game.scored();
            look_at(not_counted, &game, session);
            if reader == Audience::Reads {
                reader = stream.add(|out| add(out, session, game, shown))?;
            }
        }
        shown += 1;
        Ok(())
    })?;
    let end = if is_json { "\n" } else { "" };
    stream.add(|out| out.extend_from_slice((after + end).as_bytes()))?;
    stream.flush().map(drop)
}

/// Adds a game after others, with what separates it from them.
fn add(out: &mut Vec<u8>, session: &Session, game: ScoredGame, others: usize) {
    let place = Place::from(None);
    let separator = match session.face() {
        _ if others == 0 => "",
        Face::Json => ",",
        Face::Plain | Face::Table => "\n",
    };
    out.extend_from_slice(separator.as_bytes());
    match session.face() {
        Face::Json => json::add_one_of_scores(out, &game),
        Face::Plain => out.extend_from_slice(sheet_plain(&game, place).as_bytes()),
        Face::Table => out.extend_from_slice(dressed(&table(session, game, place), session.screens()).as_bytes()),
    }
}
