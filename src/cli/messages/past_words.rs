//! What a change did, in a player's words.

use super::failure::Failure;
use crate::book::{MovedChange, Pad, StoredGame};
use ginpad_core::facts::{PaymentFact, Person};
use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_entry;
use ginpad_core::text::{and_list, count};
use uuid::Uuid;

/// The entry of a hand.
pub(crate) fn reading(game: &ScoredGame, at: usize) -> String {
    game.game.hands.get(at).map(|hand| print_entry(hand.logged(), &game.game.players)).unwrap_or_default()
}

/// What a change did, in a few words: `log in game 12: hand 9, ann knock 4 27`. `games` are those it is about, as far as
/// they are known, in any of their states.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn described(pad: &Pad<'_>, change: &MovedChange, games: &[&StoredGame]) -> Result<String, Failure> {
    let paid = payments(pad, change)?;
    if !paid.is_empty() {
        return Ok(format!("{}: {}", change.verb, and_list(&paid)));
    }
    let joined = joined(pad, change)?;
    if !joined.is_empty() {
        return Ok(format!("{}: {}", change.verb, and_list(&joined)));
    }
    if change.game_count == 0 && !change.names.is_empty() {
        return Ok(format!("{}: {}", change.verb.replace('-', " "), and_list(&names(change))));
    }
    Ok(about_games(change, games))
}

fn about_games(change: &MovedChange, games: &[&StoredGame]) -> String {
    let verb = &change.verb;
    let Some(game) = games.iter().find(|game| change.games.contains(&game.id)) else {
        return match change.game_count {
            // It is about changes, or about people.
            0 => verb.clone(),
            games => format!("{verb} ({})", count(games, "game")),
        };
    };
    let in_game = || format!("{verb} in game {}", game.number);
    match change.hands.as_slice() {
        [only] => match placed(*only, games).or_else(|| as_logged(change, game)) {
            Some(hand) => format!("{}: {hand}", in_game()),
            None => in_game(),
        },
        [] if change.game_count == 1 && !change.settings.is_empty() => {
            let set: Vec<&str> = change.settings.iter().map(|key| key.word()).collect();
            format!("{verb} {} of game {}", and_list(&set), game.number)
        }
        [] if change.game_count == 1 => format!("{verb} of game {}", game.number),
        _ if change.game_count == 1 => format!("{}: {}", in_game(), count(change.hand_count, "hand")),
        _ => format!("{verb} of {}", count(change.game_count, "game")),
    }
}

/// A hand with its number, if it counts: `hand 9, ann knock 4 27`.
fn placed(hand: Uuid, games: &[&StoredGame]) -> Option<String> {
    let place =
        |game: &&StoredGame| game.place_of(hand).map(|at| format!("hand {}, {}", at + 1, reading(&game.scored, at)));
    games.iter().find_map(place)
}

/// The hand of a change as it was logged. It has no number, because it does not count.
fn as_logged(change: &MovedChange, game: &StoredGame) -> Option<String> {
    let players = &game.scored.game.players;
    let hand = change.logged.first()?.logged(players).ok()?;
    Some(print_entry(&hand, players))
}

/// The payments of a change: `Bob paid Ann 12.40 USD`.
fn payments(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people: Vec<Person> = if change.payments.is_empty() { Vec::new() } else { pad.people()? };
    let name = |id: Uuid| people.iter().find(|person| person.id == id).map(|person| person.name.as_str());
    let sentence = |payment: &PaymentFact| {
        let (from, to) = (name(payment.payer).unwrap_or("somebody"), name(payment.payee).unwrap_or("somebody"));
        let amount = payment.amount().map(|amount| amount.to_string());
        format!("{from} paid {to} {}", amount.unwrap_or_else(|_| "an unknown amount".into()))
    };
    Ok(change.payments.iter().map(sentence).collect())
}

/// The people whom a change made one: `Annie is Ann`.
fn joined(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people = if change.joined.is_empty() { Vec::new() } else { pad.people_apart()? };
    let name =
        |id: &Uuid| people.iter().find(|person| person.id == *id).map_or("somebody", |person| person.name.as_str());
    Ok(change.joined.iter().map(|[one, other]| format!("{} is {}", name(one), name(other))).collect())
}

/// The names that a change gave: `Jon is called John`.
fn names(change: &MovedChange) -> Vec<String> {
    let said = |(before, name): &(Option<String>, String)| match before {
        Some(before) => format!("{before} is called {name}"),
        None => name.clone(),
    };
    change.names.iter().map(said).collect()
}
