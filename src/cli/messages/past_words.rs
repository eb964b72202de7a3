//! What a change did, in a player's words.

use super::failure::Failure;
use super::settings::{game_set_to, words_of};
use crate::book::{Pad, StoredGame};
use crate::cli::session::Face;
use ginpad_core::facts::{Fact, FactId, GameSetting, PaymentFact, Person, SettingFact};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::LoggedHand;
use ginpad_core::ledger::Act;
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
pub(crate) fn described(pad: &Pad<'_>, act: &Act, games: &[&StoredGame], face: Face) -> Result<String, Failure> {
    let paid = payments(pad, act)?;
    if !paid.is_empty() {
        return Ok(format!("{}: {}", act.verb(), and_list(&paid)));
    }
    let joined = joined(pad, act)?;
    if !joined.is_empty() {
        return Ok(format!("{}: {}", act.verb(), and_list(&joined)));
    }
    let apart = kept_apart(pad, act)?;
    if !apart.is_empty() {
        return Ok(format!("{}: the wish {}", act.verb(), and_list(&apart)));
    }
    let about = act.games();
    if about.len() < 2 && act.facts().any(|(_, fact)| matches!(fact, Fact::Keeping(_))) {
        let of = games.iter().find(|game| about.contains(&game.id));
        let of = of.map(|game| format!(" of {}", named(game))).unwrap_or_default();
        return Ok(format!("keep: what devices said differently{of} is right as it is"));
    }
    if let ([transfer], [from, to]) = (act.transfers().as_slice(), about.as_slice()) {
        return Ok(moved(act, *transfer, [*from, *to], games, spelling(face)));
    }
    let names = names(act);
    if act.game_count() == 0 && !names.is_empty() {
        return Ok(format!("{}: {}", act.verb().replace('-', " "), and_list(&names)));
    }
    let seats_anew = settings(act).iter().any(|setting| matches!(setting.to, GameSetting::Sides(_)));
    let people = if seats_anew { pad.people()? } else { Vec::new() };
    Ok(about_games(act, games, &people, spelling(face)))
}

/// What an act set anew.
fn settings(act: &Act) -> Vec<&SettingFact> {
    act.said(|fact| match fact {
        Fact::Setting(setting) => Some(&**setting),
        _ => None,
    })
}

/// A hand that was moved: `move from game 12 to game 13: hand 8, ann knock 4 27`.
fn moved(act: &Act, transfer: FactId, between: [FactId; 2], games: &[&StoredGame], spell: Spell) -> String {
    let game = |id: FactId| games.iter().find(|game| game.id == id);
    let name = |id: FactId| game(id).map_or_else(|| "another game".to_string(), |game| named(game));
    let [from, to] = between;
    let hand = placed(transfer, games, spell).or_else(|| as_logged(act, game(from)?, spell));
    let hand = hand.map(|hand| format!(": {hand}")).unwrap_or_default();
    format!("{} from {} to {}{hand}", act.verb(), name(from), name(to))
}

/// `game 12`. A game that was taken back has no number if another game has it now, or if it never counted here.
fn named(game: &StoredGame) -> String {
    if game.number == 0 { "a game that was taken back".into() } else { format!("game {}", game.number) }
}

fn about_games(act: &Act, games: &[&StoredGame], people: &[Person], spell: Spell) -> String {
    let (verb, about) = (act.verb(), act.games());
    let Some(game) = games.iter().find(|game| about.contains(&game.id)) else {
        return match act.game_count() {
            // It is about changes, or about people.
            0 => verb.to_string(),
            games => format!("{verb} ({})", count(games, "game")),
        };
    };
    let name = named(game);
    let in_game = || format!("{verb} in {name}");
    let (hands, settings) = (act.hands(), settings(act));
    let set: Vec<&str> = settings.iter().map(|setting| setting.to.key().word()).collect();
    match hands.as_slice() {
        [(only, _)] => match placed(*only, games, spell).or_else(|| as_logged(act, game, spell)) {
            Some(hand) => format!("{}: {hand}", in_game()),
            None => in_game(),
        },
        _ if about.len() > 1 => format!("{verb} of {}", count(about.len(), "game")),
        [] if settings.is_empty() => format!("{verb} of {name}"),
        [] => {
            let to: Vec<String> = settings.iter().filter_map(|setting| set_to(setting, game, people)).collect();
            let to = if to.is_empty() { String::new() } else { format!(": {}", and_list(&to)) };
            format!("{verb} {} of {name}{to}", and_list(&set))
        }
        several => {
            let hands = count(several.len(), "hand");
            let what: Vec<&str> = std::iter::once(hands.as_str()).chain(set).collect();
            format!("{}: {}", in_game(), and_list(&what))
        }
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

/// The hand of an act as it was logged. It has no number, because it does not count.
fn as_logged(act: &Act, game: &StoredGame, spell: Spell) -> Option<String> {
    let players = &game.scored.game.players;
    let logged = act.hands().into_iter().find_map(|(_, hand)| hand)?.logged(players).ok()?;
    Some(spell(&logged, players))
}

/// The payments of an act: `Bob paid Ann 12.40 USD`.
fn payments(pad: &Pad<'_>, act: &Act) -> Result<Vec<String>, Failure> {
    let payments: Vec<&PaymentFact> = act.said(|fact| match fact {
        Fact::Payment(payment) => Some(payment),
        _ => None,
    });
    let people: Vec<Person> = if payments.is_empty() { Vec::new() } else { pad.people()? };
    let sentence = |payment: &&PaymentFact| {
        let [from, to] = [payment.from, payment.to].map(|id| name_among(pad, &people, id));
        Ok(format!("{} paid {} {}", from?, to?, payment.amount))
    };
    payments.iter().map(sentence).collect()
}

/// The name of somebody. Whoever came with an import that was taken back is in no list, and has the name that it said.
fn name_among(pad: &Pad<'_>, people: &[Person], id: FactId) -> Result<String, Failure> {
    if let Some(person) = people.iter().find(|person| person.id == id) {
        return Ok(person.name.to_string());
    }
    Ok(match pad.fact(id)? {
        Some((Fact::Player(player), _)) => player.name,
        _ => "somebody".into(),
    })
}

/// The people whom an act made one: `Annie is Ann`.
fn joined(pad: &Pad<'_>, act: &Act) -> Result<Vec<String>, Failure> {
    let joined = joinings(act);
    let people = if joined.is_empty() { Vec::new() } else { pad.people_apart()? };
    let pair = |[one, other]: &[FactId; 2]| {
        Ok(format!("{} is {}", name_among(pad, &people, *one)?, name_among(pad, &people, *other)?))
    };
    joined.iter().map(pair).collect()
}

/// Whom an act made one with whom.
pub(crate) fn joinings(act: &Act) -> Vec<[FactId; 2]> {
    act.said(|fact| match fact {
        Fact::Joining(joining) => Some([joining.player, joining.into]),
        _ => None,
    })
}

/// The people of one name whom an act keeps apart: `that Ann and Ann (2) stay apart`.
fn kept_apart(pad: &Pad<'_>, act: &Act) -> Result<Vec<String>, Failure> {
    let kept: Vec<&Vec<FactId>> = act.said(|fact| match fact {
        Fact::Keeping(keeping) => Some(&keeping.facts),
        _ => None,
    });
    let people = if kept.is_empty() { Vec::new() } else { pad.people_apart()? };
    let names = |kept: &Vec<FactId>| -> Vec<&Name> {
        people.iter().filter(|person| kept.contains(&person.id)).map(|person| &person.name).collect()
    };
    let kept = kept.into_iter().map(names).filter(|names| !names.is_empty());
    Ok(kept.map(|names| format!("that {} stay apart", and_list(&names))).collect())
}

/// The names that an act gave: `Jon is called John`.
fn names(act: &Act) -> Vec<String> {
    let before = |versions: &[FactId]| match act.before.get(versions.first()?)? {
        Fact::Player(player) => Some(&player.name),
        Fact::Name(name) => Some(&name.name),
        _ => None,
    };
    act.said(|fact| match fact {
        Fact::Player(player) => Some(player.name.clone()),
        Fact::Name(name) => Some(match before(&name.supersedes) {
            Some(before) => format!("{before} is called {}", name.name),
            None => name.name.clone(),
        }),
        _ => None,
    })
}
