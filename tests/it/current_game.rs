//! The pad lies open at one page: which game is the current one, and what is said when it is over.

use std::path::PathBuf;

use ginpad::book::{Access, ActAuthor, Book, ImportPlan, ImportedSheet, OpenBook, OtherContent};
use ginpad_core::facts::{ChangeVerb, FactId, SettingKey};
use ginpad_core::ledger::Longer;
use ginpad_core::notation::read_one;
use ginpad_core::{Game, Moment};
use proptest::prelude::*;

use crate::support::hints::{hinted, hints};
use crate::support::program::Table;

/// Two pairs: Cid and Dee have begun a game, and Ann and Bob have ended theirs since.
fn ended() -> Table {
    Table::after(&["new Cid Dee", "log cid gin 3", "new Ann Bob --set target=20", "log ann gin 4"])
}

#[test]
fn the_pad_stays_open_at_a_game_that_ends() {
    let table = ended();
    assert_eq!(table.json("score")["number"], 2);
    assert!(table.does("").starts_with("Game 2\n"));
    assert!(table.does("explain").contains("Ann"));
    table.args("fix 1 bob gin 5").check_status();
    assert_eq!(table.json("score 2")["hands"][0]["entry"], "Bob gin 5");
    assert_eq!(table.json("score 1")["hands"][0]["entry"], "Cid gin 3");
    table.does("drop 1");
    assert_eq!(table.json("score")["status"], "open");
    table.does("log ann gin 9");
    table.does("new Eve Flo");
    assert_eq!(table.json("score")["number"], 3);
    table.does("close");
    assert_eq!(table.json("score")["status"], "closed");
    table.does("use 1");
    assert_eq!(table.json("score")["number"], 1);
    table.does("new Ann Cid");
    assert_eq!(table.json("score")["number"], 4);
    table.does("undo");
    assert_eq!(table.json("score")["number"], 1);
}

#[test]
fn a_hand_after_the_end_is_refused_and_every_way_on_is_named() {
    let table = ended();
    let said = table.args("log ann gin 5").status(1).refused().err;
    assert!(said.starts_with("error: the game was won by Ann in hand 1\n"), "{said}");
    assert_eq!(hinted(&said), ["ginpad new", "ginpad undo", "ginpad use 1"]);
    assert_eq!(hints(&said)[1], "`ginpad use 1` goes back to game 1 (Cid – Dee), open at 28–0");
    // If the last change was another one, an undo would not help this game.
    table.put("old.gin", "sides: Eve, Flo\n\neve gin 4\n");
    table.does("import old.gin");
    let said = table.args("log ann gin 5").status(1).refused().err;
    assert_eq!(hinted(&said), ["ginpad new", "ginpad use 1"]);
    // Whoever names a game means that one, or an open one of the same players.
    let said = table.args("log ann gin 5 --game 2").status(1).refused().err;
    assert_eq!(hinted(&said), ["ginpad new"]);
    table.does("new Bob Ann");
    table.does("new Ann Dee");
    let said = table.args("log ann gin 5 --game 2").status(1).refused().err;
    assert_eq!(hinted(&said).last().unwrap(), "ginpad use 4", "{said}");
    table.does("undo 2");
    table.does("use 1");
    assert_eq!(table.json("log cid gin 5")["game"], 1);
}

#[test]
fn only_a_few_open_games_are_named() {
    let commands: Vec<String> = (0..9).map(|game| format!("new P{game} Q{game}")).collect();
    let mut commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    commands.extend(["new Ann Bob", "close"]);
    let said = Table::after(&commands).args("log ann gin 4").status(1).refused().err;
    assert_eq!(hints(&said).len(), 3, "{said}");
    // An older game is found by who plays in it.
    let mut commands = vec!["new Ann Cid"];
    let others: Vec<String> = (0..9).map(|game| format!("new P{game} Q{game}")).collect();
    let closed = others.iter().flat_map(|new| [new.as_str(), "close"]);
    commands.extend(closed);
    commands.extend(["new Ann Bob", "close"]);
    let said = Table::after(&commands).args("log ann gin 4").status(1).refused().err;
    assert!(said.contains("`ginpad use 1` goes back to game 1 (Ann – Cid), open at 0–0"), "{said}");
}

#[test]
fn each_device_has_its_own_page() {
    let table = Table::after(&["new Ann Bob"]);
    let elsewhere = |line: &str| table.args(line).env("XDG_STATE_HOME", table.path("elsewhere")).check_status().out;
    assert!(elsewhere("score --json").contains("\"number\": 1"), "a new device goes on with the newest game");
    elsewhere("new Cid Dee");
    assert!(elsewhere("score --json").contains("\"number\": 2"));
    assert_eq!(table.json("score")["number"], 1, "another device's game does not turn the page");
    assert!(table.args("log ann gin 3").run().err.contains("note: this is game 1 (Ann – Bob)"));
}

#[test]
fn an_imported_game_is_current_only_if_there_is_no_other() {
    let table = Table::new();
    table.put("old.gin", "sides: Eve, Flo\n\neve gin 4\n---\nsides: Flo, Gus\n\ngus gin 4\n");
    table.does("import old.gin");
    assert_eq!(table.json("score")["number"], 2);
    table.does("new Ann Bob --set target=20");
    table.does("log ann gin 4");
    table.put("more.gin", "sides: Hal, Ida\n\nhal gin 4\n");
    table.does("import more.gin");
    assert_eq!(table.json("score")["number"], 3);
}

#[test]
fn a_choice_that_is_not_what_was_written_is_damage() {
    for altered in
        ["game = (SELECT game FROM game_number WHERE number = 2)", "writer = x'07'", "choice = 9", "hash = x'00'"]
    {
        let table = Table::after(&["new Ann Bob", "new Cid Dee", "new Eve Flo", "use 1"]);
        assert_eq!(table.json("score")["number"], 1);
        let book = rusqlite::Connection::open(table.book()).unwrap();
        book.execute_batch(&format!(
            "UPDATE chosen_game SET {altered} WHERE choice = (SELECT max(choice) FROM chosen_game)"
        ))
        .unwrap();
        drop(book);
        for command in ["score", "log dead", "check"] {
            let said = table.args(command).run();
            assert_eq!(said.status, Some(1), "{altered}: {command}\n{}", said.err);
        }
    }
}

/// One step of a device. Each number is taken modulo the number of things it chooses from.
#[derive(Debug, Clone, Copy)]
enum Step {
    New { device: usize },
    Import { device: usize },
    Use { device: usize, game: usize },
    Undo { device: usize, changes: usize },
    Redo { device: usize, changes: usize },
}

fn step() -> impl Strategy<Value = Step> {
    let device = || 0..DEVICES;
    prop_oneof![
        4 => device().prop_map(|device| Step::New { device }),
        1 => device().prop_map(|device| Step::Import { device }),
        3 => (device(), 0..1000_usize).prop_map(|(device, game)| Step::Use { device, game }),
        3 => (device(), 1..4_usize).prop_map(|(device, changes)| Step::Undo { device, changes }),
        2 => (device(), 1..4_usize).prop_map(|(device, changes)| Step::Redo { device, changes }),
    ]
}

/// A file is one writer on one machine, so another device has a file of its own.
const DEVICES: usize = 1;

/// What each device opened, in the order of the `new`s and `use`s, and which games there are.
#[derive(Debug, Default)]
struct Model {
    /// Every game with whether it was begun, and whether it counts, in the order of arrival.
    games: Vec<(FactId, bool, bool)>,
    opened: [Vec<FactId>; DEVICES],
}

impl Model {
    fn counts(&self, game: FactId) -> bool {
        self.games.iter().any(|(id, _, counts)| *id == game && *counts)
    }

    fn move_games(&mut self, moved: impl IntoIterator<Item = FactId>, back: bool) {
        for game in moved {
            self.games.iter_mut().filter(|(id, _, _)| *id == game).for_each(|(_, _, counts)| *counts = back);
        }
    }

    fn current(&self, device: usize) -> Option<FactId> {
        let opened = self.opened[device].iter().rev().copied().find(|game| self.counts(*game));
        let newest = |begun: bool| {
            let games = self.games.iter().rev();
            games.filter(move |(_, is_begun, counts)| *is_begun == begun && *counts).map(|(id, _, _)| *id).next()
        };
        opened.or_else(|| newest(true)).or_else(|| newest(false))
    }
}

fn take(open: &OpenBook<'_>, model: &mut Model, step: Step, number: usize) {
    let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
    let game = || read_one(&format!("title: {number}\nsides: Ann, Bob\n\nann gin 4\n")).unwrap();
    match step {
        Step::New { device } => {
            let begun = open.begin_game(&Game { hands: Vec::new(), ..game() }, now).unwrap();
            model.games.push((begun.id, true, true));
            model.opened[device].push(begun.id);
        }
        Step::Import { .. } => {
            let before = open.games().unwrap();
            let plan = ImportPlan { longer: Longer::Name, other: OtherContent::Add, now, files: 1, steps: 1 };
            open.import(plan, |import| {
                let (text, given) = (format!("game {number}"), SettingKey::ALL.to_vec());
                import.take(ImportedSheet { game: game(), text, given, line: None })?;
                import.end_file()
            })
            .unwrap();
            let new = open.games().unwrap().into_iter().find(|game| !before.contains(game)).unwrap();
            model.games.push((new, false, true));
        }
        Step::Use { device, game } => {
            let games = open.games().unwrap();
            let Some(at) = game.checked_rem(games.len()) else { return };
            open.choose(games[at]).unwrap();
            model.opened[device].push(games[at]);
        }
        Step::Undo { changes, .. } => {
            let moving = open.to_undo(changes, ActAuthor::ThisDevice, None).unwrap();
            if !moving.is_empty() {
                open.move_acts(ChangeVerb::UNDO, &moving, now).unwrap();
            }
            model.move_games(moving.into_iter().flat_map(|act| act.games()), false);
        }
        Step::Redo { changes, .. } => {
            let moving = open.to_redo(changes, ActAuthor::ThisDevice, None).unwrap();
            if !moving.is_empty() {
                open.move_acts(ChangeVerb::REDO, &moving, now).unwrap();
            }
            model.move_games(moving.into_iter().flat_map(|act| act.games()), true);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_current_game_is_that_of_the_latest_new_or_use_that_counts(
        steps in proptest::collection::vec(step(), 1..16),
    ) {
        let table = Table::new();
        let states = ["one"].map(|state| table.path(state));
        let path: PathBuf = table.book();
        let opened = |device: usize| Book::open(&path, Access::Write, Some(&states[device])).unwrap().unwrap();
        let mut model = Model::default();
        for (number, step) in steps.into_iter().enumerate() {
            let (Step::New { device } | Step::Import { device } | Step::Use { device, .. }
                | Step::Undo { device, .. } | Step::Redo { device, .. }) = step;
            let mut book = opened(device);
            let open = book.write().unwrap();
            take(&open, &mut model, step, number);
            open.commit().unwrap();
            drop(book);
            for device in 0..DEVICES {
                let current = opened(device).read().unwrap().current_game().unwrap().map(|game| game.id);
                prop_assert_eq!(current, model.current(device), "device {} after {:?}", device, step);
            }
        }
    }
}

#[test]
fn a_rematch_is_of_the_game_on_the_screen_and_a_player_of_another_game_is_found_there() {
    let table = Table::after(&["new Ann Bob --at '2020-01-01 19:30'", "new Cid Dee"]);
    let refused = table.args("log ann knock 4 27").status(1).refused();
    assert!(refused.err.starts_with("error: Ann plays in game 1, not in game 2\n"), "{refused:?}");
    table.does("log ann knock 4 27 at 00:30 --game 1");
    assert!(table.does("export --game 1").contains("at 2020-01-02 00:30"));
    table.does("use --game 1");
    assert!(table.does("new").starts_with("game 3: Ann – Bob"));
}
