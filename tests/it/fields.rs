//! The JSON that scripts read, as the program prints it: every fixed field is there and of its type.

use serde_json::{Value, json};

use crate::support::examples::examples;
use crate::support::json::contains;
use crate::support::program::Table;

/// Whether a value has a shape: an object with at least those fields; an array of one shape whose elements all have
/// it, or of two for the two sides; or the name of a type, several separated by `|`.
fn shaped(path: &str, value: &Value, shape: &Value) -> Result<(), String> {
    match (value, shape) {
        (Value::Object(value), Value::Object(shape)) => shape.iter().try_for_each(|(key, shape)| {
            let found = value.get(key).ok_or_else(|| format!("{path}.{key} is missing"))?;
            shaped(&format!("{path}.{key}"), found, shape)
        }),
        (Value::Array(values), Value::Array(shapes)) => {
            if shapes.len() > 1 && shapes.len() != values.len() {
                return Err(format!("{path}: {} elements, not {}", values.len(), shapes.len()));
            }
            let pairs = values.iter().zip(shapes.iter().cycle()).enumerate();
            pairs.into_iter().try_for_each(|(at, (value, shape))| shaped(&format!("{path}[{at}]"), value, shape))
        }
        (value, Value::String(types)) if types.split('|').any(|kind| kind == type_of(value)) => Ok(()),
        _ => Err(format!("{path}: {value} is not {shape}")),
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn side() -> Value {
    json!({ "name": "string", "players": ["string"] })
}

fn both() -> Value {
    json!(["integer", "integer"])
}

fn hand() -> Value {
    json!({
        "number": "integer", "outcome": "string", "knocker": "integer|null", "winner": "integer|null",
        "points": "integer", "boxes": "integer", "columns": ["integer"],
        "results": [{
            "outcome": "string", "player": "string|null", "side": "integer|null", "winner": "integer|null",
            "points": "integer", "boxes": "integer", "deadwood": "array|null",
        }],
        "upcard": "string|null", "note": "string|null", "counted": "bool", "refused": "array|null",
    })
}

fn settlement() -> Value {
    json!({
        "hand_points": both(), "shutout": both(), "game_bonus": both(), "line_bonus": both(), "totals": both(),
        "net": "integer",
    })
}

fn column() -> Value {
    json!({
        "label": "string", "multiplier": "integer", "status": "string", "points": both(), "hands_won": both(),
        "boxes": both(), "needs": "array|null", "finisher": "integer|null", "shutout": "bool",
        "settlement": "object|null",
    })
}

fn score() -> Value {
    json!({
        "schema": "string", "number": "integer|null", "title": "string|null", "status": "string", "rules": "object",
        "sides": [side(), side()], "dealer": "string|null", "hands": [hand()], "columns": [column()],
        "game_score": both(), "net": "integer", "winner": "integer|null",
    })
}

/// Every knob in the order of the rules page, and the types its value may have.
const KNOBS: &[(&str, &str)] = &[
    ("knock_limit", "integer"),
    ("oklahoma", "string"),
    ("spades_double", "string"),
    ("gin_bonus", "integer"),
    ("big_gin_bonus", "integer|string"),
    ("undercut_bonus", "integer"),
    ("undercut_tie", "string"),
    ("knock_bonus", "integer"),
    ("gin_boxes", "integer"),
    ("big_gin_boxes", "integer"),
    ("undercut_boxes", "integer"),
    ("gin_off_boxes", "integer"),
    ("layoff_on_gin", "bool"),
    ("target", "integer"),
    ("game_bonus", "integer"),
    ("line_bonus", "integer"),
    ("line_timing", "string"),
    ("shutout", "integer|string"),
    ("shutout_when", "string"),
    ("format", "string"),
    ("columns", "integer|null"),
    ("column_multipliers", "array|null"),
    ("best_of", "integer|null"),
    ("game_target", "integer|null"),
    ("final_bonus", "integer|null"),
    ("credit", "string|null"),
    ("dealer", "string"),
];

fn knobs() -> Value {
    KNOBS.iter().map(|(knob, types)| (knob.to_string(), json!(types))).collect()
}

#[track_caller]
fn assert_shaped(what: &str, value: &Value, shape: &Value) {
    if let Err(fault) = shaped("", value, shape) {
        panic!("{what}{fault}");
    }
}

/// A score, with every field whose form depends on another.
#[track_caller]
fn assert_score(what: &str, value: &Value) {
    assert_shaped(what, value, &score());
    assert_eq!(value["schema"], "ginpad/score/1", "{what}");
    assert_shaped(what, &value["rules"], &knobs());
    assert_shaped(what, &value["rules"]["name"], &json!("string"));
    for column in value["columns"].as_array().unwrap() {
        if column["settlement"].is_null() {
            assert_shaped(what, &column["needs"], &both());
        } else {
            assert_shaped(what, &column["settlement"], &settlement());
            assert_eq!(column["needs"], Value::Null, "{what}: a finished column needs nothing");
        }
    }
    for result in value["hands"].as_array().unwrap().iter().flat_map(|hand| hand["results"].as_array().unwrap()) {
        let open = matches!(result["outcome"].as_str(), Some("points" | "dead"));
        assert_shaped(what, &result["deadwood"], &if open { json!("null") } else { both() });
    }
}

#[test]
fn the_program_scores_every_example_as_its_json_says() {
    let table = Table::new();
    for (name, sheet, expected) in examples() {
        table.put(&format!("{name}.gin"), &sheet);
        let scored = table.json(&format!("score --file {name}.gin"));
        contains(&scored, &expected).unwrap_or_else(|difference| panic!("{name}{difference}"));
        assert_score(&name, &scored);
        assert_eq!(scored["number"], Value::Null);
        let piped = table.args("score --file - --json").stdin(&sheet).run();
        assert_eq!(serde_json::from_str::<Value>(&piped.out).unwrap(), scored, "{name} from standard input");
        let taken = table.json(&format!("import {name}.gin"));
        let number = taken["added"][0].as_i64().unwrap_or_else(|| panic!("{name}: {taken}"));
        let mut kept = table.json(&format!("score {number}"));
        assert_eq!(kept["number"].take(), number);
        assert_eq!(std::mem::replace(&mut kept["imported"], json!(false)), true, "{name}");
        assert_eq!(kept, scored, "{name} from the book");
    }
}

#[test]
fn other_rules_score_a_game_as_if_it_were_played_by_them_and_keep_nothing() {
    let table = Table::new();
    table.put("evening.gin", "sides: Ann, Bob\n\nann knock 4 27\nbob gin 31\nann gin 60\n");
    table.put("hollywood.gin", "rules: hollywood\nsides: Ann, Bob\n\nann knock 4 27\nbob gin 31\nann gin 60\n");
    table.does("import evening.gin");
    let (book, exported) = (std::fs::read(table.book()).unwrap(), table.does("export"));
    let compared = table.json("score 1 --as hollywood");
    assert_eq!(compared["schema"], "ginpad/comparison/1");
    assert_score("played", &compared["played"]);
    assert_score("as", &compared["as"]);
    assert_eq!(compared["played"], table.json("score 1"));
    let mut alone = table.json("score --file hollywood.gin");
    alone["number"] = 1.into();
    alone["imported"] = true.into();
    assert_eq!(compared["as"], alone);
    let twice = |of: Value| json!({ "played": of, "as": of });
    let parts = json!({
        "hand_points": both(), "shutout": both(), "game_bonus": both(), "line_bonus": both(), "final_bonus": both(),
    });
    let knob = json!({
        "knob": "string", "played": "integer|string|bool|array|null", "as": "integer|string|bool|array|null",
        "effect": "string", "hands": ["integer"],
    });
    let shape = json!({
        "knobs": [knob], "hands": [{ "number": "integer", "change": "string", "knobs": ["string"] }],
        "counted_only": twice(json!(["integer"])), "ended_by": twice(json!("integer|null")),
        "score_parts": twice(parts),
    });
    assert_shaped("a comparison", &compared, &shape);
    let by_file = table.put("house.toml", "based_on = \"hollywood\"\n").json("score 1 --as ./house.toml");
    assert_eq!(by_file, compared);
    assert_eq!(table.json("score 1 --set format=hollywood")["as"]["columns"], compared["as"]["columns"]);
    let several = table.json("score 1 --as hollywood --as simple");
    assert_eq!(several["games"], json!([compared, table.json("score 1 --as simple")]));
    assert_eq!(std::fs::read(table.book()).unwrap(), book, "nothing is kept");
    assert_eq!(table.does("export"), exported);
}

#[test]
fn the_games_are_listed_oldest_first_with_their_fields() {
    let table = Table::after(&[
        "new Ann Bob --set target=20",
        "log ann knock 4 27",
        "new Ann+Cid Bob+Dee --title 'Friday night' --rules partners",
        "new Cid Dee",
        "close --forfeit dee",
        "use 2",
    ]);
    let games = table.json("games");
    assert_shaped(
        "games",
        &games,
        &json!({ "schema": "string", "games": [{
        "number": "integer", "title": "string|null", "rules": "string", "status": "string", "sides": [side(), side()],
        "current": "bool", "hands": "integer", "game_score": both(), "net": "integer", "winner": "integer|null",
    }] }),
    );
    assert_eq!(games["schema"], "ginpad/games/1");
    let fields =
        |key: &str| -> Vec<Value> { games["games"].as_array().unwrap().iter().map(|game| game[key].clone()).collect() };
    assert_eq!(fields("number"), [1, 2, 3]);
    assert_eq!(fields("status"), ["finished", "open", "closed"]);
    assert_eq!(fields("current"), [false, true, false]);
    assert_eq!(fields("hands"), [1, 0, 0]);
    assert_eq!(fields("winner"), [json!(0), json!(null), json!(0)]);
    assert_eq!(fields("title"), [json!(null), json!("Friday night"), json!(null)]);
    assert_eq!(fields("rules"), ["standard", "partners", "standard"]);
    assert_eq!(
        games["games"][1]["sides"],
        json!([
            { "name": "Ann & Cid", "players": ["Ann", "Cid"] },
            { "name": "Bob & Dee", "players": ["Bob", "Dee"] },
        ])
    );
}

#[test]
fn every_preset_is_shown_with_every_knob() {
    let table = Table::new();
    let presets = table.json("rules");
    let presets: Vec<&str> =
        presets["presets"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(presets.len(), 18);
    for preset in presets {
        let shown = table.json(&format!("rules show {preset}"));
        assert_eq!((&shown["schema"], &shown["name"]), (&json!("ginpad/rules/1"), &json!(preset)));
        assert_shaped(preset, &shown["knobs"], &knobs());
        let names: Vec<&str> = shown["knobs"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, KNOBS.iter().map(|(knob, _)| *knob).collect::<Vec<_>>(), "{preset}");
    }
}

#[test]
fn a_logged_hand_is_answered_as_it_stands_in_the_score() {
    let table = Table::after(&["new Eve Dee", "new Ann Bob --rules hollywood-club --dealer Ann"]);
    let entries = [
        ("ann knock 1 27 up 4H", "knock"),
        ("bob gin 31 up 7S note sure", "gin"),
        ("dead", "dead"),
        ("ann knock 9 4 up 9D", "undercut"),
        ("bob points 12 up 9D", "points"),
    ];
    for (at, (entry, outcome)) in entries.into_iter().enumerate() {
        let logged = table.json(&format!("log {entry}"));
        assert_shaped(entry, &logged, &hand());
        assert_eq!(
            (&logged["game"], &logged["number"], &logged["outcome"]),
            (&2.into(), &(at + 1).into(), &outcome.into())
        );
        contains(&logged, &table.json("score")["hands"][at]).unwrap_or_else(|difference| panic!("{entry}{difference}"));
    }
    table.does("new Ann+Cid Bob+Dee");
    let round = table.json("log ann gin 20, bob big-gin 9");
    assert_shaped("a round", &round, &hand());
    assert_eq!((&round["outcome"], &round["knocker"]), (&"round".into(), &Value::Null));
    assert_score("a round", &table.json("score"));
    assert_eq!(table.json("score 2")["dealer"], "Ann");
}

#[test]
fn odds_have_their_fields() {
    let table = Table::after(&["new Ann Bob --rules hollywood", "log ann knock 4 27"]);
    let fixed = json!({
        "schema": "string", "game": "integer", "win": ["number", "number"], "tie": "number", "method": "string",
        "error": "number", "sides": [side(), side()], "status": "string", "games_played": "integer|null",
        "own_hands": "integer|null", "model_error": "number|null", "none_because": "string|null",
    });
    let played_on = table.json("odds");
    assert_shaped("played on", &played_on, &fixed);
    assert_eq!((&played_on["schema"], &played_on["method"]), (&"ginpad/odds/1".into(), &"simulated".into()));
    table.does("new Ann Bob");
    let exact = table.json("odds");
    assert_shaped("exact", &exact, &fixed);
    assert_eq!((&exact["method"], &exact["error"]), (&"exact".into(), &json!(0.0)));
    assert_shaped("the score", &table.json("score --odds")["odds"], &fixed);
    assert_shaped("the score without odds", &table.json("score")["odds"], &json!("null"));
}

#[test]
fn shapes_are_told_apart() {
    let shape = json!({ "a": "integer|null", "b": [both()] });
    assert_eq!(shaped("", &json!({ "a": null, "b": [[1, 2]], "c": 1 }), &shape), Ok(()));
    for wrong in [
        json!({ "b": [] }),
        json!({ "a": 1.5, "b": [] }),
        json!({ "a": 1, "b": [[1]] }),
        json!({ "a": 1, "b": [[1, 2], null] }),
        json!({ "a": 1, "b": {} }),
        json!(null),
    ] {
        assert!(shaped("", &wrong, &shape).is_err(), "{wrong}");
    }
}
