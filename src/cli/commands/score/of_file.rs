//! `score --file`: the games of a text sheet, one after another.
//!
//! The file is read twice: first for its faults, and then to show its games. So a file of any size takes the memory of
//! one game.

use std::path::Path;

use super::{show, table};
use crate::cli::messages::answer::{Answer, Audience, Stream, dressed};
use crate::cli::messages::consequences::NotCounted;
use crate::cli::messages::failure::Failure;
use crate::cli::session::sheet_file::{SheetFile, Watch};
use crate::cli::session::{Face, GameName, Session};
use crate::render::{Place, json, sheet_plain};
use ginpad_core::game::{Game, ScoredGame};

/// Shows all games of a file, or the one with this number in it.
pub(super) fn run(session: &Session, file: &Path, name: Option<GameName>) -> Result<Answer, Failure> {
    let wanted = super::place_in_file(name)?;
    let mut sheet = SheetFile::open(file)?;
    let (mut games, mut only) = (0, None);
    let mut not_counted = NotCounted::default();
    // The sheet for people says itself which hands do not count.
    let is_said = session.face() == Face::Table;
    sheet.each_game(session.local(), Watch::Bar, |game| {
        games += 1;
        match wanted {
            // The first game is kept, for it may be the only one.
            None if games == 1 => only = Some(game),
            None if is_said => {}
            None => {
                only.take().into_iter().chain([game]).for_each(|game| not_counted.look_at(&game.scored()));
            }
            Some(wanted) if games == wanted => only = Some(game),
            Some(_) => {}
        }
        Ok(())
    })?;
    match (only, wanted) {
        (Some(game), _) if wanted.is_some() || games == 1 => {
            let game = game.scored();
            if !is_said {
                not_counted.look_at(&game);
            }
            Ok(show(session, &game, None).remarks(not_counted.remarks()))
        }
        (_, Some(_)) => Err(super::no_game_in_file(file, games, name)),
        (_, None) => {
            show_all(session, &mut sheet)?;
            Ok(Answer::default().remarks(not_counted.remarks()))
        }
    }
}

/// Shows several games.
fn show_all(session: &Session, sheet: &mut SheetFile) -> Result<(), Failure> {
    let mut stream = Stream::new(session.screens());
    let is_json = session.face() == Face::Json;
    let (before, after) = if is_json { json::around_scores() } else { Default::default() };
    stream.add(|out| out.extend_from_slice(before.as_bytes()))?;
    let mut shown = 0;
    let mut reader = Audience::Reads;
    sheet.each_game(session.local(), Watch::Nobody, |game: Game| {
        // Nobody reads the rest.
        if reader == Audience::Reads {
            let text = text(session, game.scored(), shown);
            reader = stream.add(|out| out.extend_from_slice(text.as_bytes()))?;
        }
        shown += 1;
        Ok(())
    })?;
    let end = if is_json { "\n" } else { "" };
    stream.add(|out| out.extend_from_slice((after + end).as_bytes()))?;
    stream.flush().map(drop)
}

/// A game after others, with what separates it from them.
fn text(session: &Session, game: ScoredGame, others: usize) -> String {
    let place = Place::from(None);
    let separator = match session.face() {
        _ if others == 0 => "",
        Face::Json => ",",
        Face::Plain | Face::Table => "\n",
    };
    let text = match session.face() {
        Face::Json => json::one_of_scores(&game),
        Face::Plain => sheet_plain(&game, place),
        Face::Table => dressed(&table(session, game, place), session.screens()),
    };
    separator.to_string() + &text
}
