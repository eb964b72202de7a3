//! Asks at a terminal for what is missing. The answers fill the drafts of the core.

use dialoguer::Input;

use super::Session;
use crate::book::StoredGame;
use crate::cli::messages::failure::Failure;
use ginpad_core::hand::{AcceptedHand, Outcome};
use ginpad_core::notation::{Choices, Draft, Missing, SeatingDraft};
use ginpad_core::players::Players;
use ginpad_core::side::Side;
use ginpad_core::text::or_list;

/// Asks for the two sides of a game.
///
/// # Errors
/// The terminal is gone, or the question was left with Ctrl-C.
pub(crate) fn sides() -> Result<Vec<String>, Failure> {
    let mut draft = SeatingDraft::default();
    let mut sides = Vec::new();
    while let Some(missing) = draft.missing() {
        let prompt = match missing {
            Side::First => "Who plays",
            Side::Second => "Against",
        };
        let side = text(prompt, &|typed| draft.clone().give(typed).map_err(joined))?;
        draft.give(&side).map_err(|faults| Failure::because("the game cannot start", &faults))?;
        sides.push(side);
    }
    Ok(sides)
}

/// Asks step by step for one hand. A whole entry is taken at any step, and what the rules refuse is asked again.
///
/// # Errors
/// The terminal is gone, or the question was left with Ctrl-C.
pub(crate) fn hand(session: &Session, game: &StoredGame) -> Result<AcceptedHand, Failure> {
    let game = &game.scored.game;
    let mut draft = Draft::new(game, session.local());
    while draft.missing() != Missing::Nothing {
        let answer = text(&question(&draft, &game.players), &|typed| draft.clone().give(typed).map_err(joined))?;
        draft.give(&answer).map_err(|faults| Failure::because("the hand cannot be logged", &faults))?;
    }
    draft.entry().cloned().ok_or_else(|| Failure::fault("the answers made no hand"))
}

/// The question for what is missing next.
fn question(draft: &Draft<'_>, players: &Players) -> String {
    let whose = draft.whose().unwrap_or_default();
    match draft.choices() {
        Choices::Players(seats) => {
            let names: Vec<&str> = seats.into_iter().map(|seat| players.name(seat)).collect();
            let which = match players.a_side() {
                1 => String::new(),
                pairs => format!("Pair {} of {pairs}: ", draft.result_number()),
            };
            format!("{which}Who ended the hand ({}, or dead)", names.join(", "))
        }
        Choices::Card => "Upcard".into(),
        Choices::Ways(ways) => format!("How ({})", or_list(&ways.into_iter().map(Outcome::word).collect::<Vec<_>>())),
        Choices::Number(range) if draft.missing() == Missing::Points => {
            format!("Points ({} to {})", range.start(), range.end())
        }
        Choices::Number(range) => format!("Deadwood of {whose} ({} to {}, or cards)", range.start(), range.end()),
        Choices::Nothing => String::new(),
    }
}

/// All reasons on one line.
fn joined<T: ToString>(reasons: Vec<T>) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn text(prompt: &str, valid: &dyn Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
    Input::<String>::new()
        .with_prompt(prompt)
        .validate_with(|typed: &String| valid(typed))
        .interact_text()
        .map_err(left)
}

fn left(error: dialoguer::Error) -> Failure {
    Failure::refused(format!("nothing was changed: {error}"))
}
