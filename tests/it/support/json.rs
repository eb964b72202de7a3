//! Comparing JSON: is everything that was expected there?

use serde_json::Value;

/// Whether `actual` has every field and every element of `expected`, each with the same value. `actual` may have more
/// fields, because scripts must tolerate additions. Arrays must have the same length.
///
/// # Errors
/// Where the first difference is, with both values.
pub(crate) fn contains(actual: &Value, expected: &Value) -> Result<(), String> {
    at("", actual, expected)
}

fn at(path: &str, actual: &Value, expected: &Value) -> Result<(), String> {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => expected.iter().try_for_each(|(key, value)| {
            let path = format!("{path}.{key}");
            match actual.get(key) {
                Some(found) => at(&path, found, value),
                None => Err(format!("{path}: missing; expected {value}")),
            }
        }),
        (Value::Array(actual), Value::Array(expected)) if actual.len() == expected.len() => {
            let pairs = actual.iter().zip(expected).enumerate();
            pairs.into_iter().try_for_each(|(index, (found, value))| at(&format!("{path}[{index}]"), found, value))
        }
        _ if actual == expected => Ok(()),
        _ => Err(format!("{path}: {actual}; expected {expected}")),
    }
}

#[test]
fn what_is_expected_must_be_there_and_equal() {
    use serde_json::json;

    let actual = json!({ "a": { "b": [1, { "c": null }] }, "more": true });
    for expected in [json!({}), json!({ "a": {} }), json!({ "a": { "b": [1, {}] } }), actual.clone()] {
        assert_eq!(contains(&actual, &expected), Ok(()));
    }
    for (expected, message) in [
        (json!({ "z": 1 }), ".z: missing; expected 1"),
        (json!({ "more": false }), ".more: true; expected false"),
        (json!({ "a": { "b": [1] } }), r#".a.b: [1,{"c":null}]; expected [1]"#),
        (json!({ "a": { "b": [1, { "c": 0 }] } }), ".a.b[1].c: null; expected 0"),
        (json!([]), r#": {"a":{"b":[1,{"c":null}]},"more":true}; expected []"#),
    ] {
        assert_eq!(contains(&actual, &expected), Err(message.to_string()));
    }
}
