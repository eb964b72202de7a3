//! Facts into the game they tell of, and back.

use std::collections::BTreeMap;

use chrono::{FixedOffset, TimeZone};
use iso_currency::Currency;
use uuid::Uuid;

use super::error::{BookError, damaged};
use super::fact::{Game as GameFact, Hand as HandFact, HandResult};
use ginpad_core::cards::{Card, Cards, DEALT, MOST_CARDS};
use ginpad_core::game::{Closing, Game, Title};
use ginpad_core::hand::{Count, DeadHand, GameHand, LoggedHand, LoggedResult, Moment, Note, Played};
use ginpad_core::money::Stake;
use ginpad_core::players::{Name, Players, Seat};
use ginpad_core::rules::{Knob, Preset, Rules, Setting, TableRules, Value};
use ginpad_core::side::{BySide, Side};

/// A time as the book keeps it: milliseconds since 1970 and minutes from UTC.
pub(super) fn time_columns(moment: Moment) -> (i64, i32) {
    (moment.timestamp_millis(), moment.offset().local_minus_utc() / 60)
}

fn moment(at: Option<i64>, offset: Option<i32>) -> Result<Option<Moment>, BookError> {
    let (Some(at), Some(offset)) = (at, offset) else { return Ok(None) };
    let zone = offset.checked_mul(60).and_then(FixedOffset::east_opt);
    let moment = zone.and_then(|zone| zone.timestamp_millis_opt(at).single());
    moment.map(Some).ok_or_else(|| damaged("a time is out of range"))
}

/// The fact of a game that begins.
pub(super) fn game_fact(
    id: Uuid,
    change: Uuid,
    game: &Game,
    seats: [Vec<Uuid>; 2],
    source: Option<String>,
) -> GameFact {
    let started = game.started.map(time_columns);
    GameFact {
        id,
        change,
        title: game.title.as_ref().map(|title| title.as_str().to_string()),
        started_at: started.map(|(at, _)| at),
        started_offset: started.map(|(_, offset)| offset),
        first_dealer: game.first_dealer.map(Side::index),
        stake_minor: game.stake.map(|stake| stake.minor),
        stake_currency: game.stake.map(|stake| stake.currency.code().to_string()),
        source,
        preset: game.rules.preset.clone(),
        knobs: knobs(&game.rules.rules),
        seats,
    }
}

fn knobs(rules: &Rules) -> BTreeMap<String, serde_json::Value> {
    let value = |knob: Knob| Some((knob.name().to_string(), serde_json::to_value(rules.value(knob)?).ok()?));
    Knob::ALL.iter().filter_map(|knob| value(*knob)).collect()
}

fn rules(fact: &GameFact) -> Result<TableRules, BookError> {
    let mut settings = Vec::new();
    for (name, value) in &fact.knobs {
        let knob = Knob::from_name(name).ok_or_else(|| damaged(format!("a game has a knob `{name}`")))?;
        let value = match value {
            serde_json::Value::Number(number) => Value::Number(number.as_i64().unwrap_or(i64::MIN)),
            serde_json::Value::Bool(flag) => Value::Flag(*flag),
            serde_json::Value::Array(items) => {
                Value::Numbers(items.iter().map(|item| item.as_i64().unwrap_or(i64::MIN)).collect())
            }
            serde_json::Value::String(word) => Value::Word(word.clone()),
            serde_json::Value::Null | serde_json::Value::Object(_) => {
                return Err(damaged(format!("the knob `{name}` of a game has no value")));
            }
        };
        settings.push(Setting { knob, value });
    }
    let rules = Preset::standard().rules.turned(&settings).map_err(|contradictions| {
        let reasons: Vec<String> = contradictions.iter().map(ToString::to_string).collect();
        damaged(format!("the rules of a game contradict themselves: {}", reasons.join("; ")))
    })?;
    Ok(TableRules { preset: fact.preset.clone(), rules })
}

/// The game that facts tell of. `names` are those of its seats, `hands` stand in order.
pub(super) fn game(
    fact: &GameFact,
    names: [Vec<String>; 2],
    hands: &[HandFact],
    closing: Option<Option<usize>>,
) -> Result<Game, BookError> {
    let [first, second] = names.map(|names| names.iter().map(|name| Name::read(name)).collect::<Result<Vec<_>, _>>());
    let sides = BySide::new(first.map_err(damaged)?, second.map_err(damaged)?);
    let players = Players::new(sides)
        .map_err(|faults| damaged(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))?;
    let side = |index: usize| Side::from_index(index).ok_or_else(|| damaged("a side is neither 0 nor 1"));
    let stake = match (fact.stake_minor, &fact.stake_currency) {
        (Some(minor), Some(code)) => {
            let currency =
                Currency::from_code(code).ok_or_else(|| damaged(format!("no currency has the code {code}")))?;
            Some(Stake { minor, currency })
        }
        _ => None,
    };
    let rules = rules(fact)?;
    let hand = |fact| Ok(GameHand::new(logged(fact, &players)?, &players, &rules.rules));
    let hands = hands.iter().map(hand).collect::<Result<_, BookError>>()?;
    Ok(Game {
        title: fact.title.as_deref().map(Title::read).transpose().map_err(damaged)?,
        started: moment(fact.started_at, fact.started_offset)?,
        rules,
        first_dealer: fact.first_dealer.map(side).transpose()?,
        stake,
        closing: match closing {
            None => None,
            Some(None) => Some(Closing::Unfinished),
            Some(Some(loser)) => Some(Closing::Forfeit(side(loser)?)),
        },
        hands,
        players,
    })
}

/// What a hand's fact says besides where it stands.
pub(super) fn hand_fact(id: Uuid, change: Uuid, game: Uuid, number: i64, hand: &LoggedHand) -> HandFact {
    let (dead, results) = match &hand.played {
        Played::Dead(DeadHand::Stock) => (Some("stock".to_string()), Vec::new()),
        Played::Dead(DeadHand::Misdeal) => (Some("misdeal".to_string()), Vec::new()),
        Played::Results(results) => (None, results.iter().map(result_fact).collect()),
    };
    let played = hand.at.map(time_columns);
    HandFact {
        id,
        change,
        game,
        number,
        inserted_before: None,
        replaces: None,
        dead,
        upcard: hand.upcard.map(Card::code),
        note: hand.note.as_ref().map(|note| note.as_str().to_string()),
        played_at: played.map(|(at, _)| at),
        played_offset: played.map(|(_, offset)| offset),
        results,
    }
}

fn result_fact(result: &LoggedResult) -> HandResult {
    let (kind, own, other, points) = match result {
        LoggedResult::Knock { own, other, .. } => ("knock", Some(own), Some(other), None),
        LoggedResult::Gin { other, .. } => ("gin", None, Some(other), None),
        LoggedResult::BigGin { other, .. } => ("big-gin", None, Some(other), None),
        LoggedResult::Undercut { own, other, .. } => ("undercut", Some(own), Some(other), None),
        LoggedResult::Points { points, .. } => ("points", None, None, Some(*points)),
        LoggedResult::Dead => ("dead", None, None, None),
    };
    let melded = match result {
        LoggedResult::Gin { own, .. } | LoggedResult::BigGin { own, .. } => *own,
        _ => None,
    };
    HandResult {
        kind: kind.to_string(),
        side: result.by().map(|seat| seat.side.index()),
        place: result.by().map(|seat| seat.place),
        own: own.map(Count::total),
        own_sum: own.and_then(Count::sum),
        own_cards: melded.or(own.and_then(Count::cards)).map(Cards::word),
        other: other.map(Count::total),
        other_sum: other.and_then(Count::sum),
        other_cards: other.and_then(Count::cards).map(Cards::word),
        points,
    }
}

fn logged(fact: &HandFact, players: &Players) -> Result<LoggedHand, BookError> {
    if fact.dead.is_some() && !fact.results.is_empty() {
        return Err(damaged("a dead hand has results"));
    }
    let played = match fact.dead.as_deref() {
        Some("misdeal") => Played::Dead(DeadHand::Misdeal),
        Some(_) => Played::Dead(DeadHand::Stock),
        None => {
            Played::Results(fact.results.iter().map(|result| logged_result(result, players)).collect::<Result<_, _>>()?)
        }
    };
    Ok(LoggedHand {
        played,
        upcard: fact.upcard.as_deref().map(Card::read).transpose().map_err(damaged)?,
        note: fact.note.as_deref().map_or(Ok(None), Note::read).map_err(damaged)?,
        at: moment(fact.played_at, fact.played_offset)?,
    })
}

fn logged_result(fact: &HandResult, players: &Players) -> Result<LoggedResult, BookError> {
    let seat = || {
        let side = fact.side.and_then(Side::from_index)?;
        let place = fact.place.filter(|place| *place < players.of(side).len())?;
        Some(Seat { side, place })
    };
    let by = seat();
    let melded = |whole: usize| match cards(fact.own_cards.as_deref())? {
        Some(cards) if cards.len() != whole => Err(damaged("a hand that was gin is not whole")),
        cards => Ok(cards),
    };
    let own = counted(fact.own, fact.own_sum.as_deref(), fact.own_cards.as_deref())?;
    let other = counted(fact.other, fact.other_sum.as_deref(), fact.other_cards.as_deref())?;
    match (fact.kind.as_str(), by, own, other, fact.points) {
        ("knock", Some(by), Some(own), Some(other), _) => Ok(LoggedResult::Knock { by, own, other }),
        ("undercut", Some(by), Some(own), Some(other), _) => Ok(LoggedResult::Undercut { by, own, other }),
        ("gin", Some(by), _, Some(other), _) => Ok(LoggedResult::Gin { by, own: melded(DEALT)?, other }),
        ("big-gin", Some(by), _, Some(other), _) => Ok(LoggedResult::BigGin { by, own: melded(MOST_CARDS)?, other }),
        ("points", Some(by), _, _, Some(points)) => Ok(LoggedResult::Points { by, points }),
        ("dead", None, ..) => Ok(LoggedResult::Dead),
        (kind, ..) => Err(damaged(format!("a result of the kind `{kind}` lacks a part"))),
    }
}

fn cards(word: Option<&str>) -> Result<Option<Cards>, BookError> {
    word.map(Cards::read).transpose().map_err(damaged)
}

fn counted(total: Option<u32>, sum: Option<&str>, told: Option<&str>) -> Result<Option<Count>, BookError> {
    let Some(total) = total else { return Ok(None) };
    let count = match (cards(told)?, sum) {
        (Some(cards), _) => Count::of_cards(cards),
        (None, Some(sum)) => Count::new(sum.split('+').map(str::parse).collect::<Result<_, _>>().map_err(damaged)?),
        (None, None) => Count::new(vec![total]),
    };
    let count = count.filter(|count| count.total() == total);
    count.map(Some).ok_or_else(|| damaged("a count of deadwood does not add up"))
}
