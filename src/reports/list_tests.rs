//! Lists of games, changes and backups, as people see them.

use std::collections::BTreeMap;

use super::OfGames;
use super::book::{
    About, BackupsReport, Change, CheckReport, ConfigReport, HistoryReport, ListedBackup, ListedProblem, Setting,
};
use super::comparison::ComparisonReport;
use super::games::GamesReport;
use super::outcome::{ConflictsReport, ListedConflict, Version};
use super::rules::{PresetsReport, RulesReport};
use super::samples::{GAMES, scored};
use super::tests::text;
use crate::answer::{CommandLine, Nobody, Report};
use crate::render::{Place, formats};
use ginpad_core::comparison::Comparison;
use ginpad_core::facts::{Conflict, ConflictSubject, FactId};
use ginpad_core::notation::print_moment;
use ginpad_core::{Knob, Moment, Preset, TableRules};

fn moment() -> Moment {
    Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap()
}

fn games() -> GamesReport {
    let totals = scored("title: Friday\nsides: Ann, Bob\ntotals: 330, 48\n");
    let games = scored(GAMES);
    let games = (1..).zip(&games).chain([(12, &totals[0])]);
    let mut report = GamesReport::default();
    games.into_iter().for_each(|(number, scored)| report.add(number, scored, number == 3, number == 1));
    report
}

fn history() -> HistoryReport {
    let mut list = HistoryReport::default();
    for (short, verb, what, state) in [
        ("01a20cef", "log", "logged hand 9 in game 12: ann knock 4h 27", "counts"),
        ("01a20c", "fix", "corrected hand 8 in game 12: bob gin 13 note \"the one with the \u{1b}[31mtea\"", "undone"),
    ] {
        let change = Change {
            id: format!("{short}-0000"),
            short: short.into(),
            made: print_moment(moment()),
            device: "b391a7ec-12f3".into(),
            this_device: state == "counts",
            verb: verb.into(),
            what: what.into(),
            in_signs: what.replace("4h", "4♥"),
            state,
        };
        list.changes.push(change);
    }
    list
}

fn conflicts() -> ConflictsReport {
    let version = |words: &str, counts| Version {
        words: words.into(),
        counts,
        device: "b391a7ec-12f3".into(),
        own: counts,
        made: moment(),
    };
    let person = FactId { of: uuid::Uuid::nil(), place: 0 };
    ConflictsReport {
        conflicts: vec![ListedConflict {
            number: "542".into(),
            game: Some(1),
            kind: "hand",
            what: "game 1 (Bartholomew – Bob): two devices changed hand 1 in different ways".into(),
            versions: vec![version("Bartholomew knock 4 27", true), version("Bartholomew knock 5 27", false)],
            commands: Vec::new(),
            ways: vec![(CommandLine::of("drop").words(["2"]), "drops it".into())],
            conflict: Conflict {
                game: None,
                about: ConflictSubject::Name(person),
                counts: Vec::new(),
                others: Vec::new(),
            },
        }],
    }
}

fn backups() -> BackupsReport {
    let backup = |name: &str, reason, bytes| ListedBackup {
        backup: format!("/home/ann/data/book.db.backups/{name}"),
        made: "2026-11-20T18:30:00Z".into(),
        reason,
        bytes,
        name: name.into(),
        here: moment(),
    };
    let (asked, restore) = ("2026-11-20T183000Z.db", "2026-11-20T183000Z-before-restore.db");
    let backups = vec![backup(asked, "asked", 1_400_000), backup(restore, "restore", 24_000)];
    BackupsReport { folder: "/home/ann/data/book.db.backups".into(), backups }
}

fn rules() -> RulesReport {
    let preset = Preset::find("hollywood-club").unwrap();
    let mut sources: BTreeMap<Knob, String> = preset.sources();
    sources.insert(Knob::Target, "our\u{1b}[2J\nclub".into());
    RulesReport { name: "our\u{7}club".into(), knobs: preset.rules.clone(), sources }
}

fn config() -> ConfigReport {
    let setting = |key, value: Option<&str>| Setting {
        key,
        value: value.map(String::from),
        meaning: "what shows long answers on a terminal",
        takes: "a command, `true` or `false`",
    };
    let settings = Some(vec![setting("rules", Some("a\nb\u{1b}[31m.toml")), setting("pager", None)]);
    ConfigReport { path: "/home/ann/.config/ginpad/config.toml".into(), exists: true, settings }
}

fn check() -> CheckReport {
    let found = ListedProblem {
        severity: "warning",
        kind: "other",
        what: "the book has another name".into(),
        hints: vec!["remove the other name".to_string()],
    };
    let about = About { name: "ginpad", value: "0.1.0".into() };
    CheckReport { ok: true, problems: vec![found], about: Some(vec![about]), checked: None }
}

fn comparison() -> OfGames<ComparisonReport> {
    let rules = ["hollywood-club, dealer=loser", "palace", "partners-6"].map(|rules| TableRules::read(rules).unwrap());
    let compared = |(game, rules)| {
        let comparison = Comparison::new(game, rules).unwrap();
        ComparisonReport { comparison, place: Place::from(Some(12)) }
    };
    let games = scored(GAMES).into_iter().zip(rules).map(compared).collect();
    OfGames { schema: "ginpad/comparisons/1", has_gaps: true, games }
}

/// One of each list.
pub(super) fn reports() -> Vec<Box<dyn Report>> {
    vec![
        Box::new(games()),
        Box::new(history()),
        Box::new(conflicts()),
        Box::new(backups()),
        Box::new(PresetsReport { presets: Preset::all().collect() }),
        Box::new(rules()),
        Box::new(config()),
        Box::new(check()),
        Box::new(comparison()),
    ]
}

#[test]
fn lists_of_games_and_changes() {
    insta::assert_snapshot!(text(&games(), 80), @"
     #  date        game                          hands  score
    ────────────────────────────────────────────────────────────────────────────────
     1  2011-05-01  Ann – Bob                         6  won by Bob 276–144,
                                                         imported
     2  2020-05-01  Bob – Wolfgang Amadeus von        1  won by Bob 105–0
                    und zu Hohenstaufen
    *3  2024-02-29  Ann & Cid – Bob & Dee             3  won by Ann & Cid 395–58
     4  2026-11-20  Bob – Ann                         1  forfeited by Ann
    12              Ann – Bob (Friday)                –  won by Ann 330–48
    ");
    insta::assert_snapshot!(text(&history(), 40), @r#"
    change    what
    ────────────────────────────────────────
    01a20cef  logged hand 9 in game 12: ann
              knock 4♥ 27
    01a20c    corrected hand 8 in game 12:
              bob gin 13 note "the one with
              the \u{1b}[31mtea" – undone
    "#);
}

#[test]
fn what_keeps_a_book() {
    insta::assert_snapshot!(text(&backups(), 80), @"
    in /home/ann/data/book.db.backups:

    made              what for    size  file
    ────────────────────────────────────────────────────────────────────────
    2026-11-20 19:30  asked     1.4 MB  2026-11-20T183000Z.db
    2026-11-20 19:30  restore    24 kB  2026-11-20T183000Z-before-restore.db
    ");
    insta::assert_snapshot!(text(&config(), 80), @r"
    the config is in /home/ann/.config/ginpad/config.toml

    key    value                   what it is for            takes
    ────────────────────────────────────────────────────────────────────────────────
    rules  a\u{a}b\u{1b}[31m.toml  what shows long answers   a command, `true` or
                                   on a terminal             `false`
    pager  not set                 what shows long answers   a command, `true` or
                                   on a terminal             `false`
    ");
    insta::assert_snapshot!(text(&check(), 80), @"
    ginpad  0.1.0
    warning: the book has another name
    hint: remove the other name
    ");
    insta::assert_snapshot!(text(&conflicts(), 40), @"
    542 game 1 (Bartholomew – Bob): two
      devices changed hand 1 in different
      ways
      - counts: Bartholomew knock 4 27 (this
        device, 2026-11-20 19:30)
      - does not count: Bartholomew knock 5
        27 (device b391a7, 2026-11-20 19:30)
    ");
}

#[test]
fn every_knob_of_some_rules() {
    let narrow = text(&rules(), 40);
    assert!(narrow.lines().all(|line| !line.contains(char::is_control)), "{narrow}");
    assert!(narrow.contains("\nknock_limit · value: 10 · ") && narrow.lines().count() < 160, "{narrow}");
}

#[test]
fn a_game_beside_other_rules() {
    insta::assert_snapshot!(text(&comparison(), 80), @"
    Game 12
    as played: standard
    instead: hollywood-club, dealer=loser

    knob                played        instead           what it changes
    ─────────────────────────────────────────────────────────────────────────
    oklahoma            off           ace-gin           hands 1, 2 and 4 to 6
    spades_double       off           points-and-boxes  nothing here
    gin_boxes           0             2                 columns and totals
    big_gin_boxes       0             2                 columns and totals
    undercut_boxes      0             1                 columns and totals
    gin_off_boxes       0             3                 nothing here
    target              100           250               columns and totals
    game_bonus          100           250               columns and totals
    sweep_bonus                       0                 columns and totals
    shutout             double-hands  double-total      nothing here
    format              single        hollywood         columns and totals
    columns                           3                 columns and totals
    column_multipliers                1/1/2             columns and totals
    dealer              alternate     loser             who deals

                played  played  instead  instead
                   Ann     Bob      Ann      Bob
    ────────────────────────────────────────────
    1 K             23                ×
    2 G                     56                 ×
    3 –
    4 B             71                ×
    5 K                     17                 ×
    6 U                     28        ×
    points          94     101
    game bonus       0     100
    boxes           50      75
    total          144     276
    net                    132

    As played: won by Bob 276–144, in hand 6
    Instead: open at 0–0 in the 1st column

    Game 12
    as played: simple
    instead: palace

    knob            played    instead    what it changes
    ───────────────────────────────────────────────────────
    big_gin_bonus   31        off        nothing here
    undercut_bonus  15        20         nothing here
    undercut_tie    knocker   bonus      nothing here
    layoff_on_gin   true      false      nothing here
    knock_discard   optional  required   nothing here
    line_bonus      0         10         columns and totals
    line_timing     end       immediate  columns and totals

                          played                instead
                        Wolfgang               Wolfgang
                     Amadeus von            Amadeus von
            played        und zu  instead        und zu
               Bob  Hohenstaufen      Bob  Hohenstaufen
    ───────────────────────────────────────────────────
    1 G        105                    105
    points     105             0      105             0
    boxes        0             0       10             0
    total      105             0      115             0
    net        105                    115

    As played: won by Bob 105–0, in hand 1
    Instead: won by Bob 115–0, in hand 1

    Game 12
    as played: partners
    instead: partners-6

    knob    played  instead  what it changes
    ────────────────────────────────────────
    target  125     150      nothing here

                played  played  instead  instead
                 Ann &   Bob &    Ann &    Bob &
                   Cid     Dee      Cid      Dee
    ────────────────────────────────────────────
    1 R                     33                33
    2 R             85               85
    3 R            160              160
    points         245      33      245       33
    game bonus     100       0      100        0
    boxes           50      25       50       25
    total          395      58      395       58
    net            337              337

    As played: won by Ann & Cid 395–58, in hand 3
    Instead: won by Ann & Cid 395–58, in hand 3
    ");
    let records = formats::text_of(|out| formats::records(&comparison(), &Nobody, out));
    insta::assert_snapshot!(records.replace('\t', "|"), @"
    game|12||standard|hollywood-club, dealer=loser|finished|open|6||Bob|
    knob|oklahoma|off|ace-gin|hands|1,2,4,5,6
    knob|spades_double|off|points-and-boxes|nothing|
    knob|gin_boxes|0|2|sheet|
    knob|big_gin_boxes|0|2|sheet|
    knob|undercut_boxes|0|1|sheet|
    knob|gin_off_boxes|0|3|nothing|
    knob|target|100|250|sheet|
    knob|game_bonus|100|250|sheet|
    knob|sweep_bonus||0|sheet|
    knob|shutout|double-hands|double-total|nothing|
    knob|format|single|hollywood|sheet|
    knob|columns||3|sheet|
    knob|column_multipliers||1/1/2|sheet|
    knob|dealer|alternate|loser|deal|
    hand|1|knock|knock|Ann||23|0|1|0|counted|refused|refused|oklahoma
    hand|2|gin|gin|Bob||56|0|1|0|counted|refused|refused|oklahoma
    hand|3|dead|dead|||0|0|0|0|counted|counted||
    hand|4|big-gin|big-gin|Ann||71|0|1|0|counted|refused|refused|oklahoma
    hand|5|knock|knock|Bob||17|0|1|0|counted|refused|refused|oklahoma
    hand|6|undercut|knock|Bob||28|0|1|0|counted|refused|refused|oklahoma
    refused|1|as|the upcard is missing; under Oklahoma it sets the knock limit
    refused|2|as|the upcard is missing; under Oklahoma it sets the knock limit
    refused|4|as|the upcard is missing; under Oklahoma it sets the knock limit
    refused|5|as|the upcard is missing; under Oklahoma it sets the knock limit
    refused|6|as|the upcard is missing; under Oklahoma it sets the knock limit
    score|hand_points|94|101|0|0
    score|shutout|0|0|0|0
    score|game_bonus|0|100|0|0
    score|line_bonus|50|75|0|0
    score|final_bonus|0|0|0|0
    score|game_score|144|276|0|0
    net|-132|0

    game|12||simple|palace|finished|finished|1|1|Bob|Bob
    knob|big_gin_bonus|31|off|nothing|
    knob|undercut_bonus|15|20|nothing|
    knob|undercut_tie|knocker|bonus|nothing|
    knob|layoff_on_gin|true|false|nothing|
    knob|knock_discard|optional|required|nothing|
    knob|line_bonus|0|10|sheet|
    knob|line_timing|end|immediate|sheet|
    hand|1|gin|gin|Bob|Bob|105|105|1|1|counted|counted||
    score|hand_points|105|0|105|0
    score|shutout|0|0|0|0
    score|game_bonus|0|0|0|0
    score|line_bonus|0|0|10|0
    score|final_bonus|0|0|0|0
    score|game_score|105|0|115|0
    net|105|115

    game|12||partners|partners-6|finished|finished|3|3|Ann & Cid|Ann & Cid
    knob|target|125|150|nothing|
    hand|1|round|round|Bob & Dee|Bob & Dee|33|33|1|1|counted|counted||
    hand|2|round|round|Ann & Cid|Ann & Cid|85|85|1|1|counted|counted||
    hand|3|round|round|Ann & Cid|Ann & Cid|160|160|1|1|counted|counted||
    score|hand_points|245|33|245|33
    score|shutout|0|0|0|0
    score|game_bonus|100|0|100|0
    score|line_bonus|50|25|50|25
    score|final_bonus|0|0|0|0
    score|game_score|395|58|395|58
    net|337|337
    ");
}
