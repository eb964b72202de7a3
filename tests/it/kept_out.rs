//! What a merge keeps out, because the book says something else.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::cottage::{answers, backups, on, two_laptops};
use crate::devices::contents;
use crate::support::whole::hashed;

#[test]
fn the_same_id_with_other_content_is_kept_out_and_told() {
    let table = two_laptops();
    let mut forged = answers(&table, "one", "export");
    let mine = contents(&forged);
    let facts = forged["facts"].as_array_mut().unwrap();
    let at = facts.iter().position(|fact| fact["kind"] == "hand").unwrap();
    facts[at]["note"] = "forged".into();
    facts[at] = hashed(facts[at].clone());
    // One more fact than its change says.
    let mut surplus = facts[at].clone();
    surplus["id"] = Uuid::now_v7().to_string().into();
    facts.push(hashed(surplus));
    // Another change under the id of the first, and a new hand beside all that.
    let mut change = forged["changes"][0].clone();
    change["made_at"] = 5.into();
    forged["changes"][0] = hashed(change);
    let two = answers(&table, "two", "export");
    for part in ["changes", "facts"] {
        let theirs = two[part].as_array().unwrap().clone();
        forged[part].as_array_mut().unwrap().extend(theirs);
    }
    table.put("forged.json", forged.to_string());
    let said = answers(&table, "one", "merge forged.json");
    assert_eq!((&said["added"], &said["quarantined"]), (&json!(7), &json!(3)), "{said}");
    let out: Vec<(&str, &str)> = said["quarantine"]
        .as_array()
        .unwrap()
        .iter()
        .map(|out| (out["kind"].as_str().unwrap(), out["why"].as_str().unwrap()))
        .collect();
    let otherwise = "this book says something else under its id";
    assert!(out.contains(&("change", otherwise)) && out.contains(&("hand", otherwise)), "{out:?}");
    assert!(out.contains(&("hand", "it does not belong to its change")), "{out:?}");
    assert_eq!(
        said["quarantine"].as_array().unwrap().iter().filter(|out| out["content"]["note"] == "forged").count(),
        2
    );
    assert!(contents(&answers(&table, "one", "export")).is_superset(&mine), "what the book says stands");
    assert_eq!(on(&table, "one", "check").status, Some(0));
    let said = on(&table, "one", "merge forged.json");
    assert!(said.out.contains("3 entries were kept out, and what this book says stands:\n"), "{}", said.out);
    assert_eq!(backups(&table, "one").len(), 1);
}

#[test]
fn a_fact_of_a_new_change_that_is_kept_out_leaves_that_change_waiting() {
    let table = two_laptops();
    let mine = answers(&table, "one", "export");
    let mut two = answers(&table, "two", "export");
    // A hand of the other book has the id of a hand of this one.
    let hand = |book: &Value| book["facts"].as_array().unwrap().iter().position(|fact| fact["kind"] == "hand").unwrap();
    let (here, there) = (hand(&mine), hand(&two));
    two["facts"][there]["id"] = mine["facts"][here]["id"].clone();
    two["facts"][there] = hashed(two["facts"][there].clone());
    table.put("two.json", two.to_string());
    let said = answers(&table, "one", "merge two.json");
    assert_eq!((&said["added"], &said["quarantined"]), (&json!(6), &json!(1)), "{said}");
    assert_eq!(on(&table, "one", "check").status, Some(0));
    assert_eq!(answers(&table, "one", "score 2")["hands"].as_array().unwrap().len(), 1);
}

#[test]
fn one_id_under_two_kinds_is_kept_out_and_the_rest_comes() {
    let table = two_laptops();
    let mine = answers(&table, "one", "export");
    let id_of =
        |kind: &str| mine["facts"].as_array().unwrap().iter().find(|fact| fact["kind"] == kind).unwrap()["id"].clone();
    let mut two = answers(&table, "two", "export");
    let hands = two["facts"].as_array_mut().unwrap().iter_mut().filter(|fact| fact["kind"] == "hand");
    // A hand has the id of a player here, and another that of a game.
    for (hand, kind) in hands.zip(["player", "game"]) {
        hand["id"] = id_of(kind);
        *hand = hashed(hand.clone());
    }
    table.put("two.json", two.to_string());
    for _ in 0..2 {
        let said = answers(&table, "one", "merge two.json");
        assert_eq!(said["quarantined"], 2, "{said}");
        assert_eq!(said["quarantine"][0]["why"], "this book says something else under its id");
        assert!(contents(&answers(&table, "one", "export")).is_superset(&contents(&mine)));
        assert_eq!(on(&table, "one", "check").status, Some(0));
        assert_eq!(answers(&table, "one", "games")["games"].as_array().unwrap().len(), 2, "the rest came");
    }
}
