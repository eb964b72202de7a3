//! The worked examples of `tests/examples`: every sheet scores as the JSON beside it says.

use ginpad_core::notation::{print_game, read_one};

use crate::support::examples::examples;
use crate::support::json::contains;
use crate::support::program::Table;

#[test]
fn every_example_scores_as_its_json_says() {
    let examples = examples();
    assert!(examples.len() >= 40, "only {} examples", examples.len());
    let table = Table::new();
    let sheets: Vec<&str> = examples.iter().map(|(_, sheet, _)| sheet.as_str()).collect();
    table.put("all.gin", sheets.join("---\n"));
    let answer = table.json("score --file all.gin");
    let answers = answer["games"].as_array().unwrap();
    assert_eq!(answers.len(), examples.len());
    let differences = examples
        .iter()
        .zip(answers)
        .filter_map(|((name, _, expected), answer)| Some(format!("{name}{}", contains(answer, expected).err()?)));
    let wrong: Vec<String> = differences.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_is_printed_as_it_is_read() {
    for (name, sheet, _) in examples() {
        let game = read_one(&sheet).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let printed = print_game(&game);
        assert_eq!(read_one(&printed).as_ref(), Ok(&game), "{name}");
        assert_eq!(print_game(&read_one(&printed).unwrap()), printed, "{name}");
    }
}
