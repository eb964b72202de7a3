//! What a merge keeps out, because the book says something else.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::cottage::{answers, backups, on, two_laptops};
use crate::devices::contents;
use crate::support::program::Table;
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

/// Merges a file into the first laptop twice, and says what was kept out each time.
fn merged_twice(table: &Table, forged: &Value) -> [Vec<(String, String)>; 2] {
    let mine = contents(&answers(table, "one", "export"));
    table.put("forged.json", forged.to_string());
    [(), ()].map(|()| {
        let said = answers(table, "one", "merge forged.json");
        assert!(contents(&answers(table, "one", "export")).is_superset(&mine), "what the book says stands");
        assert_eq!(answers(table, "one", "check")["ok"], true);
        let out = said["quarantine"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        out.map(|out| (text(&out["kind"]), text(&out["why"]))).collect()
    })
}

#[test]
fn one_id_for_two_things_of_one_file_is_told_and_the_first_stands() {
    let table = two_laptops();
    let mut two = answers(&table, "two", "export");
    let hand = two["facts"].as_array().unwrap().iter().find(|fact| fact["kind"] == "hand").unwrap().clone();
    let removal = json!({ "kind": "removal", "id": hand["id"], "change": hand["change"], "hand": hand["id"] });
    let mut other = hand.clone();
    other["note"] = "another".into();
    let facts = two["facts"].as_array_mut().unwrap();
    facts.extend([hashed(removal), hashed(other)]);
    let mut change = two["changes"][0].clone();
    change["id"] = hand["id"].clone();
    change["mood"] = "merry".into();
    two["changes"].as_array_mut().unwrap().push(hashed(change));
    table.put("strict.json", two.to_string());
    let refused = on(&table, "two", "import strict.json --book fresh.db");
    assert_eq!(refused.status, Some(1));
    let both = format!("a change and a fact have the id {}\n", hand["id"].as_str().unwrap());
    assert!(refused.err.contains(&both), "{}", refused.err);

    // The change came first, so the facts of that id are kept out.
    let beside = "something else comes under its id too".to_string();
    let out = ["hand", "removal", "hand"].map(|kind| (kind.to_string(), beside.clone()));
    assert_eq!(merged_twice(&table, &two), [out.to_vec(), out.to_vec()]);
    assert_eq!(answers(&table, "one", "games")["games"].as_array().unwrap().len(), 2, "the rest came");
}

#[test]
fn a_change_with_the_id_of_a_fact_of_this_book_takes_nothing_away() {
    let table = two_laptops();
    let mut forged = answers(&table, "one", "export");
    let mut two = answers(&table, "two", "export");
    let hand = forged["facts"].as_array().unwrap().iter().find(|fact| fact["kind"] == "hand").unwrap().clone();
    let mut change = forged["changes"][0].clone();
    change["id"] = hand["id"].clone();
    change["mood"] = "merry".into();
    let change = hashed(change);
    for part in ["changes", "facts"] {
        forged[part].as_array_mut().unwrap().extend(two[part].as_array().unwrap().clone());
    }
    forged["changes"].as_array_mut().unwrap().push(change.clone());
    two["changes"].as_array_mut().unwrap().push(change);
    let out = vec![("change".to_string(), "this book says something else under its id".to_string())];
    // With the fact beside it, and alone.
    assert_eq!(merged_twice(&table, &forged), [out.clone(), out.clone()]);
    assert_eq!(merged_twice(&table, &two), [out.clone(), out]);
    assert_eq!(answers(&table, "one", "games")["games"].as_array().unwrap().len(), 2, "the rest came");
    let refused = on(&table, "one", "import forged.json");
    assert_eq!(refused.status, Some(1));
    assert!(refused.err.contains("a change and a fact have the id "), "{}", refused.err);
}

#[test]
fn a_fact_with_the_id_of_a_change_of_this_book_is_kept_out() {
    let table = two_laptops();
    let mine = answers(&table, "one", "export");
    let mut two = answers(&table, "two", "export");
    let hand = two["facts"].as_array_mut().unwrap().iter_mut().find(|fact| fact["kind"] == "hand").unwrap();
    hand["id"] = mine["changes"][0]["id"].clone();
    *hand = hashed(hand.clone());
    let out = vec![("hand".to_string(), "this book says something else under its id".to_string())];
    assert_eq!(merged_twice(&table, &two), [out.clone(), out]);
    // An import names it as what it is.
    table.put("two.json", two.to_string());
    let refused = on(&table, "one", "import two.json");
    assert!(refused.err.contains("a change and a fact have the id "), "{}", refused.err);
}
