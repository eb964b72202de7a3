//! What a change did, in a player's words.

use super::failure::Failure;
use super::settings::{game_set_to, words_of};
use crate::book::{MovedChange, Pad, StoredGame};
use crate::cli::session::Face;
use ginpad_core::facts::{FactId, GameSetting, PaymentFact, Person, SettingFact};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::LoggedHand;
use ginpad_core::notation::{print_entry, shown_entry};
use ginpad_core::players::{Name, Players};
use ginpad_core::text::{and_list, count};

/// The entry of a hand, for people to read.
pub(crate) fn reading(game: &ScoredGame, at: usize) -> String {
    entry_of(game, at, shown_entry)
}

/// The entry of a hand as it is typed, in plain letters.
pub(crate) fn typed(game: &ScoredGame, at: usize) -> String {
    entry_of(game, at, print_entry)
}

/// How an entry is spelled.
type Spell = fn(&LoggedHand, &Players) -> String;

fn entry_of(game: &ScoredGame, at: usize, spell: Spell) -> String {
    game.game.hands.get(at).map(|hand| spell(hand.logged(), &game.game.players)).unwrap_or_default()
}

/// How entries are spelled in this face.
fn spelling(face: Face) -> Spell {
    match face {
        Face::Table => shown_entry,
        Face::Plain | Face::Json => print_entry,
    }
}

/// What a change did, in a few words: `log in game 12: hand 9, ann knock 4 27`. `games` are those it is about, as far as
/// they are known, in any of their states.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn described(
    pad: &Pad<'_>,
    change: &MovedChange,
    games: &[&StoredGame],
    face: Face,
) -> Result<String, Failure> {
    let paid = payments(pad, change)?;
    if !paid.is_empty() {
        return Ok(format!("{}: {}", change.verb, and_list(&paid)));
    }
    let joined = joined(pad, change)?;
    if !joined.is_empty() {
        return Ok(format!("{}: {}", change.verb, and_list(&joined)));
    }
    let apart = kept_apart(pad, change)?;
    if !apart.is_empty() {
        return Ok(format!("{}: the wish {}", change.verb, and_list(&apart)));
    }
    if change.game_count < 2 && !change.kept.is_empty() {
        let of = games.iter().find(|game| change.games.contains(&game.id));
        let of = of.map(|game| format!(" of {}", named(game))).unwrap_or_default();
        return Ok(format!("keep: what devices said differently{of} is right as it is"));
    }
    if let ([transfer], [from, to]) = (change.transfers.as_slice(), change.games.as_slice()) {
        return Ok(moved(change, *transfer, [*from, *to], games, spelling(face)));
    }
    if change.game_count == 0 && !change.names.is_empty() {
        return Ok(format!("{}: {}", change.verb.replace('-', " "), and_list(&names(change))));
    }
    let seats_anew = change.settings.iter().any(|setting| matches!(setting.to, GameSetting::Sides(_)));
    let people = if seats_anew { pad.people()? } else { Vec::new() };
    Ok(about_games(change, games, &people, spelling(face)))
}

/// A hand that was moved: `move from game 12 to game 13: hand 8, ann knock 4 27`.
fn moved(change: &MovedChange, transfer: FactId, between: [FactId; 2], games: &[&StoredGame], spell: Spell) -> String {
    let game = |id: FactId| games.iter().find(|game| game.id == id);
    let name = |id: FactId| game(id).map_or_else(|| "another game".to_string(), |game| named(game));
    let [from, to] = between;
    let hand = placed(transfer, games, spell).or_else(|| as_logged(change, game(from)?, spell));
    let hand = hand.map(|hand| format!(": {hand}")).unwrap_or_default();
    format!("{} from {} to {}{hand}", change.verb, name(from), name(to))
}

/// `game 12`. A game that was taken back has no number if another game has it now, or if it never counted here.
fn named(game: &StoredGame) -> String {
    if game.number == 0 { "a game that was taken back".into() } else { format!("game {}", game.number) }
}

fn about_games(change: &MovedChange, games: &[&StoredGame], people: &[Person], spell: Spell) -> String {
    let verb = &change.verb;
    let Some(game) = games.iter().find(|game| change.games.contains(&game.id)) else {
        return match change.game_count {
            // It is about changes, or about people.
            0 => verb.clone(),
            games => format!("{verb} ({})", count(games, "game")),
        };
    };
    let name = named(game);
    let in_game = || format!("{verb} in {name}");
    match change.hands.as_slice() {
        [only] => match placed(*only, games, spell).or_else(|| as_logged(change, game, spell)) {
            Some(hand) => format!("{}: {hand}", in_game()),
            None => in_game(),
        },
        [] if change.game_count == 1 && !change.settings.is_empty() => {
            let set: Vec<&str> = change.settings.iter().map(|setting| setting.to.key().word()).collect();
            let to: Vec<String> = change.settings.iter().filter_map(|setting| set_to(setting, game, people)).collect();
            let to = if to.is_empty() { String::new() } else { format!(": {}", and_list(&to)) };
            format!("{verb} {} of {name}{to}", and_list(&set))
        }
        [] if change.game_count == 1 => format!("{verb} of {name}"),
        _ if change.game_count == 1 => {
            let set = change.settings.iter().map(|setting| setting.to.key().word().to_string());
            let what: Vec<String> = std::iter::once(count(change.hand_count, "hand")).chain(set).collect();
            format!("{}: {}", in_game(), and_list(&what))
        }
        _ => format!("{verb} of {}", count(change.game_count, "game")),
    }
}

/// What a setting made it: `hollywood, target=150`.
fn set_to(setting: &SettingFact, game: &StoredGame, people: &[Person]) -> Option<String> {
    let GameSetting::Sides(sides) = &setting.to else {
        let words = words_of(setting.to.key(), &game_set_to(&setting.to, &game.scored.game));
        return Some(words.unwrap_or_else(|| "nothing".to_string()));
    };
    // Whoever came to the book by it is gone with it.
    let name = |id: &FactId| people.iter().find(|person| person.id == *id).map(|person| person.name.as_str());
    let side = |side: &Vec<FactId>| Some(side.iter().map(name).collect::<Option<Vec<_>>>()?.join(" & "));
    Some(sides.iter().map(side).collect::<Option<Vec<_>>>()?.join(" – "))
}

/// A hand with its number, if it counts: `hand 9, ann knock 4 27`.
fn placed(hand: FactId, games: &[&StoredGame], spell: Spell) -> Option<String> {
    let entry = |game: &StoredGame, at: usize| entry_of(&game.scored, at, spell);
    let place = |game: &&StoredGame| game.place_of(hand).map(|at| format!("hand {}, {}", at + 1, entry(game, at)));
    games.iter().find_map(place)
}

/// The hand of a change as it was logged. It has no number, because it does not count.
fn as_logged(change: &MovedChange, game: &StoredGame, spell: Spell) -> Option<String> {
    let players = &game.scored.game.players;
    let hand = change.logged.first()?.logged(players).ok()?;
    Some(spell(&hand, players))
}

/// The payments of a change: `Bob paid Ann 12.40 USD`.
fn payments(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people: Vec<Person> = if change.payments.is_empty() { Vec::new() } else { pad.people()? };
    let name = |id: FactId| people.iter().find(|person| person.id == id).map(|person| person.name.as_str());
    let sentence = |payment: &PaymentFact| {
        let (from, to) = (name(payment.from).unwrap_or("somebody"), name(payment.to).unwrap_or("somebody"));
        format!("{from} paid {to} {}", payment.amount)
    };
    Ok(change.payments.iter().map(sentence).collect())
}

/// The people whom a change made one: `Annie is Ann`.
fn joined(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people = if change.joined.is_empty() { Vec::new() } else { pad.people_apart()? };
    let name =
        |id: &FactId| people.iter().find(|person| person.id == *id).map_or("somebody", |person| person.name.as_str());
    Ok(change.joined.iter().map(|[one, other]| format!("{} is {}", name(one), name(other))).collect())
}

/// The people of one name whom a change keeps apart: `that Ann and Ann (2) stay apart`.
fn kept_apart(pad: &Pad<'_>, change: &MovedChange) -> Result<Vec<String>, Failure> {
    let people = if change.kept.is_empty() { Vec::new() } else { pad.people_apart()? };
    let names = |kept: &Vec<FactId>| -> Vec<&Name> {
        people.iter().filter(|person| kept.contains(&person.id)).map(|person| &person.name).collect()
    };
    let kept = change.kept.iter().map(names).filter(|names| !names.is_empty());
    Ok(kept.map(|names| format!("that {} stay apart", and_list(&names))).collect())
}

/// The names that a change gave: `Jon is called John`.
fn names(change: &MovedChange) -> Vec<String> {
    let said = |(before, name): &(Option<String>, String)| match before {
        Some(before) => format!("{before} is called {name}"),
        None => name.clone(),
    };
    change.names.iter().map(said).collect()
}
