//! A game, with the rules it began with.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::Unreadable;
use super::later;
use super::time::{moment, time_columns};

use crate::game;
use crate::label::{Event, Title};
use crate::money::{Amount, Stakes};
use crate::notation::{print_game, print_hand};
use crate::players::Players;
use crate::rules::{Knob, Preset, Rules, Setting, TableRules, Value as KnobValue};
use crate::side::{BySide, Side};

/// A game, with the rules it began with. It holds every knob, so that a later version of a preset changes no old game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct GameFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// The trip, the season or the evening that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub event: Option<String>,
    /// When it started, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub started_at: Option<i64>,
    /// The offset from UTC where it started, in minutes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub started_offset: Option<i32>,
    /// The side that dealt first, 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_dealer: Option<usize>,
    /// What a point is worth, in minor units of the currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_minor: Option<i64>,
    /// The currency's three letters.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_currency: Option<String>,
    /// What the winner gets besides, in minor units of the currency.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub stake_game_minor: Option<i64>,
    /// The currency of that.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub stake_game_currency: Option<String>,
    /// What a line is worth besides, in minor units of the currency.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub stake_line_minor: Option<i64>,
    /// The currency of that.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub stake_line_currency: Option<String>,
    /// The SHA-256, in hexadecimal, of the text sheet it was imported from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The preset its rules started from.
    pub preset: String,
    /// The value of every knob that applies to its format.
    pub knobs: BTreeMap<String, Value>,
    /// The players of each side.
    pub seats: [Vec<Uuid>; 2],
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// The hash by which a game is recognised when its text sheet is imported again.
pub fn sheet_hash(game: &game::Game) -> [u8; 32] {
    Sha256::digest(print_game(game)).into()
}

/// The hashes of the text sheet as it was before each of its hands, and as it is after the last, without a closing: by
/// them a game is recognised to which the sheet adds hands.
pub fn sheet_hashes_by_hand(game: &game::Game) -> Vec<[u8; 32]> {
    let begun = game::Game {
        title: game.title.clone(),
        event: game.event.clone(),
        started: game.started,
        rules: game.rules.clone(),
        players: game.players.clone(),
        first_dealer: game.first_dealer,
        stakes: game.stakes,
        totals: game.totals,
        closing: None,
        hands: Vec::new(),
    };
    let header = print_game(&begun);
    let mut text = Sha256::new_with_prefix(&header).chain_update("\n");
    let mut hashes = vec![Sha256::digest(&header).into()];
    for hand in &game.hands {
        text.update(print_hand(hand, &game.players) + "\n");
        hashes.push(text.clone().finalize().into());
    }
    hashes
}

impl Serialize for GameFact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameFact::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for GameFact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameFact, D::Error> {
        let mut game = GameFact::deserialize(deserializer)?;
        let [event, game_minor, game_currency, line_minor, line_currency] = GameFact::LATER_FIELDS;
        let is_event = |event: &String| Event::read(event).is_ok_and(|read| read.as_str() == event);
        let unknown = &mut game.unknown;
        game.event = later::take(unknown, event, is_event);
        (game.stake_game_minor, game.stake_game_currency) = take_stake(unknown, [game_minor, game_currency]).unzip();
        (game.stake_line_minor, game.stake_line_currency) = take_stake(unknown, [line_minor, line_currency]).unzip();
        Ok(game)
    }
}

/// Takes the two fields of an amount of money out of those that are unknown, if they can have their values.
fn take_stake(unknown: &mut Map<String, Value>, [minor, currency]: [&str; 2]) -> Option<(i64, String)> {
    let is_currency = |word: &String| word.len() == 3 && word.bytes().all(|letter| letter.is_ascii_uppercase());
    let amount = later::peek(unknown, minor, |minor| Amount::MINOR.contains(minor))?;
    let currency = later::take(unknown, currency, is_currency)?;
    unknown.shift_remove(minor);
    Some((amount, currency))
}

impl GameFact {
    /// The fields that a game got later.
    pub(in crate::facts) const LATER_FIELDS: [&str; 5] =
        ["event", "stake_game_minor", "stake_game_currency", "stake_line_minor", "stake_line_currency"];

    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty() || self.knobs.keys().any(|knob| Knob::from_name(knob).is_none())
    }

    /// The fact of a new game.
    pub(in crate::facts) fn new(
        id: Uuid,
        change: Uuid,
        game: &game::Game,
        seats: [Vec<Uuid>; 2],
        source: Option<String>,
    ) -> GameFact {
        let started = game.started.map(time_columns);
        GameFact {
            id,
            change,
            title: game.title.as_ref().map(|title| title.as_str().to_string()),
            event: game.event.as_ref().map(|event| event.as_str().to_string()),
            started_at: started.map(|(at, _)| at),
            started_offset: started.map(|(_, offset)| offset),
            first_dealer: game.first_dealer.map(Side::index),
            stake_minor: minor(game.stakes.point()),
            stake_currency: currency(game.stakes.point()),
            stake_game_minor: minor(game.stakes.game()),
            stake_game_currency: currency(game.stakes.game()),
            stake_line_minor: minor(game.stakes.line()),
            stake_line_currency: currency(game.stakes.line()),
            source,
            preset: game.rules.preset.clone(),
            knobs: knobs(&game.rules.rules),
            seats,
            unknown: Map::new(),
        }
    }

    /// The game between these players, without its hands.
    pub(in crate::facts) fn sheet(
        &self,
        players: Players,
        rules: Result<TableRules, Unreadable>,
    ) -> Result<game::Game, Unreadable> {
        let wrong = |why: &dyn std::fmt::Display| Unreadable::new(self.id, why);
        Ok(game::Game {
            title: self.title.as_deref().map(Title::read).transpose().map_err(|fault| wrong(&fault))?,
            event: self.event.as_deref().map(Event::read).transpose().map_err(|fault| wrong(&fault))?,
            started: moment(self.started_at, self.started_offset).map_err(|fault| wrong(&fault))?,
            rules: rules?,
            first_dealer: self.first_dealer.map(side).transpose().map_err(|why| wrong(&why))?,
            stakes: self.stakes().map_err(|why| wrong(&why))?,
            totals: None,
            closing: None,
            hands: Vec::new(),
            players,
        })
    }

    fn stakes(&self) -> Result<Stakes, String> {
        stakes([
            (self.stake_minor, self.stake_currency.as_deref()),
            (self.stake_game_minor, self.stake_game_currency.as_deref()),
            (self.stake_line_minor, self.stake_line_currency.as_deref()),
        ])
    }

    /// The rules of the game, without the knobs that this version does not know.
    ///
    /// # Errors
    /// A knob has no value, or the rules contradict themselves.
    pub fn rules(&self) -> Result<TableRules, Unreadable> {
        table_rules(&self.preset, &self.knobs).map_err(|why| Unreadable::new(self.id, why))
    }
}

/// The rules with these knobs, without those that this version does not know.
pub(super) fn table_rules(preset: &str, knobs: &BTreeMap<String, Value>) -> Result<TableRules, String> {
    let mut settings = Vec::new();
    for (name, value) in knobs {
        let Some(knob) = Knob::from_name(name) else { continue };
        let value = knob_value(value).ok_or_else(|| format!("the knob `{name}` of a game has no value"))?;
        settings.push(Setting { knob, value });
    }
    let rules = Preset::turned(&settings).map_err(|contradictions| {
        let reasons: Vec<String> = contradictions.iter().map(ToString::to_string).collect();
        format!("the rules of a game contradict themselves: {}", reasons.join("; "))
    })?;
    Ok(TableRules { preset: preset.to_string(), rules })
}

/// Stakes for a point, the game and a line, each in minor units of a currency.
pub(super) fn stakes(amounts: [(Option<i64>, Option<&str>); 3]) -> Result<Stakes, String> {
    let [point, game, line] = amounts.map(|(minor, code)| amount(minor, code));
    Stakes::new(point?, game?, line?).map_err(|fault| fault.to_string())
}

pub(super) fn minor(amount: Option<Amount>) -> Option<i64> {
    amount.map(|amount| amount.minor)
}

pub(super) fn currency(amount: Option<Amount>) -> Option<String> {
    amount.map(|amount| amount.currency.code().to_string())
}

/// An amount of money, if there is one.
fn amount(minor: Option<i64>, code: Option<&str>) -> Result<Option<Amount>, String> {
    match (minor, code) {
        (None, None) => Ok(None),
        (Some(minor), Some(code)) => super::payment::amount(minor, code).map(Some),
        _ => Err("a stake lacks its amount or its currency".into()),
    }
}

/// The side with this index, 0 or 1.
pub(in crate::facts) fn side(index: usize) -> Result<Side, &'static str> {
    Side::from_index(index).ok_or("a side is neither 0 nor 1")
}

/// Players with these names, by side.
pub(in crate::facts) fn players(names: [Vec<crate::players::Name>; 2]) -> Result<Players, String> {
    let [first, second] = names;
    Players::new(BySide::new(first, second))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

pub(super) fn knobs(rules: &Rules) -> BTreeMap<String, Value> {
    let value = |knob: Knob| Some((knob.name().to_string(), serde_json::to_value(rules.value(knob)?).ok()?));
    Knob::ALL.iter().filter_map(|knob| value(*knob)).collect()
}

fn knob_value(value: &Value) -> Option<KnobValue> {
    Some(match value {
        Value::Number(number) => KnobValue::Number(number.as_i64()?),
        Value::Bool(flag) => KnobValue::Flag(*flag),
        Value::Array(items) => KnobValue::Numbers(items.iter().map(Value::as_i64).collect::<Option<_>>()?),
        Value::String(word) => KnobValue::Word(word.clone()),
        Value::Null | Value::Object(_) => return None,
    })
}
