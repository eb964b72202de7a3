//! Asking at a terminal for what is missing. What is answered fills the same arguments that the parser fills.

use dialoguer::Input;

use super::messages::failure::Failure;
use super::session::Session;
use super::typed::{self, Wrong};
use crate::book::StoredGame;
use ginpad_core::cards::Card;
use ginpad_core::notation::quoted;
use ginpad_core::players::{Name, Seat};
use ginpad_core::rules::Oklahoma;

/// Asks for the names of two players.
///
/// # Errors
/// The terminal is gone, or the question was left with Ctrl-C.
pub(super) fn sides() -> Result<Vec<String>, Failure> {
    ["Who plays", "Against"]
        .into_iter()
        .map(|prompt| text(prompt, &|name| Name::read(name).map(drop).map_err(|fault| fault.to_string())))
        .collect()
}

/// Asks step by step for one hand, or for a whole entry at once. What the rules do not accept is asked again.
///
/// # Errors
/// The terminal is gone, or the question was left with Ctrl-C.
pub(super) fn entry(session: &Session, game: &StoredGame) -> Result<String, Failure> {
    let players = &game.scored.game.players;
    let wrong = |entry: &str| typed::hand(entry, game, session.local()).err().map(Wrong::reasons);
    let whole = |entry: &str| wrong(entry).map_or(Ok(()), |reasons| Err(reasons.join("; ")));
    if players.a_side() > 1 {
        return text("Entry, like `ann knock 4 27, dee gin 31`", &whole);
    }
    let names: Vec<&str> = players.seats().map(|(_, name)| name.as_str()).collect();
    let first = text(&format!("Who ended the hand ({}, or dead)", names.join(", ")), &|typed| {
        if players.find(typed.trim()).is_ok() { Ok(()) } else { whole(typed) }
    })?;
    let Ok(by) = players.find(first.trim()) else { return Ok(first) };
    let how = text("How (knock, gin, big-gin)", &|typed| match typed.trim() {
        "knock" | "k" | "gin" | "g" | "big-gin" | "bg" => Ok(()),
        _ => Err("knock, gin or big-gin, please".to_string()),
    })?;
    let mut end = String::new();
    if game.scored.game.rules.rules.oklahoma != Oklahoma::Off {
        let card = text("Upcard", &|card| Card::read(card).map(drop).map_err(|fault| fault.to_string()))?;
        end = format!(" up {card}");
    }
    let mut entry = format!("{} {}", quoted(players.name(by)), how.trim());
    if matches!(how.trim(), "knock" | "k") {
        // Whether one may knock with so much does not hang on the other's deadwood, as long as that is more.
        let own = text(&format!("Deadwood of {}", players.name(by)), &|own| {
            number(own).and_then(|()| whole(&format!("{entry} {own} 98{end}")))
        })?;
        entry.push_str(&format!(" {own}"));
    }
    let across = players.name(Seat { side: by.side.other(), ..by });
    let other = text(&format!("Deadwood of {across}"), &|other| {
        number(other).and_then(|()| whole(&format!("{entry} {other}{end}")))
    })?;
    Ok(format!("{entry} {other}{end}"))
}

/// Whether a count is a number, or a sum of several.
fn number(typed: &str) -> Result<(), String> {
    let fits = |char: char| char.is_ascii_digit() || char == '+';
    if typed.trim().chars().all(fits) { Ok(()) } else { Err("one number, please".into()) }
}

fn text(prompt: &str, valid: &dyn Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
    Input::<String>::new()
        .with_prompt(prompt)
        .validate_with(|typed: &String| valid(typed))
        .interact_text()
        .map_err(left)
}

fn left(error: dialoguer::Error) -> Failure {
    Failure::refused(format!("nothing was logged: {error}"))
}
