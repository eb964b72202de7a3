//! Presets, house files and rules written as text, compared with a table that was written by hand.

use std::collections::BTreeMap;

use ginpad_core::notation::{print_game, read_one};
use ginpad_core::{Contradiction, Knob, Preset, RuleFile, Setting, Table, TableRules, Value, Values};
use proptest::prelude::*;

use crate::support::games::{knobs, table_rules};

/// The base, which is the preset `standard`.
const BASE: &[(&str, &str)] = &[
    ("knock_limit", "10"),
    ("oklahoma", "off"),
    ("spades_double", "off"),
    ("gin_bonus", "25"),
    ("big_gin_bonus", "31"),
    ("undercut_bonus", "25"),
    ("undercut_tie", "bonus"),
    ("knock_bonus", "0"),
    ("gin_boxes", "0"),
    ("big_gin_boxes", "0"),
    ("undercut_boxes", "0"),
    ("gin_off_boxes", "0"),
    ("layoff_on_gin", "false"),
    ("ace", "low"),
    ("table", "two"),
    ("cards", "10"),
    ("knock_discard", "required"),
    ("knock_melds", "any"),
    ("upcard_from", "pack"),
    ("dead_deal", "next"),
    ("hands", "0"),
    ("lines", "0"),
    ("target", "100"),
    ("game_bonus", "100"),
    ("line_bonus", "25"),
    ("line_timing", "end"),
    ("shutout", "double-hands"),
    ("shutout_when", "no-hands"),
    ("format", "single"),
    ("dealer", "alternate"),
];

/// Each preset and how it differs from the base, row by row.
const PRESETS: &[(&str, &str)] = &[
    ("standard", ""),
    ("standard-500", "target=500"),
    ("tournament", "target=250 format=best-of best_of=5"),
    ("multi-match", "format=multi-match game_target=500 final_bonus=0 credit=both shutout=100"),
    ("hollywood", "format=hollywood columns=3 column_multipliers=1/1/1"),
    ("oklahoma", "oklahoma=ace-gin spades_double=points upcard_from=second-pack"),
    (
        "oklahoma-hollywood",
        "oklahoma=ace-gin spades_double=points upcard_from=second-pack \
         format=hollywood columns=3 column_multipliers=1/1/1",
    ),
    ("family", "knock_limit=9 big_gin_bonus=off game_bonus=0 line_bonus=0 shutout=none dealer=winner"),
    (
        "simple",
        "undercut_bonus=15 undercut_tie=knocker layoff_on_gin=true knock_discard=optional game_bonus=0 line_bonus=0 \
         shutout=none",
    ),
    ("classic", "gin_bonus=20 big_gin_bonus=off undercut_bonus=10 line_bonus=20 shutout=100 dealer=winner"),
    (
        "classic-strict",
        "knock_limit=9 gin_bonus=20 big_gin_bonus=off undercut_bonus=25 undercut_tie=knocker line_bonus=20 shutout=100 \
         knock_melds=majority",
    ),
    (
        "round-table",
        "knock_limit=9 gin_bonus=20 big_gin_bonus=off undercut_bonus=25 undercut_tie=knocker line_bonus=20 shutout=100 \
         knock_melds=majority table=round-table cards=7",
    ),
    ("cutthroat", "table=cutthroat shutout=100"),
    ("captain", "table=captain"),
    ("corner", "gin_bonus=20 undercut_bonus=20 layoff_on_gin=true ace=corner target=125 shutout=100"),
    ("straight", "knock_limit=0"),
    ("modern", "shutout=double-total shutout_when=no-points dealer=winner"),
    ("palace", "big_gin_bonus=off undercut_bonus=20 line_bonus=10 line_timing=immediate game_bonus=0 shutout=none"),
    (
        "oklahoma-classic",
        "gin_bonus=20 big_gin_bonus=off undercut_bonus=10 line_bonus=20 shutout=100 dealer=winner \
         oklahoma=ace-one spades_double=points target=150",
    ),
    (
        "hollywood-club",
        "oklahoma=ace-gin spades_double=points-and-boxes gin_boxes=2 big_gin_boxes=2 undercut_boxes=1 gin_off_boxes=3 \
         target=250 game_bonus=250 shutout=double-total format=hollywood columns=3 column_multipliers=1/1/2",
    ),
    ("partners", "target=125 shutout=100"),
    ("partners-6", "target=150 shutout=100"),
];

fn values(rules: &ginpad_core::rules::Rules) -> BTreeMap<String, String> {
    let value = |knob: &Knob| Some((knob.name().to_string(), rules.value(*knob)?.to_string()));
    Knob::ALL.iter().filter_map(value).collect()
}

#[test]
fn every_preset_is_its_row_of_the_rules_page() {
    let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(Preset::names().collect::<Vec<_>>(), names);
    for (name, differences) in PRESETS {
        let mut row: BTreeMap<String, String> =
            BASE.iter().map(|(knob, value)| ((*knob).to_string(), (*value).to_string())).collect();
        for difference in differences.split_whitespace() {
            let (knob, value) = difference.split_once('=').unwrap();
            row.insert(knob.to_string(), value.to_string());
        }
        if row["format"] == "hollywood" {
            row.entry("sweep_bonus".to_string()).or_insert_with(|| "0".to_string());
        }
        let preset = Preset::find(name).unwrap();
        assert_eq!(values(&preset.rules), row, "{name}");
        assert!(!preset.summary.is_empty(), "{name}");
    }
}

#[test]
fn every_knob_of_every_preset_has_a_source() {
    for preset in Preset::all() {
        let sources = preset.sources();
        for knob in Knob::ALL.iter().filter(|knob| preset.rules.value(**knob).is_some()) {
            let source = sources.get(knob);
            assert!(source.is_some_and(|source| !source.trim().is_empty()), "{}: {}", preset.name, knob.name());
        }
    }
}

/// If a preset turns a knob, its own file says where that value comes from.
#[test]
fn every_knob_that_a_preset_turns_is_sourced_in_its_own_file() {
    for preset in Preset::all() {
        let own: toml::Table = preset.text().parse().unwrap();
        let sources = own["sources"].as_table().unwrap_or_else(|| panic!("{} has no sources", preset.name));
        let turned: Vec<&String> =
            own.keys().filter(|key| !["based_on", "summary", "sources"].contains(&key.as_str())).collect();
        assert_eq!(sources.keys().collect::<Vec<_>>(), turned, "{}", preset.name);
    }
}

#[test]
fn the_base_turns_every_knob_that_the_single_format_has() {
    let file: toml::Table = Preset::standard().text().parse().unwrap();
    for knob in Knob::ALL.iter().filter(|knob| knob.format().is_none()) {
        assert!(file.contains_key(knob.name()), "standard.toml leaves out {}", knob.name());
    }
    assert_eq!(BASE.len(), Knob::ALL.iter().filter(|knob| knob.format().is_none()).count());
}

fn faults(text: &str) -> Vec<String> {
    RuleFile::read(text).map(|file| file.table.to_string()).unwrap_err().lines().collect()
}

#[test]
fn a_house_file_is_refused_with_every_reason_and_its_line() {
    let text = "\
based_on = \"standart\"
target = 0
knock_limt = 10

undercut_tie = \"maybe\"
gin_bonus = 20.5
game_target = 500
layoff_on_gin = 1
shutout = \"doubled\"

[sources]
tarjet = \"us\"
line_bonus = 4
";
    assert_eq!(
        faults(text),
        [
            "line 1: no preset named `standart`; did you mean `standard`?",
            "line 2: `target` cannot be 0; it takes a number from 1 to 100000",
            "line 3: no knob named `knock_limt`; did you mean `knock_limit`?",
            "line 5: `undercut_tie` cannot be maybe; it takes bonus, no-bonus, knocker or void",
            "line 6: `gin_bonus` takes a number from 0 to 1000",
            "line 8: `layoff_on_gin` cannot be 1; it takes true or false",
            "line 9: `shutout` cannot be doubled; it takes a number from 0 to 1000, none, double-hands, double-bonuses, \
             double-hands-and-game or double-total",
            "line 12: no knob named `tarjet`; did you mean `target`?",
            "line 13: a source is text in quotes",
        ]
    );
}

#[test]
fn a_format_that_contradicts_itself_is_refused() {
    assert_eq!(
        faults("format = \"best-of\"\nbest_of = 4\n"),
        ["line 2: `best_of` cannot be 4; it must be odd, or the game could end in a tie"]
    );
    assert_eq!(
        faults("format = \"hollywood\"\ncolumns = 4\ncolumn_multipliers = [1, 1, 2]\n"),
        ["line 3: `column_multipliers` has 3 numbers; with 4 columns it needs 4"]
    );
    assert_eq!(
        faults("based_on = \"hollywood-club\"\ncolumns = 1\n"),
        ["line 2: `column_multipliers` has 3 numbers; with 1 column it needs 1"]
    );
    assert_eq!(
        faults("game_target = 500\nbest_of = 5\ncolumns = 3\n"),
        [
            "line 1: `game_target` needs format multi-match; the format here is single",
            "line 2: `best_of` needs format best-of; the format here is single",
            "line 3: `columns` needs format hollywood; the format here is single",
        ]
    );
    assert_eq!(
        faults("based_on = \"multi-match\"\nformat = \"single\"\ngame_target = 500\n"),
        ["line 3: `game_target` needs format multi-match; the format here is single"]
    );
    assert!(RuleFile::read("based_on = \"hollywood\"\ncolumns = 5\n").is_ok(), "all ones stay all ones");
}

/// The other settings that a knob needs, so that its format is chosen and only its value is judged.
fn beside(knob: Knob) -> Vec<Setting> {
    let format = knob.format().map(|format| Setting { knob: Knob::Format, value: Value::Word(format.word().into()) });
    format.into_iter().collect()
}

fn turned(knob: Knob, value: Value) -> Result<TableRules, Vec<Contradiction>> {
    let settings: Vec<Setting> = beside(knob).into_iter().chain([Setting { knob, value }]).collect();
    TableRules::new(Preset::standard(), &settings)
}

/// The ranges of all numeric knobs. They are written here again, so that the code is not checked against
/// itself.
const RANGES: &[(&str, i64, i64)] = &[
    ("knock_limit", 0, 10),
    ("gin_bonus", 0, 1000),
    ("big_gin_bonus", 0, 1000),
    ("undercut_bonus", 0, 1000),
    ("knock_bonus", 0, 1000),
    ("gin_boxes", 0, 10),
    ("big_gin_boxes", 0, 10),
    ("undercut_boxes", 0, 10),
    ("gin_off_boxes", 0, 10),
    ("hands", 0, 1000),
    ("lines", 0, 1000),
    ("target", 1, 100_000),
    ("game_bonus", 0, 1000),
    ("line_bonus", 0, 1000),
    ("sweep_bonus", 0, 1000),
    ("shutout", 0, 1000),
    ("columns", 1, 12),
    ("best_of", 1, 99),
    ("game_target", 1, 100_000),
    ("final_bonus", 0, 1000),
];

#[test]
fn every_number_is_admitted_to_the_ends_of_its_range_and_no_further() {
    for &(name, least, most) in RANGES {
        let knob = Knob::from_name(name).unwrap();
        for number in [least, most] {
            let rules = turned(knob, Value::Number(number)).unwrap_or_else(|why| panic!("{name}={number}: {why:?}"));
            assert_eq!(rules.rules.value(knob), Some(Value::Number(number)));
        }
        for number in [least - 1, most + 1, i64::MIN, i64::MAX] {
            let refused = turned(knob, Value::Number(number)).expect_err(&format!("{name}={number}"));
            let why = format!("`{name}` cannot be {number}; it takes {}", knob.values().describe());
            assert_eq!(refused.iter().map(ToString::to_string).collect::<Vec<_>>(), [why]);
            assert_eq!(refused[0].knob, Some(knob));
        }
    }
    let numeric = |knob: &&Knob| matches!(knob.values(), Values::Number(_) | Values::NumberOrWord(..));
    assert_eq!(RANGES.len(), Knob::ALL.iter().filter(numeric).count(), "a numeric knob is missing here");
}

#[test]
fn a_player_is_dealt_ten_cards_or_seven() {
    for cards in [10, 7] {
        assert_eq!(turned(Knob::Cards, Value::Number(cards)).unwrap().rules.dealt as i64, cards);
    }
    for cards in [0, 8, 9, 11, -7, i64::MAX] {
        let refused = turned(Knob::Cards, Value::Number(cards)).unwrap_err();
        assert_eq!(refused[0].to_string(), format!("`cards` cannot be {cards}; it takes 10 or 7"));
    }
}

#[test]
fn everything_that_is_wrong_with_the_knobs_about_cards_is_said_at_once() {
    let text = "cards = 8\nknock_discard = \"never\"\nknock_melds = 5\nupcard_from = \"stock\"\ndead_deal = true\n\
                layoff_on_gin = \"yes\"\nbest_of = 4\n";
    let faults: Vec<String> = RuleFile::read(text).unwrap_err().items.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "line 1: `cards` cannot be 8; it takes 10 or 7",
            "line 2: `knock_discard` cannot be never; it takes required or optional",
            "line 3: `knock_melds` cannot be 5; it takes any or majority",
            "line 4: `upcard_from` cannot be stock; it takes pack or second-pack",
            "line 5: `dead_deal` cannot be true; it takes next or same",
            "line 6: `layoff_on_gin` cannot be yes; it takes true or false",
            "line 7: `best_of` needs format best-of; the format here is single",
            "line 7: `best_of` cannot be 4; it must be odd, or the game could end in a tie",
        ]
    );
}

#[test]
fn multipliers_are_one_to_ten_and_one_for_each_of_at_most_twelve_columns() {
    let file = |list: &str, columns: usize| {
        RuleFile::read(&format!("format = \"hollywood\"\ncolumns = {columns}\ncolumn_multipliers = {list}\n"))
    };
    for (list, columns) in [("[1]", 1), ("[10, 1]", 2), ("[1,2,3,4,5,6,7,8,9,10,1,1]", 12)] {
        assert!(file(list, columns).is_ok(), "{list}");
    }
    for (list, columns) in [("[0, 1]", 2), ("[11, 1]", 2), ("[]", 1), ("[1, 1]", 3), ("[1, \"two\"]", 2), ("[1.5]", 1)]
    {
        assert!(file(list, columns).is_err(), "{list}");
    }
    let thirteen = vec![1; 13];
    assert!(turned(Knob::ColumnMultipliers, Value::Numbers(thirteen)).is_err(), "thirteen multipliers, three columns");
}

#[test]
fn words_of_a_knob_are_its_own() {
    for knob in Knob::ALL {
        for word in knob.values().words().iter().filter(|word| !["true", "false", "under-N"].contains(*word)) {
            let turned = turned(*knob, Value::Word((*word).into()));
            // Where each plays for himself, a shutout is worth a number.
            let is_refused = matches!(*word, "cutthroat" | "round-table");
            assert_eq!(turned.is_ok(), !is_refused, "{}={word}", knob.name());
        }
        assert!(turned(*knob, Value::Word("sometimes".into())).is_err(), "{}", knob.name());
        assert!(turned(*knob, Value::Number(-1)).is_err(), "{}", knob.name());
    }
}

#[test]
fn every_contradiction_of_a_rules_line_is_reported_at_once() {
    let faults = read_one("rules: tournament, tie=void, target=0, best_of=4, 7, columns=3\nsides: Ann, Bob\n")
        .unwrap_err()
        .0
        .items;
    assert_eq!(faults.len(), 1);
    assert_eq!(
        faults[0].reasons,
        [
            "no knob named `tie`",
            "cannot read `7` as a rule; write a knob and its value, like `target=150`",
            "`target` cannot be 0; it takes a number from 1 to 100000",
            "`columns` needs format hollywood; the format here is best-of",
            "`best_of` cannot be 4; it must be odd, or the game could end in a tie",
        ]
    );
}

fn read_back(rules: &TableRules) -> TableRules {
    let sides = match rules.rules.table {
        Table::Two => "Ann, Bob",
        Table::Captain => "Ann, Bob & Cid",
        Table::Cutthroat | Table::RoundTable => "Ann, Bob, Cid",
    };
    let sheet = format!("rules: {rules}\nsides: {sides}\n");
    let game = read_one(&sheet).unwrap_or_else(|faults| panic!("{sheet}{faults}"));
    assert!(print_game(&game).starts_with(&sheet), "{sheet}");
    game.rules
}

#[test]
fn every_preset_alone_is_printed_by_its_name() {
    for preset in Preset::all() {
        let rules = TableRules::new(preset, &[]).unwrap();
        assert_eq!(rules.to_string(), preset.name);
        assert_eq!(read_back(&rules), rules);
        let file = RuleFile::read(&format!("based_on = \"{}\"\n", preset.name)).unwrap();
        assert_eq!(file.table, rules);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rules_printed_and_read_again_are_the_same_rules(knobs in knobs(), preset in 0..PRESETS.len()) {
        let TableRules { rules, .. } = table_rules(&knobs);
        let rules = TableRules { preset: PRESETS[preset].0.to_string(), rules };
        prop_assert_eq!(&read_back(&rules), &rules);
    }

    #[test]
    fn the_knobs_that_differ_are_printed_in_the_order_of_the_rules_page(knobs in knobs()) {
        let differences: Vec<Knob> = table_rules(&knobs).differences().iter().map(|setting| setting.knob).collect();
        prop_assert!(differences.is_sorted());
    }
}

#[test]
fn after_a_hundred_wrong_lines_of_a_rule_file_the_rest_are_counted() {
    let text: String = (0..412).map(|number| format!("knob_{number} = 1\n")).collect();
    let faults = RuleFile::read(&text).unwrap_err();
    assert_eq!((faults.items[99].line, faults.total()), (100, 412));
    assert_eq!(faults.lines().last().unwrap(), "and 312 more");
}

#[test]
fn rules_are_put_together_from_a_base_and_settings() {
    let file = RuleFile::read("based_on = \"hollywood\"\ntarget = 150\n").unwrap();
    let before = TableRules::read("family, knock_limit=10").unwrap();
    let together = |base, settings: &[&str]| match TableRules::assemble(base, settings) {
        Ok(rules) => rules.to_string(),
        Err(refused) => refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    };
    for (base, settings, expected) in [
        (TableRules::read("standard"), vec![], "standard"),
        (TableRules::read("hollywood, target=150"), vec!["target=200"], "hollywood, target=200"),
        (Ok(file.table), vec!["columns=2"], "hollywood, target=150, columns=2, column_multipliers=1/1"),
        (Ok(before), vec!["knock_limit=9"], "family"),
        (
            TableRules::read("holywood, target=0"),
            vec!["colour=red", "best_of=4", "columns=2"],
            "no preset named `holywood`; did you mean `hollywood`?; \
             `target` cannot be 0; it takes a number from 1 to 100000; no knob named `colour`; \
             `best_of` cannot be 4; it must be odd, or the game could end in a tie",
        ),
    ] {
        assert_eq!(together(base.clone(), &settings), expected, "{base:?} {settings:?}");
    }
}
