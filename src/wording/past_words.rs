//! The effect of a change, and the settings of a game, in a player's words.

use std::collections::BTreeSet;

use crate::answer::{CommandLine, Failure};
use crate::book::{OpenBook, StoredGame};
use crate::render::{phrases, sides, stakes};
use ginpad_core::facts::{ChangeVerb, Fact, FactId, GameSetting, HandFact, Person, RulesRead, SettingKey};
use ginpad_core::ledger::Act;
use ginpad_core::notation::{print_adjustment, print_entry_at, print_moment, quoted, shown_entry};
use ginpad_core::text::{and_list, count, join};
use ginpad_core::{Closing, EntryAt, Game, LoggedHand, Name, Players, Points, ScoredGame};

/// The entry of a hand or an adjustment, for people to read.
pub(crate) fn reading(game: &ScoredGame, at: EntryAt) -> String {
    spelled(game, at, shown_entry)
}

/// Spells an entry.
pub(crate) type Spell = fn(&LoggedHand, &Players) -> String;

fn spelled(game: &ScoredGame, at: EntryAt, spell: Spell) -> String {
    let ScoredGame { game, .. } = game;
    match at {
        EntryAt::Hand(at) => game.hands.get(at).map_or(String::new(), |hand| spell(hand.logged(), &game.players)),
        EntryAt::Adjustment(_) => print_entry_at(game, at, &game.players),
    }
}

/// The past tense of a verb: the words before its object.
fn deed(verb: &str) -> &str {
    match verb {
        "new" => "started",
        "log" => "logged",
        "fix" => "corrected",
        "drop" => "dropped",
        "insert" => "inserted",
        "edit" => "edited",
        "move" => "moved",
        "close" => "closed",
        "import" => "imported",
        other => other,
    }
}

/// The past tense of undoing or redoing a change.
pub(crate) fn past(verb: ChangeVerb) -> &'static str {
    if verb == ChangeVerb::REDO { "redid" } else { "undid" }
}

/// Describes a change in a few words: `logged hand 9 in game 12: ann knock 4 27`. `games` are its games, as far as they
/// are known, in any of their states.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn described(
    book: &OpenBook<'_>,
    act: &Act,
    games: &[&StoredGame],
    spell: Spell,
) -> Result<String, Failure> {
    let deed = match deed(act.verb()) {
        "imported" if act.begun().next().is_none() && act.game_count() > 0 => {
            let corrects = |fact: &Fact| !matches!(fact, Fact::Hand(hand) if hand.supersedes.is_empty());
            if act.facts().any(|(_, fact)| corrects(fact)) { "corrected" } else { "added" }
        }
        deed => deed,
    };
    let about = act.games();
    let people = about_people(book, act)?;
    if !people.is_empty() {
        return Ok(and_list(&people));
    }
    let game = games.iter().find(|game| about.contains(&game.id));
    if about.len() < 2 && act.facts().any(|(_, fact)| matches!(fact, Fact::Keeping(_))) {
        let of = game.map(|game| format!(" of {}", named(game))).unwrap_or_default();
        return Ok(format!("kept what counts in a conflict{of}"));
    }
    let Some(game) = game else {
        // The check reports damage.
        let new = act.begun().count();
        let only_sets = new == 0 && !set_by(act).is_empty();
        let first = about.first().filter(|_| only_sets).and_then(|game| book.game(*game).ok());
        return Ok(match (act.game_count(), first) {
            // The change is about changes, or about people.
            (0, _) => deed.to_string(),
            (games, None) if !act.is_large() && (1..games).contains(&new) => {
                format!("{deed} {} and corrected {}", count(new, "game"), games - new)
            }
            (games, None) => format!("{deed} {}", count(games, "game")),
            (games, Some(first)) => format!("{deed} {}", what_was_set(book, act, &first, count(games, "game"))?),
        });
    };
    let hands = act.hands();
    let hand = match (hands.as_slice(), act.transfers().as_slice()) {
        ([(only, _)], []) | (_, [only]) => placed(*only, games, spell).or_else(|| as_logged(act, game, spell)),
        _ => None,
    };
    let (hand, entry) = hand.map_or(("a hand".into(), String::new()), |(hand, entry)| (hand, format!(": {entry}")));
    if let ([_], [from, to]) = (act.transfers().as_slice(), about.as_slice()) {
        let name = |id: &FactId| games.iter().find(|game| game.id == *id).map(|game| named(game));
        let [from, to] = [from, to].map(|id| name(id).unwrap_or_else(|| "another game".into()));
        // Its number may be of either game.
        return Ok(format!("{deed} a hand from {from} to {to}{entry}"));
    }
    let name = named(game);
    Ok(match hands.len() {
        _ if about.len() > 1 => format!("{deed} {}", what_was_set(book, act, game, count(about.len(), "game"))?),
        1 => format!("{deed} {hand} in {name}{entry}"),
        0 if !act.removed().is_empty() => format!("{deed} the whole {name}"),
        0 => format!("{deed} {}", what_was_set(book, act, game, name)?),
        several => {
            let is_adjustment = |(_, hand): &&(_, Option<&HandFact>)| hand.is_some_and(HandFact::is_adjustment);
            let adjustments = hands.iter().filter(is_adjustment).count();
            let counts = [(several - adjustments, "hand"), (adjustments, "adjustment")];
            let counts = counts.into_iter().filter(|(entries, _)| *entries > 0).map(|(all, noun)| count(all, noun));
            let set = set_by(act).into_iter().map(|key| key.word().to_string());
            format!("{deed} {} in {name}", and_list(counts.chain(set)))
        }
    })
}

/// The settings that an act makes, each once. [`described`] reports the end of a game in other words.
fn set_by(act: &Act) -> BTreeSet<SettingKey> {
    settings(act).into_iter().map(GameSetting::key).filter(|key| *key != SettingKey::Closed).collect()
}

/// The game settings of an act.
fn settings(act: &Act) -> Vec<&GameSetting> {
    act.select(|fact| match fact {
        Fact::Setting(setting) => Some(&setting.to),
        _ => None,
    })
}

/// Describes the settings of an act: `stake and event of game 12: 0.01 USD and Cruise`; without any, only its games.
/// `game` is one of its games, and `which` names all. Values that differ between games are omitted.
fn what_was_set(book: &OpenBook<'_>, act: &Act, game: &StoredGame, which: String) -> Result<String, Failure> {
    let people = book.people()?;
    let set = if act.begun().next().is_some() { BTreeSet::new() } else { set_by(act) };
    let value = |key: &SettingKey| {
        let of_key = settings(act).into_iter().filter(|to| to.key() == *key);
        let games = of_key.filter_map(|to| with_setting(to, &game.scored.game, &people));
        let values: BTreeSet<Option<String>> = games.map(|set| words_of(*key, &set)).collect();
        let only = values.first().filter(|_| values.len() == 1)?;
        Some(only.clone().unwrap_or_else(|| "nothing".into()))
    };
    // If one setting has several values, omit all values: a lone one could be taken for another setting's.
    let values: Vec<String> = set.iter().map(value).collect::<Option<_>>().unwrap_or_default();
    let values = if values.is_empty() { String::new() } else { format!(": {}", and_list(&values)) };
    let words = and_list(set.iter().map(|key| key.word()));
    Ok(if set.is_empty() { which } else { format!("{words} of {which}{values}") })
}

/// `game 12`. A game that was taken back has no number if another game has it now, or if it never counted here.
fn named(game: &StoredGame) -> String {
    if game.number == 0 { "a game that was taken back".into() } else { format!("game {}", game.number) }
}

/// `game 12 (Ann – Bob)`.
pub(crate) fn with_sides(game: &StoredGame) -> String {
    format!("game {} ({})", game.number, sides(&game.scored.game.players))
}

/// A hand or an adjustment, and its entry, if it counts: `hand 9` and `ann knock 4 27`.
fn placed(fact: FactId, games: &[&StoredGame], spell: Spell) -> Option<(String, String)> {
    let (game, at) = games.iter().find_map(|game| Some((game, game.entry_of(fact)?)))?;
    let which = if let EntryAt::Hand(_) = at { phrases::entry(at) } else { at.to_string() };
    Some((which, spelled(&game.scored, at, spell)))
}

/// The hand of an act as logged. It does not count, so it has no number.
fn as_logged(act: &Act, game: &StoredGame, spell: Spell) -> Option<(String, String)> {
    let players = &game.scored.game.players;
    let hand = act.hands().into_iter().find_map(|(_, hand)| hand)?;
    if let Some(adjustment) = hand.adjustment(0) {
        return Some(("an adjustment".into(), print_adjustment(&adjustment, players)));
    }
    Some(("a hand".into(), spell(&hand.logged(players)?, players)))
}

/// The facts of an act about people, a phrase each: `Bob paid Ann 12.40 USD`, `merged Annie into Ann`, `renamed
/// Jon to John`.
fn about_people(book: &OpenBook<'_>, act: &Act) -> Result<Vec<String>, Failure> {
    let is_about_no_game = act.game_count() == 0;
    let is_about_people = |fact: &Fact| match fact {
        Fact::Payment(_) | Fact::Joining(_) | Fact::Keeping(_) => true,
        Fact::Player(_) | Fact::Name(_) => is_about_no_game,
        _ => false,
    };
    if !act.facts().any(|(_, fact)| is_about_people(fact)) {
        return Ok(Vec::new());
    }
    let everyone = book.people_apart()?;
    let name_of = |id: FactId| match everyone.iter().find(|person| person.id == id) {
        Some(person) => person.name.to_string(),
        // A person whose import was taken back is in no list; use the name from the import.
        None if let Ok(Some((Fact::Player(player), _))) = book.fact(id) => player.name,
        None => "somebody".into(),
    };
    let before = |versions: &[FactId]| match act.before.get(versions.first()?)? {
        Fact::Player(player) => Some(&player.name),
        Fact::Name(name) => Some(&name.name),
        _ => None,
    };
    Ok(act.select(|fact| match fact {
        Fact::Payment(paid) => Some(format!("{} paid {} {}", name_of(paid.from), name_of(paid.to), paid.amount)),
        Fact::Joining(joining) => Some(format!("merged {} into {}", name_of(joining.player), name_of(joining.into))),
        Fact::Keeping(keeping) => {
            let kept = everyone.iter().filter(|person| keeping.facts.contains(&person.id));
            let names: Vec<&Name> = kept.map(|person| &person.name).collect();
            (!names.is_empty()).then(|| format!("kept {} apart", and_list(&names)))
        }
        Fact::Player(player) if is_about_no_game => Some(format!("added {}", player.name)),
        Fact::Name(name) if is_about_no_game => Some(match before(&name.supersedes) {
            Some(before) => format!("renamed {before} to {}", name.name),
            None => format!("renamed a player to {}", name.name),
        }),
        _ => None,
    }))
}

/// The value of a setting: `hollywood, target=150`. `None` if it was cleared or never set.
pub(crate) fn words_of(key: SettingKey, game: &Game) -> Option<String> {
    let words = match key {
        SettingKey::Rules => Some(game.rules.to_string()),
        SettingKey::Dealer => game.first_dealer.map(|side| game.players.side_name(side)),
        SettingKey::Spot => {
            let given = game.spots.sides().filter(|(_, points)| **points != Points::ZERO);
            let spot = |(side, points)| format!("{} {points}", game.players.side_name(side));
            Some(join(given.map(spot), ", "))
        }
        SettingKey::Stake => Some(stakes(&game.stakes).join(", ")),
        SettingKey::Title => game.title.as_ref().map(|title| title.as_str().to_string()),
        SettingKey::Event => game.event.as_ref().map(|event| event.as_str().to_string()),
        SettingKey::Date => game.started.map(print_moment),
        SettingKey::Sides => Some(sides(&game.players)),
        SettingKey::Totals => {
            let totals = game.totals?;
            let winner = totals.named_winner().map(|winner| game.players.side_name(winner));
            let won = winner.map(|winner| format!(", won by {winner}")).unwrap_or_default();
            Some(and_list(totals.points.iter()) + &won)
        }
        SettingKey::Closed => Some(match game.closing? {
            Closing::Forfeit(by) | Closing::ForfeitNoPoints(by) => format!("{} gave up", game.players.side_name(by)),
            Closing::Settled => "it was settled as it stood".into(),
            Closing::Unfinished => "it was ended unfinished".into(),
        }),
    };
    words.filter(|words| !words.is_empty())
}

/// A game with a setting applied. `None` if a player of the result is not among these people.
pub(crate) fn with_setting(to: &GameSetting, game: &Game, people: &[Person]) -> Option<Game> {
    let mut changed = game.clone();
    to.apply(&mut changed, &mut RulesRead::default());
    if let GameSetting::Sides(sides) = to {
        let mut ids = sides.iter().flatten();
        let name = |id: &FactId| people.iter().find(|person| person.id == *id).map(|person| person.name.clone());
        changed.players = changed.players.renamed(|_| name(ids.next()?))?;
    }
    Some(changed)
}

/// The noun for a setting, and its verb.
pub(crate) type Noun = (&'static str, &'static str);

/// Describes the value in force: `the title is Friday night now, not Thursday night`. The caller names the game.
pub(crate) fn in_force((what, verb): Noun, was: Option<&str>, is: Option<&str>) -> String {
    match (was, is) {
        (was, Some(is)) if was == Some(is) => format!("the {what} {verb} {is} already"),
        (None, Some(is)) => format!("the {what} {verb} {is} now"),
        (Some(was), Some(is)) => format!("the {what} {verb} {is} now, not {was}"),
        (Some(was), None) => format!("there {verb} no {what} now; it was {was}"),
        (None, None) => format!("there {verb} no {what}, as before"),
    }
}

/// The noun for a setting in a sentence.
pub(crate) fn noun(key: SettingKey) -> Noun {
    let noun = match key {
        SettingKey::Dealer => "first dealer",
        SettingKey::Closed => "end",
        key => key.word(),
    };
    (noun, if noun.ends_with('s') { "are" } else { "is" })
}

/// The command that gives a setting of game `number` the value in `facts`; `None` if `set` cannot.
pub(crate) fn command_that_sets(key: SettingKey, facts: &Game, number: i64) -> Option<CommandLine> {
    let value = match key {
        SettingKey::Stake => vec![facts.stakes.point().map_or_else(|| "-".into(), |amount| amount.to_string())],
        SettingKey::Sides => side_words(&facts.players),
        SettingKey::Rules => vec![facts.rules.typed()],
        SettingKey::Totals => {
            let totals = facts.totals?;
            let winner = totals.named_winner().map(|winner| facts.players.side_name(winner));
            totals.points.iter().map(ToString::to_string).chain(winner).collect()
        }
        SettingKey::Closed => return None,
        other => vec![words_of(other, facts).unwrap_or_else(|| "-".to_string())],
    };
    let words = std::iter::once(key.word().to_string()).chain(value);
    Some(CommandLine::of("set").words(words).flag("game", number.to_string()))
}

/// The sides as typed, each as one word.
pub(crate) fn side_words(players: &Players) -> Vec<String> {
    let typed = |name: &Name| {
        let is_plain = !name.as_str().contains(['&', '+', ',', '"']);
        if is_plain { name.to_string() } else { quoted(name.as_str()) }
    };
    players.order().map(|side| join(players.of(side).iter().map(typed), "+")).collect()
}
