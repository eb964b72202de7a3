//! What a change did, in a player's words.

use std::collections::BTreeMap;

use super::settings::{game_set_to, words_of};
use crate::answer::failure::Failure;
use crate::book::{Pad, StoredGame};
use ginpad_core::facts::{Fact, FactId, GameSetting, Person, SettingFact};
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
pub(crate) type Spell = fn(&LoggedHand, &Players) -> String;

fn entry_of(game: &ScoredGame, at: usize, spell: Spell) -> String {
    game.game.hands.get(at).map(|hand| spell(hand.logged(), &game.game.players)).unwrap_or_default()
}

/// What a change did, in a few words: `log in game 12: hand 9, ann knock 4 27`. `games` are those it is about, as far as
/// they are known, in any of their states.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn described(pad: &Pad<'_>, act: &Act, games: &[&StoredGame], spell: Spell) -> Result<String, Failure> {
    let people = about_people(pad, act)?;
    if !people.is_empty() {
        return Ok(format!("{}: {}", act.verb().replace('-', " "), and_list(&people)));
    }
    let about = act.games();
    if about.len() < 2 && act.facts().any(|(_, fact)| matches!(fact, Fact::Keeping(_))) {
        let of = games.iter().find(|game| about.contains(&game.id));
        let of = of.map(|game| format!(" of {}", named(game))).unwrap_or_default();
        return Ok(format!("keep: what devices said differently{of} is right as it is"));
    }
    if let ([transfer], [from, to]) = (act.transfers().as_slice(), about.as_slice()) {
        return Ok(moved(act, *transfer, [*from, *to], games, spell));
    }
    let seats_anew = settings(act).iter().any(|setting| matches!(setting.to, GameSetting::Sides(_)));
    let people = if seats_anew { pad.people()? } else { Vec::new() };
    Ok(about_games(act, games, &people, spell))
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

/// What an act says of people, a phrase for each fact: `Bob paid Ann 12.40 USD`, `Annie is Ann`, `Jon is called John`.
fn about_people(pad: &Pad<'_>, act: &Act) -> Result<Vec<String>, Failure> {
    let is_about_no_game = act.game_count() == 0;
    let is_about_people = |fact: &Fact| match fact {
        Fact::Payment(_) | Fact::Joining(_) | Fact::Keeping(_) => true,
        Fact::Player(_) | Fact::Name(_) => is_about_no_game,
        _ => false,
    };
    if !act.facts().any(|(_, fact)| is_about_people(fact)) {
        return Ok(Vec::new());
    }
    let everyone = pad.people_apart()?;
    let mut names: BTreeMap<FactId, String> = everyone.iter().map(|it| (it.id, it.name.to_string())).collect();
    let pairs = act.said(|fact| match fact {
        Fact::Payment(paid) => Some([paid.from, paid.to]),
        Fact::Joining(joining) => Some([joining.player, joining.into]),
        _ => None,
    });
    // Whoever came with an import that was taken back is in no list, and has the name that it said.
    for id in pairs.into_iter().flatten() {
        if let (None, Some((Fact::Player(player), _))) = (names.get(&id), pad.fact(id)?) {
            names.insert(id, player.name);
        }
    }
    let name_of = |id: &FactId| names.get(id).map_or("somebody", String::as_str);
    let before = |versions: &[FactId]| match act.before.get(versions.first()?)? {
        Fact::Player(player) => Some(&player.name),
        Fact::Name(name) => Some(&name.name),
        _ => None,
    };
    Ok(act.said(|fact| match fact {
        Fact::Payment(paid) => Some(format!("{} paid {} {}", name_of(&paid.from), name_of(&paid.to), paid.amount)),
        Fact::Joining(joining) => Some(format!("{} is {}", name_of(&joining.player), name_of(&joining.into))),
        Fact::Keeping(keeping) => {
            let kept = everyone.iter().filter(|person| keeping.facts.contains(&person.id));
            let names: Vec<&Name> = kept.map(|person| &person.name).collect();
            (!names.is_empty()).then(|| format!("the wish that {} stay apart", and_list(&names)))
        }
        Fact::Player(player) if is_about_no_game => Some(player.name.to_string()),
        Fact::Name(name) if is_about_no_game => Some(match before(&name.supersedes) {
            Some(before) => format!("{before} is called {}", name.name),
            None => name.name.to_string(),
        }),
        _ => None,
    }))
}
