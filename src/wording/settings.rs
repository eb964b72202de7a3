//! What a game is set to, in words.

use crate::answer::CommandLine;
use crate::render::{sides, stakes};
use ginpad_core::facts::{FactId, GameSetting, Person, RulesRead, SettingKey};
use ginpad_core::game::{Closing, Game};
use ginpad_core::notation::{print_moment, quoted};
use ginpad_core::players::{Name, Players};
use ginpad_core::points::Points;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::and_list;

/// What something of a game is set to: `hollywood, target=150`. Nothing if it was cleared, or never said.
pub(crate) fn words_of(key: SettingKey, game: &Game) -> Option<String> {
    match key {
        SettingKey::Rules => Some(game.rules.to_string()),
        SettingKey::Dealer => game.first_dealer.map(|side| game.players.side_name(side)),
        SettingKey::Spot => Some(spot_words(game)).filter(|spots| !spots.is_empty()),
        SettingKey::Stake => Some(stakes(&game.stakes).join(", ")).filter(|stakes| !stakes.is_empty()),
        SettingKey::Title => game.title.as_ref().map(|title| title.as_str().to_string()),
        SettingKey::Event => game.event.as_ref().map(|event| event.as_str().to_string()),
        SettingKey::Date => game.started.map(print_moment),
        SettingKey::Sides => Some(sides(game)),
        SettingKey::Totals => totals_words(game),
        SettingKey::Closed => game.closing.map(|closing| closing_words(closing, &game.players)),
    }
}

/// `291 and 180`, or `300 and 325, won by Ann` if not the higher total won.
fn totals_words(game: &Game) -> Option<String> {
    let totals = game.totals?;
    let won =
        totals.named_winner().map(|winner| format!(", won by {}", game.players.side_name(winner))).unwrap_or_default();
    Some(and_list(&totals.points.iter().collect::<Vec<_>>()) + &won)
}

fn closing_words(closing: Closing, players: &Players) -> String {
    match closing {
        Closing::Forfeit(by) | Closing::ForfeitNoPoints(by) => format!("{} gave up", players.side_name(by)),
        Closing::Settled => "it was settled as it stood".to_string(),
        Closing::Unfinished => "it was ended unfinished".to_string(),
    }
}

/// A game with a setting. `None` if somebody who then plays is not among these people.
pub(crate) fn with_setting(to: &GameSetting, game: &Game, people: &[Person]) -> Option<Game> {
    let mut changed = game.clone();
    to.apply(&mut changed, &mut RulesRead::default());
    if let GameSetting::Sides(sides) = to {
        changed.players = players_of(sides, people)?;
    }
    Some(changed)
}

fn players_of(sides: &[Vec<FactId>], people: &[Person]) -> Option<Players> {
    let name = |id: &FactId| people.iter().find(|person| person.id == *id).map(|person| person.name.clone());
    let side = |ids: &Vec<FactId>| ids.iter().map(name).collect::<Option<Vec<_>>>();
    let mut named = sides.iter().map(side).collect::<Option<Vec<_>>>()?;
    let sides = BySide::from_fn(named.len().min(Side::MOST), |side| std::mem::take(&mut named[side.index()]));
    Players::new(sides).ok()
}

/// What is set, and the verb that goes with it.
pub(crate) type Noun = (&'static str, &'static str);

/// `the title is Friday night now, not Thursday night`. Whoever prints it names the game.
pub(crate) fn in_force((what, verb): Noun, was: Option<&str>, is: Option<&str>) -> String {
    match (was, is) {
        (was, Some(is)) if was == Some(is) => format!("the {what} {verb} {is} already"),
        (None, Some(is)) => format!("the {what} {verb} {is} now"),
        (Some(was), Some(is)) => format!("the {what} {verb} {is} now, not {was}"),
        (Some(was), None) => format!("there {verb} no {what} now; it was {was}"),
        (None, None) => format!("there {verb} no {what}, as before"),
    }
}

/// How what is set is spoken of.
pub(crate) const fn noun(key: SettingKey) -> Noun {
    match key {
        SettingKey::Rules => ("rules", "are"),
        SettingKey::Dealer => ("first dealer", "is"),
        SettingKey::Spot => ("spot", "is"),
        SettingKey::Stake => ("stake", "is"),
        SettingKey::Title => ("title", "is"),
        SettingKey::Event => ("event", "is"),
        SettingKey::Date => ("date", "is"),
        SettingKey::Sides => ("sides", "are"),
        SettingKey::Totals => ("totals", "are"),
        SettingKey::Closed => ("end", "is"),
    }
}

/// The command that sets something of a game to what this one is set to, if `set` does that.
pub(crate) fn command_that_sets(key: SettingKey, facts: &Game, number: i64) -> Option<CommandLine> {
    let value = match key {
        SettingKey::Stake => {
            vec![facts.stakes.point().map_or_else(|| "-".to_string(), |amount| amount.to_string())]
        }
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

/// The spots as a text sheet has them: `Ann 10, Bob 25`.
fn spot_words(game: &Game) -> String {
    let given = game.spots.sides().filter(|(_, points)| **points != Points::ZERO);
    given.map(|(side, points)| format!("{} {points}", game.players.side_name(side))).collect::<Vec<_>>().join(", ")
}

/// The sides as they are typed, each as one word.
pub(crate) fn side_words(players: &Players) -> Vec<String> {
    let typed = |name: &Name| {
        let is_plain = !name.as_str().contains(['&', '+', ',', '"']);
        if is_plain { name.to_string() } else { quoted(name.as_str()) }
    };
    players.order().map(|side| players.of(side).iter().map(typed).collect::<Vec<_>>().join("+")).collect()
}
